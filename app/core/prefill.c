/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A prompt in closed form: all full micro-batches cost the same but for attention, which is a sum over all tokens before. */

#include "core/prefill.h"

#include "core/parallel.h"
#include "core/units.h"

/* Micro-batches of one size. */
typedef struct
{
  double n_batches;
  double n_tokens;        /* of each */
  double distinct_share;  /* of the experts each of them would visit, were every token routed by chance */
} Batches;

/* What a prompt takes at one place: rows of a row split are multiplied at once, the rest of the work is the first device's. */
typedef struct { double matrices, rest; } Part;

static void
init_batches (Batches        *self,
              const TokModel *model,
              double          n_batches,
              double          n_tokens)
{
  self->n_batches = n_batches;
  self->n_tokens = n_tokens;
  self->distinct_share = model->experts_share > 0.0 ? tok_model_distinct_experts_share (model, n_tokens) : 0.0;
}

typedef struct { double bytes, seconds; } Read;

/* Weights of @place that the tokens of a micro-batch visit, and reading them where @worker computes them. */
static Read
read_weights (const TokPlace *place,
              const TokPlace *worker,
              const Batches  *batches)
{
  double expert_bytes = place->expert_bytes * tok_place_visited_share (worker, batches->distinct_share);
  double bytes = place->dense_bytes + expert_bytes;
  double seconds = place->dense_bytes * worker->dense_seconds_per_byte + expert_bytes * worker->expert_seconds_per_byte;

  return (Read) { bytes, MAX (seconds / worker->prefill_factor, bytes * worker->peak_seconds_per_byte) };
}

/* Matrices of @place's layers, computed by @worker.  Only the last token needs the output matrix. */
static double
arithmetic_seconds (const TokPlace *place,
                    const TokPlace *worker,
                    const Batches  *batches)
{
  return tok_place_arithmetic_seconds (worker, place->layer_flops, batches->n_tokens) / worker->prefill_factor;
}

static double
matrix_seconds (const TokWorkload *workload,
                const TokPlace    *place,
                const Batches     *batches)
{
  Read here = read_weights (place, place, batches);
  double away = MAX (here.bytes * workload->link_seconds_per_byte, here.seconds);

  return batches->n_batches * (here.seconds + place->spilled_share * (away - here.seconds)
                               + arithmetic_seconds (place, place, batches));
}

/* From how many tokens on a micro-batch takes the CPU's weights to the first device (op offload, physics notes 6.3): never with
 * the CPU engine; the fork waits until every expert it sends has as many. */
static double
least_uploaded_tokens (const TokWorkload *workload)
{
  double tokens = workload->plan->efficiency->general.op_offload_min_tokens;

  if (!tok_plan_uses_devices (workload->plan))
    return TOK_LARGEST;
  if (tok_plan_engine (workload->plan) == TOK_ENGINE_IK_LLAMA && workload->model->experts_share > 0.0)
    tokens /= workload->model->experts_share;
  return tokens;
}

/* Large micro-batches send the weights again each time, the CPU computes small ones. */
static double
host_seconds (const TokWorkload *workload,
              const Batches     *batches)
{
  const TokPlace *host = &workload->host;
  gboolean uploads = batches->n_tokens >= least_uploaded_tokens (workload);
  const TokPlace *worker = uploads ? &workload->places[0] : host;
  Read weights = read_weights (host, worker, batches);
  double upload = uploads ? weights.bytes * workload->upload_seconds_per_byte : 0.0;

  return batches->n_batches * (weights.seconds + upload + host->fixed_seconds / host->prefill_factor
                               + arithmetic_seconds (host, worker, batches));
}

/* Cells seen by the tokens 0 … @depth - 1 together: a triangle, level from @limit on. */
static double
cells_seen (double depth,
            double limit)
{
  if (depth <= limit)
    return depth * depth / 2.0;
  return limit * depth - limit * limit / 2.0;
}

static double
attention_seconds (const TokWorkload *workload,
                   const TokPlace    *place,
                   double             n_tokens,
                   double             past)
{
  double flops = 0.0;

  for (guint i = 0; i < TOK_N_CELL_KINDS; i++)
    {
      double limit = workload->visible_limit[i];

      flops += place->cells[i].prefill_flops_per_cell * (cells_seen (past + n_tokens, limit) - cells_seen (past, limit));
    }
  return tok_ratio (flops, place->attention_flops_per_second * place->prefill_factor);
}

/* Places of a layer split work one after the other, those of the others at once. */
static void
join (Part        *all,
      Part         place,
      TokSplitMode mode)
{
  if (mode == TOK_SPLIT_LAYER)
    *all = (Part) { all->matrices + place.matrices, all->rest + place.rest };
  else if (mode == TOK_SPLIT_ROW)
    *all = (Part) { MAX (all->matrices, place.matrices), all->rest + place.rest };
  else if (place.matrices + place.rest > all->matrices + all->rest)
    *all = place;
}

double
tok_prefill_seconds (const TokWorkload *workload,
                     double             n_tokens,
                     double             past)
{
  double ubatch = workload->plan->values[TOK_PARAM_UBATCH];
  double n_full = floor (n_tokens / ubatch);
  double n_rest = n_tokens - n_full * ubatch;
  double seconds;
  Batches full, rest;
  Part devices = { 0.0, 0.0 };

  init_batches (&full, workload->model, n_full, ubatch);
  init_batches (&rest, workload->model, n_rest > 0.0 ? 1.0 : 0.0, n_rest);
  for (guint i = 0; i < workload->n_places; i++)
    {
      const TokPlace *place = &workload->places[i];
      Part part = {
        .matrices = matrix_seconds (workload, place, &full) + matrix_seconds (workload, place, &rest),
        .rest = (full.n_batches + rest.n_batches) * place->fixed_seconds / place->prefill_factor
                + attention_seconds (workload, place, n_tokens, past),
      };

      join (&devices, part, workload->mode);
    }
  seconds = (devices.matrices + devices.rest) / tok_parallel_pipeline_gain (workload, full.n_batches + rest.n_batches);
  if (workload->host_computes)
    seconds += host_seconds (workload, &full) + host_seconds (workload, &rest)
               + attention_seconds (workload, &workload->host, n_tokens, past);
  seconds += (full.n_batches + rest.n_batches) * workload->crossing_seconds;
  seconds += full.n_batches * tok_parallel_exchange_seconds (workload, full.n_tokens);
  seconds += rest.n_batches * tok_parallel_exchange_seconds (workload, rest.n_tokens);
  return tok_saturate (seconds);
}
