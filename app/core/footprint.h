/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The footprint: bytes a run of a model's layers takes under a plan.  The split asks whether a part fits, memory what it holds;
 * both ask here. */

#pragma once

#include "core/split.h"

G_BEGIN_DECLS

/* Bytes one element of TokLayerSums comes to, worked out once per question. */
typedef struct
{
  const TokModel *model;
  double          full_k, full_v, window_k, window_v;
  double          sequences;           /* each has its own recurrent state */
  gboolean        embedding_on_device; /* else in host memory */
} TokFootprint;

typedef struct { double weights, cache, state; } TokHolding;

/* TRUE when host and device memory are one: a CPU, or a machine with unified memory. */
gboolean   tok_footprint_is_one_memory (const TokPlan      *plan);
/* TRUE when the engine can leave layers to the CPU. */
gboolean   tok_footprint_can_split     (const TokPlan      *plan);
void       tok_footprint_init          (TokFootprint       *footprint,
                                        const TokPlan      *plan,
                                        const TokModel     *model);
/* KV cache layers @sums allocate. */
double     tok_footprint_cache         (const TokFootprint *footprint,
                                        const TokLayerSums *sums);
/* What device @index holds of the model under @split. */
TokHolding tok_footprint_device        (const TokFootprint *footprint,
                                        const TokSplit     *split,
                                        guint               index);
/* What host memory holds of it. */
TokHolding tok_footprint_host          (const TokFootprint *footprint,
                                        const TokSplit     *split);
/* The whole model in one place. */
TokHolding tok_footprint_whole         (const TokFootprint *footprint);
/* What device @index needs whatever the split: runtime, reserve, scratch and, on the first, the draft model. */
double     tok_footprint_fixed         (const TokPlan      *plan,
                                        guint               index);

G_END_DECLS
