/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GGUF headers of the catalog's models: keys as llama.cpp's converter writes them, then the tensors of every layer. */

#include "gguf-catalog.h"

#include <string.h>

#include "gguf-catalog-tensors.h"

typedef struct { const char *family, *dense, *sparse; } ArchitectureName;

static const ArchitectureName names[] = {
  { "llama1", "llama", "llama" },     { "llama2", "llama", "llama" },       { "llama3", "llama", "llama" },
  { "mistral", "llama", "llama" },    { "qwen2", "qwen2", "qwen2moe" },     { "qwen3", "qwen3", "qwen3moe" },
  { "qwen3.5", "qwen35", "qwen35moe" }, { "qwen3-next", "qwen3next", "qwen3next" }, { "lfm2", "lfm2", "lfm2moe" },
  { "nemotron-h", "nemotron_h", "nemotron_h_moe" }, { "phi4", "phi3", "phi3" }, { "phi3", "phi3", "phimoe" },
  { "glm5", "glm-dsa", "glm-dsa" },   { "granite3", "granite", "granitemoe" }, { "granite4", "granite", "granitemoe" },
  { "granite4-h", "granitehybrid", "granitehybrid" }, { "olmo3", "olmo2", "olmo2" }, { "falcon3", "llama", "llama" },
  { "hunyuan", "hunyuan-dense", "hunyuan-moe" }, { "hunyuan3", "hy_v3", "hy_v3" }, { "mimo-v2", "mimo2", "mimo2" },
  { "step3.5", "step35", "step35" },  { "ernie4.5", "ernie4_5", "ernie4_5-moe" }, { "phi", "phi2", "phi2" },
};

const char *
gguf_architecture_name (const TokArchitecture *architecture)
{
  gboolean is_sparse = tok_architecture_is_moe (architecture);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i].family, architecture->family) == 0)
      return is_sparse ? names[i].sparse : names[i].dense;
  return architecture->family;
}

static void
put (GgufWriter *writer, const TokArchitecture *a, const char *name, guint value)
{
  g_autofree char *key = g_strdup_printf ("%s.%s", gguf_architecture_name (a), name);

  if (value > 0)
    gguf_writer_u32 (writer, key, value);
}

static gboolean
is_softmax (const TokLayer *layer)
{
  return layer->mixer >= TOK_MIXER_FULL && layer->mixer <= TOK_MIXER_CHUNKED;
}

static gboolean
is_windowed (const TokLayer *layer)
{
  return layer->mixer == TOK_MIXER_SLIDING || layer->mixer == TOK_MIXER_CHUNKED;
}

typedef guint (*LayerValueFunc) (const TokArchitecture *a, const TokLayer *layer);

static guint
heads_of (const TokArchitecture *a, const TokLayer *layer)
{
  return layer->n_heads > 0 ? layer->n_heads : a->linear.n_heads;
}

static guint
kv_heads_of (const TokArchitecture *a, const TokLayer *layer)
{
  return layer->n_kv_heads;
}

/* One number where all layers have it, else a list. */
static void
put_layers (GgufWriter *writer, const TokArchitecture *a, const char *name, LayerValueFunc func)
{
  g_autofree char *key = g_strdup_printf ("%s.%s", gguf_architecture_name (a), name);
  g_autofree guint *values = g_new (guint, a->n_layers);
  gboolean differ = FALSE;

  for (guint i = 0; i < a->n_layers; i++)
    {
      values[i] = func (a, &a->layers[i]);
      differ = differ || values[i] != values[0];
    }
  if (differ)
    gguf_writer_u32s (writer, key, values, a->n_layers);
  else if (values[0] > 0)
    gguf_writer_u32 (writer, key, values[0]);
}

/* These follow from the architecture's name alone. */
static gboolean
has_window_rule (const TokArchitecture *a)
{
  static const char *const rules[] = { "gemma2", "gemma3", "gemma3n", "cohere2", "llama4", "gpt-oss", "olmo2", "exaone4", NULL };

  return g_strv_contains (rules, gguf_architecture_name (a));
}

static void
put_windows (GgufWriter *writer, const TokArchitecture *a)
{
  g_autofree char *key = g_strdup_printf ("%s.attention.sliding_window_pattern", gguf_architecture_name (a));
  g_autofree guint *pattern = g_new (guint, a->n_layers);
  guint n_windowed = 0;

  for (guint i = 0; i < a->n_layers; i++)
    n_windowed += pattern[i] = is_windowed (&a->layers[i]);
  if (strcmp (gguf_architecture_name (a), "llama4") != 0)
    put (writer, a, "attention.sliding_window", a->window);
  if (n_windowed > 0 && !has_window_rule (a))
    gguf_writer_flags (writer, key, pattern, a->n_layers);
}

/* Lengths of the layers without a window, and of those with one where they differ. */
static void
put_head_sizes (GgufWriter *writer, const TokArchitecture *a)
{
  const TokLayer *full = NULL, *windowed = NULL;

  for (guint i = a->n_layers; i-- > 0;)
    if (is_softmax (&a->layers[i]))
      *(is_windowed (&a->layers[i]) ? &windowed : &full) = &a->layers[i];
  if (full == NULL)
    full = windowed;
  if (full == NULL)
    return;
  put (writer, a, "attention.key_length", full->key_head_size);
  put (writer, a, "attention.value_length", full->value_head_size);
  if (windowed != NULL && windowed->key_head_size != full->key_head_size)
    {
      put (writer, a, "attention.key_length_swa", windowed->key_head_size);
      put (writer, a, "attention.value_length_swa", windowed->value_head_size);
    }
}

