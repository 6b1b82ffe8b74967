/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which model of the catalog a printed name is: the right one, one of the same shape, or none. */

#include "core/units.h"
#include "formats/catalog.h"
#include "formats/import-name.h"
#include "formats/import-rows.h"

#define NONE ""

typedef struct
{
  const char *printed;
  double      params, file_bytes;  /* params in billions; TOK_AUTO: not printed */
  double      file_type;
  const char *id;
} Case;

static TokCatalog *catalog;

/* As llama-bench prints them: counts of parameters and file sizes are those of published files. */
static const Case bench[] = {
  { "llama 8B Q4_K - Medium", 8.03, TOK_AUTO, TOK_FILE_Q4_K_M, "llama-3-8b" },        /* 3.1 has the same shape */
  { "llama 7B mostly Q4_0", 6.74, TOK_AUTO, TOK_FILE_Q4_0, "llama-2-7b" },
  { "llama 13B Q4_K - Medium", 23.57, TOK_AUTO, TOK_FILE_Q4_K_M, "mistral-small-24b" }, /* named after its 40 layers */
  { "llama 70B Q4_K - Medium", 70.55, TOK_AUTO, TOK_FILE_Q4_K_M, "llama-3-70b" },
  { "llama 1B F16", 1.24, TOK_AUTO, TOK_FILE_F16, "llama-3.2-1b" },
  { "qwen3moe 30B.A3B Q4_K - Medium", 30.53, TOK_AUTO, TOK_FILE_Q4_K_M, "qwen3-30b-a3b" },
  { "qwen3 8B Q8_0", 8.19, TOK_AUTO, TOK_FILE_Q8_0, "qwen3-8b" },
  { "qwen2 7B Q4_K - Medium", 7.62, TOK_AUTO, TOK_FILE_Q4_K_M, "qwen2.5-7b" },
  { "qwen35moe 35B.A3B Q4_K - Medium", 34.66, TOK_AUTO, TOK_FILE_Q4_K_M, "qwen3.5-35b-a3b" },
  { "gpt-oss 20B MXFP4 MoE", 20.91, TOK_AUTO, TOK_FILE_MXFP4_MOE, "gpt-oss-20b" },
  { "gpt-oss 120B MXFP4 MoE", 116.83, TOK_AUTO, TOK_FILE_MXFP4_MOE, "gpt-oss-120b" },
  { "gemma3 12B Q4_0", 11.77, TOK_AUTO, TOK_FILE_Q4_0, "gemma-3-12b" },
  { "deepseek2 671B Q4_K - Medium", 671.03, TOK_AUTO, TOK_FILE_Q4_K_M, "deepseek-v3" },
  { "glm4moe 106B.A12B Q4_K - Medium", 110.47, TOK_AUTO, TOK_FILE_Q4_K_M, "glm-4.5-air" },
  { "phi3 14B Q4_K - Medium", 14.66, TOK_AUTO, TOK_FILE_Q4_K_M, "phi-4" },
  { "qwen3 4B Q4_K - Medium", TOK_AUTO, 2497280480.0, TOK_FILE_Q4_K_M, "qwen3-4b" },
};

static const Case others[] = {
  { "llama3.1:8b-instruct-q4_K_M", TOK_AUTO, TOK_AUTO, TOK_FILE_Q4_K_M, "llama-3.1-8b" },
  { "gpt-oss:20b", TOK_AUTO, TOK_AUTO, TOK_AUTO, "gpt-oss-20b" },
  { "qwen3:30b-a3b", TOK_AUTO, TOK_AUTO, TOK_AUTO, "qwen3-30b-a3b" },
  { "Qwen/Qwen3-8B", TOK_AUTO, TOK_AUTO, TOK_AUTO, "qwen3-8b" },
  { "meta-llama/Llama-3.1-8B-Instruct", TOK_AUTO, TOK_AUTO, TOK_AUTO, "llama-3.1-8b" },
  { "openai/gpt-oss-120b", TOK_AUTO, TOK_AUTO, TOK_AUTO, "gpt-oss-120b" },
  { "unsloth/Qwen3-8B-GGUF:Q4_K_M", TOK_AUTO, TOK_AUTO, TOK_FILE_Q4_K_M, "qwen3-8b" },
  { "Qwen3-Coder-30B-A3B-Instruct-UD-Q4_K_XL", TOK_AUTO, TOK_AUTO, TOK_FILE_Q4_K_M, "qwen3-coder-30b-a3b" },
  { "Meta-Llama-3.1-8B-Instruct-Q4_K_M", TOK_AUTO, TOK_AUTO, TOK_FILE_Q4_K_M, "llama-3.1-8b" },
  { "deepseek-v4-flash", TOK_AUTO, TOK_AUTO, TOK_AUTO, "deepseek-v4-flash" },
  { "Hermes-3-Llama-3.1-8B.Q4_K_M", 8.03, TOK_AUTO, TOK_FILE_Q4_K_M, "llama-3.1-8b" },
};

