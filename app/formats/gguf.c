/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads one GGUF file: start, counts, metadata, tensor table, and whether the data is all there. */

#include "formats/gguf-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/text-privacy.h"

#define NEWEST_VERSION 3
#define DEFAULT_ALIGNMENT 32
#define LONGEST_START 64
/* Behind the data, to be looked over for another file. */
#define LONGEST_PADDING 4096
/* Offsets and elements stay below, so that sums of two cannot overflow. */
#define LARGEST_NUMBER (G_GUINT64_CONSTANT (1) << 60)

static TokGguf *
gguf_new (guint64 size)
{
  TokGguf *self = g_new0 (TokGguf, 1);

  self->architecture = g_strdup ("");
  self->name = g_strdup ("");
  self->alignment = DEFAULT_ALIGNMENT;
  self->values = g_array_new (FALSE, TRUE, sizeof (TokGgufValue));
  self->tensors = g_array_new (FALSE, TRUE, sizeof (TokGgufTensor));
  self->names = g_string_new (NULL);
  self->missing_shards = g_ptr_array_new_with_free_func (g_free);
  self->file_bytes = size;
  self->split_count = 1;
  return self;
}

void
tok_gguf_free (TokGguf *self)
{
  for (guint i = 0; i < self->values->len; i++)
    {
      TokGgufValue *value = &g_array_index (self->values, TokGgufValue, i);

      g_free (value->key);
      g_free (value->text);
      g_free (value->numbers);
    }
  g_array_unref (self->values);
  g_array_unref (self->tensors);
  g_string_free (self->names, TRUE);
  g_ptr_array_unref (self->missing_shards);
  g_free (self->architecture);
  g_free (self->name);
  g_free (self);
}

gboolean
tok_gguf_has_start (const guint8 *bytes,
                    gsize         length)
{
  return length >= 4 && (memcmp (bytes, "GGUF", 4) == 0 || memcmp (bytes, "FUGG", 4) == 0);
}

static gboolean
read_start (TokGguf *self, TokCursor *cursor, GError **error)
{
  guint8 start[LONGEST_START] = { 0 };
  gsize length = MIN (tok_cursor_left (cursor), 4);
  guint32 version;

  if (!tok_cursor_read (cursor, start, length, error))
    return FALSE;
  if (!tok_gguf_has_start (start, length))
    {
      gsize rest = MIN (tok_cursor_left (cursor), sizeof start - length);

      if (tok_cursor_read (cursor, start + length, rest, error))
        tok_gguf_refuse_start (start, length + rest, error);
      return FALSE;
    }
  if (!tok_cursor_u32 (cursor, &version, error))
    return FALSE;
  if ((version & 0xffff) == 0)
    {
      self->big_endian = TRUE;
      tok_cursor_set_big_endian (cursor, TRUE);
      version = GUINT32_SWAP_LE_BE (version);
    }
  self->version = version;
  if (version >= 1 && version <= NEWEST_VERSION)
    return TRUE;
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VERSION,
               _("This is GGUF version %u, which this program does not know; a newer version of the program may read it."),
               version);
  return FALSE;
}

static gboolean
read_count (const TokGguf *self, TokCursor *cursor, guint64 *count, GError **error)
{
  guint32 short_count;

  if (self->version > 1)
    return tok_cursor_u64 (cursor, count, error);
  if (!tok_cursor_u32 (cursor, &short_count, error))
    return FALSE;
  *count = short_count;
  return TRUE;
}

static gboolean
read_counts (const TokGguf *self, TokCursor *cursor, guint64 *n_tensors, guint64 *n_keys, GError **error)
{
  /* The shortest key: length, one letter, type, one byte; the shortest tensor: length, one letter, no dimension, type, offset. */
  const guint64 length_bytes = self->version > 1 ? 8 : 4, key_bytes = length_bytes + 1 + 4 + 1;
  const guint64 tensor_bytes = length_bytes + 1 + 4 + 4 + 8;

  if (!read_count (self, cursor, n_tensors, error) || !read_count (self, cursor, n_keys, error))
    return FALSE;
  if (*n_keys > TOK_GGUF_MOST_KEYS || *n_tensors > TOK_GGUF_MOST_TENSORS)
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT,
                   _("The file claims more than %u keys or %u tensors, which no model has; it is damaged, fetch it again."),
                   TOK_GGUF_MOST_KEYS, TOK_GGUF_MOST_TENSORS);
      return FALSE;
    }
  return tok_cursor_expect (cursor, *n_keys, key_bytes, error) && tok_cursor_expect (cursor, *n_tensors, tensor_bytes, error);
}

