/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "pp512: 1234 t/s", "tg128 = 45.6 t/s", "[ Prompt: 123.4 t/s | Generation: 45.6 t/s ]" (llama-cli since 2025-12) and
 * "Generation: 100 tokens, 45.600 tokens-per-sec" (mlx_lm).  A speed that says not of what is left out, and
 * told where nothing else was recognized. */

#include <glib/gi18n.h>
#include <string.h>

#include "formats/bench-client.h"
#include "formats/bench-test.h"
#include "formats/log-context.h"
#include "formats/text-number.h"

#define LONGEST_TEST 40u
#define LONGEST_LINE 400u   /* of a sentence */

static gboolean
is_unit (const char *at)
{
  static const char *const units[] = { "t/s", "tok/s", "tokens/s", "tokens per second", "tokens-per-sec", "tps" };

  at += strspn (at, " ");
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strncasecmp (at, units[i], strlen (units[i])) == 0)
      return TRUE;
  return FALSE;
}

/* "Prompt: 12 tokens, 345.678 tokens-per-sec", "Prompt: 123.4 t/s". */
static gboolean
read_words (TokReading *reading, const TokLogContext *context, const char *line, guint number)
{
  static const struct { const char *word; TokMeasuredKind kind; } words[] = {
    { "Prompt:", TOK_MEASURED_PREFILL }, { "Generation:", TOK_MEASURED_DECODE },
  };
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *at = tok_text_behind (line, words[i].word);
      TokMeasurement row;
      double value;

      if (at == NULL || !tok_number_read (&at, reading->decimal_comma, &value))
        continue;
      tok_measurement_init (&row, words[i].kind, "llama-cli");
      tok_log_context_apply (context, &row);
      at += strspn (at, " ");
      if (g_str_has_prefix (at, "tokens,"))
        {
          row.n_tokens = value;
          g_strlcpy (row.tool, "mlx_lm", sizeof row.tool);
          row.engine = TOK_ENGINE_MLX;
          at += strlen ("tokens,");
          if (!tok_number_read (&at, reading->decimal_comma, &value))
            continue;
        }
      if (!is_unit (at))
        continue;
      row.tok_s = value;
      tok_reading_add (reading, &row, number, line);
      found = TRUE;
    }
  return found;
}

/* A test at @at with its speed behind it; the test ends in front of a ":", a "=" or the number. */
static gboolean
read_test (TokReading *reading, const TokLogContext *context, const char *at, const char *line, guint number)
{
  for (gsize length = strlen ("pp"); length <= LONGEST_TEST && at[length] != '\0'; length++)
    {
      g_autofree char *name = strchr (" :=", at[length]) != NULL ? g_strndup (at, length) : NULL;
      const char *value = at + length + strspn (at + length, " :=");
      TokBenchTest test;
      TokMeasurement row;
      double deviation;

      if (name == NULL || !tok_bench_test_parse (name, &test) || !tok_number_read (&value, reading->decimal_comma, &deviation))
        continue;
      if (strstr (value, "t/s") == NULL && strstr (value, "tok") == NULL && !is_unit (value))
        continue;
      tok_measurement_init (&row, TOK_MEASURED_DECODE, "text");
      tok_log_context_apply (context, &row);
      tok_bench_test_apply (&test, &row);
      value = at + length + strspn (at + length, " :=");
      tok_bench_speed_parse (value, reading->decimal_comma, &row.tok_s, &row.deviation);
      tok_reading_add (reading, &row, number, line);
      return TRUE;
    }
  return FALSE;
}

static gboolean
read_tests (TokReading *reading, const TokLogContext *context, const char *line, guint number)
{
  gboolean found = FALSE;

  for (const char *at = line; *at != '\0'; at++)
    if ((at == line || !g_ascii_isalnum (at[-1])) && (g_str_has_prefix (at, "pp") || g_str_has_prefix (at, "tg"))
        && (at == line || at[-1] != '+'))
      found = read_test (reading, context, at, line, number) || found;
  return found;
}

static gboolean
has_bare_speed (const TokReading *reading, const char *line)
{
  for (const char *at = line; *at != '\0'; at++)
    if (g_ascii_isdigit (*at) && (at == line || !(g_ascii_isalnum (at[-1]) || strchr (".,", at[-1]) != NULL)))
      {
        const char *end = at;
        double value;

        if (tok_number_read (&end, reading->decimal_comma, &value) && is_unit (end))
          return TRUE;
      }
  return FALSE;
}

void
tok_plain_speed_read (TokReading *reading)
{
  gboolean is_recognized = reading->result->rows->len + reading->result->notes->len > 0;
  guint bare = 0;
  TokLogContext context;

  tok_log_context_init (&context);
  for (guint i = 0; i < tok_text_length (reading->text); i++)
    {
      const char *line = tok_text_line (reading->text, i);
      guint number = tok_text_number (reading->text, i);

      tok_log_context_read (&context, reading, i);
      if (strlen (line) > LONGEST_LINE || read_words (reading, &context, line, number))
        continue;
      if (strchr (line, '|') == NULL && !read_tests (reading, &context, line, number)
          && bare == 0 && has_bare_speed (reading, line))
        bare = number;
    }
  if (!is_recognized && reading->result->rows->len == 0 && bare > 0)
    tok_reading_note (reading, bare,
                      _("A speed is left out, for it does not say of what it is; write “pp512: … t/s” or “tg128: … t/s”."));
}
