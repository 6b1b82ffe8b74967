/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration: single rows against the textbook's posterior mean, many rows against what they all say, and what holds for any. */

#include "core/calibration.h"

#include "constants.h"
#include "core/band.h"

#define MOST_ROWS 40

static const TokCalibrationConstants constants = {
  .row_spread = { 0.05, 0.1 },
  .cache_spread = 0.3,
  .machine_spread = { { 0.1, 0.1, 0.2, 0.3 }, { 0.2, 0.2, 0.3, 0.4 } },
};

static TokCalibrationFactor
fit (const TokCalibrationRow *rows,
     guint                    n_rows,
     TokMeasuredKind          kind)
{
  return tok_calibration_fit (rows, n_rows, kind, TOK_BASIS_CLASS, &constants);
}

static TokCalibrationFactor
fit_equal (double log_ratio,
           double cache_share,
           guint  n_rows)
{
  TokCalibrationRow rows[MOST_ROWS];

  for (guint i = 0; i < n_rows; i++)
    rows[i] = (TokCalibrationRow) { log_ratio, cache_share };
  return fit (rows, n_rows, TOK_MEASURED_DECODE);
}

static void
fill_by_chance (TokCalibrationRow *rows,
                guint              n_rows)
{
  for (guint i = 0; i < n_rows; i++)
    rows[i] = (TokCalibrationRow) { g_test_rand_double_range (-3.0, 3.0), g_test_rand_double_range (0.0, 1.0) };
}

static void
test_no_rows_change_nothing (void)
{
  TokCalibrationFactor factor = fit (NULL, 0, TOK_MEASURED_DECODE);

  g_assert_cmpuint (factor.n_rows, ==, 0);
  g_assert_cmpfloat (factor.factor, ==, 1.0);
  g_assert_cmpfloat (factor.cache_factor, ==, 1.0);
  g_assert_cmpfloat (factor.band_share, ==, 1.0);
}

/* A single row varies by 2 · 0.05² = 0.005; beside a machine spread of 0.1 the mean takes 0.01 / (0.01 + 0.005) = 2/3 of a small
 * ratio; a further row is then spread by √(0.005 + 0.01 · 0.005 / 0.015) = 0.0913 instead of √0.0125 = 0.1118. */
static void
test_one_row (void)
{
  TokCalibrationFactor factor = fit_equal (0.001, 0.0, 1);

  tok_assert_near (factor.factor, exp (0.002 / 3.0), 1e-6);
  g_assert_cmpfloat (factor.cache_factor, ==, 1.0);
  tok_assert_near (factor.band_share, sqrt (2.0 / 3.0), 1e-4);
}

/* In prompts, of spreads 0.1 and 0.2, again 2/3. */
static void
test_one_row_of_prompts (void)
{
  const TokCalibrationRow row = { 0.001, 0.0 };

  tok_assert_near (fit (&row, 1, TOK_MEASURED_PREFILL).factor, exp (0.002 / 3.0), 1e-6);
}

static void
test_many_equal_rows (void)
{
  tok_assert_near (fit_equal (log (1.25), 0.0, MOST_ROWS).factor, 1.25, 0.005);
  tok_assert_near (fit_equal (log (0.8), 0.0, MOST_ROWS).factor, 0.8, 0.005);
  g_assert_cmpfloat (fit_equal (log (1.25), 0.0, 4).factor, <, fit_equal (log (1.25), 0.0, 8).factor);
  g_assert_cmpfloat (fit_equal (log (1.25), 0.0, 8).band_share, <, fit_equal (log (1.25), 0.0, 4).band_share);
}

/* The further off a machine is, the further it is moved: rows that agree are no outliers.  Eight of them at half the speed tell of
 * half the speed. */
static void
test_a_machine_far_off (void)
{
  for (guint n_rows = 1; n_rows <= 8; n_rows++)
    for (double before = 0.0, ratio = -0.05; ratio > -1.6; ratio -= 0.05)
      {
        double log_factor = log (fit_equal (ratio, 0.0, n_rows).factor);

        g_assert_cmpfloat (log_factor, <=, before + 1e-9);
        g_assert_cmpfloat (log_factor, >=, ratio);
        before = log_factor;
      }
  tok_assert_near (fit_equal (log (0.5), 0.0, 8).factor, 0.5, 0.03);
}

