/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory: cache, scratch, what lies where, and what "fits" means. */

#include "core/memory.h"

#include "constants.h"
#include "core/units.h"
#include "models.h"

static double
cache_mib (const TokPlan *plan)
{
  return tok_fixture_cache_bytes (plan, &plan->model->prefix[plan->model->architecture->n_layers]) / TOK_MIB;
}

static TokMemory
estimate (const TokPlan *plan)
{
  TokSplit split;
  TokMemory memory;

  tok_split_resolve (plan, &split);
  tok_memory_estimate (plan, &split, &memory);
  return memory;
}

static TokFit
fit_in (const TokMachineFixture *fixture,
        double         gib,
        TokOs          os,
        double         gpu_layers)
{
  g_auto (TokPlan) plan;
  TokDevice card = fixture->card;

  card.memory_bytes = card.usable_bytes = gib * TOK_GIB;
  tok_machine_fixture_plan (fixture, &plan, &card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8192);
  tok_plan_set (&plan, TOK_PARAM_OS, os);
  tok_plan_set (&plan, TOK_PARAM_RESERVE, 0.0);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, gpu_layers);
  return estimate (&plan).fit;
}

/* Physics notes 3: F16 cache at 32768 tokens, a micro-batch of 512. */
static void
test_caches_are_those_of_the_notes (TokMachineFixture *fixture,
                                    gconstpointer      data)
{
  static const struct { const char *model; double mib; } cases[] = {
    { "TinyLlama-1.1B", 704 }, { "Llama-2-7B", 16384 }, { "Llama-3.1-8B", 4096 },   { "Llama-3.1-405B", 16128 },
    { "Qwen2.5-7B", 1792 },    { "Phi-4-14B", 6400 },   { "Qwen3-235B-A22B", 6016 }, { "GLM-4.5-Air", 5888 },
    { "Gemma-3-27B", 3184 },   { "Gemma-3-12B", 2528 }, { "gpt-oss-20b", 786 },     { "gpt-oss-120b", 1179 },
    { "Llama-4-Scout", 2760 }, { "DeepSeek-V3", 2196 }, { "Qwen3-Next-80B", 768 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (TokPlan) plan;

      tok_machine_fixture_plan (fixture, &plan, &fixture->card, cases[i].model, TOK_FILE_Q4_K_M, 32768);
      g_test_message ("%s", cases[i].model);
      g_assert_cmpfloat_with_epsilon (cache_mib (&plan), cases[i].mib, 0.5);
    }
}

static void
test_the_context_is_rounded_up_to_blocks_of_256 (TokMachineFixture *fixture,
                                                 gconstpointer      data)
{
  g_auto (TokPlan) plan;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8191);
  g_assert_cmpfloat (cache_mib (&plan), ==, 1024.0);
  tok_plan_set (&plan, TOK_PARAM_CONTEXT, 8193);
  g_assert_cmpfloat (cache_mib (&plan), ==, 1056.0);
}

/* Block sizes of ggml: Q8_0 is 34 bytes for 32 elements, Q4_0 18. */
static void
test_keys_and_values_have_types_of_their_own (TokMachineFixture *fixture,
                                              gconstpointer      data)
{
  g_auto (TokPlan) plan;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8192);
  tok_plan_set (&plan, TOK_PARAM_KV_K, TOK_KV_Q8_0);
  g_assert_cmpfloat (cache_mib (&plan), ==, 512.0 * 34 / 64 + 512.0);
  tok_plan_set (&plan, TOK_PARAM_KV_V, TOK_KV_Q4_0);
  g_assert_cmpfloat (cache_mib (&plan), ==, 512.0 * 34 / 64 + 512.0 * 18 / 64);
}

static void
test_requests_multiply_cache_and_state (TokMachineFixture *fixture,
                                        gconstpointer      data)
{
  g_auto (TokPlan) plan;
  double one_cache, one_state;
  TokMemory memory;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Qwen3-Next-80B", TOK_FILE_Q4_K_M, 8192);
  one_cache = cache_mib (&plan);
  memory = estimate (&plan);
  one_state = memory.devices[0].state + memory.host.state;
  /* Physics notes 3: 75 MiB. */
  g_assert_cmpfloat_with_epsilon (one_state / TOK_MIB, 75.4, 0.05);
  tok_plan_set (&plan, TOK_PARAM_REQUESTS, 4);
  g_assert_cmpfloat (cache_mib (&plan), ==, 4.0 * one_cache);
  memory = estimate (&plan);
  g_assert_cmpfloat_with_epsilon (memory.devices[0].state + memory.host.state, 4.0 * one_state, 1.0);
}

