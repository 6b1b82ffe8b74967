/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns fitted shares of a place's peak figures into seconds per unit of work, and adds up the work. */

#include "core/place.h"

#include <string.h>

#include "core/units.h"

/* FLOP of one multiply-add. */
#define FLOPS_PER_WEIGHT 2.0

/* A CPU, or a chip whose GPU the engine leaves alone. */
static gboolean
is_cpu (const TokPlan   *plan,
        const TokDevice *device)
{
  return device->kind == TOK_DEVICE_CPU || tok_plan_engine (plan) == TOK_ENGINE_LLAMA_CPU;
}

static double
thread_count (const TokPlan   *plan,
              const TokDevice *device)
{
  double threads = plan->values[TOK_PARAM_THREADS];

  if (!is_cpu (plan, device))
    return 0.0;
  return threads == TOK_AUTO ? device->cores : threads;
}

/* Share of the bandwidth that reading weights realizes; a second socket adds some where there is one. */
static double
weight_share (const TokPlan       *plan,
              const TokDevice     *device,
              const TokEfficiency *efficiency)
{
  double share = efficiency->weight_share;

  if (is_cpu (plan, device) && device->sockets != 1 && plan->values[TOK_PARAM_SOCKETS] > 1.0)
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

void
tok_place_init (TokPlace            *place,
                const TokPlan       *plan,
                const TokModel      *model,
                const TokDevice     *device,
                const TokEfficiency *efficiency)
{
  gboolean has_own_rate = device->matrix_flops > 0.0 && (device->kind == TOK_DEVICE_CPU || !is_cpu (plan, device));
  double flops = has_own_rate ? device->matrix_flops : efficiency->matrix_flops;
  gboolean flash = tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION);

  memset (place, 0, sizeof *place);
  place->plan = plan;
  place->model = model;
  place->device = device;
  place->efficiency = efficiency;
  place->share = 1.0;
  place->peak_seconds_per_byte = tok_ratio (1.0, device->bandwidth);
  place->seconds_per_byte = weight_seconds_per_byte (plan, model, device, efficiency);
  place->gemm_flops_per_second = flops * efficiency->gemm_share;
  place->small_batch_flops_per_second = flops * efficiency->small_batch_share;
  place->attention_flops_per_second = flops * (flash ? efficiency->attention_share : efficiency->attention_share_no_flash);
}

void
tok_place_add_layers (TokPlace           *place,
                      const TokLayerSums *layers)
{
  const TokEfficiency *efficiency = place->efficiency;
  double launches = layers->layers + layers->norm_quads * place->plan->efficiency->general.four_norms_extra;

  place->dense_bytes += layers->dense_bytes;
  place->expert_bytes += layers->expert_bytes;
  place->layer_flops += FLOPS_PER_WEIGHT * (layers->dense_weights + layers->expert_weights * place->model->experts_share);
  place->fixed_seconds += launches * efficiency->layer_seconds
                          + layers->layers * thread_count (place->plan, place->device) * efficiency->thread_sync_seconds
                          + layers->moe_layers * efficiency->moe_layer_seconds
                          + layers->linear_layers * efficiency->linear_layer_seconds;
}

void
tok_place_add_head (TokPlace *place)
{
  const TokModel *model = place->model;

  place->dense_bytes += model->head_bytes;
  place->head_flops += FLOPS_PER_WEIGHT * model->head_weights;
}

void
tok_place_set_cache (TokPlace           *place,
                     const TokLayerSums *layers)
{
  const TokPlan *plan = place->plan;
  const TokEfficiency *efficiency = place->efficiency;
  gboolean flash = tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION);
  double rate = place->device->bandwidth * (flash ? efficiency->cache_share : efficiency->cache_share_no_flash);
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

double
tok_place_expert_share (const TokPlace *place,
                        double          n_tokens)
{
  const double small = 512.0, large = 2048.0;
  const TokEfficiency *efficiency = place->efficiency;
  double position = CLAMP ((n_tokens - small) / (large - small), 0.0, 1.0);

  if (place->model->experts_share <= 0.0)
    return 1.0;
  return efficiency->expert_gemm_share + position * (efficiency->expert_gemm_share_2048 - efficiency->expert_gemm_share);
}
