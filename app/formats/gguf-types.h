/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers ggml and llama.cpp give to tensor types and to file types: two enumerations that have nothing in common. */

#pragma once

#include "core/file-type.h"

G_BEGIN_DECLS

/* Bytes of a tensor of ggml type @type; -1 for a type that is unknown or whose blocks do not divide @row_elements. */
double      tok_gguf_type_bytes     (guint32        type,
                                     guint64        row_elements,
                                     double         elements);
/* Such as "Q4_K"; "type 40" for one that is unknown.  Free it. */
char       *tok_gguf_type_name      (guint32        type);
/* FALSE for a name that only says the number. */
gboolean    tok_gguf_type_is_known  (const char    *name);
/* FALSE for types that are not of weights, or unknown. */
gboolean    tok_gguf_type_to_core   (guint32        type,
                                     TokTensorType *core);
/* The type with about as many bytes per element. */
TokTensorType tok_gguf_type_nearest (double         bytes_per_element);
/* "general.file_type": llama_ftype of llama.cpp's include/llama.h. */
gboolean    tok_gguf_file_type      (double         number,
                                     TokFileType   *type);

G_END_DECLS
