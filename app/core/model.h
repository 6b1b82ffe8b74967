/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model as it lies in a file: an architecture in a file type, with what every layer holds and reads summed up once.
 *
 * Everything an estimate needs of a run of layers is the difference of two prefix sums, so that an estimate costs the same for
 * 16 layers and for 126.  Immutable and reference counted. */

#pragma once

#include "core/architecture.h"
#include "core/weights.h"

G_BEGIN_DECLS

/* What a run of layers adds up to.  All plain sums: a run is the difference of two prefixes. */
typedef struct
{
  double layers;
  double moe_layers;
  double linear_layers;          /* linear attention, state space, short convolution */
  double norm_quads;             /* layers with four norms (Gemma), as they launch more kernels */
  double dense_bytes;            /* weights every token reads */
  double expert_bytes;           /* routed experts, all of them */
  double dense_weights;          /* quantized matrix elements behind dense_bytes: FLOP = 2 x */
  double expert_weights;
  /* KV cache elements one cell (token) adds, by what bounds the number of cells.  K and V apart: their types can differ. */
  double full_k, full_v;         /* allocated for every cell of the context */
  double window_k, window_v;     /* allocated for the window only */
  /* the same as read by one token: layers that share a cache read it without owning it */
  double read_full_k, read_full_v;
  double read_window_k, read_window_v;
  double read_selected_k, read_selected_v;   /* sparse attention: of every cell allocated only `selected_cells` are read */
  double state_bytes;            /* recurrent state, per sequence; read and written every token */
  /* attention arithmetic of one token, FLOP per visible cell */
  double full_flops, window_flops, selected_flops;
  /* the same in prefill, where MLA is computed unabsorbed */
  double prefill_full_flops, prefill_window_flops, prefill_selected_flops;
} TokLayerSums;

typedef struct
{
  gatomicrefcount  ref_count;
  TokArchitecture *architecture;
  TokFileType      file_type;
  gboolean         with_imatrix;
  TokLayerSums    *prefix;             /* n_layers + 1: prefix[i] sums layers 0 … i - 1 */
  double           file_bytes;         /* all tensors */
  double           total_params, active_params;
  double           embedding_bytes;    /* token embedding; host memory in llama.cpp, not read */
  double           lookup_bytes;       /* further tables kept in host memory */
  double           head_bytes;         /* read once per token: the output matrix and final norm, or the tied embedding */
  double           head_weights;
  double           idle_bytes;         /* multi-token-prediction blocks: held with the layers, not read */
  /* Of the bytes one token reads, the share stored in each type: of what every token reads, and of routed experts, which may lie
   * elsewhere.  Each sums to 1, but for the experts of a dense model to 0. */
  double           dense_type_share[TOK_N_TENSOR_TYPES], expert_type_share[TOK_N_TENSOR_TYPES];
  guint            n_types;            /* types with a share in either … */
  TokTensorType    types[TOK_N_TENSOR_TYPES]; /* … which are few: an estimate goes over them several times */
  double           experts_share;      /* experts_per_token / n_experts, 0 for a dense model */
  double           most_heads;         /* query heads of the layer that has the most */
  double           window_cells;       /* architecture->window, 0 = none */
  double           selected_cells;     /* sparse attention: cells one token reads, 0 = none */
} TokModel;

/* @file_bytes > 0: the real size of the file in bytes; every tensor's bytes are scaled by the ratio to the computed size. */
TokModel    *tok_model_new       (TokArchitecture *architecture,
                                  TokFileType      file_type,
                                  gboolean         with_imatrix,
                                  double           file_bytes);
/* The model as its file holds it: bytes, weights and file type are those of @weights, which has as many layers as @architecture;
 * cache, state and arithmetic of attention follow from the shape. */
TokModel    *tok_model_new_from_weights (TokArchitecture       *architecture,
                                         const TokModelWeights *weights);
TokModel    *tok_model_ref       (TokModel        *model);
void         tok_model_unref     (TokModel        *model);
/* Layers @first … @end - 1 (0 <= @first <= @end <= n_layers). */
void         tok_model_sum       (const TokModel  *model,
                                  guint            first,
                                  guint            end,
                                  TokLayerSums    *sums);
/* Average bits per weight of the file. */
double       tok_model_bits_per_weight (const TokModel *model);
/* Different experts @n_tokens tokens visit in one layer as a share of all (physics notes 2): 1 - (1 - k/E)^n. */
double       tok_model_distinct_experts_share (const TokModel *model,
                                               double          n_tokens);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokModel, tok_model_unref)

G_END_DECLS
