/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the estimator says to measured rows, and what the rows say to it. */

#include "core/comparison.h"

#include <math.h>
#include <string.h>

/* Rates over a whole run: all prompts are read, then every stream gets its tokens. */
static double
run_seconds (const TokPlan     *plan,
             const TokEstimate *estimate)
{
  double requests = plan->values[TOK_PARAM_REQUESTS], prompt = tok_plan_fresh_tokens (plan), answer = plan->values[TOK_PARAM_ANSWER];

  if (requests <= 1.0)
    return estimate->answer_seconds;
  return requests * tok_ratio (prompt, estimate->prefill_tok_s.likely)
         + tok_ratio (answer, estimate->serving.per_stream_tok_s * estimate->speculation.speedup);
}

static double
decode_rate (const TokPlan     *plan,
             const TokEstimate *estimate,
             TokMeasuredFlags   flags)
{
  double requests = plan->values[TOK_PARAM_REQUESTS], answer = plan->values[TOK_PARAM_ANSWER];
  double tokens = (flags & TOK_MEASURED_COUNTS_PROMPT) != 0 ? answer + tok_plan_fresh_tokens (plan) : answer;

  if ((flags & (TOK_MEASURED_COUNTS_PROMPT | TOK_MEASURED_WHOLE_TIME)) != 0)
    return tok_ratio (requests * tokens, run_seconds (plan, estimate));
  if (requests > 1.0)
    return estimate->serving.aggregate_tok_s * estimate->speculation.speedup;
  return estimate->decode.tok_s.likely * estimate->speculation.speedup;
}

static TokBand
range_band (const TokRange *range)
{
  return (TokBand) { tok_ratio (range->low, range->likely), tok_ratio (range->high, range->likely) };
}

static TokBand
decode_band (const TokPlan     *plan,
             const TokEstimate *estimate)
{
  if (plan->values[TOK_PARAM_REQUESTS] > 1.0)
    return estimate->batch_band;
  return estimate->speculation.length > 0 ? estimate->speculation_band : range_band (&estimate->decode.tok_s);
}

TokRange
tok_comparison_rate (const TokPlan     *plan,
                     const TokEstimate *estimate,
                     TokMeasuredKind    kind,
                     TokMeasuredFlags   flags)
{
  TokBand band;
  double likely;

  if (kind == TOK_MEASURED_PREFILL)
    return estimate->prefill_tok_s;
  likely = decode_rate (plan, estimate, flags);
  band = decode_band (plan, estimate);
  return (TokRange) { likely, tok_saturate (likely * band.low), tok_saturate (likely * band.high) };
}

TokRange
tok_comparison_predict (const TokPlan        *plan,
                        const TokMeasurement *row)
{
  TokEstimate estimate;

  tok_estimate (plan, &estimate);
  return tok_comparison_rate (plan, &estimate, row->kind, row->flags);
}

void
tok_comparison_make (const TokPlan        *plan,
                     const TokCatalog     *catalog,
                     const TokMeasurement *row,
                     TokComparison        *comparison)
{
  g_auto (TokPlan) as_measured = { 0 };
  const TokRange *predicted = &comparison->predicted;

  memset (comparison, 0, sizeof *comparison);
  comparison->state = tok_comparison_plan (plan, catalog, row, &as_measured);
  if (comparison->state != TOK_ROW_COMPARED)
    return;
  comparison->predicted = tok_comparison_predict (&as_measured, row);
  comparison->residual = tok_ratio (row->tok_s, predicted->likely) - 1.0;
  comparison->is_inside = row->tok_s >= predicted->low && row->tok_s <= predicted->high;
  comparison->is_plans_model = as_measured.base == plan->base;
}

TokCalibrationRow
tok_comparison_row (const TokEstimate *estimate,
                    TokMeasuredKind    kind,
                    double             predicted,
                    double             measured)
{
  const double *seconds = estimate->decode.time.seconds;
  double cache = kind == TOK_MEASURED_DECODE ? seconds[TOK_TERM_KV] + seconds[TOK_TERM_ATTENTION] : 0.0;

  return (TokCalibrationRow) {
    .log_ratio = log (MAX (tok_ratio (measured, predicted), 1.0 / TOK_LARGEST)),
    .cache_share = MIN (tok_ratio (cache, estimate->decode.time.total), 1.0),
  };
}

