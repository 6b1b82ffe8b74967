/* SPDX-License-Identifier: GPL-3.0-or-later */
/* T = weights / (share x bandwidth) + max (cache / (share x bandwidth), attention FLOP) + layers x fixed time + batch arithmetic,
 * place by place: places of a layer split work one after the other, those of a tensor or row split at once. */

#include "core/decode.h"

#include "core/parallel.h"
#include "core/units.h"

/* What a step looks like from every place. */
typedef struct
{
  double n_tokens, n_sequences;
  double distinct_share;   /* of the experts, were every token routed by chance */
  double read_cells[TOK_N_CELL_KINDS], visible_cells[TOK_N_CELL_KINDS];
} Shape;

/* What one place takes for it. */
typedef struct
{
  double weights, weights_away, cache, cache_away, attention, fixed, batch;   /* away: over the link */
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
  shape->distinct_share = n_tokens > 1.0 ? tok_model_distinct_experts_share (workload->model, n_tokens)
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
  self->cache = seconds * shape->n_sequences;
  self->cache_bytes = bytes * shape->n_sequences;
  self->attention = tok_ratio (flops * shape->n_tokens, place->attention_flops_per_second);
}

/* A chip that is faster than its class is so in all it does, but reads no faster than its peak bandwidth. */
static void
apply_chip (PlaceStep      *self,
            const TokPlace *place)
{
  double factor = place->decode_factor, peak = place->peak_seconds_per_byte;

  self->weights = MAX (self->weights / factor, self->weight_bytes * peak);
  self->cache = MAX (self->cache / factor, self->cache_bytes * peak);
  self->attention /= factor;
  self->fixed /= factor;
  self->batch /= factor;
}

/* How fast devices read their cache, by what the person measured. */
static void
calibrate_cache (PlaceStep                  *self,
                 const TokCalibrationFactor *measured)
{
  if (measured == NULL)
    return;
  self->cache /= measured->cache_factor;
  self->attention /= measured->cache_factor;
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

static double
ceiling_seconds (const TokWorkload *workload,
                 const TokPlace    *place,
                 double             bytes)
{
  double away = MAX (workload->link_peak_seconds_per_byte, place->peak_seconds_per_byte);

  return bytes * (place->peak_seconds_per_byte + place->spilled_share * (away - place->peak_seconds_per_byte));
}

/* What arithmetic adds to the reading of weights. */
static double
batch_seconds (const TokPlace  *place,
              const PlaceStep *self)
{
  double read = self->weights + self->weights_away;

  return tok_place_matrix_seconds (place, read, self->batch) - read;
}

/* @measured: what the person measured of the place, or NULL. */
static PlaceStep
place_step (const TokWorkload          *workload,
            const TokPlace             *place,
            const Shape                *shape,
            const TokCalibrationFactor *measured)
{
  double expert_bytes = place->expert_bytes * tok_place_visited_share (place, shape->distinct_share);
  PlaceStep self = { .fixed = place->fixed_seconds };

  self.weight_bytes = place->dense_bytes + expert_bytes;
  self.weights = place->dense_bytes * place->dense_seconds_per_byte + expert_bytes * place->expert_seconds_per_byte;
  self.batch = tok_place_arithmetic_seconds (place, place->layer_flops + place->head_flops, shape->n_tokens);
  read_cache (&self, place, shape);
  apply_chip (&self, place);
  calibrate_cache (&self, measured);
  self.ceiling = ceiling_seconds (workload, place, self.weight_bytes + self.cache_bytes);
  self.cache_away = spill (workload, place, self.cache_bytes, &self.cache);
  self.weights_away = spill (workload, place, self.weight_bytes, &self.weights);
  self.batch = batch_seconds (place, &self);
  /* Reading the cache hides attention's arithmetic until that takes longer: absorbed MLA, slow cores. */
  self.attention = MAX (self.attention - self.cache - self.cache_away, 0.0);
  return self;
}

static double
matrix_seconds (const PlaceStep *self)
{
  return self->weights + self->weights_away + self->batch;
}

static double
place_seconds (const PlaceStep *self)
{
  return matrix_seconds (self) + self->cache + self->cache_away + self->attention + self->fixed;
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
  seconds[TOK_TERM_LINK] += device->weights_away + device->cache_away;
  step->ceiling_seconds += device->ceiling;
}

static void
add_bytes (TokStep         *step,
           const PlaceStep *place)
{
  step->weight_bytes += place->weight_bytes;
  step->cache_bytes += place->cache_bytes;
}

/* Devices of a tensor split wait for the slowest of them; the first of a row split has the rest of the work, too, and waits for the
 * slowest with its rows. */
static void
join (PlaceStep       *all,
      const PlaceStep *device,
      TokSplitMode     mode)
{
  double ceiling = MAX (all->ceiling, device->ceiling);

  if (mode == TOK_SPLIT_TENSOR && place_seconds (device) > place_seconds (all))
    *all = *device;
  else if (mode == TOK_SPLIT_ROW && matrix_seconds (device) > matrix_seconds (all))
    {
      all->weights = device->weights;
      all->weights_away = device->weights_away;
      all->batch = device->batch;
    }
  all->ceiling = ceiling;
}

static void
add_devices (TokStep           *step,
             const TokWorkload *workload,
             const Shape       *shape)
{
  const TokCalibrationFactor *measured = tok_plan_calibration_factor (workload->plan, TOK_MEASURED_DECODE);
  PlaceStep all = { 0 };

  for (guint i = 0; i < workload->n_places; i++)
    {
      PlaceStep device = place_step (workload, &workload->places[i], shape, measured);

      add_bytes (step, &device);
      if (workload->mode == TOK_SPLIT_LAYER)
        add_device (step, &device);
      else if (i == 0)
        all = device;
      else
        join (&all, &device, workload->mode);
    }
  if (workload->mode != TOK_SPLIT_LAYER)
    add_device (step, &all);
}

static void
add_host (TokStep           *step,
          const TokWorkload *workload,
          const Shape       *shape)
{
  PlaceStep host = place_step (workload, &workload->host, shape, NULL);

  add_bytes (step, &host);
  step->time.seconds[TOK_TERM_CPU] += place_seconds (&host);
  step->ceiling_seconds += host.ceiling;
}

/* The person's own measurements tell of all that takes time, crossings and servers included.  Nothing becomes faster than the
 * peak bandwidth of the places. */
static void
calibrate (TokStep       *step,
           const TokPlan *plan)
{
  const TokCalibrationFactor *measured = tok_plan_calibration_factor (plan, TOK_MEASURED_DECODE);
  double *seconds = step->time.seconds, total = 0.0, scale;

  if (measured == NULL)
    return;
  for (guint i = 0; i < TOK_N_TERMS; i++)
    total += seconds[i];
  scale = MAX (1.0 / measured->factor, tok_ratio (step->ceiling_seconds, total));
  for (guint i = 0; i < TOK_N_TERMS; i++)
    seconds[i] *= scale;
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
  step->time.seconds[TOK_TERM_LINK] += workload->crossing_seconds + tok_parallel_exchange_seconds (workload, n_tokens);
  step->time.seconds[TOK_TERM_OTHER] += workload->server_seconds;
  calibrate (step, workload->plan);
  settle (step);
}
