/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tensors of token mixers, one function per kind.
 *
 * Names and shapes: the models' published code and the GGUF writer of llama.cpp. */

#include "core/tensor-walk.h"

/* Compressed sparse attention: this ratio has overlapping windows and an indexer (DeepSeek-V4). */
#define OVERLAPPING_RATIO 4

static void
walk_query_gate (const TokTensorWalk *walk)
{
  const TokLayer *layer = walk->layer;
  double hidden = walk->architecture->hidden_size, heads = layer->n_heads;

  if (walk->architecture->attention_gate == TOK_GATE_HEADWISE)
    tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, heads);
  else if (walk->architecture->attention_gate == TOK_GATE_FULL)
    tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, heads * layer->value_head_size);
}

static void
walk_attention_vectors (const TokTensorWalk *walk)
{
  const TokArchitecture *a = walk->architecture;
  double queries = (double) walk->layer->n_heads * walk->layer->key_head_size;
  double keys = (double) walk->layer->n_kv_heads * walk->layer->key_head_size;
  double values = (double) walk->layer->n_kv_heads * walk->layer->value_head_size;

  if (a->qkv_bias)
    tok_tensor_walk_vector (walk, queries + keys + values);
  if (a->attention_output_bias)
    tok_tensor_walk_vector (walk, a->hidden_size);
  if (a->qk_norm == TOK_QK_NORM_HEAD)
    tok_tensor_walk_vector (walk, 2.0 * walk->layer->key_head_size);
  else if (a->qk_norm == TOK_QK_NORM_FULL)
    tok_tensor_walk_vector (walk, queries + keys);
  if (a->attention_sinks)
    tok_tensor_walk_vector (walk, walk->layer->n_heads);
}

static void
walk_attention (const TokTensorWalk *walk)
{
  const TokArchitecture *a = walk->architecture;
  const TokLayer *layer = walk->layer;
  double hidden = a->hidden_size;
  double queries = (double) layer->n_heads * layer->key_head_size * (a->attention_gate == TOK_GATE_Q_DOUBLED ? 2 : 1);
  double keys = (double) layer->n_kv_heads * layer->key_head_size;
  double values = layer->k_eq_v ? 0.0 : (double) layer->n_kv_heads * layer->value_head_size;
  double output = (double) layer->n_heads * layer->value_head_size;

  if (a->fused_qkv)
    tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_V, hidden, queries + keys + values);
  else
    {
      tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_Q, hidden, queries);
      tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_K, hidden, keys);
      tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_V, hidden, values);
    }
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_OUTPUT, output, hidden);
  walk_query_gate (walk);
  walk_attention_vectors (walk);
}

static void
walk_mla_indexer (const TokTensorWalk *walk)
{
  const TokArchitecture *a = walk->architecture;
  const TokIndexer *indexer = &a->indexer;

  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, a->mla.q_rank, (double) indexer->n_heads * indexer->head_size);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, a->hidden_size, indexer->head_size);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, a->hidden_size, indexer->n_heads);
  tok_tensor_walk_vector (walk, 2.0 * indexer->head_size);
}

static void
walk_mla (const TokTensorWalk *walk)
{
  const TokMla *mla = &walk->architecture->mla;
  double hidden = walk->architecture->hidden_size, heads = walk->layer->n_heads;
  double query_size = (double) mla->nope_size + mla->rope_size;

  if (mla->q_rank > 0)
    {
      tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, mla->q_rank);
      tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, mla->q_rank, heads * query_size);
    }
  else
    tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_Q, hidden, heads * query_size);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, (double) mla->kv_rank + mla->rope_size);
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_V, mla->kv_rank, heads * ((double) mla->nope_size + mla->value_size));
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_OUTPUT, heads * mla->value_size, hidden);
  if (mla->full_output_gate)
    tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, heads * mla->value_size);
  tok_tensor_walk_vector (walk, (double) mla->kv_rank + mla->q_rank);
  if (walk->layer->has_indexer)
    walk_mla_indexer (walk);
}

static void
walk_compressor (const TokTensorWalk *walk)
{
  const TokIndexer *indexer = &walk->architecture->indexer;
  double hidden = walk->architecture->hidden_size, head = walk->layer->key_head_size, ratio = walk->layer->compress_ratio;
  gboolean overlaps = walk->layer->compress_ratio == OVERLAPPING_RATIO;
  double width = overlaps ? 2.0 : 1.0;

  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, 2.0 * head * width);
  tok_tensor_walk_vector (walk, ratio * head * width + head);
  if (!overlaps)
    return;
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, walk->architecture->compressed.q_rank,
                          (double) indexer->n_heads * indexer->head_size);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, indexer->n_heads + 2.0 * indexer->head_size * width);
  tok_tensor_walk_vector (walk, ratio * indexer->head_size * width + indexer->head_size);
}

