/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of names, then lines of values; other lines may stand between. */

#include "formats/bench-csv.h"

#include <string.h>

#include "formats/bench-values.h"

/* Spreadsheets write ";" where the comma is the decimal sign. */
static const char separators[] = { ',', ';' };

/* Lines of JSON and SQL have the same words in them. */
static gboolean
are_names (GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    for (const char *at = names->pdata[i]; *at != '\0'; at++)
      if (!g_ascii_isalnum (*at) && *at != '_')
        return FALSE;
  return tok_values_have (names, "n_prompt") && tok_values_have (names, "n_gen");
}

/* The names in @line, NULL when it is no such header. */
static GPtrArray *
read_header (const char *line, char *separator)
{
  if (strstr (line, "avg_ts") == NULL && strstr (line, "avg_ns") == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      const char *at = line;
      g_autoptr (GPtrArray) names = tok_values_split (&at, separators[i], '"', '\0');

      *separator = separators[i];
      if (*at == '\0' && are_names (names))
        return g_steal_pointer (&names);
    }
  return NULL;
}

static void
read_line (TokReading *reading, GPtrArray *names, char separator, guint index)
{
  const char *line = tok_text_line (reading->text, index);
  const char *at = line;
  g_autoptr (GPtrArray) values = NULL;

  if (strchr (line, separator) == NULL)
    return;
  values = tok_values_split (&at, separator, '"', '\0');
  /* log lines have a few commas */
  if (*at == '\0' && values->len * 2 > names->len)
    tok_values_read (reading, names, values, separator == ';', tok_text_number (reading->text, index), line);
}

void
tok_bench_csv_read (TokReading *reading)
{
  g_autoptr (GPtrArray) names = NULL;
  char separator = ',';

  for (guint i = 0; i < tok_text_length (reading->text); i++)
    {
      GPtrArray *header = read_header (tok_text_line (reading->text, i), &separator);

      if (header != NULL)
        {
          g_clear_pointer (&names, g_ptr_array_unref);
          names = header;
          tok_values_note (reading, names, tok_text_number (reading->text, i));
        }
      else if (names != NULL)
        read_line (reading, names, separator, i);
    }
}
