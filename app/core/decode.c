/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T = weights / (share x bandwidth) + max (cache / (share x bandwidth), attention FLOP) + layers x fixed time + batch arithmetic,
 * place by place: places of a layer split work one after the other, those of a tensor split at once. */

#include "core/decode.h"

#include "core/parallel.h"
#include "core/units.h"

/* llama.cpp multiplies up to this many tokens with its matrix-vector kernels: MMVQ_MAX_BATCH_SIZE in ggml's mmvq.cuh. */
#define VECTOR_KERNEL_TOKENS 8.0

/* What a step looks like from every place. */
typedef struct
{
  double n_tokens, n_sequences;
  double experts_share;
  double read_cells[TOK_N_CELL_KINDS], visible_cells[TOK_N_CELL_KINDS];
} Shape;

/* What one place takes for it. */
typedef struct
{
  double weights, cache, attention, fixed, batch, link;
  double weight_bytes, cache_bytes, ceiling;
} PlaceStep;

static void
init_shape (Shape             *shape,
            const TokWorkload *workload,
            double             depth,
            double             n_tokens,
            double             n_sequences)
{
  double blocks = tok_round_up (depth, workload->cell_block);

  shape->n_tokens = n_tokens;
  shape->n_sequences = n_sequences;
  shape->experts_share = n_tokens > 1.0 ? tok_model_distinct_experts_share (workload->model, n_tokens)
                                        : workload->model->experts_share;
  for (guint i = 0; i < TOK_N_CELL_KINDS; i++)
    {
      shape->read_cells[i] = MIN (blocks, workload->read_limit[i]);
      shape->visible_cells[i] = MIN (depth, workload->visible_limit[i]);
    }
}

static void
read_cache (PlaceStep      *self,
            const TokPlace *place,
            const Shape    *shape)
{
  double seconds = place->state_seconds, bytes = place->state_bytes, flops = 0.0;

  for (guint i = 0; i < TOK_N_CELL_KINDS; i++)
    {
      seconds += place->cells[i].seconds_per_cell * shape->read_cells[i];
      bytes += place->cells[i].bytes_per_cell * shape->read_cells[i];
      flops += place->cells[i].flops_per_cell * shape->visible_cells[i];
    }
  self->cache = seconds * shape->n_sequences * place->share;
  self->cache_bytes = bytes * shape->n_sequences * place->share;
  self->attention = tok_ratio (flops * shape->n_tokens * place->share, place->attention_flops_per_second);
}

/* Moves the spilled share of a read over the link, which is never faster than the place itself; returns the time it takes there
 * (physics notes 7.2). */
static double
spill (const TokWorkload *workload,
       const TokPlace    *place,
       double             bytes,
       double            *seconds)
{
  double away = *seconds * place->spilled_share;

  *seconds -= away;
  return MAX (bytes * place->spilled_share * workload->link_seconds_per_byte, away);
}

/* Arithmetic @n_tokens tokens add to the step of one, for @flops per token (physics notes 6.1). */
static double
batch_seconds (const TokPlace *place,
               double          flops,
               double          n_tokens)
{
  double tile = place->plan->efficiency->general.gemm_tile_tokens;
  double vector, gemm = 0.0;

  if (n_tokens <= 1.0)
    return 0.0;
  vector = tok_ratio ((MIN (n_tokens, VECTOR_KERNEL_TOKENS) - 1.0) * flops, place->small_batch_flops_per_second);
  if (n_tokens > VECTOR_KERNEL_TOKENS)
    gemm = tok_ratio ((n_tokens + tile) * flops, place->gemm_flops_per_second);
  return tok_ratio (MAX (vector, gemm), tok_place_expert_share (place, n_tokens));
}

static double
ceiling_seconds (const TokWorkload *workload,
                 const TokPlace    *place,
                 double             bytes)
{
  double away = MAX (workload->link_peak_seconds_per_byte, place->peak_seconds_per_byte);

  return bytes * (place->peak_seconds_per_byte + place->spilled_share * (away - place->peak_seconds_per_byte));
}

