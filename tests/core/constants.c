/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixture: one row per class of the reference model. */

#include "constants.h"

#include "core/footprint.h"
#include "core/units.h"
#include "models.h"

#define MICROSECOND 1e-6

/* The measured chips, and their numbers. */
#define CARD_CHIP "RTX 4090"
#define CARD_CHIP_NUMBER 1
#define HOST_CHIP "Desktop"
#define HOST_CHIP_NUMBER 2

typedef struct
{
  TokDeviceClass device_class;
  TokEngine      engine;
  guint          build_year;
  double         weight_share, cache_share;
  double         layer_us, moe_layer_us;
  double         matrix_flops;                      /* 0: not stated, arithmetic is free */
  double         gemm, small_batch, attention;      /* FLOP/s */
} Row;

static const Row rows[] = {
  { TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2025, 0.91, 0.92, 28, 14, 330.3e12, 150e12, 70e12, 90e12 },
  { TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2024, 0.89, 0.36, 82, 100, 330.3e12, 115e12, 115e12 / 3, 18.7e12 },
  { TOK_CLASS_NV_AMPERE, TOK_ENGINE_LLAMA_CUDA, 2025, 0.95, 0.94, 40, 60, 142e12, 80e12, 14e12, 43e12 },
  { TOK_CLASS_NV_AMPERE, TOK_ENGINE_LLAMA_VULKAN, 2025, 0.72, 0.80, 21, 60, 51e12, 30e12, 5e12, 15e12 },
  { TOK_CLASS_NV_TURING, TOK_ENGINE_LLAMA_CUDA, 2025, 0.80, 0.70, 25, 60, 89e12, 35e12, 35e12 / 3, 35e12 / 2 },
  { TOK_CLASS_NV_TURING, TOK_ENGINE_LLAMA_VULKAN, 2025, 0.70, 0.70, 37, 60, 89e12, 35e12, 35e12 / 3, 35e12 / 2 },
  { TOK_CLASS_NV_GB10, TOK_ENGINE_LLAMA_CUDA, 2025, 0.90, 0.70, 12, 15, 1e15, 1e15, 1e15 / 3, 1e15 / 2 },
  { TOK_CLASS_AMD_RDNA4, TOK_ENGINE_LLAMA_VULKAN, 2025, 0.80, 0.80, 40, 5, 1e15, 1e15, 1e15 / 3, 1e15 / 2 },
  { TOK_CLASS_AMD_APU_RDNA35, TOK_ENGINE_LLAMA_VULKAN, 2025, 0.87, 0.70, 65, 20, 1e15, 1e15, 1e15 / 3, 1e15 / 2 },
  { TOK_CLASS_APPLE_M3, TOK_ENGINE_LLAMA_METAL, 2025, 0.88, 0.50, 115, 95, 1e15, 1e15, 1e15 / 3, 1e15 / 2 },
  { TOK_CLASS_APPLE_M3, TOK_ENGINE_LLAMA_METAL, 2024, 0.86, 0.40, 178, 115, 1e15, 1e15, 1e15 / 3, 1e15 / 2 },
  { TOK_CLASS_CPU_DESKTOP, TOK_ENGINE_LLAMA_CPU, 2025, 0.62, 0.45, 60, 0, 1.6e12, 1.6e12, 1.2e12, 0.8e12 },
  /* The i9-10900X of the measured splits (physics notes 7.1). */
  { TOK_CLASS_CPU_HEDT, TOK_ENGINE_LLAMA_CPU, 2025, 0.48, 0.45, 60, 0, 1.6e12, 1.6e12, 1.2e12, 0.8e12 },
  { TOK_CLASS_CPU_SERVER, TOK_ENGINE_LLAMA_CPU, 2025, 0.72, 0.40, 1100, 0, 1e15, 1e15, 1e15 / 3, 1e15 / 2 },
};

static const TokEngine default_engines[TOK_N_CLASSES] = {
  [TOK_CLASS_AMD_RDNA4] = TOK_ENGINE_LLAMA_VULKAN,
  [TOK_CLASS_AMD_APU_RDNA35] = TOK_ENGINE_LLAMA_VULKAN,
  [TOK_CLASS_APPLE_M3] = TOK_ENGINE_LLAMA_METAL,
  [TOK_CLASS_CPU_DESKTOP] = TOK_ENGINE_LLAMA_CPU,
  [TOK_CLASS_CPU_HEDT] = TOK_ENGINE_LLAMA_CPU,
  [TOK_CLASS_CPU_SERVER] = TOK_ENGINE_LLAMA_CPU,
};

