/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of names, on a small catalog made here. */

#include <string.h>

#include "core/search.h"
#include "core/search-words.h"
#include "core/units.h"

static const struct { const char *id, *name, *examples; double gib; } devices[] = {
  { "geforce-rtx-4090-laptop", "NVIDIA GeForce RTX 4090 Laptop", "", 16 },
  { "geforce-rtx-4090-d", "NVIDIA GeForce RTX 4090 D", "", 24 },
  { "geforce-rtx-4090", "NVIDIA GeForce RTX 4090", "", 24 },
  { "geforce-rtx-4090-48gb", "NVIDIA GeForce RTX 4090 48 GB (modified)", "", 48 },
  { "geforce-rtx-4060-ti-8gb", "NVIDIA GeForce RTX 4060 Ti 8 GB", "", 8 },
  { "geforce-rtx-4060-ti-16gb", "NVIDIA GeForce RTX 4060 Ti 16 GB", "", 16 },
  { "geforce-rtx-4060", "NVIDIA GeForce RTX 4060", "", 8 },
  { "geforce-rtx-3090-ti", "NVIDIA GeForce RTX 3090 Ti", "", 24 },
  { "geforce-rtx-3090", "NVIDIA GeForce RTX 3090", "", 24 },
  { "apple-m2-ultra-60gpu-64gb", "Apple M2 Ultra, 60-core GPU, 64 GB", "", 64 },
  { "apple-m2-ultra-76gpu-192gb", "Apple M2 Ultra, 76-core GPU, 192 GB", "", 192 },
  { "apple-m2-8gpu-8gb", "Apple M2, 8-core GPU, 8 GB", "", 8 },
  { "h100-pcie-80gb", "NVIDIA H100 PCIe 80 GB", "", 80 },
  { "h100-nvl-94gb", "NVIDIA H100 NVL 94 GB", "", 94 },
  { "cpu-dual-ddr5-5600", "Desktop CPU, dual-channel DDR5-5600", "Ryzen 7 9700X, Core Ultra 7 265K", 64 },
  { "cpu-dual-ddr5-4800", "Desktop CPU, dual-channel DDR5-4800", "Ryzen 7 9700X", 64 },
  { "raspberry-pi-5-8gb", "Raspberry Pi 5 8 GB", "BCM2712", 8 },
};

static const struct { const char *id, *name, *repository; } models[] = {
  { "llama-3.1-8b", "Llama 3.1 8B", "meta-llama/Meta-Llama-3.1-8B-Instruct" },
  { "llama-3.3-70b", "Llama 3.3 70B Instruct", "meta-llama/Llama-3.3-70B-Instruct" },
  { "qwen3-30b-a3b", "Qwen3 30B-A3B", "Qwen/Qwen3-30B-A3B" },
  { "qwen3-coder-30b-a3b", "Qwen3-Coder 30B-A3B", "Qwen/Qwen3-Coder-30B-A3B-Instruct" },
  { "qwen3-8b", "Qwen3 8B", "Qwen/Qwen3-8B" },
  { "deepseek-r1", "DeepSeek R1 671B", "deepseek-ai/DeepSeek-R1" },
  { "deepseek-r1-distill-llama-8b", "DeepSeek R1 Distill Llama 8B", "deepseek-ai/DeepSeek-R1-Distill-Llama-8B" },
  { "command-r-plus-104b", "Command R+ 104B", "CohereForAI/c4ai-command-r-plus" },
  { "command-r-35b", "Command R 35B (v01)", "CohereForAI/c4ai-command-r-v01" },
  { "mixtral-8x7b", "Mixtral 8x7B", "mistralai/Mixtral-8x7B-v0.1" },
  { "mixtral-8x22b", "Mixtral 8x22B", "mistralai/Mixtral-8x22B-v0.1" },
};

static void
add_device (TokCatalog *catalog, guint i)
{
  TokCatalogDevice entry = { .source = g_strdup (""), .details = g_strdup (""), .examples = g_strdup (devices[i].examples) };

  g_strlcpy (entry.device.id, devices[i].id, sizeof entry.device.id);
  g_strlcpy (entry.device.name, devices[i].name, sizeof entry.device.name);
  entry.device.memory_bytes = devices[i].gib * TOK_GIB;
  tok_catalog_add_device (catalog, &entry);
}

static void
add_model (TokCatalog *catalog, guint i)
{
  TokCatalogModel entry = {
    .architecture = tok_architecture_new (1),
    .source = g_strdup (""),
    .organization = g_strdup (""),
    .repository = g_strdup (models[i].repository),
    .aliases = g_strdup (""),
    .notes = g_strdup (""),
  };

  g_free (entry.architecture->id);
  entry.architecture->id = g_strdup (models[i].id);
  g_free (entry.architecture->name);
  entry.architecture->name = g_strdup (models[i].name);
  tok_catalog_add_model (catalog, &entry);
}

