/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How every layer of a GGUF file mixes tokens: told by the tensors it has, sized by keys and tensors. */

#include <glib/gi18n.h>

#include "formats/gguf-reading.h"

#define MOST_KERNEL 1024
#define MOST_RATIO 65536

static const TokGgufShape *
part (const TokGgufReading *reading, guint layer, TokGgufPart part_of_layer)
{
  return &reading->layers[layer].parts[part_of_layer];
}

static gboolean
has (const TokGgufReading *reading, guint layer, TokGgufPart part_of_layer)
{
  return part (reading, layer, part_of_layer)->has_weight;
}

/* Only lightning attention has fused queries and a gate but nothing to cache. */
static gboolean
is_lightning (const TokGgufReading *reading, guint layer)
{
  const TokGgufValue *kv_heads = tok_gguf_reading_value (reading, "attention.head_count_kv");

  return has (reading, layer, TOK_PART_QKV) && has (reading, layer, TOK_PART_ATTN_GATE)
         && tok_gguf_value_at (kv_heads, layer, TOK_GGUF_MOST_HEADS, 1) == 0;
}

static TokMixer
find_mixer (const TokGgufReading *reading, guint layer)
{
  if (has (reading, layer, TOK_PART_OUTPUT_A))
    return TOK_MIXER_COMPRESSED;
  if (has (reading, layer, TOK_PART_KV_A))
    return TOK_MIXER_MLA;
  if (has (reading, layer, TOK_PART_SSM_DECAY))
    return TOK_MIXER_KIMI_DELTA;
  if (has (reading, layer, TOK_PART_SSM_BETA))
    return TOK_MIXER_DELTA_NET;
  if (has (reading, layer, TOK_PART_TIME_MIX) || is_lightning (reading, layer))
    return TOK_MIXER_LIGHTNING;
  if (has (reading, layer, TOK_PART_Q) || has (reading, layer, TOK_PART_QKV))
    return TOK_MIXER_FULL;
  if (has (reading, layer, TOK_PART_SSM_IN))
    return TOK_MIXER_MAMBA2;
  if (has (reading, layer, TOK_PART_SHORT_CONV_IN))
    return TOK_MIXER_SHORT_CONV;
  return has (reading, layer, TOK_PART_ATTN_OUTPUT) ? TOK_MIXER_LINEAR : TOK_MIXER_NONE;
}

static void
read_indexer (TokGgufReading *reading, guint layer)
{
  TokIndexer *indexer = &reading->architecture->indexer;
  const TokGgufShape *keys = part (reading, layer, TOK_PART_INDEXER_K);

  if (indexer->n_heads > 0)
    return;
  indexer->n_heads = tok_gguf_reading_whole (reading, "attention.indexer.head_count", TOK_GGUF_MOST_HEADS,
                                             tok_gguf_size (part (reading, layer, TOK_PART_INDEXER)->rows, TOK_GGUF_MOST_HEADS));
  indexer->head_size = tok_gguf_reading_whole (reading, "attention.indexer.key_length", TOK_GGUF_LARGEST_HEAD,
                                               tok_gguf_size (keys->rows, TOK_GGUF_LARGEST_HEAD));
  indexer->top_k = tok_gguf_reading_whole (reading, "attention.indexer.top_k", TOK_GGUF_MOST_TOKENS, 0);
  indexer->pool = tok_gguf_reading_whole (reading, "attention.indexer.pool", MOST_RATIO, 0);
}

/* Heads of a layer whose attention has no key-value heads of its own; latent ones can be counted. */
static guint
heads_of (const TokGgufReading *reading, guint layer)
{
  const TokGgufValue *heads = tok_gguf_reading_value (reading, "attention.head_count");
  guint counted = tok_gguf_size (part (reading, layer, TOK_PART_K_B)->depth, TOK_GGUF_MOST_HEADS);

  return MAX (tok_gguf_value_at (heads, layer, TOK_GGUF_MOST_HEADS, counted), 1);
}

