/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all charts have in common: names of baselines, and that no plan makes a spec that cannot be drawn. */

#include "chart-fixture.h"

#include <math.h>

#include "constants.h"
#include "core/sweep.h"

static void
assert_axis (const TokChartAxis *axis)
{
  g_assert_true (isfinite (axis->minimum) && isfinite (axis->maximum));
  g_assert_cmpfloat (axis->minimum, <=, axis->maximum);
  g_assert_nonnull (axis->label);
  g_assert_nonnull (axis->tick_format);
  g_assert_nonnull (axis->value_format);
}

static void
assert_values (const double *values,
               guint         n)
{
  for (guint i = 0; values != NULL && i < n; i++)
    g_assert_true (isfinite (values[i]) && values[i] >= 0.0);
}

static void
assert_drawable (const TokChartSpec *spec)
{
  assert_axis (&spec->x);
  g_assert_cmpstr (spec->title, !=, "");
  g_assert_nonnull (spec->subtitle);
  g_assert_nonnull (spec->caption);
  g_assert_true ((spec->series->len == 0) == (spec->empty_text != NULL));
  for (guint i = 0; i < spec->series->len; i++)
    {
      const TokChartSeries *series = &g_array_index (spec->series, TokChartSeries, i);

      g_assert_cmpuint (series->n_points, <=, TOK_SWEEP_MAX_POINTS);
      assert_values (series->x, series->n_points);
      assert_values (series->y, series->n_points);
      assert_values (series->low, series->n_points);
      assert_values (series->high, series->n_points);
    }
  if (spec->empty_text != NULL)
    return;
  assert_axis (&spec->y);
  g_assert_true (isfinite (spec->mark_x) && isfinite (spec->mark_y));
  g_assert_cmpstr (spec->mark_label, !=, "");
}

static void
assert_all_drawable (const TokPlan *plan)
{
  guint n;
  const TokChartKind *kinds = tok_chart_kinds (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TokChartSpec) spec = tok_fixture_chart (kinds[i].id, plan, plan);

      g_assert_cmpstr (spec->id, ==, kinds[i].id);
      assert_drawable (spec);
    }
}

