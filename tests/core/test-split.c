/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits: the most layers that fit, where the rest goes, and how several devices share. */

#include "core/split.h"

#include "constants.h"
#include "core/memory.h"
#include "core/units.h"
#include "models.h"

/* A plan on a card of @gib, the number of layers left to Tokplan. */
static void
init_plan (const TokMachineFixture *fixture,
           TokPlan                 *plan,
           const char              *model,
           TokFileType              file_type,
           double                   gib,
           double                   context)
{
  TokDevice card = fixture->card;

  card.memory_bytes = card.usable_bytes = gib * TOK_GIB;
  tok_machine_fixture_plan (fixture, plan, &card, model, file_type, context);
}

static guint
max_layers (const TokPlan *plan)
{
  TokSplit split;

  tok_split_resolve (plan, &split);
  return split.max_gpu_layers;
}

static void
test_a_model_that_fits_is_not_split (TokMachineFixture *fixture,
                                     gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokSplit split;

  init_plan (fixture, &plan, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 24, 8192);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.cpu_layers, ==, 0);
  g_assert_cmpuint (split.max_gpu_layers, ==, 32);
  g_assert_cmpuint (split.first[0], ==, 0);
  g_assert_cmpuint (split.end[0], ==, 32);
  g_assert_false (split.head_on_cpu);
  g_assert_true (split.fits);
}

/* The reference model's search gives -ngl 45, 44 and 56, which count the output layer (physics notes 7.3 and 13). */
static void
test_the_most_layers_are_those_of_the_notes (TokMachineFixture *fixture,
                                             gconstpointer      data)
{
  static const struct { const char *model; TokFileType type; double gib, context; guint layers; } cases[] = {
    { "Llama-3-70B", TOK_FILE_Q4_K_M, 24, 8192, 44 },
    { "Qwen3-32B", TOK_FILE_Q4_K_M, 16, 16384, 43 },
    { "Qwen3-32B", TOK_FILE_Q6_K, 24, 8192, 55 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (TokPlan) plan;

      init_plan (fixture, &plan, cases[i].model, cases[i].type, cases[i].gib, cases[i].context);
      g_assert_cmpuint (max_layers (&plan), ==, cases[i].layers);
    }
}

/* The search halves; asking every count in turn must find the same. */
static void
test_the_most_layers_are_the_last_that_fit (TokMachineFixture *fixture,
                                            gconstpointer      data)
{
  static const double sizes[] = { 2, 6, 8, 12, 16, 24, 48, 80 };

  for (const char **name = tok_fixture_model_names (); *name != NULL; name++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        g_auto (TokPlan) plan;
        guint most = 0;

        init_plan (fixture, &plan, *name, TOK_FILE_Q4_K_M, sizes[i], 8192);
        for (guint n = 1; n <= plan.model->architecture->n_layers; n++)
          {
            TokSplit split;

            tok_fixture_split (&plan, n, &split);
            if (split.fits)
              most = n;
          }
        g_test_message ("%s in %g GiB", *name, sizes[i]);
        g_assert_cmpuint (max_layers (&plan), ==, most);
      }
}

static void
test_more_memory_never_holds_fewer_layers (TokMachineFixture *fixture,
                                           gconstpointer      data)
{
  guint before = 0;

  for (double gib = 1.0; gib <= 64.0; gib += 0.5)
    {
      g_auto (TokPlan) plan;
      guint layers;

      init_plan (fixture, &plan, "Llama-3-70B", TOK_FILE_Q4_K_M, gib, 8192);
      layers = max_layers (&plan);
      g_assert_cmpuint (layers, >=, before);
      before = layers;
    }
  g_assert_cmpuint (before, ==, 80);
}

static void
test_more_context_never_leaves_room_for_more_layers (TokMachineFixture *fixture,
                                                     gconstpointer      data)
{
  guint before = G_MAXUINT;

  for (double context = 512; context <= 1048576; context *= 2)
    {
      g_auto (TokPlan) plan;
      guint layers;

      init_plan (fixture, &plan, "Qwen3-32B", TOK_FILE_Q4_K_M, 24, context);
      layers = max_layers (&plan);
      g_assert_cmpuint (layers, <=, before);
      before = layers;
    }
  g_assert_cmpuint (before, <, 64);
}

/* llama.cpp moved the output layer from the last to the first that is offloaded around b8300, early in 2026. */
static void
test_builds_of_2026_offload_the_output_layer_first (TokMachineFixture *fixture,
                                                    gconstpointer      data)
{
  static const struct { double year; guint layers; gboolean on_cpu; } cases[] = {
    { 2025, 0, TRUE }, { 2025, 31, TRUE },  { 2025, 32, FALSE },
    { 2026, 0, TRUE }, { 2026, 1, FALSE }, { 2026, 32, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (TokPlan) plan;
      TokSplit split;

      init_plan (fixture, &plan, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 24, 8192);
      tok_plan_set (&plan, TOK_PARAM_ENGINE_BUILD, cases[i].year);
      tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, cases[i].layers);
      tok_split_resolve (&plan, &split);
      g_assert_cmpint (split.head_on_cpu, ==, cases[i].on_cpu);
      g_assert_cmpuint (split.cpu_layers, ==, 32 - cases[i].layers);
    }
}

static void
test_a_typed_number_of_layers_is_kept_though_it_does_not_fit (TokMachineFixture *fixture,
                                                              gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokSplit split;

  init_plan (fixture, &plan, "Llama-3-70B", TOK_FILE_Q4_K_M, 24, 8192);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 80);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.cpu_layers, ==, 0);
  g_assert_cmpuint (split.max_gpu_layers, ==, 44);
  g_assert_false (split.fits);
}

