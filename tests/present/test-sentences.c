/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences that name a plan and its figures. */

#include "present/sentences.h"

#include <string.h>

#include "constants.h"
#include "words.h"

/* Takes the ownership of @text. */
static void
assert_is_words (char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpuint (strlen (text), >, 0);
  tok_assert_silent (text, "nan");
  tok_assert_silent (text, "inf");
  tok_assert_silent (text, "e+");
  g_free (text);
}

static void
assert_all_are_words (const TokPlan *plan)
{
  TokEstimate estimate;

  tok_estimate (plan, &estimate);
  assert_is_words (tok_sentence_summary (plan));
  assert_is_words (tok_sentence_verdict (plan, &estimate));
  assert_is_words (tok_sentence_band (&estimate));
  assert_is_words (tok_sentence_ceiling (&estimate));
  assert_is_words (tok_sentence_decode_formula (plan, &estimate));
  assert_is_words (tok_sentence_prefill_formula (plan, &estimate));
  assert_is_words (tok_sentence_memory_formula (plan, &estimate));
  assert_is_words (tok_sentence_memory (plan, &estimate, 0));
  assert_is_words (tok_sentence_memory (plan, &estimate, 1));
  assert_is_words (tok_sentence_caption (plan, &estimate));
}

static void
test_summary_names_what_a_plan_is (TokPlanFixture *fixture,
                                   gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;

  tok_name_device (&plan->devices[0], "NVIDIA GeForce RTX 4090");
  tok_assert_text (tok_sentence_summary (plan), "RTX 4090 · Llama-3.1-8B · Q4_K_M · 16k");
  tok_plan_set_device (plan, 1, &plan->devices[0].picked);
  tok_assert_text (tok_sentence_summary (plan), "2 × RTX 4090 · Llama-3.1-8B · Q4_K_M · 16k");
  tok_plan_set_device (plan, 2, &fixture->gpu);
  tok_name_device (&plan->devices[2], "AMD Radeon RX 7900 XTX");
  tok_assert_text (tok_sentence_summary (plan), "2 × RTX 4090 + Radeon RX 7900 XTX · Llama-3.1-8B · Q4_K_M · 16k");
}

static void
test_device_and_model_say_what_was_changed (TokPlanFixture *fixture,
                                            gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;

  tok_name_device (&plan->devices[0], "NVIDIA GeForce RTX 4090");
  tok_assert_text (tok_sentence_device (plan, 0), "RTX 4090");
  tok_plan_set (plan, TOK_PARAM_BANDWIDTH, 1500);
  tok_assert_text (tok_sentence_device (plan, 0), "RTX 4090, edited");
  plan->host_known = FALSE;
  tok_assert_text (tok_sentence_device (plan, 1), "Assumed host");

  tok_assert_text (tok_sentence_model (plan), "Llama-3.1-8B");
  tok_plan_set (plan, TOK_PARAM_PARAMETERS, 12);
  tok_assert_text (tok_sentence_model (plan), "Custom 12" NBSP "B, from Llama-3.1-8B");
}

/* 1008 GB/s over the bytes one token reads (physics notes 13 a). */
static void
test_ceiling_writes_out_its_division (TokPlanFixture *fixture,
                                      gconstpointer   data)
{
  TokEstimate estimate;

  tok_estimate (&fixture->plan, &estimate);
  tok_assert_text (tok_sentence_ceiling (&estimate), "ceiling 218 = 1008" NBSP "GB/s ÷ 4.62" NBSP "GB");
}

static void
test_band_is_an_interval (TokPlanFixture *fixture,
                           gconstpointer   data)
{
  TokEstimate estimate;

  tok_estimate (&fixture->plan, &estimate);
  estimate.decode.tok_s = (TokRange) { 158.0, 135.2, 181.4 };
  tok_assert_text (tok_sentence_band (&estimate), "135 – 181 in four of five");
}

static void
test_memory_names_the_place (TokPlanFixture *fixture,
                             gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  TokEstimate estimate;
  g_autofree char *single = NULL;
  g_autofree char *second = NULL;
  g_autofree char *host = NULL;
  g_autofree char *unified = NULL;

  tok_estimate (plan, &estimate);
  single = tok_sentence_memory (plan, &estimate, 0);
  g_assert_true (g_str_has_prefix (single, "Memory "));
  host = tok_sentence_memory (plan, &estimate, 1);
  g_assert_true (g_str_has_prefix (host, "Host memory "));
  estimate.memory.host.total = 0.0;
  unified = tok_sentence_memory (plan, &estimate, 1);
  g_assert_cmpstr (unified, ==, "Device and host share one memory");

  tok_plan_set_device (plan, 1, &fixture->gpu);
  tok_name_device (&plan->devices[1], "Intel Arc A770");
  tok_estimate (plan, &estimate);
  second = tok_sentence_memory (plan, &estimate, 1);
  g_assert_true (g_str_has_prefix (second, "Arc A770: "));
}

