/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of errors, with answers worked out by hand. */

#include "results.h"
#include "statistics.h"

static void
assert_near (double value,
             double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-9);
}

static void
test_quantile (void)
{
  double five[] = { 5.0, 1.0, 4.0, 2.0, 3.0 }, four[] = { 4.0, 3.0, 2.0, 1.0 }, one[] = { 7.0 };

  assert_near (tok_statistics_quantile (five, 5, 0.5), 3.0);
  assert_near (tok_statistics_quantile (five, 5, 0.9), 4.6);
  assert_near (tok_statistics_quantile (five, 5, 1.0), 5.0);
  assert_near (tok_statistics_quantile (four, 4, 0.5), 2.5);
  assert_near (tok_statistics_quantile (one, 1, 0.9), 7.0);
  assert_near (tok_statistics_quantile (NULL, 0, 0.5), 0.0);
}

/* Errors of 10, 20, 0, 50 and 100 %; half is as many times off as double, but not as many percent. */
static void
test_judgement (void)
{
  static const TokResidual residuals[] = { { 1.1, TRUE }, { 0.8, TRUE }, { 1.0, TRUE }, { 0.5, FALSE }, { 2.0, FALSE } };
  TokJudgement judgement = tok_statistics_judge (residuals, G_N_ELEMENTS (residuals));

  g_assert_cmpuint (judgement.rows, ==, 5);
  assert_near (judgement.median_error, 20.0);
  assert_near (judgement.p90_error, 80.0);
  assert_near (judgement.bias, 0.0);
  assert_near (judgement.inside_band, 60.0);
}

static void
test_no_rows (void)
{
  TokJudgement judgement = tok_statistics_judge (NULL, 0);

  g_assert_cmpuint (judgement.rows, ==, 0);
  assert_near (judgement.median_error, 0.0);
}

/* Of any number of rows exactly as many count as may, as far apart as each other. */
static void
test_cap (void)
{
  for (guint n = 0; n < 500; n++)
    {
      guint taken = 0, next = 0;

      for (guint i = 0; i < n; i++)
        if (tok_results_takes (i, n, 40))
          {
            g_assert_cmpuint (i - next, <=, n / 40);
            next = i + 1;
            taken++;
          }
      g_assert_cmpuint (taken, ==, MIN (n, 40));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/statistics/quantile", test_quantile);
  g_test_add_func ("/statistics/judgement", test_judgement);
  g_test_add_func ("/statistics/no rows", test_no_rows);
  g_test_add_func ("/statistics/one source", test_cap);
  return g_test_run ();
}