/* Takes @message. */
static gboolean
refuse (char *message, GError **error)
{
  g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX, message);
  g_free (message);
  return FALSE;
}

/* Dimensions beyond the third are multiplied into it. */
static gboolean
read_dimensions (const TokGguf *self, TokCursor *cursor, const char *name, TokGgufTensor *tensor, GError **error)
{
  g_autofree char *shown = tok_gguf_shown_name (name, TOK_GGUF_SHOWN_BYTES);
  guint64 elements = 1;
  guint32 n_dimensions;

  if (!tok_cursor_u32 (cursor, &n_dimensions, error))
    return FALSE;
  if (n_dimensions > TOK_GGUF_MOST_DIMENSIONS)
    return refuse (g_strdup_printf (_("The tensor “%s” has more than %u dimensions; the file is damaged, fetch it again."), shown,
                                    TOK_GGUF_MOST_DIMENSIONS), error);
  for (guint32 i = 0; i < n_dimensions; i++)
    {
      guint64 length;

      if (!read_count (self, cursor, &length, error))
        return FALSE;
      if (!g_uint64_checked_mul (&elements, elements, length) || elements > LARGEST_NUMBER)
        return refuse (g_strdup_printf (_("The tensor “%s” is impossibly large; the file is damaged, fetch it again."), shown),
                       error);
      tensor->dimensions[MIN (i, 2)] *= length;
    }
  return TRUE;
}

gsize
tok_gguf_table_bytes (const TokGguf *gguf)
{
  return gguf->names->len + gguf->tensors->len * sizeof (TokGgufTensor);
}

static gboolean
read_tensor (TokGguf *self, TokCursor *cursor, GError **error)
{
  TokGgufTensor tensor = { .name = (guint32) self->names->len, .dimensions = { 1, 1, 1 } };
  g_autofree char *name = NULL;

  if (!tok_gguf_read_text (cursor, self->version, &name, error))
    return FALSE;
  if (name == NULL || name[0] == '\0')
    return refuse (g_strdup (_("A tensor has no name, or an endless one; the file is damaged, fetch it again.")), error);
  if (!read_dimensions (self, cursor, name, &tensor, error)
      || !tok_cursor_u32 (cursor, &tensor.type, error)
      || !tok_cursor_u64 (cursor, &tensor.offset, error))
    return FALSE;
  if (tensor.offset > LARGEST_NUMBER)
    {
      g_autofree char *shown = tok_gguf_shown_name (name, TOK_GGUF_SHOWN_BYTES);

      return refuse (g_strdup_printf (_("The tensor “%s” lies outside of any file; the file is damaged, fetch it again."), shown),
                     error);
    }
  g_string_append_len (self->names, name, (gssize) strlen (name) + 1);
  g_array_append_val (self->tensors, tensor);
  return TRUE;
}

static gboolean
read_table (TokGguf *self, TokCursor *cursor, guint64 n_tensors, gsize table_bytes, GError **error)
{
  for (guint64 i = 0; i < n_tensors; i++)
    {
      if (!read_tensor (self, cursor, error))
        return FALSE;
      if (tok_gguf_table_bytes (self) <= table_bytes)
        continue;
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT,
                   _("The tensor table needs more than %u MiB, which no model does."), TOK_GGUF_MOST_TABLE_BYTES / (1024 * 1024));
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_alignment (TokGguf *self, GError **error)
{
  double alignment = tok_gguf_number (self, "general.alignment", DEFAULT_ALIGNMENT);
  guint value = alignment >= 1.0 && alignment <= TOK_GGUF_LARGEST_ALIGNMENT ? (guint) alignment : 0;

  self->alignment = value;
  if (value > 0 && (value & (value - 1)) == 0)
    return TRUE;
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
               _("“%s” must be a power of two up to %u; the file is damaged, fetch it again."), "general.alignment",
               TOK_GGUF_LARGEST_ALIGNMENT);
  return FALSE;
}

/* Of shards; what is no number counts as @least. */
static guint
split_number (const TokGguf *self, const char *key, guint least)
{
  double number = tok_gguf_number (self, key, least);

  return number >= least ? (guint) MIN (number, TOK_GGUF_MOST_SHARDS) : least;
}