static void
put_latent (GgufWriter *writer, const TokArchitecture *a)
{
  if (a->mla.kv_rank == 0)
    return;
  put (writer, a, "attention.kv_lora_rank", a->mla.kv_rank);
  put (writer, a, "attention.q_lora_rank", a->mla.q_rank);
  put (writer, a, "rope.dimension_count", a->mla.rope_size);
  put (writer, a, "attention.key_length", a->mla.kv_rank + a->mla.rope_size);
  put (writer, a, "attention.value_length", a->mla.kv_rank);
  put (writer, a, "attention.key_length_mla", a->mla.nope_size + a->mla.rope_size);
  put (writer, a, "attention.value_length_mla", a->mla.value_size);
}

static void
put_compressed (GgufWriter *writer, const TokArchitecture *a)
{
  g_autofree char *key = g_strdup_printf ("%s.attention.compress_ratios", gguf_architecture_name (a));
  g_autofree guint *ratios = g_new (guint, a->n_layers);

  if (a->compressed.q_rank == 0)
    return;
  for (guint i = 0; i < a->n_layers; i++)
    ratios[i] = a->layers[i].compress_ratio;
  gguf_writer_u32s (writer, key, ratios, a->n_layers);
  put (writer, a, "attention.key_length", a->layers[0].key_head_size);
  put (writer, a, "attention.output_group_count", a->compressed.output_groups);
  put (writer, a, "attention.output_lora_rank", a->compressed.output_rank);
  put (writer, a, "rope.dimension_count", a->compressed.rope_size);
}

static void
put_linear (GgufWriter *writer, const TokArchitecture *a)
{
  const TokLinear *linear = &a->linear;

  if (linear->n_value_heads > 0)
    {
      put (writer, a, "ssm.group_count", linear->n_key_heads);
      put (writer, a, "ssm.state_size", linear->key_head_size);
      put (writer, a, "ssm.time_step_rank", linear->n_value_heads);
      put (writer, a, "ssm.inner_size", linear->n_value_heads * linear->value_head_size);
    }
  else if (linear->state_size > 0)
    {
      put (writer, a, "ssm.group_count", linear->n_groups);
      put (writer, a, "ssm.state_size", linear->state_size);
      put (writer, a, "ssm.time_step_rank", linear->n_heads);
      put (writer, a, "ssm.inner_size", linear->n_heads * linear->head_size);
    }
  else
    put (writer, a, "kda.head_dim", linear->head_size);
  put (writer, a, strcmp (a->family, "lfm2") == 0 ? "shortconv.l_cache" : "ssm.conv_kernel", linear->conv_kernel);
}

static void
put_experts (GgufWriter *writer, const TokArchitecture *a)
{
  put (writer, a, "expert_count", a->experts.n_experts);
  put (writer, a, "expert_used_count", a->experts.experts_per_token);
  put (writer, a, "expert_feed_forward_length", a->experts.expert_size);
  put (writer, a, "expert_shared_feed_forward_length", a->experts.shared_size);
  put (writer, a, "attention.indexer.head_count", a->indexer.n_heads);
  put (writer, a, "attention.indexer.key_length", a->indexer.head_size);
  put (writer, a, "attention.indexer.top_k", a->indexer.top_k);
  put (writer, a, "attention.indexer.pool", a->indexer.pool);
}

static void
put_keys (GgufWriter *writer, const TokArchitecture *a)
{
  guint n_sharing = 0;

  gguf_writer_text (writer, "general.architecture", gguf_architecture_name (a));
  gguf_writer_text (writer, "general.type", "model");
  gguf_writer_text (writer, "general.name", a->name);
  put (writer, a, "block_count", a->n_layers + (a->mtp_embeddings ? a->mtp_layers : 0));
  put (writer, a, "nextn_predict_layers", a->mtp_embeddings ? a->mtp_layers : 0);
  put (writer, a, "context_length", a->context_max);
  put (writer, a, "embedding_length", a->hidden_size);
  put_layers (writer, a, "attention.head_count", heads_of);
  put_layers (writer, a, "attention.head_count_kv", kv_heads_of);
  put_windows (writer, a);
  put_head_sizes (writer, a);
  put_latent (writer, a);
  put_compressed (writer, a);
  put_linear (writer, a);
  put_experts (writer, a);
  for (guint i = 0; i < a->n_layers; i++)
    n_sharing += a->layers[i].shares_cache;
  if (strcmp (gguf_architecture_name (a), "gemma3n") != 0)
    put (writer, a, "attention.shared_kv_layers", n_sharing);
}

void
gguf_write_model (GgufWriter            *writer,
                  const TokArchitecture *architecture,
                  TokFileType            file_type,
                  GgufExpertStyle        style)
{
  put_keys (writer, architecture);
  gguf_write_tensors (writer, architecture, file_type, style);
}
