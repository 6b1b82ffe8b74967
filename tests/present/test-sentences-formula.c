/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The divisions behind the figures, with their values. */

#include "present/sentences.h"

#include "constants.h"
#include "words.h"

static void
test_decode_formula_shows_each_term_with_its_division (TokPlanFixture *fixture,
                                                       gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *formula = NULL;

  tok_estimate (&fixture->plan, &estimate);
  formula = tok_sentence_decode_formula (&fixture->plan, &estimate);
  tok_assert_says (formula, "weights: 4.62" NBSP "GB ÷ (1008" NBSP "GB/s × 91" NBSP "%) = 5" NBSP "ms");
  tok_assert_says (formula, "\nLikely: 1 ÷ ");
  tok_assert_says (formula, "\nCeiling: 1008" NBSP "GB/s ÷ 4.62" NBSP "GB = 218 tok/s");
  tok_assert_says (formula, "in four of five\nBasis: calibrated class");
}

static void
test_decode_formula_of_a_split_divides_nothing_it_does_not_know (TokPlanFixture *fixture,
                                                                 gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *formula = NULL;

  tok_plan_set (&fixture->plan, TOK_PARAM_GPU_LAYERS, 16);
  tok_estimate (&fixture->plan, &estimate);
  formula = tok_sentence_decode_formula (&fixture->plan, &estimate);
  tok_assert_silent (formula, "÷ (");
  tok_assert_says (formula, "\nCPU: ");
}

static void
test_prefill_formula_counts_the_cached_prefix (TokPlanFixture *fixture,
                                               gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *whole = NULL;
  g_autofree char *cached = NULL;

  tok_plan_set (&fixture->plan, TOK_PARAM_PROMPT, 12288);
  tok_estimate (&fixture->plan, &estimate);
  whole = tok_sentence_prefill_formula (&fixture->plan, &estimate);
  tok_assert_says (whole, "Prompt: 12\u202f288 tokens ÷ ");
  tok_assert_silent (whole, "already");
  tok_plan_set (&fixture->plan, TOK_PARAM_CACHED, 12000);
  tok_estimate (&fixture->plan, &estimate);
  cached = tok_sentence_prefill_formula (&fixture->plan, &estimate);
  tok_assert_says (cached, "12\u202f000 tokens of the prompt are already in the cache");
  tok_assert_says (cached, "Prompt: 288 tokens ÷ ");
}

/* A prompt that is cached whole still reads its last token, and one token is no plural. */
static void
test_one_token_is_no_plural (TokPlanFixture *fixture,
                             gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *prompt = NULL;
  g_autofree char *depth = NULL;

  tok_plan_set (&fixture->plan, TOK_PARAM_PROMPT, 2);
  tok_plan_set (&fixture->plan, TOK_PARAM_CACHED, 2);
  tok_plan_set (&fixture->plan, TOK_PARAM_DEPTH, 1);
  tok_estimate (&fixture->plan, &estimate);
  prompt = tok_sentence_prefill_formula (&fixture->plan, &estimate);
  tok_assert_says (prompt, "1 token of the prompt is already in the cache");
  tok_assert_says (prompt, "Prompt: 1 token ÷ ");
  depth = tok_sentence_decode_formula (&fixture->plan, &estimate);
  tok_assert_says (depth, "One token with 1 token in the KV cache:");
}

static void
test_memory_formula_sums_every_place (TokPlanFixture *fixture,
                                      gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *formula = NULL;

  tok_name_device (&fixture->plan.devices[0], "NVIDIA GeForce RTX 4090");
  tok_estimate (&fixture->plan, &estimate);
  formula = tok_sentence_memory_formula (&fixture->plan, &estimate);
  tok_assert_says (formula, "RTX 4090: weights 4.3" NBSP "GiB + KV cache 2" NBSP "GiB + ");
  tok_assert_says (formula, "of 24" NBSP "GiB");
  tok_assert_says (formula, "\nHost: ");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/formula/decode-formula-shows-each-term-with-its-division", "Llama-3.1-8B",
                     test_decode_formula_shows_each_term_with_its_division);
  tok_add_plan_test ("/formula/decode-formula-of-a-split-divides-nothing-it-does-not-know", "Llama-3.1-8B",
                     test_decode_formula_of_a_split_divides_nothing_it_does_not_know);
  tok_add_plan_test ("/formula/prefill-formula-counts-the-cached-prefix", "Llama-3.1-8B", test_prefill_formula_counts_the_cached_prefix);
  tok_add_plan_test ("/formula/memory-formula-sums-every-place", "Llama-3.1-8B", test_memory_formula_sums_every_place);
  tok_add_plan_test ("/formula/one-token-is-no-plural", "Llama-3.1-8B", test_one_token_is_no_plural);
  return g_test_run ();
}
