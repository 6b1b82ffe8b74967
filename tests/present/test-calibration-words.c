/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What measurements say of a machine, in words, and which rows are still asked for. */

#include "present/calibration.h"

#include "constants.h"
#include "measured-row.h"
#include "words.h"

static TokCalibration
calibration_of (const TokPlan *plan,
                double         factor,
                guint          n_rows)
{
  TokCalibration calibration;

  tok_calibration_clear (&calibration);
  g_strlcpy (calibration.device, plan->devices[0].device.name, sizeof calibration.device);
  calibration.engine = tok_plan_engine (plan);
  calibration.decode = (TokCalibrationFactor) { n_rows, factor, 0.6, 1.0 };
  return calibration;
}

static void
test_a_factor_is_a_difference_in_percent (TokPlanFixture *fixture,
                                          gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  TokCalibration offered;

  tok_name_device (&plan->devices[0], "Test GPU");
  offered = calibration_of (plan, 0.92, 5);
  tok_assert_text (tok_calibration_describe (plan, &offered),
                   "According to 5 measurements this machine decodes 8" NBSP "% slower than estimated without them. "
                   "The band would be 40" NBSP "% narrower.");
  offered.decode.factor = 1.1;
  offered.decode.n_rows = 1;
  offered.decode.band_share = 1.0;
  offered.prefill = (TokCalibrationFactor) { 2, 0.75, 0.5, 1.0 };
  tok_assert_text (tok_calibration_describe (plan, &offered),
                   "According to 1 measurement this machine decodes 10" NBSP "% faster than estimated without it. "
                   "According to 2 measurements it reads prompts 25" NBSP "% slower.");
  offered.decode.factor = 1.002;
  offered.prefill.n_rows = 0;
  tok_assert_text (tok_calibration_describe (plan, &offered),
                   "According to 1 measurement this machine decodes as fast as estimated without it.");
  offered.decode.cache_factor = 0.8;
  tok_assert_text (tok_calibration_describe (plan, &offered),
                   "According to 1 measurement this machine decodes as fast as estimated without it. "
                   "Attention over the cache is 20" NBSP "% slower than that.");
}

static void
test_states_follow_plan_and_offer (TokPlanFixture *fixture,
                                   gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  TokCalibration nothing, offered;
  g_autofree char *rest = NULL;

  tok_name_device (&plan->devices[0], "Test GPU");
  tok_calibration_clear (&nothing);
  offered = calibration_of (plan, 0.92, 5);
  g_assert_cmpint (tok_calibration_find_state (plan, &nothing), ==, TOK_CALIBRATION_NOTHING);
  g_assert_cmpint (tok_calibration_find_state (plan, &offered), ==, TOK_CALIBRATION_OFFERED);
  plan->calibration = offered;
  g_assert_cmpint (tok_calibration_find_state (plan, &offered), ==, TOK_CALIBRATION_IN_USE);
  tok_assert_text (tok_calibration_describe_rest (plan, &offered), "");
  tok_plan_set (plan, TOK_PARAM_ENGINE, TOK_ENGINE_VLLM);
  g_assert_cmpint (tok_calibration_find_state (plan, &nothing), ==, TOK_CALIBRATION_DORMANT);
  rest = tok_calibration_describe_rest (plan, &nothing);
  tok_assert_says (rest, "Test GPU");
  tok_assert_says (rest, "CUDA");
}

static void
test_rows_that_help_are_ticked_off (TokPlanFixture *fixture,
                                    gconstpointer   data)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_new ();
  TokPlan *plan = &fixture->plan;
  TokMeasurement row = tok_fixture_measured (TOK_MEASURED_DECODE, 140, 128);
  gboolean has[TOK_N_HELPFUL];

  tok_calibration_find_helpful (plan, catalog, has);
  g_assert_false (has[TOK_HELPFUL_DECODE] || has[TOK_HELPFUL_SIZE] || has[TOK_HELPFUL_DEPTH]);
  tok_fixture_measure (plan, &row);
  tok_calibration_find_helpful (plan, catalog, has);
  g_assert_true (has[TOK_HELPFUL_DECODE] && !has[TOK_HELPFUL_SIZE] && !has[TOK_HELPFUL_DEPTH]);
  row.depth = 8192;
  tok_fixture_measure (plan, &row);
  tok_calibration_find_helpful (plan, catalog, has);
  g_assert_true (has[TOK_HELPFUL_DECODE] && !has[TOK_HELPFUL_SIZE] && has[TOK_HELPFUL_DEPTH]);
}

/* A prompt says nothing of decode. */
static void
test_prompts_are_not_what_is_asked_for (TokPlanFixture *fixture,
                                        gconstpointer   data)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_new ();
  TokMeasurement row = tok_fixture_measured (TOK_MEASURED_PREFILL, 5000, 512);
  gboolean has[TOK_N_HELPFUL];

  tok_fixture_measure (&fixture->plan, &row);
  tok_calibration_find_helpful (&fixture->plan, catalog, has);
  g_assert_false (has[TOK_HELPFUL_DECODE] || has[TOK_HELPFUL_SIZE] || has[TOK_HELPFUL_DEPTH]);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/calibration-words/a-factor-is-a-difference-in-percent", "Llama-3.1-8B",
                     test_a_factor_is_a_difference_in_percent);
  tok_add_plan_test ("/calibration-words/states-follow-plan-and-offer", "Llama-3.1-8B", test_states_follow_plan_and_offer);
  tok_add_plan_test ("/calibration-words/rows-that-help-are-ticked-off", "Llama-3.1-8B", test_rows_that_help_are_ticked_off);
  tok_add_plan_test ("/calibration-words/prompts-are-not-what-is-asked-for", "Llama-3.1-8B", test_prompts_are_not_what_is_asked_for);
  return g_test_run ();
}
