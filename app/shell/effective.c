/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks up what core worked out for the automatic values; computes nothing of its own. */

#include "shell/effective.h"

#include "core/units.h"

static double
automatic_value (const TokPlan *plan, const TokEstimate *estimate, TokParam param)
{
  switch ((int) param)
    {
    case TOK_PARAM_LAYERS:
      return plan->model->architecture->n_layers;
    case TOK_PARAM_IMATRIX:
      return plan->model->with_imatrix;
    case TOK_PARAM_FILE_BYTES:
      return plan->model->file_bytes;
    case TOK_PARAM_DEPTH:
      return tok_plan_depth_tokens (plan);
    case TOK_PARAM_GPU_LAYERS:
      return tok_split_gpu_layers (plan, &estimate->split);
    case TOK_PARAM_ENGINE:
      return tok_plan_engine (plan);
    case TOK_PARAM_THREADS:
      return MAX (tok_plan_host (plan)->cores, 1);
    case TOK_PARAM_OS:
      return tok_plan_os (plan);
    case TOK_PARAM_RESERVE:
      return tok_plan_reserve_bytes (plan) / TOK_GIB;
    case TOK_PARAM_DISK:
      return plan->efficiency->general.disk_bytes_per_second / TOK_GB;
    default:
      return tok_plan_param_info (param)->minimum;
    }
}

double
tok_effective_value (const TokPlan *plan, const TokEstimate *estimate, TokParam param)
{
  double value = tok_plan_get (plan, param);

  return tok_plan_param_info (param)->has_auto && value < 0.0 ? automatic_value (plan, estimate, param) : value;
}

gboolean
tok_effective_applies (const TokPlan *plan, TokParam param)
{
  const TokArchitecture *architecture = plan->model->architecture;

  switch ((int) param)
    {
    case TOK_PARAM_ACTIVE_PARAMETERS:
      return tok_architecture_is_moe (architecture);
    case TOK_PARAM_EXPERT_LAYERS_CPU:
      return tok_architecture_is_moe (architecture) && !tok_plan_is_cpu_only (plan);
    case TOK_PARAM_FULL_WINDOW:
      return architecture->window > 0;
    case TOK_PARAM_HOST_BANDWIDTH:
    case TOK_PARAM_KV_ON_CPU:
      return !tok_plan_is_cpu_only (plan);
    case TOK_PARAM_HOST_CHANNELS:
    case TOK_PARAM_HOST_TRANSFER_RATE:
    case TOK_PARAM_HOST_MEMORY:
    case TOK_PARAM_LINK:
      return !plan->devices[0].device.unified_memory && !tok_plan_is_cpu_only (plan);
    default:
      return TRUE;
    }
}
