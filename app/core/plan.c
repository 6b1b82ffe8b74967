/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan's life: made, copied, compared, changed one parameter at a time.  What the values come to is in plan-resolve.c. */

#include "core/plan-machine.h"

#include <math.h>
#include <string.h>

#include "core/plan-model.h"

static void
clamp_value (TokPlan  *plan,
             TokParam  param)
{
  double minimum, maximum;
  double *value = &plan->values[param];

  if (*value == TOK_AUTO && tok_plan_param_info (param)->has_auto)
    return;
  tok_plan_range (plan, param, &minimum, &maximum);
  *value = CLAMP (*value, minimum, maximum);
}

/* Ranges that hang on other parameters: depth on the context, layers on the model. */
static void
clamp_dependents (TokPlan *plan)
{
  clamp_value (plan, TOK_PARAM_DEPTH);
  clamp_value (plan, TOK_PARAM_PROMPT);
  clamp_value (plan, TOK_PARAM_CACHED);
  clamp_value (plan, TOK_PARAM_GPU_LAYERS);
  clamp_value (plan, TOK_PARAM_EXPERT_LAYERS_CPU);
}

void
tok_plan_init (TokPlan                  *plan,
               const TokEfficiencyTable *efficiency,
               const TokDevice          *device,
               const TokDevice          *host,
               TokArchitecture          *base)
{
  memset (plan, 0, sizeof *plan);
  tok_calibration_clear (&plan->calibration);
  plan->efficiency = efficiency;
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    plan->values[i] = tok_plan_param_info (i)->fallback;

  tok_plan_set_device (plan, 0, device);
  tok_plan_set_model (plan, base);
  if (host != NULL)
    tok_plan_set_host (plan, host);
}

void
tok_plan_clear (TokPlan *plan)
{
  tok_plan_model_clear (plan);
  g_clear_pointer (&plan->measurements, tok_measurements_unref);
}

void
tok_plan_copy (const TokPlan *plan,
               TokPlan       *copy)
{
  *copy = *plan;
  tok_plan_model_ref (copy);
  if (copy->measurements != NULL)
    tok_measurements_ref (copy->measurements);
}

TokPlan *
tok_plan_dup (const TokPlan *plan)
{
  TokPlan *copy = g_new (TokPlan, 1);

  tok_plan_copy (plan, copy);
  return copy;
}

void
tok_plan_free (TokPlan *plan)
{
  tok_plan_clear (plan);
  g_free (plan);
}

static gboolean
measured_equal (const TokPlan *plan,
                const TokPlan *other)
{
  return tok_calibration_equal (&plan->calibration, &other->calibration)
         && tok_measurements_equal (plan->measurements, other->measurements);
}

gboolean
tok_plan_equal (const TokPlan *plan,
                const TokPlan *other)
{
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    if (plan->values[i] != other->values[i])
      return FALSE;
  return tok_plan_machine_equal (plan, other) && tok_plan_model_equal (plan, other) && measured_equal (plan, other);
}

double
tok_plan_get (const TokPlan *plan,
              TokParam       param)
{
  g_return_val_if_fail ((guint) param < TOK_N_PARAMS, 0.0);

  return tok_plan_machine_owns (param) ? tok_plan_machine_get (plan, param, FALSE) : plan->values[param];
}

static double
clamp_to_range (const TokPlan *plan,
                TokParam       param,
                double         value)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  double minimum, maximum;

  if (value < 0.0 && info->has_auto)
    return TOK_AUTO;
  tok_plan_range (plan, param, &minimum, &maximum);
  value = CLAMP (value, minimum, maximum);
  return info->step == 1.0 ? round (value) : value;
}

gboolean
tok_plan_set (TokPlan  *plan,
              TokParam  param,
              double    value)
{
  g_return_val_if_fail ((guint) param < TOK_N_PARAMS, FALSE);

  if (isnan (value))
    return FALSE;
  value = clamp_to_range (plan, param, value);
  if (value == tok_plan_get (plan, param))
    return FALSE;

  if (tok_plan_model_owns (param))
    tok_plan_model_set (plan, param, value);
  else if (tok_plan_machine_owns (param))
    tok_plan_machine_set (plan, param, value);
  else
    plan->values[param] = value;

  if (param == TOK_PARAM_HOST_CHANNELS || param == TOK_PARAM_HOST_TRANSFER_RATE)
    tok_plan_machine_follow_channels (plan);
  clamp_dependents (plan);
  return TRUE;
}

void
tok_plan_range (const TokPlan *plan,
                TokParam       param,
                double        *minimum,
                double        *maximum)
{
  const TokParamInfo *info = tok_plan_param_info (param);

  *minimum = info->minimum;
  *maximum = info->maximum;
  if (param == TOK_PARAM_DEPTH || param == TOK_PARAM_PROMPT)
    *maximum = plan->values[TOK_PARAM_CONTEXT];
  else if (param == TOK_PARAM_CACHED)
    *maximum = plan->values[TOK_PARAM_PROMPT];
  else if (param == TOK_PARAM_ACTIVE_PARAMETERS)
    *maximum = plan->values[TOK_PARAM_PARAMETERS];
  else if (param == TOK_PARAM_GPU_LAYERS || param == TOK_PARAM_EXPERT_LAYERS_CPU)
    *maximum = plan->model->architecture->n_layers;
}

TokOrigin
tok_plan_origin (const TokPlan *plan,
                 TokParam       param)
{
  if (tok_plan_machine_owns (param))
    return tok_plan_machine_origin (plan, param);
  if (tok_plan_model_owns (param))
    return tok_plan_model_origin (plan, param);
  if (plan->values[param] == TOK_AUTO)
    return TOK_ORIGIN_AUTO;
  return plan->values[param] == tok_plan_param_info (param)->fallback ? TOK_ORIGIN_DEFAULT : TOK_ORIGIN_TYPED;
}

void
tok_plan_set_model (TokPlan         *plan,
                    TokArchitecture *base)
{
  tok_plan_model_replace (plan, base);
  clamp_dependents (plan);
}

void
tok_plan_set_file_model (TokPlan         *plan,
                         TokArchitecture *base,
                         TokModelWeights *weights,
                         TokFileType      file_type,
                         gboolean         with_imatrix)
{
  g_return_if_fail (weights == NULL || weights->n_layers == base->n_layers);

  tok_plan_model_replace_by_file (plan, base, weights, file_type, with_imatrix);
  clamp_dependents (plan);
}

void
tok_plan_set_measurements (TokPlan         *plan,
                           TokMeasurements *measurements)
{
  if (measurements != NULL)
    tok_measurements_ref (measurements);
  g_clear_pointer (&plan->measurements, tok_measurements_unref);
  plan->measurements = measurements;
}
