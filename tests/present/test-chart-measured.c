/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements stand on the charts they belong to, at their own place, and on no other. */

#include "chart-fixture.h"

#include <math.h>

#include "constants.h"
#include "measured-row.h"

/* A row that names no model is of the plan's. */
static TokMeasurement
own_row (double tok_s,
         double depth)
{
  TokMeasurement row = tok_fixture_measured (TOK_MEASURED_DECODE, tok_s, 128);

  row.file_type = TOK_FILE_Q4_K_M;
  row.depth = depth;
  return row;
}

static void
test_rows_by_depth_have_their_error_bars (TokPlanFixture *fixture,
                                          gconstpointer   data)
{
  TokMeasurement deep = own_row (100, 8192), empty = own_row (140, 0);
  g_autoptr (TokChartSpec) spec = NULL;
  const TokChartSeries *series;

  deep.deviation = 2.5;
  tok_fixture_measure (&fixture->plan, &deep);
  tok_fixture_measure (&fixture->plan, &empty);
  spec = tok_fixture_chart ("context", &fixture->plan, NULL);
  series = tok_find_series (spec, "measured");
  g_assert_nonnull (series);
  g_assert_cmpint (series->role, ==, TOK_SERIES_MEASURED);
  g_assert_cmpuint (series->n_points, ==, 2);
  g_assert_cmpfloat (series->y[0], ==, 140);
  g_assert_true (isnan (series->low[0]) && isnan (series->high[0]));
  g_assert_cmpfloat (series->y[1], ==, 100);
  g_assert_cmpfloat (series->low[1], ==, 97.5);
  g_assert_cmpfloat (series->high[1], ==, 102.5);
  /* In the middle of what was generated at the most. */
  tok_assert_between (series->x[0], 0, 128);
  tok_assert_between (series->x[1], 8192, 8192 + 128);
}

/* What is measured over another time, with other settings, or of prompts, is no speed of this curve. */
static void
test_unlike_rows_are_on_no_chart (TokPlanFixture *fixture,
                                  gconstpointer   data)
{
  static const char *const ids[] = { "context", "size", "offload" };
  TokMeasurement several = own_row (300, 0), whole = own_row (90, 0);
  TokMeasurement drafted = own_row (200, 0), cache = own_row (130, 0);
  TokMeasurement prompt = tok_fixture_measured (TOK_MEASURED_PREFILL, 5000, 512);

  several.batch = 4;
  whole.flags = TOK_MEASURED_WHOLE_TIME;
  drafted.acceptance = 0.5;
  cache.kv_k = cache.kv_v = TOK_KV_Q4_0;
  tok_fixture_measure (&fixture->plan, &several);
  tok_fixture_measure (&fixture->plan, &whole);
  tok_fixture_measure (&fixture->plan, &drafted);
  tok_fixture_measure (&fixture->plan, &cache);
  tok_fixture_measure (&fixture->plan, &prompt);
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (TokChartSpec) spec = tok_fixture_chart (ids[i], &fixture->plan, NULL);

      for (guint j = 0; j < spec->series->len; j++)
        g_assert_cmpint (g_array_index (spec->series, TokChartSeries, j).role, !=, TOK_SERIES_MEASURED);
    }
}

/* Size and offload are drawn at one depth: a row of an empty cache says that it is one, others are left out. */
static void
test_rows_of_an_empty_cache_stand_apart (TokPlanFixture *fixture,
                                         gconstpointer   data)
{
  TokMeasurement empty = own_row (140, 0), at_depth = own_row (110, 8100);
  TokMeasurement between = own_row (125, 4096);
  g_autoptr (TokChartSpec) size = NULL;
  g_autoptr (TokChartSpec) offload = NULL;
  double billions = fixture->plan.model->total_params / 1e9;

  tok_plan_set (&fixture->plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
  tok_plan_set (&fixture->plan, TOK_PARAM_DEPTH, 8192);
  tok_fixture_measure (&fixture->plan, &empty);
  tok_fixture_measure (&fixture->plan, &at_depth);
  tok_fixture_measure (&fixture->plan, &between);
  size = tok_fixture_chart ("size", &fixture->plan, NULL);
  g_assert_cmpfloat (tok_series_value_at (tok_find_series (size, "measured"), billions), ==, 110);
  g_assert_cmpuint (tok_find_series (size, "measured")->n_points, ==, 1);
  g_assert_cmpfloat (tok_series_value_at (tok_find_series (size, "measured when empty"), billions), ==, 140);
  offload = tok_fixture_chart ("offload", &fixture->plan, NULL);
  g_assert_cmpfloat (tok_series_value_at (tok_find_series (offload, "measured"), 32), ==, 110);
  g_assert_cmpfloat (tok_series_value_at (tok_find_series (offload, "measured when empty"), 32), ==, 140);
}

static void
test_fewer_layers_belong_to_the_offload_chart_alone (TokPlanFixture *fixture,
                                                     gconstpointer   data)
{
  TokMeasurement row = own_row (20, 0);
  g_autoptr (TokChartSpec) context = NULL;
  g_autoptr (TokChartSpec) offload = NULL;

  row.gpu_layers = 21;   /* the output is one of them */
  tok_plan_set (&fixture->plan, TOK_PARAM_DEPTH, 0);
  tok_fixture_measure (&fixture->plan, &row);
  context = tok_fixture_chart ("context", &fixture->plan, NULL);
  g_assert_null (tok_find_series (context, "measured"));
  offload = tok_fixture_chart ("offload", &fixture->plan, NULL);
  g_assert_cmpfloat (tok_series_value_at (tok_find_series (offload, "measured"), 20), ==, 20);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/chart-measured/rows-by-depth-have-their-error-bars", "Llama-3.1-8B", test_rows_by_depth_have_their_error_bars);
  tok_add_plan_test ("/chart-measured/unlike-rows-are-on-no-chart", "Llama-3.1-8B", test_unlike_rows_are_on_no_chart);
  tok_add_plan_test ("/chart-measured/rows-of-an-empty-cache-stand-apart", "Llama-3.1-8B", test_rows_of_an_empty_cache_stand_apart);
  tok_add_plan_test ("/chart-measured/fewer-layers-belong-to-the-offload-chart-alone", "Llama-3.1-8B",
                     test_fewer_layers_belong_to_the_offload_chart_alone);
  return g_test_run ();
}
