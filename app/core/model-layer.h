/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one layer's token mixer caches, keeps as state and computes; its weights are summed by model.c. */

#pragma once

#include "core/model.h"

G_BEGIN_DECLS

/* Adds cache elements, state bytes and attention arithmetic of @layer to @sums. */
void tok_model_layer_add_mixer (const TokArchitecture *architecture,
                                const TokLayer        *layer,
                                TokLayerSums          *sums);
/* Cells of the cache a token of sparse attention reads, 0 without it. */
double tok_model_layer_selected_cells (const TokArchitecture *architecture);

G_END_DECLS
