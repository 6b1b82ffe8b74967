/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the reader of plan files; what gets through can be estimated, and written and read once more. */

#include <math.h>

#include "core/estimate.h"
#include "formats/catalog.h"
#include "formats/json-parse.h"
#include "formats/json-write.h"
#include "formats/plan-json.h"
#include "fuzz.h"

static void
check_plan (const TokPlan *plan, const TokPlanExtra *extra, const TokCatalog *catalog)
{
  g_autoptr (JsonNode) node = tok_plan_to_json_whole (plan, extra);
  g_autofree char *text = tok_json_to_text (node);
  g_autofree char *again = NULL;
  g_auto (TokPlan) copy = { .n_devices = 0 };
  TokPlanExtra copy_extra;
  g_autoptr (JsonNode) copy_node = NULL;
  g_autoptr (GError) error = NULL;
  TokEstimate estimate;

  tok_estimate (plan, &estimate);
  g_assert_true (isfinite (estimate.decode.tok_s.likely) && estimate.decode.tok_s.likely >= 0.0);

  tok_plan_from_json (node, catalog, &copy, &copy_extra, &error);
  g_assert_no_error (error);
  copy_node = tok_plan_to_json_whole (&copy, &copy_extra);
  again = tok_json_to_text (copy_node);
  g_assert_cmpstr (again, ==, text);
  tok_plan_extra_clear (&copy_extra);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TokCatalog *catalog;
  g_autoptr (GError) error = NULL;
  g_autoptr (TokJson) json = tok_json_parse ((const char *) data, size, NULL, NULL);
  TokPlan plan;
  TokPlanExtra extra;

  if (catalog == NULL)
    catalog = tok_catalog_load_builtin ();
  if (json == NULL)
    return 0;
  if (!tok_plan_from_json (tok_json_root (json), catalog, &plan, &extra, &error))
    {
      g_assert_nonnull (error);
      return 0;
    }
  check_plan (&plan, &extra, catalog);
  tok_plan_clear (&plan);
  tok_plan_extra_clear (&extra);
  return 0;
}
