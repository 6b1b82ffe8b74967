/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "run-1  wall= 14.79s  ttft= 146ms  toks=1000  wall_TPS= 67.62  decode_TPS= 68.29": club-3090's bench.sh.
 *
 * Warm-ups are no results, and the summary below the runs is their mean: neither is a row. */

#include <glib/gi18n.h>
#include <string.h>

#include "formats/bench-client.h"
#include "formats/bench-words.h"
#include "formats/log-context.h"
#include "formats/text-number.h"
#include "formats/text-privacy.h"

typedef struct
{
  TokReading   *reading;
  TokLogContext context;
  guint         n_left_out, first_left_out;
  double        acceptance;     /* of the last line on it, TOK_AUTO for none */
  guint         first_row;
} Walk;

static void
read_run (Walk *self, const char *line, guint number)
{
  const char *start = line + strspn (line, " ");
  const char *rate = tok_text_behind (line, " decode_TPS");
  const char *count = tok_text_behind (line, " toks");
  TokMeasuredKind kind = TOK_MEASURED_DECODE;
  TokMeasurement row;

  if (rate == NULL)
    {
      rate = tok_text_behind (line, " PP_tok/s");
      count = tok_text_behind (line, " prompt_toks");
      kind = TOK_MEASURED_PREFILL;
    }
  if (rate == NULL || count == NULL)
    return;
  if (!g_str_has_prefix (start, "run-"))
    {
      if (self->n_left_out++ == 0)
        self->first_left_out = number;
      return;
    }
  tok_measurement_init (&row, kind, "club-3090 bench");
  if (!tok_number_read (&count, FALSE, &row.n_tokens) || !tok_number_read (&rate, self->reading->decimal_comma, &row.tok_s))
    return;
  tok_reading_add (self->reading, &row, number, line);
}

/* The head of the output: "model : …", "weights ftype : …", "serving argv : … threads=24 ubatch=2048 ngl=99 …". */
static void
read_head (Walk *self, const char *line)
{
  TokMeasurement *known = &self->context.known;
  const char *start = line + strspn (line, " ");
  const char *at;
  static const struct { const char *key; gsize offset; } numbers[] = {
    { " threads=", G_STRUCT_OFFSET (TokMeasurement, threads) }, { " ubatch=", G_STRUCT_OFFSET (TokMeasurement, ubatch) },
    { " ngl=", G_STRUCT_OFFSET (TokMeasurement, gpu_layers) },
  };

  if (g_str_has_prefix (start, "weights ftype") && (at = strchr (start, ':')) != NULL)
    known->file_type = tok_file_type_from_words (at + 1);
  else if (g_str_has_prefix (start, "model  ") && (at = strchr (start, ':')) != NULL)
    tok_text_copy (known->model, sizeof known->model, at + 1, strlen (at + 1));
  else if (g_str_has_prefix (start, "serving argv"))
    for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
      if ((at = tok_text_behind (start, numbers[i].key)) != NULL)
        tok_number_read (&at, FALSE, G_STRUCT_MEMBER_P (known, numbers[i].offset));
}

/* "Avg Draft acceptance rate: 81.3%" of vLLM's log, quoted below. */
static void
read_acceptance (Walk *self, const char *line)
{
  const char *at = tok_text_behind (line, "Avg Draft acceptance rate:");
  double percent;

  if (at != NULL && tok_number_read (&at, FALSE, &percent) && percent >= 0.0 && percent <= 100.0)
    self->acceptance = percent / 100.0;
}

static void
finish (Walk *self)
{
  GArray *rows = self->reading->result->rows;

  for (guint i = self->first_row; i < rows->len; i++)
    {
      TokMeasurement *row = &g_array_index (rows, TokMeasurement, i);

      tok_log_context_apply (&self->context, row);
      if (row->kind == TOK_MEASURED_DECODE && self->acceptance >= 0.0)
        row->acceptance = self->acceptance;
    }
  if (self->n_left_out > 0)
    tok_reading_note (self->reading, self->first_left_out,
                      ngettext ("%u warm-up run is left out.", "%u warm-up runs are left out.", self->n_left_out),
                      self->n_left_out);
}

void
tok_bench_client_read (TokReading *reading)
{
  Walk walk = { .reading = reading, .acceptance = TOK_AUTO, .first_row = reading->result->rows->len };

  tok_log_context_init (&walk.context);
  for (guint i = 0; i < tok_text_length (reading->text); i++)
    {
      const char *line = tok_text_line (reading->text, i);

      tok_log_context_read (&walk.context, reading, i);
      read_head (&walk, line);
      read_run (&walk, line, tok_text_number (reading->text, i));
      read_acceptance (&walk, line);
    }
  finish (&walk);
}
