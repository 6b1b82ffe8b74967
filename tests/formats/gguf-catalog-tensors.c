/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tensors of a model of the catalog: what core lumps together is split as llama.cpp's converter splits it. */

#include "gguf-catalog-tensors.h"

#include "formats/gguf-types.h"

#define OVERLAPPING_RATIO 4

typedef struct
{
  GgufWriter            *writer;
  const TokArchitecture *a;
  const TokLayer        *layer;
  TokFileType            file_type;
  GgufExpertStyle        style;
  guint                  block;      /* in names */
  guint                  pick;       /* for the rules of the mix */
  double                 borrowed;   /* written in layers, of what the catalog lists as extra */
} Walk;

static guint32
ggml_type (TokTensorType wanted)
{
  for (guint32 type = 0; type < 64; type++)
    {
      TokTensorType core;

      if (tok_gguf_type_to_core (type, &core) && core == wanted)
        return type;
    }
  g_assert_not_reached ();
}

static guint32
pick_type (const Walk *walk, TokRole role, guint64 columns, gboolean is_expert)
{
  return ggml_type (tok_file_type_pick (walk->file_type, walk->a, role, walk->pick, (guint) columns, is_expert, FALSE));
}

static char *
block_name (const Walk *walk, const char *name)
{
  return g_strdup_printf ("blk.%u.%s", walk->block, name);
}

static void
matrix (const Walk *walk, const char *name, TokRole role, guint64 columns, guint64 rows)
{
  g_autofree char *full = block_name (walk, name);

  if (columns > 0 && rows > 0)
    gguf_writer_tensor (walk->writer, full, pick_type (walk, role, columns, FALSE), columns, rows, 1);
}

static void
vector (const Walk *walk, const char *name, guint64 columns, guint64 rows)
{
  g_autofree char *full = block_name (walk, name);

  if (columns > 0 && rows > 0)
    gguf_writer_tensor (walk->writer, full, 0, columns, rows, 1);
}

static void
experts (const Walk *walk, const char *name, TokRole role, guint64 columns, guint64 rows)
{
  guint32 type = pick_type (walk, role, columns, TRUE);
  guint n = walk->a->experts.n_experts;
  gboolean is_single = walk->style == GGUF_EXPERTS_SINGLE;

  for (guint i = 0; i < (is_single ? n : 1); i++)
    {
      g_autofree char *full = is_single ? g_strdup_printf ("blk.%u.%s.%u.weight", walk->block, name, i)
                                        : g_strdup_printf ("blk.%u.%s_exps.weight", walk->block, name);

      gguf_writer_tensor (walk->writer, full, type, columns, rows, is_single ? 1 : n);
    }
}

static void
norms (const Walk *walk, guint n)
{
  static const char *const names[] = { "attn_norm", "ffn_norm", "post_attention_norm", "post_ffw_norm" };

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *weight = g_strconcat (names[i], ".weight", NULL);
      g_autofree char *bias = g_strconcat (names[i], ".bias", NULL);

      vector (walk, weight, walk->a->hidden_size, 1);
      vector (walk, bias, walk->a->norm_bias ? walk->a->hidden_size : 0, 1);
    }
}

static void
attention_vectors (const Walk *walk, guint64 queries, guint64 keys, guint64 values)
{
  const TokArchitecture *a = walk->a;
  const TokLayer *layer = walk->layer;

  if (a->qkv_bias && a->fused_qkv)
    vector (walk, "attn_qkv.bias", queries + keys + values, 1);
  else if (a->qkv_bias)
    {
      vector (walk, "attn_q.bias", queries, 1);
      vector (walk, "attn_k.bias", keys, 1);
      vector (walk, "attn_v.bias", values, 1);
    }
  vector (walk, "attn_output.bias", a->attention_output_bias ? a->hidden_size : 0, 1);
  if (a->qk_norm == TOK_QK_NORM_HEAD)
    {
      vector (walk, "attn_q_norm.weight", layer->key_head_size, 1);
      vector (walk, "attn_k_norm.weight", layer->key_head_size, 1);
    }
  else if (a->qk_norm == TOK_QK_NORM_FULL)
    {
      vector (walk, "attn_q_norm.weight", layer->key_head_size, layer->n_heads);
      vector (walk, "attn_k_norm.weight", layer->key_head_size, layer->n_kv_heads);
    }
  vector (walk, "attn_sinks.weight", a->attention_sinks ? layer->n_heads : 0, 1);
}

