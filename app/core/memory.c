/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory: what devices and host hold, and whether that fits (physics notes 10). */

#include "core/memory.h"

#include <string.h>

#include "core/cells.h"
#include "core/footprint.h"
#include "core/units.h"

/* llama.cpp's graph computes in F32. */
#define VALUE_BYTES 4.0
/* Hidden vectors alive at once in the widest part of the graph. */
#define HIDDEN_VECTORS 4.0

static double
micro_batch (const TokPlan *plan)
{
  return MIN (plan->values[TOK_PARAM_UBATCH], tok_cells_per_sequence (plan));
}

/* The larger of logits and attention; without flash attention every query head's scores are kept. */
double
tok_memory_compute_bytes (const TokPlan *plan)
{
  const TokModel *model = plan->model;
  double hidden = model->architecture->hidden_size, cells = tok_cells_per_sequence (plan);
  double score_rows = tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION) ? 0.0 : model->most_heads;
  double logits = model->architecture->vocab_size + hidden;
  double attention = (score_rows + 1.0) * cells + HIDDEN_VECTORS * hidden;

  return tok_saturate (VALUE_BYTES * micro_batch (plan) * MAX (logits, attention));
}

/* The attention mask and the input. */
double
tok_memory_host_compute_bytes (const TokPlan *plan)
{
  double hidden = plan->model->architecture->hidden_size;

  return tok_saturate (VALUE_BYTES * micro_batch (plan) * (tok_cells_per_sequence (plan) + hidden));
}

static void
add_holding (TokMemoryPlace *place,
             TokHolding      holding)
{
  place->weights += holding.weights;
  place->cache += holding.cache;
  place->state += holding.state;
}

static void
settle (TokMemoryPlace *place)
{
  place->free = place->total - place->weights - place->cache - place->state - place->compute - place->reserve;
}

/* FALSE for a card the engine leaves alone: the graph and the draft are then the host's. */
static gboolean
device_runs (const TokPlan *plan)
{
  return tok_plan_uses_devices (plan) || tok_footprint_is_one_memory (plan);
}

static void
add_draft (TokMemoryPlace *place,
           const TokPlan  *plan)
{
  TokFootprint footprint;

  if (plan->draft == NULL)
    return;
  tok_footprint_init (&footprint, plan, plan->draft);
  /* In the host's memory all of it lies together. */
  if (!device_runs (plan))
    footprint.embedding_on_device = TRUE;
  add_holding (place, tok_footprint_whole (&footprint));
  place->compute += plan->efficiency->general.draft_buffer_bytes;
}

static void
fill_device (TokMemoryPlace     *place,
             const TokPlan      *plan,
             const TokFootprint *footprint,
             const TokSplit     *split,
             guint               index)
{
  place->total = tok_device_usable_bytes (&plan->devices[index].device);
  if (index == 0)
    place->reserve = tok_plan_reserve_bytes (plan);
  if (device_runs (plan))
    {
      place->compute = tok_memory_compute_bytes (plan);
      place->reserve += tok_plan_efficiency (plan, index)->base_bytes;
      add_holding (place, tok_footprint_device (footprint, split, index));
      if (index == 0)
        add_draft (place, plan);
    }
  settle (place);
}

static void
fill_host (TokMemoryPlace     *place,
           const TokPlan      *plan,
           const TokFootprint *footprint,
           const TokSplit     *split)
{
  place->total = tok_device_usable_bytes (tok_plan_host (plan));
  place->compute = device_runs (plan) ? tok_memory_host_compute_bytes (plan) : tok_memory_compute_bytes (plan);
  add_holding (place, tok_footprint_host (footprint, split));
  if (!device_runs (plan))
    add_draft (place, plan);
  else if (plan->draft != NULL && !footprint->embedding_on_device)
    place->weights += plan->draft->embedding_bytes + plan->draft->lookup_bytes;
  settle (place);
}

