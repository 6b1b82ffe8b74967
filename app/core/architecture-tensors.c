/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tensors of a model's file, block by block.
 *
 * Names and shapes: the models' published code and the GGUF writer of llama.cpp; matrices as (row length, elements). */

#include "core/architecture.h"

/* Compressed sparse attention: this ratio has overlapping windows and an indexer (DeepSeek-V4). */
#define OVERLAPPING_RATIO 4

typedef struct
{
  const TokArchitecture *architecture;
  const TokLayer        *layer;
  guint                  index;        /* written into every tensor */
  TokTensorFunc          func;
  gpointer               user_data;
} Walk;

static void
emit (const Walk *walk,
      TokRole     role,
      guint       row,
      double      elements,
      gboolean    is_expert)
{
  TokTensor tensor = { role, walk->index, row, elements, is_expert, FALSE };

  if (elements > 0.0)
    walk->func (&tensor, walk->user_data);
}

static void
matrix (const Walk *walk,
        TokRole     role,
        double      row,
        double      n_rows)
{
  emit (walk, role, MIN (row, G_MAXUINT), row * n_rows, FALSE);
}

static void
vector (const Walk *walk,
        double      elements)
{
  emit (walk, TOK_ROLE_VECTOR, 1, elements, FALSE);
}

static void
walk_query_gate (const Walk *walk)
{
  const TokLayer *layer = walk->layer;
  double hidden = walk->architecture->hidden_size, heads = layer->n_heads;

  if (walk->architecture->attention_gate == TOK_GATE_HEADWISE)
    matrix (walk, TOK_ROLE_MIXER, hidden, heads);
  else if (walk->architecture->attention_gate == TOK_GATE_FULL)
    matrix (walk, TOK_ROLE_MIXER, hidden, heads * layer->value_head_size);
}

static void
walk_attention_vectors (const Walk *walk)
{
  const TokArchitecture *a = walk->architecture;
  double queries = (double) walk->layer->n_heads * walk->layer->key_head_size;
  double keys = (double) walk->layer->n_kv_heads * walk->layer->key_head_size;
  double values = (double) walk->layer->n_kv_heads * walk->layer->value_head_size;

  if (a->qkv_bias)
    vector (walk, queries + keys + values);
  if (a->attention_output_bias)
    vector (walk, a->hidden_size);
  if (a->qk_norm == TOK_QK_NORM_HEAD)
    vector (walk, 2.0 * walk->layer->key_head_size);
  else if (a->qk_norm == TOK_QK_NORM_FULL)
    vector (walk, queries + keys);
  if (a->attention_sinks)
    vector (walk, walk->layer->n_heads);
}

static void
walk_attention (const Walk *walk)
{
  const TokArchitecture *a = walk->architecture;
  const TokLayer *layer = walk->layer;
  double hidden = a->hidden_size;
  double queries = (double) layer->n_heads * layer->key_head_size * (a->attention_gate == TOK_GATE_Q_DOUBLED ? 2 : 1);
  double keys = (double) layer->n_kv_heads * layer->key_head_size;
  double values = layer->k_eq_v ? 0.0 : (double) layer->n_kv_heads * layer->value_head_size;
  double output = (double) layer->n_heads * layer->value_head_size;

  if (a->fused_qkv)
    matrix (walk, TOK_ROLE_ATTN_V, hidden, queries + keys + values);
  else
    {
      matrix (walk, TOK_ROLE_ATTN_Q, hidden, queries);
      matrix (walk, TOK_ROLE_ATTN_K, hidden, keys);
      matrix (walk, TOK_ROLE_ATTN_V, hidden, values);
    }
  matrix (walk, TOK_ROLE_ATTN_OUTPUT, output, hidden);
  walk_query_gate (walk);
  walk_attention_vectors (walk);
}

static void
walk_mla_indexer (const Walk *walk)
{
  const TokArchitecture *a = walk->architecture;
  const TokIndexer *indexer = &a->indexer;

  matrix (walk, TOK_ROLE_MIXER, a->mla.q_rank, (double) indexer->n_heads * indexer->head_size);
  matrix (walk, TOK_ROLE_MIXER, a->hidden_size, indexer->head_size);
  matrix (walk, TOK_ROLE_MIXER, a->hidden_size, indexer->n_heads);
  vector (walk, 2.0 * indexer->head_size);
}

