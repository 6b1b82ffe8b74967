/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences: one plan or one made-up estimate for every branch. */

#include "present/sentences.h"

#include <string.h>

#include "constants.h"
#include "core/units.h"

#define NBSP "\u00a0"

static void
name_device (TokPlanDevice *device,
             const char    *name)
{
  g_strlcpy (device->picked.name, name, sizeof device->picked.name);
  g_strlcpy (device->device.name, name, sizeof device->device.name);
}

static void
assert_text (char       *got,
             const char *expected)
{
  g_assert_cmpstr (got, ==, expected);
  g_free (got);
}

static void
assert_says (const char *text,
             const char *words)
{
  if (strstr (text, words) == NULL)
    g_error ("“%s” does not say “%s”", text, words);
}

static void
assert_silent (const char *text,
               const char *words)
{
  if (strstr (text, words) != NULL)
    g_error ("“%s” says “%s”", text, words);
}

static char *
verdict_of (TokPlan *plan)
{
  TokEstimate estimate;

  tok_estimate (plan, &estimate);
  return tok_sentence_verdict (plan, &estimate);
}

/* The verdict of @plan had its speed, or its bottleneck, been another one. */
static char *
verdict_at (const TokPlan *plan,
            double         tok_s,
            TokTerm        bottleneck)
{
  TokEstimate estimate;

  tok_estimate (plan, &estimate);
  estimate.decode.tok_s.likely = estimate.decode_empty.tok_s.likely = tok_s;
  estimate.bottleneck = bottleneck;
  return tok_sentence_verdict (plan, &estimate);
}

static void
test_summary_names_what_a_plan_is (TokPlanFixture *fixture,
                                   gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;

  name_device (&plan->devices[0], "NVIDIA GeForce RTX 4090");
  assert_text (tok_sentence_summary (plan), "RTX 4090 · Llama-3.1-8B · Q4_K_M · 16k");
  tok_plan_set_device (plan, 1, &plan->devices[0].picked);
  assert_text (tok_sentence_summary (plan), "2 × RTX 4090 · Llama-3.1-8B · Q4_K_M · 16k");
  tok_plan_set_device (plan, 2, &fixture->gpu);
  name_device (&plan->devices[2], "AMD Radeon RX 7900 XTX");
  assert_text (tok_sentence_summary (plan), "2 × RTX 4090 + Radeon RX 7900 XTX · Llama-3.1-8B · Q4_K_M · 16k");
}

static void
test_device_and_model_say_what_was_changed (TokPlanFixture *fixture,
                                            gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;

  name_device (&plan->devices[0], "NVIDIA GeForce RTX 4090");
  assert_text (tok_sentence_device (plan, 0), "RTX 4090");
  tok_plan_set (plan, TOK_PARAM_BANDWIDTH, 1500);
  assert_text (tok_sentence_device (plan, 0), "RTX 4090, edited");
  plan->host_known = FALSE;
  assert_text (tok_sentence_device (plan, 1), "Assumed host");

  assert_text (tok_sentence_model (plan), "Llama-3.1-8B");
  tok_plan_set (plan, TOK_PARAM_PARAMETERS, 12);
  assert_text (tok_sentence_model (plan), "Custom 12" NBSP "B, from Llama-3.1-8B");
}