/* One stream's plain speed on the device tells of the machine alone; streams, drafts and prompts counted along add errors of their
 * own. */
static gboolean
is_plain (const TokMeasurement *row)
{
  return row->batch <= 1.0 && row->acceptance == TOK_AUTO && (row->flags & (TOK_MEASURED_COUNTS_PROMPT | TOK_MEASURED_WHOLE_TIME)) == 0;
}

/* A draft the plan has not is no merit of the machine. */
static gboolean
lacks_draft (const TokMeasurement *row,
             const TokEstimate    *estimate)
{
  return row->acceptance != TOK_AUTO && estimate->speculation.length == 0;
}

/* Without layers on it, a row says nothing of the device, unless that has none in the plan either. */
static gboolean
tells_of_machine (const TokPlan        *plan,
                  const TokMeasurement *row)
{
  return row->gpu_layers != 0.0 || tok_plan_is_cpu_only (plan) || !tok_plan_uses_devices (plan);
}

static void
add_row (GArray               *rows,
         const TokPlan        *plan,
         const TokCatalog     *catalog,
         const TokMeasurement *row)
{
  g_auto (TokPlan) as_measured = { 0 };
  TokCalibrationRow calibration_row;
  TokEstimate estimate;
  TokRange predicted;

  if (!tells_of_machine (plan, row) || tok_comparison_plan (plan, catalog, row, &as_measured) != TOK_ROW_COMPARED)
    return;
  tok_estimate (&as_measured, &estimate);
  if (lacks_draft (row, &estimate))
    return;
  predicted = tok_comparison_rate (&as_measured, &estimate, row->kind, row->flags);
  calibration_row = tok_comparison_row (&estimate, row->kind, predicted.likely, row->tok_s);
  g_array_append_val (rows, calibration_row);
}

/* Plain rows of @kind, or all of them where there is no plain one. */
static GArray *
collect_rows (const TokPlan    *plan,
              const TokCatalog *catalog,
              TokMeasuredKind   kind)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TokCalibrationRow));
  const GArray *measured = plan->measurements->rows;

  for (guint pass = 0; pass < 2 && rows->len == 0; pass++)
    for (guint i = 0; i < measured->len; i++)
      {
        const TokMeasurement *row = &g_array_index (measured, TokMeasurement, i);

        if (row->kind == kind && is_plain (row) == (pass == 0))
          add_row (rows, plan, catalog, row);
      }
  return g_steal_pointer (&rows);
}

static TokCalibrationFactor
fit_kind (const TokPlan    *plan,
          const TokCatalog *catalog,
          TokMeasuredKind   kind,
          TokBasis          basis)
{
  g_autoptr (GArray) rows = collect_rows (plan, catalog, kind);

  return tok_calibration_fit ((const TokCalibrationRow *) rows->data, rows->len, kind, basis, &plan->efficiency->general.calibration);
}

void
tok_comparison_calibrate (const TokPlan    *plan,
                          const TokCatalog *catalog,
                          TokCalibration   *calibration)
{
  g_auto (TokPlan) plain = { 0 };
  TokEstimate estimate;

  tok_plan_copy (plan, &plain);
  tok_calibration_clear (&plain.calibration);
  tok_calibration_clear (calibration);
  if (plain.measurements == NULL)
    return;
  tok_estimate (&plain, &estimate);
  calibration->decode = fit_kind (&plain, catalog, TOK_MEASURED_DECODE, estimate.basis);
  calibration->prefill = fit_kind (&plain, catalog, TOK_MEASURED_PREFILL, estimate.prefill_basis);
  if (calibration->decode.n_rows + calibration->prefill.n_rows == 0)
    return;
  g_strlcpy (calibration->device, plain.devices[0].device.name, sizeof calibration->device);
  calibration->engine = tok_plan_engine (&plain);
}
