/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feed-forward networks and experts of a GGUF file: single, stacked or with gate and up in one. */

#include <glib/gi18n.h>

#include "formats/gguf-reading.h"

#define MOST_EXPERTS 65536
/* Mixtral and its like, and everything finer. */
#define FEW_EXPERTS 16
#define USUAL_OF_FEW 2
#define USUAL_OF_MANY 8
#define MOST_NORMS 64
/* What the experts of gpt-oss were published in, and stay in whatever a file is named after. */
#define GGML_TYPE_MXFP4 39

static gboolean
has_experts (const TokGgufLayer *layer)
{
  return layer->parts[TOK_PART_EXPERTS_UP].has_weight || layer->parts[TOK_PART_EXPERTS_GATE_UP].has_weight
         || layer->parts[TOK_PART_EXPERTS_DOWN].has_weight;
}

static guint64
ffn_width (const TokGgufLayer *layer)
{
  const TokGgufShape *down = &layer->parts[TOK_PART_FFN_DOWN];

  return down->has_weight ? down->columns : layer->parts[TOK_PART_FFN_UP].rows;
}

static gboolean
is_gated (const TokGgufShape *gate, const TokGgufShape *up, guint64 width)
{
  return gate->has_weight || (width > 0 && up->rows == 2 * width);
}

static void
read_ffn (TokGgufReading *reading, guint index)
{
  const TokGgufLayer *tensors = &reading->layers[index];
  TokLayer *layer = &reading->architecture->layers[index];

  layer->ffn = TOK_FFN_NONE;
  if (has_experts (tensors))
    layer->ffn = TOK_FFN_MOE;
  else if (tensors->parts[TOK_PART_FFN_UP].has_weight)
    {
      layer->ffn = TOK_FFN_DENSE;
      layer->ffn_size = tok_gguf_size (ffn_width (tensors), TOK_GGUF_LARGEST_WIDTH);
    }
  else if (tensors->parts[TOK_PART_FFN_DOWN].has_weight)
    layer->ffn = TOK_FFN_LINEAR;
}

static guint
count_experts (const TokGgufReading *reading, const TokGgufShape *parts)
{
  guint64 depth = MAX (MAX (parts[TOK_PART_EXPERTS_UP].depth, parts[TOK_PART_EXPERTS_DOWN].depth),
                       parts[TOK_PART_EXPERTS_GATE_UP].depth);
  guint counted = tok_gguf_size (depth, MOST_EXPERTS);

  return counted > 0 ? counted : MAX (tok_gguf_reading_whole (reading, "expert_count", MOST_EXPERTS, 1), 1);
}

static void
read_experts_used (TokGgufReading *reading, TokExperts *experts)
{
  experts->experts_per_token = MIN (tok_gguf_reading_whole (reading, "expert_used_count", MOST_EXPERTS, 0), experts->n_experts);
  if (experts->experts_per_token > 0)
    return;
  experts->experts_per_token = MIN (experts->n_experts <= FEW_EXPERTS ? USUAL_OF_FEW : USUAL_OF_MANY, experts->n_experts);
  tok_gguf_reading_note (reading, _("The file does not say how many experts a token visits; %u of %u are assumed."),
                         experts->experts_per_token, experts->n_experts);
}

static guint64
expert_width (const TokGgufShape *parts)
{
  if (parts[TOK_PART_EXPERTS_DOWN].has_weight)
    return parts[TOK_PART_EXPERTS_DOWN].columns;
  return parts[TOK_PART_EXPERTS_UP].has_weight ? parts[TOK_PART_EXPERTS_UP].rows : parts[TOK_PART_EXPERTS_GATE_UP].rows / 2;
}

static void
read_experts (TokGgufReading *reading, const TokGgufLayer *layer)
{
  TokArchitecture *architecture = reading->architecture;
  TokExperts *experts = &architecture->experts;
  const TokGgufShape *parts = layer->parts;

  experts->n_experts = count_experts (reading, parts);
  read_experts_used (reading, experts);
  experts->expert_size = tok_gguf_size (expert_width (parts), TOK_GGUF_LARGEST_WIDTH);
  experts->shared_size = tok_gguf_size (parts[TOK_PART_SHARED_DOWN].columns, TOK_GGUF_LARGEST_WIDTH);
  experts->shared_gate = parts[TOK_PART_SHARED_ROUTER].has_weight;
  experts->latent_size = tok_gguf_size (parts[TOK_PART_LATENT_DOWN].rows, TOK_GGUF_LARGEST_WIDTH);
  experts->latent_norm = parts[TOK_PART_LATENT_NORM].has_weight;
  experts->router_bias = parts[TOK_PART_ROUTER_BIAS].has_weight || parts[TOK_PART_ROUTER_BIAS].has_bias
                         || parts[TOK_PART_ROUTER].has_bias;
  if (parts[TOK_PART_FFN_DOWN].has_weight)
    experts->dense_parallel_size = tok_gguf_size (ffn_width (layer), TOK_GGUF_LARGEST_WIDTH);
  experts->extra_norms = MIN (layer->n_extra_norms, MOST_NORMS);
  if (g_str_equal (reading->gguf->architecture, "gpt-oss") && parts[TOK_PART_EXPERTS_DOWN].type == GGML_TYPE_MXFP4)
    architecture->usual_file_type = TOK_FILE_MXFP4_MOE;
  architecture->moe_bias = parts[TOK_PART_EXPERTS_DOWN].has_bias;
  architecture->mlp_gated = parts[TOK_PART_EXPERTS_GATE_UP].has_weight
                            || is_gated (&parts[TOK_PART_EXPERTS_GATE], &parts[TOK_PART_EXPERTS_UP], experts->expert_size);
}

/* Norms of a layer with both blocks; of models whose layers have one block each, the one. */
static void
read_norms (TokGgufReading *reading)
{
  TokArchitecture *architecture = reading->architecture;
  const TokGgufLayer *best = NULL;

  for (guint i = 0; i < reading->n_layers; i++)
    {
      const TokLayer *layer = &architecture->layers[i];

      if (reading->layers[i].n_tensors == 0)
        continue;
      if (best == NULL)
        best = &reading->layers[i];
      if (layer->mixer != TOK_MIXER_NONE && layer->ffn != TOK_FFN_NONE)
        {
          best = &reading->layers[i];
          break;
        }
    }
  if (best == NULL)
    return;
  architecture->norms_per_layer = MIN (best->norm_elements / architecture->hidden_size, MOST_NORMS);
  architecture->norm_bias = best->parts[TOK_PART_NORM].has_bias;
}

void
tok_gguf_read_ffns (TokGgufReading *reading)
{
  TokArchitecture *architecture = reading->architecture;
  const TokGgufLayer *dense = NULL, *sparse = NULL;

  for (guint i = 0; i < reading->n_layers; i++)
    {
      read_ffn (reading, i);
      if (architecture->layers[i].ffn == TOK_FFN_DENSE && dense == NULL)
        dense = &reading->layers[i];
      if (architecture->layers[i].ffn == TOK_FFN_MOE && sparse == NULL)
        sparse = &reading->layers[i];
    }
  if (dense != NULL)
    {
      architecture->mlp_gated = is_gated (&dense->parts[TOK_PART_FFN_GATE], &dense->parts[TOK_PART_FFN_UP], ffn_width (dense));
      architecture->mlp_bias = dense->parts[TOK_PART_FFN_UP].has_bias;
    }
  if (sparse != NULL)
    read_experts (reading, sparse);
  read_norms (reading);
}
