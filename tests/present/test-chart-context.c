/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed by depth: the estimate's own figures, and where memory ends. */

#include "chart-fixture.h"

#include <math.h>

#include "constants.h"
#include "core/sweep.h"

static void
test_context_shows_the_plan_at_its_depth (TokPlanFixture *fixture,
                                          gconstpointer   data)
{
  TokEstimate estimate;
  g_autoptr (TokChartSpec) spec = NULL;

  tok_plan_set (&fixture->plan, TOK_PARAM_DEPTH, 12345);
  tok_estimate (&fixture->plan, &estimate);
  spec = tok_fixture_chart ("context", &fixture->plan, NULL);
  g_assert_cmpfloat (spec->x.maximum, ==, 131072);
  g_assert_true (spec->has_mark);
  g_assert_cmpfloat (spec->mark_x, ==, 12345);
  g_assert_cmpfloat (spec->mark_y, ==, estimate.decode.tok_s.likely);
  g_assert_cmpfloat (tok_series_value_at (tok_find_series (spec, "likely"), 12345), ==, estimate.decode.tok_s.likely);
  g_assert_cmpfloat (tok_series_value_at (tok_find_series (spec, "likely"), 0), ==, estimate.decode_empty.tok_s.likely);
  g_assert_cmpfloat (tok_series_value_at (tok_find_series (spec, "ceiling"), 12345), ==, estimate.decode.ceiling_tok_s);
  g_assert_cmpuint (spec->zones->len, ==, 1);
}

static void
test_context_speed_never_rises (TokPlanFixture *fixture,
                                gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = NULL;
  const TokChartSeries *likely;

  tok_plan_set (&fixture->plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
  spec = tok_fixture_chart ("context", &fixture->plan, NULL);
  likely = tok_find_series (spec, "likely");
  for (guint i = 1; i < likely->n_points; i++)
    {
      g_assert_cmpfloat (likely->x[i], >, likely->x[i - 1]);
      g_assert_cmpfloat (likely->y[i], <=, likely->y[i - 1]);
    }
}

static void
test_context_offers_the_other_cache_types (TokPlanFixture *fixture,
                                           gconstpointer   data)
{
  g_autoptr (TokChartSpec) f16 = tok_fixture_chart ("context", &fixture->plan, NULL);
  g_autoptr (TokChartSpec) q8 = NULL;

  g_assert_nonnull (tok_find_series (f16, "KV cache q8_0"));
  g_assert_nonnull (tok_find_series (f16, "KV cache q4_0"));
  g_assert_null (tok_find_series (f16, "KV cache f16"));
  tok_plan_set (&fixture->plan, TOK_PARAM_KV_K, TOK_KV_Q8_0);
  tok_plan_set (&fixture->plan, TOK_PARAM_KV_V, TOK_KV_Q8_0);
  q8 = tok_fixture_chart ("context", &fixture->plan, NULL);
  g_assert_null (tok_find_series (q8, "KV cache q8_0"));
  g_assert_nonnull (tok_find_series (q8, "KV cache f16"));
}

/* 8B in Q4_K_M at 128k needs 21.1 GiB (physics notes 13 k): it ends before that on 16 GiB, not on 24. */
static void
test_context_hatches_from_where_memory_ends (TokPlanFixture *fixture,
                                             gconstpointer   data)
{
  g_autoptr (TokChartSpec) roomy = tok_fixture_chart ("context", &fixture->plan, NULL);
  g_autoptr (TokChartSpec) small = NULL;
  const TokChartRegion *region;
  TokSweepPoint points[2];
  double contexts[2];

  g_assert_cmpuint (roomy->regions->len, ==, 0);
  tok_plan_set (&fixture->plan, TOK_PARAM_DEVICE_MEMORY, 16);
  small = tok_fixture_chart ("context", &fixture->plan, NULL);
  g_assert_cmpuint (small->regions->len, ==, 1);
  region = &g_array_index (small->regions, TokChartRegion, 0);
  g_assert_cmpstr (region->label, ==, "needs more than 16\u00a0GiB");
  g_assert_cmpfloat (region->to, ==, 131072);

  contexts[0] = floor (region->from * 0.999);
  contexts[1] = region->from;
  tok_sweep (&fixture->plan, TOK_PARAM_CONTEXT, contexts, 2, points);
  g_assert_cmpint (points[0].fit, !=, TOK_FIT_NO);
  g_assert_cmpint (points[1].fit, ==, TOK_FIT_NO);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/chart-context/shows-the-plan-at-its-depth", "Llama-3.1-8B", test_context_shows_the_plan_at_its_depth);
  tok_add_plan_test ("/chart-context/speed-never-rises", "Qwen3-32B", test_context_speed_never_rises);
  tok_add_plan_test ("/chart-context/offers-the-other-cache-types", "Llama-3.1-8B", test_context_offers_the_other_cache_types);
  tok_add_plan_test ("/chart-context/hatches-from-where-memory-ends", "Llama-3.1-8B", test_context_hatches_from_where_memory_ends);
  return g_test_run ();
}