static void
walk_mla (const Walk *walk)
{
  const TokMla *mla = &walk->architecture->mla;
  double hidden = walk->architecture->hidden_size, heads = walk->layer->n_heads;
  double query_size = (double) mla->nope_size + mla->rope_size;

  if (mla->q_rank > 0)
    {
      matrix (walk, TOK_ROLE_MIXER, hidden, mla->q_rank);
      matrix (walk, TOK_ROLE_MIXER, mla->q_rank, heads * query_size);
    }
  else
    matrix (walk, TOK_ROLE_ATTN_Q, hidden, heads * query_size);
  matrix (walk, TOK_ROLE_MIXER, hidden, (double) mla->kv_rank + mla->rope_size);
  matrix (walk, TOK_ROLE_ATTN_V, mla->kv_rank, heads * ((double) mla->nope_size + mla->value_size));
  matrix (walk, TOK_ROLE_ATTN_OUTPUT, heads * mla->value_size, hidden);
  if (mla->full_output_gate)
    matrix (walk, TOK_ROLE_MIXER, hidden, heads * mla->value_size);
  vector (walk, (double) mla->kv_rank + mla->q_rank);
  if (walk->layer->has_indexer)
    walk_mla_indexer (walk);
}

static void
walk_compressor (const Walk *walk)
{
  const TokIndexer *indexer = &walk->architecture->indexer;
  double hidden = walk->architecture->hidden_size, head = walk->layer->key_head_size, ratio = walk->layer->compress_ratio;
  gboolean overlaps = walk->layer->compress_ratio == OVERLAPPING_RATIO;
  double width = overlaps ? 2.0 : 1.0;

  matrix (walk, TOK_ROLE_MIXER, hidden, 2.0 * head * width);
  vector (walk, ratio * head * width + head);
  if (!overlaps)
    return;
  matrix (walk, TOK_ROLE_MIXER, walk->architecture->compressed.q_rank, (double) indexer->n_heads * indexer->head_size);
  matrix (walk, TOK_ROLE_MIXER, hidden, indexer->n_heads + 2.0 * indexer->head_size * width);
  vector (walk, ratio * indexer->head_size * width + indexer->head_size);
}

static void
walk_compressed (const Walk *walk)
{
  const TokCompressed *c = &walk->architecture->compressed;
  double hidden = walk->architecture->hidden_size, head = walk->layer->key_head_size;
  double queries = walk->layer->n_heads * head, groups = MAX (c->output_groups, 1);

  matrix (walk, TOK_ROLE_MIXER, hidden, c->q_rank);
  matrix (walk, TOK_ROLE_MIXER, c->q_rank, queries);
  matrix (walk, TOK_ROLE_ATTN_V, hidden, head);
  matrix (walk, TOK_ROLE_MIXER, queries / groups, groups * c->output_rank);
  matrix (walk, TOK_ROLE_ATTN_OUTPUT, (double) c->output_groups * c->output_rank, hidden);
  vector (walk, c->q_rank + head + walk->layer->n_heads);
  if (walk->layer->compress_ratio > 0)
    walk_compressor (walk);
}

static void
walk_delta_net (const Walk *walk)
{
  const TokLinear *linear = &walk->architecture->linear;
  double hidden = walk->architecture->hidden_size;
  double keys = (double) linear->n_key_heads * linear->key_head_size;
  double values = (double) linear->n_value_heads * linear->value_head_size;

  matrix (walk, TOK_ROLE_ATTN_V, hidden, 2.0 * keys + values);
  matrix (walk, TOK_ROLE_MIXER, hidden, values);
  matrix (walk, TOK_ROLE_MIXER, hidden, 2.0 * linear->n_value_heads);
  matrix (walk, TOK_ROLE_MIXER, values, hidden);
  vector (walk, (2.0 * keys + values) * linear->conv_kernel + 2.0 * linear->n_value_heads + linear->value_head_size);
}