static void
test_feel_follows_the_speed (TokPlanFixture *fixture,
                             gconstpointer   data)
{
  static const struct { double tok_s; const char *words; } feels[] = {
    { 1.4, "broken" },          { 2.5, "below the floor for a chat" }, { 4.0, "slower than people read" },
    { 5.0, "misery" },          { 7.0, "reading speed" },              { 12.0, "comfortable to read" },
    { 40.0, "is fast" },        { 60.0, "is fast" },                   { 61.0, "instant" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (feels); i++)
    {
      g_autofree char *verdict = verdict_at (&fixture->plan, feels[i].tok_s, TOK_TERM_WEIGHTS);

      assert_says (verdict, feels[i].words);
    }
}

static void
test_every_bottleneck_has_its_sentence (TokPlanFixture *fixture,
                                        gconstpointer   data)
{
  static const char *const words[TOK_N_TERMS] = {
    [TOK_TERM_WEIGHTS] = "Reading the weights limits it",
    [TOK_TERM_KV] = "Reading the KV cache limits it",
    [TOK_TERM_ATTENTION] = "Attention arithmetic limits it",
    [TOK_TERM_LAUNCHES] = "More bandwidth would bring little",
    [TOK_TERM_CPU] = "The CPU's part limits it",
    [TOK_TERM_LINK] = "The link at 31.5" NBSP "GB/s limits it: the GPU waits 0" NBSP "%",
    [TOK_TERM_OTHER] = "Fixed time per token limits it",
  };

  for (guint term = 0; term < TOK_N_TERMS; term++)
    {
      g_autofree char *verdict = verdict_at (&fixture->plan, 50.0, term);

      assert_says (verdict, words[term]);
    }
}

/* The founding text of the project: people blame the server for what the KV cache does. */
static void
test_falling_speed_is_the_cache_not_the_server (TokPlanFixture *fixture,
                                                gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  g_autofree char *empty = verdict_of (plan);
  g_autofree char *filled = NULL;

  assert_silent (empty, "server");
  tok_plan_set (plan, TOK_PARAM_CONTEXT, 65536);
  tok_plan_set (plan, TOK_PARAM_DEPTH, TOK_AUTO);
  filled = verdict_of (plan);
  assert_says (filled, "falls as the chat grows to 64k tokens: that is the KV cache, not the server");
}

static void
test_split_says_how_long_the_gpu_waits (TokPlanFixture *fixture,
                                        gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  g_autofree char *all = verdict_of (plan);
  g_autofree char *most = NULL;
  g_autofree char *half = NULL;

  assert_silent (all, "waits");
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 31);
  most = verdict_of (plan);
  assert_says (most, "The GPU waits for the CPU");
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 8);
  half = verdict_of (plan);
  assert_says (half, "with host memory at 96" NBSP "GB/s: the GPU waits");
}

static void
test_gpus_wait_for_each_other (TokPlanFixture *fixture,
                               gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  TokEstimate estimate;
  g_autofree char *some = NULL;
  g_autofree char *most = NULL;
  g_autofree char *streamed = NULL;

  tok_estimate (plan, &estimate);
  estimate.decode.time.seconds[TOK_TERM_LINK] = 1e-3;
  estimate.gpu_wait_share = 0.2;
  streamed = tok_sentence_verdict (plan, &estimate);
  assert_says (streamed, "The GPU waits for the link 20" NBSP "% of the time.");

  tok_plan_set_device (plan, 1, &fixture->gpu);
  some = tok_sentence_verdict (plan, &estimate);
  assert_says (some, "The GPUs wait for each other 20" NBSP "% of the time.");
  estimate.bottleneck = TOK_TERM_LINK;
  most = tok_sentence_verdict (plan, &estimate);
  assert_says (most, "The links limit it: the GPUs wait for each other 20" NBSP "% of the time.");
}

/* More than ten seconds is longer than people stay with a thing that does not move. */
static void
test_long_wait_for_the_first_word_is_told (TokPlanFixture *fixture,
                                           gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *soon = NULL;
  g_autofree char *late = NULL;

  tok_estimate (&fixture->plan, &estimate);
  soon = tok_sentence_verdict (&fixture->plan, &estimate);
  assert_silent (soon, "first word");
  estimate.ttft_seconds.likely = 95.0;
  late = tok_sentence_verdict (&fixture->plan, &estimate);
  assert_says (late, "The first word comes after 1" NBSP "min" NBSP "35" NBSP "s.");
}

static void
test_asks_for_the_host_only_where_it_matters (TokPlanFixture *fixture,
                                              gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  g_autofree char *known = NULL;
  g_autofree char *all = NULL;
  g_autofree char *split = NULL;

  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 20);
  known = verdict_of (plan);
  assert_silent (known, "assumed");
  plan->host_known = FALSE;
  split = verdict_of (plan);
  assert_says (split, "The host is assumed");
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 32);
  all = verdict_of (plan);
  assert_silent (all, "assumed");
}

static void
test_says_what_does_not_fit (TokPlanFixture *fixture,
                             gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  g_autofree char *fits = verdict_of (plan);
  g_autofree char *device_short = NULL;
  g_autofree char *spills = NULL;
  g_autofree char *host_short = NULL;

  name_device (&plan->devices[0], "NVIDIA GeForce RTX 4090");
  assert_silent (fits, "fit");
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, TOK_FILE_F32);
  device_short = verdict_of (plan);
  assert_says (device_short, "It does not fit: RTX 4090 is");
  tok_plan_set (plan, TOK_PARAM_OS, TOK_OS_WINDOWS);
  spills = verdict_of (plan);
  assert_says (spills, "crosses the link for every token");
  tok_plan_set (plan, TOK_PARAM_OS, TOK_OS_LINUX);
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 0);
  tok_plan_set (plan, TOK_PARAM_HOST_MEMORY, 16);
  host_short = verdict_of (plan);
  assert_says (host_short, "host memory is");
}

