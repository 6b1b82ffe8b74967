/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spreads a plan's model over the places of its split and turns fitted shares of peak figures into seconds per unit of work. */

#include "core/workload.h"

#include <string.h>

#include "core/units.h"

/* llama.cpp reads the cache in blocks of this many cells (physics notes 4). */
#define LLAMA_CELL_BLOCK 256.0

/* FLOP of one multiply-add. */
#define FLOPS_PER_WEIGHT 2.0

static double
thread_count (const TokPlan   *plan,
              const TokDevice *device)
{
  double threads = plan->values[TOK_PARAM_THREADS];

  if (device->kind != TOK_DEVICE_CPU)
    return 0.0;
  return threads == TOK_AUTO ? device->cores : threads;
}

/* Share of the bandwidth that reading weights realizes. */
static double
weight_share (const TokPlan       *plan,
              const TokDevice     *device,
              const TokEfficiency *efficiency)
{
  double share = efficiency->weight_share;

  if (device->kind == TOK_DEVICE_CPU && plan->values[TOK_PARAM_SOCKETS] > 1.0)
    share *= plan->efficiency->general.numa_factor;
  return MIN (share, 1.0);
}

/* Over the model's mix of types, each read at the bandwidth it realizes or as fast as threads unpack it (physics notes 5.2). */
static double
weight_seconds_per_byte (const TokPlan       *plan,
                         const TokModel      *model,
                         const TokDevice     *device,
                         const TokEfficiency *efficiency)
{
  double bandwidth = device->bandwidth * weight_share (plan, device, efficiency);
  double threads = thread_count (plan, device);
  double seconds = 0.0;

  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    if (model->type_share[i] > 0.0)
      {
        double rate = bandwidth * efficiency->type_factor[i];
        double unpacked = threads * efficiency->thread_weights_per_second[i];

        if (unpacked > 0.0)
          rate = MIN (rate, unpacked * tok_tensor_type_bytes_per_element ((TokTensorType) i));
        seconds += model->type_share[i] * tok_ratio (1.0, rate);
      }
  return seconds;
}

static void
set_rates (TokPlace            *place,
           const TokPlan       *plan,
           const TokModel      *model,
           const TokDevice     *device,
           const TokEfficiency *efficiency)
{
  double flops = device->matrix_flops > 0.0 ? device->matrix_flops : efficiency->matrix_flops;
  gboolean flash = tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION);

  place->efficiency = efficiency;
  place->share = 1.0;
  place->peak_seconds_per_byte = tok_ratio (1.0, device->bandwidth);
  place->seconds_per_byte = weight_seconds_per_byte (plan, model, device, efficiency);
  place->gemm_flops_per_second = flops * efficiency->gemm_share;
  place->small_batch_flops_per_second = flops * efficiency->small_batch_share;
  place->attention_flops_per_second = flops * (flash ? efficiency->attention_share : efficiency->attention_share_no_flash);
}

static void
add_weights (TokPlace           *place,
             const TokPlan      *plan,
             const TokModel     *model,
             const TokDevice    *device,
             const TokLayerSums *layers)
{
  const TokEfficiency *efficiency = place->efficiency;
  double launches = layers->layers + layers->norm_quads * plan->efficiency->general.four_norms_extra;

  place->dense_bytes += layers->dense_bytes;
  place->expert_bytes += layers->expert_bytes;
  place->layer_flops += FLOPS_PER_WEIGHT * (layers->dense_weights + layers->expert_weights * model->experts_share);
  place->fixed_seconds += launches * efficiency->layer_seconds
                          + layers->layers * thread_count (plan, device) * efficiency->thread_sync_seconds
                          + layers->moe_layers * efficiency->moe_layer_seconds
                          + layers->linear_layers * efficiency->linear_layer_seconds;
}

static void
add_head (TokPlace       *place,
          const TokModel *model)
{
  place->dense_bytes += model->head_bytes;
  place->head_flops += FLOPS_PER_WEIGHT * model->head_weights;
}