static void
test_a_full_window_keeps_every_cell (TokMachineFixture *fixture,
                                     gconstpointer      data)
{
  g_auto (TokPlan) plan;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Gemma-3-27B", TOK_FILE_Q4_K_M, 32768);
  tok_plan_set (&plan, TOK_PARAM_FULL_WINDOW, TRUE);
  /* Physics notes 4: 15.5 GiB if all layers were full. */
  g_assert_cmpfloat (cache_mib (&plan), ==, 15872.0);
}

static void
test_a_window_never_holds_more_than_the_context (TokMachineFixture *fixture,
                                                 gconstpointer      data)
{
  g_auto (TokPlan) plan;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-4-Scout", TOK_FILE_Q4_K_M, 4096);
  g_assert_cmpfloat (cache_mib (&plan), ==, 48 * 2048 * 4096 * 2 / TOK_MIB);
}

/* llama.cpp's log of Llama-3.1-8B without flash attention: "CUDA0 compute buffer size = 258.50 MiB" at 512 tokens and 560.00 MiB
 * at 8192, "CUDA_Host compute buffer size = 9.01 MiB" and 24.01 MiB. */
static void
test_compute_buffers_are_those_the_log_prints (TokMachineFixture *fixture,
                                               gconstpointer      data)
{
  g_auto (TokPlan) plan;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 512);
  tok_plan_set (&plan, TOK_PARAM_FLASH_ATTENTION, FALSE);
  g_assert_cmpfloat_with_epsilon (tok_memory_compute_bytes (&plan) / TOK_MIB, 258.50, 0.005);
  g_assert_cmpfloat_with_epsilon (tok_memory_host_compute_bytes (&plan) / TOK_MIB, 9.01, 0.011);
  tok_plan_set (&plan, TOK_PARAM_CONTEXT, 8192);
  g_assert_cmpfloat_with_epsilon (tok_memory_compute_bytes (&plan) / TOK_MIB, 560.00, 0.005);
  g_assert_cmpfloat_with_epsilon (tok_memory_host_compute_bytes (&plan) / TOK_MIB, 24.01, 0.011);
}

static void
test_flash_attention_keeps_no_scores (TokMachineFixture *fixture,
                                      gconstpointer      data)
{
  g_auto (TokPlan) plan;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 32768);
  g_assert_cmpfloat_with_epsilon (tok_memory_compute_bytes (&plan) / TOK_MIB, 258.50, 0.005);
  tok_plan_set (&plan, TOK_PARAM_UBATCH, 2048);
  g_assert_cmpfloat_with_epsilon (tok_memory_compute_bytes (&plan) / TOK_MIB, 4 * 258.50, 0.02);
}

/* Physics notes 13 k: Llama-3.1-8B Q4_K_M at 32768 tokens. */
static void
test_a_card_holds_what_the_notes_say (TokMachineFixture *fixture,
                                      gconstpointer      data)
{
  g_auto (TokPlan) plan;
  const TokMemoryPlace *card;
  TokMemory memory;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 32768);
  tok_plan_set (&plan, TOK_PARAM_RESERVE, 0.75);
  memory = estimate (&plan);
  card = &memory.devices[0];
  g_assert_cmpfloat_with_epsilon (card->weights / TOK_MIB, 4403.49, 0.005);
  g_assert_cmpfloat (card->cache / TOK_MIB, ==, 4096.0);
  g_assert_cmpfloat (card->reserve / TOK_MIB, ==, 512.0 + 768.0);
  g_assert_cmpfloat (card->total / TOK_GIB, ==, 24.0);
  g_assert_cmpfloat_with_epsilon (card->free + card->weights + card->cache + card->state + card->compute + card->reserve,
                                  card->total, 1.0);
  g_assert_cmpfloat_with_epsilon (memory.host.weights / TOK_MIB, 281.81, 0.005);
  g_assert_cmpint (memory.fit, ==, TOK_FIT_FITS);
}

