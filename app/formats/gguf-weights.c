/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every tensor of a GGUF file goes into the sum of its layer and role, and into that of its type. */

#include <string.h>

#include "formats/gguf-reading.h"
#include "formats/gguf-types.h"
#include "formats/model-file.h"

#define MOST_TYPES 256

static gboolean
is_matrix (const TokGgufName *name, const TokGgufTensor *tensor)
{
  return !name->is_vector && tensor->dimensions[0] > 1 && (tensor->dimensions[1] > 1 || tensor->dimensions[2] > 1);
}

static TokWeightSum *
layer_sum (TokLayerWeights *layer, const TokGgufName *name, gboolean matrix)
{
  if (tok_gguf_part_is_of_experts (name->part))
    return &layer->routed_experts;
  if (!matrix)
    return &layer->vectors;
  switch (name->part)
    {
    case TOK_PART_FFN_GATE:
    case TOK_PART_FFN_UP:
    case TOK_PART_FFN_DOWN:
      return &layer->dense_ffn;
    case TOK_PART_SHARED_GATE:
    case TOK_PART_SHARED_UP:
    case TOK_PART_SHARED_DOWN:
      return &layer->shared_experts;
    default:
      return &layer->mixer;
    }
}

static TokWeightSum *
find_sum (TokModelWeights *weights, const TokGgufName *name, gboolean matrix)
{
  if (name->part == TOK_PART_NEXTN || name->part == TOK_PART_NEXTN_EMBD
      || (name->layer >= 0 && (guint) name->layer >= weights->n_layers))
    return &weights->prediction;
  if (name->layer >= 0)
    return layer_sum (&weights->layers[name->layer], name, matrix);
  switch (name->part)
    {
    case TOK_PART_TOKEN_EMBD:
      return &weights->embedding;
    case TOK_PART_OUTPUT:
      return matrix ? &weights->head : &weights->outside;
    case TOK_PART_LOOKUP:
      return &weights->lookup;
    default:
      return &weights->outside;
    }
}

static TokTensorType
nearest_type (const TokGgufTensor *tensor, double elements)
{
  TokTensorType type;

  if (tok_gguf_type_to_core (tensor->type, &type))
    return type;
  return tok_gguf_type_nearest (elements > 0.0 ? tensor->bytes / elements : 0.0);
}

static void
add_tensor (TokModelWeights *weights, const TokGgufName *name, const TokGgufTensor *tensor, gboolean is_tied)
{
  gboolean matrix = is_matrix (name, tensor);
  double elements = tok_gguf_tensor_elements (tensor);
  TokWeightSum one = { tensor->bytes, elements, matrix ? elements : 0.0 };
  TokWeightSum *sum = find_sum (weights, name, matrix);
  gboolean is_read = sum != &weights->prediction && sum != &weights->lookup && (sum != &weights->embedding || is_tied);

  tok_weight_sum_add (sum, &one);
  if (is_read)
    (tok_gguf_part_is_of_experts (name->part) ? weights->expert_type_bytes : weights->dense_type_bytes)[nearest_type (tensor, elements)]
      += tensor->bytes;
}

static gboolean
has_head (const TokGguf *gguf)
{
  for (guint i = 0; i < gguf->tensors->len; i++)
    if (g_str_equal (tok_gguf_tensor_name (gguf, &g_array_index (gguf->tensors, TokGgufTensor, i)), "output.weight"))
      return TRUE;
  return FALSE;
}

TokModelWeights *
tok_gguf_read_weights (const TokGguf *gguf,
                       guint          n_layers)
{
  TokModelWeights *weights = tok_model_weights_new (n_layers);
  gboolean is_tied = !has_head (gguf);

  for (guint i = 0; i < gguf->tensors->len; i++)
    {
      const TokGgufTensor *tensor = &g_array_index (gguf->tensors, TokGgufTensor, i);
      TokGgufName name;

      tok_gguf_parse_name (tok_gguf_tensor_name (gguf, tensor), &name);
      add_tensor (weights, &name, tensor, is_tied);
    }
  return weights;
}

static int
compare_types (gconstpointer a, gconstpointer b)
{
  const TokTypeCount *left = a, *right = b;

  return (left->bytes < right->bytes) - (left->bytes > right->bytes);
}

/* The entry of the type named @name; the last one for whatever comes after as many as there may be. */
static TokTypeCount *
find_type (GArray *types, const char *name)
{
  TokTypeCount one = { .n_tensors = 0 };
  guint at = 0;

  while (at < types->len && strcmp (g_array_index (types, TokTypeCount, at).name, name) != 0)
    at++;
  if (at == types->len && at < MOST_TYPES)
    {
      g_strlcpy (one.name, name, sizeof one.name);
      g_array_append_val (types, one);
    }
  return &g_array_index (types, TokTypeCount, MIN (at, MOST_TYPES - 1));
}

void
tok_gguf_count_types (const TokGguf *gguf,
                      GArray        *types)
{
  for (guint i = 0; i < gguf->tensors->len; i++)
    {
      const TokGgufTensor *tensor = &g_array_index (gguf->tensors, TokGgufTensor, i);
      g_autofree char *name = tok_gguf_type_name (tensor->type);
      TokTypeCount *count = find_type (types, name);

      count->n_tensors++;
      count->elements += tok_gguf_tensor_elements (tensor);
      count->bytes += tensor->bytes;
    }
  g_array_sort (types, compare_types);
}
