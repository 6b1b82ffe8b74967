/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was measured, in a plan file: "measurements" and "calibration". */

#pragma once

#include <json-glib/json-glib.h>

#include "core/plan.h"

G_BEGIN_DECLS

/* Nothing where @plan has none. */
void     tok_plan_measurements_write (const TokPlan *plan,
                                      JsonObject    *object);
void     tok_plan_calibration_write  (const TokPlan *plan,
                                      JsonObject    *object);
/* Takes both into @plan, where the file has them. */
gboolean tok_plan_measured_read      (JsonObject    *object,
                                      TokPlan       *plan,
                                      GError       **error);

G_END_DECLS
