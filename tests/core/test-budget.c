/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Budgets: whose memory is whose where a GPU shares it with the CPU or is left alone. */

#include "constants.h"
#include "core/units.h"
#include "models.h"

static TokMemory
estimate (const TokPlan *plan)
{
  TokSplit split;
  TokMemory memory;

  tok_split_resolve (plan, &split);
  tok_memory_estimate (plan, &split, &memory);
  return memory;
}

/* llama.cpp's Metal working set of a 16 GB Mac is two thirds; the rest of its memory is there, but not the GPU's. */
static void
test_a_unified_machine_spills_over_its_budget (TokMachineFixture *fixture,
                                               gconstpointer      data)
{
  static const struct { double context; TokFit fit; } cases[] = {
    { 8192, TOK_FIT_FITS }, { 49152, TOK_FIT_SPILLS }, { 131072, TOK_FIT_NO },
  };
  TokDevice mac = tok_fixture_device (TOK_CLASS_APPLE_M3, 400, 16);

  mac.usable_bytes = 0.0;
  mac.budget_rule = TOK_BUDGET_APPLE;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (TokPlan) plan;
      TokMemory memory;

      tok_machine_fixture_plan (fixture, &plan, &mac, "Llama-3.1-8B", TOK_FILE_Q4_K_M, cases[i].context);
      tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 32);
      memory = estimate (&plan);
      g_assert_cmpint (memory.fit, ==, cases[i].fit);
      g_assert_cmpfloat (memory.host.total, ==, 0.0);
      g_assert_cmpfloat_with_epsilon (memory.devices[0].weights, plan.model->file_bytes, 1.0);
    }
}

/* One layer left to the CPU is no way around the budget. */
static void
test_a_budget_holds_though_the_cpu_computes_a_layer (TokMachineFixture *fixture,
                                                     gconstpointer      data)
{
  TokDevice mac = tok_fixture_device (TOK_CLASS_APPLE_M3, 300, 36);
  TokMemory whole, split;
  g_auto (TokPlan) plan;

  mac.usable_bytes = 0.0;
  mac.budget_rule = TOK_BUDGET_APPLE;
  tok_machine_fixture_plan (fixture, &plan, &mac, "Qwen3-32B", TOK_FILE_Q5_K_M, 16384);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 64);
  whole = estimate (&plan);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 63);
  split = estimate (&plan);
  g_assert_cmpint (whole.fit, ==, TOK_FIT_SPILLS);
  g_assert_cmpint (split.fit, ==, TOK_FIT_SPILLS);
  g_assert_cmpfloat (split.spilled_bytes, <, whole.spilled_bytes);
  tok_assert_near (split.devices[0].total - 24 * TOK_GIB,
                   plan.model->prefix[1].dense_bytes + 16384 * 4096.0, 0.001);
}

/* The card keeps its desktop and nothing of the engine's. */
static void
test_the_cpu_engine_puts_nothing_on_the_card (TokMachineFixture *fixture,
                                              gconstpointer      data)
{
  g_autoptr (TokArchitecture) draft = tok_fixture_model ("Llama-3.2-1B");
  TokMemory without, with;
  g_auto (TokPlan) plan;

  tok_machine_fixture_plan (fixture, &plan, &fixture->card, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 8192);
  tok_plan_set (&plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_CPU);
  without = estimate (&plan);
  g_assert_cmpfloat (without.devices[0].total - without.devices[0].free, ==, tok_plan_reserve_bytes (&plan));
  g_assert_cmpfloat (without.host.compute, ==, tok_memory_compute_bytes (&plan));
  tok_plan_set_draft (&plan, draft);
  with = estimate (&plan);
  g_assert_cmpfloat (with.devices[0].free, ==, without.devices[0].free);
  tok_assert_near (with.host.weights - without.host.weights, plan.draft->file_bytes, 1e-9);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  tok_add_machine_test ("/budget/a-unified-machine-spills-over-its-budget", test_a_unified_machine_spills_over_its_budget);
  tok_add_machine_test ("/budget/a-budget-holds-though-the-cpu-computes-a-layer",
                        test_a_budget_holds_though_the_cpu_computes_a_layer);
  tok_add_machine_test ("/budget/the-cpu-engine-puts-nothing-on-the-card", test_the_cpu_engine_puts_nothing_on_the_card);
  return g_test_run ();
}