static const TokGeneralConstants general = {
  .crossing_seconds = 30e-6,
  .hop_seconds = 25e-6,
  .allreduce_seconds_pcie = 33e-6,
  .allreduce_seconds_pcie_4 = 40e-6,
  .allreduce_seconds_nvlink = 10e-6,
  .pipeline_share = 0.9,
  .link_share_pinned = 0.8,
  .link_share_pageable = 8e9 / 15.75e9,     /* 8 GB/s over PCIe 3 x16 */
  .host_tokenize_seconds = 1e-6,
  .numa_factor = 1.3,
  .row_layer_seconds = 60e-6,
  .expert_count_exponent = 0.0,
  .expert_launch_share = 0.2,
  .four_norms_extra = 0.5,
  .gemm_tile_tokens = 10.0,
  .op_offload_min_tokens = 32.0,
  .draft_buffer_bytes = 0.45 * TOK_GIB,
  .comfortable_free_bytes = 1.0 * TOK_GIB,
  .calibration = {
    .row_spread = { 0.05, 0.1 },
    .cache_spread = 0.3,
    .machine_spread = { { 0.1, 0.1, 0.2, 0.3 }, { 0.2, 0.2, 0.3, 0.4 } },
  },
  .disk_bytes_per_second = 3e9,
  .assumed_host_bandwidth = 96e9,
  .assumed_host_memory_bytes = 64.0 * TOK_GIB,
};

/* Every kind and basis has a band of its own. */
static void
fill_bands (TokGeneralConstants *constants)
{
  static const double spreads[TOK_N_BASES] = { 0.10, 0.10, 0.15, 0.20 };

  for (guint i = 0; i < TOK_N_BANDS; i++)
    for (guint j = 0; j < TOK_N_BASES; j++)
      constants->bands[i][j] = (TokBand) { 1.0 - spreads[j] - 0.002 * i, 1.0 + spreads[j] + 0.001 * i };
}

static TokEfficiency
make_efficiency (const Row *row)
{
  TokEfficiency efficiency = {
    .weight_share = row->weight_share,
    .cache_share = row->cache_share,
    .cache_share_no_flash = 0.36,
    .layer_seconds = row->layer_us * MICROSECOND,
    .layer_year_factor = 1.0,
    .moe_layer_seconds = row->moe_layer_us * MICROSECOND,
    .linear_layer_seconds = 16.0 * MICROSECOND,
    .token_seconds = 0.65e-3,
    .gemm_share = row->gemm / row->matrix_flops,
    .small_batch_share = row->small_batch / row->matrix_flops,
    .attention_share = row->attention / row->matrix_flops,
    /* Builds of 2024 had no flash attention: a fifth of today's rate. */
    .attention_share_no_flash = (row->build_year > 2024 ? 0.2 : 1.0) * row->attention / row->matrix_flops,
    .expert_gemm_share = 0.40,
    .expert_gemm_share_2048 = 0.50,
    .expert_union_factor = 1.0,
    .matrix_flops = row->matrix_flops,
    .base_bytes = 0.5 * TOK_GIB,
  };

  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    efficiency.type_factor[i] = efficiency.cache_type_factor[i] = efficiency.gemm_type_factor[i] = 1.0;
  return efficiency;
}

TokEfficiencyTable *
tok_fixture_constants (void)
{
  const Row fallback = { TOK_CLASS_OTHER, TOK_ENGINE_LLAMA_VULKAN, 2025, 0.80, 0.60, 40, 30, 20e12, 8e12, 3e12, 4e12 };
  TokEfficiency specification = make_efficiency (&fallback);
  TokEfficiencyTable *table = tok_efficiency_table_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TokEfficiency efficiency = make_efficiency (&rows[i]);

      tok_efficiency_table_set (table, rows[i].device_class, rows[i].engine, rows[i].build_year, &efficiency);
    }
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    table->default_engine[i] = default_engines[i];
  table->general = general;
  fill_bands (&table->general);
  tok_efficiency_table_add_chip (table, CARD_CHIP, TOK_ENGINE_LLAMA_CUDA, 1.0, 1.0);
  tok_efficiency_table_add_chip (table, HOST_CHIP, TOK_ENGINE_LLAMA_CPU, 1.0, 1.0);
  tok_efficiency_table_resolve (table, &specification);
  return table;
}

