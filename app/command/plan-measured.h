/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements among the files of a command, and its plan. */

#pragma once

#include "command/plan-files.h"

G_BEGIN_DECLS

/* The id of the first measured model that the catalog has; NULL: none. */
const char *tok_measured_model (const TokPlanFiles *files);
/* @rows as the plan of @options takes them: where a person names the model, rows whose own name for it is unknown, and that have no
 * size, are of that one. */
GArray     *tok_measured_rows  (const TokOptions   *options,
                                const GArray       *rows);
/* Sets the engine they are of where nobody says which, adds them, and calibrates the plan by them; they are of the machine as @plan
 * describes it. */
void        tok_measured_add   (const TokOptions   *options,
                                const TokPlanFiles *files,
                                const TokCatalog   *catalog,
                                TokPlan            *plan);

G_END_DECLS
