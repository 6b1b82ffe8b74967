/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns fitted shares of a place's peak figures into seconds per unit of work, and adds up the work. */

#include "core/place.h"

#include <string.h>

#include "core/units.h"

/* FLOP of one multiply-add. */
#define FLOPS_PER_WEIGHT 2.0

/* Experts per token that moe_layer_seconds stands for. */
#define USUAL_EXPERTS 8.0

/* Rows of one expert that expert_gemm_share and expert_gemm_share_2048 stand for. */
#define FEW_ROWS 32.0
#define MANY_ROWS 128.0

/* llama.cpp multiplies up to this many tokens with its matrix-vector kernels: MMVQ_MAX_BATCH_SIZE in ggml's mmvq.cuh. */
#define VECTOR_KERNEL_TOKENS 8.0

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

/* Threads beyond the cores share the units that unpack and multiply: 128 cores of a Xeon 6980P decode at 6.60 tok/s with 128 threads
 * and at 5.05 with 172 (ik_llama.cpp discussion 201). */
static double
busy_cores (const TokPlan   *plan,
            const TokDevice *device)
{
  double threads = thread_count (plan, device);

  return device->cores > 0 ? MIN (threads, device->cores) : threads;
}

static double
reachable_bandwidth (const TokPlan   *plan,
                     const TokDevice *device)
{
  return is_cpu (plan, device) ? tok_device_cpu_bandwidth (device) : device->bandwidth;
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

/* 0 where it costs nothing: a GPU unpacks while it reads. */
static double
unpack_seconds_per_byte (double               n_cores,
                         const TokEfficiency *efficiency,
                         TokTensorType        type)
{
  double weights_per_second = n_cores * efficiency->thread_weights_per_second[type];

  if (weights_per_second <= 0.0)
    return 0.0;
  return tok_ratio (1.0, weights_per_second * tok_tensor_type_bytes_per_element (type));
}

/* Over a mix of types, each read at the bandwidth it realizes and unpacked meanwhile.  The two overlap in part, so that the
 * time is the root of the sum of their squares: with a plain sum the sweeps over threads of an i9-13900K (llama.cpp's llama-bench
 * README) and of a Ryzen 9 7950X (ik_llama.cpp discussion 164, pull requests 54 and 518) would take memory faster than theirs is,
 * with the longer of the two alone four threads would be as fast as eight. */
static double
weight_seconds_per_byte (const TokPlan       *plan,
                         const TokModel      *model,
                         const double         type_share[TOK_N_TENSOR_TYPES],
                         const TokDevice     *device,
                         const TokEfficiency *efficiency)
{
  double bandwidth = reachable_bandwidth (plan, device) * weight_share (plan, device, efficiency);
  double n_cores = busy_cores (plan, device);
  double seconds = 0.0;

  for (guint i = 0; i < model->n_types; i++)
    {
      TokTensorType type = model->types[i];

      if (type_share[type] > 0.0)
        seconds += type_share[type] * hypot (tok_ratio (1.0, bandwidth * efficiency->type_factor[type]),
                                             unpack_seconds_per_byte (n_cores, efficiency, type));
    }
  return seconds;
}

/* FLOP/s of large products: the device's own figure, that of the cores at work, or that of the class. */
static double
matrix_flops (const TokPlan       *plan,
              const TokDevice     *device,
              const TokEfficiency *efficiency)
{
  gboolean has_own = device->matrix_flops > 0.0 && (device->kind == TOK_DEVICE_CPU || !is_cpu (plan, device));
  double of_cores = busy_cores (plan, device) * efficiency->core_flops;

  if (has_own)
    return device->matrix_flops;
  return of_cores > 0.0 ? of_cores : efficiency->matrix_flops;
}

/* Over the weights that most of the arithmetic is done with: those of routed experts where the model has them.  Weights of 16 bits
 * need no unpacking, Blackwell multiplies MXFP4 as it is, and CPUs unpack small types again for every few tokens. */
static double
gemm_type_factor (const TokModel      *model,
                  const TokEfficiency *efficiency)
{
  const double *type_share = model->experts_share > 0.0 ? model->expert_type_share : model->dense_type_share;
  double weights = 0.0, effort = 0.0;

  for (guint i = 0; i < model->n_types; i++)
    {
      TokTensorType type = model->types[i];
      double of_type = tok_ratio (type_share[type], tok_tensor_type_bytes_per_element (type));

      weights += of_type;
      effort += tok_ratio (of_type, efficiency->gemm_type_factor[type]);
    }
  return effort > 0.0 ? tok_ratio (weights, effort) : 1.0;
}

/* The router, the gathering of tokens by expert and the sum of what they say grow with the experts a token visits: 1 in Llama 4, 22
 * in Nemotron 3 (physics notes, launches by kernel count). */
static double
moe_layer_seconds (const TokPlan       *plan,
                   const TokModel      *model,
                   const TokEfficiency *efficiency)
{
  double n_experts = model->architecture->experts.experts_per_token;

  if (n_experts <= 0.0)
    return 0.0;
  return efficiency->moe_layer_seconds * pow (n_experts / USUAL_EXPERTS, plan->efficiency->general.expert_count_exponent);
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

/* How much faster than its class it is: by what measurements of the chip say and, in prompts, the person's own. */
static void
set_factors (TokPlace  *place,
             TokEngine  engine)
{
  const TokCalibrationFactor *measured = tok_plan_calibration_factor (place->plan, TOK_MEASURED_PREFILL);

  tok_efficiency_table_chip (place->plan->efficiency, place->device->chip, engine, &place->decode_factor, &place->prefill_factor,
                             NULL);
  if (measured != NULL)
    place->prefill_factor *= measured->factor;
}

void
tok_place_init (TokPlace        *place,
                const TokPlan   *plan,
                const TokModel  *model,
                const TokDevice *device,
                TokEngine        engine)
{
  guint build_year = plan->values[TOK_PARAM_ENGINE_BUILD];
  const TokEfficiency *efficiency = tok_efficiency_table_cell (plan->efficiency, device->device_class, engine, build_year);
  double flops = matrix_flops (plan, device, efficiency);
  gboolean flash = tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION);

  memset (place, 0, sizeof *place);
  place->plan = plan;
  place->model = model;
  place->device = device;
  place->efficiency = efficiency;
  set_factors (place, engine);
  place->hides_reading = tok_engine_hides_reading (engine);
  place->peak_seconds_per_byte = tok_ratio (1.0, device->bandwidth);
  place->dense_seconds_per_byte = weight_seconds_per_byte (plan, model, model->dense_type_share, device, efficiency);
  place->expert_seconds_per_byte = weight_seconds_per_byte (plan, model, model->expert_type_share, device, efficiency);
  place->moe_layer_seconds = moe_layer_seconds (plan, model, efficiency);
  place->gemm_flops_per_second = flops * efficiency->gemm_share * gemm_type_factor (model, efficiency);
  place->small_batch_flops_per_second = flops * efficiency->small_batch_share;
  place->attention_flops_per_second = flops * (flash ? efficiency->attention_share : efficiency->attention_share_no_flash);
}

void
tok_place_add_weights (TokPlace           *place,
                       const TokLayerSums *layers,
                       double              share)
{
  double weights = layers->dense_weights + layers->expert_weights * place->model->experts_share;

  place->dense_bytes += layers->dense_bytes * share;
  place->expert_bytes += layers->expert_bytes * share;
  place->layer_flops += FLOPS_PER_WEIGHT * weights * share;
}

void
tok_place_add_launches (TokPlace           *place,
                        const TokLayerSums *layers)
{
  const TokEfficiency *efficiency = place->efficiency;
  double launches = layers->layers + layers->norm_quads * place->plan->efficiency->general.four_norms_extra;

  place->fixed_seconds += launches * efficiency->layer_seconds
                          + layers->layers * thread_count (place->plan, place->device) * efficiency->thread_sync_seconds
                          + layers->moe_layers * place->moe_layer_seconds
                          + layers->linear_layers * efficiency->linear_layer_seconds;
}

/* Of a layer's some thirty operations, each of which all threads wait for, the products of its routed experts and what is between
 * them are few.  Choosing experts stays with the rest of the layer. */
void
tok_place_add_expert_launches (TokPlace           *place,
                               const TokLayerSums *layers)
{
  const TokEfficiency *efficiency = place->efficiency;
  double layer = efficiency->layer_seconds + thread_count (place->plan, place->device) * efficiency->thread_sync_seconds;

  place->fixed_seconds += layers->moe_layers * layer * place->plan->efficiency->general.expert_launch_share;
}

void
tok_place_add_head (TokPlace *place,
                    double    share)
{
  const TokModel *model = place->model;

  place->dense_bytes += model->head_bytes * share;
  place->head_flops += FLOPS_PER_WEIGHT * model->head_weights * share;
}

void
tok_place_set_cache (TokPlace           *place,
                     const TokLayerSums *layers,
                     double              share)
{
  const TokPlan *plan = place->plan;
  const TokEfficiency *efficiency = place->efficiency;
  gboolean flash = tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION);
  double rate = reachable_bandwidth (place->plan, place->device) * (flash ? efficiency->cache_share : efficiency->cache_share_no_flash);
  TokTensorType k_type = tok_plan_kv_tensor_type ((TokKvType) plan->values[TOK_PARAM_KV_K]);
  TokTensorType v_type = tok_plan_kv_tensor_type ((TokKvType) plan->values[TOK_PARAM_KV_V]);
  double k = share * tok_tensor_type_bytes_per_element (k_type), v = share * tok_tensor_type_bytes_per_element (v_type);
  double k_seconds = tok_ratio (1.0, rate * efficiency->cache_type_factor[k_type]);
  double v_seconds = tok_ratio (1.0, rate * efficiency->cache_type_factor[v_type]);

  set_cells (&place->cells[TOK_CELLS_FULL], layers->read_full_k * k, layers->read_full_v * v, k_seconds, v_seconds,
             layers->full_flops * share, layers->prefill_full_flops * share);
  set_cells (&place->cells[TOK_CELLS_WINDOW], layers->read_window_k * k, layers->read_window_v * v, k_seconds, v_seconds,
             layers->window_flops * share, layers->prefill_window_flops * share);
  set_cells (&place->cells[TOK_CELLS_SELECTED], layers->read_selected_k * k, layers->read_selected_v * v, k_seconds, v_seconds,
             layers->selected_flops * share, layers->prefill_selected_flops * share);
  /* A state is read and written once per token. */
  place->state_bytes = 2.0 * layers->state_bytes * share;
  place->state_seconds = place->state_bytes * tok_ratio (1.0, rate);
}

