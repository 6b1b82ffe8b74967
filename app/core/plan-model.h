/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The models of a plan: base, weights of its file, draft, and the parameters that shape them.  For plan.c only. */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

/* TRUE for the parameters of the model. */
gboolean  tok_plan_model_owns     (TokParam       param);
/* Sets a parameter of the model and builds it again. */
void      tok_plan_model_set      (TokPlan       *plan,
                                   TokParam       param,
                                   double         value);
/* Takes @base as it is, with the file type that comes with it. */
void      tok_plan_model_replace  (TokPlan         *plan,
                                   TokArchitecture *base);
/* The same with what its file holds; @weights may be NULL. */
void      tok_plan_model_replace_by_file (TokPlan         *plan,
                                          TokArchitecture *base,
                                          TokModelWeights *weights,
                                          TokFileType      file_type,
                                          gboolean         with_imatrix);
TokOrigin tok_plan_model_origin   (const TokPlan *plan,
                                   TokParam       param);
gboolean  tok_plan_model_equal    (const TokPlan *plan,
                                   const TokPlan *other);
/* References of a copy whose members are those of another plan. */
void      tok_plan_model_ref      (TokPlan       *copy);
void      tok_plan_model_clear    (TokPlan       *plan);

G_END_DECLS