/* 48 layers of experts are 15.6 of the file's 17.3 GiB; without them an 8 GiB card holds every layer. */
static void
test_experts_on_the_cpu_make_room_for_all_layers (TokMachineFixture *fixture,
                                                  gconstpointer      data)
{
  g_auto (TokPlan) plan;
  guint without;
  TokSplit split;

  init_plan (fixture, &plan, "Qwen3-30B-A3B", TOK_FILE_Q4_K_M, 8, 8192);
  without = max_layers (&plan);
  g_assert_cmpuint (without, <, 48);
  tok_plan_set (&plan, TOK_PARAM_EXPERT_LAYERS_CPU, 48);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.max_gpu_layers, ==, 48);
  g_assert_cmpuint (split.expert_layers_cpu, ==, 48);
  g_assert_true (split.fits);
}

static void
test_a_dense_model_has_no_experts_to_move (TokMachineFixture *fixture,
                                           gconstpointer      data)
{
  g_auto (TokPlan) plan = { 0 };
  TokSplit split;

  init_plan (fixture, &plan, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 24, 4096);
  tok_plan_set (&plan, TOK_PARAM_EXPERT_LAYERS_CPU, 5);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.expert_layers_cpu, ==, 0);
}

static void
test_a_cache_on_the_cpu_makes_room_for_layers (TokMachineFixture *fixture,
                                               gconstpointer      data)
{
  g_auto (TokPlan) plan;
  guint before;
  TokSplit split;

  init_plan (fixture, &plan, "Llama-2-7B", TOK_FILE_Q4_0, 8, 16384);
  before = max_layers (&plan);
  tok_plan_set (&plan, TOK_PARAM_KV_ON_CPU, TRUE);
  tok_split_resolve (&plan, &split);
  g_assert_true (split.cache_on_cpu);
  g_assert_cmpuint (split.max_gpu_layers, >, before);
}

