/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as people type them, against the whole built-in catalog. */

#include "core/search.h"
#include "formats/catalog.h"

static const struct { const char *words, *id; } devices[] = {
  { "RTX 4090", "geforce-rtx-4090" }, { "rtx 5090", "geforce-rtx-5090" }, { "3090", "geforce-rtx-3090" }, { "3090 ti", "geforce-rtx-3090-ti" },
  { "4060 Ti 16GB", "geforce-rtx-4060-ti-16gb" }, { "RTX 4090 48GB", "geforce-rtx-4090-48gb" }, { "4090 laptop", "geforce-rtx-4090-laptop" },
  { "M2 Ultra", "apple-m2-ultra-60gpu-64gb" }, { "M4 Max 128 GB", "apple-m4-max-40gpu-128gb" }, { "RX 7900 XTX", "radeon-rx-7900-xtx" },
  { "Strix Halo 128GB", "ryzen-ai-max-plus-395-128gb" }, { "DGX Spark", "gb10-dgx-spark" }, { "MI300X", "instinct-mi300x" },
  { "raspberry pi 5", "raspberry-pi-5-8gb" }, { "Ryzen 7 9700X", "cpu-dual-ddr5-5600" }, { "Ryzen 9 5950X", "cpu-dual-ddr4-3200" },
  { "9950X DDR5-6000", "cpu-dual-ddr5-6000" }, { "EPYC 9654", "epyc-9004-ddr5-4800" }, { "RTX PRO 6000", "rtx-pro-6000-blackwell" },
  { "arc b580", "arc-b580" },
};

static const struct { const char *words, *id; } models[] = {
  { "llama-3.3-70b", "llama-3.3-70b" }, { "Llama 3.1 8B", "llama-3.1-8b" }, { "Meta-Llama-3.1-8B-Instruct", "llama-3.1-8b" },
  { "qwen3-30b-a3b", "qwen3-30b-a3b" }, { "Qwen 3 8B", "qwen3-8b" }, { "qwen2.5 coder 32b", "qwen2.5-coder-32b" },
  { "gpt oss 120b", "gpt-oss-120b" }, { "gemma 3 27b", "gemma-3-27b" }, { "mixtral 8x7b", "mixtral-8x7b" }, { "glm 4.5 air", "glm-4.5-air" },
  { "deepseek r1", "deepseek-r1" }, { "DeepSeek-R1-Distill-Llama-8B", "deepseek-r1-distill-llama-8b" }, { "phi 4", "phi-4" },
};

static void
test_names_of_devices (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    {
      guint index, nearest[TOK_SEARCH_NEAREST];

      g_test_message ("%s", devices[i].words);
      g_assert_cmpint (tok_search_resolve (catalog, TOK_SEARCH_DEVICES, devices[i].words, &index, nearest), <=, TOK_SEARCH_FOUND_OF_SEVERAL);
      g_assert_cmpstr (tok_catalog_device (catalog, index)->device.id, ==, devices[i].id);
    }
}

static void
test_names_of_models (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      guint index, nearest[TOK_SEARCH_NEAREST];

      g_test_message ("%s", models[i].words);
      g_assert_cmpint (tok_search_resolve (catalog, TOK_SEARCH_MODELS, models[i].words, &index, nearest), ==, TOK_SEARCH_FOUND);
      g_assert_cmpstr (tok_catalog_model (catalog, index)->architecture->id, ==, models[i].id);
    }
}

/* Every entry can be named by the name it is shown with. */
static void
test_full_names_find_their_entry (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  for (guint i = 0; i < tok_catalog_n_devices (catalog); i++)
    {
      guint index, nearest[TOK_SEARCH_NEAREST];
      const TokDevice *device = &tok_catalog_device (catalog, i)->device;

      tok_search_resolve (catalog, TOK_SEARCH_DEVICES, device->name, &index, nearest);
      g_test_message ("%s", device->name);
      g_assert_cmpuint (index, ==, i);
    }
  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    {
      guint index, nearest[TOK_SEARCH_NEAREST];
      const TokArchitecture *architecture = tok_catalog_model (catalog, i)->architecture;

      tok_search_resolve (catalog, TOK_SEARCH_MODELS, architecture->name, &index, nearest);
      g_test_message ("%s", architecture->name);
      g_assert_cmpuint (index, ==, i);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/names/of-devices", test_names_of_devices);
  g_test_add_func ("/names/of-models", test_names_of_models);
  g_test_add_func ("/names/full-names-find-their-entry", test_full_names_find_their_entry);
  return g_test_run ();
}
