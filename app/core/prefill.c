/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A prompt in closed form: all full micro-batches cost the same but for attention, which is a sum over all tokens before. */

#include "core/prefill.h"

#include "core/parallel.h"
#include "core/units.h"

/* Micro-batches of one size, one after the other. */
typedef struct
{
  double n_batches;
  double n_tokens;        /* of each */
  double past;            /* tokens before the first of them */
  double distinct_share;  /* of the experts each of them would visit, were every token routed by chance */
} Batches;

/* What a prompt takes at one place: rows of a row split are multiplied at once, the rest of the work is the first device's. */
typedef struct { double matrices, rest; } Part;

typedef struct { double bytes, seconds; } Read;

static void
init_batches (Batches        *self,
              const TokModel *model,
              double          n_batches,
              double          n_tokens,
              double          past)
{
  self->n_batches = n_batches;
  self->n_tokens = n_tokens;
  self->past = past;
  self->distinct_share = model->experts_share > 0.0 ? tok_model_distinct_experts_share (model, n_tokens) : 0.0;
}

/* Weights one micro-batch visits at @place. */
static Read
read_weights (const TokPlace *place,
              const Batches  *batches)
{
  double expert_bytes = place->expert_bytes * tok_place_visited_share (place, batches->distinct_share);
  double bytes = place->dense_bytes + expert_bytes;
  double seconds = place->dense_bytes * place->dense_seconds_per_byte + expert_bytes * place->expert_seconds_per_byte;

  return (Read) { bytes, MAX (seconds / place->prefill_factor, bytes * place->peak_seconds_per_byte) };
}

/* Matrices of @place's layers.  Only the last token needs the output matrix. */
static double
arithmetic_seconds (const TokPlace *place,
                    const Batches  *batches)
{
  return tok_place_arithmetic_seconds (place, place->layer_flops, batches->n_tokens) / place->prefill_factor;
}

/* Cells seen by the tokens 0 … @depth - 1 together: a triangle, level from @limit on. */
static double
cells_to (double depth,
          double limit)
{
  if (depth <= limit)
    return depth * depth / 2.0;
  return limit * depth - limit * limit / 2.0;
}

static double
cells_seen (const TokWorkload *workload,
            const Batches     *batches,
            TokCellKind        kind)
{
  double limit = workload->visible_limit[kind];

  return cells_to (batches->past + batches->n_batches * batches->n_tokens, limit) - cells_to (batches->past, limit);
}

/* Its arithmetic, or reading the cache once for every micro-batch where only a few tokens share the reading. */
static double
attention_seconds (const TokWorkload *workload,
                   const TokPlace    *place,
                   const Batches     *batches)
{
  double flops = 0.0, read_seconds = 0.0;

  for (guint i = 0; i < TOK_N_CELL_KINDS; i++)
    {
      const TokCells *cells = &place->cells[i];
      double n_cells = cells_seen (workload, batches, (TokCellKind) i);

      flops += cells->prefill_flops_per_cell * n_cells;
      read_seconds += MAX (cells->seconds_per_cell / place->prefill_factor, cells->bytes_per_cell * place->peak_seconds_per_byte)
                      * n_cells;
    }
  return MAX (tok_ratio (flops, place->attention_flops_per_second * place->prefill_factor),
              tok_ratio (read_seconds, batches->n_tokens));
}

static void
add_device (const TokWorkload *workload,
            const TokPlace    *place,
            const Batches     *batches,
            Part              *part)
{
  Read here = read_weights (place, batches);
  double away = MAX (here.bytes * workload->link_seconds_per_byte, here.seconds);
  double read_seconds = here.seconds + place->spilled_share * (away - here.seconds);

  part->matrices += batches->n_batches * tok_place_matrix_seconds (place, read_seconds, arithmetic_seconds (place, batches));
  part->rest += batches->n_batches * place->fixed_seconds / place->prefill_factor + attention_seconds (workload, place, batches);
}