/* Wherever layers go, no weight and no cell is lost or counted twice; the tied head is the one copy there is. */
static void
test_splits_move_bytes_and_lose_none (TokMachineFixture *fixture,
                                      gconstpointer      data)
{
  static const char *const models[] = { "Llama-3.1-8B", "Gemma-3-27B", "GLM-4.5-Air", "Qwen3-Next-80B" };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_auto (TokPlan) plan;
      const TokModel *model;

      tok_machine_fixture_plan (fixture, &plan, &fixture->card, models[i], TOK_FILE_Q4_K_M, 8192);
      tok_plan_set (&plan, TOK_PARAM_EXPERT_LAYERS_CPU, 20);
      model = plan.model;
      for (guint n = 0; n <= model->architecture->n_layers; n++)
        {
          TokSplit split;
          TokMemory memory;
          double copy;

          tok_fixture_split (&plan, n, &split);
          tok_memory_estimate (&plan, &split, &memory);
          copy = model->architecture->tied_embeddings && !split.head_on_cpu ? model->embedding_bytes : 0.0;
          g_assert_cmpfloat_with_epsilon (memory.devices[0].weights + memory.host.weights, model->file_bytes + copy, 16.0);
          g_assert_cmpfloat_with_epsilon ((memory.devices[0].cache + memory.host.cache) / TOK_MIB, cache_mib (&plan), 0.001);
        }
    }
}

static void
test_a_cache_on_the_cpu_lies_in_host_memory (TokMachineFixture *fixture,
                                             gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokMemory memory;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8192);
  tok_plan_set (&plan, TOK_PARAM_KV_ON_CPU, TRUE);
  memory = estimate (&plan);
  g_assert_cmpfloat (memory.devices[0].cache, ==, 0.0);
  g_assert_cmpfloat (memory.host.cache / TOK_MIB, ==, 1024.0);
}

static void
test_a_tensor_split_halves_weights_and_cache (TokMachineFixture *fixture,
                                              gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokMemory memory;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8192);
  tok_plan_set_device (&plan, 1, &fixture->card);
  tok_plan_set (&plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_TENSOR);
  memory = estimate (&plan);
  g_assert_cmpuint (memory.n_devices, ==, 2);
  g_assert_cmpfloat (memory.devices[0].cache / TOK_MIB, ==, 512.0);
  g_assert_cmpfloat_with_epsilon (memory.devices[1].weights / TOK_MIB, 4403.49 / 2, 0.005);
}

static void
test_a_row_split_leaves_the_cache_to_the_first (TokMachineFixture *fixture,
                                                gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokMemory memory;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8192);
  tok_plan_set_device (&plan, 1, &fixture->card);
  tok_plan_set (&plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_ROW);
  memory = estimate (&plan);
  g_assert_cmpfloat (memory.devices[0].cache / TOK_MIB, ==, 1024.0);
  g_assert_cmpfloat (memory.devices[1].cache, ==, 0.0);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon (memory.devices[i].weights / TOK_MIB, 4403.49 / 2, 0.005);
}

static void
test_a_draft_model_lies_on_the_first_device (TokMachineFixture *fixture,
                                             gconstpointer      data)
{
  g_autoptr (TokArchitecture) draft = tok_fixture_model ("Llama-3.2-1B");
  g_auto (TokPlan) plan;
  TokMemory before, after;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8192);
  before = estimate (&plan);
  tok_plan_set_draft (&plan, draft);
  after = estimate (&plan);
  /* 16 layers of 8 KV heads of 64, F16, and the second compute buffer. */
  g_assert_cmpfloat (after.devices[0].cache - before.devices[0].cache, ==, 8192.0 * 16 * 1024 * 2);
  g_assert_cmpfloat_with_epsilon (after.devices[0].compute - before.devices[0].compute, 0.45 * TOK_GIB, 1.0);
  g_assert_cmpfloat_with_epsilon (after.devices[0].weights - before.devices[0].weights, plan.draft->file_bytes, 1.0);
  g_assert_cmpfloat_with_epsilon (after.host.weights - before.host.weights, plan.draft->embedding_bytes, 1.0);
}

