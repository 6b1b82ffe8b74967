/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fitted constants: which measured cell or chip stands in for one that was not. */

#include <math.h>

#include "core/efficiency.h"

#define SPECIFICATION_SHARE 0.11

static TokEfficiency
with_share (double weight_share)
{
  return (TokEfficiency) { .weight_share = weight_share, .layer_year_factor = 1.0 };
}

static void
set_cell (TokEfficiencyTable *table,
          TokDeviceClass      device_class,
          TokEngine           engine,
          guint               build_year,
          double              weight_share)
{
  TokEfficiency efficiency = with_share (weight_share);

  tok_efficiency_table_set (table, device_class, engine, build_year, &efficiency);
}

static void
resolve (TokEfficiencyTable *table)
{
  TokEfficiency specification = with_share (SPECIFICATION_SHARE);

  tok_efficiency_table_resolve (table, &specification);
}

static void
assert_cell (const TokEfficiencyTable *table,
             TokDeviceClass            device_class,
             TokEngine                 engine,
             guint                     build_year,
             double                    weight_share,
             TokBasis                  basis)
{
  const TokEfficiency *cell = tok_efficiency_table_cell (table, device_class, engine, build_year);

  g_assert_cmpfloat (cell->weight_share, ==, weight_share);
  g_assert_cmpuint (cell->basis, ==, basis);
}

static void
test_band_names (void)
{
  for (guint i = 0; i < TOK_N_BANDS; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpstr (tok_band_kind_name ((TokBandKind) i), !=, tok_band_kind_name ((TokBandKind) j));
  g_assert_cmpstr (tok_band_kind_name (TOK_BAND_GPU_MOE_DEEP), ==, "gpu-moe-deep");
}

static void
test_build_years (void)
{
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();

  set_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2024, 0.4);
  set_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2026, 0.6);
  resolve (table);
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2024, 0.4, TOK_BASIS_CLASS);
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2026, 0.6, TOK_BASIS_CLASS);
  /* Between two the older one: a build keeps what it reached. */
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2025, 0.4, TOK_BASIS_CLASS);
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2023, 0.4, TOK_BASIS_FAMILY);
  /* Years outside of the table are the nearest in it. */
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 1999, 0.4, TOK_BASIS_FAMILY);
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2099, 0.6, TOK_BASIS_CLASS);
}

static void
test_sister_engines (void)
{
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();

  set_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2026, 0.6);
  set_cell (table, TOK_CLASS_AMD_RDNA3, TOK_ENGINE_LLAMA_ROCM, 2026, 0.5);
  set_cell (table, TOK_CLASS_AMD_RDNA3, TOK_ENGINE_LLAMA_VULKAN, 2026, 0.7);
  resolve (table);
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_VULKAN, 2026, 0.6, TOK_BASIS_FAMILY);
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_VLLM, 2026, 0.6, TOK_BASIS_FAMILY);
  /* Vulkan is nearer to ROCm than the default of the enumeration. */
  assert_cell (table, TOK_CLASS_AMD_RDNA3, TOK_ENGINE_LLAMA_CUDA, 2026, 0.7, TOK_BASIS_FAMILY);
  assert_cell (table, TOK_CLASS_AMD_RDNA3, TOK_ENGINE_OLLAMA, 2026, 0.5, TOK_BASIS_FAMILY);
}

