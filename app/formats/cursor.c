/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bounded reader of binary files: one block of memory, whatever is read or skipped. */

#include "formats/cursor.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/error.h"

#define BLOCK_BYTES (64 * 1024)

struct _TokCursor
{
  GInputStream *stream;
  GCancellable *cancellable;
  guint64       size;
  guint64       position;        /* of the next byte to be read, from the start of the stream */
  gsize         start, end;      /* of what is left in the block */
  gboolean      big_endian;
  guint8        block[BLOCK_BYTES];
};

TokCursor *
tok_cursor_new (GInputStream *stream,
                guint64       size,
                GCancellable *cancellable)
{
  TokCursor *self = g_new (TokCursor, 1);

  self->stream = g_object_ref (stream);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->size = size;
  self->position = 0;
  self->start = self->end = 0;
  self->big_endian = FALSE;
  return self;
}

void
tok_cursor_free (TokCursor *self)
{
  g_object_unref (self->stream);
  g_clear_object (&self->cancellable);
  g_free (self);
}

void
tok_cursor_set_big_endian (TokCursor *self,
                           gboolean   big_endian)
{
  self->big_endian = big_endian;
}

guint64
tok_cursor_position (const TokCursor *self)
{
  return self->position;
}

guint64
tok_cursor_left (const TokCursor *self)
{
  return self->size - self->position;
}

static gboolean
fail_at_end (const TokCursor *self,
             guint64          end,
             GError         **error)
{
  g_autofree char *place = g_strdup_printf ("%" G_GUINT64_FORMAT, end);

  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX,
               _("The file ends at byte %s in the middle of its header; fetch the whole file again."), place);
  return FALSE;
}

gboolean
tok_cursor_expect (const TokCursor *self,
                   guint64          n_elements,
                   guint64          element_bytes,
                   GError         **error)
{
  if (element_bytes == 0 || n_elements <= tok_cursor_left (self) / element_bytes)
    return TRUE;
  return fail_at_end (self, self->size, error);
}

/* Reads the next block; the last one is used up. */
static gboolean
fill (TokCursor *self,
      GError   **error)
{
  gsize wanted = MIN (tok_cursor_left (self), BLOCK_BYTES), got;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error)
      || !g_input_stream_read_all (self->stream, self->block, wanted, &got, self->cancellable, error))
    return FALSE;
  self->start = 0;
  self->end = got;
  return got > 0 || fail_at_end (self, self->position, error);
}

/* What the block has whole, as it nearly always does. */
static inline gboolean
read_in_block (TokCursor *self,
               gpointer   bytes,
               gsize      n_bytes)
{
  if (self->end - self->start < n_bytes)
    return FALSE;
  memcpy (bytes, self->block + self->start, n_bytes);
  self->start += n_bytes;
  self->position += n_bytes;
  return TRUE;
}

gboolean
tok_cursor_read (TokCursor *self,
                 gpointer   bytes,
                 gsize      n_bytes,
                 GError   **error)
{
  guint8 *target = bytes;

  if (n_bytes > tok_cursor_left (self))
    return fail_at_end (self, self->size, error);
  while (n_bytes > 0)
    {
      gsize part;

      if (self->start == self->end && !fill (self, error))
        return FALSE;
      part = MIN (n_bytes, self->end - self->start);
      memcpy (target, self->block + self->start, part);
      target += part;
      self->start += part;
      self->position += part;
      n_bytes -= part;
    }
  return TRUE;
}

static gboolean
skip_blocks (TokCursor *self,
             guint64    n_bytes,
             GError   **error)
{
  while (n_bytes > 0)
    {
      gsize part;

      if (self->start == self->end && !fill (self, error))
        return FALSE;
      part = MIN (n_bytes, self->end - self->start);
      self->start += part;
      self->position += part;
      n_bytes -= part;
    }
  return TRUE;
}

gboolean
tok_cursor_skip (TokCursor *self,
                 guint64    n_bytes,
                 GError   **error)
{
  gsize in_block = self->end - self->start;

  if (n_bytes <= in_block)
    {
      self->start += (gsize) n_bytes;
      self->position += n_bytes;
      return TRUE;
    }
  if (n_bytes > tok_cursor_left (self))
    return fail_at_end (self, self->size, error);
  if (n_bytes <= in_block + BLOCK_BYTES || !G_IS_SEEKABLE (self->stream) || !g_seekable_can_seek (G_SEEKABLE (self->stream)))
    return skip_blocks (self, n_bytes, error);
  self->start = self->end = 0;
  self->position += n_bytes;
  return g_seekable_seek (G_SEEKABLE (self->stream), (goffset) (n_bytes - in_block), G_SEEK_CUR, self->cancellable, error);
}

gboolean
tok_cursor_u8 (TokCursor *self,
               guint8    *value,
               GError   **error)
{
  return tok_cursor_read (self, value, sizeof *value, error);
}

gboolean
tok_cursor_u16 (TokCursor *self,
                guint16   *value,
                GError   **error)
{
  if (!tok_cursor_read (self, value, sizeof *value, error))
    return FALSE;
  *value = self->big_endian ? GUINT16_FROM_BE (*value) : GUINT16_FROM_LE (*value);
  return TRUE;
}

gboolean
tok_cursor_u32 (TokCursor *self,
                guint32   *value,
                GError   **error)
{
  if (!read_in_block (self, value, sizeof *value) && !tok_cursor_read (self, value, sizeof *value, error))
    return FALSE;
  *value = self->big_endian ? GUINT32_FROM_BE (*value) : GUINT32_FROM_LE (*value);
  return TRUE;
}

gboolean
tok_cursor_u64 (TokCursor *self,
                guint64   *value,
                GError   **error)
{
  if (!read_in_block (self, value, sizeof *value) && !tok_cursor_read (self, value, sizeof *value, error))
    return FALSE;
  *value = self->big_endian ? GUINT64_FROM_BE (*value) : GUINT64_FROM_LE (*value);
  return TRUE;
}

gboolean
tok_cursor_f32 (TokCursor *self,
                double    *value,
                GError   **error)
{
  guint32 bits;
  float number;

  if (!tok_cursor_u32 (self, &bits, error))
    return FALSE;
  memcpy (&number, &bits, sizeof number);
  *value = number;
  return TRUE;
}

gboolean
tok_cursor_f64 (TokCursor *self,
                double    *value,
                GError   **error)
{
  guint64 bits;

  if (!tok_cursor_u64 (self, &bits, error))
    return FALSE;
  memcpy (value, &bits, sizeof bits);
  return TRUE;
}