static void
attention (Walk *walk)
{
  const TokArchitecture *a = walk->a;
  const TokLayer *layer = walk->layer;
  guint64 hidden = a->hidden_size, queries = (guint64) layer->n_heads * layer->key_head_size;
  guint64 keys = (guint64) layer->n_kv_heads * layer->key_head_size;
  guint64 values = layer->k_eq_v ? 0 : (guint64) layer->n_kv_heads * layer->value_head_size;
  guint64 output = (guint64) layer->n_heads * layer->value_head_size;

  if (a->fused_qkv)
    matrix (walk, "attn_qkv.weight", TOK_ROLE_ATTN_V, hidden, queries + keys + values);
  else
    {
      matrix (walk, "attn_q.weight", TOK_ROLE_ATTN_Q, hidden, queries * (a->attention_gate == TOK_GATE_Q_DOUBLED ? 2 : 1));
      matrix (walk, "attn_k.weight", TOK_ROLE_ATTN_K, hidden, keys);
      matrix (walk, "attn_v.weight", TOK_ROLE_ATTN_V, hidden, values);
    }
  matrix (walk, "attn_output.weight", TOK_ROLE_ATTN_OUTPUT, output, hidden);
  if (a->attention_gate == TOK_GATE_HEADWISE)
    matrix (walk, "attn_gate.weight", TOK_ROLE_MIXER, hidden, layer->n_heads);
  else if (a->attention_gate == TOK_GATE_FULL)
    matrix (walk, "attn_gate.weight", TOK_ROLE_MIXER, hidden, output);
  attention_vectors (walk, queries, keys, values);
  if (!layer->has_indexer)
    return;
  matrix (walk, "indexer.attn_k.weight", TOK_ROLE_MIXER, hidden, a->indexer.head_size);
  matrix (walk, "indexer.proj.weight", TOK_ROLE_MIXER, hidden, a->indexer.n_heads);
  walk->borrowed += (double) hidden * ((double) a->indexer.head_size + a->indexer.n_heads);
}

static void
latent (Walk *walk)
{
  const TokArchitecture *a = walk->a;
  const TokMla *mla = &a->mla;
  guint64 hidden = a->hidden_size, heads = walk->layer->n_heads, query = (guint64) mla->nope_size + mla->rope_size;

  if (mla->q_rank > 0)
    {
      matrix (walk, "attn_q_a.weight", TOK_ROLE_MIXER, hidden, mla->q_rank);
      matrix (walk, "attn_q_b.weight", TOK_ROLE_MIXER, mla->q_rank, heads * query);
      vector (walk, "attn_q_a_norm.weight", mla->q_rank, 1);
    }
  else
    matrix (walk, "attn_q.weight", TOK_ROLE_ATTN_Q, hidden, heads * query);
  matrix (walk, "attn_kv_a_mqa.weight", TOK_ROLE_MIXER, hidden, (guint64) mla->kv_rank + mla->rope_size);
  vector (walk, "attn_kv_a_norm.weight", mla->kv_rank, 1);
  matrix (walk, "attn_kv_b.weight", TOK_ROLE_ATTN_V, mla->kv_rank, heads * ((guint64) mla->nope_size + mla->value_size));
  matrix (walk, "attn_output.weight", TOK_ROLE_ATTN_OUTPUT, heads * mla->value_size, hidden);
  if (mla->full_output_gate)
    matrix (walk, "attn_gate.weight", TOK_ROLE_MIXER, hidden, heads * mla->value_size);
  if (!walk->layer->has_indexer)
    return;
  matrix (walk, "indexer.attn_q_b.weight", TOK_ROLE_MIXER, mla->q_rank, (guint64) a->indexer.n_heads * a->indexer.head_size);
  matrix (walk, "indexer.attn_k.weight", TOK_ROLE_MIXER, hidden, a->indexer.head_size);
  matrix (walk, "indexer.proj.weight", TOK_ROLE_MIXER, hidden, a->indexer.n_heads);
  vector (walk, "indexer.k_norm.weight", a->indexer.head_size, 1);
  vector (walk, "indexer.k_norm.bias", a->indexer.head_size, 1);
}