static void
walk_kimi_delta (const Walk *walk)
{
  const TokLinear *linear = &walk->architecture->linear;
  double hidden = walk->architecture->hidden_size, head = linear->head_size, heads = linear->n_heads, width = heads * head;

  matrix (walk, TOK_ROLE_ATTN_Q, hidden, width);
  matrix (walk, TOK_ROLE_ATTN_K, hidden, width);
  matrix (walk, TOK_ROLE_ATTN_V, hidden, width);
  matrix (walk, TOK_ROLE_ATTN_OUTPUT, width, hidden);
  matrix (walk, TOK_ROLE_MIXER, hidden, head + heads);
  matrix (walk, TOK_ROLE_MIXER, head, width);
  if (linear->full_rank_gate)
    matrix (walk, TOK_ROLE_MIXER, hidden, width);
  else
    {
      matrix (walk, TOK_ROLE_MIXER, hidden, head);
      matrix (walk, TOK_ROLE_MIXER, head, width);
    }
  vector (walk, 3.0 * width * linear->conv_kernel + heads + width + head);
}

static void
walk_mamba2 (const Walk *walk)
{
  const TokLinear *linear = &walk->architecture->linear;
  double hidden = walk->architecture->hidden_size, heads = linear->n_heads, inner = heads * linear->head_size;
  double groups = 2.0 * linear->n_groups * linear->state_size;

  matrix (walk, TOK_ROLE_MIXER, hidden, 2.0 * inner + groups + heads);
  matrix (walk, TOK_ROLE_MIXER, inner, hidden);
  vector (walk, (inner + groups) * (linear->conv_kernel + (linear->conv_bias ? 1.0 : 0.0)) + 3.0 * heads);
  if (linear->gated_norm)
    vector (walk, inner);
}

static void
walk_lightning (const Walk *walk)
{
  const TokLinear *linear = &walk->architecture->linear;
  double hidden = walk->architecture->hidden_size, width = (double) linear->n_heads * linear->head_size;

  matrix (walk, TOK_ROLE_ATTN_V, hidden, 3.0 * width);
  matrix (walk, TOK_ROLE_MIXER, hidden, width);
  matrix (walk, TOK_ROLE_ATTN_OUTPUT, width, hidden);
  vector (walk, width);
}

static void
walk_short_conv (const Walk *walk)
{
  double hidden = walk->architecture->hidden_size;

  matrix (walk, TOK_ROLE_MIXER, hidden, 4.0 * hidden);
  vector (walk, hidden * walk->architecture->linear.conv_kernel);
}

static void
walk_linear_mixer (const Walk *walk)
{
  matrix (walk, TOK_ROLE_ATTN_OUTPUT, walk->architecture->hidden_size, walk->architecture->hidden_size);
}

static void
walk_ffn (const Walk *walk,
          double      width)
{
  const TokArchitecture *a = walk->architecture;
  double hidden = a->hidden_size;

  if (a->mlp_gated)
    matrix (walk, TOK_ROLE_FFN_GATE, hidden, width);
  matrix (walk, TOK_ROLE_FFN_UP, hidden, width);
  matrix (walk, TOK_ROLE_FFN_DOWN, width, hidden);
  if (a->mlp_bias)
    vector (walk, (a->mlp_gated ? 2.0 : 1.0) * width + hidden);
}

static void
walk_routed_experts (const Walk *walk)
{
  const TokArchitecture *a = walk->architecture;
  const TokExperts *experts = &a->experts;
  double n = experts->n_experts, width = experts->expert_size;
  double hidden = experts->latent_size > 0 ? experts->latent_size : a->hidden_size;

  if (a->mlp_gated)
    emit (walk, TOK_ROLE_FFN_GATE, hidden, n * hidden * width, TRUE);
  emit (walk, TOK_ROLE_FFN_UP, hidden, n * hidden * width, TRUE);
  emit (walk, TOK_ROLE_FFN_DOWN, width, n * hidden * width, TRUE);
  if (a->moe_bias)
    emit (walk, TOK_ROLE_VECTOR, 1, n * ((a->mlp_gated ? 2.0 : 1.0) * width + hidden), TRUE);
}

