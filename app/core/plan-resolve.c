/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plan's values come to once "auto" is worked out, as far as that needs no estimate. */

#include "core/plan.h"

#include <string.h>

#include "core/units.h"

static const TokTensorType kv_tensor_types[TOK_N_KV_TYPES] = {
  [TOK_KV_F32] = TOK_TENSOR_F32,
  [TOK_KV_F16] = TOK_TENSOR_F16,
  [TOK_KV_BF16] = TOK_TENSOR_BF16,
  [TOK_KV_FP8] = TOK_TENSOR_FP8,
  [TOK_KV_Q8_0] = TOK_TENSOR_Q8_0,
  [TOK_KV_Q5_1] = TOK_TENSOR_Q5_1,
  [TOK_KV_Q5_0] = TOK_TENSOR_Q5_0,
  [TOK_KV_Q4_1] = TOK_TENSOR_Q4_1,
  [TOK_KV_Q4_0] = TOK_TENSOR_Q4_0,
  [TOK_KV_IQ4_NL] = TOK_TENSOR_IQ4_NL,
};

/* PCI Express generation and lanes; links that are not PCI Express tunnel at a rate of their own (physics notes 11). */
static const struct { guint gen, lanes; double tunnel_bandwidth; } links[TOK_N_LINKS] = {
  [TOK_LINK_AUTO] = { 4, 16, 0 },
  [TOK_LINK_PCIE3X4] = { 3, 4, 0 },
  [TOK_LINK_PCIE3X8] = { 3, 8, 0 },
  [TOK_LINK_PCIE3X16] = { 3, 16, 0 },
  [TOK_LINK_PCIE4X4] = { 4, 4, 0 },
  [TOK_LINK_PCIE4X8] = { 4, 8, 0 },
  [TOK_LINK_PCIE4X16] = { 4, 16, 0 },
  [TOK_LINK_PCIE5X8] = { 5, 8, 0 },
  [TOK_LINK_PCIE5X16] = { 5, 16, 0 },
  [TOK_LINK_OCULINK] = { 4, 4, 0 },
  [TOK_LINK_THUNDERBOLT4] = { 0, 0, 3e9 },
  [TOK_LINK_USB4V2] = { 0, 0, 7e9 },
  /* NVLink joins the cards; the host still hangs on PCI Express. */
  [TOK_LINK_NVLINK] = { 4, 16, 0 },
};

double
tok_plan_depth_tokens (const TokPlan *plan)
{
  double depth = plan->values[TOK_PARAM_DEPTH];

  return depth == TOK_AUTO ? plan->values[TOK_PARAM_CONTEXT] : depth;
}

/* The logits of the last token give the first of the answer, so it is read again even where all of the prompt is cached. */
double
tok_plan_fresh_tokens (const TokPlan *plan)
{
  return MAX (plan->values[TOK_PARAM_PROMPT] - plan->values[TOK_PARAM_CACHED], 1.0);
}

TokEngine
tok_plan_engine (const TokPlan *plan)
{
  double engine = plan->values[TOK_PARAM_ENGINE];

  return engine == TOK_AUTO ? plan->efficiency->default_engine[plan->devices[0].device.device_class] : (TokEngine) engine;
}

TokOs
tok_plan_os (const TokPlan *plan)
{
  double os = plan->values[TOK_PARAM_OS];

  if (os != TOK_AUTO)
    return (TokOs) os;
  return plan->devices[0].device.budget_rule == TOK_BUDGET_APPLE ? TOK_OS_MACOS : TOK_OS_LINUX;
}

double
tok_plan_reserve_bytes (const TokPlan *plan)
{
  double reserve = plan->values[TOK_PARAM_RESERVE];

  if (reserve != TOK_AUTO)
    return reserve * TOK_GIB;
  /* A budget rule leaves the system its share already. */
  if (plan->devices[0].device.budget_rule != TOK_BUDGET_ALL)
    return 0.0;
  return plan->efficiency->general.desktop_bytes[tok_plan_os (plan)];
}

double
tok_plan_link_bandwidth (const TokPlan *plan)
{
  TokLink link = plan->values[TOK_PARAM_LINK];
  double own = plan->devices[0].device.link_bandwidth;

  if ((link == TOK_LINK_AUTO || link == TOK_LINK_NVLINK) && own > 0.0)
    return own;
  if (links[link].tunnel_bandwidth > 0.0)
    return links[link].tunnel_bandwidth;
  return tok_device_pcie_bandwidth (links[link].gen, links[link].lanes);
}

gboolean
tok_plan_flag (const TokPlan *plan,
               TokParam       param)
{
  return plan->values[param] > 0.0;
}

double
tok_plan_kv_bytes_k (const TokPlan *plan)
{
  return tok_tensor_type_bytes_per_element (tok_plan_kv_tensor_type (plan->values[TOK_PARAM_KV_K]));
}

double
tok_plan_kv_bytes_v (const TokPlan *plan)
{
  return tok_tensor_type_bytes_per_element (tok_plan_kv_tensor_type (plan->values[TOK_PARAM_KV_V]));
}

TokTensorType
tok_plan_kv_tensor_type (TokKvType type)
{
  g_return_val_if_fail ((guint) type < TOK_N_KV_TYPES, TOK_TENSOR_F16);

  return kv_tensor_types[type];
}

const TokDevice *
tok_plan_host (const TokPlan *plan)
{
  return tok_plan_is_cpu_only (plan) ? &plan->devices[0].device : &plan->host.device;
}

gboolean
tok_plan_is_cpu_only (const TokPlan *plan)
{
  return plan->devices[0].device.kind == TOK_DEVICE_CPU;
}

gboolean
tok_plan_uses_devices (const TokPlan *plan)
{
  return tok_plan_is_cpu_only (plan) || tok_plan_engine (plan) != TOK_ENGINE_LLAMA_CPU;
}

TokEngine
tok_plan_host_engine (const TokPlan *plan)
{
  /* Whatever runs the device, layers on the CPU are computed by llama.cpp's kernels or those of its fork. */
  return tok_plan_engine (plan) == TOK_ENGINE_IK_LLAMA ? TOK_ENGINE_IK_LLAMA : TOK_ENGINE_LLAMA_CPU;
}

const TokCalibration *
tok_plan_calibration (const TokPlan *plan)
{
  const TokCalibration *calibration = &plan->calibration;

  if (calibration->device[0] == '\0' || strcmp (calibration->device, plan->devices[0].device.name) != 0)
    return NULL;
  return calibration->engine == tok_plan_engine (plan) ? calibration : NULL;
}

const TokCalibrationFactor *
tok_plan_calibration_factor (const TokPlan   *plan,
                             TokMeasuredKind  kind)
{
  const TokCalibration *calibration = tok_plan_calibration (plan);
  const TokCalibrationFactor *factor;

  if (calibration == NULL)
    return NULL;
  factor = kind == TOK_MEASURED_PREFILL ? &calibration->prefill : &calibration->decode;
  return factor->n_rows > 0 ? factor : NULL;
}

const TokEfficiency *
tok_plan_efficiency (const TokPlan *plan,
                     guint          index)
{
  return tok_efficiency_table_cell (plan->efficiency, plan->devices[index].device.device_class, tok_plan_engine (plan),
                                    (guint) plan->values[TOK_PARAM_ENGINE_BUILD]);
}
