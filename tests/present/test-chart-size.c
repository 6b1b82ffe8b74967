/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed by parameters: the curve, the models beside it, and which of them are named. */

#include "chart-fixture.h"

#include <math.h>

#include "constants.h"
#include "models.h"

/* A model of the catalog stands where a plan for it comes out. */
static void
test_size_places_models_by_their_own_estimate (TokPlanFixture *fixture,
                                               gconstpointer   data)
{
  g_autoptr (TokArchitecture) mixture = tok_fixture_model ("Qwen3-30B-A3B");
  g_autoptr (TokChartSpec) spec = tok_fixture_chart ("size", &fixture->plan, NULL);
  const TokChartPoint *point = tok_find_point (spec, "Qwen3-30B-A3B");
  g_auto (TokPlan) plan = { 0 };
  TokEstimate estimate;

  tok_plan_copy (&fixture->plan, &plan);
  tok_plan_set_model (&plan, mixture);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
  tok_estimate (&plan, &estimate);
  g_assert_nonnull (point);
  g_assert_cmpfloat_with_epsilon (point->x, 30.53, 0.01);
  g_assert_cmpfloat (point->y, ==, estimate.decode.tok_s.likely);
}

static void
test_size_lifts_mixtures_off_the_curve (TokPlanFixture *fixture,
                                        gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = tok_fixture_chart ("size", &fixture->plan, NULL);
  const TokChartSeries *dense = tok_find_series (spec, "dense models");
  const TokChartPoint *mixture = tok_find_point (spec, "Qwen3-30B-A3B");
  guint i = 0;

  while (dense->x[i] < mixture->x)
    i++;
  g_assert_cmpfloat (mixture->y, >, 3.0 * dense->y[i]);
}

/* Physics notes 13: a 32B in Q4_K_M fits 24 GiB, a 70B does not. */
static void
test_size_hatches_what_does_not_fit (TokPlanFixture *fixture,
                                     gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = NULL;
  const TokChartRegion *region;

  tok_plan_set (&fixture->plan, TOK_PARAM_CONTEXT, 4096);
  spec = tok_fixture_chart ("size", &fixture->plan, NULL);
  g_assert_cmpuint (spec->regions->len, ==, 1);
  region = &g_array_index (spec->regions, TokChartRegion, 0);
  tok_assert_between (region->from, 32.0, 45.0);
  g_assert_false (tok_find_point (spec, "Mistral-Small-24B")->hollow);
  g_assert_true (tok_find_point (spec, "Llama-3.1-405B")->hollow);
}

/* Two cards wait for each other, which moves nothing to the CPU: 1B is whole, 671B is not. */
static void
test_size_fills_what_several_devices_hold (TokPlanFixture *fixture,
                                           gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = NULL;

  tok_plan_set_device (&fixture->plan, 1, &fixture->gpu);
  tok_plan_set (&fixture->plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_TENSOR);
  spec = tok_fixture_chart ("size", &fixture->plan, NULL);
  g_assert_false (tok_find_point (spec, "Llama-3.2-1B")->hollow);
  g_assert_true (tok_find_point (spec, "DeepSeek-V3")->hollow);
}

/* Two generations of one size: a second dot would hide the first. */
static void
test_size_draws_models_that_come_out_alike_once (TokPlanFixture *fixture,
                                                 gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = tok_fixture_chart ("size", &fixture->plan, NULL);
  gboolean has_older = tok_find_point (spec, "Qwen2.5-14B") != NULL;
  gboolean has_newer = tok_find_point (spec, "Qwen3-14B") != NULL;

  g_assert_true (has_older != has_newer);
}

static void
test_size_names_a_few_models_near_the_plan (TokPlanFixture *fixture,
                                            gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = tok_fixture_chart ("size", &fixture->plan, NULL);
  double named[8];
  guint n_named = 0;

  for (guint i = 0; i < spec->points->len; i++)
    {
      const TokChartPoint *point = &g_array_index (spec->points, TokChartPoint, i);

      g_assert_cmpstr (point->label, !=, "Llama-3.1-8B");
      if (point->priority >= 200)
        named[n_named++] = point->x;
    }
  g_assert_cmpuint (spec->max_point_labels, ==, 10);
  g_assert_cmpuint (n_named, ==, 3);
  for (guint i = 0; i < n_named; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpfloat (fabs (log2 (named[i] / named[j])), >=, 0.2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/chart-size/places-models-by-their-own-estimate", "Llama-3.1-8B", test_size_places_models_by_their_own_estimate);
  tok_add_plan_test ("/chart-size/lifts-mixtures-off-the-curve", "Llama-3.1-8B", test_size_lifts_mixtures_off_the_curve);
  tok_add_plan_test ("/chart-size/hatches-what-does-not-fit", "Llama-3.1-8B", test_size_hatches_what_does_not_fit);
  tok_add_plan_test ("/chart-size/fills-what-several-devices-hold", "Llama-3.1-8B", test_size_fills_what_several_devices_hold);
  tok_add_plan_test ("/chart-size/draws-models-that-come-out-alike-once", "Llama-3.1-8B", test_size_draws_models_that_come_out_alike_once);
  tok_add_plan_test ("/chart-size/names-a-few-models-near-the-plan", "Llama-3.1-8B", test_size_names_a_few_models_near_the_plan);
  return g_test_run ();
}
