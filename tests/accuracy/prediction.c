/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of an estimate's figures a row measured. */

#include "prediction.h"

#include "core/band.h"
#include "core/comparison.h"

static TokBand
range_band (const TokRange *range)
{
  return (TokBand) { tok_ratio (range->low, range->likely), tok_ratio (range->high, range->likely) };
}

static TokBandKind
band_kind (const TokRow      *row,
           const TokEstimate *estimate)
{
  if (row->test == TOK_TEST_PREFILL)
    return tok_band_kind_of_prompt (estimate->band);
  if (row->batch > 1.0)
    return TOK_BAND_BATCH;
  return estimate->speculation.length > 0 ? TOK_BAND_SPECULATION : estimate->band;
}

void
tok_prediction_make (const TokMapped *mapped,
                     TokPrediction   *prediction)
{
  const TokRow *row = mapped->row;
  TokMeasuredKind kind = row->test == TOK_TEST_PREFILL ? TOK_MEASURED_PREFILL : TOK_MEASURED_DECODE;
  TokRange range;

  tok_estimate (&mapped->plan, &prediction->estimate);
  range = tok_comparison_rate (&mapped->plan, &prediction->estimate, kind, row->includes_prompt ? TOK_MEASURED_WHOLE_TIME : 0);
  prediction->tok_s = range.likely;
  prediction->band = range_band (&range);
  prediction->band_kind = band_kind (row, &prediction->estimate);
}

const char *
tok_prediction_basis_name (TokBasis basis)
{
  static const char *const names[TOK_N_BASES] = { "measurement", "class", "family", "specification" };

  return names[basis];
}
