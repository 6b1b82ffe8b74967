/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts: what each shows, that it shows the estimate's own figures, and that no plan makes a spec that cannot be drawn. */

#include "present/charts.h"

#include <math.h>
#include <string.h>

#include "constants.h"
#include "core/sweep.h"
#include "core/units.h"
#include "models.h"

/* All models of the fixture; the plan's own is the very one. */
static TokCatalog *
make_catalog (const TokPlan *plan)
{
  TokCatalog *catalog = tok_catalog_new ();
  const char **names = tok_fixture_model_names ();

  for (gsize i = 0; names[i] != NULL; i++)
    {
      gboolean is_own = strcmp (names[i], plan->base->name) == 0;
      TokCatalogModel entry = { .architecture = is_own ? tok_architecture_ref (plan->base) : tok_fixture_model (names[i]) };

      g_array_append_val (catalog->models, entry);
    }
  return catalog;
}

static TokChartSpec *
build (const char    *id,
       const TokPlan *plan,
       const TokPlan *baseline)
{
  g_autoptr (TokCatalog) catalog = make_catalog (plan);
  TokModelShelf *shelf = tok_model_shelf_new (catalog);
  TokEstimate estimate;
  TokChartInput input = { plan, &estimate, baseline, catalog, shelf };
  TokChartSpec *spec;

  tok_estimate (plan, &estimate);
  spec = tok_chart_kind_find (id)->build (&input);
  tok_model_shelf_free (shelf);
  return spec;
}

static const TokChartSeries *
find_series (const TokChartSpec *spec,
             const char         *label)
{
  for (guint i = 0; i < spec->series->len; i++)
    if (strcmp (g_array_index (spec->series, TokChartSeries, i).label, label) == 0)
      return &g_array_index (spec->series, TokChartSeries, i);
  return NULL;
}

/* The value of @series at exactly @x. */
static double
value_at (const TokChartSeries *series,
          double                x)
{
  for (guint i = 0; i < series->n_points; i++)
    if (series->x[i] == x)
      return series->y[i];
  g_error ("“%s” has no point at %g", series->label, x);
}

static const TokChartPoint *
find_point (const TokChartSpec *spec,
            const char         *label)
{
  for (guint i = 0; i < spec->points->len; i++)
    if (strcmp (g_array_index (spec->points, TokChartPoint, i).label, label) == 0)
      return &g_array_index (spec->points, TokChartPoint, i);
  return NULL;
}

static void
test_context_shows_the_plan_at_its_depth (TokPlanFixture *fixture,
                                          gconstpointer   data)
{
  TokEstimate estimate;
  g_autoptr (TokChartSpec) spec = NULL;

  tok_plan_set (&fixture->plan, TOK_PARAM_DEPTH, 12345);
  tok_estimate (&fixture->plan, &estimate);
  spec = build ("context", &fixture->plan, NULL);
  g_assert_cmpfloat (spec->x.maximum, ==, 131072);
  g_assert_true (spec->has_mark);
  g_assert_cmpfloat (spec->mark_x, ==, 12345);
  g_assert_cmpfloat (spec->mark_y, ==, estimate.decode.tok_s.likely);
  g_assert_cmpfloat (value_at (find_series (spec, "likely"), 12345), ==, estimate.decode.tok_s.likely);
  g_assert_cmpfloat (value_at (find_series (spec, "likely"), 0), ==, estimate.decode_empty.tok_s.likely);
  g_assert_cmpfloat (value_at (find_series (spec, "ceiling"), 12345), ==, estimate.decode.ceiling_tok_s);
  g_assert_cmpuint (spec->zones->len, ==, 1);
}

