/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine of a plan: its devices and host, and the parameters that live in them.  For plan.c only. */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

/* TRUE for the parameters of the first device and of the host. */
gboolean  tok_plan_machine_owns   (TokParam       param);
/* Value in the parameter's unit; @picked: the picked device's, not the edited one's. */
double    tok_plan_machine_get    (const TokPlan *plan,
                                   TokParam       param,
                                   gboolean       picked);
void      tok_plan_machine_set    (TokPlan       *plan,
                                   TokParam       param,
                                   double         value);
/* Host bandwidth after a change of its channels or MT/s. */
void      tok_plan_machine_follow_channels (TokPlan *plan);
TokOrigin tok_plan_machine_origin (const TokPlan *plan,
                                   TokParam       param);
gboolean  tok_plan_machine_equal  (const TokPlan *plan,
                                   const TokPlan *other);

G_END_DECLS
