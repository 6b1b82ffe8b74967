/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns by their names in the header, so that their order does not matter. */

#include "row.h"

#include <math.h>
#include <string.h>

#include "formats/error.h"

/* Of any column; a file of a terabyte is 1e12 bytes. */
#define LARGEST 1e15
/* Of a micro-batch two tables of a source agree on. */
#define LARGEST_UBATCH 1e6

/* The column of what a table has no column for. */
#define ABSENT G_MAXUINT

typedef struct { const char *name; gsize offset; gboolean needed; } Text;

static const Text texts[] = {
  { "id", G_STRUCT_OFFSET (TokRow, id), TRUE },
  { "date", G_STRUCT_OFFSET (TokRow, date), FALSE },
  { "hardware", G_STRUCT_OFFSET (TokRow, hardware), TRUE },
  { "split_mode", G_STRUCT_OFFSET (TokRow, split_mode), FALSE },
  { "backend", G_STRUCT_OFFSET (TokRow, backend), TRUE },
  { "engine", G_STRUCT_OFFSET (TokRow, engine), TRUE },
  { "model", G_STRUCT_OFFSET (TokRow, model), TRUE },
  { "quant", G_STRUCT_OFFSET (TokRow, quant), TRUE },
  { "kv_type", G_STRUCT_OFFSET (TokRow, kv_type), FALSE },
  { "spec", G_STRUCT_OFFSET (TokRow, spec), FALSE },
  { "os", G_STRUCT_OFFSET (TokRow, os), FALSE },
  { "variant", G_STRUCT_OFFSET (TokRow, variant), FALSE },
  { "notes", G_STRUCT_OFFSET (TokRow, notes), FALSE },
};

/* "all", a number, or nothing. */
static const Text layers[] = {
  { "ngl", G_STRUCT_OFFSET (TokRow, layers_on_gpu), TRUE },
  { "moe_cpu", G_STRUCT_OFFSET (TokRow, expert_layers_on_cpu), FALSE },
};

typedef enum { NEEDED = 1 << 0, WHOLE = 1 << 1 } NumberFlags;
typedef struct { const char *name; gsize offset; double fallback, minimum, maximum; NumberFlags flags; } Number;

static const Number numbers[] = {
  { "n_gpus", G_STRUCT_OFFSET (TokRow, n_gpus), 1.0, 0.0, LARGEST, NEEDED | WHOLE },
  { "weights_bytes", G_STRUCT_OFFSET (TokRow, weights_bytes), TOK_ROW_NOT_STATED, 1.0, LARGEST, 0 },
  { "fa", G_STRUCT_OFFSET (TokRow, flash_attention), TOK_ROW_NOT_STATED, 0.0, 1.0, WHOLE },
  { "n_tokens", G_STRUCT_OFFSET (TokRow, n_tokens), TOK_ROW_NOT_STATED, 1.0, LARGEST, 0 },
  { "depth", G_STRUCT_OFFSET (TokRow, depth), 0.0, 0.0, LARGEST, 0 },
  { "batch", G_STRUCT_OFFSET (TokRow, batch), 1.0, 1.0, LARGEST, WHOLE },
  { "tok_s", G_STRUCT_OFFSET (TokRow, tok_s), TOK_ROW_NOT_STATED, 1e-6, LARGEST, NEEDED },
  { "ubatch", G_STRUCT_OFFSET (TokRow, ubatch), TOK_ROW_NOT_STATED, 1.0, LARGEST, WHOLE },
  { "threads", G_STRUCT_OFFSET (TokRow, threads), TOK_ROW_NOT_STATED, 1.0, LARGEST, WHOLE },
  { "prompt_tokens", G_STRUCT_OFFSET (TokRow, prompt_tokens), TOK_ROW_NOT_STATED, 1.0, LARGEST, 0 },
};

/* "1", "0", or nothing for no. */
static const Text flags[] = {
  { "host_limited", G_STRUCT_OFFSET (TokRow, host_limited), FALSE },
  { "includes_prompt", G_STRUCT_OFFSET (TokRow, includes_prompt), FALSE },
  { "clean", G_STRUCT_OFFSET (TokRow, clean), FALSE },
};

/* Where every column is. */
typedef struct
{
  const TokCsv *csv;
  guint texts[G_N_ELEMENTS (texts)], layers[G_N_ELEMENTS (layers)];
  guint numbers[G_N_ELEMENTS (numbers)], flags[G_N_ELEMENTS (flags)];
  guint source, test;
} Columns;

static gboolean
find (const TokCsv *csv,
      const char   *name,
      gboolean      needed,
      guint        *column,
      GError      **error)
{
  if (tok_csv_find (csv, name, column))
    return TRUE;
  *column = ABSENT;
  if (needed)
    g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, "The table of measurements has no column “%s”.", name);
  return !needed;
}