static void
compressor (Walk *walk)
{
  const TokArchitecture *a = walk->a;
  guint64 hidden = a->hidden_size, head = walk->layer->key_head_size, ratio = walk->layer->compress_ratio;
  guint64 width = ratio == OVERLAPPING_RATIO ? 2 : 1, index = a->indexer.head_size;

  matrix (walk, "attn_compressor_kv.weight", TOK_ROLE_MIXER, hidden, head * width);
  matrix (walk, "attn_compressor_gate.weight", TOK_ROLE_MIXER, hidden, head * width);
  vector (walk, "attn_compressor_ape.weight", head * width, ratio);
  vector (walk, "attn_compressor_norm.weight", head, 1);
  if (ratio != OVERLAPPING_RATIO)
    return;
  matrix (walk, "indexer.attn_q_b.weight", TOK_ROLE_MIXER, a->compressed.q_rank, a->indexer.n_heads * index);
  matrix (walk, "indexer.proj.weight", TOK_ROLE_MIXER, hidden, a->indexer.n_heads);
  matrix (walk, "indexer_compressor_kv.weight", TOK_ROLE_MIXER, hidden, index * width);
  matrix (walk, "indexer_compressor_gate.weight", TOK_ROLE_MIXER, hidden, index * width);
  vector (walk, "indexer_compressor_ape.weight", index * width, ratio);
  vector (walk, "indexer_compressor_norm.weight", index, 1);
}

static void
compressed (Walk *walk)
{
  const TokCompressed *c = &walk->a->compressed;
  guint64 hidden = walk->a->hidden_size, head = walk->layer->key_head_size, queries = walk->layer->n_heads * head;

  matrix (walk, "attn_q_a.weight", TOK_ROLE_MIXER, hidden, c->q_rank);
  matrix (walk, "attn_q_b.weight", TOK_ROLE_MIXER, c->q_rank, queries);
  matrix (walk, "attn_kv.weight", TOK_ROLE_ATTN_V, hidden, head);
  matrix (walk, "attn_output_a.weight", TOK_ROLE_MIXER, queries / c->output_groups, (guint64) c->output_groups * c->output_rank);
  matrix (walk, "attn_output_b.weight", TOK_ROLE_ATTN_OUTPUT, (guint64) c->output_groups * c->output_rank, hidden);
  vector (walk, "attn_q_a_norm.weight", c->q_rank, 1);
  vector (walk, "attn_kv_a_norm.weight", head, 1);
  vector (walk, "attn_sinks.weight", walk->layer->n_heads, 1);
  if (walk->layer->compress_ratio > 0)
    compressor (walk);
}

static void
delta_net (Walk *walk)
{
  const TokLinear *linear = &walk->a->linear;
  guint64 hidden = walk->a->hidden_size, heads = linear->n_value_heads;
  guint64 keys = (guint64) linear->n_key_heads * linear->key_head_size, values = heads * linear->value_head_size;

  matrix (walk, "attn_qkv.weight", TOK_ROLE_ATTN_V, hidden, 2 * keys + values);
  matrix (walk, "attn_gate.weight", TOK_ROLE_MIXER, hidden, values);
  if (walk->block % 2 == 0)
    matrix (walk, "ssm_ba.weight", TOK_ROLE_MIXER, hidden, 2 * heads);
  else
    {
      matrix (walk, "ssm_alpha.weight", TOK_ROLE_MIXER, hidden, heads);
      matrix (walk, "ssm_beta.weight", TOK_ROLE_MIXER, hidden, heads);
    }
  matrix (walk, "ssm_out.weight", TOK_ROLE_MIXER, values, hidden);
  vector (walk, "ssm_conv1d.weight", linear->conv_kernel, 2 * keys + values);
  vector (walk, "ssm_dt.bias", heads, 1);
  vector (walk, "ssm_a", heads, 1);
  vector (walk, "ssm_norm.weight", linear->value_head_size, 1);
}

