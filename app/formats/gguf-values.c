/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The metadata of a GGUF file: short values are kept, long ones are passed over without storing them. */

#include "formats/gguf-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* Of all keys and values together. */
#define MOST_KEPT_BYTES (8 * 1024 * 1024)
/* Where the keys must have ended. */
#define LONGEST_HEADER (G_GUINT64_CONSTANT (512) * 1024 * 1024)

typedef enum
{
  TYPE_U8, TYPE_I8, TYPE_U16, TYPE_I16, TYPE_U32, TYPE_I32, TYPE_F32, TYPE_BOOL, TYPE_TEXT, TYPE_ARRAY, TYPE_U64, TYPE_I64,
  TYPE_F64, N_TYPES
} ValueType;

/* 0: of varying length. */
static const guint type_bytes[N_TYPES] = { 1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8 };

static char *
place_of (const TokCursor *cursor)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, tok_cursor_position (cursor));
}

static gboolean
read_length (TokCursor *cursor, guint version, guint64 *length, GError **error)
{
  guint32 short_length;

  if (version > 1)
    return tok_cursor_u64 (cursor, length, error);
  if (!tok_cursor_u32 (cursor, &short_length, error))
    return FALSE;
  *length = short_length;
  return TRUE;
}

static gboolean
read_text_length (TokCursor *cursor, guint version, guint64 *length, GError **error)
{
  g_autofree char *place = NULL;

  if (!read_length (cursor, version, length, error))
    return FALSE;
  if (*length <= tok_cursor_left (cursor))
    return TRUE;
  place = place_of (cursor);
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX,
               _("A text at byte %s is said to be longer than the file; the file is damaged or cut, fetch it again."), place);
  return FALSE;
}

gboolean
tok_gguf_read_text (TokCursor *cursor,
                    guint      version,
                    char     **text,
                    GError   **error)
{
  g_autofree char *bytes = NULL;
  guint64 length;

  *text = NULL;
  if (!read_text_length (cursor, version, &length, error))
    return FALSE;
  if (length > TOK_GGUF_LONGEST_TEXT)
    return tok_cursor_skip (cursor, length, error);
  bytes = g_malloc ((gsize) length + 1);
  if (!tok_cursor_read (cursor, bytes, (gsize) length, error))
    return FALSE;
  *text = g_utf8_make_valid (bytes, (gssize) length);
  return TRUE;
}

static gboolean
check_type (const TokCursor *cursor, guint32 type, GError **error)
{
  g_autofree char *place = NULL;

  if (type < N_TYPES)
    return TRUE;
  place = place_of (cursor);
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX,
               _("Before byte %s a value has the unknown kind %u; the file is damaged, fetch it again."), place, type);
  return FALSE;
}

static gboolean
read_number (TokCursor *cursor, guint32 type, double *number, GError **error)
{
  guint8 bits8;
  guint16 bits16;
  guint32 bits32;
  guint64 bits64;

  switch (type)
    {
    case TYPE_F32:
      return tok_cursor_f32 (cursor, number, error);
    case TYPE_F64:
      return tok_cursor_f64 (cursor, number, error);
    case TYPE_U16:
    case TYPE_I16:
      if (!tok_cursor_u16 (cursor, &bits16, error))
        return FALSE;
      *number = type == TYPE_I16 ? (double) (gint16) bits16 : bits16;
      return TRUE;
    case TYPE_U32:
    case TYPE_I32:
      if (!tok_cursor_u32 (cursor, &bits32, error))
        return FALSE;
      *number = type == TYPE_I32 ? (double) (gint32) bits32 : bits32;
      return TRUE;
    case TYPE_U64:
    case TYPE_I64:
      if (!tok_cursor_u64 (cursor, &bits64, error))
        return FALSE;
      *number = type == TYPE_I64 ? (double) (gint64) bits64 : (double) bits64;
      return TRUE;
    default:
      if (!tok_cursor_u8 (cursor, &bits8, error))
        return FALSE;
      *number = type == TYPE_I8 ? (double) (gint8) bits8 : bits8;
      return TRUE;
    }
}

static gboolean
read_numbers (TokCursor *cursor, guint32 type, TokGgufValue *value, GError **error)
{
  value->type = TOK_GGUF_NUMBERS;
  value->numbers = g_new0 (double, value->length);
  for (guint64 i = 0; i < value->length; i++)
    if (!read_number (cursor, type, &value->numbers[i], error))
      return FALSE;
  return TRUE;
}

static gboolean skip_array (TokCursor *cursor, guint version, guint depth, GError **error);

static gboolean
check_header (const TokCursor *cursor, GError **error)
{
  if (tok_cursor_position (cursor) <= LONGEST_HEADER)
    return TRUE;
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT,
               _("The header does not end within %u MiB; the file is damaged or made to be too large."),
               (guint) (LONGEST_HEADER / (1024 * 1024)));
  return FALSE;
}

