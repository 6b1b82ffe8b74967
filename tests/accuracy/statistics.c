/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Medians and quantiles, because single rows may be wrong by any factor. */

#include "statistics.h"

#include <math.h>
#include <stdlib.h>

#define PERCENT 100.0

static int
compare (const void *one,
         const void *other)
{
  double a = *(const double *) one, b = *(const double *) other;

  return (a > b) - (a < b);
}

double
tok_statistics_quantile (double *values,
                         guint   n,
                         double  share)
{
  double at, below;

  if (n == 0)
    return 0.0;
  qsort (values, n, sizeof *values, compare);
  at = share * (n - 1);
  below = floor (at);
  if (below >= n - 1)
    return values[n - 1];
  return values[(guint) below] + (at - below) * (values[(guint) below + 1] - values[(guint) below]);
}

TokJudgement
tok_statistics_judge (const TokResidual *residuals,
                      guint              n)
{
  g_autofree double *errors = g_new (double, n);
  g_autofree double *ratios = g_new (double, n);
  TokJudgement judgement = { .rows = n };
  guint inside = 0;

  if (n == 0)
    return judgement;
  for (guint i = 0; i < n; i++)
    {
      errors[i] = PERCENT * fabs (residuals[i].ratio - 1.0);
      ratios[i] = residuals[i].ratio;
      inside += residuals[i].inside_band;
    }
  judgement.median_error = tok_statistics_quantile (errors, n, 0.5);
  judgement.p90_error = tok_statistics_quantile (errors, n, 0.9);
  judgement.bias = PERCENT * (tok_statistics_quantile (ratios, n, 0.5) - 1.0);
  judgement.inside_band = PERCENT * inside / n;
  return judgement;
}
