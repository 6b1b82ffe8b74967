/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention kinds: the usual shapes, as the best-known models of each kind have them. */

#include "core/attention-kind.h"

#define HEAD_SIZE 128
#define QUERIES_PER_KEY 4
/* Gemma 3. */
#define SLIDING_WINDOW 1024
#define SLIDING_PERIOD 6
/* DeepSeek-V2 Lite, which projects its queries directly. */
#define MLA_LATENT 512
#define MLA_ROPE 64
/* Qwen3-Next. */
#define HYBRID_PERIOD 4
#define HYBRID_VALUE_HEADS_PER_KEY_HEAD 2
#define HYBRID_CONV_KERNEL 4

static guint
n_query_heads (const TokArchitecture *architecture)
{
  guint n = 0;

  for (guint i = 0; i < architecture->n_layers; i++)
    n = MAX (n, architecture->layers[i].n_heads);
  return n > 0 ? n : MAX (architecture->hidden_size / HEAD_SIZE, 1);
}

static guint
n_kv_heads (TokAttentionKind kind,
            const TokLayer  *layer,
            guint            n_heads)
{
  if (kind == TOK_ATTENTION_MHA)
    return n_heads;
  if (kind == TOK_ATTENTION_MQA)
    return 1;
  if (layer->n_kv_heads > 0 && layer->n_kv_heads < n_heads)
    return layer->n_kv_heads;
  return MAX (n_heads / QUERIES_PER_KEY, 1);
}

static TokMixer
mixer_of_layer (TokAttentionKind kind,
                guint            index)
{
  switch (kind)
    {
    case TOK_ATTENTION_SLIDING:
      return index % SLIDING_PERIOD == SLIDING_PERIOD - 1 ? TOK_MIXER_FULL : TOK_MIXER_SLIDING;
    case TOK_ATTENTION_MLA:
      return TOK_MIXER_MLA;
    case TOK_ATTENTION_HYBRID:
      return index % HYBRID_PERIOD == HYBRID_PERIOD - 1 ? TOK_MIXER_FULL : TOK_MIXER_DELTA_NET;
    default:
      return TOK_MIXER_FULL;
    }
}

static void
shape_layer (TokLayer        *layer,
             TokAttentionKind kind,
             guint            index,
             guint            n_heads)
{
  layer->mixer = mixer_of_layer (kind, index);
  layer->n_kv_heads = n_kv_heads (kind, layer, n_heads);
  layer->n_heads = n_heads;
  if (layer->key_head_size == 0)
    layer->key_head_size = HEAD_SIZE;
  if (layer->value_head_size == 0)
    layer->value_head_size = layer->key_head_size;
  layer->compress_ratio = 0;
  layer->k_eq_v = layer->has_indexer = layer->shares_cache = FALSE;
}

void
tok_attention_kind_apply (TokArchitecture *architecture,
                          TokAttentionKind kind)
{
  guint n_heads = n_query_heads (architecture);

  if (kind == TOK_ATTENTION_OWN)
    return;
  for (guint i = 0; i < architecture->n_layers; i++)
    if (architecture->layers[i].mixer != TOK_MIXER_NONE)
      shape_layer (&architecture->layers[i], kind, i, n_heads);
  architecture->indexer = (TokIndexer) { 0 };
  if (kind == TOK_ATTENTION_SLIDING)
    architecture->window = SLIDING_WINDOW;
  if (kind == TOK_ATTENTION_MLA)
    architecture->mla = (TokMla) {
      .kv_rank = MLA_LATENT,
      .rope_size = MLA_ROPE,
      .nope_size = HEAD_SIZE,
      .value_size = HEAD_SIZE,
    };
  if (kind == TOK_ATTENTION_HYBRID)
    architecture->linear = (TokLinear) {
      .n_key_heads = MAX (n_heads / HYBRID_VALUE_HEADS_PER_KEY_HEAD, 1),
      .key_head_size = HEAD_SIZE,
      .n_value_heads = n_heads,
      .value_head_size = HEAD_SIZE,
      .conv_kernel = HYBRID_CONV_KERNEL,
    };
}
