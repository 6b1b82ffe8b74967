/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a parameter comes to in a plan: automatic values worked out, and whether it has a say at all. */

#pragma once

#include "core/estimate.h"

G_BEGIN_DECLS

/* The value in natural units that is in force; @estimate is of @plan. */
double   tok_effective_value  (const TokPlan     *plan,
                               const TokEstimate *estimate,
                               TokParam           param);
/* FALSE when the parameter changes nothing in this plan: experts of a dense model, layers on the GPU of a CPU. */
gboolean tok_effective_applies (const TokPlan    *plan,
                                TokParam          param);

G_END_DECLS