/* Files made for the latent cache give the latent's length as key length, and the heads' as key_length_mla; older ones have only
 * the heads'.  The tensors have them all. */
static void
read_latent (TokGgufReading *reading, guint index)
{
  TokMla *mla = &reading->architecture->mla;
  TokLayer *layer = &reading->architecture->layers[index];
  const TokGgufShape *kv_a = part (reading, index, TOK_PART_KV_A), *q_a = part (reading, index, TOK_PART_Q_A);
  guint heads = heads_of (reading, index);
  guint64 queries = q_a->has_weight ? part (reading, index, TOK_PART_Q_B)->rows : part (reading, index, TOK_PART_Q)->rows;
  guint64 latent = has (reading, index, TOK_PART_KV_A_NORM) ? part (reading, index, TOK_PART_KV_A_NORM)->columns
                                                            : part (reading, index, TOK_PART_KV_B)->columns;

  mla->kv_rank = tok_gguf_reading_whole (reading, "attention.kv_lora_rank", TOK_GGUF_LARGEST_WIDTH,
                                         tok_gguf_size (latent, TOK_GGUF_LARGEST_WIDTH));
  mla->q_rank = q_a->has_weight ? tok_gguf_size (q_a->rows, TOK_GGUF_LARGEST_WIDTH) : 0;
  mla->rope_size = kv_a->rows >= mla->kv_rank ? tok_gguf_size (kv_a->rows - mla->kv_rank, TOK_GGUF_LARGEST_HEAD) : 0;
  mla->value_size = tok_gguf_reading_whole (reading, "attention.value_length_mla", TOK_GGUF_LARGEST_HEAD, 0);
  if (mla->value_size == 0)
    mla->value_size = tok_gguf_size (part (reading, index, TOK_PART_ATTN_OUTPUT)->columns / heads, TOK_GGUF_LARGEST_HEAD);
  layer->key_head_size = tok_gguf_reading_whole (reading, "attention.key_length_mla", TOK_GGUF_LARGEST_HEAD, 0);
  if (layer->key_head_size == 0)
    layer->key_head_size = tok_gguf_size (queries / heads, TOK_GGUF_LARGEST_HEAD);
  mla->nope_size = layer->key_head_size > mla->rope_size ? layer->key_head_size - mla->rope_size : 0;
  mla->full_output_gate = has (reading, index, TOK_PART_ATTN_GATE);
  layer->n_heads = layer->n_kv_heads = heads;
  layer->value_head_size = mla->value_size;
  layer->has_indexer = has (reading, index, TOK_PART_INDEXER);
}

static void
read_compressed (TokGgufReading *reading, guint index)
{
  TokArchitecture *architecture = reading->architecture;
  TokLayer *layer = &architecture->layers[index];
  const TokGgufValue *ratios = tok_gguf_reading_value (reading, "attention.compress_ratios");
  guint64 ratio = has (reading, index, TOK_PART_COMPRESSOR) ? part (reading, index, TOK_PART_COMPRESSOR_POSITION)->rows : 0;

  architecture->compressed = (TokCompressed) {
    .q_rank = tok_gguf_size (part (reading, index, TOK_PART_Q_A)->rows, TOK_GGUF_LARGEST_WIDTH),
    .output_groups = tok_gguf_reading_whole (reading, "attention.output_group_count", TOK_GGUF_MOST_HEADS, 1),
    .output_rank = tok_gguf_reading_whole (reading, "attention.output_lora_rank", TOK_GGUF_LARGEST_HEAD, 0),
    .rope_size = tok_gguf_reading_whole (reading, "rope.dimension_count", TOK_GGUF_LARGEST_HEAD, 0),
  };
  architecture->window = tok_gguf_reading_whole (reading, "attention.sliding_window", TOK_GGUF_MOST_TOKENS, 0);
  layer->n_heads = heads_of (reading, index);
  layer->n_kv_heads = 1;
  layer->key_head_size = layer->value_head_size
    = tok_gguf_reading_whole (reading, "attention.key_length", TOK_GGUF_LARGEST_HEAD,
                              tok_gguf_size (part (reading, index, TOK_PART_KV_A)->rows, TOK_GGUF_LARGEST_HEAD));
  layer->compress_ratio = tok_gguf_value_at (ratios, index, MOST_RATIO, tok_gguf_size (ratio, MOST_RATIO));
  layer->has_indexer = has (reading, index, TOK_PART_INDEXER);
}