static void
test_sister_classes (void)
{
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();

  set_cell (table, TOK_CLASS_NV_PASCAL, TOK_ENGINE_LLAMA_CUDA, 2026, 0.3);
  set_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2026, 0.6);
  set_cell (table, TOK_CLASS_CPU_SERVER, TOK_ENGINE_LLAMA_CPU, 2026, 0.2);
  resolve (table);
  assert_cell (table, TOK_CLASS_NV_VOLTA, TOK_ENGINE_LLAMA_CUDA, 2026, 0.3, TOK_BASIS_FAMILY);
  assert_cell (table, TOK_CLASS_NV_HOPPER, TOK_ENGINE_LLAMA_CUDA, 2026, 0.6, TOK_BASIS_FAMILY);
  assert_cell (table, TOK_CLASS_ARM_SBC, TOK_ENGINE_LLAMA_CPU, 2026, 0.2, TOK_BASIS_FAMILY);
  /* Another class with another engine says no more than the vendor. */
  assert_cell (table, TOK_CLASS_NV_HOPPER, TOK_ENGINE_LLAMA_VULKAN, 2026, 0.6, TOK_BASIS_SPECIFICATION);
}

static void
test_specification (void)
{
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();

  set_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2026, 0.6);
  resolve (table);
  assert_cell (table, TOK_CLASS_AMD_RDNA4, TOK_ENGINE_LLAMA_VULKAN, 2026, SPECIFICATION_SHARE, TOK_BASIS_SPECIFICATION);
  assert_cell (table, TOK_CLASS_OTHER, TOK_ENGINE_LLAMA_VULKAN, 2026, SPECIFICATION_SHARE, TOK_BASIS_SPECIFICATION);
}

/* A cell pooled from sisters says no more than they do. */
static void
test_pooled_cells (void)
{
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();
  TokEfficiency pooled = with_share (0.6);

  pooled.basis = TOK_BASIS_FAMILY;
  tok_efficiency_table_set (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2025, &pooled);
  resolve (table);
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2025, 0.6, TOK_BASIS_FAMILY);
  assert_cell (table, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA, 2026, 0.6, TOK_BASIS_FAMILY);
}

/* 40 % longer for each year before the last, whichever year the cell was set for, or none. */
static void
test_older_builds_launch_slower (void)
{
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();
  TokEfficiency cell = {
    .weight_share = 0.6,
    .layer_seconds = 100e-6,
    .moe_layer_seconds = 50e-6,
    .linear_layer_seconds = 20e-6,
    .thread_sync_seconds = 1e-6,
    .layer_year_factor = 1.4,
  };

  tok_efficiency_table_set (table, TOK_CLASS_AMD_RDNA3, TOK_ENGINE_LLAMA_ROCM, 2025, &cell);
  resolve (table);
  for (guint year = TOK_FIRST_BUILD_YEAR; year <= TOK_LAST_BUILD_YEAR; year++)
    {
      const TokEfficiency *aged = tok_efficiency_table_cell (table, TOK_CLASS_AMD_RDNA3, TOK_ENGINE_LLAMA_ROCM, year);
      double factor = pow (1.4, TOK_LAST_BUILD_YEAR - year);

      g_assert_cmpfloat_with_epsilon (aged->layer_seconds, 100e-6 * factor, 1e-12);
      g_assert_cmpfloat_with_epsilon (aged->moe_layer_seconds, 50e-6 * factor, 1e-12);
      g_assert_cmpfloat_with_epsilon (aged->linear_layer_seconds, 20e-6 * factor, 1e-12);
      g_assert_cmpfloat (aged->thread_sync_seconds, ==, 1e-6);
    }
}

static void
assert_chip (const TokEfficiencyTable *table,
             guint                     chip,
             TokEngine                 engine,
             double                    expected_decode,
             double                    expected_prefill,
             TokBasis                  expected_basis)
{
  double decode, prefill;
  TokBasis basis;

  tok_efficiency_table_chip (table, chip, engine, &decode, &prefill, &basis);
  g_assert_cmpfloat (decode, ==, expected_decode);
  g_assert_cmpfloat (prefill, ==, expected_prefill);
  g_assert_cmpuint (basis, ==, expected_basis);
}

