/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The footprint: prefix sums of the model times the cells a plan's context comes to (physics notes 4 and 10). */

#include "core/footprint.h"

#include "core/cells.h"
#include "core/memory.h"
#include "core/units.h"

gboolean
tok_footprint_is_one_memory (const TokPlan *plan)
{
  return tok_plan_is_cpu_only (plan) || plan->devices[0].device.unified_memory;
}

gboolean
tok_footprint_can_split (const TokPlan *plan)
{
  return tok_engine_is_llama (tok_plan_engine (plan)) && !tok_plan_is_cpu_only (plan);
}

void
tok_footprint_init (TokFootprint   *footprint,
                    const TokPlan  *plan,
                    const TokModel *model)
{
  double k = tok_plan_kv_bytes_k (plan), v = tok_plan_kv_bytes_v (plan);
  double full = tok_cells_full (plan), window = tok_cells_window (plan, model->window_cells);

  footprint->model = model;
  footprint->full_k = k * full;
  footprint->full_v = v * full;
  footprint->window_k = k * window;
  footprint->window_v = v * window;
  footprint->sequences = plan->values[TOK_PARAM_REQUESTS];
  footprint->embedding_on_device = tok_footprint_is_one_memory (plan) || !tok_footprint_can_split (plan);
}

double
tok_footprint_cache (const TokFootprint *footprint,
                     const TokLayerSums *sums)
{
  return sums->full_k * footprint->full_k + sums->full_v * footprint->full_v + sums->window_k * footprint->window_k
         + sums->window_v * footprint->window_v;
}

/* Everything of layers @first … @end - 1, read off the prefix sums: this is what the search for a split repeats. */
static TokHolding
hold_layers (const TokFootprint *footprint,
             guint               first,
             guint               end)
{
  const TokLayerSums *before = &footprint->model->prefix[first], *after = &footprint->model->prefix[end];

  return (TokHolding) {
    .weights = after->dense_bytes - before->dense_bytes + after->expert_bytes - before->expert_bytes,
    .cache = tok_footprint_cache (footprint, after) - tok_footprint_cache (footprint, before),
    .state = (after->state_bytes - before->state_bytes) * footprint->sequences,
  };
}

/* Routed experts of layers @first … @end - 1 that @split leaves to the CPU. */
static double
expert_bytes_away (const TokFootprint *footprint,
                   const TokSplit     *split,
                   guint               first,
                   guint               end)
{
  guint last = MIN (end, split->expert_layers_cpu);

  if (last <= first)
    return 0.0;
  return footprint->model->prefix[last].expert_bytes - footprint->model->prefix[first].expert_bytes;
}

/* A tied head is the embedding itself where that lies, and a copy anywhere else. */
static double
head_bytes (const TokModel *model,
            gboolean        beside_embedding)
{
  gboolean is_embedding = beside_embedding && model->architecture->tied_embeddings;

  return is_embedding ? model->head_bytes - model->embedding_bytes : model->head_bytes;
}

/* Share of the embedding device @index holds where devices hold it: that of its layers, and all of it lies on the first device
 * where layers are not shared evenly. */
static double
embedding_share (const TokSplit *split,
                 guint           index)
{
  if (split->mode == TOK_SPLIT_TENSOR)
    return split->share[index];
  return index == 0 ? 1.0 : 0.0;
}

TokHolding
tok_footprint_device (const TokFootprint *footprint,
                      const TokSplit     *split,
                      guint               index)
{
  const TokModel *model = footprint->model;
  guint first = split->first[index], end = split->end[index];
  TokHolding holding = hold_layers (footprint, first, end);

  holding.weights -= expert_bytes_away (footprint, split, first, end);
  if (first < end && end == model->architecture->n_layers)
    holding.weights += model->idle_bytes;
  if (!split->head_on_cpu && (split->mode != TOK_SPLIT_LAYER || index == split->head_device))
    holding.weights += head_bytes (model, footprint->embedding_on_device);
  holding.weights *= split->share[index];
  if (footprint->embedding_on_device)
    holding.weights += (model->embedding_bytes + model->lookup_bytes) * embedding_share (split, index);
  if (split->cache_on_cpu)
    holding.cache = holding.state = 0.0;
  holding.cache *= split->cache_share[index];
  holding.state *= split->cache_share[index];
  return holding;
}

TokHolding
tok_footprint_host (const TokFootprint *footprint,
                    const TokSplit     *split)
{
  const TokModel *model = footprint->model;
  guint n_layers = model->architecture->n_layers;
  TokHolding holding = hold_layers (footprint, 0, split->cpu_layers);

  holding.weights += expert_bytes_away (footprint, split, split->cpu_layers, n_layers);
  if (split->cpu_layers == n_layers)
    holding.weights += model->idle_bytes;
  if (!footprint->embedding_on_device)
    holding.weights += model->embedding_bytes + model->lookup_bytes;
  if (split->head_on_cpu)
    holding.weights += head_bytes (model, TRUE);
  if (split->cache_on_cpu)
    {
      TokHolding all = hold_layers (footprint, 0, n_layers);

      holding.cache = all.cache;
      holding.state = all.state;
    }
  return holding;
}

TokHolding
tok_footprint_whole (const TokFootprint *footprint)
{
  const TokModel *model = footprint->model;
  TokHolding holding = hold_layers (footprint, 0, model->architecture->n_layers);

  holding.weights += model->idle_bytes + head_bytes (model, footprint->embedding_on_device);
  if (footprint->embedding_on_device)
    holding.weights += model->embedding_bytes + model->lookup_bytes;
  return holding;
}

static double
draft_bytes (const TokPlan *plan)
{
  TokFootprint footprint;
  TokHolding holding;

  if (plan->draft == NULL)
    return 0.0;
  tok_footprint_init (&footprint, plan, plan->draft);
  holding = tok_footprint_whole (&footprint);
  return holding.weights + holding.cache + holding.state + plan->efficiency->general.draft_buffer_bytes;
}

double
tok_footprint_fixed (const TokPlan *plan,
                     guint          index)
{
  double bytes = tok_plan_efficiency (plan, index)->base_bytes + tok_memory_compute_bytes (plan);

  if (index == 0)
    bytes += tok_plan_reserve_bytes (plan) + draft_bytes (plan);
  return bytes;
}