static void
take_names (TokGguf *self)
{
  const char *architecture = tok_gguf_text (self, "general.architecture");
  const char *name = tok_gguf_text (self, "general.name");

  if (name == NULL)
    name = tok_gguf_text (self, "general.basename");
  if (architecture != NULL)
    {
      g_free (self->architecture);
      self->architecture = g_strdup (architecture);
    }
  if (name != NULL)
    {
      /* old converters wrote a path */
      g_autofree char *shown = tok_gguf_shown_name (tok_text_behind_path (name), TOK_GGUF_NAME_BYTES);

      g_free (self->name);
      self->name = tok_text_without_paths (shown, TOK_GGUF_NAME_BYTES);
    }
  self->split_index = split_number (self, "split.no", 0);
  self->split_count = split_number (self, "split.count", 1);
}

/* Files joined with "cat" instead of llama-gguf-split: the next one's start is where this one's data ends, with or without
 * padding. */
static void
look_behind (TokGguf *self, TokCursor *cursor)
{
  guint8 next[LONGEST_PADDING + 4];
  gsize padding = (gsize) (-self->end_bytes & (self->alignment - 1)), length;

  if (self->tensors->len == 0 || padding > LONGEST_PADDING || self->end_bytes > self->file_bytes
      || !tok_cursor_skip (cursor, self->end_bytes - tok_cursor_position (cursor), NULL))
    return;
  length = MIN (tok_cursor_left (cursor), padding + 4);
  self->has_file_behind = tok_cursor_read (cursor, next, length, NULL)
                          && (tok_gguf_has_start (next, length)
                              || (length == padding + 4 && tok_gguf_has_start (next + padding, 4)));
}

static void
measure (TokGguf *self, TokCursor *cursor)
{
  guint64 position = tok_cursor_position (cursor), data_end = 0, padded_end;

  self->header_bytes = position + (-position & (self->alignment - 1));
  tok_gguf_size_tensors (self, self->file_bytes > self->header_bytes ? self->file_bytes - self->header_bytes : 0);
  for (guint i = 0; i < self->tensors->len; i++)
    {
      const TokGgufTensor *tensor = &g_array_index (self->tensors, TokGgufTensor, i);

      data_end = MAX (data_end, tensor->offset + (guint64) MIN (tensor->bytes, LARGEST_NUMBER));
    }
  self->end_bytes = self->tensors->len > 0 ? self->header_bytes + data_end : position;
  padded_end = self->end_bytes + (self->tensors->len > 0 ? -self->end_bytes & (self->alignment - 1) : 0);
  self->missing_bytes = self->end_bytes > self->file_bytes ? padded_end - self->file_bytes : 0;
  look_behind (self, cursor);
}

static gboolean
read_file (TokGguf *self, TokCursor *cursor, gsize table_bytes, GError **error)
{
  guint64 n_tensors, n_keys;
  const char *twice;

  if (!read_start (self, cursor, error)
      || !read_counts (self, cursor, &n_tensors, &n_keys, error)
      || !tok_gguf_read_values (self, cursor, n_keys, error)
      || !read_alignment (self, error))
    return FALSE;
  take_names (self);
  if (!read_table (self, cursor, n_tensors, table_bytes, error))
    return FALSE;
  measure (self, cursor);
  twice = tok_gguf_sort_tensors (self);
  if (twice != NULL)
    {
      g_autofree char *shown = tok_gguf_shown_name (twice, TOK_GGUF_SHOWN_BYTES);

      return refuse (g_strdup_printf (_("The tensor “%s” is there twice; the file is damaged, fetch it again."), shown), error);
    }
  self->kind = tok_gguf_find_kind (self);
  return TRUE;
}

TokGguf *
tok_gguf_read_within (GInputStream *stream,
                      guint64       size,
                      gsize         table_bytes,
                      GCancellable *cancellable,
                      GError      **error)
{
  g_autoptr (TokCursor) cursor = tok_cursor_new (stream, size, cancellable);
  g_autoptr (TokGguf) self = gguf_new (size);

  return read_file (self, cursor, table_bytes, error) ? g_steal_pointer (&self) : NULL;
}

TokGguf *
tok_gguf_read (GInputStream *stream,
               guint64       size,
               GCancellable *cancellable,
               GError      **error)
{
  return tok_gguf_read_within (stream, size, TOK_GGUF_MOST_TABLE_BYTES, cancellable, error);
}
