/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in catalog: what was compiled in is what the files say. */

#include <string.h>

#include "core/plan.h"
#include "core/units.h"
#include "formats/catalog.h"
#include "formats/json-parse.h"

static JsonArray *
load_list (TokJson **json, const char *file_name, const char *member)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "catalog", file_name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  *json = tok_json_load (file, &error);
  g_assert_no_error (error);
  return json_object_get_array_member (json_node_get_object (tok_json_root (*json)), member);
}

/* The counts in the file are recomputed from published ones, which llama.cpp and the vendors print. */
static void
test_shapes_have_the_published_parameters (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  g_autoptr (TokJson) json = NULL;
  JsonArray *models = load_list (&json, "models.json", "models");

  g_assert_cmpuint (json_array_get_length (models), ==, 235);
  g_assert_cmpuint (tok_catalog_n_models (catalog), ==, 235);
  for (guint i = 0; i < json_array_get_length (models); i++)
    {
      JsonObject *entry = json_array_get_object_element (models, i);
      const TokArchitecture *architecture = tok_catalog_model (catalog, i)->architecture;

      g_assert_cmpstr (architecture->id, ==, json_object_get_string_member (entry, "id"));
      g_test_message ("%s", architecture->id);
      g_assert_cmpfloat (tok_architecture_total_params (architecture), ==, json_object_get_int_member (entry, "total_params"));
      g_assert_cmpfloat (tok_architecture_active_params (architecture), ==, json_object_get_int_member (entry, "active_params"));
    }
}

static const TokDevice *
device (const TokCatalog *catalog, const char *id)
{
  const TokCatalogDevice *entry = tok_catalog_find_device (catalog, id);

  g_assert_nonnull (entry);
  return &entry->device;
}

static const TokArchitecture *
model (const TokCatalog *catalog, const char *id)
{
  const TokCatalogModel *entry = tok_catalog_find_model (catalog, id);

  g_assert_nonnull (entry);
  return entry->architecture;
}

/* Data sheet: 21 Gbit/s x 384 bit, 24 GB, PCIe 4.0 x16, 330.3 TFLOP/s FP16 with FP16 accumulation; 24080 MiB in llama.cpp's log. */
static void
test_a_data_sheet_becomes_a_device (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  const TokDevice *gpu = device (catalog, "geforce-rtx-4090");

  g_assert_cmpuint (tok_catalog_n_devices (catalog), ==, 412);
  g_assert_cmpstr (gpu->name, ==, "NVIDIA GeForce RTX 4090");
  g_assert_cmpint (gpu->kind, ==, TOK_DEVICE_GPU);
  g_assert_cmpint (gpu->device_class, ==, TOK_CLASS_NV_ADA);
  g_assert_false (gpu->unified_memory);
  g_assert_cmpfloat (gpu->bandwidth, ==, 21e9 * 384 / 8);
  g_assert_cmpfloat (gpu->memory_bytes, ==, 24 * TOK_GIB);
  g_assert_cmpfloat (gpu->usable_bytes, ==, 24080 * TOK_MIB);
  g_assert_cmpfloat_with_epsilon (gpu->matrix_flops, 330.3e12, 1e6);
  g_assert_cmpfloat (gpu->link_bandwidth, ==, tok_device_pcie_bandwidth (4, 16));
}

static void
test_other_kinds_of_devices (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  const TokDevice *mac = device (catalog, "apple-m2-ultra-76gpu-192gb");
  const TokDevice *cpu = device (catalog, "cpu-dual-ddr5-6000");
  const TokDevice *pascal = device (catalog, "tesla-p40");
  const TokDevice *linked = device (catalog, "geforce-rtx-3090");

  g_assert_true (mac->unified_memory);
  g_assert_cmpint (mac->budget_rule, ==, TOK_BUDGET_APPLE);
  g_assert_cmpint (mac->device_class, ==, TOK_CLASS_APPLE_M2);
  g_assert_cmpint (cpu->kind, ==, TOK_DEVICE_CPU);
  g_assert_cmpuint (cpu->memory_channels, ==, 2);
  g_assert_cmpuint (cpu->transfer_rate, ==, 6000);
  g_assert_cmpfloat (cpu->bandwidth, ==, tok_device_dram_bandwidth (2, 6000e6));
  /* Half precision runs at 1/64 on this chip: the FP32 rate counts. */
  g_assert_cmpfloat (pascal->matrix_flops, >, 11e12);
  /* NVLink 3 bridge: 112.5 GB/s in both directions together. */
  g_assert_cmpfloat (linked->interconnect_bandwidth, ==, 56.25e9);
}