static void
test_layers_are_shared_by_memory_without_gap (TokMachineFixture *fixture,
                                              gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokDevice second = fixture->card;
  TokSplit split;

  second.memory_bytes = second.usable_bytes = 12 * TOK_GIB;
  init_plan (fixture, &plan, "Qwen3-32B", TOK_FILE_Q4_K_M, 24, 8192);
  tok_plan_set_device (&plan, 1, &second);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.cpu_layers, ==, 0);
  g_assert_cmpuint (split.first[0], ==, 0);
  g_assert_cmpuint (split.end[0], ==, split.first[1]);
  g_assert_cmpuint (split.end[1], ==, 64);
  /* 23.2 to 11.2 GiB are left of 24 and 12, and the output layer counts as one: 44 of 65. */
  g_assert_cmpuint (split.end[0], ==, 44);
  g_assert_true (split.fits);
}

/* A card of half a GiB beside another, before or behind it, has no room for its own buffers. */
static void
test_a_card_without_room_takes_nothing (TokMachineFixture *fixture,
                                        gconstpointer      data)
{
  TokDevice tiny = fixture->card;

  tiny.memory_bytes = tiny.usable_bytes = 0.5 * TOK_GIB;
  for (guint i = 0; i < 2; i++)
    {
      g_auto (TokPlan) plan;
      TokSplit split;

      tok_machine_fixture_plan (fixture, &plan, i == 0 ? &tiny : &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8192);
      tok_plan_set_device (&plan, 1, i == 0 ? &fixture->card : &tiny);
      tok_split_resolve (&plan, &split);
      g_assert_cmpuint (split.max_gpu_layers, ==, 32);
      g_assert_cmpuint (split.end[i], ==, split.first[i]);
      g_assert_cmpuint (split.head_device, ==, 1 - i);
      g_assert_true (split.fits);
    }
}

static void
test_layers_on_the_cpu_come_first (TokMachineFixture *fixture,
                                   gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokSplit split;

  init_plan (fixture, &plan, "Llama-3-70B", TOK_FILE_Q4_K_M, 8, 8192);
  tok_plan_set_device (&plan, 1, &plan.devices[0].device);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.cpu_layers, >, 0);
  g_assert_cmpuint (split.cpu_layers, ==, 80 - split.max_gpu_layers);
  g_assert_cmpuint (split.first[0], ==, split.cpu_layers);
  g_assert_cmpuint (split.end[0], ==, split.first[1]);
  g_assert_cmpuint (split.end[1], ==, 80);
}

/* The search and the memory bars must never tell a person different things. */
static void
check_fitting (const TokMachineFixture *fixture,
               TokSplitMode             mode)
{
  for (const char **name = tok_fixture_model_names (); *name != NULL; name++)
    for (guint n_devices = 1; n_devices <= 3; n_devices++)
      {
        g_auto (TokPlan) plan;

        init_plan (fixture, &plan, *name, TOK_FILE_Q4_K_M, 16, 16384);
        for (guint i = 1; i < n_devices; i++)
          tok_plan_set_device (&plan, i, &fixture->card);
        tok_plan_set (&plan, TOK_PARAM_SPLIT_MODE, mode);
        for (guint n = 0; n <= plan.model->architecture->n_layers; n += 3)
          {
            gboolean is_over = FALSE;
            TokSplit split;
            TokMemory memory;

            tok_fixture_split (&plan, n, &split);
            tok_memory_estimate (&plan, &split, &memory);
            for (guint i = 0; i < n_devices; i++)
              is_over |= memory.devices[i].free < 0.0;
            g_assert_cmpint (split.fits, ==, !is_over);
          }
      }
}

static void
test_fitting_means_that_no_device_is_over (TokMachineFixture *fixture,
                                           gconstpointer      data)
{
  for (guint mode = 0; mode < TOK_N_SPLIT_MODES; mode++)
    check_fitting (fixture, (TokSplitMode) mode);
}