static void
kimi_delta (Walk *walk)
{
  const TokLinear *linear = &walk->a->linear;
  guint64 hidden = walk->a->hidden_size, head = linear->head_size, heads = linear->n_heads, width = heads * head;

  matrix (walk, "attn_q.weight", TOK_ROLE_ATTN_Q, hidden, width);
  matrix (walk, "attn_k.weight", TOK_ROLE_ATTN_K, hidden, width);
  matrix (walk, "attn_v.weight", TOK_ROLE_ATTN_V, hidden, width);
  matrix (walk, "attn_output.weight", TOK_ROLE_ATTN_OUTPUT, width, hidden);
  matrix (walk, "ssm_f_a.weight", TOK_ROLE_MIXER, hidden, head);
  matrix (walk, "ssm_f_b.weight", TOK_ROLE_MIXER, head, width);
  matrix (walk, "ssm_beta.weight", TOK_ROLE_MIXER, hidden, heads);
  if (linear->full_rank_gate)
    matrix (walk, "attn_gate.weight", TOK_ROLE_MIXER, hidden, width);
  else
    {
      matrix (walk, "ssm_g_a.weight", TOK_ROLE_MIXER, hidden, head);
      matrix (walk, "ssm_g_b.weight", TOK_ROLE_MIXER, head, width);
    }
  vector (walk, "ssm_conv1d_q.weight", linear->conv_kernel, width);
  vector (walk, "ssm_conv1d_k.weight", linear->conv_kernel, width);
  vector (walk, "ssm_conv1d_v.weight", linear->conv_kernel, width);
  vector (walk, "ssm_a", heads, 1);
  vector (walk, "ssm_dt.bias", width, 1);
  vector (walk, "ssm_norm.weight", head, 1);
}

static void
mamba2 (Walk *walk)
{
  const TokLinear *linear = &walk->a->linear;
  guint64 hidden = walk->a->hidden_size, heads = linear->n_heads, inner = heads * linear->head_size;
  guint64 groups = 2 * (guint64) linear->n_groups * linear->state_size;

  matrix (walk, "ssm_in.weight", TOK_ROLE_MIXER, hidden, 2 * inner + groups + heads);
  matrix (walk, "ssm_out.weight", TOK_ROLE_MIXER, inner, hidden);
  vector (walk, "ssm_conv1d.weight", linear->conv_kernel, inner + groups);
  vector (walk, "ssm_conv1d.bias", linear->conv_bias ? inner + groups : 0, 1);
  vector (walk, "ssm_dt.bias", heads, 1);
  vector (walk, "ssm_a", 1, heads);
  vector (walk, "ssm_d", 1, heads);
  if (linear->gated_norm)
    vector (walk, "ssm_norm.weight", inner / linear->n_groups, linear->n_groups);
}

static void
lightning (Walk *walk)
{
  guint64 hidden = walk->a->hidden_size, width = (guint64) walk->a->linear.n_heads * walk->a->linear.head_size;

  matrix (walk, "attn_qkv.weight", TOK_ROLE_ATTN_V, hidden, 3 * width);
  matrix (walk, "attn_gate.weight", TOK_ROLE_MIXER, hidden, width);
  matrix (walk, "attn_output.weight", TOK_ROLE_ATTN_OUTPUT, width, hidden);
  vector (walk, "attn_sub_norm.weight", width, 1);
}

static void
short_conv (Walk *walk)
{
  guint64 hidden = walk->a->hidden_size;

  matrix (walk, "shortconv.in_proj.weight", TOK_ROLE_MIXER, hidden, 3 * hidden);
  matrix (walk, "shortconv.out_proj.weight", TOK_ROLE_MIXER, hidden, hidden);
  vector (walk, "shortconv.conv.weight", walk->a->linear.conv_kernel, hidden);
}

static void
linear_mixer (Walk *walk)
{
  matrix (walk, "attn_output.weight", TOK_ROLE_ATTN_OUTPUT, walk->a->hidden_size, walk->a->hidden_size);
}

