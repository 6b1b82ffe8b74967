/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calibration: what a person's own measurements say about their machine, in the form the fitted constants have for a chip: one
 * factor on the speed of decoding, one on that of prompts, and how much faster or slower still the cache is read.
 *
 * The logarithm of a machine's factor is taken for normally distributed about that of its basis, with the machine spread of
 * TokCalibrationConstants; rows lie about it as they are seen to scatter.  Rows that do not fit the others count less (Cauchy), and
 * no row pulls without bound (soft L1, as in the fit of the constants).  The factor is the posterior mode, and the spread of a
 * further row the root of the posterior variances (any text on hierarchical normal models). */

#pragma once

#include "core/efficiency.h"
#include "core/measurement.h"

G_BEGIN_DECLS

#define TOK_CALIBRATION_SLOWEST 0.2
#define TOK_CALIBRATION_FASTEST 5.0

/* Of one kind of speed. */
typedef struct
{
  guint  n_rows;           /* 0: not measured */
  double factor;           /* on the speed as estimated without it, TOK_CALIBRATION_SLOWEST … TOK_CALIBRATION_FASTEST; 1 without rows */
  double band_share;       /* what is left of the logarithmic width of the band, 0 < share <= 1 */
  double cache_factor;     /* beside factor, on the speed of attention over the cache while decoding; the same bounds */
} TokCalibrationFactor;

typedef struct
{
  char                 device[96];   /* name of the first device it was measured on; "" = no calibration */
  TokEngine            engine;
  TokCalibrationFactor decode, prefill;
} TokCalibration;

/* One measured speed of a machine, for fitting. */
typedef struct
{
  double log_ratio;        /* of measured and estimated speed, without calibration */
  double cache_share;      /* of the estimated time, spent on attention over the cache; 0 in prompts */
} TokCalibrationRow;

/* No calibration. */
void                 tok_calibration_clear  (TokCalibration *calibration);
gboolean             tok_calibration_equal  (const TokCalibration *calibration,
                                             const TokCalibration *other);
/* @basis: of the estimates without calibration. */
TokCalibrationFactor tok_calibration_fit    (const TokCalibrationRow       *rows,
                                             guint                          n_rows,
                                             TokMeasuredKind                kind,
                                             TokBasis                       basis,
                                             const TokCalibrationConstants *constants);

G_END_DECLS