static void
test_a_cpu_holds_everything_once (TokMachineFixture *fixture,
                                  gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokMemory memory;

  tok_machine_fixture_plan (fixture, &plan, &fixture->host, "Gemma-3-27B", TOK_FILE_Q4_K_M, 8192);
  memory = estimate (&plan);
  g_assert_cmpfloat_with_epsilon (memory.devices[0].weights, plan.model->file_bytes, 1.0);
  g_assert_cmpfloat (memory.host.total, ==, 0.0);
  g_assert_cmpfloat (memory.host.weights, ==, 0.0);
  g_assert_cmpint (memory.fit, ==, TOK_FIT_FITS);
}

/* vLLM, MLX and ExLlama hold the embedding on the device. */
static void
test_other_engines_hold_the_embedding_on_the_device (TokMachineFixture *fixture,
                                                     gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokMemory memory;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.2-3B", TOK_FILE_FP8, 8192);
  tok_plan_set (&plan, TOK_PARAM_ENGINE, TOK_ENGINE_VLLM);
  memory = estimate (&plan);
  g_assert_cmpfloat_with_epsilon (memory.devices[0].weights, plan.model->file_bytes, 1.0);
  g_assert_cmpfloat (memory.host.weights, ==, 0.0);
}

/* 4.30 GiB of weights, 1 GiB of cache, 0.25 of scratch and 0.5 of runtime: 6.05 GiB. */
static void
test_less_than_a_gibibyte_free_is_tight (TokMachineFixture *fixture,
                                         gconstpointer      data)
{
  g_assert_cmpint (fit_in (fixture, 7.1, TOK_OS_LINUX, 32), ==, TOK_FIT_FITS);
  g_assert_cmpint (fit_in (fixture, 7.0, TOK_OS_LINUX, 32), ==, TOK_FIT_TIGHT);
  g_assert_cmpint (fit_in (fixture, 6.1, TOK_OS_LINUX, 32), ==, TOK_FIT_TIGHT);
  g_assert_cmpint (fit_in (fixture, 6.0, TOK_OS_LINUX, 32), ==, TOK_FIT_NO);
}

static void
test_the_driver_of_windows_spills_where_linux_fails (TokMachineFixture *fixture,
                                                     gconstpointer      data)
{
  g_assert_cmpint (fit_in (fixture, 5.0, TOK_OS_LINUX, 32), ==, TOK_FIT_NO);
  g_assert_cmpint (fit_in (fixture, 5.0, TOK_OS_WINDOWS, 32), ==, TOK_FIT_SPILLS);
  g_assert_cmpint (fit_in (fixture, 5.0, TOK_OS_WINDOWS, 10), ==, TOK_FIT_FITS);
  /* Left to Tokplan, layers go to the CPU instead. */
  g_assert_cmpint (fit_in (fixture, 5.0, TOK_OS_LINUX, TOK_AUTO), ==, TOK_FIT_TIGHT);
}

static void
test_spilled_bytes_are_those_over_the_device (TokMachineFixture *fixture,
                                              gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokDevice card = fixture->card;
  TokMemory memory;

  card.memory_bytes = card.usable_bytes = 5 * TOK_GIB;
  tok_machine_fixture_plan (fixture, &plan, &card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8192);
  tok_plan_set (&plan, TOK_PARAM_OS, TOK_OS_WINDOWS);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 32);
  memory = estimate (&plan);
  g_assert_cmpint (memory.fit, ==, TOK_FIT_SPILLS);
  g_assert_cmpfloat (memory.devices[0].free, <, 0.0);
  g_assert_cmpfloat (memory.spilled_bytes, ==, -memory.devices[0].free);
}

