/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the GGUF reader share. */

#pragma once

#include "formats/cursor.h"
#include "formats/error.h"
#include "formats/gguf.h"

G_BEGIN_DECLS

/* Of names in messages; of the name of a model, which plan files take up to 200 bytes of. */
#define TOK_GGUF_SHOWN_BYTES 60
#define TOK_GGUF_NAME_BYTES 200
/* Of the tensor table in memory, all shards together: half a million tensors, when each expert of the largest model is one of its
 * own there are a quarter of a million. */
#define TOK_GGUF_MOST_TABLE_BYTES (32u * 1024 * 1024)

/* tok_gguf_read() of a file whose tensor table must not take more than @table_bytes. */
TokGguf *tok_gguf_read_within (GInputStream *stream,
                               guint64       size,
                               gsize         table_bytes,
                               GCancellable *cancellable,
                               GError      **error);
/* What the tensor table of @gguf takes. */
gsize    tok_gguf_table_bytes (const TokGguf *gguf);
/* A text of the file, at most TOK_GGUF_LONGEST_TEXT bytes, made valid; longer ones are skipped and *@text is NULL. */
gboolean tok_gguf_read_text   (TokCursor    *cursor,
                               guint         version,
                               char        **text,
                               GError      **error);
/* @n_keys keys into gguf->values, which is sorted then; two of the same name are refused. */
gboolean tok_gguf_read_values (TokGguf      *gguf,
                               TokCursor    *cursor,
                               guint64       n_keys,
                               GError      **error);
/* A name of the file as people can be shown it: at most @most_bytes, no control characters.  Free it. */
char    *tok_gguf_shown_name  (const char   *name,
                               gsize         most_bytes);
/* Sets the bytes of every tensor; @data_bytes: what the file has after its header. */
void     tok_gguf_size_tensors (TokGguf     *gguf,
                                guint64      data_bytes);
/* What the file is, by what it says of itself and the tensors it has. */
TokGgufKind tok_gguf_find_kind (const TokGguf *gguf);
/* Models that fill in a whole text in several passes: their attention looks ahead, but they write. */
gboolean tok_gguf_is_diffusion (const TokGguf *gguf);
/* Sets @error to what is wrong with a file that starts with these bytes instead of "GGUF". */
void     tok_gguf_refuse_start (const guint8 *start,
                                gsize         length,
                                GError      **error);
/* Orders the tensors of @gguf by name; returns a name that two have, or NULL. */
const char *tok_gguf_sort_tensors (TokGguf   *gguf);

G_END_DECLS