static TokCatalog *
make_catalog (void)
{
  TokCatalog *catalog = tok_catalog_new ();

  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    add_device (catalog, i);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    add_model (catalog, i);
  return catalog;
}

static const char *
id_at (const TokCatalog *catalog, TokSearchKind kind, guint index)
{
  if (index == G_MAXUINT)
    return "";
  return kind == TOK_SEARCH_DEVICES ? tok_catalog_device (catalog, index)->device.id : tok_catalog_model (catalog, index)->architecture->id;
}

typedef struct
{
  TokSearchKind   kind;
  const char     *words;
  TokSearchResult result;
  const char     *id;          /* the entry found, or the nearest */
} Case;

#define D TOK_SEARCH_DEVICES
#define M TOK_SEARCH_MODELS
#define FOUND TOK_SEARCH_FOUND
#define SEVERAL TOK_SEARCH_FOUND_OF_SEVERAL
#define AMBIGUOUS TOK_SEARCH_AMBIGUOUS
#define UNKNOWN TOK_SEARCH_UNKNOWN

static const Case cases[] = {
  /* An exact id wins. */
  { D, "geforce-rtx-4090-d", FOUND, "geforce-rtx-4090-d" },
  { M, "qwen3-30b-a3b", FOUND, "qwen3-30b-a3b" },
  /* Without case, in any order, as people write it. */
  { D, "RTX 4090", FOUND, "geforce-rtx-4090" },
  { D, "rtx4090", FOUND, "geforce-rtx-4090" },
  { D, "4090", FOUND, "geforce-rtx-4090" },
  { D, "4060 Ti 16GB", FOUND, "geforce-rtx-4060-ti-16gb" },
  { D, "16 gb 4060ti", FOUND, "geforce-rtx-4060-ti-16gb" },
  { D, "RTX 3090 24GB", FOUND, "geforce-rtx-3090" },
  { D, "RTX 4090 48GB", FOUND, "geforce-rtx-4090-48gb" },
  { D, "raspberry pi 5", FOUND, "raspberry-pi-5-8gb" },
  { M, "Llama 3.1 8B", FOUND, "llama-3.1-8b" },
  { M, "llama3.1 8b", FOUND, "llama-3.1-8b" },
  { M, "Meta-Llama-3.1-8B-Instruct", FOUND, "llama-3.1-8b" },
  { M, "llama-3.3-70b", FOUND, "llama-3.3-70b" },
  { M, "Qwen 3 8B", FOUND, "qwen3-8b" },
  /* Qualifiers must be asked for. */
  { D, "3090", FOUND, "geforce-rtx-3090" },
  { D, "3090 Ti", FOUND, "geforce-rtx-3090-ti" },
  { D, "4060", FOUND, "geforce-rtx-4060" },
  { D, "4090 laptop", FOUND, "geforce-rtx-4090-laptop" },
  { M, "qwen3 30b", FOUND, "qwen3-30b-a3b" },
  { M, "qwen3 coder", FOUND, "qwen3-coder-30b-a3b" },
  { M, "deepseek r1", FOUND, "deepseek-r1" },
  { M, "deepseek r1 8b", UNKNOWN, "deepseek-r1-distill-llama-8b" },
  { M, "command r", FOUND, "command-r-35b" },
  { M, "command r+", FOUND, "command-r-plus-104b" },
  /* Entries that differ only in memory or GPU cores: the first, with a note. */
  { D, "M2 Ultra", SEVERAL, "apple-m2-ultra-60gpu-64gb" },
  { D, "M2 Ultra 192GB", FOUND, "apple-m2-ultra-76gpu-192gb" },
  { D, "M2", FOUND, "apple-m2-8gpu-8gb" },
  { D, "4060 Ti", SEVERAL, "geforce-rtx-4060-ti-8gb" },
  { D, "Ryzen 7 9700X", SEVERAL, "cpu-dual-ddr5-5600" },
  { D, "265K", FOUND, "cpu-dual-ddr5-5600" },
  /* Any other tie. */
  { D, "H100", AMBIGUOUS, "h100-pcie-80gb" },
  { M, "mixtral", AMBIGUOUS, "mixtral-8x7b" },
  /* No match: the nearest. */
  { D, "RTX 4091", UNKNOWN, "geforce-rtx-4090" },
  { D, "H200 PCIe", UNKNOWN, "h100-pcie-80gb" },
  { M, "lama 3.1 8b", UNKNOWN, "llama-3.1-8b" },
};

