/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small model of known numbers, to be written whole or with something missing. */

#pragma once

#include "gguf-writer.h"

/* Width 64, four heads of 16 over two key-value heads, feed-forward 128, 100 words, two layers unless asked otherwise. */
typedef struct
{
  const char *architecture;    /* NULL: none */
  guint       n_layers;
  gboolean    without_kv_heads, without_head;
  guint32     matrix_type;     /* ggml's */
} GgufSmall;

#define GGUF_SMALL_HIDDEN 64
#define GGUF_SMALL_LAYER_ELEMENTS (64 * 64 * 2 + 64 * 32 * 2 + 3 * 64 * 128 + 2 * 64)
#define GGUF_SMALL_WORDS 100

/* Keys, then tensors of all layers and the embedding; more can follow. */
void gguf_write_small_keys    (GgufWriter      *writer,
                               const GgufSmall *small);
void gguf_write_small_layer   (GgufWriter      *writer,
                               const GgufSmall *small,
                               guint            layer);
void gguf_write_small         (GgufWriter      *writer,
                               const GgufSmall *small);
