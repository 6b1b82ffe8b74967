/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far predictions lie from measurements: the figures results are told in. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One predicted row. */
typedef struct
{
  double   ratio;          /* predicted / measured */
  gboolean inside_band;
} TokResidual;

/* Percent; all zero without rows. */
typedef struct
{
  guint  rows;
  double median_error, p90_error;
  double bias;             /* median of predicted / measured, less one */
  double inside_band;
} TokJudgement;

/* Quantile @share (0 … 1) of @values, which are put in order; between two of them linearly.  0 without values. */
double       tok_statistics_quantile (double            *values,
                                      guint              n,
                                      double             share);
TokJudgement tok_statistics_judge    (const TokResidual *residuals,
                                      guint              n);

G_END_DECLS
