/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of an estimate's figures a row measured. */

#include "prediction.h"

#include "core/band.h"
#include "core/units.h"

/* Rates over the whole run: all prompts are read, then every stream gets its tokens. */
static double
rate_with_prompt (const TokRow      *row,
                  const TokPlan     *plan,
                  const TokEstimate *estimate)
{
  double n_tokens = plan->values[TOK_PARAM_ANSWER], prompt = plan->values[TOK_PARAM_PROMPT];
  double seconds;

  if (row->batch == 1.0)
    return tok_ratio (n_tokens, estimate->answer_seconds);
  seconds = row->batch * tok_ratio (prompt, estimate->prefill_tok_s.likely)
            + tok_ratio (n_tokens, estimate->serving.per_stream_tok_s * estimate->speculation.speedup);
  return tok_ratio (row->batch * n_tokens, seconds);
}

static double
measured_rate (const TokRow      *row,
               const TokPlan     *plan,
               const TokEstimate *estimate)
{
  if (row->test == TOK_TEST_PREFILL)
    return estimate->prefill_tok_s.likely;
  if (row->includes_prompt)
    return rate_with_prompt (row, plan, estimate);
  if (row->batch > 1.0)
    return estimate->serving.aggregate_tok_s * estimate->speculation.speedup;
  return estimate->decode.tok_s.likely * estimate->speculation.speedup;
}

static TokBand
range_band (const TokRange *range)
{
  return (TokBand) { tok_ratio (range->low, range->likely), tok_ratio (range->high, range->likely) };
}

static void
describe_band (const TokRow  *row,
               TokPrediction *prediction)
{
  const TokEstimate *estimate = &prediction->estimate;

  if (row->test == TOK_TEST_PREFILL)
    {
      prediction->band_kind = tok_band_kind_of_prompt (estimate->band);
      prediction->band = range_band (&estimate->prefill_tok_s);
    }
  else if (row->batch > 1.0)
    {
      prediction->band_kind = TOK_BAND_BATCH;
      prediction->band = estimate->batch_band;
    }
  else if (estimate->speculation.length > 0)
    {
      prediction->band_kind = TOK_BAND_SPECULATION;
      prediction->band = estimate->speculation_band;
    }
  else
    {
      prediction->band_kind = estimate->band;
      prediction->band = range_band (&estimate->decode.tok_s);
    }
}

void
tok_prediction_make (const TokMapped *mapped,
                     TokPrediction   *prediction)
{
  tok_estimate (&mapped->plan, &prediction->estimate);
  prediction->tok_s = measured_rate (mapped->row, &mapped->plan, &prediction->estimate);
  describe_band (mapped->row, prediction);
}

const char *
tok_prediction_basis_name (TokBasis basis)
{
  static const char *const names[TOK_N_BASES] = { "measurement", "class", "family", "specification" };

  return names[basis];
}
