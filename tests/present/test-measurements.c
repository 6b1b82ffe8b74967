/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements in words: a row is named by its definition, and a difference has its sign. */

#include "present/measurements.h"

#include "constants.h"
#include "measured-row.h"
#include "words.h"

static const TokComparison inside = { TOK_ROW_COMPARED, { 138, 121, 155 }, 0.0362, TRUE, TRUE };
static const TokComparison slower = { TOK_ROW_COMPARED, { 138, 121, 155 }, -0.25, FALSE, TRUE };

static void
test_a_row_is_named_by_its_definition (void)
{
  TokMeasurement row = tok_fixture_measured (TOK_MEASURED_DECODE, 143, 128);

  tok_assert_text (tok_measurement_describe_test (&row), "Decode, 128 tokens");
  row.depth = 4096;
  tok_assert_text (tok_measurement_describe_test (&row), "Decode, 128 tokens at depth 4096");
  row.kind = TOK_MEASURED_PREFILL;
  row.n_tokens = 1;
  row.depth = 0;
  tok_assert_text (tok_measurement_describe_test (&row), "Prefill, 1 token");
  row.n_tokens = TOK_AUTO;
  tok_assert_text (tok_measurement_describe_test (&row), "Prefill");
  row.depth = 512;
  tok_assert_text (tok_measurement_describe_test (&row), "Prefill at depth 512");
}

static void
test_only_what_differs_from_the_plan_is_named (TokPlanFixture *fixture,
                                               gconstpointer   data)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_new ();
  TokMeasurement row = tok_fixture_measured (TOK_MEASURED_DECODE, 143, 128);
  TokComparison other = inside;

  tok_assert_text (tok_measurement_describe_setup (&row, &inside, &fixture->plan, catalog), "llama-bench");
  row.batch = 4;
  row.gpu_layers = 20;
  row.kv_k = TOK_KV_Q8_0;
  row.acceptance = 0.46;
  tok_assert_text (tok_measurement_describe_setup (&row, &inside, &fixture->plan, catalog),
                   "4 requests · 20 layers on the GPU · KV cache q8_0 · 46" NBSP "% of the draft accepted · llama-bench");

  row = tok_fixture_measured (TOK_MEASURED_DECODE, 143, 128);
  row.file_type = tok_plan_get (&fixture->plan, TOK_PARAM_FILE_TYPE);
  tok_assert_text (tok_measurement_describe_setup (&row, &inside, &fixture->plan, catalog), "llama-bench");
  row.file_type = TOK_FILE_Q8_0;
  tok_assert_text (tok_measurement_describe_setup (&row, &inside, &fixture->plan, catalog), "Q8_0 · llama-bench");
  g_strlcpy (row.model, "qwen3 8B Q8_0", sizeof row.model);
  row.flags = TOK_MEASURED_COUNTS_PROMPT;
  other.is_plans_model = FALSE;
  tok_assert_text (tok_measurement_describe_setup (&row, &other, &fixture->plan, catalog),
                   "qwen3 8B Q8_0 · prompt and answer counted together · llama-bench");
}

static void
test_a_known_model_has_its_name_and_file_type (TokPlanFixture *fixture,
                                               gconstpointer   data)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_new ();
  TokCatalogModel model = { .architecture = tok_architecture_copy (fixture->plan.base) };
  TokMeasurement row = tok_fixture_measured (TOK_MEASURED_DECODE, 143, 128);
  TokComparison other = inside;

  g_free (model.architecture->id);
  model.architecture->id = g_strdup ("llama");
  tok_catalog_add_model (catalog, &model);
  g_strlcpy (row.model_id, "llama", sizeof row.model_id);
  row.file_type = TOK_FILE_Q8_0;
  other.is_plans_model = FALSE;
  tok_assert_text (tok_measurement_describe_setup (&row, &other, &fixture->plan, catalog), "Llama-3.1-8B · Q8_0 · llama-bench");
}