/* Near empty as estimated; where half of the time is the cache's, that takes twice as long: 1 / (1/2 + 2/2) = 2/3 of the speed. */
static void
test_a_slow_cache (void)
{
  TokCalibrationRow rows[MOST_ROWS];
  TokCalibrationFactor factor;

  for (guint i = 0; i < MOST_ROWS; i++)
    rows[i] = i % 2 == 0 ? (TokCalibrationRow) { 0.0, 0.0 } : (TokCalibrationRow) { log (2.0 / 3.0), 0.5 };
  factor = fit (rows, MOST_ROWS, TOK_MEASURED_DECODE);
  tok_assert_near (factor.factor, 1.0, 0.01);
  tok_assert_near (factor.cache_factor, 0.5, 0.03);
}

/* One row of ten that is off threefold moves the rest by less than the plain mean would, 12 %. */
static void
test_a_row_far_off_counts_less (void)
{
  TokCalibrationRow rows[10] = { { log (3.0), 0.0 } };

  g_assert_cmpfloat (fit (rows, 10, TOK_MEASURED_DECODE).factor, <, 1.015);
}

static void
test_the_order_does_not_matter (void)
{
  for (guint i = 0; i < 100; i++)
    {
      TokCalibrationRow rows[MOST_ROWS], turned[MOST_ROWS];
      guint n_rows = g_test_rand_int_range (1, MOST_ROWS + 1);
      TokCalibrationFactor factor, of_turned;

      fill_by_chance (rows, n_rows);
      for (guint j = 0; j < n_rows; j++)
        turned[j] = rows[n_rows - 1 - j];
      factor = fit (rows, n_rows, TOK_MEASURED_DECODE);
      of_turned = fit (turned, n_rows, TOK_MEASURED_DECODE);
      tok_assert_near (factor.factor, of_turned.factor, 1e-6);
      tok_assert_near (factor.cache_factor, of_turned.cache_factor, 1e-6);
      tok_assert_near (factor.band_share, of_turned.band_share, 1e-6);
    }
}

static void
test_factors_are_bounded_and_no_band_grows (void)
{
  for (guint i = 0; i < 1000; i++)
    {
      TokCalibrationRow rows[MOST_ROWS];
      guint n_rows = g_test_rand_int_range (1, MOST_ROWS + 1);
      TokCalibrationFactor factor;

      fill_by_chance (rows, n_rows);
      rows[0].log_ratio = i % 3 == 0 ? 60.0 : i % 3 == 1 ? -60.0 : 0.0;
      factor = tok_calibration_fit (rows, n_rows, TOK_MEASURED_DECODE, i % TOK_N_BASES, &constants);
      tok_assert_between (factor.factor, TOK_CALIBRATION_SLOWEST - 1e-12, TOK_CALIBRATION_FASTEST + 1e-12);
      tok_assert_between (factor.cache_factor, TOK_CALIBRATION_SLOWEST - 1e-12, TOK_CALIBRATION_FASTEST + 1e-12);
      g_assert_cmpfloat (factor.band_share, >, 0.0);
      g_assert_cmpfloat (factor.band_share, <=, 1.0);
    }
}

static void
test_equal_ones (void)
{
  TokCalibration one, other, zero = { 0 };

  tok_calibration_clear (&one);
  tok_calibration_clear (&other);
  g_assert_true (tok_calibration_equal (&one, &zero));
  g_strlcpy (one.device, "Card", sizeof one.device);
  g_assert_false (tok_calibration_equal (&one, &other));
  other = one;
  g_assert_true (tok_calibration_equal (&one, &other));
  other.decode.cache_factor = 2.0;
  g_assert_false (tok_calibration_equal (&one, &other));
}

/* A calibration of the fixture's card: decode 0.8 of the estimate, its cache half as fast again, prompts 0.9. */
static void
calibrate (TokPlan *plan)
{
  tok_calibration_clear (&plan->calibration);
  g_strlcpy (plan->calibration.device, plan->devices[0].device.name, sizeof plan->calibration.device);
  plan->calibration.engine = tok_plan_engine (plan);
  plan->calibration.decode = (TokCalibrationFactor) { 5, 0.8, 0.5, 0.5 };
  plan->calibration.prefill = (TokCalibrationFactor) { 5, 0.9, 0.5, 1.0 };
}