/* One convention for all cards: the RTX 3090 Ti and the RTX A6000 are the same 84 multiprocessors at 1860 and 1800 MHz, the RTX 5090
 * and the RTX PRO 6000 170 at 2407 and 188 at 2617 MHz (data sheets), though NVIDIA prints rates of unlike accumulation. */
static void
test_rates_of_cards_of_one_die_compare_by_clock (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  g_assert_cmpfloat_with_epsilon (device (catalog, "geforce-rtx-3090-ti")->matrix_flops / device (catalog, "rtx-a6000")->matrix_flops,
                                  1860.0 / 1800.0, 0.005);
  g_assert_cmpfloat_with_epsilon (device (catalog, "rtx-pro-6000-blackwell")->matrix_flops / device (catalog, "geforce-rtx-5090")->matrix_flops,
                                  188.0 / 170.0 * 2617.0 / 2407.0, 0.005);
}

static const char *
chip (const TokCatalog *catalog, const char *id)
{
  return tok_catalog_find_device (catalog, id)->chip;
}

/* Memory, active cores and the board do not make another chip; other clocks, power limits and forms do. */
static void
test_variants_of_a_chip_are_told_from_other_chips (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  g_assert_cmpstr (chip (catalog, "geforce-rtx-4090"), ==, "NVIDIA GeForce RTX 4090");
  g_assert_cmpstr (chip (catalog, "geforce-rtx-4090-48gb"), ==, "NVIDIA GeForce RTX 4090");
  g_assert_cmpstr (chip (catalog, "geforce-rtx-4090-laptop"), ==, "NVIDIA GeForce RTX 4090 Laptop");
  g_assert_cmpstr (chip (catalog, "geforce-rtx-5060-ti-8gb"), ==, chip (catalog, "geforce-rtx-5060-ti-16gb"));
  g_assert_cmpstr (chip (catalog, "a100-sxm-40gb"), ==, chip (catalog, "a100-sxm-80gb"));
  g_assert_cmpstr (chip (catalog, "a100-sxm-80gb"), !=, chip (catalog, "a100-pcie-80gb"));
  g_assert_cmpstr (chip (catalog, "apple-m3-max-30gpu-36gb"), ==, "Apple M3 Max");
  g_assert_cmpstr (chip (catalog, "apple-m3-max-40gpu-128gb"), ==, "Apple M3 Max");
  g_assert_cmpstr (chip (catalog, "ryzen-ai-max-plus-395-64gb"), ==, chip (catalog, "ryzen-ai-max-plus-395-128gb"));
  g_assert_cmpstr (chip (catalog, "cpu-dual-ddr5-6000"), ==, "Desktop CPU, dual-channel DDR5-6000");
}

/* Factors of a chip are on the constants of one class, and a table of chips holds the whole name. */
static void
test_a_chip_is_of_one_class (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  g_autoptr (GHashTable) chips = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < tok_catalog_n_devices (catalog); i++)
    {
      const TokCatalogDevice *entry = tok_catalog_device (catalog, i);
      const TokCatalogDevice *first = g_hash_table_lookup (chips, entry->chip);

      g_test_message ("%s: %s", entry->device.id, entry->chip);
      g_assert_cmpuint (strlen (entry->chip), <, sizeof ((TokChip *) 0)->name);
      if (first == NULL)
        g_hash_table_insert (chips, entry->chip, (gpointer) entry);
      else
        g_assert_true (entry->device.device_class == first->device.device_class && entry->device.kind == first->device.kind);
    }
}

/* Cores of the data sheets: BCM2712, two Gold 6454S, i9-10900X, Ryzen AI Max+ 395; of an M3 Max the performance cores. */
static void
test_whatever_computes_beside_a_gpu_has_cores (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  g_assert_cmpuint (device (catalog, "raspberry-pi-5-8gb")->cores, ==, 4);
  g_assert_cmpuint (device (catalog, "xeon-spr-2s-ddr5-4800")->cores, ==, 64);
  g_assert_cmpuint (device (catalog, "x299-quad-ddr4-3200")->cores, ==, 10);
  g_assert_cmpuint (device (catalog, "ryzen-ai-max-plus-395-128gb")->cores, ==, 16);
  g_assert_cmpuint (device (catalog, "apple-m3-max-40gpu-64gb")->cores, ==, 12);
  for (guint i = 0; i < tok_catalog_n_devices (catalog); i++)
    {
      const TokDevice *any = &tok_catalog_device (catalog, i)->device;

      g_test_message ("%s", any->id);
      g_assert_true (!any->unified_memory || (any->cores >= MAX (any->sockets, 1) && any->cores <= 512));
    }
}