static void
test_chips (void)
{
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();
  double decode;
  TokBasis basis;
  guint card, mac;

  tok_efficiency_table_add_chip (table, "RTX 3090", TOK_ENGINE_LLAMA_CUDA, 1.1, 0.9);
  tok_efficiency_table_add_chip (table, "M3 Max", TOK_ENGINE_LLAMA_METAL, 0.95, 0.0);
  tok_efficiency_table_add_chip (table, "M3 Max", TOK_ENGINE_OLLAMA, 0.85, 0.0);
  tok_efficiency_table_add_chip (table, "Threadripper", TOK_ENGINE_OLLAMA, 0.7, 0.6);
  tok_efficiency_table_add_chip (table, "RTX 3090", TOK_ENGINE_VLLM, 0.8, 1.2);
  resolve (table);
  card = tok_efficiency_table_find_chip (table, "RTX 3090");
  mac = tok_efficiency_table_find_chip (table, "M3 Max");
  g_assert_cmpuint (tok_efficiency_table_find_chip (table, "RTX 3080"), ==, 0);
  assert_chip (table, card, TOK_ENGINE_LLAMA_CUDA, 1.1, 0.9, TOK_BASIS_CLASS);
  assert_chip (table, card, TOK_ENGINE_VLLM, 0.8, 1.2, TOK_BASIS_CLASS);
  /* The most alike engine stands in. */
  assert_chip (table, card, TOK_ENGINE_LLAMA_VULKAN, 1.1, 0.9, TOK_BASIS_FAMILY);
  assert_chip (table, card, TOK_ENGINE_SGLANG, 0.8, 1.2, TOK_BASIS_FAMILY);
  /* Only what is asked for has to be measured. */
  assert_chip (table, mac, TOK_ENGINE_LLAMA_METAL, 0.95, 1.0, TOK_BASIS_FAMILY);
  tok_efficiency_table_chip (table, mac, TOK_ENGINE_LLAMA_METAL, &decode, NULL, &basis);
  g_assert_cmpuint (basis, ==, TOK_BASIS_CLASS);
  /* What the GPU was measured at says nothing of the CPU beside it. */
  assert_chip (table, mac, TOK_ENGINE_LLAMA_CPU, 1.0, 1.0, TOK_BASIS_FAMILY);
  assert_chip (table, tok_efficiency_table_find_chip (table, "Threadripper"), TOK_ENGINE_LLAMA_CPU, 0.7, 0.6, TOK_BASIS_FAMILY);
  assert_chip (table, 0, TOK_ENGINE_LLAMA_CUDA, 1.0, 1.0, TOK_BASIS_FAMILY);
}

static void
test_no_cell_is_left (void)
{
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();

  set_cell (table, TOK_CLASS_APPLE_M3, TOK_ENGINE_LLAMA_METAL, 2025, 0.6);
  resolve (table);
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint year = TOK_FIRST_BUILD_YEAR; year <= TOK_LAST_BUILD_YEAR; year++)
        {
          const TokEfficiency *cell = tok_efficiency_table_cell (table, (TokDeviceClass) i, (TokEngine) j, year);

          g_assert_cmpfloat (cell->weight_share, >, 0.0);
          g_assert_cmpuint (cell->basis, >=, TOK_BASIS_CLASS);
        }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/efficiency/every-band-has-a-name-of-its-own", test_band_names);
  g_test_add_func ("/efficiency/an-older-build-serves-newer-years", test_build_years);
  g_test_add_func ("/efficiency/a-sister-engine-stands-in", test_sister_engines);
  g_test_add_func ("/efficiency/the-nearest-class-of-the-vendor-stands-in", test_sister_classes);
  g_test_add_func ("/efficiency/the-specification-stands-in-for-another-vendor", test_specification);
  g_test_add_func ("/efficiency/a-pooled-cell-is-of-the-family", test_pooled_cells);
  g_test_add_func ("/efficiency/older-builds-launch-slower", test_older_builds_launch_slower);
  g_test_add_func ("/efficiency/chips-have-factors-by-engine", test_chips);
  g_test_add_func ("/efficiency/no-cell-is-left-empty", test_no_cell_is_left);

  return g_test_run ();
}