static gboolean
find_texts (const TokCsv *csv,
            const Text   *sought,
            guint         n,
            guint        *columns,
            GError      **error)
{
  for (guint i = 0; i < n; i++)
    if (!find (csv, sought[i].name, sought[i].needed, &columns[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
find_columns (Columns      *columns,
              const TokCsv *csv,
              GError      **error)
{
  columns->csv = csv;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!find (csv, numbers[i].name, numbers[i].flags & NEEDED, &columns->numbers[i], error))
      return FALSE;
  return find_texts (csv, texts, G_N_ELEMENTS (texts), columns->texts, error)
         && find_texts (csv, layers, G_N_ELEMENTS (layers), columns->layers, error)
         && find_texts (csv, flags, G_N_ELEMENTS (flags), columns->flags, error)
         && find (csv, "source", TRUE, &columns->source, error) && find (csv, "test", TRUE, &columns->test, error);
}

static const char *
field (const TokCsv *csv,
       guint         record,
       guint         column)
{
  return column != ABSENT ? tok_csv_field (csv, record, column) : "";
}

static void
set_fault (TokRow     *row,
           const char *column)
{
  if (row->fault == NULL)
    row->fault = g_strdup_printf ("unreadable %s", column);
}

static void
read_number (TokRow       *row,
             const Number *number,
             const char   *text)
{
  double *place = G_STRUCT_MEMBER_P (row, number->offset);
  char *end;

  *place = g_ascii_strtod (text, &end);
  if (*text == '\0' && !(number->flags & NEEDED))
    *place = number->fallback;
  else if (end == text || *end != '\0' || !(*place >= number->minimum) || !(*place <= number->maximum)
           || ((number->flags & WHOLE) && *place != floor (*place)))
    {
      *place = number->fallback;
      set_fault (row, number->name);
    }
}

static void
read_layers (TokRow     *row,
             const Text *column,
             const char *text)
{
  G_STRUCT_MEMBER (const char *, row, column->offset) = text;
  if (*text != '\0' && strcmp (text, "all") != 0 && !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT, NULL, NULL))
    set_fault (row, column->name);
}

static void
read_flag (TokRow     *row,
           const Text *column,
           const char *text)
{
  gboolean is_set = strcmp (text, "1") == 0;

  G_STRUCT_MEMBER (gboolean, row, column->offset) = is_set;
  if (!is_set && *text != '\0' && strcmp (text, "0") != 0)
    set_fault (row, column->name);
}

static void
read_test (TokRow     *row,
           const char *text)
{
  row->test = strcmp (text, "pp") == 0 ? TOK_TEST_PREFILL : TOK_TEST_DECODE;
  if (row->test == TOK_TEST_DECODE && strcmp (text, "tg") != 0)
    set_fault (row, "test");
}

static TokRow *
read_row (const Columns *columns,
          guint          record)
{
  const TokCsv *csv = columns->csv;
  const char *source = field (csv, record, columns->source);
  TokRow *row = g_new0 (TokRow, 1);

  row->source = g_strndup (source, strcspn (source, " "));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    G_STRUCT_MEMBER (const char *, row, texts[i].offset) = field (csv, record, columns->texts[i]);
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    read_layers (row, &layers[i], field (csv, record, columns->layers[i]));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    read_number (row, &numbers[i], field (csv, record, columns->numbers[i]));
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    read_flag (row, &flags[i], field (csv, record, columns->flags[i]));
  read_test (row, field (csv, record, columns->test));
  return row;
}

static char *
setting_key (const TokRow *row)
{
  return g_strjoin ("|", row->source, row->hardware, row->engine, NULL);
}

/* What a source states for an engine on a machine: of several values none. */
static GHashTable *
stated_micro_batches (GPtrArray *rows)
{
  GHashTable *stated = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      const TokRow *row = g_ptr_array_index (rows, i);
      g_autofree char *key = setting_key (row);
      gpointer other;

      if (row->ubatch == TOK_ROW_NOT_STATED || row->ubatch > LARGEST_UBATCH)
        continue;
      if (g_hash_table_lookup_extended (stated, key, NULL, &other) && GPOINTER_TO_UINT (other) != (guint) row->ubatch)
        g_hash_table_insert (stated, g_steal_pointer (&key), GUINT_TO_POINTER (0));
      else
        g_hash_table_insert (stated, g_steal_pointer (&key), GUINT_TO_POINTER ((guint) row->ubatch));
    }
  return stated;
}

/* A source that states one micro-batch in some of its tables has it in all. */
static void
complete_micro_batches (GPtrArray *rows)
{
  g_autoptr (GHashTable) stated = stated_micro_batches (rows);

  for (guint i = 0; i < rows->len; i++)
    {
      TokRow *row = g_ptr_array_index (rows, i);
      g_autofree char *key = setting_key (row);
      guint ubatch = GPOINTER_TO_UINT (g_hash_table_lookup (stated, key));

      if (row->ubatch == TOK_ROW_NOT_STATED && ubatch > 0)
        row->ubatch = ubatch;
    }
}

static void
row_free (gpointer data)
{
  TokRow *row = data;

  g_free (row->source);
  g_free (row->fault);
  g_free (row);
}

GPtrArray *
tok_rows_read (const TokCsv *csv,
               GError      **error)
{
  Columns columns;
  GPtrArray *rows;

  if (!find_columns (&columns, csv, error))
    return NULL;
  rows = g_ptr_array_new_with_free_func (row_free);
  for (guint i = 0; i < tok_csv_n_records (csv); i++)
    g_ptr_array_add (rows, read_row (&columns, i));
  complete_micro_batches (rows);
  return rows;
}
