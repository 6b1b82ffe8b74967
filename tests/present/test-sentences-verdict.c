/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict: one plan or one made-up estimate for every branch. */

#include "present/sentences.h"

#include "constants.h"
#include "core/units.h"
#include "words.h"

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

      tok_assert_says (verdict, feels[i].words);
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

      tok_assert_says (verdict, words[term]);
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

  tok_assert_silent (empty, "server");
  tok_plan_set (plan, TOK_PARAM_CONTEXT, 65536);
  tok_plan_set (plan, TOK_PARAM_DEPTH, TOK_AUTO);
  filled = verdict_of (plan);
  tok_assert_says (filled, "falls as the chat grows to 64k tokens: that is the KV cache, not the server");
}

static void
test_split_says_how_long_the_gpu_waits (TokPlanFixture *fixture,
                                        gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  g_autofree char *all = verdict_of (plan);
  g_autofree char *most = NULL;
  g_autofree char *half = NULL;

  tok_assert_silent (all, "waits");
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 31);
  most = verdict_of (plan);
  tok_assert_says (most, "The GPU waits for the CPU");
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 8);
  half = verdict_of (plan);
  tok_assert_says (half, "with host memory at 96" NBSP "GB/s: the GPU waits");
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
  g_autofree char *spilled = NULL;

  tok_estimate (plan, &estimate);
  estimate.decode.time.seconds[TOK_TERM_LINK] = 1e-3;
  estimate.gpu_wait_share = 0.2;
  streamed = tok_sentence_verdict (plan, &estimate);
  tok_assert_says (streamed, "The GPU waits for the link 20" NBSP "% of the time.");

  tok_plan_set_device (plan, 1, &fixture->gpu);
  some = tok_sentence_verdict (plan, &estimate);
  tok_assert_says (some, "The GPUs wait for each other 20" NBSP "% of the time.");
  estimate.bottleneck = TOK_TERM_LINK;
  most = tok_sentence_verdict (plan, &estimate);
  tok_assert_says (most, "The links limit it: the GPUs wait for each other 20" NBSP "% of the time.");
  estimate.memory.fit = TOK_FIT_SPILLS;
  estimate.memory.spilled_bytes = TOK_GIB;
  spilled = tok_sentence_verdict (plan, &estimate);
  tok_assert_silent (spilled, "each other");
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
  tok_assert_silent (soon, "first word");
  estimate.ttft_seconds.likely = 95.0;
  late = tok_sentence_verdict (&fixture->plan, &estimate);
  tok_assert_says (late, "The first word comes after 1" NBSP "min" NBSP "35" NBSP "s.");
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
  tok_assert_silent (known, "assumed");
  plan->host_known = FALSE;
  split = verdict_of (plan);
  tok_assert_says (split, "The host is assumed");
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 32);
  all = verdict_of (plan);
  tok_assert_silent (all, "assumed");
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

  tok_name_device (&plan->devices[0], "NVIDIA GeForce RTX 4090");
  tok_assert_silent (fits, "fit");
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, TOK_FILE_F32);
  device_short = verdict_of (plan);
  tok_assert_says (device_short, "It does not fit: RTX 4090 is");
  tok_plan_set (plan, TOK_PARAM_OS, TOK_OS_WINDOWS);
  spills = verdict_of (plan);
  tok_assert_says (spills, "crosses the link for every token");
  tok_plan_set (plan, TOK_PARAM_OS, TOK_OS_LINUX);
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 0);
  tok_plan_set (plan, TOK_PARAM_HOST_MEMORY, 16);
  host_short = verdict_of (plan);
  tok_assert_says (host_short, "host memory is");
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
  tok_assert_says (verdict, "Only 410" NBSP "MiB stays free");
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
  tok_assert_silent (verdict, "stays free");
}

static void
test_cpu_alone_speaks_of_no_gpu (TokPlanFixture *fixture,
                                         gconstpointer   data)
{
  g_auto (TokPlan) plan = { 0 };
  g_autofree char *verdict = NULL;

  tok_fixture_plan (&plan, fixture->table, &fixture->cpu, NULL, "Llama-3.1-8B", TOK_FILE_Q4_K_M);
  verdict = verdict_of (&plan);
  tok_assert_says (verdict, "Reading the weights limits it");
  tok_assert_silent (verdict, "GPU");
}

static void
test_caveats_come_first (TokPlanFixture *fixture,
                         gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  g_autofree char *usual = verdict_of (plan);
  g_autofree char *device = NULL;
  g_autofree char *cache = NULL;

  tok_assert_silent (usual, "made for");
  tok_name_device (&plan->devices[0], "NVIDIA GeForce RTX 4090");
  tok_plan_set (plan, TOK_PARAM_ENGINE, TOK_ENGINE_MLX);
  device = verdict_of (plan);
  g_assert_true (g_str_has_prefix (device, "MLX is not made for RTX 4090: the figures are as if it ran there. "
                                           "MLX is not made for Q4_K_M files: the figures are as if it read them. "));
  tok_plan_set (plan, TOK_PARAM_ENGINE, TOK_AUTO);
  tok_plan_set (plan, TOK_PARAM_KV_V, TOK_KV_Q8_0);
  tok_plan_set (plan, TOK_PARAM_FLASH_ATTENTION, FALSE);
  cache = verdict_of (plan);
  g_assert_true (g_str_has_prefix (cache, "The values of the KV cache are quantized and flash attention is off"));
}