static void
walk_compressed (const TokTensorWalk *walk)
{
  const TokCompressed *c = &walk->architecture->compressed;
  double hidden = walk->architecture->hidden_size, head = walk->layer->key_head_size;
  double queries = walk->layer->n_heads * head, groups = MAX (c->output_groups, 1);

  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, c->q_rank);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, c->q_rank, queries);
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_V, hidden, head);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, queries / groups, groups * c->output_rank);
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_OUTPUT, (double) c->output_groups * c->output_rank, hidden);
  tok_tensor_walk_vector (walk, c->q_rank + head + walk->layer->n_heads);
  if (walk->layer->compress_ratio > 0)
    walk_compressor (walk);
}

static void
walk_delta_net (const TokTensorWalk *walk)
{
  const TokLinear *linear = &walk->architecture->linear;
  double hidden = walk->architecture->hidden_size;
  double keys = (double) linear->n_key_heads * linear->key_head_size;
  double values = (double) linear->n_value_heads * linear->value_head_size;

  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_V, hidden, 2.0 * keys + values);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, values);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, 2.0 * linear->n_value_heads);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, values, hidden);
  tok_tensor_walk_vector (walk, (2.0 * keys + values) * linear->conv_kernel + 2.0 * linear->n_value_heads
                                + linear->value_head_size);
}

static void
walk_kimi_delta (const TokTensorWalk *walk)
{
  const TokLinear *linear = &walk->architecture->linear;
  double hidden = walk->architecture->hidden_size, head = linear->head_size, heads = linear->n_heads, width = heads * head;

  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_Q, hidden, width);
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_K, hidden, width);
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_V, hidden, width);
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_OUTPUT, width, hidden);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, head + heads);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, head, width);
  if (linear->full_rank_gate)
    tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, width);
  else
    {
      tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, head);
      tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, head, width);
    }
  tok_tensor_walk_vector (walk, 3.0 * width * linear->conv_kernel + heads + width + head);
}

static void
walk_mamba2 (const TokTensorWalk *walk)
{
  const TokLinear *linear = &walk->architecture->linear;
  double hidden = walk->architecture->hidden_size, heads = linear->n_heads, inner = heads * linear->head_size;
  double groups = 2.0 * linear->n_groups * linear->state_size;

  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, 2.0 * inner + groups + heads);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, inner, hidden);
  tok_tensor_walk_vector (walk, (inner + groups) * (linear->conv_kernel + (linear->conv_bias ? 1.0 : 0.0)) + 3.0 * heads);
  if (linear->gated_norm)
    tok_tensor_walk_vector (walk, inner);
}

static void
walk_lightning (const TokTensorWalk *walk)
{
  const TokLinear *linear = &walk->architecture->linear;
  double hidden = walk->architecture->hidden_size, width = (double) linear->n_heads * linear->head_size;

  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_V, hidden, 3.0 * width);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, width);
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_OUTPUT, width, hidden);
  tok_tensor_walk_vector (walk, width);
}

static void
walk_short_conv (const TokTensorWalk *walk)
{
  double hidden = walk->architecture->hidden_size;

  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, 4.0 * hidden);
  tok_tensor_walk_vector (walk, hidden * walk->architecture->linear.conv_kernel);
}

static void
walk_linear_mixer (const TokTensorWalk *walk)
{
  tok_tensor_walk_matrix (walk, TOK_ROLE_ATTN_OUTPUT, walk->architecture->hidden_size, walk->architecture->hidden_size);
}

void
tok_tensor_walk_mixer (const TokTensorWalk *walk)
{
  static void (*const walks[TOK_N_MIXERS]) (const TokTensorWalk *) = {
    [TOK_MIXER_FULL] = walk_attention,
    [TOK_MIXER_SLIDING] = walk_attention,
    [TOK_MIXER_CHUNKED] = walk_attention,
    [TOK_MIXER_MLA] = walk_mla,
    [TOK_MIXER_COMPRESSED] = walk_compressed,
    [TOK_MIXER_DELTA_NET] = walk_delta_net,
    [TOK_MIXER_KIMI_DELTA] = walk_kimi_delta,
    [TOK_MIXER_MAMBA2] = walk_mamba2,
    [TOK_MIXER_LIGHTNING] = walk_lightning,
    [TOK_MIXER_SHORT_CONV] = walk_short_conv,
    [TOK_MIXER_LINEAR] = walk_linear_mixer,
  };

  if (walks[walk->layer->mixer] != NULL)
    walks[walk->layer->mixer] (walk);
}
