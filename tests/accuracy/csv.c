/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass over the text: fields are copied end to end into one buffer and found again by where they begin. */

#include "csv.h"

#include <string.h>

#include "formats/error.h"
#include "formats/file-read.h"

struct _TokCsv
{
  GString *text;        /* every field with its final NUL */
  GArray  *fields;      /* of gsize: where each begins in text, record by record, the header first */
  guint    n_columns;
};

typedef struct
{
  TokCsv     *csv;
  const char *at, *end;
  guint       line;
  guint       n_fields;  /* of the record being read */
} Reader;

static gboolean
refuse (const Reader *reader,
        int           code,
        const char   *reason,
        GError      **error)
{
  g_set_error (error, TOK_FORMAT_ERROR, code, "Line %u: %s", reader->line, reason);
  return FALSE;
}

static gboolean
begin_field (Reader  *reader,
             GError **error)
{
  gsize begin = reader->csv->text->len;

  if (reader->n_fields == TOK_CSV_MAX_COLUMNS)
    return refuse (reader, TOK_FORMAT_ERROR_LIMIT, "a record has too many fields.", error);
  g_array_append_val (reader->csv->fields, begin);
  reader->n_fields++;
  return TRUE;
}

static gboolean
at_line_end (const Reader *reader)
{
  return *reader->at == '\n' || (*reader->at == '\r' && reader->at + 1 < reader->end && reader->at[1] == '\n');
}

static gboolean
at_field_end (const Reader *reader)
{
  return reader->at == reader->end || *reader->at == ',' || at_line_end (reader);
}

static gboolean
read_quoted (Reader  *reader,
             GError **error)
{
  for (reader->at++; reader->at < reader->end; reader->at++)
    {
      if (*reader->at == '"')
        {
          reader->at++;
          if (reader->at == reader->end || *reader->at != '"')
            return at_field_end (reader)
                   || refuse (reader, TOK_FORMAT_ERROR_SYNTAX, "text follows a closing quote.", error);
        }
      else if (*reader->at == '\n')
        reader->line++;
      g_string_append_c (reader->csv->text, *reader->at);
    }
  return refuse (reader, TOK_FORMAT_ERROR_SYNTAX, "a quoted field does not end.", error);
}

static gboolean
read_plain (Reader  *reader,
            GError **error)
{
  const char *begin = reader->at;

  for (; !at_field_end (reader); reader->at++)
    if (*reader->at == '"' || *reader->at == '\r')
      return refuse (reader, TOK_FORMAT_ERROR_SYNTAX, "a field with quotes or line ends is not quoted.", error);
  g_string_append_len (reader->csv->text, begin, reader->at - begin);
  return TRUE;
}

static gboolean
read_field (Reader  *reader,
            GError **error)
{
  GString *text = reader->csv->text;
  gsize begin = text->len;

  if (!begin_field (reader, error))
    return FALSE;
  if (reader->at < reader->end && *reader->at == '"' ? !read_quoted (reader, error) : !read_plain (reader, error))
    return FALSE;
  if (text->len - begin > TOK_CSV_MAX_FIELD_BYTES)
    return refuse (reader, TOK_FORMAT_ERROR_LIMIT, "a field is too long.", error);
  g_string_append_c (text, '\0');
  return TRUE;
}

static gboolean
read_record (Reader  *reader,
             GError **error)
{
  TokCsv *csv = reader->csv;

  reader->n_fields = 0;
  do
    {
      if (reader->n_fields > 0)
        reader->at++;
      if (!read_field (reader, error))
        return FALSE;
    }
  while (reader->at < reader->end && *reader->at == ',');

  if (csv->n_columns == 0)
    csv->n_columns = reader->n_fields;
  if (reader->n_fields != csv->n_columns)
    return refuse (reader, TOK_FORMAT_ERROR_SYNTAX, "a record has not as many fields as the header.", error);
  if (csv->fields->len > csv->n_columns * (TOK_CSV_MAX_RECORDS + 1))
    return refuse (reader, TOK_FORMAT_ERROR_LIMIT, "there are too many records.", error);
  if (reader->at < reader->end)
    reader->at += *reader->at == '\r' ? 2 : 1;
  reader->line++;
  return TRUE;
}

static gboolean
check_columns (const TokCsv *csv,
               GError      **error)
{
  for (guint i = 0; i < csv->n_columns; i++)
    {
      const char *name = csv->text->str + g_array_index (csv->fields, gsize, i);
      guint first;

      if (tok_csv_find (csv, name, &first) && first != i)
        {
          g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX, "Line 1: two columns are named “%s”.", name);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_text (const Reader *reader,
            GError      **error)
{
  gsize length = reader->end - reader->at;

  if (length > TOK_CSV_MAX_BYTES)
    return refuse (reader, TOK_FORMAT_ERROR_LIMIT, "the table is too large.", error);
  return g_utf8_validate_len (reader->at, length, NULL)
         || refuse (reader, TOK_FORMAT_ERROR_SYNTAX, "the table is not UTF-8 text.", error);
}

TokCsv *
tok_csv_parse (const char *text,
               gsize       length,
               GError    **error)
{
  g_autoptr (TokCsv) csv = g_new0 (TokCsv, 1);
  Reader reader = { csv, text, text + length, 1, 0 };

  csv->text = g_string_new (NULL);
  csv->fields = g_array_new (FALSE, FALSE, sizeof (gsize));
  if (!check_text (&reader, error))
    return NULL;
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    reader.at += 3;
  do
    if (!read_record (&reader, error))
      return NULL;
  while (reader.at < reader.end);
  return check_columns (csv, error) ? g_steal_pointer (&csv) : NULL;
}

TokCsv *
tok_csv_load (GFile   *file,
              GError **error)
{
  gsize length;
  g_autofree char *text = tok_file_read (file, TOK_CSV_MAX_BYTES, &length, error);
  g_autoptr (GError) reason = NULL;
  TokCsv *csv;

  if (text == NULL)
    return NULL;
  csv = tok_csv_parse (text, length, &reason);
  if (csv == NULL)
    tok_format_error_set_in_file (error, file, 0, reason);
  return csv;
}

void
tok_csv_free (TokCsv *csv)
{
  g_string_free (csv->text, TRUE);
  g_array_unref (csv->fields);
  g_free (csv);
}

guint
tok_csv_n_records (const TokCsv *csv)
{
  return csv->fields->len / csv->n_columns - 1;
}

gboolean
tok_csv_find (const TokCsv *csv,
              const char   *name,
              guint        *column)
{
  for (guint i = 0; i < csv->n_columns; i++)
    if (strcmp (csv->text->str + g_array_index (csv->fields, gsize, i), name) == 0)
      {
        *column = i;
        return TRUE;
      }
  return FALSE;
}

const char *
tok_csv_field (const TokCsv *csv,
               guint         record,
               guint         column)
{
  g_return_val_if_fail (record < tok_csv_n_records (csv) && column < csv->n_columns, "");

  return csv->text->str + g_array_index (csv->fields, gsize, (record + 1) * csv->n_columns + column);
}
