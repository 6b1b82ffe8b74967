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
  return g_test_run ();
}