static void
test_figures_are_plausible_and_have_a_source (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  for (guint i = 0; i < tok_catalog_n_devices (catalog); i++)
    {
      const TokCatalogDevice *entry = tok_catalog_device (catalog, i);

      g_test_message ("%s", entry->device.id);
      g_assert_true (tok_catalog_find_device (catalog, entry->device.id) == entry);
      g_assert_cmpstr (entry->source, !=, "");
      g_assert_cmpstr (entry->details, !=, "");
      g_assert_cmpfloat (entry->device.bandwidth, >=, 2e9);
      g_assert_cmpfloat (entry->device.bandwidth, <=, 12e12);
      g_assert_cmpfloat (entry->device.memory_bytes, >=, 1 * TOK_GIB);
      g_assert_cmpfloat (entry->device.usable_bytes, <=, entry->device.memory_bytes);
      g_assert_cmpfloat (entry->device.matrix_flops, <=, 1e16);
    }
  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    {
      const TokCatalogModel *entry = tok_catalog_model (catalog, i);

      g_assert_true (tok_catalog_find_model (catalog, entry->architecture->id) == entry);
      g_assert_cmpstr (entry->source, !=, "");
      g_assert_cmpstr (entry->organization, !=, "");
      g_assert_cmpuint (entry->release_year, >=, 2023);
    }
}

/* Gemma 4 E2B: five kinds of exceptions in one model (its config.json). */
static void
test_unequal_layers_are_told_apart (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  const TokArchitecture *gemma = model (catalog, "gemma-4-e2b");

  g_assert_cmpuint (gemma->n_layers, ==, 35);
  g_assert_cmpuint (gemma->window, ==, 512);
  for (guint i = 0; i < gemma->n_layers; i++)
    {
      const TokLayer *layer = &gemma->layers[i];
      gboolean is_full = i % 5 == 4;

      g_assert_cmpint (layer->mixer, ==, is_full ? TOK_MIXER_FULL : TOK_MIXER_SLIDING);
      g_assert_cmpuint (layer->key_head_size, ==, is_full ? 512 : 256);
      g_assert_cmpuint (layer->value_head_size, ==, is_full ? 512 : 256);
      g_assert_cmpuint (layer->ffn_size, ==, i >= 15 ? 12288 : 6144);
      g_assert_cmpint (layer->shares_cache, ==, i >= 15);
    }
  g_assert_cmpuint (gemma->n_extras, ==, 2);
  g_assert_true (gemma->extras[0].is_lookup);
  g_assert_false (gemma->extras[1].is_lookup);
}

static void
test_special_attention_is_kept_by_layer (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  const TokArchitecture *compressed = model (catalog, "deepseek-v4-flash");
  const TokArchitecture *sparse = model (catalog, "glm-5.2");
  const TokArchitecture *pruned = model (catalog, "llama-3.3-nemotron-super-49b");
  const TokArchitecture *mixed = model (catalog, "mimo-v2-flash");
  guint n_attention = 0;

  g_assert_cmpuint (compressed->layers[0].compress_ratio, ==, 0);
  g_assert_cmpuint (compressed->layers[2].compress_ratio, ==, 4);
  g_assert_cmpuint (compressed->layers[3].compress_ratio, ==, 128);
  g_assert_true (compressed->layers[2].has_indexer);
  g_assert_false (compressed->layers[3].has_indexer);

  g_assert_true (sparse->layers[6].has_indexer);
  g_assert_false (sparse->layers[7].has_indexer);
  g_assert_cmpuint (sparse->indexer.top_k, ==, 2048);

  for (guint i = 0; i < pruned->n_layers; i++)
    n_attention += pruned->layers[i].mixer == TOK_MIXER_FULL;
  g_assert_cmpuint (n_attention, ==, 49);

  g_assert_cmpuint (mixed->layers[0].n_kv_heads, ==, 4);
  g_assert_cmpuint (mixed->layers[1].n_kv_heads, ==, 8);
  g_assert_cmpuint (mixed->layers[1].value_head_size, ==, 128);
  g_assert_cmpint (mixed->layers[0].ffn, ==, TOK_FFN_DENSE);
  g_assert_cmpint (mixed->layers[1].ffn, ==, TOK_FFN_MOE);
  g_assert_cmpuint (mixed->layers[1].ffn_size, ==, 0);
}