/* Nobody knows, or it is no model of the catalog. */
static const Case unknown[] = {
  { "llama 8B Q4_K - Medium", TOK_AUTO, TOK_AUTO, TOK_FILE_Q4_K_M, NONE },   /* Llama 3 or 3.1, and many more of other sizes */
  { "llama 8B Q4_K - Medium", 8.31, TOK_AUTO, TOK_FILE_Q4_K_M, NONE },
  { "llama 1B Q4_K - Medium", 1.104218112, TOK_AUTO, TOK_FILE_Q4_K_M, NONE }, /* 4 million more than TinyLlama */
  { "llama3.1:70b-instruct-q4_K_M", TOK_AUTO, 4.9e9, TOK_FILE_Q4_K_M, NONE }, /* the size of an 8 B model */
  { "deepseek-r1:latest", TOK_AUTO, TOK_AUTO, TOK_AUTO, NONE },               /* 8 B, distilled, as people have it */
  { "deepseek-r1:7b", TOK_AUTO, TOK_AUTO, TOK_AUTO, NONE },
  { "Hermes-3-Llama-3.1-8B", TOK_AUTO, TOK_AUTO, TOK_AUTO, NONE },
  { "my-model-v2", TOK_AUTO, TOK_AUTO, TOK_AUTO, NONE },
  { "Q4_K_M", TOK_AUTO, TOK_AUTO, TOK_FILE_Q4_K_M, NONE },
  { "", 8.03, TOK_AUTO, TOK_AUTO, NONE },
};

static void
check_case (const Case *row)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (TokMeasurement));
  TokMeasurement measured = { .params = row->params, .file_bytes = row->file_bytes, .file_type = row->file_type };

  g_strlcpy (measured.model, row->printed, sizeof measured.model);
  g_array_append_val (rows, measured);
  tok_import_find_models (rows, catalog);
  g_test_message ("%s, %g B", row->printed, row->params);
  g_assert_cmpstr (g_array_index (rows, TokMeasurement, 0).model_id, ==, row->id);
}

static void
test_names_of_llama_bench (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bench); i++)
    check_case (&bench[i]);
}

static void
test_names_of_others (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    check_case (&others[i]);
}

static void
test_what_is_unknown_is_not_guessed (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    check_case (&unknown[i]);
}

/* Every entry is found by its own name with its own number of parameters, or one of the same shape is. */
static void
test_entries_are_found_by_themselves (void)
{
  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    {
      const TokArchitecture *architecture = tok_catalog_model (catalog, i)->architecture;
      double params = tok_architecture_total_params (architecture);
      g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (TokMeasurement));
      TokMeasurement measured = { .params = params / TOK_BILLION, .file_bytes = TOK_AUTO, .file_type = TOK_AUTO };
      const TokCatalogModel *found;

      g_strlcpy (measured.model, architecture->id, sizeof measured.model);
      g_array_append_val (rows, measured);
      tok_import_find_models (rows, catalog);
      g_test_message ("%s", architecture->id);
      found = tok_catalog_find_model (catalog, g_array_index (rows, TokMeasurement, 0).model_id);
      g_assert_nonnull (found);
      g_assert_cmpfloat_with_epsilon (tok_architecture_total_params (found->architecture) / params, 1.0, 0.03);
    }
}

static void
test_words_are_those_of_the_model (void)
{
  static const struct { const char *printed, *words; } names[] = {
    { "qwen3moe 30B.A3B Q4_K - Medium", "qwen 3 30b a3b" },
    { "llama4 17Bx16E (Scout) Q4_K - Medium", "llama 4 17b 16e scout" },
    { "mixtral 8x7B Q4_K - Medium", "mixtral 8x7b" },
    { "hf.co/unsloth/gemma-3-27b-it-GGUF:Q4_K_M", "gemma 3 27b" },
    { "BF16", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (GStrv) words = tok_import_name_words (names[i].printed);
      g_autofree char *joined = g_strjoinv (" ", words);

      g_assert_cmpstr (joined, ==, names[i].words);
    }
}

/* A file can hold thousands of names, and each search goes over the whole catalog. */
static void
test_many_names_take_no_time (void)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (TokMeasurement));
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < 10000; i++)
    {
      TokMeasurement measured = { .params = 1.0 + i * 0.01, .file_bytes = TOK_AUTO, .file_type = TOK_AUTO };

      g_snprintf (measured.model, sizeof measured.model, "qwen %u b %u", i, i);
      g_array_append_val (rows, measured);
    }
  tok_import_find_models (rows, catalog);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = tok_catalog_load (NULL);
  g_test_add_func ("/import-rows/llama-bench", test_names_of_llama_bench);
  g_test_add_func ("/import-rows/others", test_names_of_others);
  g_test_add_func ("/import-rows/unknown", test_what_is_unknown_is_not_guessed);
  g_test_add_func ("/import-rows/every-entry", test_entries_are_found_by_themselves);
  g_test_add_func ("/import-rows/words", test_words_are_those_of_the_model);
  g_test_add_func ("/import-rows/many", test_many_names_take_no_time);
  status = g_test_run ();
  tok_catalog_free (catalog);
  return status;
}
