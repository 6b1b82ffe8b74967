/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The split: how many layers the devices can hold, and which lie where (physics notes 7.1 and 8). */

#include "core/split.h"

#include <string.h>

#include "core/footprint.h"
#include "core/units.h"

/* llama.cpp offloads the output layer last in builds before this year (b8300), first from then on. */
#define HEAD_FIRST_FROM_YEAR 2026.0

/* What a search for a layer count asks again and again. */
typedef struct
{
  const TokPlan *plan;
  TokFootprint   footprint;
  guint          n_layers;
  gboolean       can_split;
  double         budgets[TOK_MAX_DEVICES];   /* memory of each device left for the model, negative when there is none */
  double         total_budget;               /* of those that have some */
} Search;

static void
search_init (Search        *search,
             const TokPlan *plan)
{
  search->plan = plan;
  search->n_layers = plan->model->architecture->n_layers;
  search->can_split = tok_footprint_can_split (plan);
  search->total_budget = 0.0;
  tok_footprint_init (&search->footprint, plan, plan->model);
  for (guint i = 0; i < plan->n_devices; i++)
    {
      search->budgets[i] = tok_device_usable_bytes (&plan->devices[i].device) - tok_footprint_fixed (plan, i);
      search->total_budget += MAX (search->budgets[i], 0.0);
    }
}

/* Whole layers in proportion to what each device has left; the head counts as one more behind the last, as in llama.cpp. */
static void
deal_layers (const Search *search,
             TokSplit     *split)
{
  guint n_devices = search->plan->n_devices, first = split->cpu_layers;
  double items = search->n_layers - first + (split->head_on_cpu ? 0.0 : 1.0), before = 0.0;

  for (guint i = 0; i < n_devices; i++)
    {
      double end;

      before += search->total_budget > 0.0 ? MAX (search->budgets[i], 0.0) / search->total_budget : 1.0 / n_devices;
      end = split->cpu_layers + round (items * before);
      if (end <= search->n_layers && i + 1 < n_devices)
        split->head_device = i + 1;
      split->first[i] = first;
      split->end[i] = i == n_devices - 1 ? search->n_layers : CLAMP (end, first, search->n_layers);
      split->share[i] = split->cache_share[i] = 1.0;
      first = split->end[i];
    }
}

/* Every device computes the same share of every layer. */
static void
share_layers (const Search *search,
              TokSplit     *split)
{
  guint n_devices = search->plan->n_devices;

  for (guint i = 0; i < n_devices; i++)
    {
      split->first[i] = split->cpu_layers;
      split->end[i] = search->n_layers;
      split->share[i] = split->cache_share[i] = 1.0 / n_devices;
    }
}

/* Rows in proportion to the memory of the devices, whatever else lies there: default_tensor_split in ggml's ggml-cuda.cu.  The
 * first device keeps the cache. */
static void
share_rows (const Search *search,
            TokSplit     *split)
{
  const TokPlan *plan = search->plan;
  double total = 0.0;

  share_layers (search, split);
  for (guint i = 0; i < plan->n_devices; i++)
    total += tok_device_usable_bytes (&plan->devices[i].device);
  for (guint i = 0; i < plan->n_devices; i++)
    {
      if (total > 0.0)
        split->share[i] = tok_device_usable_bytes (&plan->devices[i].device) / total;
      split->cache_share[i] = i == 0 ? 1.0 : 0.0;
    }
}

static void
divide_layers (const Search *search,
               TokSplit     *split)
{
  switch (split->mode)
    {
    case TOK_SPLIT_TENSOR:
      share_layers (search, split);
      break;
    case TOK_SPLIT_ROW:
      share_rows (search, split);
      break;
    case TOK_SPLIT_LAYER:
    case TOK_N_SPLIT_MODES:
    default:
      deal_layers (search, split);
      break;
    }
}

/* A card too small for its own buffers is dealt nothing, and the others do without it. */
static gboolean
devices_hold (const Search   *search,
              const TokSplit *split)
{
  gboolean is_alone = search->plan->n_devices == 1;

  for (guint i = 0; i < search->plan->n_devices; i++)
    {
      TokHolding holding = tok_footprint_device (&search->footprint, split, i);
      double held = holding.weights + holding.cache + holding.state;

      if (held > search->budgets[i] && (held > 0.0 || is_alone))
        return FALSE;
    }
  return TRUE;
}

static gboolean
head_is_on_cpu (const Search *search,
                guint         gpu_layers)
{
  if (gpu_layers == search->n_layers)
    return FALSE;
  return gpu_layers == 0 || search->plan->values[TOK_PARAM_ENGINE_BUILD] < HEAD_FIRST_FROM_YEAR;
}

static void
place (const Search *search,
       guint         gpu_layers,
       TokSplit     *split)
{
  const TokPlan *plan = search->plan;

  memset (split, 0, sizeof *split);
  split->cpu_layers = search->n_layers - gpu_layers;
  split->head_on_cpu = head_is_on_cpu (search, gpu_layers);
  if (search->can_split && tok_architecture_is_moe (plan->model->architecture))
    split->expert_layers_cpu = CLAMP (plan->values[TOK_PARAM_EXPERT_LAYERS_CPU], 0.0, search->n_layers);
  split->cache_on_cpu = search->can_split && tok_plan_flag (plan, TOK_PARAM_KV_ON_CPU);
  split->mode = plan->n_devices > 1 ? (TokSplitMode) plan->values[TOK_PARAM_SPLIT_MODE] : TOK_SPLIT_LAYER;
  divide_layers (search, split);
}

/* More layers need more memory, so halving finds the most.  Over several devices whole layers may not divide well, and it can
 * settle one or two short of a count that happens to. */
static guint
most_layers (const Search *search)
{
  guint fitting = 0, too_many = search->n_layers + 1;

  while (too_many - fitting > 1)
    {
      /* All of them first: it is the usual answer. */
      guint middle = too_many > search->n_layers ? search->n_layers : (fitting + too_many) / 2;
      TokSplit split;

      place (search, middle, &split);
      if (devices_hold (search, &split))
        fitting = middle;
      else
        too_many = middle;
    }
  return fitting;
}

void
tok_split_resolve (const TokPlan *plan,
                   TokSplit      *split)
{
  double wanted_layers = plan->values[TOK_PARAM_GPU_LAYERS];
  guint most;
  Search search;

  search_init (&search, plan);
  most = search.can_split ? most_layers (&search) : search.n_layers;
  if (!tok_plan_uses_devices (plan))
    most = wanted_layers = 0;
  else if (wanted_layers == TOK_AUTO || !search.can_split)
    wanted_layers = most;
  place (&search, MIN (wanted_layers, search.n_layers), split);
  split->max_gpu_layers = most;
  split->fits = devices_hold (&search, split);
}

double
tok_split_counted_layers (const TokPlan *plan,
                          double         count)
{
  gboolean head_is_first = plan->values[TOK_PARAM_ENGINE_BUILD] >= HEAD_FIRST_FROM_YEAR;

  /* The output alone on the CPU is what no plan can say, but with one more layer. */
  if (head_is_first || count == plan->model->architecture->n_layers)
    return MAX (count - 1.0, 0.0);
  return count;
}

guint
tok_split_layer_count (const TokPlan  *plan,
                       const TokSplit *split)
{
  return tok_split_gpu_layers (plan, split) + (split->head_on_cpu ? 0 : 1);
}

guint
tok_split_gpu_layers (const TokPlan  *plan,
                      const TokSplit *split)
{
  return plan->model->architecture->n_layers - split->cpu_layers;
}