static void
set_cells (TokCells *cells,
           double    k_bytes,
           double    v_bytes,
           double    k_seconds,
           double    v_seconds,
           double    flops,
           double    prefill_flops)
{
  cells->bytes_per_cell = k_bytes + v_bytes;
  cells->seconds_per_cell = k_bytes * k_seconds + v_bytes * v_seconds;
  cells->flops_per_cell = flops;
  cells->prefill_flops_per_cell = prefill_flops;
}

static void
set_cache (TokPlace           *place,
           const TokPlan      *plan,
           const TokDevice    *device,
           const TokLayerSums *layers)
{
  const TokEfficiency *efficiency = place->efficiency;
  gboolean flash = tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION);
  double rate = device->bandwidth * (flash ? efficiency->cache_share : efficiency->cache_share_no_flash);
  TokTensorType k_type = tok_plan_kv_tensor_type ((TokKvType) plan->values[TOK_PARAM_KV_K]);
  TokTensorType v_type = tok_plan_kv_tensor_type ((TokKvType) plan->values[TOK_PARAM_KV_V]);
  double k = tok_tensor_type_bytes_per_element (k_type), v = tok_tensor_type_bytes_per_element (v_type);
  double k_seconds = tok_ratio (1.0, rate * efficiency->cache_type_factor[k_type]);
  double v_seconds = tok_ratio (1.0, rate * efficiency->cache_type_factor[v_type]);

  set_cells (&place->cells[TOK_CELLS_FULL], layers->read_full_k * k, layers->read_full_v * v, k_seconds, v_seconds,
             layers->full_flops, layers->prefill_full_flops);
  set_cells (&place->cells[TOK_CELLS_WINDOW], layers->read_window_k * k, layers->read_window_v * v, k_seconds, v_seconds,
             layers->window_flops, layers->prefill_window_flops);
  set_cells (&place->cells[TOK_CELLS_SELECTED], layers->read_selected_k * k, layers->read_selected_v * v, k_seconds, v_seconds,
             layers->selected_flops, layers->prefill_selected_flops);
  /* A state is read and written once per token. */
  place->state_bytes = 2.0 * layers->state_bytes;
  place->state_seconds = place->state_bytes * tok_ratio (1.0, rate);
}

/* Layers @first … @end - 1 on device @index, but for the routed experts of layers below @expert_end. */
static void
fill_device (TokWorkload    *self,
             TokPlace       *place,
             guint           index,
             guint           first,
             guint           end,
             const TokSplit *split)
{
  const TokDevice *device = &self->plan->devices[index].device;
  TokLayerSums layers;

  memset (place, 0, sizeof *place);
  place->device = index;
  set_rates (place, self->plan, self->model, device, tok_plan_efficiency (self->plan, index));
  tok_model_sum (self->model, first, end, &layers);
  if (!split->cache_on_cpu)
    set_cache (place, self->plan, device, &layers);
  if (split->expert_layers_cpu > first)
    {
      TokLayerSums away;

      tok_model_sum (self->model, first, MIN (end, split->expert_layers_cpu), &away);
      layers.expert_bytes -= away.expert_bytes;
      layers.expert_weights -= away.expert_weights;
    }
  add_weights (place, self->plan, self->model, device, &layers);
}

/* Of layers that are on the devices, the routed experts the split leaves to the CPU: there and back for each of them. */
static void
add_experts (TokWorkload     *self,
             const TokDevice *device,
             const TokSplit  *split)
{
  guint end = MIN (split->expert_layers_cpu, self->model->architecture->n_layers);
  TokLayerSums layers;

  tok_model_sum (self->model, split->cpu_layers, end, &layers);
  add_weights (&self->host, self->plan, self->model, device,
               &(TokLayerSums) {
                 .layers = layers.moe_layers,
                 .moe_layers = layers.moe_layers,
                 .expert_bytes = layers.expert_bytes,
                 .expert_weights = layers.expert_weights,
               });
  self->crossing_seconds += 2.0 * layers.moe_layers * self->plan->efficiency->general.crossing_seconds;
}

