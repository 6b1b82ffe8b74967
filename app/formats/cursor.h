/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bounded reader of binary files: knows how many bytes are left, and compares before it reads, allocates or skips.
 *
 * Streams from a GInputStream in blocks, so a header of any length costs one block of memory. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _TokCursor TokCursor;

/* @size: bytes of the file.  Takes its own reference to @stream; @cancellable may be NULL. */
TokCursor *tok_cursor_new         (GInputStream *stream,
                                   guint64       size,
                                   GCancellable *cancellable);
void       tok_cursor_free        (TokCursor    *cursor);
/* Numbers are little-endian until this says otherwise. */
void       tok_cursor_set_big_endian (TokCursor *cursor,
                                      gboolean   big_endian);
guint64    tok_cursor_position    (const TokCursor *cursor);
guint64    tok_cursor_left        (const TokCursor *cursor);
/* The following fail, naming the byte, when fewer bytes are left than they need. */
gboolean   tok_cursor_read        (TokCursor    *cursor,
                                   gpointer      bytes,
                                   gsize         n_bytes,
                                   GError      **error);
/* Seeks where the stream can. */
gboolean   tok_cursor_skip        (TokCursor    *cursor,
                                   guint64       n_bytes,
                                   GError      **error);
/* Fails as the functions above do, unless @n_elements of at least @element_bytes each are left: to be asked before an array is
 * allocated or walked. */
gboolean   tok_cursor_expect      (const TokCursor *cursor,
                                   guint64       n_elements,
                                   guint64       element_bytes,
                                   GError      **error);
gboolean   tok_cursor_u8          (TokCursor    *cursor,
                                   guint8       *value,
                                   GError      **error);
gboolean   tok_cursor_u16         (TokCursor    *cursor,
                                   guint16      *value,
                                   GError      **error);
gboolean   tok_cursor_u32         (TokCursor    *cursor,
                                   guint32      *value,
                                   GError      **error);
gboolean   tok_cursor_u64         (TokCursor    *cursor,
                                   guint64      *value,
                                   GError      **error);
gboolean   tok_cursor_f32         (TokCursor    *cursor,
                                   double       *value,
                                   GError      **error);
gboolean   tok_cursor_f64         (TokCursor    *cursor,
                                   double       *value,
                                   GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokCursor, tok_cursor_free)

G_END_DECLS
