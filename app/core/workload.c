/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spreads a plan's model over the places of its split. */

#include "core/workload.h"

#include "core/cells.h"
#include "core/units.h"

static void
init_device (TokWorkload *self,
             TokPlace    *place,
             guint        index)
{
  tok_place_init (place, self->plan, self->model, &self->plan->devices[index].device, tok_plan_engine (self->plan));
}

static void
init_host (TokWorkload *self,
           TokPlace    *place)
{
  tok_place_init (place, self->plan, self->model, tok_plan_host (self->plan), tok_plan_host_engine (self->plan));
}

/* What device @index has of the layers it takes part in, but for the routed experts the split leaves to the CPU.  The first device
 * of a row split launches everything, the others only multiply. */
static void
add_layers (TokWorkload    *self,
            TokPlace       *place,
            guint           index,
            const TokSplit *split)
{
  guint first = split->first[index], end = split->end[index];
  TokLayerSums layers;

  tok_model_sum (self->model, first, end, &layers);
  if (!split->cache_on_cpu)
    tok_place_set_cache (place, &layers, split->cache_share[index]);
  if (split->mode != TOK_SPLIT_ROW || index == 0)
    tok_place_add_launches (place, &layers);
  if (split->expert_layers_cpu > first)
    {
      TokLayerSums away;

      tok_model_sum (self->model, first, MIN (end, split->expert_layers_cpu), &away);
      layers.expert_bytes -= away.expert_bytes;
      layers.expert_weights -= away.expert_weights;
    }
  tok_place_add_weights (place, &layers, split->share[index]);
}

static gboolean
keeps_experts (const TokWorkload *self,
               const TokSplit    *split)
{
  return self->model->experts_share > 0.0 && split->expert_layers_cpu > split->cpu_layers;
}

/* Of layers that are on the devices, the routed experts the split leaves to the CPU. */
static TokLayerSums
kept_experts (const TokWorkload *self,
              const TokSplit    *split)
{
  TokLayerSums layers;

  if (!keeps_experts (self, split))
    return (TokLayerSums) { 0 };
  tok_model_sum (self->model, split->cpu_layers, MIN (split->expert_layers_cpu, self->model->architecture->n_layers), &layers);
  return (TokLayerSums) {
    .moe_layers = layers.moe_layers,
    .expert_bytes = layers.expert_bytes,
    .expert_weights = layers.expert_weights,
  };
}

/* What the split leaves to the CPU: on the host, or moved to the device that computes the rest of these @experts' layers. */
static void
add_cpu_part (TokPlace           *place,
              const TokLayerSums *layers,
              const TokLayerSums *experts,
              const TokSplit     *split)
{
  tok_place_add_weights (place, layers, 1.0);
  tok_place_add_weights (place, experts, 1.0);
  tok_place_add_launches (place, layers);
  if (split->head_on_cpu)
    tok_place_add_head (place, 1.0);
}

static void
fill_host (TokWorkload    *self,
           const TokSplit *split)
{
  TokLayerSums experts = kept_experts (self, split), layers, all;

  tok_model_sum (self->model, 0, split->cpu_layers, &layers);
  init_host (self, &self->host);
  add_cpu_part (&self->host, &layers, &experts, split);
  tok_place_add_expert_launches (&self->host, &experts);
  init_device (self, &self->moved, 0);
  add_cpu_part (&self->moved, &layers, &experts, split);
  if (split->cache_on_cpu)
    {
      tok_model_sum (self->model, 0, self->model->architecture->n_layers, &all);
      tok_place_set_cache (&self->host, &all, 1.0);
      return;
    }
  tok_place_set_cache (&self->host, &layers, 1.0);
  tok_place_set_cache (&self->moved, &layers, 1.0);
}

/* Share of the output matrix at device @index: one device of a layer split has all of it, others share it like their layers. */
static double
head_share (const TokSplit *split,
            guint           index)
{
  if (split->head_on_cpu)
    return 0.0;
  if (split->mode == TOK_SPLIT_LAYER)
    return index == split->head_device ? 1.0 : 0.0;
  return split->share[index];
}

static void
fill_devices (TokWorkload     *self,
              const TokSplit  *split,
              const TokMemory *memory)
{
  self->n_places = 0;
  for (guint i = 0; i < self->plan->n_devices; i++)
    if (split->end[i] > split->first[i] || head_share (split, i) > 0.0)
      {
        TokPlace *place = &self->places[self->n_places++];

        init_device (self, place, i);
        add_layers (self, place, i, split);
        tok_place_add_head (place, head_share (split, i));
        place->spilled_share = memory != NULL ? memory->spilled_share[i] : 0.0;
      }
  /* With nothing of the model the first device still computes prompts. */
  if (self->n_places == 0)
    init_device (self, &self->places[self->n_places++], 0);
}

