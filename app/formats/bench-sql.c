/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "INSERT INTO llama_bench (names) VALUES ('…', …);", a line each. */

#include <string.h>

#include "formats/bench-csv.h"
#include "formats/bench-values.h"

static void
read_insert (TokReading *reading, const char *at, guint index, gboolean *is_noted)
{
  g_autoptr (GPtrArray) names = NULL, values = NULL;
  guint line = tok_text_number (reading->text, index);
  const char *raw;

  at = strchr (at, '(');
  if (at == NULL)
    return;
  at++;
  names = tok_values_split (&at, ',', '"', ')');
  if (!tok_values_have (names, "n_prompt") || !tok_values_have (names, "n_gen"))
    return;
  at = strstr (at, "VALUES");
  at = at != NULL ? strchr (at, '(') : NULL;
  if (at == NULL)
    return;
  raw = at++;
  values = tok_values_split (&at, ',', '\'', ')');
  if (!*is_noted)
    tok_values_note (reading, names, line);
  *is_noted = TRUE;
  tok_values_read (reading, names, values, FALSE, line, raw);
}

void
tok_bench_sql_read (TokReading *reading)
{
  gboolean is_noted = FALSE;

  for (guint i = 0; i < tok_text_length (reading->text); i++)
    {
      const char *at = strstr (tok_text_line (reading->text, i), "INSERT INTO ");

      if (at != NULL)
        read_insert (reading, at, i, &is_noted);
    }
}