/* What spills does so whether or not the host has room; that it has none is what does not fit. */
static void
test_a_spill_is_the_same_on_a_host_too_small_for_it (TokMachineFixture *fixture,
                                                     gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokMemory large, small;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3-70B", TOK_FILE_Q4_K_M, 8192);
  tok_plan_set (&plan, TOK_PARAM_OS, TOK_OS_WINDOWS);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 80);
  large = estimate (&plan);
  tok_plan_set (&plan, TOK_PARAM_HOST_MEMORY, 8);
  small = estimate (&plan);
  g_assert_cmpint (large.fit, ==, TOK_FIT_SPILLS);
  g_assert_cmpfloat (large.missing_bytes, ==, 0.0);
  g_assert_cmpint (small.fit, ==, TOK_FIT_NO);
  g_assert_cmpfloat (small.spilled_bytes, ==, large.spilled_bytes);
  g_assert_cmpfloat (small.missing_bytes, ==, small.spilled_bytes - small.host.free);
}

/* A 405B model leaves 220 GiB to a host of 64. */
static void
test_a_host_that_is_too_small_does_not_fit (TokMachineFixture *fixture,
                                            gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokMemory memory;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-405B", TOK_FILE_Q4_K_M, 8192);
  memory = estimate (&plan);
  g_assert_cmpfloat (memory.devices[0].free, >=, 0.0);
  g_assert_cmpfloat (memory.host.free, <, 0.0);
  g_assert_cmpint (memory.fit, ==, TOK_FIT_NO);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  tok_add_machine_test ("/memory/caches-are-those-of-the-notes", test_caches_are_those_of_the_notes);
  tok_add_machine_test ("/memory/the-context-is-rounded-up-to-blocks-of-256", test_the_context_is_rounded_up_to_blocks_of_256);
  tok_add_machine_test ("/memory/keys-and-values-have-types-of-their-own", test_keys_and_values_have_types_of_their_own);
  tok_add_machine_test ("/memory/requests-multiply-cache-and-state", test_requests_multiply_cache_and_state);
  tok_add_machine_test ("/memory/a-full-window-keeps-every-cell", test_a_full_window_keeps_every_cell);
  tok_add_machine_test ("/memory/a-window-never-holds-more-than-the-context", test_a_window_never_holds_more_than_the_context);
  tok_add_machine_test ("/memory/compute-buffers-are-those-the-log-prints", test_compute_buffers_are_those_the_log_prints);
  tok_add_machine_test ("/memory/flash-attention-keeps-no-scores", test_flash_attention_keeps_no_scores);
  tok_add_machine_test ("/memory/a-card-holds-what-the-notes-say", test_a_card_holds_what_the_notes_say);
  tok_add_machine_test ("/memory/splits-move-bytes-and-lose-none", test_splits_move_bytes_and_lose_none);
  tok_add_machine_test ("/memory/a-cache-on-the-cpu-lies-in-host-memory", test_a_cache_on_the_cpu_lies_in_host_memory);
  tok_add_machine_test ("/memory/a-tensor-split-halves-weights-and-cache", test_a_tensor_split_halves_weights_and_cache);
  tok_add_machine_test ("/memory/a-row-split-leaves-the-cache-to-the-first", test_a_row_split_leaves_the_cache_to_the_first);
  tok_add_machine_test ("/memory/a-draft-model-lies-on-the-first-device", test_a_draft_model_lies_on_the_first_device);
  tok_add_machine_test ("/memory/a-cpu-holds-everything-once", test_a_cpu_holds_everything_once);
  tok_add_machine_test ("/memory/other-engines-hold-the-embedding-on-the-device",
                        test_other_engines_hold_the_embedding_on_the_device);
  tok_add_machine_test ("/memory/less-than-a-gibibyte-free-is-tight", test_less_than_a_gibibyte_free_is_tight);
  tok_add_machine_test ("/memory/the-driver-of-windows-spills-where-linux-fails",
                        test_the_driver_of_windows_spills_where_linux_fails);
  tok_add_machine_test ("/memory/spilled-bytes-are-those-over-the-device", test_spilled_bytes_are_those_over_the_device);
  tok_add_machine_test ("/memory/a-spill-is-the-same-on-a-host-too-small-for-it",
                        test_a_spill_is_the_same_on_a_host_too_small_for_it);
  tok_add_machine_test ("/memory/a-host-that-is-too-small-does-not-fit", test_a_host_that_is_too_small_does_not_fit);
  return g_test_run ();
}