static void
test_tight_memory_is_told_last (TokPlanFixture *fixture,
                                gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *verdict = NULL;

  tok_estimate (&fixture->plan, &estimate);
  estimate.memory.fit = TOK_FIT_TIGHT;
  estimate.memory.devices[0].free = 0.4 * TOK_GIB;
  verdict = tok_sentence_verdict (&fixture->plan, &estimate);
  assert_says (verdict, "Only 410" NBSP "MiB stays free");
}

/* 70B on 24 GiB: automatic layers fill the card, which is no warning. */
static void
test_automatic_layers_are_not_tight (TokPlanFixture *fixture,
                                     gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *verdict = NULL;

  tok_plan_set (&fixture->plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
  tok_estimate (&fixture->plan, &estimate);
  g_assert_cmpint (estimate.memory.fit, ==, TOK_FIT_TIGHT);
  verdict = tok_sentence_verdict (&fixture->plan, &estimate);
  assert_silent (verdict, "stays free");
}

static void
test_cpu_alone_speaks_of_no_gpu (TokPlanFixture *fixture,
                                         gconstpointer   data)
{
  g_auto (TokPlan) plan = { 0 };
  g_autofree char *verdict = NULL;

  tok_fixture_plan (&plan, fixture->table, &fixture->cpu, NULL, "Llama-3.1-8B", TOK_FILE_Q4_K_M);
  verdict = verdict_of (&plan);
  assert_says (verdict, "Reading the weights limits it");
  assert_silent (verdict, "GPU");
}

/* 1008 GB/s over the bytes one token reads (physics notes 13 a). */
static void
test_ceiling_writes_out_its_division (TokPlanFixture *fixture,
                                      gconstpointer   data)
{
  TokEstimate estimate;

  tok_estimate (&fixture->plan, &estimate);
  assert_text (tok_sentence_ceiling (&estimate), "ceiling 218 = 1008" NBSP "GB/s ÷ 4.62" NBSP "GB");
}

static void
test_band_names_its_basis (TokPlanFixture *fixture,
                           gconstpointer   data)
{
  TokEstimate estimate;

  tok_estimate (&fixture->plan, &estimate);
  estimate.decode.tok_s = (TokRange) { 158.0, 135.2, 181.4 };
  estimate.basis = TOK_BASIS_FAMILY;
  assert_text (tok_sentence_band (&estimate), "135 – 181 in four of five · same family");
}

static void
test_decode_formula_shows_each_term_with_its_division (TokPlanFixture *fixture,
                                                       gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *formula = NULL;

  tok_estimate (&fixture->plan, &estimate);
  formula = tok_sentence_decode_formula (&fixture->plan, &estimate);
  assert_says (formula, "weights: 4.62" NBSP "GB ÷ (1008" NBSP "GB/s × 91" NBSP "%) = 5" NBSP "ms");
  assert_says (formula, "\nLikely: 1 ÷ ");
  assert_says (formula, "\nCeiling: 1008" NBSP "GB/s ÷ 4.62" NBSP "GB = 218 tok/s");
  assert_says (formula, "in four of five");
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
  assert_silent (formula, "÷ (");
  assert_says (formula, "\nCPU: ");
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
  assert_says (whole, "Prompt: 12\u202f288 tokens ÷ ");
  assert_silent (whole, "already");
  tok_plan_set (&fixture->plan, TOK_PARAM_CACHED, 12000);
  tok_estimate (&fixture->plan, &estimate);
  cached = tok_sentence_prefill_formula (&fixture->plan, &estimate);
  assert_says (cached, "12\u202f000 tokens of the prompt are already in the cache");
  assert_says (cached, "Prompt: 288 tokens ÷ ");
}

static void
test_memory_formula_sums_every_place (TokPlanFixture *fixture,
                                      gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *formula = NULL;

  name_device (&fixture->plan.devices[0], "NVIDIA GeForce RTX 4090");
  tok_estimate (&fixture->plan, &estimate);
  formula = tok_sentence_memory_formula (&fixture->plan, &estimate);
  assert_says (formula, "RTX 4090: weights 4.3" NBSP "GiB + KV cache 2" NBSP "GiB + ");
  assert_says (formula, "of 24" NBSP "GiB");
  assert_says (formula, "\nHost: ");
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
  name_device (&plan->devices[1], "Intel Arc A770");
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

  name_device (&fixture->plan.devices[0], "NVIDIA GeForce RTX 4090");
  tok_estimate (&fixture->plan, &estimate);
  caption = tok_sentence_caption (&fixture->plan, &estimate);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    assert_says (caption, parts[i]);
}

/* A host of figures alone is neither assumed nor has it a name. */
static void
test_caption_of_a_typed_host_gives_its_bandwidth (TokPlanFixture *fixture,
                                                  gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *caption = NULL;

  name_device (&fixture->plan.host, "");
  tok_plan_set (&fixture->plan, TOK_PARAM_HOST_BANDWIDTH, 70.0);
  tok_estimate (&fixture->plan, &estimate);
  caption = tok_sentence_caption (&fixture->plan, &estimate);
  assert_says (caption, "), host memory at 70" NBSP "GB/s" NBSP "· ");
  assert_silent (caption, "ssumed");
}

/* Takes the ownership of @text. */
static void
assert_is_words (char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpuint (strlen (text), >, 0);
  assert_silent (text, "nan");
  assert_silent (text, "inf");
  assert_silent (text, "e+");
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
  tok_add_plan_test ("/sentences/feel-follows-the-speed", "Llama-3.1-8B", test_feel_follows_the_speed);
  tok_add_plan_test ("/sentences/every-bottleneck-has-its-sentence", "Llama-3.1-8B", test_every_bottleneck_has_its_sentence);
  tok_add_plan_test ("/sentences/falling-speed-is-the-cache-not-the-server", "Llama-3.1-8B", test_falling_speed_is_the_cache_not_the_server);
  tok_add_plan_test ("/sentences/split-says-how-long-the-gpu-waits", "Llama-3.1-8B", test_split_says_how_long_the_gpu_waits);
  tok_add_plan_test ("/sentences/gpus-wait-for-each-other", "Llama-3.1-8B", test_gpus_wait_for_each_other);
  tok_add_plan_test ("/sentences/long-wait-for-the-first-word-is-told", "Llama-3.1-8B", test_long_wait_for_the_first_word_is_told);
  tok_add_plan_test ("/sentences/asks-for-the-host-only-where-it-matters", "Llama-3.1-8B", test_asks_for_the_host_only_where_it_matters);
  tok_add_plan_test ("/sentences/says-what-does-not-fit", "Llama-3.1-8B", test_says_what_does_not_fit);
  tok_add_plan_test ("/sentences/tight-memory-is-told-last", "Llama-3.1-8B", test_tight_memory_is_told_last);
  tok_add_plan_test ("/sentences/automatic-layers-are-not-tight", "Llama-3-70B", test_automatic_layers_are_not_tight);
  tok_add_plan_test ("/sentences/cpu-alone-speaks-of-no-gpu", "Llama-3.1-8B", test_cpu_alone_speaks_of_no_gpu);
  tok_add_plan_test ("/sentences/ceiling-writes-out-its-division", "Llama-3.1-8B", test_ceiling_writes_out_its_division);
  tok_add_plan_test ("/sentences/band-names-its-basis", "Llama-3.1-8B", test_band_names_its_basis);
  tok_add_plan_test ("/sentences/decode-formula-shows-each-term-with-its-division", "Llama-3.1-8B",
                     test_decode_formula_shows_each_term_with_its_division);
  tok_add_plan_test ("/sentences/decode-formula-of-a-split-divides-nothing-it-does-not-know", "Llama-3.1-8B",
                     test_decode_formula_of_a_split_divides_nothing_it_does_not_know);
  tok_add_plan_test ("/sentences/prefill-formula-counts-the-cached-prefix", "Llama-3.1-8B", test_prefill_formula_counts_the_cached_prefix);
  tok_add_plan_test ("/sentences/memory-formula-sums-every-place", "Llama-3.1-8B", test_memory_formula_sums_every_place);
  tok_add_plan_test ("/sentences/memory-names-the-place", "Llama-3.1-8B", test_memory_names_the_place);
  tok_add_plan_test ("/sentences/caption-holds-every-assumption", "Llama-3.1-8B", test_caption_holds_every_assumption);
  tok_add_plan_test ("/sentences/caption-of-a-typed-host-gives-its-bandwidth", "Llama-3.1-8B", test_caption_of_a_typed_host_gives_its_bandwidth);
  tok_add_plan_test ("/sentences/every-parameter-at-its-ends-makes-words", "Qwen3-30B-A3B", test_every_parameter_at_its_ends_makes_words);
  return g_test_run ();
}