static void
ffn (const Walk *walk, guint64 width, const char *end)
{
  const TokArchitecture *a = walk->a;
  guint64 hidden = a->hidden_size;
  gboolean is_fused = a->fused_qkv && a->mlp_gated;
  g_autofree char *gate = g_strdup_printf ("ffn_gate%s.weight", end), *up = g_strdup_printf ("ffn_up%s.weight", end);
  g_autofree char *down = g_strdup_printf ("ffn_down%s.weight", end);

  if (a->mlp_gated && !is_fused)
    matrix (walk, gate, TOK_ROLE_FFN_GATE, hidden, width);
  matrix (walk, up, TOK_ROLE_FFN_UP, hidden, is_fused ? 2 * width : width);
  matrix (walk, down, TOK_ROLE_FFN_DOWN, width, hidden);
  if (!a->mlp_bias)
    return;
  vector (walk, "ffn_up.bias", a->mlp_gated ? 2 * width : width, 1);
  vector (walk, "ffn_down.bias", hidden, 1);
}

static void
moe (const Walk *walk)
{
  static const char *const extra_norms[] = { "post_ffw_norm_1.weight", "pre_ffw_norm_2.weight", "post_ffw_norm_2.weight" };
  const TokArchitecture *a = walk->a;
  const TokExperts *e = &a->experts;
  guint64 hidden = e->latent_size > 0 ? e->latent_size : a->hidden_size, width = e->expert_size;

  if (a->mlp_gated && walk->style == GGUF_EXPERTS_GATE_UP)
    experts (walk, "ffn_gate_up", TOK_ROLE_FFN_UP, hidden, 2 * width);
  else
    {
      if (a->mlp_gated)
        experts (walk, "ffn_gate", TOK_ROLE_FFN_GATE, hidden, width);
      experts (walk, "ffn_up", TOK_ROLE_FFN_UP, hidden, width);
    }
  experts (walk, "ffn_down", TOK_ROLE_FFN_DOWN, width, hidden);
  if (a->moe_bias)
    {
      vector (walk, "ffn_gate_exps.bias", width, e->n_experts);
      vector (walk, "ffn_up_exps.bias", width, e->n_experts);
      vector (walk, "ffn_down_exps.bias", hidden, e->n_experts);
    }
  vector (walk, "ffn_gate_inp.weight", a->hidden_size, e->n_experts);
  vector (walk, "exp_probs_b.bias", e->router_bias ? e->n_experts : 0, 1);
  if (e->shared_size > 0)
    ffn (walk, e->shared_size, "_shexp");
  vector (walk, "ffn_gate_inp_shexp.weight", e->shared_gate ? a->hidden_size : 0, 1);
  matrix (walk, "ffn_latent_down.weight", TOK_ROLE_MIXER, a->hidden_size, e->latent_size);
  matrix (walk, "ffn_latent_up.weight", TOK_ROLE_MIXER, e->latent_size, a->hidden_size);
  vector (walk, "ffn_latent_norm.weight", e->latent_norm ? e->latent_size : 0, 1);
  if (e->dense_parallel_size > 0)
    ffn (walk, e->dense_parallel_size, "");
  for (guint i = 0; i < e->extra_norms; i++)
    vector (walk, extra_norms[i], a->hidden_size, 1);
}

static void
layer (Walk *walk)
{
  static void (*const mixers[TOK_N_MIXERS]) (Walk *) = {
    [TOK_MIXER_FULL] = attention, [TOK_MIXER_SLIDING] = attention, [TOK_MIXER_CHUNKED] = attention, [TOK_MIXER_MLA] = latent,
    [TOK_MIXER_COMPRESSED] = compressed, [TOK_MIXER_DELTA_NET] = delta_net, [TOK_MIXER_KIMI_DELTA] = kimi_delta,
    [TOK_MIXER_MAMBA2] = mamba2, [TOK_MIXER_LIGHTNING] = lightning, [TOK_MIXER_SHORT_CONV] = short_conv,
    [TOK_MIXER_LINEAR] = linear_mixer,
  };
  guint n_blocks = (walk->layer->mixer != TOK_MIXER_NONE) + (walk->layer->ffn != TOK_FFN_NONE);

  if (mixers[walk->layer->mixer] != NULL)
    mixers[walk->layer->mixer] (walk);
  if (walk->layer->ffn == TOK_FFN_DENSE)
    ffn (walk, walk->layer->ffn_size, "");
  else if (walk->layer->ffn == TOK_FFN_MOE)
    moe (walk);
  else if (walk->layer->ffn == TOK_FFN_LINEAR)
    matrix (walk, "ffn_down.weight", TOK_ROLE_FFN_DOWN, walk->a->hidden_size, walk->a->hidden_size);
  norms (walk, n_blocks == 2 ? (guint) walk->a->norms_per_layer : n_blocks);
}