static void
test_speeds_follow_the_factors (TokPlanFixture *self,
                                gconstpointer   model)
{
  TokEstimate before, after;

  g_strlcpy (self->plan.devices[0].device.name, "Card", sizeof self->plan.devices[0].device.name);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 8192.0);
  tok_estimate (&self->plan, &before);
  calibrate (&self->plan);
  tok_estimate (&self->plan, &after);
  tok_assert_near (after.decode.time.seconds[TOK_TERM_WEIGHTS], before.decode.time.seconds[TOK_TERM_WEIGHTS] / 0.8, 1e-9);
  tok_assert_near (after.decode.time.seconds[TOK_TERM_LAUNCHES], before.decode.time.seconds[TOK_TERM_LAUNCHES] / 0.8, 1e-9);
  tok_assert_near (after.decode.time.seconds[TOK_TERM_KV], before.decode.time.seconds[TOK_TERM_KV] / 0.4, 1e-9);
  tok_assert_near (after.prefill_tok_s.likely, before.prefill_tok_s.likely * 0.9, 1e-3);
}

/* A file may say anything: without rows a factor is nobody's measurement. */
static void
test_factors_need_rows (TokPlanFixture *self,
                        gconstpointer   model)
{
  TokEstimate before, after;

  tok_estimate (&self->plan, &before);
  g_strlcpy (self->plan.devices[0].device.name, "Card", sizeof self->plan.devices[0].device.name);
  calibrate (&self->plan);
  self->plan.calibration.decode.n_rows = self->plan.calibration.prefill.n_rows = 0;
  tok_estimate (&self->plan, &after);
  g_assert_cmpfloat (after.decode.tok_s.likely, ==, before.decode.tok_s.likely);
  g_assert_cmpfloat (after.prefill_tok_s.likely, ==, before.prefill_tok_s.likely);
  g_assert_cmpint (after.basis, ==, before.basis);
}

static void
test_bands_narrow (TokPlanFixture *self,
                   gconstpointer   model)
{
  TokEstimate before, after;

  g_strlcpy (self->plan.devices[0].device.name, "Card", sizeof self->plan.devices[0].device.name);
  tok_estimate (&self->plan, &before);
  calibrate (&self->plan);
  tok_estimate (&self->plan, &after);
  g_assert_cmpint (before.basis, ==, TOK_BASIS_CLASS);
  g_assert_cmpint (after.basis, ==, TOK_BASIS_MEASUREMENT);
  tok_assert_near (log (after.decode.tok_s.low / after.decode.tok_s.likely),
                   0.5 * log (before.decode.tok_s.low / before.decode.tok_s.likely), 1e-9);
  tok_assert_near (log (after.prefill_tok_s.high / after.prefill_tok_s.likely),
                   0.5 * log (before.prefill_tok_s.high / before.prefill_tok_s.likely), 1e-9);
}

static void
test_elsewhere_it_lies_dormant (TokPlanFixture *self,
                                gconstpointer   model)
{
  TokEstimate before, after;

  calibrate (&self->plan);
  g_strlcpy (self->plan.calibration.device, "Another card", sizeof self->plan.calibration.device);
  tok_estimate (&self->plan, &after);
  tok_calibration_clear (&self->plan.calibration);
  tok_estimate (&self->plan, &before);
  g_assert_cmpfloat (after.decode.tok_s.likely, ==, before.decode.tok_s.likely);
  g_assert_cmpint (after.basis, ==, before.basis);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/calibration/no rows change nothing", test_no_rows_change_nothing);
  g_test_add_func ("/calibration/one row", test_one_row);
  g_test_add_func ("/calibration/one row of prompts", test_one_row_of_prompts);
  g_test_add_func ("/calibration/many equal rows", test_many_equal_rows);
  g_test_add_func ("/calibration/a machine far off", test_a_machine_far_off);
  g_test_add_func ("/calibration/a slow cache", test_a_slow_cache);
  g_test_add_func ("/calibration/a row far off counts less", test_a_row_far_off_counts_less);
  g_test_add_func ("/calibration/the order does not matter", test_the_order_does_not_matter);
  g_test_add_func ("/calibration/factors are bounded and no band grows", test_factors_are_bounded_and_no_band_grows);
  g_test_add_func ("/calibration/equal ones", test_equal_ones);
  tok_add_plan_test ("/calibration/speeds follow the factors", "Llama-3.1-8B", test_speeds_follow_the_factors);
  tok_add_plan_test ("/calibration/factors need rows", "Llama-3.1-8B", test_factors_need_rows);
  tok_add_plan_test ("/calibration/bands narrow", "Llama-3.1-8B", test_bands_narrow);
  tok_add_plan_test ("/calibration/elsewhere it lies dormant", "Llama-3.1-8B", test_elsewhere_it_lies_dormant);
  return g_test_run ();
}
