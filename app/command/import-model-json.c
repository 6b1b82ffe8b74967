/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An imported model, as JSON. */

#include "command/import-report.h"

#include "command/json-members.h"

static const char *const mixer_names[TOK_N_MIXERS] = {
  [TOK_MIXER_NONE] = "none",
  [TOK_MIXER_FULL] = "full",
  [TOK_MIXER_SLIDING] = "sliding",
  [TOK_MIXER_CHUNKED] = "chunked",
  [TOK_MIXER_MLA] = "mla",
  [TOK_MIXER_COMPRESSED] = "compressed",
  [TOK_MIXER_DELTA_NET] = "delta-net",
  [TOK_MIXER_KIMI_DELTA] = "kimi-delta",
  [TOK_MIXER_MAMBA2] = "mamba-2",
  [TOK_MIXER_LIGHTNING] = "lightning",
  [TOK_MIXER_SHORT_CONV] = "short-convolution",
  [TOK_MIXER_LINEAR] = "linear",
};

/* What is not known is 0 in a shape and null in JSON. */
static void
add_size (JsonBuilder *builder,
          const char  *name,
          double       size)
{
  if (size > 0.0)
    tok_json_add_count (builder, name, size);
  else
    tok_json_add_null (builder, name);
}

static void
add_mixers (JsonBuilder           *builder,
            const TokArchitecture *architecture)
{
  guint counts[TOK_N_MIXERS] = { 0 };

  for (guint i = 0; i < architecture->n_layers; i++)
    counts[architecture->layers[i].mixer]++;
  tok_json_begin_object (builder, "mixers");
  for (guint mixer = 0; mixer < TOK_N_MIXERS; mixer++)
    if (counts[mixer] > 0)
      tok_json_add_count (builder, mixer_names[mixer], counts[mixer]);
  json_builder_end_object (builder);
}

static void
add_shape (JsonBuilder           *builder,
           const TokArchitecture *architecture)
{
  tok_json_add_string (builder, "name", architecture->name);
  tok_json_add_string (builder, "architecture", architecture->family[0] != '\0' ? architecture->family : NULL);
  tok_json_add_count (builder, "parameters", tok_architecture_total_params (architecture));
  tok_json_add_count (builder, "active_parameters", tok_architecture_active_params (architecture));
  tok_json_add_count (builder, "layers", architecture->n_layers);
  add_mixers (builder, architecture);
  add_size (builder, "window", architecture->window);
  tok_json_add_count (builder, "hidden_size", architecture->hidden_size);
  tok_json_add_count (builder, "vocabulary", architecture->vocab_size);
  add_size (builder, "context_max", architecture->context_max);
  add_size (builder, "experts", architecture->experts.n_experts);
  add_size (builder, "experts_per_token", architecture->experts.experts_per_token);
  tok_json_add_flag (builder, "tied_embeddings", architecture->tied_embeddings);
}

static void
add_types (JsonBuilder  *builder,
           const GArray *types)
{
  tok_json_begin_array (builder, "tensor_types");
  for (guint i = 0; i < types->len; i++)
    {
      const TokTypeCount *type = &g_array_index (types, TokTypeCount, i);

      json_builder_begin_object (builder);
      tok_json_add_string (builder, "type", type->name);
      tok_json_add_count (builder, "tensors", type->n_tensors);
      tok_json_add_count (builder, "weights", type->elements);
      tok_json_add_count (builder, "bytes", type->bytes);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_layer_weights (JsonBuilder           *builder,
                   const TokLayerWeights *layer)
{
  tok_json_add_count (builder, "mixer", layer->mixer.bytes);
  tok_json_add_count (builder, "dense_ffn", layer->dense_ffn.bytes);
  tok_json_add_count (builder, "shared_experts", layer->shared_experts.bytes);
  tok_json_add_count (builder, "routed_experts", layer->routed_experts.bytes);
  tok_json_add_count (builder, "vectors", layer->vectors.bytes);
}

static void
add_layers (JsonBuilder           *builder,
            const TokModelWeights *weights)
{
  tok_json_begin_array (builder, "layers");
  for (guint i = 0; i < weights->n_layers; i++)
    {
      json_builder_begin_object (builder);
      add_layer_weights (builder, &weights->layers[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_weights (JsonBuilder           *builder,
             const TokModelWeights *weights)
{
  TokLayerWeights all;

  if (weights == NULL)
    {
      tok_json_add_null (builder, "bytes");
      return;
    }
  tok_import_sum_layers (weights, &all);
  tok_json_begin_object (builder, "bytes");
  add_layer_weights (builder, &all);
  tok_json_add_count (builder, "embedding", weights->embedding.bytes);
  tok_json_add_count (builder, "head", weights->head.bytes);
  tok_json_add_count (builder, "outside", weights->outside.bytes);
  tok_json_add_count (builder, "lookup", weights->lookup.bytes);
  tok_json_add_count (builder, "prediction", weights->prediction.bytes);
  add_layers (builder, weights);
  json_builder_end_object (builder);
}

void
tok_import_add_model (JsonBuilder        *builder,
                      const TokModelFile *file)
{
  tok_json_begin_object (builder, "model");
  add_shape (builder, file->architecture);
  tok_json_add_string (builder, "file_type", tok_file_type_name (file->file_type));
  tok_json_add_flag (builder, "imatrix", file->with_imatrix);
  add_size (builder, "file_bytes", file->file_bytes);
  add_types (builder, file->types);
  add_weights (builder, file->weights);
  json_builder_end_object (builder);
}