static guint
kernel_of (const TokGgufReading *reading, guint layer)
{
  return tok_gguf_reading_whole (reading, "ssm.conv_kernel", MOST_KERNEL,
                                 tok_gguf_size (part (reading, layer, TOK_PART_SSM_CONV)->columns, MOST_KERNEL));
}

/* llama.cpp calls the value heads time steps and the key heads groups. */
static void
read_delta_net (TokGgufReading *reading, guint layer)
{
  TokLinear *linear = &reading->architecture->linear;
  guint inner = tok_gguf_reading_whole (reading, "ssm.inner_size", TOK_GGUF_LARGEST_WIDTH,
                                        tok_gguf_size (part (reading, layer, TOK_PART_SSM_OUT)->columns, TOK_GGUF_LARGEST_WIDTH));
  guint64 value_size = part (reading, layer, TOK_PART_SSM_NORM)->columns;

  linear->conv_kernel = kernel_of (reading, layer);
  linear->n_key_heads = tok_gguf_reading_whole (reading, "ssm.group_count", TOK_GGUF_MOST_HEADS, 0);
  linear->key_head_size = tok_gguf_reading_whole (reading, "ssm.state_size", TOK_GGUF_LARGEST_HEAD, 0);
  linear->n_value_heads = tok_gguf_reading_whole (reading, "ssm.time_step_rank", TOK_GGUF_MOST_HEADS,
                                                  tok_gguf_size (inner / MAX (value_size, 1), TOK_GGUF_MOST_HEADS));
  linear->value_head_size = tok_gguf_size (inner / MAX (linear->n_value_heads, 1), TOK_GGUF_LARGEST_HEAD);
}

static void
read_kimi_delta (TokGgufReading *reading, guint layer)
{
  TokLinear *linear = &reading->architecture->linear;

  linear->n_heads = heads_of (reading, layer);
  linear->head_size = tok_gguf_reading_whole (reading, "kda.head_dim", TOK_GGUF_LARGEST_HEAD, 0);
  if (linear->head_size == 0)
    linear->head_size = tok_gguf_size (part (reading, layer, TOK_PART_Q)->rows / linear->n_heads, TOK_GGUF_LARGEST_HEAD);
  linear->conv_kernel = kernel_of (reading, layer);
  linear->full_rank_gate = has (reading, layer, TOK_PART_ATTN_GATE);
}

/* The first kind of Mamba has no heads: each channel decays at its own pace. */
static void
read_mamba (TokGgufReading *reading, guint layer)
{
  TokLinear *linear = &reading->architecture->linear;
  guint inner = tok_gguf_reading_whole (reading, "ssm.inner_size", TOK_GGUF_LARGEST_WIDTH,
                                        tok_gguf_size (part (reading, layer, TOK_PART_SSM_OUT)->columns, TOK_GGUF_LARGEST_WIDTH));
  gboolean is_first_kind = has (reading, layer, TOK_PART_SSM_X);

  linear->n_heads = is_first_kind ? 1 : MAX (tok_gguf_reading_whole (reading, "ssm.time_step_rank", TOK_GGUF_MOST_HEADS, 1), 1);
  linear->head_size = inner / linear->n_heads;
  linear->state_size = tok_gguf_reading_whole (reading, "ssm.state_size", TOK_GGUF_LARGEST_HEAD, 0);
  linear->n_groups = is_first_kind ? 0 : tok_gguf_reading_whole (reading, "ssm.group_count", TOK_GGUF_MOST_HEADS, 1);
  linear->conv_kernel = kernel_of (reading, layer);
  linear->conv_bias = part (reading, layer, TOK_PART_SSM_CONV)->has_bias;
  linear->gated_norm = has (reading, layer, TOK_PART_SSM_NORM);
}

