/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From options to a plan. */

#pragma once

#include "command/plan-files.h"

G_BEGIN_DECLS

/* The plan that @options describe, on top of a plan file when one is named; measurements among the files calibrate it.  @plan is
 * raw memory and set only on success.  A name that stands for several entries is told on standard error. */
gboolean tok_plan_from_options (const TokOptions *options,
                                const TokCatalog *catalog,
                                TokPlan          *plan,
                                GError          **error);
/* The same from files that have been read; the words of @options are not looked at. */
gboolean tok_plan_from_files   (const TokOptions   *options,
                                const TokPlanFiles *files,
                                const TokCatalog   *catalog,
                                TokPlan            *plan,
                                GError            **error);

G_END_DECLS
