/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command asks for the plan's own settings and names nothing that is at its default. */

#include "present/bench-command.h"

#include "constants.h"
#include "words.h"

static char *
command_of (const TokPlan *plan)
{
  TokEstimate estimate;

  tok_estimate (plan, &estimate);
  return tok_bench_command (plan, &estimate);
}

static void
test_defaults_need_no_words (TokPlanFixture *fixture,
                             gconstpointer   data)
{
  tok_plan_set (&fixture->plan, TOK_PARAM_DEPTH, 0);
  tok_assert_text (command_of (&fixture->plan), "llama-bench -m MODEL.gguf -ngl 999 -fa 1 -p 512 -n 128 -d 0,4096");
}

static void
test_settings_of_the_plan_are_options (TokPlanFixture *fixture,
                                       gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;

  tok_plan_set (plan, TOK_PARAM_CONTEXT, 32768);
  tok_plan_set (plan, TOK_PARAM_DEPTH, 20000);
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 20);
  tok_plan_set (plan, TOK_PARAM_KV_K, TOK_KV_Q8_0);
  tok_plan_set (plan, TOK_PARAM_KV_V, TOK_KV_Q4_0);
  tok_plan_set (plan, TOK_PARAM_UBATCH, 1024);
  tok_plan_set (plan, TOK_PARAM_THREADS, 8);
  /* 20 layers and the output. */
  tok_assert_text (command_of (plan), "llama-bench -m MODEL.gguf -ngl 21 -fa 1 -ctk q8_0 -ctv q4_0 -ub 1024 -t 8 -p 512 -n 128 -d 0,20000");
}

static void
test_devices_have_their_options (TokPlanFixture *fixture,
                                 gconstpointer   data)
{
  TokPlan *plan = &fixture->plan;
  g_autofree char *two = NULL;
  g_autofree char *none = NULL;

  tok_plan_set (plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_ROW);
  tok_plan_set_device (plan, 1, &fixture->gpu);
  two = command_of (plan);
  tok_assert_says (two, " -sm row ");
  tok_plan_remove_device (plan, 1);
  tok_plan_set_device (plan, 0, &fixture->cpu);
  none = command_of (plan);
  tok_assert_says (none, " -ngl 0 ");
  tok_assert_silent (none, "-sm");
}

static void
test_experts_on_the_cpu_are_an_option (TokPlanFixture *fixture,
                                       gconstpointer   data)
{
  g_autofree char *command = NULL;

  tok_plan_set (&fixture->plan, TOK_PARAM_EXPERT_LAYERS_CPU, 12);
  command = command_of (&fixture->plan);
  tok_assert_says (command, " -ngl 999 -ncmoe 12 ");
}

static void
test_every_engine_has_its_own_benchmark_or_none (TokPlanFixture *fixture,
                                                 gconstpointer   data)
{
  static const struct { TokEngine engine; const char *program; } expected[] = {
    { TOK_ENGINE_LLAMA_VULKAN, "llama-bench " }, { TOK_ENGINE_IK_LLAMA, "llama-bench " }, { TOK_ENGINE_OLLAMA, "ollama run " },
    { TOK_ENGINE_VLLM, "vllm bench serve " }, { TOK_ENGINE_SGLANG, "python3 -m sglang.bench_serving " },
    { TOK_ENGINE_EXLLAMA, NULL }, { TOK_ENGINE_MLX, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *command = NULL;

      tok_plan_set (&fixture->plan, TOK_PARAM_ENGINE, expected[i].engine);
      command = command_of (&fixture->plan);
      if (expected[i].program == NULL)
        g_assert_null (command);
      else
        g_assert_true (g_str_has_prefix (command, expected[i].program));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/bench-command/defaults-need-no-words", "Llama-3.1-8B", test_defaults_need_no_words);
  tok_add_plan_test ("/bench-command/settings-of-the-plan-are-options", "Llama-3.1-8B", test_settings_of_the_plan_are_options);
  tok_add_plan_test ("/bench-command/devices-have-their-options", "Llama-3.1-8B", test_devices_have_their_options);
  tok_add_plan_test ("/bench-command/experts-on-the-cpu-are-an-option", "Qwen3-30B-A3B", test_experts_on_the_cpu_are_an_option);
  tok_add_plan_test ("/bench-command/every-engine-has-its-own-benchmark-or-none", "Llama-3.1-8B",
                     test_every_engine_has_its_own_benchmark_or_none);
  return g_test_run ();
}