/* One memory holds what the CPU computes, too, and the GPU's budget bounds only the GPU's part: where that runs over, what the
 * CPU holds neither adds to it nor makes up for it. */
static void
merge_host (TokMemoryPlace     *place,
            const TokPlan      *plan,
            const TokFootprint *footprint,
            const TokSplit     *split)
{
  TokHolding holding = tok_footprint_host (footprint, split);

  if (place->free < 0.0)
    place->total += holding.weights + holding.cache + holding.state;
  else if (split->cpu_layers > 0 || split->expert_layers_cpu > 0 || split->cache_on_cpu)
    place->total = MAX (place->total, plan->devices[0].device.memory_bytes);
  add_holding (place, holding);
  settle (place);
}

/* TRUE where the system moves what a device cannot hold, instead of failing: to the rest of a unified machine's memory, or to the
 * host's, as the driver of Windows does. */
static gboolean
system_spills (const TokPlan  *plan,
               const TokSplit *split)
{
  if (tok_plan_is_cpu_only (plan))
    return FALSE;
  return plan->devices[0].device.unified_memory || (tok_plan_os (plan) == TOK_OS_WINDOWS && split->cpu_layers == 0);
}

/* What a device holds beyond its memory moves over the link, spread evenly over what it reads. */
static void
spill (TokMemory *memory)
{
  for (guint i = 0; i < memory->n_devices; i++)
    {
      const TokMemoryPlace *held = &memory->devices[i];
      double over = MAX (-held->free, 0.0);

      memory->spilled_bytes += over;
      memory->spilled_share[i] = MIN (tok_ratio (over, held->weights + held->cache + held->state), 1.0);
    }
}

static double
spill_room (const TokPlan   *plan,
            const TokMemory *memory)
{
  const TokDevice *device = &plan->devices[0].device;

  return device->unified_memory ? device->memory_bytes - memory->devices[0].total : memory->host.free;
}

/* What the place that is short lacks; what spills is short of room elsewhere.  Not positive when nothing is. */
static double
missing_bytes (const TokPlan   *plan,
               const TokMemory *memory)
{
  double missing = -memory->host.free;

  if (memory->spilled_bytes > 0.0)
    return memory->spilled_bytes - spill_room (plan, memory);
  for (guint i = 0; i < memory->n_devices; i++)
    missing = MAX (missing, -memory->devices[i].free);
  return missing;
}

static gboolean
is_comfortable (const TokPlan   *plan,
                const TokMemory *memory)
{
  double comfortable = plan->efficiency->general.comfortable_free_bytes;

  for (guint i = 0; i < memory->n_devices; i++)
    if (memory->devices[i].free < comfortable)
      return FALSE;
  return tok_footprint_is_one_memory (plan) || memory->host.free >= comfortable;
}

static void
judge (const TokPlan *plan,
       TokMemory     *memory)
{
  memory->missing_bytes = MAX (missing_bytes (plan, memory), 0.0);
  if (memory->missing_bytes > 0.0)
    memory->fit = TOK_FIT_NO;
  else if (memory->spilled_bytes > 0.0)
    memory->fit = TOK_FIT_SPILLS;
  else
    memory->fit = is_comfortable (plan, memory) ? TOK_FIT_FITS : TOK_FIT_TIGHT;
}

void
tok_memory_estimate (const TokPlan  *plan,
                     const TokSplit *split,
                     TokMemory      *memory)
{
  TokFootprint footprint;

  memset (memory, 0, sizeof *memory);
  memory->n_devices = plan->n_devices;
  tok_footprint_init (&footprint, plan, plan->model);
  for (guint i = 0; i < plan->n_devices; i++)
    fill_device (&memory->devices[i], plan, &footprint, split, i);
  if (system_spills (plan, split))
    spill (memory);
  if (tok_footprint_is_one_memory (plan))
    merge_host (&memory->devices[0], plan, &footprint, split);
  else
    fill_host (&memory->host, plan, &footprint, split);
  judge (plan, memory);
}