static void
assert_cell_is_sane (const TokEfficiency *cell)
{
  const double shares[] = { cell->weight_share, cell->cache_share, cell->cache_share_no_flash };
  const double rates[] = { cell->gemm_share, cell->small_batch_share, cell->attention_share, cell->attention_share_no_flash,
                           cell->expert_gemm_share, cell->expert_gemm_share_2048, cell->matrix_flops };

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    g_assert_true (shares[i] > 0.0 && shares[i] <= 1.0);
  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    g_assert_cmpfloat (rates[i], >, 0.0);
  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    {
      g_assert_true (cell->type_factor[i] > 0.0 && cell->type_factor[i] <= 1.0);
      g_assert_cmpfloat (cell->cache_type_factor[i], >, 0.0);
      g_assert_cmpfloat (cell->thread_weights_per_second[i], >=, 0.0);
    }
  /* 570 us per layer of an Arc card with Vulkan, three times as long in the oldest build. */
  g_assert_true (cell->layer_seconds > 0.0 && cell->layer_seconds < 2e-3);
  g_assert_cmpfloat (cell->layer_year_factor, >=, 1.0);
  g_assert_cmpfloat (cell->expert_union_factor, >=, 0.0);
  g_assert_cmpfloat (cell->core_flops, >=, 0.0);
}

static void
test_every_cell_has_sane_constants (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint year = TOK_FIRST_BUILD_YEAR; year <= TOK_LAST_BUILD_YEAR; year++)
        assert_cell_is_sane (tok_efficiency_table_cell (catalog->efficiency, (TokDeviceClass) i, (TokEngine) j, year));
}

/* Cells are tested in test-efficiency-file.c. */
static void
test_general_constants_are_compiled_in (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  const TokEfficiencyTable *table = catalog->efficiency;

  g_assert_cmpint (table->default_engine[TOK_CLASS_NV_ADA], ==, TOK_ENGINE_LLAMA_CUDA);
  g_assert_cmpint (table->default_engine[TOK_CLASS_AMD_APU_RDNA35], ==, TOK_ENGINE_LLAMA_VULKAN);
  g_assert_cmpint (table->default_engine[TOK_CLASS_APPLE_M5], ==, TOK_ENGINE_LLAMA_METAL);
  g_assert_cmpint (table->default_engine[TOK_CLASS_ARM_SBC], ==, TOK_ENGINE_LLAMA_CPU);
  g_assert_cmpint (table->default_engine[TOK_CLASS_RISCV_SBC], ==, TOK_ENGINE_LLAMA_CPU);
  g_assert_cmpfloat (table->general.desktop_bytes[TOK_OS_WINDOWS], ==, 1280 * TOK_MIB);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalog/shapes-have-the-published-parameters", test_shapes_have_the_published_parameters);
  g_test_add_func ("/catalog/a-data-sheet-becomes-a-device", test_a_data_sheet_becomes_a_device);
  g_test_add_func ("/catalog/other-kinds-of-devices", test_other_kinds_of_devices);
  g_test_add_func ("/catalog/rates-of-cards-of-one-die-compare-by-clock", test_rates_of_cards_of_one_die_compare_by_clock);
  g_test_add_func ("/catalog/variants-of-a-chip-are-told-from-other-chips", test_variants_of_a_chip_are_told_from_other_chips);
  g_test_add_func ("/catalog/a-chip-is-of-one-class", test_a_chip_is_of_one_class);
  g_test_add_func ("/catalog/whatever-computes-beside-a-gpu-has-cores", test_whatever_computes_beside_a_gpu_has_cores);
  g_test_add_func ("/catalog/figures-are-plausible-and-have-a-source", test_figures_are_plausible_and_have_a_source);
  g_test_add_func ("/catalog/unequal-layers-are-told-apart", test_unequal_layers_are_told_apart);
  g_test_add_func ("/catalog/special-attention-is-kept-by-layer", test_special_attention_is_kept_by_layer);
  g_test_add_func ("/catalog/every-cell-has-sane-constants", test_every_cell_has_sane_constants);
  g_test_add_func ("/catalog/general-constants-are-compiled-in", test_general_constants_are_compiled_in);
  return g_test_run ();
}
