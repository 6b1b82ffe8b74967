/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements beside the estimate: the plan a row was measured under, what the estimator says to it, and calibration by them. */

#pragma once

#include "core/catalog.h"
#include "core/estimate.h"

G_BEGIN_DECLS

/* Whether a row says something about the plan's machine, and if not, why. */
typedef enum
{
  TOK_ROW_COMPARED,
  TOK_ROW_OTHER_DEVICE,
  TOK_ROW_OTHER_ENGINE,
  TOK_ROW_UNKNOWN_MODEL,     /* neither the plan's nor one of the catalog */
  TOK_ROW_IMPLAUSIBLE,
  TOK_ROW_OVERLAPPED,        /* other requests came and went meanwhile */
  TOK_N_ROW_STATES,
} TokRowState;

typedef struct
{
  TokRowState state;
  TokRange    predicted;     /* tok/s as the row counts them, with the plan's calibration */
  double      residual;      /* measured / predicted - 1 */
  gboolean    is_inside;     /* the band holds it */
  gboolean    is_plans_model; /* of the plan's own model, in whatever file type */
} TokComparison;

/* The plan under which @row was measured: @plan with what the row says of model, file type, depth, streams, split and engine.
 * @catalog: models of other rows, NULL: the plan's only.  @as_measured is raw memory, initialized only for TOK_ROW_COMPARED. */
TokRowState tok_comparison_plan        (const TokPlan        *plan,
                                        const TokCatalog     *catalog,
                                        const TokMeasurement *row,
                                        TokPlan              *as_measured);
/* The figure of the estimate @row measured; @plan is that of tok_comparison_plan(). */
TokRange    tok_comparison_predict     (const TokPlan        *plan,
                                        const TokMeasurement *row);
/* The speed of @estimate as a clock of @kind and @flags shows it: of prompts, or of all the plan's requests together while they
 * decode its answer. */
TokRange    tok_comparison_rate        (const TokPlan        *plan,
                                        const TokEstimate    *estimate,
                                        TokMeasuredKind       kind,
                                        TokMeasuredFlags      flags);
/* What a row of @measured tok/s tells the calibration; @estimate is without one. */
TokCalibrationRow tok_comparison_row   (const TokEstimate    *estimate,
                                        TokMeasuredKind       kind,
                                        double                predicted,
                                        double                measured);
void        tok_comparison_make        (const TokPlan        *plan,
                                        const TokCatalog     *catalog,
                                        const TokMeasurement *row,
                                        TokComparison        *comparison);
/* What its measurements say of the plan's machine and engine; no calibration when none can be compared. */
void        tok_comparison_calibrate   (const TokPlan        *plan,
                                        const TokCatalog     *catalog,
                                        TokCalibration       *calibration);

/* One kind of buffer at one place, as estimated and as logged; 0 where one of them has none. */
typedef struct
{
  char          place[96];       /* name of the device or the host; "" = a device the plan has not, or a host without a name */
  gboolean      is_host;
  TokLoggedKind kind;
  double        estimated_bytes, logged_bytes;
} TokMemoryComparison;

/* Places in the plan's order, kinds in that of TokLoggedKind; rows that are 0 on both sides left out.  Of TokMemoryComparison. */
GArray     *tok_comparison_memory      (const TokPlan        *plan,
                                        const TokEstimate    *estimate);

G_END_DECLS
