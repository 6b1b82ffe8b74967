/* SPDX-License-Identifier: GPL-3.0-or-later */
/* llama-bench measures prompts, decode and decode at depth in one run; the others have a benchmark of their serving, or statistics
 * behind every answer. */

#include "present/bench-command.h"

/* What a file is called that only the person knows. */
#define MODEL_FILE "MODEL.gguf"
#define MODEL_NAME "MODEL"
/* More layers than any model has: all of them. */
#define ALL_LAYERS 999u
#define LEAST_DEPTH 4096.0

static void
add_number (GString    *command,
            const char *option,
            double      number)
{
  g_string_append_printf (command, " %s %.0f", option, number);
}

/* What is at its default needs no word. */
static void
add_unless_default (GString       *command,
                    const TokPlan *plan,
                    const char    *option,
                    TokParam       param)
{
  double value = tok_plan_get (plan, param);

  if (value != TOK_AUTO && value != tok_plan_param_info (param)->fallback)
    add_number (command, option, value);
}

static void
add_choice (GString       *command,
            const TokPlan *plan,
            const char    *option,
            TokParam       param)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  double value = tok_plan_get (plan, param);

  if (value != info->fallback)
    g_string_append_printf (command, " %s %s", option, info->choice_name ((guint) value));
}

static void
add_split (GString           *command,
           const TokPlan     *plan,
           const TokEstimate *estimate)
{
  guint count = tok_plan_is_cpu_only (plan) ? 0 : tok_split_layer_count (plan, &estimate->split);

  add_number (command, "-ngl", count <= plan->model->architecture->n_layers ? count : ALL_LAYERS);
  if (estimate->split.expert_layers_cpu > 0)
    add_number (command, "-ncmoe", estimate->split.expert_layers_cpu);
  if (plan->n_devices > 1)
    add_choice (command, plan, "-sm", TOK_PARAM_SPLIT_MODE);
}

static char *
llama_bench (const TokPlan     *plan,
             const TokEstimate *estimate)
{
  GString *command = g_string_new ("llama-bench -m " MODEL_FILE);

  add_split (command, plan, estimate);
  add_number (command, "-fa", tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION));
  add_choice (command, plan, "-ctk", TOK_PARAM_KV_K);
  add_choice (command, plan, "-ctv", TOK_PARAM_KV_V);
  add_unless_default (command, plan, "-ub", TOK_PARAM_UBATCH);
  add_unless_default (command, plan, "-t", TOK_PARAM_THREADS);
  g_string_append_printf (command, " -p 512 -n 128 -d 0,%.0f", MAX (tok_plan_depth_tokens (plan), LEAST_DEPTH));
  return g_string_free (command, FALSE);
}

char *
tok_bench_command (const TokPlan     *plan,
                   const TokEstimate *estimate)
{
  switch (tok_plan_engine (plan))
    {
    case TOK_ENGINE_OLLAMA:
      return g_strdup ("ollama run " MODEL_NAME " --verbose");
    case TOK_ENGINE_VLLM:
      return g_strdup ("vllm bench serve --model " MODEL_NAME " --random-input-len 512 --random-output-len 128 --max-concurrency 1");
    case TOK_ENGINE_SGLANG:
      return g_strdup ("python3 -m sglang.bench_serving --dataset-name random --random-input-len 512 --random-output-len 128 "
                       "--max-concurrency 1");
    case TOK_ENGINE_EXLLAMA:
    case TOK_ENGINE_MLX:
      return NULL;
    default:
      return llama_bench (plan, estimate);
    }
}
