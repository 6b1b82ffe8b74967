/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine of a plan file: "devices" and "host". */

#pragma once

#include <json-glib/json-glib.h>

#include "core/catalog.h"
#include "core/plan.h"

G_BEGIN_DECLS

/* Every device with its facts as edited and, where that is another, as picked; the host where it is not the one that comes with
 * the first device. */
void     tok_plan_machine_write (const TokPlan    *plan,
                                 JsonObject       *object);
/* The devices, and the first one as it was picked: what a plan begins with.  A device of a known id without a
 * bandwidth is the catalog's. */
gboolean tok_plan_devices_read  (JsonObject       *object,
                                 const TokCatalog *catalog,
                                 TokPlanDevice     devices[TOK_MAX_DEVICES],
                                 guint            *n_devices,
                                 GError          **error);
/* Sets the host of @plan where the file has one. */
gboolean tok_plan_host_read     (JsonObject       *object,
                                 const TokCatalog *catalog,
                                 TokPlan          *plan,
                                 GError          **error);

G_END_DECLS