static void
test_names_are_resolved_by_the_rules (void)
{
  g_autoptr (TokCatalog) catalog = make_catalog ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint index, nearest[TOK_SEARCH_NEAREST];
      TokSearchResult result = tok_search_resolve (catalog, cases[i].kind, cases[i].words, &index, nearest);
      gboolean is_found = result == FOUND || result == SEVERAL;

      g_test_message ("%s: %s", cases[i].words, id_at (catalog, cases[i].kind, is_found ? index : nearest[0]));
      g_assert_cmpint (result, ==, cases[i].result);
      g_assert_cmpstr (id_at (catalog, cases[i].kind, is_found ? index : nearest[0]), ==, cases[i].id);
      g_assert_true (is_found || index == G_MAXUINT);
    }
}

static void
test_candidates_and_neighbours_are_three_at_most (void)
{
  g_autoptr (TokCatalog) catalog = make_catalog ();
  guint index, nearest[TOK_SEARCH_NEAREST];

  tok_search_resolve (catalog, D, "H100", &index, nearest);
  g_assert_cmpstr (id_at (catalog, D, nearest[0]), ==, "h100-pcie-80gb");
  g_assert_cmpstr (id_at (catalog, D, nearest[1]), ==, "h100-nvl-94gb");
  g_assert_cmpuint (nearest[2], ==, G_MAXUINT);

  tok_search_resolve (catalog, D, "nothing like it", &index, nearest);
  for (guint i = 0; i < TOK_SEARCH_NEAREST; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpuint (nearest[i], !=, nearest[j]);
}

static void
test_empty_and_hostile_words_find_nothing (void)
{
  g_autoptr (TokCatalog) catalog = make_catalog ();
  g_autoptr (GString) endless = g_string_new (NULL);
  g_autofree char *long_word = g_strnfill (100000, 'x');
  const char *const none[] = { "", "   ", "()/-", "." };
  guint index, nearest[TOK_SEARCH_NEAREST];

  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_assert_cmpint (tok_search_resolve (catalog, D, none[i], &index, nearest), ==, UNKNOWN);
      g_assert_cmpuint (nearest[0], ==, G_MAXUINT);
    }
  for (guint i = 0; i < 10000; i++)
    g_string_append (endless, "word ");
  g_assert_cmpint (tok_search_resolve (catalog, D, endless->str, &index, nearest), ==, UNKNOWN);
  g_assert_cmpint (tok_search_resolve (catalog, M, long_word, &index, nearest), ==, UNKNOWN);
  g_assert_cmpint (tok_search_resolve (catalog, M, "\xff\xfe 8b", &index, nearest), ==, UNKNOWN);
}

static void
test_a_filter_takes_parts_of_words (void)
{
  g_autoptr (TokCatalog) catalog = make_catalog ();
  guint n_devices = 0, n_all = 0;

  for (guint i = 0; i < tok_catalog_n_devices (catalog); i++)
    {
      n_devices += tok_search_matches (catalog, D, i, "rtx 40 lap") ? 1 : 0;
      n_all += tok_search_matches (catalog, D, i, "") ? 1 : 0;
    }
  g_assert_cmpuint (n_devices, ==, 1);
  g_assert_cmpuint (n_all, ==, G_N_ELEMENTS (devices));
  g_assert_true (tok_search_matches (catalog, D, 14, "9700x"));
  g_assert_true (tok_search_matches (catalog, M, 0, "META instr"));
  g_assert_false (tok_search_matches (catalog, M, 0, "qwen"));
}

static void
test_text_is_cut_into_words (void)
{
  static const struct { const char *text, *words; } texts[] = {
    { "RTX3090Ti 24GB", "rtx 3090 ti 24 gb" }, { "Qwen3-30B-A3B", "qwen 3 30b a3b" }, { "8x7B v0.1", "8x7b v0.1" },
    { "M2 Ultra, 76-core", "m2 ultra 76 core" }, { "Max+ 395", "max + 395" }, { "(v01).", "v01" }, { "DDR5-6000", "ddr 5 6000" },
    { "", "" }, { "...", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (GStrv) words = tok_search_words (texts[i].text);
      g_autofree char *joined = g_strjoinv (" ", words);

      g_assert_cmpstr (joined, ==, texts[i].words);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/names-are-resolved-by-the-rules", test_names_are_resolved_by_the_rules);
  g_test_add_func ("/search/candidates-and-neighbours-are-three-at-most", test_candidates_and_neighbours_are_three_at_most);
  g_test_add_func ("/search/empty-and-hostile-words-find-nothing", test_empty_and_hostile_words_find_nothing);
  g_test_add_func ("/search/a-filter-takes-parts-of-words", test_a_filter_takes_parts_of_words);
  g_test_add_func ("/search/text-is-cut-into-words", test_text_is_cut_into_words);
  return g_test_run ();
}