static void
test_caveats_of_the_models_are_told (TokPlanFixture *fixture,
                                     gconstpointer   data)
{
  g_autoptr (TokArchitecture) base = tok_architecture_copy (fixture->plan.base);
  g_autoptr (TokArchitecture) draft = tok_architecture_copy (fixture->plan.base);
  g_autofree char *verdict = NULL;

  g_free (base->tokenizer_family);
  base->tokenizer_family = g_strdup ("llama3");
  base->context_max = 8192;
  g_free (draft->tokenizer_family);
  draft->tokenizer_family = g_strdup ("qwen2");
  tok_plan_set_model (&fixture->plan, base);
  tok_plan_set_draft (&fixture->plan, draft);
  verdict = verdict_of (&fixture->plan);
  tok_assert_says (verdict, "The draft model has another tokenizer");
  tok_assert_says (verdict, "longer than the 8k tokens the model was made for");
}

/* A plan with more than two of them: the rest would only bury the verdict. */
static void
test_two_caveats_are_enough (TokPlanFixture *fixture,
                             gconstpointer   data)
{
  g_autoptr (TokArchitecture) base = tok_architecture_copy (fixture->plan.base);
  g_autofree char *verdict = NULL;

  base->context_max = 8192;
  tok_plan_set_model (&fixture->plan, base);
  tok_plan_set (&fixture->plan, TOK_PARAM_ENGINE, TOK_ENGINE_MLX);
  verdict = verdict_of (&fixture->plan);
  tok_assert_says (verdict, "MLX is not made for Q4_K_M files");
  tok_assert_silent (verdict, "the model was made for");
}

/* Windows moves what the card cannot hold to a host that cannot hold it either. */
static void
test_spill_without_room_is_short_of_the_host (TokPlanFixture *fixture,
                                              gconstpointer   data)
{
  g_autofree char *verdict = NULL;

  tok_plan_set (&fixture->plan, TOK_PARAM_OS, TOK_OS_WINDOWS);
  tok_plan_set (&fixture->plan, TOK_PARAM_GPU_LAYERS, 80);
  tok_plan_set (&fixture->plan, TOK_PARAM_HOST_MEMORY, 8);
  verdict = verdict_of (&fixture->plan);
  tok_assert_says (verdict, "It does not fit: host memory is");
  tok_assert_says (verdict, "limits it: the GPU waits");
}

static void
test_one_token_is_no_plural (TokPlanFixture *fixture,
                             gconstpointer   data)
{
  TokEstimate estimate;
  g_autofree char *one = NULL;

  tok_plan_set (&fixture->plan, TOK_PARAM_DEPTH, 1);
  tok_estimate (&fixture->plan, &estimate);
  estimate.decode.tok_s.likely = estimate.decode_empty.tok_s.likely / 2.0;
  one = tok_sentence_verdict (&fixture->plan, &estimate);
  tok_assert_says (one, "grows to 1 token:");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/verdict/feel-follows-the-speed", "Llama-3.1-8B", test_feel_follows_the_speed);
  tok_add_plan_test ("/verdict/every-bottleneck-has-its-sentence", "Llama-3.1-8B", test_every_bottleneck_has_its_sentence);
  tok_add_plan_test ("/verdict/falling-speed-is-the-cache-not-the-server", "Llama-3.1-8B", test_falling_speed_is_the_cache_not_the_server);
  tok_add_plan_test ("/verdict/split-says-how-long-the-gpu-waits", "Llama-3.1-8B", test_split_says_how_long_the_gpu_waits);
  tok_add_plan_test ("/verdict/gpus-wait-for-each-other", "Llama-3.1-8B", test_gpus_wait_for_each_other);
  tok_add_plan_test ("/verdict/long-wait-for-the-first-word-is-told", "Llama-3.1-8B", test_long_wait_for_the_first_word_is_told);
  tok_add_plan_test ("/verdict/asks-for-the-host-only-where-it-matters", "Llama-3.1-8B", test_asks_for_the_host_only_where_it_matters);
  tok_add_plan_test ("/verdict/says-what-does-not-fit", "Llama-3.1-8B", test_says_what_does_not_fit);
  tok_add_plan_test ("/verdict/tight-memory-is-told-last", "Llama-3.1-8B", test_tight_memory_is_told_last);
  tok_add_plan_test ("/verdict/automatic-layers-are-not-tight", "Llama-3-70B", test_automatic_layers_are_not_tight);
  tok_add_plan_test ("/verdict/cpu-alone-speaks-of-no-gpu", "Llama-3.1-8B", test_cpu_alone_speaks_of_no_gpu);
  tok_add_plan_test ("/verdict/caveats-come-first", "Llama-3.1-8B", test_caveats_come_first);
  tok_add_plan_test ("/verdict/caveats-of-the-models-are-told", "Llama-3.1-8B", test_caveats_of_the_models_are_told);
  tok_add_plan_test ("/verdict/two-caveats-are-enough", "Llama-3.1-8B", test_two_caveats_are_enough);
  tok_add_plan_test ("/verdict/spill-without-room-is-short-of-the-host", "Llama-3-70B", test_spill_without_room_is_short_of_the_host);
  tok_add_plan_test ("/verdict/one-token-is-no-plural", "Llama-3.1-8B", test_one_token_is_no_plural);
  return g_test_run ();
}
