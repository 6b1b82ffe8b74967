/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns are as wide as their widest cell, in characters. */

#include "command/table.h"

struct _TokTable
{
  guint      n_columns;
  GPtrArray *cells;      /* of char *, row by row */
};

TokTable *
tok_table_new (guint n_columns)
{
  TokTable *table = g_new (TokTable, 1);

  table->n_columns = n_columns;
  table->cells = g_ptr_array_new_with_free_func (g_free);
  return table;
}

void
tok_table_free (TokTable *table)
{
  g_ptr_array_unref (table->cells);
  g_free (table);
}

void
tok_table_add (TokTable *table,
               char     *text)
{
  g_ptr_array_add (table->cells, text);
}

static glong
column_width (const TokTable *table,
              guint           column)
{
  glong width = 0;

  for (guint i = column; i < table->cells->len; i += table->n_columns)
    width = MAX (width, g_utf8_strlen (g_ptr_array_index (table->cells, i), -1));
  return width;
}

static void
end_line (GString *text)
{
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
  g_string_append_c (text, '\n');
}

char *
tok_table_to_text (const TokTable *table)
{
  g_autofree glong *widths = g_new (glong, table->n_columns);
  GString *text = g_string_new (NULL);

  for (guint column = 0; column < table->n_columns; column++)
    widths[column] = column_width (table, column);
  for (guint i = 0; i < table->cells->len; i++)
    {
      guint column = i % table->n_columns;
      const char *cell = g_ptr_array_index (table->cells, i);

      g_string_append (text, cell);
      if (column + 1 == table->n_columns)
        end_line (text);
      else
        g_string_append_printf (text, "%*s", (int) (widths[column] - g_utf8_strlen (cell, -1) + 2), "");
    }
  return g_string_free (text, FALSE);
}
