/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model: every tensor gets its type and goes into the sum of its layer; the layers are then added up. */

#include "core/model.h"

#include <string.h>

#include "core/model-layer.h"
#include "core/units.h"

#define N_SUMS (sizeof (TokLayerSums) / sizeof (double))

/* Sums are added and subtracted member by member. */
typedef union
{
  TokLayerSums sums;
  double       values[N_SUMS];
} Members;

G_STATIC_ASSERT (sizeof (TokLayerSums) % sizeof (double) == 0);

/* More norms than two per layer are more kernels to launch. */
#define NORMS_OF_QUADS 4.0

static void
add_to_layer (TokModel        *model,
              const TokTensor *tensor,
              double           bytes)
{
  TokLayerSums *sums = &model->prefix[tensor->layer + 1];
  double weights = tensor->role == TOK_ROLE_VECTOR ? 0.0 : tensor->elements;

  if (tensor->is_expert)
    {
      sums->expert_bytes += bytes;
      sums->expert_weights += weights;
    }
  else
    {
      sums->dense_bytes += bytes;
      sums->dense_weights += weights;
    }
}

static void
add_to_head (TokModel        *model,
             const TokTensor *tensor,
             double           bytes)
{
  model->head_bytes += bytes;
  if (tensor->role != TOK_ROLE_VECTOR)
    model->head_weights += tensor->elements;
}

static void
add_embedding (TokModel        *model,
               const TokTensor *tensor,
               double           bytes)
{
  model->embedding_bytes += bytes;
  if (model->architecture->tied_embeddings)
    add_to_head (model, tensor, bytes);
}

static gboolean
is_read (const TokModel  *model,
         const TokTensor *tensor)
{
  if (tensor->is_lookup || tensor->layer > model->architecture->n_layers)
    return FALSE;
  return tensor->role != TOK_ROLE_EMBEDDING || model->architecture->tied_embeddings;
}

static void
add_tensor (const TokTensor *tensor,
            gpointer         user_data)
{
  TokModel *model = user_data;
  guint n_layers = model->architecture->n_layers;
  TokTensorType type = tok_file_type_pick (model->file_type, model->architecture, tensor->role, tensor->layer,
                                           tensor->row_elements, tensor->is_expert, model->with_imatrix);
  double bytes = tensor->elements * tok_tensor_type_bytes_per_element (type);
  double visited = tensor->is_expert ? model->experts_share : 1.0;

  model->file_bytes += bytes;
  if (is_read (model, tensor))
    (tensor->is_expert ? model->expert_type_share : model->dense_type_share)[type] += bytes;
  if (tensor->layer <= n_layers)
    {
      model->total_params += tensor->elements;
      model->active_params += tensor->elements * visited;
    }
  if (tensor->layer > n_layers)
    model->idle_bytes += bytes;
  else if (tensor->is_lookup)
    model->lookup_bytes += bytes;
  else if (tensor->layer < n_layers)
    add_to_layer (model, tensor, bytes);
  else if (tensor->role == TOK_ROLE_EMBEDDING)
    add_embedding (model, tensor, bytes);
  else
    add_to_head (model, tensor, bytes);
}

static void
add_layer (const TokModel *model,
           guint           index,
           TokLayerSums   *sums)
{
  const TokArchitecture *architecture = model->architecture;
  const TokLayer *layer = &architecture->layers[index];

  sums->layers = 1.0;
  sums->moe_layers = layer->ffn == TOK_FFN_MOE ? 1.0 : 0.0;
  sums->norm_quads = architecture->norms_per_layer >= NORMS_OF_QUADS ? 1.0 : 0.0;
  tok_model_layer_add_mixer (architecture, layer, sums);
}

static void
scale_bytes (TokModel *model,
             double    factor)
{
  double *bytes[] = { &model->file_bytes, &model->embedding_bytes, &model->lookup_bytes, &model->head_bytes,
                      &model->idle_bytes };

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    *bytes[i] *= factor;
  for (guint i = 1; i <= model->architecture->n_layers; i++)
    {
      model->prefix[i].dense_bytes *= factor;
      model->prefix[i].expert_bytes *= factor;
    }
}

static void
accumulate (TokModel *model)
{
  for (guint i = 0; i < model->architecture->n_layers; i++)
    {
      const Members *before = (const Members *) &model->prefix[i];
      Members *sums = (Members *) &model->prefix[i + 1];

      for (guint member = 0; member < N_SUMS; member++)
        sums->values[member] += before->values[member];
    }
}

static void
normalize (double share[TOK_N_TENSOR_TYPES])
{
  double total = 0.0;

  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    total += share[i];
  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    share[i] = tok_ratio (share[i], total);
}

static void
list_types (TokModel *model)
{
  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    if (model->dense_type_share[i] > 0.0 || model->expert_type_share[i] > 0.0)
      model->types[model->n_types++] = (TokTensorType) i;
}