/* Also RWKV, whose state is a matrix per head too. */
static void
read_lightning (TokGgufReading *reading, guint layer)
{
  TokLinear *linear = &reading->architecture->linear;
  guint size = tok_gguf_reading_whole (reading, "wkv.head_size", TOK_GGUF_LARGEST_HEAD, 0);

  if (has (reading, layer, TOK_PART_TIME_MIX) && size > 0)
    {
      linear->n_heads = tok_gguf_size (reading->architecture->hidden_size / size, TOK_GGUF_MOST_HEADS);
      linear->head_size = size;
      return;
    }
  linear->n_heads = heads_of (reading, layer);
  linear->head_size = tok_gguf_size (part (reading, layer, TOK_PART_ATTN_GATE)->rows / linear->n_heads, TOK_GGUF_LARGEST_HEAD);
}

static void
read_short_conv (TokGgufReading *reading, guint layer)
{
  guint columns = tok_gguf_size (part (reading, layer, TOK_PART_SHORT_CONV)->columns, MOST_KERNEL);

  reading->architecture->linear.conv_kernel = tok_gguf_reading_whole (reading, "shortconv.l_cache", MOST_KERNEL, columns);
}

static void
read_mixer (TokGgufReading *reading, guint index)
{
  static void (*const readers[TOK_N_MIXERS]) (TokGgufReading *, guint) = {
    [TOK_MIXER_FULL] = tok_gguf_read_attention,
    [TOK_MIXER_MLA] = read_latent,
    [TOK_MIXER_COMPRESSED] = read_compressed,
    [TOK_MIXER_DELTA_NET] = read_delta_net,
    [TOK_MIXER_KIMI_DELTA] = read_kimi_delta,
    [TOK_MIXER_MAMBA2] = read_mamba,
    [TOK_MIXER_LIGHTNING] = read_lightning,
    [TOK_MIXER_SHORT_CONV] = read_short_conv,
  };
  TokLayer *layer = &reading->architecture->layers[index];

  layer->mixer = find_mixer (reading, index);
  if (readers[layer->mixer] != NULL)
    readers[layer->mixer] (reading, index);
  if (layer->has_indexer)
    read_indexer (reading, index);
  if (layer->mixer == TOK_MIXER_FULL && has (reading, index, TOK_PART_SSM_IN))
    tok_gguf_reading_note (reading, _("Layers have attention and a state space side by side; "
                                      "only the attention's cache is counted."));
}

/* The last layers can read the cache of earlier ones. */
static void
read_shared_caches (TokGgufReading *reading)
{
  const guint first_of_gemma3n = 20;
  gboolean is_gemma3n = g_str_equal (reading->gguf->architecture, "gemma3n");
  guint fallback = is_gemma3n && reading->n_layers > first_of_gemma3n ? reading->n_layers - first_of_gemma3n : 0;
  guint n = tok_gguf_reading_whole (reading, "attention.shared_kv_layers", TOK_MAX_LAYERS, fallback);

  for (guint i = reading->n_layers - MIN (n, reading->n_layers); i < reading->n_layers; i++)
    {
      TokLayer *layer = &reading->architecture->layers[i];

      layer->shares_cache = layer->mixer >= TOK_MIXER_FULL && layer->mixer <= TOK_MIXER_COMPRESSED;
    }
}

void
tok_gguf_read_mixers (TokGgufReading *reading)
{
  for (guint i = 0; i < reading->n_layers; i++)
    if (reading->layers[i].n_tensors > 0)
      read_mixer (reading, i);
  read_shared_caches (reading);
  tok_gguf_read_attention_style (reading);
}
