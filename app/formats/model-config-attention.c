/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads and their sizes in a config: said for all layers, for those with windows or without, or layer by layer. */

#include <glib/gi18n.h>

#include "formats/json-read.h"
#include "formats/model-config-private.h"

static gboolean
is_windowed (const TokLayer *layer)
{
  return layer->mixer == TOK_MIXER_SLIDING || layer->mixer == TOK_MIXER_CHUNKED;
}

/* The member layers with windows have of their own, else that of all. */
static guint
whole_of (TokConfigReading *reading, const TokLayer *layer, TokConfigMember member, TokConfigMember own, guint index)
{
  if (is_windowed (layer) && tok_config_has (reading, own))
    return tok_config_whole_at (reading, own, index, 0);
  return tok_config_whole_at (reading, member, index, 0);
}

/* Where heads do not divide the width, no model has such heads; the nearest size below is taken. */
static guint
derive_head_size (TokConfigReading *reading, guint n_heads)
{
  guint hidden = reading->architecture->hidden_size, size = hidden / n_heads;

  if (hidden % n_heads != 0)
    tok_config_note (reading, _("The file does not say how large a head is, and %u heads do not divide the width %u; "
                                "%u is assumed."),
                     n_heads, hidden, size);
  else if (!tok_config_has_trait (reading, TOK_TRAIT_MHA))
    tok_config_note (reading, _("The file does not say how large a head is; the width divided by the heads, %u, is assumed."),
                     size);
  return size;
}

static guint
derive_kv_heads (TokConfigReading *reading, guint n_heads)
{
  if (!tok_config_has_trait (reading, TOK_TRAIT_MHA))
    tok_config_note (reading, _("The file does not say how many heads keys and values have; as many as queries, %u, are assumed."),
                     n_heads);
  return n_heads;
}

/* Models made by architecture search say how many heads of queries share one of keys and values. */
static guint
kv_heads_of_block (TokConfigReading *reading, guint index, guint n_heads)
{
  JsonObject *block = tok_config_block (reading, index, "attention");
  double n_in_group;

  if (block == NULL || !tok_json_read_whole (block, "n_heads_in_group", 1, 65535, &n_in_group, NULL))
    return 0;
  return MAX (n_heads / (guint) n_in_group, 1);
}

/* Where one head of keys and values for all of queries is asked for, a number beside it does not count in Falcon's first kind. */
static guint
kv_heads_of (TokConfigReading *reading, const TokLayer *layer, guint index)
{
  gboolean is_multi_query = tok_config_flag (reading, TOK_CONFIG_MULTI_QUERY, FALSE);
  gboolean is_falcon = g_str_equal (reading->family->model_type, "falcon");
  guint heads = kv_heads_of_block (reading, index, layer->n_heads);

  if (heads > 0)
    return heads;
  if (is_falcon && !tok_config_flag (reading, TOK_CONFIG_NEW_DECODER, FALSE))
    return is_multi_query ? 1 : layer->n_heads;
  if (g_str_equal (reading->family->model_type, "chatglm") && !is_multi_query)
    return layer->n_heads;
  heads = whole_of (reading, layer, TOK_CONFIG_KV_HEADS, TOK_CONFIG_WINDOW_KV_HEADS, index);
  if (layer->k_eq_v && tok_config_has (reading, TOK_CONFIG_GLOBAL_KV_HEADS))
    heads = tok_config_whole (reading, TOK_CONFIG_GLOBAL_KV_HEADS, heads);
  if (heads == 0)
    heads = is_multi_query ? 1 : derive_kv_heads (reading, layer->n_heads);
  return heads;
}

static guint
head_size_of (TokConfigReading *reading, const TokLayer *layer, guint index)
{
  guint size = whole_of (reading, layer, TOK_CONFIG_HEAD_SIZE, TOK_CONFIG_WINDOW_HEAD_SIZE, index);

  if (layer->mixer == TOK_MIXER_FULL)
    size = tok_config_whole (reading, TOK_CONFIG_GLOBAL_HEAD_SIZE, size);
  return size > 0 ? size : derive_head_size (reading, layer->n_heads);
}