static void
walk_moe (const Walk *walk)
{
  const TokExperts *experts = &walk->architecture->experts;
  double hidden = walk->architecture->hidden_size, latent = experts->latent_size;

  walk_routed_experts (walk);
  vector (walk, experts->n_experts * (hidden + (experts->router_bias ? 1.0 : 0.0)));
  if (experts->shared_size > 0)
    walk_ffn (walk, experts->shared_size);
  if (experts->shared_size > 0 && experts->shared_gate)
    vector (walk, hidden);
  matrix (walk, TOK_ROLE_MIXER, hidden, latent);
  matrix (walk, TOK_ROLE_MIXER, latent, hidden);
  if (experts->latent_norm)
    vector (walk, latent);
  if (experts->dense_parallel_size > 0)
    walk_ffn (walk, experts->dense_parallel_size);
  vector (walk, experts->extra_norms * hidden);
}

static void
walk_mixer (const Walk *walk)
{
  static void (*const walks[TOK_N_MIXERS]) (const Walk *) = {
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

static void
walk_norms (const Walk *walk,
            double      n)
{
  vector (walk, n * walk->architecture->hidden_size * (walk->architecture->norm_bias ? 2.0 : 1.0));
}

static void
walk_layer (const Walk *walk)
{
  const TokLayer *layer = walk->layer;
  guint n_blocks = (layer->mixer != TOK_MIXER_NONE) + (layer->ffn != TOK_FFN_NONE);

  walk_mixer (walk);
  if (layer->ffn == TOK_FFN_DENSE)
    walk_ffn (walk, layer->ffn_size);
  else if (layer->ffn == TOK_FFN_MOE)
    walk_moe (walk);
  else if (layer->ffn == TOK_FFN_LINEAR)
    matrix (walk, TOK_ROLE_FFN_DOWN, walk->architecture->hidden_size, walk->architecture->hidden_size);
  walk_norms (walk, n_blocks == 2 ? walk->architecture->norms_per_layer : n_blocks);
}

static void
walk_extras (const Walk *walk)
{
  const TokArchitecture *a = walk->architecture;

  for (guint i = 0; i < a->n_extras; i++)
    {
      const TokExtra *extra = &a->extras[i];
      TokTensor tensor = { extra->is_lookup ? TOK_ROLE_EMBEDDING : TOK_ROLE_MIXER, a->n_layers, a->hidden_size, extra->elements,
                           FALSE, extra->is_lookup };

      walk->func (&tensor, walk->user_data);
    }
}

/* A multi-token-prediction block is a further layer like the last one, what joins it to the model, and an embedding and a head. */
static void
walk_prediction_blocks (Walk *walk)
{
  const TokArchitecture *a = walk->architecture;

  walk->layer = &a->layers[a->n_layers - 1];
  for (guint i = 0; i < a->mtp_layers; i++)
    {
      walk->index = a->n_layers + 1 + i;
      matrix (walk, TOK_ROLE_MIXER, 2.0 * a->hidden_size, a->hidden_size);
      matrix (walk, TOK_ROLE_MIXER, a->hidden_size, 2.0 * a->vocab_size);
      walk_norms (walk, 3.0);
      walk_layer (walk);
    }
}

void
tok_architecture_foreach_tensor (const TokArchitecture *architecture,
                                 TokTensorFunc          func,
                                 gpointer               user_data)
{
  Walk walk = { architecture, NULL, 0, func, user_data };

  for (walk.index = 0; walk.index < architecture->n_layers; walk.index++)
    {
      walk.layer = &architecture->layers[walk.index];
      walk_layer (&walk);
    }
  matrix (&walk, TOK_ROLE_EMBEDDING, architecture->hidden_size, architecture->vocab_size);
  if (!architecture->tied_embeddings)
    matrix (&walk, TOK_ROLE_HEAD, architecture->hidden_size, architecture->vocab_size);
  walk_norms (&walk, 1.0);
  walk_extras (&walk);
  if (architecture->mtp_embeddings)
    walk_prediction_blocks (&walk);
}
