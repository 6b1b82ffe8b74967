/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By name, never by position. */

#include "formats/bench-values.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/bench-row.h"

#define MOST_VALUES 200u
#define TOOL "llama-bench"

/* The quoted cell at @at, which is behind the opening quote. */
static char *
read_quoted (const char **at, char quote)
{
  GString *cell = g_string_new (NULL);
  const char *now = *at;

  for (; *now != '\0'; now++)
    if (*now != quote)
      g_string_append_c (cell, *now);
    else if (now[1] == quote)
      g_string_append_c (cell, *now++);
    else
      break;
  *at = *now != '\0' ? now + 1 : now;
  return g_string_free (cell, FALSE);
}

static char *
read_plain (const char **at, char separator, char close)
{
  const char ends[] = { separator, close, '\0' };
  gsize length = strcspn (*at, ends);
  char *cell = g_strstrip (g_strndup (*at, length));

  *at += length;
  return cell;
}

GPtrArray *
tok_values_split (const char **at,
                  char         separator,
                  char         quote,
                  char         close)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  const char ends[] = { separator, close, '\0' };
  const char *now = *at;

  while (cells->len < MOST_VALUES)
    {
      now += strspn (now, " ");
      if (*now == quote)
        {
          now++;
          g_ptr_array_add (cells, read_quoted (&now, quote));
          now += strcspn (now, ends);
        }
      else
        g_ptr_array_add (cells, read_plain (&now, separator, close));
      if (*now != separator || *now == '\0')
        break;
      now++;
    }
  *at = now;
  return cells;
}

gboolean
tok_values_have (GPtrArray  *names,
                 const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], name))
      return TRUE;
  return FALSE;
}

void
tok_values_note (TokReading *reading,
                 GPtrArray  *names,
                 guint       line)
{
  g_autoptr (GString) unknown = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    if (!tok_bench_row_knows (names->pdata[i]))
      g_string_append_printf (unknown, "%s%s", unknown->len > 0 ? ", " : "", (const char *) names->pdata[i]);
  if (unknown->len > 0)
    tok_reading_note (reading, line, _("Columns that are not known are left out: %s."), unknown->str);
}

void
tok_values_read (TokReading *reading,
                 GPtrArray  *names,
                 GPtrArray  *values,
                 gboolean    decimal_comma,
                 guint       line,
                 const char *raw)
{
  guint more = values->len > names->len ? values->len - names->len : 0;
  TokBenchRow row;

  if (values->len < names->len)
    {
      tok_reading_note (reading, line, _("A row is left out: it has %u values under %u names."), values->len, names->len);
      return;
    }
  tok_bench_row_init (&row, TOOL);
  for (guint i = 0; i < names->len; i++)
    tok_bench_row_set (&row, names->pdata[i], values->pdata[i + more], decimal_comma);
  if (more > 0 && !tok_bench_row_is_sane (&row))
    {
      tok_reading_note (reading, line, _("A row is left out: it has %u values under %u names."), values->len, names->len);
      return;
    }
  if (more > 0)
    tok_reading_note (reading, line,
                      _("The row has %u values under %u names; it is read from the right, where tokens over time are its speed."),
                      values->len, names->len);
  tok_bench_row_finish (&row, reading, line, raw);
}