static PlaceStep
place_step (const TokWorkload *workload,
            const TokPlace    *place,
            const Shape       *shape)
{
  PlaceStep self = { .fixed = place->fixed_seconds };
  double cache_away;

  self.weight_bytes = (place->dense_bytes + place->expert_bytes * shape->experts_share) * place->share;
  self.weights = self.weight_bytes * place->seconds_per_byte;
  self.batch = batch_seconds (place, (place->layer_flops + place->head_flops) * place->share, shape->n_tokens);
  read_cache (&self, place, shape);
  self.ceiling = ceiling_seconds (workload, place, self.weight_bytes + self.cache_bytes);
  cache_away = spill (workload, place, self.cache_bytes, &self.cache);
  self.link = cache_away + spill (workload, place, self.weight_bytes, &self.weights);
  /* Reading the cache hides attention's arithmetic until that takes longer: absorbed MLA, slow cores. */
  self.attention = MAX (self.attention - self.cache - cache_away, 0.0);
  return self;
}

static double
place_seconds (const PlaceStep *self)
{
  return self->weights + self->cache + self->attention + self->fixed + self->batch + self->link;
}

static void
add_device (TokStep         *step,
            const PlaceStep *device)
{
  double *seconds = step->time.seconds;

  seconds[TOK_TERM_WEIGHTS] += device->weights;
  seconds[TOK_TERM_KV] += device->cache;
  seconds[TOK_TERM_ATTENTION] += device->attention;
  seconds[TOK_TERM_LAUNCHES] += device->fixed;
  seconds[TOK_TERM_OTHER] += device->batch;
  seconds[TOK_TERM_LINK] += device->link;
  step->ceiling_seconds += device->ceiling;
}

static void
add_bytes (TokStep         *step,
           const PlaceStep *place)
{
  step->weight_bytes += place->weight_bytes;
  step->cache_bytes += place->cache_bytes;
}

/* Devices of a tensor split wait for the slowest of them. */
static void
add_devices (TokStep           *step,
             const TokWorkload *workload,
             const Shape       *shape)
{
  PlaceStep slowest = { 0 };
  double ceiling = 0.0;

  for (guint i = 0; i < workload->n_places; i++)
    {
      PlaceStep device = place_step (workload, &workload->places[i], shape);

      add_bytes (step, &device);
      ceiling = MAX (ceiling, device.ceiling);
      if (!workload->tensor_split)
        add_device (step, &device);
      else if (i == 0 || place_seconds (&device) > place_seconds (&slowest))
        slowest = device;
    }
  if (workload->tensor_split)
    {
      slowest.ceiling = ceiling;
      add_device (step, &slowest);
    }
}

static void
add_host (TokStep           *step,
          const TokWorkload *workload,
          const Shape       *shape)
{
  PlaceStep host = place_step (workload, &workload->host, shape);

  add_bytes (step, &host);
  step->time.seconds[TOK_TERM_CPU] += place_seconds (&host);
  step->ceiling_seconds += host.ceiling;
}

static void
settle (TokStep *step)
{
  TokTokenTime *time = &step->time;

  time->total = 0.0;
  for (guint i = 0; i < TOK_N_TERMS; i++)
    {
      time->seconds[i] = tok_saturate (time->seconds[i]);
      time->total += time->seconds[i];
    }
  step->ceiling_seconds = tok_saturate (step->ceiling_seconds);
}

void
tok_decode_step (const TokWorkload *workload,
                 double             depth,
                 double             n_tokens,
                 double             n_sequences,
                 TokStep           *step)
{
  Shape shape;

  init_shape (&shape, workload, depth, n_tokens, n_sequences);
  *step = (TokStep) { 0 };
  add_devices (step, workload, &shape);
  if (workload->host_computes)
    add_host (step, workload, &shape);
  step->time.seconds[TOK_TERM_LINK] += workload->crossing_seconds + tok_parallel_allreduce_seconds (workload, n_tokens);
  step->time.seconds[TOK_TERM_OTHER] += workload->server_seconds;
  settle (step);
}