static void
test_caption_holds_every_assumption (TokPlanFixture *fixture,
                                     gconstpointer   data)
{
  static const char *const parts[] = {
    "RTX 4090 (1008" NBSP "GB/s, 24" NBSP "GiB), host: ", "Llama-3.1-8B Q4_K_M (4.91" NBSP "GB)",
    "context 16k, filled 0, KV cache f16, flash attention", "32 of 32 layers on the GPU", "llama.cpp, CUDA (2026)", "four of five",
  };
  TokEstimate estimate;
  g_autofree char *caption = NULL;

  tok_name_device (&fixture->plan.devices[0], "NVIDIA GeForce RTX 4090");
  tok_estimate (&fixture->plan, &estimate);
  caption = tok_sentence_caption (&fixture->plan, &estimate);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    tok_assert_says (caption, parts[i]);
}

static void
test_caption_gives_every_device_its_own_figures (TokPlanFixture *fixture,
                                                 gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *caption = NULL;

  for (guint i = 0; i < 3; i++)
    {
      tok_plan_set_device (&fixture->plan, i, &fixture->gpu);
      tok_name_device (&fixture->plan.devices[i], i == 0 ? "NVIDIA GeForce RTX 4090" : "NVIDIA GeForce RTX 3090");
    }
  tok_plan_set (&fixture->plan, TOK_PARAM_BANDWIDTH, 936.0);
  tok_estimate (&fixture->plan, &estimate);
  caption = tok_sentence_caption (&fixture->plan, &estimate);
  tok_assert_says (caption, "RTX 4090, edited (936" NBSP "GB/s, 24" NBSP "GiB) + 2 × RTX 3090 (1008" NBSP "GB/s, 24" NBSP "GiB)");
}

/* A host of figures alone is neither assumed nor has it a name. */
static void
test_caption_of_a_typed_host_gives_its_bandwidth (TokPlanFixture *fixture,
                                                  gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *caption = NULL;

  tok_name_device (&fixture->plan.host, "");
  tok_plan_set (&fixture->plan, TOK_PARAM_HOST_BANDWIDTH, 70.0);
  tok_estimate (&fixture->plan, &estimate);
  caption = tok_sentence_caption (&fixture->plan, &estimate);
  tok_assert_says (caption, "), host memory at 70" NBSP "GB/s" NBSP "· ");
  tok_assert_silent (caption, "ssumed");
}

static void
test_every_parameter_at_its_ends_makes_words (TokPlanFixture *fixture,
                                              gconstpointer   data)
{
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    for (guint end = 0; end < 2; end++)
      {
        const TokParamInfo *info = tok_plan_param_info (param);
        g_auto (TokPlan) plan = { 0 };

        tok_plan_copy (&fixture->plan, &plan);
        tok_plan_set (&plan, param, end == 0 ? info->minimum : info->maximum);
        assert_all_are_words (&plan);
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/sentences/summary-names-what-a-plan-is", "Llama-3.1-8B", test_summary_names_what_a_plan_is);
  tok_add_plan_test ("/sentences/device-and-model-say-what-was-changed", "Llama-3.1-8B", test_device_and_model_say_what_was_changed);
  tok_add_plan_test ("/sentences/ceiling-writes-out-its-division", "Llama-3.1-8B", test_ceiling_writes_out_its_division);
  tok_add_plan_test ("/sentences/band-is-an-interval", "Llama-3.1-8B", test_band_is_an_interval);
  tok_add_plan_test ("/sentences/memory-names-the-place", "Llama-3.1-8B", test_memory_names_the_place);
  tok_add_plan_test ("/sentences/caption-holds-every-assumption", "Llama-3.1-8B", test_caption_holds_every_assumption);
  tok_add_plan_test ("/sentences/caption-gives-every-device-its-own-figures", "Llama-3.1-8B", test_caption_gives_every_device_its_own_figures);
  tok_add_plan_test ("/sentences/caption-of-a-typed-host-gives-its-bandwidth", "Llama-3.1-8B", test_caption_of_a_typed_host_gives_its_bandwidth);
  tok_add_plan_test ("/sentences/every-parameter-at-its-ends-makes-words", "Qwen3-30B-A3B", test_every_parameter_at_its_ends_makes_words);
  return g_test_run ();
}