/* ggml's default_tensor_split: by the memory of the cards. */
static void
test_rows_are_shared_by_memory (TokMachineFixture *fixture,
                                gconstpointer      data)
{
  TokDevice second = fixture->card;
  g_auto (TokPlan) plan;
  TokSplit split;

  second.memory_bytes = second.usable_bytes = 12 * TOK_GIB;
  init_plan (fixture, &plan, "Qwen3-32B", TOK_FILE_Q4_K_M, 24, 8192);
  tok_plan_set_device (&plan, 1, &second);
  tok_plan_set (&plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_ROW);
  tok_split_resolve (&plan, &split);
  g_assert_cmpint (split.mode, ==, TOK_SPLIT_ROW);
  tok_assert_near (split.share[0], 2.0 / 3.0, 1e-12);
  tok_assert_near (split.share[1], 1.0 / 3.0, 1e-12);
  g_assert_cmpfloat (split.cache_share[0], ==, 1.0);
  g_assert_cmpfloat (split.cache_share[1], ==, 0.0);
  g_assert_true (split.fits);
  /* A context the first card cannot hold leaves layers to the CPU, whatever room the second has. */
  tok_plan_set (&plan, TOK_PARAM_CONTEXT, 65536);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.max_gpu_layers, <, 64);
  tok_plan_set (&plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_LAYER);
  g_assert_cmpuint (max_layers (&plan), >, split.max_gpu_layers);
}

static void
test_one_device_has_nothing_to_split (TokMachineFixture *fixture,
                                      gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokSplit split;

  init_plan (fixture, &plan, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 24, 8192);
  tok_plan_set (&plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_ROW);
  tok_split_resolve (&plan, &split);
  g_assert_cmpint (split.mode, ==, TOK_SPLIT_LAYER);
  g_assert_cmpfloat (split.share[0], ==, 1.0);
}

static void
test_a_tensor_split_shares_evenly (TokMachineFixture *fixture,
                                   gconstpointer      data)
{
  g_auto (TokPlan) plan;
  double sum = 0.0;
  TokSplit split;

  init_plan (fixture, &plan, "Llama-3-70B", TOK_FILE_Q4_K_M, 24, 8192);
  for (guint i = 1; i < 4; i++)
    tok_plan_set_device (&plan, i, &plan.devices[0].device);
  tok_plan_set (&plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_TENSOR);
  tok_split_resolve (&plan, &split);
  g_assert_cmpint (split.mode, ==, TOK_SPLIT_TENSOR);
  g_assert_true (split.fits);
  for (guint i = 0; i < 4; i++)
    sum += split.share[i];
  g_assert_cmpfloat (sum, ==, 1.0);
  g_assert_cmpfloat (split.share[0], ==, 0.25);
}

static void
test_a_cpu_computes_every_layer_itself (TokMachineFixture *fixture,
                                        gconstpointer      data)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model ("Llama-3-70B");
  g_auto (TokPlan) plan;
  TokSplit split;

  tok_plan_init (&plan, fixture->table, &fixture->host, NULL, architecture);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 10);
  tok_plan_set (&plan, TOK_PARAM_EXPERT_LAYERS_CPU, 10);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.cpu_layers, ==, 0);
  g_assert_cmpuint (split.expert_layers_cpu, ==, 0);
  g_assert_cmpuint (split.end[0], ==, 80);
  g_assert_false (split.head_on_cpu);
}

/* vLLM has no layers on the CPU. */
static void
test_an_engine_without_cpu_layers_keeps_all_on_the_device (TokMachineFixture *fixture,
                                                           gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokSplit split;

  init_plan (fixture, &plan, "Llama-3-70B", TOK_FILE_AWQ, 24, 8192);
  tok_plan_set (&plan, TOK_PARAM_ENGINE, TOK_ENGINE_VLLM);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.cpu_layers, ==, 0);
  g_assert_false (split.fits);
}