static void
prediction_block (Walk *walk)
{
  const TokArchitecture *a = walk->a;

  matrix (walk, "nextn.eh_proj.weight", TOK_ROLE_MIXER, 2 * (guint64) a->hidden_size, a->hidden_size);
  matrix (walk, "nextn.embed_tokens.weight", TOK_ROLE_MIXER, a->hidden_size, a->vocab_size);
  matrix (walk, "nextn.shared_head_head.weight", TOK_ROLE_MIXER, a->hidden_size, a->vocab_size);
  vector (walk, "nextn.enorm.weight", a->hidden_size, 1);
  vector (walk, "nextn.hnorm.weight", a->hidden_size, 1);
  vector (walk, "nextn.shared_head_norm.weight", a->hidden_size, 1);
  layer (walk);
}

/* What the row does not divide goes into a vector of the same use. */
static void
extra (Walk *walk, guint index)
{
  const TokExtra *e = &walk->a->extras[index];
  const char *end = e->is_lookup ? "_embd" : "";
  TokRole role = e->is_lookup ? TOK_ROLE_EMBEDDING : e->is_kept ? TOK_ROLE_KEPT : TOK_ROLE_MIXER;
  g_autofree char *table = g_strdup_printf ("extra_%u%s.weight", index, end);
  g_autofree char *rest = g_strdup_printf ("extra_rest_%u%s.weight", index, end);
  guint64 hidden = walk->a->hidden_size, elements = (guint64) e->elements;

  if (!e->is_lookup && elements > (guint64) walk->borrowed)
    {
      elements -= (guint64) walk->borrowed;
      walk->borrowed = 0.0;
    }
  if (elements / hidden > 0)
    gguf_writer_tensor (walk->writer, table, pick_type (walk, role, hidden, FALSE), hidden, elements / hidden, 1);
  if (elements % hidden > 0)
    gguf_writer_tensor (walk->writer, rest, 0, elements % hidden, 1, 1);
}

static void
outside (Walk *walk)
{
  const TokArchitecture *a = walk->a;
  guint64 hidden = a->hidden_size;

  walk->pick = a->n_layers;
  gguf_writer_tensor (walk->writer, "token_embd.weight", pick_type (walk, TOK_ROLE_EMBEDDING, hidden, FALSE),
                      hidden, a->vocab_size, 1);
  if (!a->tied_embeddings)
    gguf_writer_tensor (walk->writer, "output.weight", pick_type (walk, TOK_ROLE_HEAD, hidden, FALSE), hidden, a->vocab_size, 1);
  gguf_writer_tensor (walk->writer, "output_norm.weight", 0, hidden, 1, 1);
  if (a->norm_bias)
    gguf_writer_tensor (walk->writer, "output_norm.bias", 0, hidden, 1, 1);
  for (guint i = 0; i < a->n_extras; i++)
    extra (walk, i);
  g_assert_cmpfloat (walk->borrowed, ==, 0.0);
}

void
gguf_write_tensors (GgufWriter            *writer,
                    const TokArchitecture *architecture,
                    TokFileType            file_type,
                    GgufExpertStyle        style)
{
  Walk walk = { .writer = writer, .a = architecture, .file_type = file_type, .style = style };

  for (guint i = 0; i < architecture->n_layers; i++)
    {
      walk.block = walk.pick = i;
      walk.layer = &architecture->layers[i];
      layer (&walk);
    }
  outside (&walk);
  walk.layer = &architecture->layers[architecture->n_layers - 1];
  for (guint i = 0; architecture->mtp_embeddings && i < architecture->mtp_layers; i++)
    {
      walk.block = architecture->n_layers + i;
      walk.pick = architecture->n_layers + 1 + i;
      prediction_block (&walk);
    }
}