static void
test_context_speed_never_rises (TokPlanFixture *fixture,
                                gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = NULL;
  const TokChartSeries *likely;

  tok_plan_set (&fixture->plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
  spec = build ("context", &fixture->plan, NULL);
  likely = find_series (spec, "likely");
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
  g_autoptr (TokChartSpec) f16 = build ("context", &fixture->plan, NULL);
  g_autoptr (TokChartSpec) q8 = NULL;

  g_assert_nonnull (find_series (f16, "KV cache q8_0"));
  g_assert_nonnull (find_series (f16, "KV cache q4_0"));
  g_assert_null (find_series (f16, "KV cache f16"));
  tok_plan_set (&fixture->plan, TOK_PARAM_KV_K, TOK_KV_Q8_0);
  tok_plan_set (&fixture->plan, TOK_PARAM_KV_V, TOK_KV_Q8_0);
  q8 = build ("context", &fixture->plan, NULL);
  g_assert_null (find_series (q8, "KV cache q8_0"));
  g_assert_nonnull (find_series (q8, "KV cache f16"));
}

/* 8B in Q4_K_M at 128k needs 21.1 GiB (physics notes 13 k): it ends before that on 16 GiB, not on 24. */
static void
test_context_hatches_from_where_memory_ends (TokPlanFixture *fixture,
                                             gconstpointer   data)
{
  g_autoptr (TokChartSpec) roomy = build ("context", &fixture->plan, NULL);
  g_autoptr (TokChartSpec) small = NULL;
  const TokChartRegion *region;
  TokSweepPoint points[2];
  double contexts[2];

  g_assert_cmpuint (roomy->regions->len, ==, 0);
  tok_plan_set (&fixture->plan, TOK_PARAM_DEVICE_MEMORY, 16);
  small = build ("context", &fixture->plan, NULL);
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
  same = build ("context", &fixture->plan, &baseline);
  g_assert_nonnull (find_series (same, "baseline"));
  tok_plan_set (&baseline, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  other_type = build ("offload", &fixture->plan, &baseline);
  g_assert_nonnull (find_series (other_type, "baseline: Q8_0"));
  g_strlcpy (baseline.devices[0].picked.name, "NVIDIA GeForce RTX 3060", sizeof baseline.devices[0].picked.name);
  g_strlcpy (baseline.devices[0].device.name, "NVIDIA GeForce RTX 3060", sizeof baseline.devices[0].device.name);
  other_device = build ("size", &fixture->plan, &baseline);
  g_assert_nonnull (find_series (other_device, "baseline: RTX 3060"));
  tok_plan_set_device (&baseline, 1, &baseline.devices[0].picked);
  two_devices = build ("size", &fixture->plan, &baseline);
  g_assert_nonnull (find_series (two_devices, "baseline: 2 × RTX 3060"));
}

/* A model of the catalog stands where a plan for it comes out. */
static void
test_size_places_models_by_their_own_estimate (TokPlanFixture *fixture,
                                               gconstpointer   data)
{
  g_autoptr (TokArchitecture) mixture = tok_fixture_model ("Qwen3-30B-A3B");
  g_autoptr (TokChartSpec) spec = build ("size", &fixture->plan, NULL);
  const TokChartPoint *point = find_point (spec, "Qwen3-30B-A3B");
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
  g_autoptr (TokChartSpec) spec = build ("size", &fixture->plan, NULL);
  const TokChartSeries *dense = find_series (spec, "dense models");
  const TokChartPoint *mixture = find_point (spec, "Qwen3-30B-A3B");
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
  spec = build ("size", &fixture->plan, NULL);
  g_assert_cmpuint (spec->regions->len, ==, 1);
  region = &g_array_index (spec->regions, TokChartRegion, 0);
  tok_assert_between (region->from, 32.0, 45.0);
  g_assert_false (find_point (spec, "Mistral-Small-24B")->hollow);
  g_assert_true (find_point (spec, "Llama-3.1-405B")->hollow);
}

/* Two cards wait for each other, which moves nothing to the CPU: 1B is whole, 671B is not. */
static void
test_size_fills_what_several_devices_hold (TokPlanFixture *fixture,
                                           gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = NULL;

  tok_plan_set_device (&fixture->plan, 1, &fixture->gpu);
  tok_plan_set (&fixture->plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_TENSOR);
  spec = build ("size", &fixture->plan, NULL);
  g_assert_false (find_point (spec, "Llama-3.2-1B")->hollow);
  g_assert_true (find_point (spec, "DeepSeek-V3")->hollow);
}

/* Two generations of one size: a second dot would hide the first. */
static void
test_size_draws_models_that_come_out_alike_once (TokPlanFixture *fixture,
                                                 gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = build ("size", &fixture->plan, NULL);
  gboolean has_older = find_point (spec, "Qwen2.5-14B") != NULL;
  gboolean has_newer = find_point (spec, "Qwen3-14B") != NULL;

  g_assert_true (has_older != has_newer);
}

static void
test_size_names_a_few_models_near_the_plan (TokPlanFixture *fixture,
                                            gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = build ("size", &fixture->plan, NULL);
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

/* 80 % of the layers is a quarter of the way (physics notes 13 h): 26 % at depth 0 for an 8B. */
static void
test_offload_is_a_cliff_not_a_line (TokPlanFixture *fixture,
                                    gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = build ("offload", &fixture->plan, NULL);
  const TokChartSeries *likely = find_series (spec, "likely");
  const TokChartSeries *expected = find_series (spec, "what people expect");
  double none = value_at (likely, 0), all = value_at (likely, 32), most = value_at (likely, 26);

  g_assert_cmpuint (likely->n_points, ==, 33);
  g_assert_cmpfloat_with_epsilon (value_at (expected, 26), none + (all - none) * 26 / 32, 1e-9);
  tok_assert_between ((most - none) / (all - none), 0.15, 0.35);
  g_assert_null (find_series (spec, "only experts on the CPU"));
  g_assert_cmpfloat (spec->mark_x, ==, 32);
  g_assert_cmpuint (spec->regions->len, ==, 0);
}

static void
test_offload_leaves_experts_of_mixtures (TokPlanFixture *fixture,
                                         gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = build ("offload", &fixture->plan, NULL);
  const TokChartSeries *layers = find_series (spec, "likely");
  const TokChartSeries *experts = find_series (spec, "only experts on the CPU");
  guint n_layers = fixture->plan.model->architecture->n_layers;

  g_assert_nonnull (experts);
  g_assert_cmpfloat (value_at (experts, n_layers), ==, value_at (layers, n_layers));
  g_assert_cmpfloat (value_at (experts, 0), >, value_at (layers, 0));
}

/* 30B of experts do not fit 8 GiB: with all of them on the CPU no layer is hatched, so the curve that brings them back ends early. */
static void
test_offload_ends_experts_where_memory_does (TokPlanFixture *fixture,
                                             gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = NULL;
  guint n_layers = fixture->plan.model->architecture->n_layers;
  const TokChartSeries *experts;

  tok_plan_set (&fixture->plan, TOK_PARAM_DEVICE_MEMORY, 8.0);
  tok_plan_set (&fixture->plan, TOK_PARAM_EXPERT_LAYERS_CPU, n_layers);
  spec = build ("offload", &fixture->plan, NULL);
  experts = find_series (spec, "only experts on the CPU");
  g_assert_cmpuint (spec->regions->len, ==, 0);
  g_assert_true (isfinite (value_at (experts, 0)));
  g_assert_true (isnan (value_at (experts, n_layers)));
}

/* 70B in Q4_K_M on 24 GiB at 8k: 44 of 80 repeating layers (physics notes 13 h counts the output layer too: 45 of 81). */
static void
test_offload_hatches_layers_that_do_not_fit (TokPlanFixture *fixture,
                                             gconstpointer   data)
{
  TokEstimate estimate;
  g_autoptr (TokChartSpec) spec = NULL;
  const TokChartRegion *region;

  tok_plan_set (&fixture->plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
  tok_plan_set (&fixture->plan, TOK_PARAM_CONTEXT, 8192);
  tok_estimate (&fixture->plan, &estimate);
  spec = build ("offload", &fixture->plan, NULL);
  g_assert_cmpuint (spec->regions->len, ==, 1);
  region = &g_array_index (spec->regions, TokChartRegion, 0);
  g_assert_cmpfloat (region->from, ==, estimate.split.max_gpu_layers);
  tok_assert_between (region->from, 38, 48);
  g_assert_cmpfloat (spec->mark_x, ==, region->from);
  g_assert_nonnull (strstr (spec->subtitle, "the GPU waits"));
}

static void
test_offload_says_why_it_is_empty (TokPlanFixture *fixture,
                                   gconstpointer   data)
{
  g_auto (TokPlan) cpu = { 0 };
  g_autoptr (TokChartSpec) on_cpu = NULL;
  g_autoptr (TokChartSpec) in_vllm = NULL;

  tok_fixture_plan (&cpu, fixture->table, &fixture->cpu, NULL, "Llama-3.1-8B", TOK_FILE_Q4_K_M);
  on_cpu = build ("offload", &cpu, NULL);
  g_assert_nonnull (on_cpu->empty_text);
  g_assert_cmpuint (on_cpu->series->len, ==, 0);
  tok_plan_set (&fixture->plan, TOK_PARAM_ENGINE, TOK_ENGINE_VLLM);
  in_vllm = build ("offload", &fixture->plan, NULL);
  g_assert_nonnull (strstr (in_vllm->empty_text, "vLLM"));
}

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
      g_autoptr (TokChartSpec) spec = build (kinds[i].id, plan, plan);

      g_assert_cmpstr (spec->id, ==, kinds[i].id);
      assert_drawable (spec);
    }
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
      spec = build (kind->id, &plan, NULL);
      tok_assert_near (spec->mark_x, clicks[i].x, 0.01);
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
  tok_add_plan_test ("/charts/context-shows-the-plan-at-its-depth", "Llama-3.1-8B", test_context_shows_the_plan_at_its_depth);
  tok_add_plan_test ("/charts/context-speed-never-rises", "Qwen3-32B", test_context_speed_never_rises);
  tok_add_plan_test ("/charts/context-offers-the-other-cache-types", "Llama-3.1-8B", test_context_offers_the_other_cache_types);
  tok_add_plan_test ("/charts/context-hatches-from-where-memory-ends", "Llama-3.1-8B", test_context_hatches_from_where_memory_ends);
  tok_add_plan_test ("/charts/baseline-is-named-by-what-differs", "Llama-3.1-8B", test_baseline_is_named_by_what_differs);
  tok_add_plan_test ("/charts/size-places-models-by-their-own-estimate", "Llama-3.1-8B", test_size_places_models_by_their_own_estimate);
  tok_add_plan_test ("/charts/size-lifts-mixtures-off-the-curve", "Llama-3.1-8B", test_size_lifts_mixtures_off_the_curve);
  tok_add_plan_test ("/charts/size-hatches-what-does-not-fit", "Llama-3.1-8B", test_size_hatches_what_does_not_fit);
  tok_add_plan_test ("/charts/size-fills-what-several-devices-hold", "Llama-3.1-8B", test_size_fills_what_several_devices_hold);
  tok_add_plan_test ("/charts/size-draws-models-that-come-out-alike-once", "Llama-3.1-8B", test_size_draws_models_that_come_out_alike_once);
  tok_add_plan_test ("/charts/size-names-a-few-models-near-the-plan", "Llama-3.1-8B", test_size_names_a_few_models_near_the_plan);
  tok_add_plan_test ("/charts/offload-is-a-cliff-not-a-line", "Llama-3.1-8B", test_offload_is_a_cliff_not_a_line);
  tok_add_plan_test ("/charts/offload-leaves-experts-of-mixtures", "Qwen3-30B-A3B", test_offload_leaves_experts_of_mixtures);
  tok_add_plan_test ("/charts/offload-ends-experts-where-memory-does", "Qwen3-30B-A3B", test_offload_ends_experts_where_memory_does);
  tok_add_plan_test ("/charts/offload-hatches-layers-that-do-not-fit", "Llama-3-70B", test_offload_hatches_layers_that_do_not_fit);
  tok_add_plan_test ("/charts/offload-says-why-it-is-empty", "Llama-3.1-8B", test_offload_says_why_it_is_empty);
  tok_add_plan_test ("/charts/degenerate-plans-are-drawable", "Llama-3.1-8B", test_degenerate_plans_are_drawable);
  tok_add_plan_test ("/charts/x-axis-sets-what-it-shows", "Llama-3.1-8B", test_x_axis_sets_what_it_shows);
  g_test_add_func ("/charts/kinds-are-found-by-id", test_kinds_are_found_by_id);
  return g_test_run ();
}
