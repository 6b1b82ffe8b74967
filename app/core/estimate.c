/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the parts together: split and memory, one workload, and the steps of decode, prefill, serving and speculation over it. */

#include "core/estimate.h"

#include "core/band.h"
#include "core/decode.h"
#include "core/prefill.h"
#include "core/serving.h"
#include "core/speculation.h"
#include "core/units.h"
#include "core/workload.h"

static TokRange
speed_range (double  likely,
             TokBand band)
{
  return (TokRange) { likely, tok_saturate (likely * band.low), tok_saturate (likely * band.high) };
}

/* The faster, the less time. */
static TokRange
time_range (double  likely,
            TokBand band)
{
  return (TokRange) { likely, tok_ratio (likely, band.high), tok_ratio (likely, band.low) };
}

static void
describe_step (const TokStep *step,
               TokBand        band,
               TokDecode     *decode)
{
  decode->time = step->time;
  decode->ceiling_tok_s = tok_ratio (1.0, step->ceiling_seconds);
  /* Calibrated to the ceiling, a sum of terms can be shorter by its last digit. */
  decode->tok_s = speed_range (MIN (tok_ratio (1.0, step->time.total), decode->ceiling_tok_s), band);
  decode->weight_bytes_read = step->weight_bytes;
  decode->cache_bytes_read = step->cache_bytes;
  decode->bytes_read = step->weight_bytes + step->cache_bytes;
  decode->ceiling_bandwidth = tok_saturate (decode->bytes_read * decode->ceiling_tok_s);
  /* Nothing is faster than the ceiling. */
  decode->tok_s.high = MIN (decode->tok_s.high, decode->ceiling_tok_s);
  decode->realized_share = tok_ratio (decode->tok_s.likely, decode->ceiling_tok_s);
}

static double
decode_seconds (const TokWorkload *workload,
                double             depth)
{
  TokStep step;

  tok_decode_step (workload, depth, 1.0, 1.0, &step);
  return step.time.total;
}

static void
estimate_prompt (const TokWorkload *workload,
                 double             depth,
                 const TokStep     *single,
                 TokEstimate       *estimate)
{
  const double *values = workload->plan->values;
  double prompt = values[TOK_PARAM_PROMPT], answer = values[TOK_PARAM_ANSWER];
  TokBand band = tok_band_prompt (workload);
  double fresh = tok_plan_fresh_tokens (workload->plan);
  double prefill_seconds = tok_prefill_seconds (workload, fresh, prompt - fresh);
  double first_seconds = prompt * workload->plan->efficiency->general.host_tokenize_seconds + decode_seconds (workload, prompt);
  double ttft_seconds = tok_saturate (prefill_seconds + first_seconds);
  /* The time of a token is linear in depth but for steps and windows, so the mean depth stands for all of the answer. */
  double next_seconds = tok_ratio (decode_seconds (workload, prompt + answer / 2.0), estimate->speculation.speedup);

  estimate->prefill_tok_s = speed_range (tok_ratio (fresh, prefill_seconds), band);
  estimate->ttft_seconds = time_range (ttft_seconds, band);
  estimate->answer_seconds = tok_saturate (ttft_seconds + (answer - 1.0) * next_seconds);
  tok_serving_estimate (workload, depth, single, prefill_seconds, first_seconds, &estimate->serving);
}

/* One stream without a draft is a plain decode. */
static void
describe_bands (const TokWorkload *workload,
                double             depth,
                TokBand            decode,
                TokEstimate       *estimate)
{
  gboolean is_batch = workload->plan->values[TOK_PARAM_REQUESTS] > 1.0;
  gboolean has_draft = estimate->speculation.length > 0;

  estimate->basis = tok_band_basis (workload, FALSE);
  estimate->prefill_basis = tok_band_basis (workload, TRUE);
  estimate->band = tok_band_kind (workload, depth);
  estimate->batch_band = is_batch ? tok_band_of (workload, TOK_BAND_BATCH) : decode;
  estimate->speculation_band = has_draft ? tok_band_of (workload, TOK_BAND_SPECULATION) : decode;
}

static double
load_seconds (const TokPlan *plan)
{
  double disk = plan->values[TOK_PARAM_DISK];
  double bytes = plan->model->file_bytes + (plan->draft != NULL ? plan->draft->file_bytes : 0.0);

  return tok_ratio (bytes, disk == TOK_AUTO ? plan->efficiency->general.disk_bytes_per_second : disk * TOK_GB);
}

static TokTerm
largest_term (const TokTokenTime *time)
{
  TokTerm largest = TOK_TERM_WEIGHTS;

  for (guint i = 0; i < TOK_N_TERMS; i++)
    if (time->seconds[i] > time->seconds[largest])
      largest = (TokTerm) i;
  return largest;
}

static double
gpu_wait_share (const TokPlan      *plan,
                const TokTokenTime *time)
{
  if (tok_plan_is_cpu_only (plan))
    return 0.0;
  return tok_ratio (time->seconds[TOK_TERM_CPU] + time->seconds[TOK_TERM_LINK], time->total);
}

void
tok_estimate (const TokPlan *plan,
              TokEstimate   *estimate)
{
  double depth = tok_plan_depth_tokens (plan);
  TokWorkload workload;
  TokStep step, empty;
  TokBand band;

  tok_split_resolve (plan, &estimate->split);
  tok_memory_estimate (plan, &estimate->split, &estimate->memory);
  tok_workload_init (&workload, plan, plan->model, &estimate->split, &estimate->memory);

  tok_decode_step (&workload, depth, 1.0, 1.0, &step);
  tok_decode_step (&workload, 0.0, 1.0, 1.0, &empty);
  band = tok_band_decode (&workload, depth);
  describe_step (&step, band, &estimate->decode);
  describe_step (&empty, tok_band_decode (&workload, 0.0), &estimate->decode_empty);
  tok_speculation_estimate (&workload, depth, &step, &estimate->speculation);
  estimate_prompt (&workload, depth, &step, estimate);
  estimate->load_seconds = load_seconds (plan);
  estimate->bottleneck = largest_term (&step.time);
  estimate->gpu_wait_share = gpu_wait_share (plan, &step.time);
  describe_bands (&workload, depth, band, estimate);
}
