/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of a plan file, by the names of the parameter table. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/plan.h"

G_BEGIN_DECLS

/* One value, and back from the member of its name. */
JsonNode   *tok_plan_param_node       (TokParam       param,
                                       double         value);
gboolean    tok_plan_param_read       (JsonObject    *object,
                                       TokParam       param,
                                       double        *value,
                                       GError       **error);
/* All but those that are facts of a device. */
JsonObject *tok_plan_params_to_json   (const TokPlan *plan);
/* Sets the parameters @object has; @plan has its devices and models already. */
gboolean    tok_plan_params_from_json (JsonObject    *object,
                                       TokPlan       *plan,
                                       GError       **error);

G_END_DECLS
