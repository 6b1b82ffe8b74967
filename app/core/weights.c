/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the file of a model holds: its life and its sums. */

#include "core/weights.h"

#include <string.h>

TokModelWeights *
tok_model_weights_new (guint n_layers)
{
  TokModelWeights *self = g_new0 (TokModelWeights, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_layers = n_layers;
  self->layers = g_new0 (TokLayerWeights, n_layers);
  return self;
}

TokModelWeights *
tok_model_weights_ref (TokModelWeights *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
tok_model_weights_unref (TokModelWeights *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->layers);
  g_free (self);
}

void
tok_weight_sum_add (TokWeightSum       *sum,
                    const TokWeightSum *more)
{
  sum->bytes += more->bytes;
  sum->elements += more->elements;
  sum->matrix_elements += more->matrix_elements;
}

/* Sums are plain doubles, finite and never below 0, so bytes compare them. */
static gboolean
sums_equal (const TokWeightSum *sum,
            const TokWeightSum *other)
{
  return memcmp (sum, other, sizeof *sum) == 0;
}

TokWeightSum
tok_model_weights_total (const TokModelWeights *self,
                         gboolean               with_prediction)
{
  TokWeightSum total = { 0.0, 0.0, 0.0 };

  for (guint i = 0; i < self->n_layers; i++)
    {
      const TokLayerWeights *layer = &self->layers[i];

      tok_weight_sum_add (&total, &layer->mixer);
      tok_weight_sum_add (&total, &layer->dense_ffn);
      tok_weight_sum_add (&total, &layer->shared_experts);
      tok_weight_sum_add (&total, &layer->routed_experts);
      tok_weight_sum_add (&total, &layer->vectors);
    }
  tok_weight_sum_add (&total, &self->embedding);
  tok_weight_sum_add (&total, &self->head);
  tok_weight_sum_add (&total, &self->outside);
  tok_weight_sum_add (&total, &self->lookup);
  if (with_prediction)
    tok_weight_sum_add (&total, &self->prediction);
  return total;
}

gboolean
tok_model_weights_equal (const TokModelWeights *self,
                         const TokModelWeights *other)
{
  if (self->file_type != other->file_type || self->with_imatrix != other->with_imatrix || self->n_layers != other->n_layers)
    return FALSE;
  return memcmp (self->layers, other->layers, self->n_layers * sizeof *self->layers) == 0
         && sums_equal (&self->embedding, &other->embedding)
         && sums_equal (&self->head, &other->head)
         && sums_equal (&self->outside, &other->outside)
         && sums_equal (&self->lookup, &other->lookup)
         && sums_equal (&self->prediction, &other->prediction)
         && memcmp (self->dense_type_bytes, other->dense_type_bytes, sizeof self->dense_type_bytes) == 0
         && memcmp (self->expert_type_bytes, other->expert_type_bytes, sizeof self->expert_type_bytes) == 0;
}
