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
  double experts_share;   /* different experts each of them visits */
} Batches;

static void
init_batches (Batches        *self,
              const TokModel *model,
              double          n_batches,
              double          n_tokens)
{
  self->n_batches = n_batches;
  self->n_tokens = n_tokens;
  self->experts_share = model->experts_share > 0.0 ? tok_model_distinct_experts_share (model, n_tokens) : 0.0;
}

static double
weight_bytes (const TokPlace *place,
              const Batches  *batches)
{
  return (place->dense_bytes + place->expert_bytes * batches->experts_share) * place->share;
}

/* Matrices of @place's layers, computed by @worker.  Only the last token needs the output matrix. */
static double
matrix_seconds (const TokPlace *place,
                const TokPlace *worker,
                const Batches  *batches)
{
  double rate = worker->gemm_flops_per_second * tok_place_expert_share (worker, batches->n_tokens);

  return tok_ratio (batches->n_tokens * place->layer_flops * place->share, rate);
}

static double
device_seconds (const TokWorkload *workload,
                const TokPlace    *place,
                const Batches     *batches)
{
  double bytes = weight_bytes (place, batches);
  double away = MAX (workload->link_seconds_per_byte, place->seconds_per_byte);
  double seconds_per_byte = place->seconds_per_byte + place->spilled_share * (away - place->seconds_per_byte);

  return batches->n_batches * (bytes * seconds_per_byte + place->fixed_seconds + matrix_seconds (place, place, batches));
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
  const TokPlace *device = &workload->places[0];
  gboolean uploads = batches->n_tokens >= least_uploaded_tokens (workload);
  double seconds_per_byte = uploads ? workload->upload_seconds_per_byte + device->seconds_per_byte : host->seconds_per_byte;

  return batches->n_batches * (weight_bytes (host, batches) * seconds_per_byte + host->fixed_seconds
                               + matrix_seconds (host, uploads ? device : host, batches));
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
  return tok_ratio (flops * place->share, place->attention_flops_per_second);
}

double
tok_prefill_seconds (const TokWorkload *workload,
                     double             n_tokens,
                     double             past)
{
  double ubatch = workload->plan->values[TOK_PARAM_UBATCH];
  double n_full = floor (n_tokens / ubatch);
  double n_rest = n_tokens - n_full * ubatch;
  double devices = 0.0, seconds;
  Batches full, rest;

  init_batches (&full, workload->model, n_full, ubatch);
  init_batches (&rest, workload->model, n_rest > 0.0 ? 1.0 : 0.0, n_rest);
  for (guint i = 0; i < workload->n_places; i++)
    {
      const TokPlace *place = &workload->places[i];
      double device = device_seconds (workload, place, &full) + device_seconds (workload, place, &rest)
                      + attention_seconds (workload, place, n_tokens, past);

      devices = workload->tensor_split ? MAX (devices, device) : devices + device;
    }
  seconds = devices / tok_parallel_pipeline_gain (workload, full.n_batches + rest.n_batches);
  if (workload->host_computes)
    seconds += host_seconds (workload, &full) + host_seconds (workload, &rest)
               + attention_seconds (workload, &workload->host, n_tokens, past);
  seconds += (full.n_batches + rest.n_batches) * workload->crossing_seconds;
  seconds += full.n_batches * tok_parallel_allreduce_seconds (workload, full.n_tokens);
  seconds += rest.n_batches * tok_parallel_allreduce_seconds (workload, rest.n_tokens);
  return tok_saturate (seconds);
}