static void
count_crossings (TokWorkload    *self,
                 const TokSplit *split)
{
  const TokGeneralConstants *general = &self->plan->efficiency->general;
  double crossings = 0.0;

  if (split->cpu_layers > 0 && (self->layers > 0.0 || !split->head_on_cpu))
    crossings += 1.0;
  if (self->layers > 0.0 && split->head_on_cpu)
    crossings += 1.0;
  if (split->cache_on_cpu)
    crossings += 2.0 * self->layers;
  /* There and back for each layer of experts. */
  crossings += 2.0 * kept_experts (self, split).moe_layers;
  self->crossing_seconds += crossings * general->crossing_seconds;
  if (split->mode == TOK_SPLIT_LAYER && self->n_places > 1)
    self->crossing_seconds += (self->n_places - 1) * general->hop_seconds;
}

/* A unified machine has no link: its host reads the same memory. */
static double
link_seconds_per_byte (const TokPlan *plan,
                       double         share)
{
  double memory = tok_plan_host (plan)->bandwidth;

  if (plan->devices[0].device.unified_memory)
    return tok_ratio (1.0, memory);
  return tok_ratio (1.0, MIN (tok_plan_link_bandwidth (plan) * share, memory));
}

/* @cells 0: no limit. */
static void
set_limit (TokWorkload *self,
           TokCellKind  kind,
           double       cells)
{
  self->visible_limit[kind] = cells > 0.0 ? cells : TOK_LARGEST;
  self->read_limit[kind] = cells > 0.0 ? tok_round_up (cells, self->cell_block) : TOK_LARGEST;
}

static void
init_common (TokWorkload    *self,
             const TokPlan  *plan,
             const TokModel *model)
{
  const TokGeneralConstants *general = &plan->efficiency->general;
  TokEngine engine = tok_plan_engine (plan);

  self->plan = plan;
  self->model = model;
  self->mode = TOK_SPLIT_LAYER;
  self->host_computes = FALSE;
  self->cache_on_cpu = FALSE;
  self->crossing_seconds = 0.0;
  self->layers = model->architecture->n_layers;
  self->server_seconds = tok_engine_is_server (engine) ? tok_plan_efficiency (plan, 0)->token_seconds : 0.0;
  self->cell_block = tok_cells_block (engine);
  set_limit (self, TOK_CELLS_FULL, 0.0);
  set_limit (self, TOK_CELLS_WINDOW, tok_plan_flag (plan, TOK_PARAM_FULL_WINDOW) ? 0.0 : model->window_cells);
  set_limit (self, TOK_CELLS_SELECTED, model->selected_cells);
  self->link_peak_seconds_per_byte = link_seconds_per_byte (plan, 1.0);
  self->link_seconds_per_byte = link_seconds_per_byte (plan, general->link_share_pinned);
  self->upload_seconds_per_byte = link_seconds_per_byte (plan, general->link_share_pageable);
}

void
tok_workload_init (TokWorkload     *workload,
                   const TokPlan   *plan,
                   const TokModel  *model,
                   const TokSplit  *split,
                   const TokMemory *memory)
{
  if (tok_plan_is_cpu_only (plan))
    {
      tok_workload_init_whole (workload, plan, model);
      return;
    }
  init_common (workload, plan, model);
  workload->mode = split->mode;
  workload->cache_on_cpu = split->cache_on_cpu;
  workload->layers -= split->cpu_layers;
  workload->host_computes = split->cpu_layers > 0 || split->head_on_cpu || split->cache_on_cpu
                            || keeps_experts (workload, split);
  fill_devices (workload, split, memory);
  if (workload->host_computes)
    fill_host (workload, split);
  count_crossings (workload, split);
}

void
tok_workload_init_whole (TokWorkload    *workload,
                         const TokPlan  *plan,
                         const TokModel *model)
{
  const TokSplit whole = { .end = { model->architecture->n_layers }, .share = { 1.0 }, .cache_share = { 1.0 } };

  init_common (workload, plan, model);
  workload->n_places = 1;
  if (tok_plan_uses_devices (plan))
    init_device (workload, &workload->places[0], 0);
  else
    init_host (workload, &workload->places[0]);
  add_layers (workload, &workload->places[0], 0, &whole);
  tok_place_add_head (&workload->places[0], 1.0);
}