static void
test_figures_have_band_deviation_and_sign (void)
{
  TokMeasurement row = tok_fixture_measured (TOK_MEASURED_DECODE, 143, 128);

  tok_assert_text (tok_measurement_format_measured (&row), "143");
  row.deviation = 2.86;
  tok_assert_text (tok_measurement_format_measured (&row), "143 ± 2" NBSP "%");
  tok_assert_text (tok_measurement_format_predicted (&inside), "138");
  tok_assert_text (tok_measurement_format_band (&inside), "121 – 155");
  tok_assert_text (tok_measurement_format_residual (&inside), "+4" NBSP "%");
  tok_assert_text (tok_measurement_format_residual (&slower), "\u221225" NBSP "%");
  g_assert_cmpstr (tok_measurement_judge (&inside), ==, "in the band");
  g_assert_cmpstr (tok_measurement_judge (&slower), ==, "below the band");
}

static void
test_what_is_not_compared_says_why_and_shows_no_figure (void)
{
  g_autoptr (GHashTable) reasons = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint state = TOK_ROW_COMPARED + 1; state < TOK_N_ROW_STATES; state++)
    {
      TokComparison comparison = { .state = (TokRowState) state };

      tok_assert_text (tok_measurement_format_predicted (&comparison), "–");
      tok_assert_text (tok_measurement_format_band (&comparison), "");
      tok_assert_text (tok_measurement_format_residual (&comparison), "–");
      g_assert_true (g_hash_table_add (reasons, (gpointer) tok_measurement_judge (&comparison)));
    }
}

static void
test_a_row_is_one_sentence (TokPlanFixture *fixture,
                            gconstpointer   data)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_new ();
  TokMeasurement row = tok_fixture_measured (TOK_MEASURED_DECODE, 143, 128);
  TokComparison other = { .state = TOK_ROW_OVERLAPPED, .is_plans_model = TRUE };

  tok_assert_text (tok_measurement_describe (&row, &inside, &fixture->plan, catalog),
                   "Decode, 128 tokens (llama-bench). Measured 143 tok/s, predicted 138 tok/s, difference +4" NBSP "%, in the band.");
  tok_assert_text (tok_measurement_describe (&row, &other, &fixture->plan, catalog),
                   "Decode, 128 tokens (llama-bench). Measured 143 tok/s; not compared: other requests ran meanwhile.");
}

static void
test_memory_is_told_by_place_and_kind (void)
{
  TokMemoryComparison more = { "CUDA0", FALSE, TOK_LOGGED_COMPUTE, 300 * TOK_MIB, 420 * TOK_MIB };
  TokMemoryComparison less = { "", TRUE, TOK_LOGGED_WEIGHTS, 2 * TOK_GIB, 0.5 * TOK_GIB };
  TokMemoryComparison elsewhere = { "", FALSE, TOK_LOGGED_WEIGHTS, 0, TOK_GIB };

  tok_assert_text (tok_memory_comparison_format_difference (&more), "+120" NBSP "MiB");
  tok_assert_text (tok_memory_comparison_format_difference (&less), "\u22121.5" NBSP "GiB");
  tok_assert_text (tok_memory_comparison_describe (&more), "Compute buffers (CUDA0): predicted 300" NBSP "MiB, logged 420" NBSP
                                                           "MiB, difference +120" NBSP "MiB.");
  g_assert_cmpstr (tok_memory_comparison_find_place (&less), ==, "Host memory");
  g_assert_cmpstr (tok_memory_comparison_find_place (&elsewhere), ==, "A device the plan does not have");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measurements/a-row-is-named-by-its-definition", test_a_row_is_named_by_its_definition);
  tok_add_plan_test ("/measurements/only-what-differs-from-the-plan-is-named", "Llama-3.1-8B",
                     test_only_what_differs_from_the_plan_is_named);
  tok_add_plan_test ("/measurements/a-known-model-has-its-name-and-file-type", "Llama-3.1-8B",
                     test_a_known_model_has_its_name_and_file_type);
  g_test_add_func ("/measurements/figures-have-band-deviation-and-sign", test_figures_have_band_deviation_and_sign);
  g_test_add_func ("/measurements/what-is-not-compared-says-why-and-shows-no-figure",
                   test_what_is_not_compared_says_why_and_shows_no_figure);
  tok_add_plan_test ("/measurements/a-row-is-one-sentence", "Llama-3.1-8B", test_a_row_is_one_sentence);
  g_test_add_func ("/measurements/memory-is-told-by-place-and-kind", test_memory_is_told_by_place_and_kind);
  return g_test_run ();
}