static void
test_baseline_is_named_by_what_differs (TokPlanFixture *fixture,
                                        gconstpointer   data)
{
  g_auto (TokPlan) baseline = { 0 };
  g_autoptr (TokChartSpec) other_type = NULL;
  g_autoptr (TokChartSpec) other_device = NULL;
  g_autoptr (TokChartSpec) two_devices = NULL;
  g_autoptr (TokChartSpec) same = NULL;

  tok_plan_copy (&fixture->plan, &baseline);
  same = tok_fixture_chart ("context", &fixture->plan, &baseline);
  g_assert_nonnull (tok_find_series (same, "baseline"));
  tok_plan_set (&baseline, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  other_type = tok_fixture_chart ("offload", &fixture->plan, &baseline);
  g_assert_nonnull (tok_find_series (other_type, "baseline: Q8_0"));
  g_strlcpy (baseline.devices[0].picked.name, "NVIDIA GeForce RTX 3060", sizeof baseline.devices[0].picked.name);
  g_strlcpy (baseline.devices[0].device.name, "NVIDIA GeForce RTX 3060", sizeof baseline.devices[0].device.name);
  other_device = tok_fixture_chart ("size", &fixture->plan, &baseline);
  g_assert_nonnull (tok_find_series (other_device, "baseline: RTX 3060"));
  tok_plan_set_device (&baseline, 1, &baseline.devices[0].picked);
  two_devices = tok_fixture_chart ("size", &fixture->plan, &baseline);
  g_assert_nonnull (tok_find_series (two_devices, "baseline: 2 × RTX 3060"));
}

static void
test_degenerate_plans_are_drawable (TokPlanFixture *fixture,
                                    gconstpointer   data)
{
  static const struct { TokParam param; double value; } extremes[] = {
    { TOK_PARAM_GPU_LAYERS, 0 },         { TOK_PARAM_CONTEXT, 1 },        { TOK_PARAM_CONTEXT, 1e9 },       { TOK_PARAM_DEVICE_MEMORY, 0 },
    { TOK_PARAM_HOST_MEMORY, 0 },        { TOK_PARAM_BANDWIDTH, 1 },      { TOK_PARAM_COMPUTE, 0 },         { TOK_PARAM_PARAMETERS, 0.05 },
    { TOK_PARAM_PARAMETERS, 5000 },      { TOK_PARAM_LAYERS, 1 },         { TOK_PARAM_LAYERS, 1024 },       { TOK_PARAM_FILE_TYPE, TOK_FILE_F32 },
    { TOK_PARAM_OS, TOK_OS_WINDOWS },    { TOK_PARAM_REQUESTS, 1024 },    { TOK_PARAM_KV_ON_CPU, 1 },       { TOK_PARAM_DEPTH, 0 },
    { TOK_PARAM_ENGINE, TOK_ENGINE_VLLM },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (extremes); i++)
    {
      g_auto (TokPlan) plan = { 0 };

      tok_plan_copy (&fixture->plan, &plan);
      tok_plan_set (&plan, extremes[i].param, extremes[i].value);
      assert_all_drawable (&plan);
      tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
      assert_all_drawable (&plan);
    }
}

/* What a click on the x axis sets is what the mark stands on. */
static void
test_x_axis_sets_what_it_shows (TokPlanFixture *fixture,
                                gconstpointer   data)
{
  static const struct { const char *id; double x; } clicks[] = { { "context", 40960 }, { "size", 14.0 }, { "offload", 10 } };

  tok_plan_set (&fixture->plan, TOK_PARAM_DEPTH, TOK_AUTO);
  for (gsize i = 0; i < G_N_ELEMENTS (clicks); i++)
    {
      const TokChartKind *kind = tok_chart_kind_find (clicks[i].id);
      g_auto (TokPlan) plan = { 0 };
      g_autoptr (TokChartSpec) spec = NULL;

      tok_plan_copy (&fixture->plan, &plan);
      tok_plan_set (&plan, kind->x_param, clicks[i].x * kind->x_unit);
      spec = tok_fixture_chart (kind->id, &plan, NULL);
      tok_assert_near (spec->mark_x, clicks[i].x, 0.01);
    }
}

/* They head the crosshair, where no axis title stands beside them. */
static void
test_values_of_x_have_their_unit (TokPlanFixture *fixture,
                                  gconstpointer   data)
{
  static const struct { const char *id; double x; const char *text; } heads[] = {
    { "context", 512, "512 tokens" }, { "context", 1, "1 token" }, { "offload", 2, "2 layers on the GPU" },
    { "offload", 1, "1 layer on the GPU" }, { "size", 8, "8\302\240B" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autoptr (TokChartSpec) spec = tok_fixture_chart (heads[i].id, &fixture->plan, NULL);
      g_autofree char *text = tok_chart_axis_value_text (&spec->x, heads[i].x);

      g_assert_cmpstr (text, ==, heads[i].text);
    }
}

static void
test_kinds_are_found_by_id (void)
{
  guint n;
  const TokChartKind *kinds = tok_chart_kinds (&n);

  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < n; i++)
    g_assert_true (tok_chart_kind_find (kinds[i].id) == &kinds[i]);
  g_assert_null (tok_chart_kind_find ("pie"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/charts/baseline-is-named-by-what-differs", "Llama-3.1-8B", test_baseline_is_named_by_what_differs);
  tok_add_plan_test ("/charts/degenerate-plans-are-drawable", "Llama-3.1-8B", test_degenerate_plans_are_drawable);
  tok_add_plan_test ("/charts/x-axis-sets-what-it-shows", "Llama-3.1-8B", test_x_axis_sets_what_it_shows);
  tok_add_plan_test ("/charts/values-of-x-have-their-unit", "Llama-3.1-8B", test_values_of_x_have_their_unit);
  g_test_add_func ("/charts/kinds-are-found-by-id", test_kinds_are_found_by_id);
  return g_test_run ();
}
