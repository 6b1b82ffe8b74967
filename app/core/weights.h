/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the file of a model holds, exactly: bytes and elements per layer and role.
 *
 * With it a model needs neither the rules of the mix nor the inventory of its architecture (tok_model_new_from_weights()). */

#pragma once

#include "core/architecture.h"
#include "core/file-type.h"

G_BEGIN_DECLS

typedef struct
{
  double bytes;
  double elements;
  double matrix_elements;    /* of those, in matrices that are multiplied with: 2 FLOP each and token */
} TokWeightSum;

typedef struct
{
  TokWeightSum mixer;          /* attention, state space, convolution, and the projections around routed experts */
  TokWeightSum dense_ffn;      /* also beside experts */
  TokWeightSum shared_experts;
  TokWeightSum routed_experts; /* all of them, with their biases */
  TokWeightSum vectors;        /* norms, biases, router, convolution kernels, sinks */
} TokLayerWeights;

/* Immutable once filled, reference counted. */
typedef struct
{
  gatomicrefcount  ref_count;
  TokFileType      file_type;  /* the nearest one */
  gboolean         with_imatrix;
  guint            n_layers;
  TokLayerWeights *layers;
  TokWeightSum     embedding;
  TokWeightSum     head;       /* zero when the embedding is the head */
  TokWeightSum     outside;    /* whatever else every token reads: final norm, projections outside the layers */
  TokWeightSum     lookup;     /* tables read one row at a time: per-layer and position embeddings */
  TokWeightSum     prediction; /* multi-token-prediction blocks, idle in plain decoding */
  double           dense_type_bytes[TOK_N_TENSOR_TYPES];   /* of what every token reads, the tied embedding included */
  double           expert_type_bytes[TOK_N_TENSOR_TYPES];
} TokModelWeights;

TokModelWeights *tok_model_weights_new   (guint            n_layers);   /* zeroed, one reference */
TokModelWeights *tok_model_weights_ref   (TokModelWeights *weights);
void             tok_model_weights_unref (TokModelWeights *weights);
void             tok_weight_sum_add      (TokWeightSum       *sum,
                                          const TokWeightSum *more);
/* Every role of every layer and what lies outside; prediction blocks only @with_prediction. */
TokWeightSum     tok_model_weights_total (const TokModelWeights *weights,
                                          gboolean               with_prediction);
gboolean         tok_model_weights_equal (const TokModelWeights *weights,
                                          const TokModelWeights *other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokModelWeights, tok_model_weights_unref)

G_END_DECLS