/* A model without weights: what follows from the shape. */
static TokModel *
model_of_shape (TokArchitecture *architecture,
                TokFileType      file_type,
                gboolean         with_imatrix)
{
  TokModel *model = g_new0 (TokModel, 1);
  const TokExperts *experts = &architecture->experts;

  g_atomic_ref_count_init (&model->ref_count);
  model->architecture = tok_architecture_ref (architecture);
  model->file_type = file_type;
  model->with_imatrix = with_imatrix;
  model->prefix = g_new0 (TokLayerSums, architecture->n_layers + 1);
  model->experts_share = MIN (tok_ratio (experts->experts_per_token, experts->n_experts), 1.0);
  model->window_cells = architecture->window;
  model->selected_cells = tok_model_layer_selected_cells (architecture);
  for (guint i = 0; i < architecture->n_layers; i++)
    {
      add_layer (model, i, &model->prefix[i + 1]);
      model->most_heads = MAX (model->most_heads, architecture->layers[i].n_heads);
    }
  return model;
}

static TokModel *
finish (TokModel *model)
{
  accumulate (model);
  normalize (model->dense_type_share);
  normalize (model->expert_type_share);
  list_types (model);
  return model;
}

TokModel *
tok_model_new (TokArchitecture *architecture,
               TokFileType      file_type,
               gboolean         with_imatrix,
               double           file_bytes)
{
  TokModel *model = model_of_shape (architecture, file_type, with_imatrix);

  tok_architecture_foreach_tensor (architecture, add_tensor, model);
  if (file_bytes > 0.0)
    scale_bytes (model, tok_ratio (file_bytes, model->file_bytes));
  return finish (model);
}

static void
add_layer_weights (TokModel              *model,
                   guint                  index,
                   const TokLayerWeights *layer)
{
  TokLayerSums *sums = &model->prefix[index + 1];
  const TokWeightSum *dense[] = { &layer->mixer, &layer->dense_ffn, &layer->shared_experts, &layer->vectors };

  for (guint i = 0; i < G_N_ELEMENTS (dense); i++)
    {
      sums->dense_bytes += dense[i]->bytes;
      sums->dense_weights += dense[i]->matrix_elements;
    }
  sums->expert_bytes = layer->routed_experts.bytes;
  sums->expert_weights = layer->routed_experts.matrix_elements;
  model->active_params -= layer->routed_experts.elements * (1.0 - model->experts_share);
}

TokModel *
tok_model_new_from_weights (TokArchitecture       *architecture,
                            const TokModelWeights *weights)
{
  TokModel *model = model_of_shape (architecture, weights->file_type, weights->with_imatrix);
  TokWeightSum head = weights->head;

  g_return_val_if_fail (weights->n_layers == architecture->n_layers, finish (model));
  if (architecture->tied_embeddings)
    tok_weight_sum_add (&head, &weights->embedding);
  model->head_bytes = head.bytes + weights->outside.bytes;
  model->head_weights = head.matrix_elements + weights->outside.matrix_elements;
  model->file_bytes = tok_model_weights_total (weights, TRUE).bytes;
  model->total_params = model->active_params = tok_model_weights_total (weights, FALSE).elements;
  model->embedding_bytes = weights->embedding.bytes;
  model->lookup_bytes = weights->lookup.bytes;
  model->idle_bytes = weights->prediction.bytes;
  for (guint i = 0; i < architecture->n_layers; i++)
    add_layer_weights (model, i, &weights->layers[i]);
  memcpy (model->dense_type_share, weights->dense_type_bytes, sizeof model->dense_type_share);
  memcpy (model->expert_type_share, weights->expert_type_bytes, sizeof model->expert_type_share);
  return finish (model);
}

TokModel *
tok_model_ref (TokModel *model)
{
  g_atomic_ref_count_inc (&model->ref_count);
  return model;
}

void
tok_model_unref (TokModel *model)
{
  if (!g_atomic_ref_count_dec (&model->ref_count))
    return;
  tok_architecture_unref (model->architecture);
  g_free (model->prefix);
  g_free (model);
}

void
tok_model_sum (const TokModel *model,
               guint           first,
               guint           end,
               TokLayerSums   *sums)
{
  const Members *before = (const Members *) &model->prefix[first];
  const Members *after = (const Members *) &model->prefix[end];
  Members *run = (Members *) sums;

  for (guint i = 0; i < N_SUMS; i++)
    run->values[i] = after->values[i] - before->values[i];
}

double
tok_model_bits_per_weight (const TokModel *model)
{
  return tok_ratio (8.0 * (model->file_bytes - model->idle_bytes), model->total_params);
}

double
tok_model_distinct_experts_share (const TokModel *model,
                                  double          n_tokens)
{
  return 1.0 - pow (1.0 - model->experts_share, MAX (n_tokens, 0.0));
}
