/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small model of known numbers. */

#include "gguf-small.h"

static void
put (GgufWriter *writer, const GgufSmall *small, const char *name, guint value)
{
  g_autofree char *key = g_strdup_printf ("%s.%s", small->architecture, name);

  gguf_writer_u32 (writer, key, value);
}

void
gguf_write_small_keys (GgufWriter      *writer,
                       const GgufSmall *small)
{
  if (small->architecture == NULL)
    return;
  gguf_writer_text (writer, "general.architecture", small->architecture);
  gguf_writer_text (writer, "general.name", "Small");
  put (writer, small, "block_count", small->n_layers);
  put (writer, small, "context_length", 2048);
  put (writer, small, "embedding_length", GGUF_SMALL_HIDDEN);
  put (writer, small, "attention.head_count", 4);
  if (!small->without_kv_heads)
    put (writer, small, "attention.head_count_kv", 2);
}

void
gguf_write_small_layer (GgufWriter      *writer,
                        const GgufSmall *small,
                        guint            layer)
{
  static const struct { const char *name; guint columns, rows; } tensors[] = {
    { "attn_norm", 64, 1 }, { "attn_q", 64, 64 }, { "attn_k", 64, 32 }, { "attn_v", 64, 32 }, { "attn_output", 64, 64 },
    { "ffn_norm", 64, 1 }, { "ffn_gate", 64, 128 }, { "ffn_up", 64, 128 }, { "ffn_down", 128, 64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    {
      g_autofree char *name = g_strdup_printf ("blk.%u.%s.weight", layer, tensors[i].name);

      gguf_writer_tensor (writer, name, tensors[i].rows > 1 ? small->matrix_type : 0, tensors[i].columns, tensors[i].rows, 1);
    }
}

void
gguf_write_small (GgufWriter      *writer,
                  const GgufSmall *small)
{
  gguf_write_small_keys (writer, small);
  gguf_writer_tensor (writer, "token_embd.weight", small->matrix_type, GGUF_SMALL_HIDDEN, GGUF_SMALL_WORDS, 1);
  for (guint i = 0; i < small->n_layers; i++)
    gguf_write_small_layer (writer, small, i);
  gguf_writer_tensor (writer, "output_norm.weight", 0, GGUF_SMALL_HIDDEN, 1, 1);
  if (!small->without_head)
    gguf_writer_tensor (writer, "output.weight", small->matrix_type, GGUF_SMALL_HIDDEN, GGUF_SMALL_WORDS, 1);
}