static void
test_the_cpu_engine_leaves_the_gpu_alone (TokMachineFixture *fixture,
                                          gconstpointer      data)
{
  g_auto (TokPlan) plan = { 0 };
  TokSplit split;

  init_plan (fixture, &plan, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 24, 4096);
  tok_plan_set (&plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_CPU);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 32);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.cpu_layers, ==, 32);
  g_assert_true (split.head_on_cpu);
  g_assert_cmpuint (split.max_gpu_layers, ==, 0);
}

static void
test_a_device_without_memory_holds_nothing (TokMachineFixture *fixture,
                                            gconstpointer      data)
{
  g_auto (TokPlan) plan;
  TokSplit split;

  init_plan (fixture, &plan, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 0.1, 8192);
  tok_split_resolve (&plan, &split);
  g_assert_cmpuint (split.max_gpu_layers, ==, 0);
  g_assert_cmpuint (split.cpu_layers, ==, 32);
  g_assert_true (split.head_on_cpu);
  /* Not even the runtime fits. */
  g_assert_false (split.fits);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  tok_add_machine_test ("/split/a-model-that-fits-is-not-split", test_a_model_that_fits_is_not_split);
  tok_add_machine_test ("/split/the-most-layers-are-those-of-the-notes", test_the_most_layers_are_those_of_the_notes);
  tok_add_machine_test ("/split/the-most-layers-are-the-last-that-fit", test_the_most_layers_are_the_last_that_fit);
  tok_add_machine_test ("/split/more-memory-never-holds-fewer-layers", test_more_memory_never_holds_fewer_layers);
  tok_add_machine_test ("/split/more-context-never-leaves-room-for-more-layers",
                        test_more_context_never_leaves_room_for_more_layers);
  tok_add_machine_test ("/split/builds-of-2026-offload-the-output-layer-first",
                        test_builds_of_2026_offload_the_output_layer_first);
  tok_add_machine_test ("/split/a-typed-number-of-layers-is-kept-though-it-does-not-fit",
                        test_a_typed_number_of_layers_is_kept_though_it_does_not_fit);
  tok_add_machine_test ("/split/experts-on-the-cpu-make-room-for-all-layers", test_experts_on_the_cpu_make_room_for_all_layers);
  tok_add_machine_test ("/split/a-dense-model-has-no-experts-to-move", test_a_dense_model_has_no_experts_to_move);
  tok_add_machine_test ("/split/a-cache-on-the-cpu-makes-room-for-layers", test_a_cache_on_the_cpu_makes_room_for_layers);
  tok_add_machine_test ("/split/layers-are-shared-by-memory-without-gap", test_layers_are_shared_by_memory_without_gap);
  tok_add_machine_test ("/split/a-card-without-room-takes-nothing-from-the-others", test_a_card_without_room_takes_nothing);
  tok_add_machine_test ("/split/layers-on-the-cpu-come-first", test_layers_on_the_cpu_come_first);
  tok_add_machine_test ("/split/fitting-means-that-no-device-is-over", test_fitting_means_that_no_device_is_over);
  tok_add_machine_test ("/split/rows-are-shared-by-memory", test_rows_are_shared_by_memory);
  tok_add_machine_test ("/split/one-device-has-nothing-to-split", test_one_device_has_nothing_to_split);
  tok_add_machine_test ("/split/a-tensor-split-shares-evenly", test_a_tensor_split_shares_evenly);
  tok_add_machine_test ("/split/a-cpu-computes-every-layer-itself", test_a_cpu_computes_every_layer_itself);
  tok_add_machine_test ("/split/an-engine-without-cpu-layers-keeps-all-on-the-device",
                        test_an_engine_without_cpu_layers_keeps_all_on_the_device);
  tok_add_machine_test ("/split/the-cpu-engine-leaves-the-gpu-alone", test_the_cpu_engine_leaves_the_gpu_alone);
  tok_add_machine_test ("/split/a-device-without-memory-holds-nothing", test_a_device_without_memory_holds_nothing);
  return g_test_run ();
}