static void
read_heads (TokConfigReading *reading, TokLayer *layer, guint index)
{
  gboolean is_global = layer->mixer == TOK_MIXER_FULL;
  guint value_size;

  layer->k_eq_v = is_global && tok_config_flag (reading, TOK_CONFIG_K_EQ_V, FALSE);
  layer->n_kv_heads = kv_heads_of (reading, layer, index);
  layer->key_head_size = head_size_of (reading, layer, index);
  value_size = whole_of (reading, layer, TOK_CONFIG_VALUE_SIZE, TOK_CONFIG_WINDOW_VALUE_SIZE, index);
  layer->value_head_size = value_size > 0 ? value_size : layer->key_head_size;
  if (layer->n_heads % layer->n_kv_heads == 0)
    return;
  tok_config_note (reading, _("The heads of keys and values do not fit those of queries; as many are assumed."));
  layer->n_kv_heads = layer->n_heads;
}

static guint
nope_size_of (TokConfigReading *reading, guint rope_size)
{
  guint both = tok_config_whole (reading, TOK_CONFIG_QK_SIZE, 0);

  return tok_config_whole (reading, TOK_CONFIG_NOPE_SIZE, both > rope_size ? both - rope_size : 0);
}

/* Heads share one latent, so that all of them count as heads of keys and values. */
static void
read_latent (TokConfigReading *reading, TokLayer *layer, guint index)
{
  TokMla *mla = &reading->architecture->mla;
  const char *indexer = tok_config_name_in_list (reading, "indexer_types", index);

  mla->kv_rank = tok_config_whole (reading, TOK_CONFIG_KV_RANK, 0);
  mla->q_rank = tok_config_whole (reading, TOK_CONFIG_Q_RANK, 0);
  mla->rope_size = tok_config_whole (reading, TOK_CONFIG_ROPE_SIZE, 0);
  mla->nope_size = nope_size_of (reading, mla->rope_size);
  mla->value_size = tok_config_whole (reading, TOK_CONFIG_VALUE_SIZE, mla->nope_size);
  mla->full_output_gate = tok_config_flag (reading, TOK_CONFIG_LATENT_GATE, FALSE);
  layer->n_kv_heads = layer->n_heads;
  layer->key_head_size = mla->nope_size + mla->rope_size;
  layer->value_head_size = mla->value_size;
  layer->has_indexer = tok_config_whole (reading, TOK_CONFIG_INDEX_TOP, 0) > 0 && g_strcmp0 (indexer, "shared") != 0;
}

static void
read_compressed (TokConfigReading *reading, TokLayer *layer, guint index)
{
  const guint fine_ratio = 4;   /* of the layers that pick cells */

  layer->n_kv_heads = 1;
  layer->key_head_size = layer->value_head_size = head_size_of (reading, layer, index);
  layer->compress_ratio = tok_config_whole_at (reading, TOK_CONFIG_COMPRESS_RATIOS, index, 0);
  layer->has_indexer = layer->compress_ratio == fine_ratio && tok_config_whole (reading, TOK_CONFIG_INDEX_TOP, 0) > 0;
}

static void
read_layer (TokConfigReading *reading, TokLayer *layer, guint index)
{
  if (layer->mixer < TOK_MIXER_FULL || layer->mixer > TOK_MIXER_COMPRESSED)
    return;
  layer->n_heads = whole_of (reading, layer, TOK_CONFIG_HEADS, TOK_CONFIG_WINDOW_HEADS, index);
  if (layer->n_heads == 0)
    return;
  if (layer->mixer == TOK_MIXER_MLA)
    read_latent (reading, layer, index);
  else if (layer->mixer == TOK_MIXER_COMPRESSED)
    read_compressed (reading, layer, index);
  else
    read_heads (reading, layer, index);
}

/* The last layers can read the cache of earlier ones, or all but the first of every group that of the first. */
static void
read_shared_caches (TokConfigReading *reading)
{
  guint n_layers = reading->architecture->n_layers;
  guint n = MIN (tok_config_whole (reading, TOK_CONFIG_SHARED_CACHE_LAYERS, 0), n_layers);
  guint period = tok_config_flag (reading, TOK_CONFIG_SHARE_CACHE, FALSE)
                   ? tok_config_whole (reading, TOK_CONFIG_CACHE_PERIOD, 1) : 1;

  for (guint i = 0; i < n_layers; i++)
    reading->architecture->layers[i].shares_cache = i >= n_layers - n || i % MAX (period, 1) != 0;
}

void
tok_config_read_attention (TokConfigReading *reading)
{
  for (guint i = 0; i < reading->architecture->n_layers; i++)
    read_layer (reading, &reading->architecture->layers[i], i);
  read_shared_caches (reading);
}
