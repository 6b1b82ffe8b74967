/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All requests arrive together: their prompts are read one after the other, then every step gives each of them a token. */

#include "core/serving.h"

#include "core/units.h"

void
tok_serving_estimate (const TokWorkload *workload,
                      double             depth,
                      const TokStep     *single,
                      double             prefill_seconds,
                      double             first_seconds,
                      TokServing        *serving)
{
  double n_requests = workload->plan->values[TOK_PARAM_REQUESTS];
  TokStep step = *single;

  if (n_requests > 1.0)
    tok_decode_step (workload, depth, n_requests, n_requests, &step);
  serving->per_stream_tok_s = tok_ratio (1.0, step.time.total);
  serving->aggregate_tok_s = tok_ratio (n_requests, step.time.total);
  /* On average a request waits for half of the prompts before its own. */
  serving->ttft_seconds = tok_saturate ((n_requests + 1.0) / 2.0 * prefill_seconds + first_seconds);
}
