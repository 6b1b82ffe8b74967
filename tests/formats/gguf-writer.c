/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes GGUF headers for tests. */

#include "gguf-writer.h"

#include <glib/gstdio.h>
#include <string.h>

#include "formats/gguf-types.h"

enum { TYPE_U32 = 4, TYPE_BOOL = 7, TYPE_TEXT = 8, TYPE_ARRAY = 9 };

GgufWriter *
gguf_writer_new (guint    version,
                 gboolean big_endian)
{
  GgufWriter *self = g_new0 (GgufWriter, 1);

  self->version = version;
  self->big_endian = big_endian;
  self->alignment = 32;
  self->keys = g_byte_array_new ();
  self->tensors = g_byte_array_new ();
  return self;
}

void
gguf_writer_free (GgufWriter *self)
{
  g_byte_array_unref (self->keys);
  g_byte_array_unref (self->tensors);
  g_free (self);
}

void
gguf_put_u32 (const GgufWriter *self,
              GByteArray       *bytes,
              guint32           value)
{
  value = self->big_endian ? GUINT32_TO_BE (value) : GUINT32_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

void
gguf_put_u64 (const GgufWriter *self,
              GByteArray       *bytes,
              guint64           value)
{
  value = self->big_endian ? GUINT64_TO_BE (value) : GUINT64_TO_LE (value);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

void
gguf_put_count (const GgufWriter *self,
                GByteArray       *bytes,
                guint64           value)
{
  if (self->version == 1)
    gguf_put_u32 (self, bytes, (guint32) value);
  else
    gguf_put_u64 (self, bytes, value);
}

void
gguf_put_text (const GgufWriter *self,
               GByteArray       *bytes,
               const char       *text)
{
  gguf_put_count (self, bytes, strlen (text));
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

void
gguf_writer_start_key (GgufWriter *self,
                       const char *key,
                       guint32     value_type)
{
  gguf_put_text (self, self->keys, key);
  gguf_put_u32 (self, self->keys, value_type);
  self->n_keys++;
}

void
gguf_writer_u32 (GgufWriter *self,
                 const char *key,
                 guint32     value)
{
  gguf_writer_start_key (self, key, TYPE_U32);
  gguf_put_u32 (self, self->keys, value);
}

void
gguf_writer_flag (GgufWriter *self,
                  const char *key,
                  gboolean    value)
{
  guint8 byte = value ? 1 : 0;

  gguf_writer_start_key (self, key, TYPE_BOOL);
  g_byte_array_append (self->keys, &byte, 1);
}

void
gguf_writer_text (GgufWriter *self,
                  const char *key,
                  const char *text)
{
  gguf_writer_start_key (self, key, TYPE_TEXT);
  gguf_put_text (self, self->keys, text);
}

void
gguf_writer_u32s (GgufWriter  *self,
                  const char  *key,
                  const guint *values,
                  guint        n)
{
  gguf_writer_start_key (self, key, TYPE_ARRAY);
  gguf_put_u32 (self, self->keys, TYPE_U32);
  gguf_put_count (self, self->keys, n);
  for (guint i = 0; i < n; i++)
    gguf_put_u32 (self, self->keys, values[i]);
}

void
gguf_writer_flags (GgufWriter  *self,
                   const char  *key,
                   const guint *values,
                   guint        n)
{
  gguf_writer_start_key (self, key, TYPE_ARRAY);
  gguf_put_u32 (self, self->keys, TYPE_BOOL);
  gguf_put_count (self, self->keys, n);
  for (guint i = 0; i < n; i++)
    {
      guint8 byte = values[i] != 0;

      g_byte_array_append (self->keys, &byte, 1);
    }
}

void
gguf_writer_words (GgufWriter *self,
                   const char *key,
                   guint       n,
                   guint       length)
{
  g_autoptr (GString) word = g_string_new (NULL);

  gguf_writer_start_key (self, key, TYPE_ARRAY);
  gguf_put_u32 (self, self->keys, TYPE_TEXT);
  gguf_put_count (self, self->keys, n);
  for (guint i = 0; i < n; i++)
    {
      g_string_printf (word, "%0*u", (int) (length + i % 5), i);
      gguf_put_text (self, self->keys, word->str);
    }
}

void
gguf_writer_tensor_of (GgufWriter *self,
                       const char *name,
                       guint32     type,
                       guint64     columns,
                       guint64     rows,
                       guint64     depth,
                       guint64     bytes)
{
  const guint64 dimensions[] = { columns, rows, depth };
  guint n = depth > 1 ? 3 : rows > 1 ? 2 : 1;

  gguf_put_text (self, self->tensors, name);
  gguf_put_u32 (self, self->tensors, n);
  for (guint i = 0; i < n; i++)
    gguf_put_count (self, self->tensors, dimensions[i]);
  gguf_put_u32 (self, self->tensors, type);
  gguf_put_u64 (self, self->tensors, self->offset);
  self->n_tensors++;
  self->tensor_bytes += (double) bytes;
  self->offset += bytes + (-bytes & (self->alignment - 1));
}

void
gguf_writer_tensor (GgufWriter *self,
                    const char *name,
                    guint32     type,
                    guint64     columns,
                    guint64     rows,
                    guint64     depth)
{
  double bytes = tok_gguf_type_bytes (type, columns, (double) columns * (double) rows * (double) depth);

  g_assert_cmpfloat (bytes, >, 0.0);
  gguf_writer_tensor_of (self, name, type, columns, rows, depth, (guint64) bytes);
}

GBytes *
gguf_writer_finish (const GgufWriter *self,
                    guint64          *size)
{
  GByteArray *bytes = g_byte_array_new ();
  guint8 zero = 0;

  g_byte_array_append (bytes, (const guint8 *) "GGUF", 4);
  gguf_put_u32 (self, bytes, self->version);
  gguf_put_count (self, bytes, self->n_tensors);
  gguf_put_count (self, bytes, self->n_keys);
  g_byte_array_append (bytes, self->keys->data, self->keys->len);
  g_byte_array_append (bytes, self->tensors->data, self->tensors->len);
  while (self->n_tensors > 0 && bytes->len % self->alignment != 0)
    g_byte_array_append (bytes, &zero, 1);
  if (size != NULL)
    *size = bytes->len + self->offset;
  return g_byte_array_free_to_bytes (bytes);
}

TokGguf *
gguf_writer_read (const GgufWriter *writer)
{
  guint64 size;
  g_autoptr (GBytes) bytes = gguf_writer_finish (writer, &size);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (GError) error = NULL;
  TokGguf *gguf = tok_gguf_read (stream, size, NULL, &error);

  g_assert_no_error (error);
  return gguf;
}

void
gguf_writer_save (const GgufWriter *self,
                  GFile            *file)
{
  guint64 size;
  g_autoptr (GBytes) bytes = gguf_writer_finish (self, &size);
  g_autoptr (GFileOutputStream) stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL);

  g_assert_nonnull (stream);
  g_assert_true (g_output_stream_write_all (G_OUTPUT_STREAM (stream), g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                            NULL, NULL, NULL));
  g_assert_true (g_seekable_truncate (G_SEEKABLE (stream), (goffset) size, NULL, NULL));
  g_assert_true (g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, NULL));
}