static void
fill_host (TokWorkload    *self,
           const TokSplit *split)
{
  const TokDevice *device = tok_plan_host (self->plan);
  TokPlace *host = &self->host;
  TokLayerSums layers;

  memset (host, 0, sizeof *host);
  set_rates (host, self->plan, self->model, device, tok_plan_host_efficiency (self->plan));
  tok_model_sum (self->model, 0, split->cpu_layers, &layers);
  add_weights (host, self->plan, self->model, device, &layers);
  if (split->expert_layers_cpu > split->cpu_layers)
    add_experts (self, device, split);
  if (split->cache_on_cpu)
    tok_model_sum (self->model, 0, self->model->architecture->n_layers, &layers);
  set_cache (host, self->plan, device, &layers);
  if (split->head_on_cpu)
    add_head (host, self->model);
}

static void
fill_devices (TokWorkload    *self,
              const TokSplit *split)
{
  guint n_layers = self->model->architecture->n_layers;

  self->n_places = 0;
  for (guint i = 0; i < self->plan->n_devices; i++)
    {
      guint first = split->tensor_split ? split->cpu_layers : split->first[i];
      guint end = split->tensor_split ? n_layers : split->end[i];

      if (end > first)
        {
          fill_device (self, &self->places[self->n_places], i, first, end, split);
          self->places[self->n_places++].share = split->tensor_split ? split->share[i] : 1.0;
        }
    }
  /* Without layers the first device still computes prompts, and the output matrix where it is not the CPU's. */
  if (self->n_places == 0)
    fill_device (self, &self->places[self->n_places++], 0, 0, 0, split);

  for (guint i = 0; i < self->n_places && !split->head_on_cpu; i++)
    if (split->tensor_split || i + 1 == self->n_places)
      add_head (&self->places[i], self->model);
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
  self->crossing_seconds += crossings * general->crossing_seconds;
  if (!split->tensor_split && self->n_places > 1)
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

/* What a device holds beyond its memory moves over the link, spread evenly over what it reads. */
static void
set_spill (TokWorkload     *self,
           const TokMemory *memory)
{
  for (guint i = 0; i < self->n_places; i++)
    {
      const TokMemoryPlace *held = &memory->devices[self->places[i].device];

      self->places[i].spilled_share = MIN (tok_ratio (-held->free, held->weights + held->cache + held->state), 1.0);
    }
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
  self->tensor_split = FALSE;
  self->host_computes = FALSE;
  self->crossing_seconds = 0.0;
  self->layers = model->architecture->n_layers;
  self->server_seconds = tok_engine_is_server (engine) ? tok_plan_efficiency (plan, 0)->token_seconds : 0.0;
  self->cell_block = tok_engine_is_llama (engine) ? LLAMA_CELL_BLOCK : 1.0;
  set_limit (self, TOK_CELLS_FULL, 0.0);
  set_limit (self, TOK_CELLS_WINDOW, tok_plan_flag (plan, TOK_PARAM_FULL_WINDOW) ? 0.0 : model->window_cells);
  set_limit (self, TOK_CELLS_SELECTED, model->selected_cells);
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
  workload->tensor_split = split->tensor_split;
  workload->layers -= split->cpu_layers;
  workload->host_computes = split->cpu_layers > 0 || split->head_on_cpu || split->cache_on_cpu
                            || split->expert_layers_cpu > split->cpu_layers;
  fill_devices (workload, split);
  if (workload->host_computes)
    fill_host (workload, split);
  count_crossings (workload, split);
  if (memory != NULL && memory->fit == TOK_FIT_SPILLS)
    set_spill (workload, memory);
}

void
tok_workload_init_whole (TokWorkload    *workload,
                         const TokPlan  *plan,
                         const TokModel *model)
{
  const TokSplit whole = { 0 };

  init_common (workload, plan, model);
  workload->n_places = 1;
  fill_device (workload, &workload->places[0], 0, 0, model->architecture->n_layers, &whole);
  add_head (&workload->places[0], model);
}

double
tok_workload_expert_share (const TokWorkload *workload,
                           const TokPlace    *place,
                           double             n_tokens)
{
  const double small = 512.0, large = 2048.0;
  const TokEfficiency *efficiency = place->efficiency;
  double position = CLAMP ((n_tokens - small) / (large - small), 0.0, 1.0);

  if (workload->model->experts_share <= 0.0)
    return 1.0;
  return efficiency->expert_gemm_share + position * (efficiency->expert_gemm_share_2048 - efficiency->expert_gemm_share);
}
