/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans as versioned JSON: *.tokplan files and the "plan" member of the command line's output. */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "core/catalog.h"
#include "core/plan.h"

G_BEGIN_DECLS

#define TOK_PLAN_JSON_VERSION 1

/* What a plan file holds beside the plan; members of newer versions are kept and written back. */
typedef struct
{
  char     *name;            /* the plan's name, "" if it has none */
  JsonNode *unknown;         /* an object of members this version does not know, or NULL */
} TokPlanExtra;

void      tok_plan_extra_clear   (TokPlanExtra       *extra);
/* The plan for a reader: every parameter, devices with their facts as edited, the model by catalog id or by its whole shape, and
 * the calibration, without the files' weights and measurements. */
JsonNode *tok_plan_to_json       (const TokPlan      *plan,
                                  const TokPlanExtra *extra);
/* All that a plan file holds: also weights, measurements, and shapes of models the catalog has. */
JsonNode *tok_plan_to_json_whole (const TokPlan      *plan,
                                  const TokPlanExtra *extra);
/* @plan is raw memory; it is initialized only on success.  Ids are looked up in @catalog; what is not there is taken from the
 * file itself. */
gboolean  tok_plan_from_json     (JsonNode           *node,
                                  const TokCatalog   *catalog,
                                  TokPlan            *plan,
                                  TokPlanExtra       *extra,
                                  GError            **error);
/* Atomic: the old file stays until the new one is whole. */
gboolean  tok_plan_save          (const TokPlan      *plan,
                                  const TokPlanExtra *extra,
                                  GFile              *file,
                                  GError            **error);
gboolean  tok_plan_load          (GFile              *file,
                                  const TokCatalog   *catalog,
                                  TokPlan            *plan,
                                  TokPlanExtra       *extra,
                                  GError            **error);

G_END_DECLS