TokDevice
tok_fixture_device (TokDeviceClass device_class,
                    double         bandwidth_gb,
                    double         memory_gib)
{
  TokDevice device = { .device_class = device_class };
  const char *vendor = tok_device_class_vendor (device_class);

  g_strlcpy (device.name, tok_device_class_name (device_class), sizeof device.name);
  if (g_str_equal (vendor, "cpu"))
    device.kind = TOK_DEVICE_CPU;
  else if (g_str_equal (vendor, "apple"))
    device.kind = TOK_DEVICE_SOC;
  device.unified_memory = device.kind != TOK_DEVICE_GPU;
  device.bandwidth = bandwidth_gb * TOK_GB;
  device.memory_bytes = device.usable_bytes = memory_gib * TOK_GIB;
  return device;
}

TokDevice
tok_fixture_rtx_4090 (void)
{
  TokDevice device = tok_fixture_device (TOK_CLASS_NV_ADA, 1008, 24);

  device.matrix_flops = 330.3e12;
  device.link_bandwidth = tok_device_pcie_bandwidth (4, 16);
  device.chip = CARD_CHIP_NUMBER;
  return device;
}

TokDevice
tok_fixture_desktop (void)
{
  TokDevice device = tok_fixture_device (TOK_CLASS_CPU_DESKTOP, 96, 64);

  device.chip = HOST_CHIP_NUMBER;
  return device;
}

void
tok_fixture_plan (TokPlan                  *plan,
                  const TokEfficiencyTable *table,
                  const TokDevice          *device,
                  const TokDevice          *host,
                  const char               *model,
                  TokFileType               file_type)
{
  g_autoptr (TokArchitecture) base = tok_fixture_model (model);

  tok_plan_init (plan, table, device, host, base);
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, file_type);
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, base->n_layers);
  tok_plan_set (plan, TOK_PARAM_DEPTH, 0);
}

void
tok_machine_fixture_set_up (TokMachineFixture *fixture,
                            gconstpointer      data)
{
  fixture->table = tok_fixture_constants ();
  fixture->card = tok_fixture_rtx_4090 ();
  fixture->host = tok_fixture_desktop ();
}

void
tok_machine_fixture_tear_down (TokMachineFixture *fixture,
                               gconstpointer      data)
{
  tok_efficiency_table_free (fixture->table);
}

void
tok_machine_fixture_plan (const TokMachineFixture *fixture,
                          TokPlan                 *plan,
                          const TokDevice         *device,
                          const char              *model,
                          TokFileType              file_type,
                          double                   context)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model (model);

  tok_plan_init (plan, fixture->table, device, &fixture->host, architecture);
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, file_type);
  tok_plan_set (plan, TOK_PARAM_CONTEXT, context);
}

void
tok_plan_fixture_set_up (TokPlanFixture *fixture,
                         gconstpointer   model)
{
  fixture->table = tok_fixture_constants ();
  fixture->gpu = tok_fixture_rtx_4090 ();
  fixture->cpu = tok_fixture_desktop ();
  tok_fixture_plan (&fixture->plan, fixture->table, &fixture->gpu, &fixture->cpu, model, TOK_FILE_Q4_K_M);
}

void
tok_plan_fixture_tear_down (TokPlanFixture *fixture,
                            gconstpointer   model)
{
  tok_plan_clear (&fixture->plan);
  tok_efficiency_table_free (fixture->table);
}

double
tok_fixture_cache_bytes (const TokPlan      *plan,
                         const TokLayerSums *sums)
{
  TokFootprint footprint;

  tok_footprint_init (&footprint, plan, plan->model);
  return tok_footprint_cache (&footprint, sums);
}

void
tok_fixture_split (const TokPlan *plan,
                   guint          gpu_layers,
                   TokSplit      *split)
{
  g_auto (TokPlan) changed;

  tok_plan_copy (plan, &changed);
  tok_plan_set (&changed, TOK_PARAM_GPU_LAYERS, gpu_layers);
  tok_split_resolve (&changed, split);
}

void
tok_fixture_step (const TokPlan   *plan,
                  const TokSplit  *split,
                  const TokMemory *memory,
                  double           depth,
                  TokStep         *step)
{
  TokWorkload workload;

  tok_workload_init (&workload, plan, plan->model, split, memory);
  tok_decode_step (&workload, depth, 1.0, 1.0, step);
}

double
tok_fixture_tok_s (const TokPlan *plan,
                   double         depth)
{
  return tok_fixture_split_tok_s (plan, plan->model->architecture->n_layers, depth);
}

double
tok_fixture_split_tok_s (const TokPlan *plan,
                         guint          gpu_layers,
                         double         depth)
{
  TokSplit split;
  TokStep step;

  tok_fixture_split (plan, gpu_layers, &split);
  tok_fixture_step (plan, &split, NULL, depth, &step);
  return 1.0 / step.time.total;
}