double
tok_place_visited_share (const TokPlace *place,
                         double          distinct_share)
{
  double own = place->model->experts_share;

  return CLAMP (own + place->efficiency->expert_union_factor * (distinct_share - own), own, 1.0);
}

/* Share of GEMM speed matrices with routed experts reach; 1 for a dense model (physics notes 6.2).  It grows with the rows each
 * expert multiplies: of 512 tokens, eight of 128 experts get 32 each, two of eight experts 128.  As a power of the rows, less than
 * the first, it never makes more tokens take less time. */
static double
expert_share (const TokPlace *place,
              double          n_tokens)
{
  const TokEfficiency *efficiency = place->efficiency;
  double share = place->model->experts_share, rows, position;

  if (share <= 0.0)
    return 1.0;
  rows = tok_ratio (n_tokens * share, tok_model_distinct_experts_share (place->model, n_tokens));
  position = CLAMP (log (MAX (rows, 1.0) / FEW_ROWS) / log (MANY_ROWS / FEW_ROWS), 0.0, 1.0);
  return efficiency->expert_gemm_share * pow (efficiency->expert_gemm_share_2048 / efficiency->expert_gemm_share, position);
}

double
tok_place_arithmetic_seconds (const TokPlace *place,
                              double          flops,
                              double          n_tokens)
{
  double tile = place->plan->efficiency->general.gemm_tile_tokens;
  double n_vector = place->hides_reading ? 1.0 : MIN (n_tokens, VECTOR_KERNEL_TOKENS);
  double vector, gemm = 0.0;

  if (n_tokens <= 1.0)
    return 0.0;
  vector = tok_ratio ((n_vector - 1.0) * flops, place->small_batch_flops_per_second);
  if (n_tokens > n_vector)
    gemm = tok_ratio ((n_tokens + tile) * flops, place->gemm_flops_per_second);
  return tok_ratio (MAX (vector, gemm), expert_share (place, n_tokens));
}

double
tok_place_matrix_seconds (const TokPlace *place,
                          double          read_seconds,
                          double          arithmetic_seconds)
{
  return place->hides_reading ? MAX (read_seconds, arithmetic_seconds) : read_seconds + arithmetic_seconds;
}
