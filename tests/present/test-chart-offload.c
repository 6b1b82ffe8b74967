/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The offload cliff: its curves, what is hatched, and when there is none. */

#include "chart-fixture.h"

#include <math.h>
#include <string.h>

#include "constants.h"

/* 80 % of the layers is a quarter of the way (physics notes 13 h): 26 % at depth 0 for an 8B. */
static void
test_offload_is_a_cliff_not_a_line (TokPlanFixture *fixture,
                                    gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = tok_fixture_chart ("offload", &fixture->plan, NULL);
  const TokChartSeries *likely = tok_find_series (spec, "likely");
  const TokChartSeries *expected = tok_find_series (spec, "what people expect");
  double none = tok_series_value_at (likely, 0), all = tok_series_value_at (likely, 32), most = tok_series_value_at (likely, 26);

  g_assert_cmpuint (likely->n_points, ==, 33);
  g_assert_cmpfloat_with_epsilon (tok_series_value_at (expected, 26), none + (all - none) * 26 / 32, 1e-9);
  tok_assert_between ((most - none) / (all - none), 0.15, 0.35);
  g_assert_null (tok_find_series (spec, "only experts on the CPU"));
  g_assert_cmpfloat (spec->mark_x, ==, 32);
  g_assert_cmpuint (spec->regions->len, ==, 0);
}

static void
test_offload_leaves_experts_of_mixtures (TokPlanFixture *fixture,
                                         gconstpointer   data)
{
  g_autoptr (TokChartSpec) spec = tok_fixture_chart ("offload", &fixture->plan, NULL);
  const TokChartSeries *layers = tok_find_series (spec, "likely");
  const TokChartSeries *experts = tok_find_series (spec, "only experts on the CPU");
  guint n_layers = fixture->plan.model->architecture->n_layers;

  g_assert_nonnull (experts);
  g_assert_cmpfloat (tok_series_value_at (experts, n_layers), ==, tok_series_value_at (layers, n_layers));
  g_assert_cmpfloat (tok_series_value_at (experts, 0), >, tok_series_value_at (layers, 0));
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
  spec = tok_fixture_chart ("offload", &fixture->plan, NULL);
  experts = tok_find_series (spec, "only experts on the CPU");
  g_assert_cmpuint (spec->regions->len, ==, 0);
  g_assert_true (isfinite (tok_series_value_at (experts, 0)));
  g_assert_true (isnan (tok_series_value_at (experts, n_layers)));
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
  spec = tok_fixture_chart ("offload", &fixture->plan, NULL);
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
  on_cpu = tok_fixture_chart ("offload", &cpu, NULL);
  g_assert_nonnull (on_cpu->empty_text);
  g_assert_cmpuint (on_cpu->series->len, ==, 0);
  tok_plan_set (&fixture->plan, TOK_PARAM_ENGINE, TOK_ENGINE_VLLM);
  in_vllm = tok_fixture_chart ("offload", &fixture->plan, NULL);
  g_assert_nonnull (strstr (in_vllm->empty_text, "vLLM"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/chart-offload/is-a-cliff-not-a-line", "Llama-3.1-8B", test_offload_is_a_cliff_not_a_line);
  tok_add_plan_test ("/chart-offload/leaves-experts-of-mixtures", "Qwen3-30B-A3B", test_offload_leaves_experts_of_mixtures);
  tok_add_plan_test ("/chart-offload/ends-experts-where-memory-does", "Qwen3-30B-A3B", test_offload_ends_experts_where_memory_does);
  tok_add_plan_test ("/chart-offload/hatches-layers-that-do-not-fit", "Llama-3-70B", test_offload_hatches_layers_that_do_not_fit);
  tok_add_plan_test ("/chart-offload/says-why-it-is-empty", "Llama-3.1-8B", test_offload_says_why_it_is_empty);
  return g_test_run ();
}
