/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of the KV cache: how many tokens' worth of space a plan's engine allocates (physics notes 4). */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

/* Cells the engine allocates and reads at a time. */
double tok_cells_block        (TokEngine      engine);
/* Cells one sequence sees: the context, in whole blocks. */
double tok_cells_per_sequence (const TokPlan *plan);
/* Cells of a layer that keeps the whole context, of all requests. */
double tok_cells_full         (const TokPlan *plan);
/* Cells of a layer that sees @window cells, of all requests. */
double tok_cells_window       (const TokPlan *plan,
                               double         window);

G_END_DECLS
