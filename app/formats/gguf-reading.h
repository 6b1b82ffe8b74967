/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model on its way out of a GGUF header: what the parts of that work share. */

#pragma once

#include "formats/gguf-parts.h"
#include "core/weights.h"

G_BEGIN_DECLS

#define TOK_GGUF_MOST_HEADS 65535
#define TOK_GGUF_LARGEST_HEAD 65535
#define TOK_GGUF_LARGEST_WIDTH 10000000
#define TOK_GGUF_MOST_TOKENS 1000000000

typedef struct
{
  const TokGguf   *gguf;
  TokArchitecture *architecture;
  guint            n_layers;
  guint            n_prediction; /* blocks behind the layers */
  TokGgufLayer    *layers;       /* n_layers, and what lies outside */
  GPtrArray       *notes;
} TokGgufReading;

/* The value of "ARCHITECTURE.@name"; NULL when there is none. */
const TokGgufValue *tok_gguf_reading_value (const TokGgufReading *reading,
                                            const char           *name);
/* A whole number 0 … @maximum, for @layer where every layer has its own; a scalar is that of every layer.  Otherwise
 * @fallback. */
guint               tok_gguf_value_at      (const TokGgufValue   *value,
                                            guint                 layer,
                                            guint                 maximum,
                                            guint                 fallback);
guint               tok_gguf_reading_whole (const TokGgufReading *reading,
                                            const char           *name,
                                            guint                 maximum,
                                            guint                 fallback);
/* @number where it is at most @maximum, else 0. */
guint               tok_gguf_size          (guint64               number,
                                            guint                 maximum);
/* Adds a translated sentence to the notes, unless it is there. */
void                tok_gguf_reading_note  (TokGgufReading       *reading,
                                            const char           *format,
                                            ...) G_GNUC_PRINTF (2, 3);
/* The mixer of every layer, its heads and their sizes; windows, and what linear and latent mixers have. */
void                tok_gguf_read_mixers   (TokGgufReading       *reading);
/* Softmax attention of @layer: heads, sizes, window. */
void                tok_gguf_read_attention (TokGgufReading      *reading,
                                             guint                layer);
/* What the attention of all layers has in common: norms of queries, biases, gates. */
void                tok_gguf_read_attention_style (TokGgufReading *reading);
gboolean            tok_gguf_is_sliding    (const TokGgufReading *reading,
                                            guint                 layer);
/* Feed-forward networks, experts and norms. */
void                tok_gguf_read_ffns     (TokGgufReading       *reading);
/* Fails when the shape lacks what a plan needs of it. */
gboolean            tok_gguf_check_shape   (TokGgufReading       *reading,
                                            GError              **error);
/* What the tensors of the file add up to. */
TokModelWeights    *tok_gguf_read_weights  (const TokGguf        *gguf,
                                            guint                 n_layers);
/* Adds a TokTypeCount for every type of its tensors, most bytes first. */
void                tok_gguf_count_types   (const TokGguf        *gguf,
                                            GArray               *types);

G_END_DECLS