static double
part_seconds (const Part *part)
{
  return part->matrices + part->rest;
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
  else if (part_seconds (&place) > part_seconds (all))
    *all = place;
}

static double
device_seconds (const TokWorkload *workload,
                const Batches     *full,
                const Batches     *rest)
{
  Part all = { 0.0, 0.0 }, all_full = { 0.0, 0.0 };
  double n_steps, slowest = 0.0;

  for (guint i = 0; i < workload->n_places; i++)
    {
      Part of_full = { 0.0, 0.0 }, of_both;

      add_device (workload, &workload->places[i], full, &of_full);
      of_both = of_full;
      add_device (workload, &workload->places[i], rest, &of_both);
      join (&all_full, of_full, workload->mode);
      join (&all, of_both, workload->mode);
      slowest = MAX (slowest, part_seconds (&of_both));
    }
  /* The last micro-batch counts by its time: one of few tokens gives the other devices little to do. */
  n_steps = MAX (full->n_batches * tok_ratio (part_seconds (&all), part_seconds (&all_full)), 1.0);
  /* However well the others are used meanwhile, every micro-batch passes through the slowest device. */
  return MAX (part_seconds (&all) / tok_parallel_pipeline_gain (workload, n_steps), slowest);
}

/* From how many tokens on a micro-batch takes the CPU's weights to the first device (op offload, physics notes 6.3): never with
 * the CPU engine; the fork waits until every expert it sends has as many. */
static double
least_moved_tokens (const TokWorkload *workload)
{
  double tokens = workload->plan->efficiency->general.op_offload_min_tokens;

  if (!tok_plan_uses_devices (workload->plan))
    return TOK_LARGEST;
  if (tok_plan_engine (workload->plan) == TOK_ENGINE_IK_LLAMA && workload->model->experts_share > 0.0)
    tokens /= workload->model->experts_share;
  return tokens;
}

/* Every micro-batch sends the weights and the cache its tokens look at. */
static double
sent_bytes (const TokWorkload *workload,
            const Batches     *batches)
{
  double cache_bytes = 0.0;

  for (guint i = 0; i < TOK_N_CELL_KINDS; i++)
    cache_bytes += workload->moved.cells[i].bytes_per_cell * cells_seen (workload, batches, (TokCellKind) i);
  return batches->n_batches * read_weights (&workload->moved, batches).bytes + tok_ratio (cache_bytes, batches->n_tokens);
}

/* Large micro-batches move the host's part to the first device each time, attention with it unless the cache was put on the CPU: only
 * then llama.cpp leaves that there (llm_build_context and ggml-backend.cpp's scheduler).  The CPU computes small ones. */
static double
host_seconds (const TokWorkload *workload,
              const Batches     *batches)
{
  gboolean moves = batches->n_tokens >= least_moved_tokens (workload);
  const TokPlace *place = moves ? &workload->moved : &workload->host;
  double link_seconds = moves ? sent_bytes (workload, batches) * workload->upload_seconds_per_byte : 0.0;
  double step_seconds = tok_place_matrix_seconds (place, read_weights (place, batches).seconds, arithmetic_seconds (place, batches))
                        + place->fixed_seconds / place->prefill_factor;

  return batches->n_batches * step_seconds + link_seconds
         + attention_seconds (workload, workload->cache_on_cpu ? &workload->host : place, batches);
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

  init_batches (&full, workload->model, n_full, ubatch, past);
  init_batches (&rest, workload->model, n_rest > 0.0 ? 1.0 : 0.0, n_rest, past + n_full * ubatch);
  seconds = device_seconds (workload, &full, &rest);
  if (workload->host_computes)
    seconds += host_seconds (workload, &full) + host_seconds (workload, &rest);
  seconds += (full.n_batches + rest.n_batches) * workload->crossing_seconds;
  seconds += full.n_batches * tok_parallel_exchange_seconds (workload, full.n_tokens);
  seconds += rest.n_batches * tok_parallel_exchange_seconds (workload, rest.n_tokens);
  return tok_saturate (seconds);
}