/* Elements of varying length: texts, and arrays one level deeper. */
static gboolean
skip_elements (TokCursor *cursor, guint version, guint32 type, guint64 length, guint depth, GError **error)
{
  const guint64 least_bytes = version > 1 ? 8 : 4;

  if (!tok_cursor_expect (cursor, length, least_bytes, error))
    return FALSE;
  for (guint64 i = 0; i < length; i++)
    {
      guint64 text_length;

      if (type == TYPE_ARRAY)
        {
          if (!skip_array (cursor, version, depth + 1, error))
            return FALSE;
        }
      else if (!read_text_length (cursor, version, &text_length, error) || !tok_cursor_skip (cursor, text_length, error))
        return FALSE;
      if (!check_header (cursor, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_array_start (TokCursor *cursor, guint version, guint32 *type, guint64 *length, GError **error)
{
  return tok_cursor_u32 (cursor, type, error)
         && check_type (cursor, *type, error)
         && read_length (cursor, version, length, error)
         && tok_cursor_expect (cursor, *length, MAX (type_bytes[*type], 1), error);
}

static gboolean
skip_array (TokCursor *cursor, guint version, guint depth, GError **error)
{
  guint64 length;
  guint32 type;

  if (depth > TOK_GGUF_DEEPEST_ARRAY)
    {
      g_autofree char *place = place_of (cursor);

      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT,
                   _("At byte %s lists are nested deeper than %u levels; no model needs that."), place, TOK_GGUF_DEEPEST_ARRAY);
      return FALSE;
    }
  if (!read_array_start (cursor, version, &type, &length, error))
    return FALSE;
  if (type_bytes[type] > 0)
    return tok_cursor_skip (cursor, length * type_bytes[type], error);
  return skip_elements (cursor, version, type, length, depth, error);
}

static gboolean
read_array (TokCursor *cursor, guint version, TokGgufValue *value, GError **error)
{
  guint32 type;

  value->type = TOK_GGUF_LENGTH;
  if (!read_array_start (cursor, version, &type, &value->length, error))
    return FALSE;
  if (type_bytes[type] == 0)
    return skip_elements (cursor, version, type, value->length, 1, error);
  if (value->length <= TOK_GGUF_MOST_NUMBERS)
    return read_numbers (cursor, type, value, error);
  return tok_cursor_skip (cursor, value->length * type_bytes[type], error);
}

static gboolean
read_value (TokCursor *cursor, guint version, TokGgufValue *value, GError **error)
{
  guint32 type;

  if (!tok_gguf_read_text (cursor, version, &value->key, error))
    return FALSE;
  if (value->key == NULL || value->key[0] == '\0')
    {
      g_autofree char *place = place_of (cursor);

      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX,
                   _("Before byte %s a key has no name, or an endless one; the file is damaged, fetch it again."), place);
      return FALSE;
    }
  if (!tok_cursor_u32 (cursor, &type, error) || !check_type (cursor, type, error))
    return FALSE;
  if (type == TYPE_ARRAY)
    return read_array (cursor, version, value, error);
  if (type != TYPE_TEXT)
    {
      value->type = TOK_GGUF_NUMBER;
      return read_number (cursor, type, &value->number, error);
    }
  value->type = TOK_GGUF_TEXT;
  if (!tok_gguf_read_text (cursor, version, &value->text, error))
    return FALSE;
  if (value->text == NULL)
    value->type = TOK_GGUF_LENGTH;
  return TRUE;
}

static gsize
kept_bytes (const TokGgufValue *value)
{
  return sizeof *value + strlen (value->key) + (value->text != NULL ? strlen (value->text) : 0)
         + (value->numbers != NULL ? value->length * sizeof *value->numbers : 0);
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  const TokGgufValue *left = a, *right = b;

  return strcmp (left->key, right->key);
}

static gboolean
check_duplicates (const TokGguf *gguf, GError **error)
{
  for (guint i = 1; i < gguf->values->len; i++)
    {
      const TokGgufValue *value = &g_array_index (gguf->values, TokGgufValue, i);
      g_autofree char *shown = NULL;

      if (compare_values (value - 1, value) != 0)
        continue;
      shown = tok_gguf_shown_name (value->key, TOK_GGUF_SHOWN_BYTES);
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX,
                   _("The key “%s” is given twice; the file is damaged, fetch it again."), shown);
      return FALSE;
    }
  return TRUE;
}

gboolean
tok_gguf_read_values (TokGguf   *gguf,
                      TokCursor *cursor,
                      guint64    n_keys,
                      GError   **error)
{
  gsize kept = 0;

  for (guint64 i = 0; i < n_keys; i++)
    {
      TokGgufValue value = { NULL, TOK_GGUF_LENGTH, 0.0, NULL, NULL, 0 };
      gboolean done = read_value (cursor, gguf->version, &value, error);

      g_array_append_val (gguf->values, value);
      if (!done || !check_header (cursor, error))
        return FALSE;
      kept += kept_bytes (&value);
      if (kept > MOST_KEPT_BYTES)
        {
          g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT,
                       _("The metadata holds more than %u MiB of short values; no model needs that."),
                       MOST_KEPT_BYTES / (1024 * 1024));
          return FALSE;
        }
    }
  g_array_sort (gguf->values, compare_values);
  return check_duplicates (gguf, error);
}

const TokGgufValue *
tok_gguf_value (const TokGguf *gguf,
                const char    *key)
{
  const TokGgufValue wanted = { .key = (char *) key };
  guint index;

  if (!g_array_binary_search (gguf->values, &wanted, compare_values, &index))
    return NULL;
  return &g_array_index (gguf->values, TokGgufValue, index);
}

double
tok_gguf_number (const TokGguf *gguf,
                 const char    *key,
                 double         fallback)
{
  const TokGgufValue *value = tok_gguf_value (gguf, key);

  return value != NULL && value->type == TOK_GGUF_NUMBER ? value->number : fallback;
}

const char *
tok_gguf_text (const TokGguf *gguf,
               const char    *key)
{
  const TokGgufValue *value = tok_gguf_value (gguf, key);

  return value != NULL && value->type == TOK_GGUF_TEXT ? value->text : NULL;
}
