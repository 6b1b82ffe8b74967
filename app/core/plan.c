/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan's life: made, copied, compared, changed one parameter at a time.  What the values come to is in plan-resolve.c. */

#include "core/plan-machine.h"

#include <string.h>

#include "core/units.h"

static gboolean
is_model_param (TokParam param)
{
  return param >= TOK_PARAM_PARAMETERS && param <= TOK_PARAM_FILE_BYTES;
}

static gboolean
with_imatrix (const TokPlan *plan)
{
  TokFileType type = plan->values[TOK_PARAM_FILE_TYPE];

  if (plan->values[TOK_PARAM_IMATRIX] == TOK_AUTO)
    return g_str_has_prefix (tok_file_type_name (type), "IQ") || tok_file_type_needs_imatrix (type);
  return plan->values[TOK_PARAM_IMATRIX] > 0.0;
}

static void
take_model (TokModel **place,
            TokModel  *model)
{
  g_clear_pointer (place, tok_model_unref);
  *place = model;
}

static void
rebuild_draft (TokPlan *plan)
{
  TokFileType type = plan->values[TOK_PARAM_FILE_TYPE];

  take_model (&plan->draft, plan->draft_base ? tok_model_new (plan->draft_base, type, with_imatrix (plan), 0.0) : NULL);
}

static void
rebuild_model (TokPlan *plan)
{
  const double *values = plan->values;
  g_autoptr (TokArchitecture) architecture = NULL;

  if (tok_plan_model_is_custom (plan))
    architecture = tok_architecture_new_scaled (plan->base,
                                                values[TOK_PARAM_PARAMETERS] * TOK_BILLION,
                                                values[TOK_PARAM_ACTIVE_PARAMETERS] * TOK_BILLION,
                                                MAX (values[TOK_PARAM_LAYERS], 0.0),
                                                values[TOK_PARAM_ATTENTION]);
  else
    architecture = tok_architecture_ref (plan->base);

  take_model (&plan->model, tok_model_new (architecture, values[TOK_PARAM_FILE_TYPE], with_imatrix (plan), MAX (values[TOK_PARAM_FILE_BYTES], 0.0)));
}

/* A typed file size is that of one file: another model or file type is another file. */
static void
forget_file_size (TokPlan *plan)
{
  plan->values[TOK_PARAM_FILE_BYTES] = TOK_AUTO;
}

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

static void
set_model_param (TokPlan  *plan,
                 TokParam  param,
                 double    value)
{
  double *values = plan->values;
  double active_share = tok_ratio (values[TOK_PARAM_ACTIVE_PARAMETERS], values[TOK_PARAM_PARAMETERS]);
  guint old_layers = plan->model->architecture->n_layers;

  values[param] = value;
  if (param == TOK_PARAM_PARAMETERS)
    values[TOK_PARAM_ACTIVE_PARAMETERS] = MAX (value * active_share, tok_plan_param_info (TOK_PARAM_ACTIVE_PARAMETERS)->minimum);
  values[TOK_PARAM_ACTIVE_PARAMETERS] = MIN (values[TOK_PARAM_ACTIVE_PARAMETERS], values[TOK_PARAM_PARAMETERS]);
  if (param != TOK_PARAM_FILE_BYTES)
    forget_file_size (plan);

  rebuild_model (plan);
  if (param == TOK_PARAM_FILE_TYPE || param == TOK_PARAM_IMATRIX)
    rebuild_draft (plan);
  if (values[TOK_PARAM_GPU_LAYERS] == old_layers)
    values[TOK_PARAM_GPU_LAYERS] = plan->model->architecture->n_layers;
  clamp_dependents (plan);
}

void
tok_plan_init (TokPlan                  *plan,
               const TokEfficiencyTable *efficiency,
               const TokDevice          *device,
               const TokDevice          *host,
               TokArchitecture          *base)
{
  memset (plan, 0, sizeof *plan);
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
  take_model (&plan->model, NULL);
  take_model (&plan->draft, NULL);
  g_clear_pointer (&plan->base, tok_architecture_unref);
  g_clear_pointer (&plan->draft_base, tok_architecture_unref);
}

void
tok_plan_copy (const TokPlan *plan,
               TokPlan       *copy)
{
  *copy = *plan;
  tok_architecture_ref (copy->base);
  tok_model_ref (copy->model);
  if (copy->draft_base != NULL)
    tok_architecture_ref (copy->draft_base);
  if (copy->draft != NULL)
    tok_model_ref (copy->draft);
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

gboolean
tok_plan_equal (const TokPlan *plan,
                const TokPlan *other)
{
  if (plan->base != other->base || plan->draft_base != other->draft_base || !tok_plan_machine_equal (plan, other))
    return FALSE;
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    if (plan->values[i] != other->values[i])
      return FALSE;
  return TRUE;
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

  if (is_model_param (param))
    set_model_param (plan, param, value);
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
  if (plan->values[param] == TOK_AUTO)
    return TOK_ORIGIN_AUTO;
  if (param == TOK_PARAM_PARAMETERS || param == TOK_PARAM_ACTIVE_PARAMETERS)
    return tok_plan_model_is_custom (plan) || plan->base->id[0] == '\0' ? TOK_ORIGIN_TYPED : TOK_ORIGIN_CATALOG;
  if (plan->values[param] == tok_plan_param_info (param)->fallback)
    return TOK_ORIGIN_DEFAULT;
  return param == TOK_PARAM_FILE_TYPE && plan->values[param] == plan->base->usual_file_type ? TOK_ORIGIN_CATALOG : TOK_ORIGIN_TYPED;
}

void
tok_plan_set_model (TokPlan         *plan,
                    TokArchitecture *base)
{
  TokFileType usual = plan->base != NULL ? plan->base->usual_file_type : tok_plan_param_info (TOK_PARAM_FILE_TYPE)->fallback;
  gboolean had_all = plan->model != NULL && plan->values[TOK_PARAM_GPU_LAYERS] == plan->model->architecture->n_layers;

  tok_architecture_ref (base);
  g_clear_pointer (&plan->base, tok_architecture_unref);
  plan->base = base;
  plan->values[TOK_PARAM_PARAMETERS] = tok_architecture_total_params (base) / TOK_BILLION;
  plan->values[TOK_PARAM_ACTIVE_PARAMETERS] = tok_architecture_active_params (base) / TOK_BILLION;
  plan->values[TOK_PARAM_LAYERS] = TOK_AUTO;
  plan->values[TOK_PARAM_ATTENTION] = TOK_ATTENTION_OWN;
  if (plan->values[TOK_PARAM_FILE_TYPE] == usual)
    plan->values[TOK_PARAM_FILE_TYPE] = base->usual_file_type;
  forget_file_size (plan);
  rebuild_model (plan);
  rebuild_draft (plan);
  if (had_all)
    plan->values[TOK_PARAM_GPU_LAYERS] = base->n_layers;
  clamp_dependents (plan);
}

void
tok_plan_set_draft (TokPlan         *plan,
                    TokArchitecture *draft_base)
{
  if (draft_base != NULL)
    tok_architecture_ref (draft_base);
  g_clear_pointer (&plan->draft_base, tok_architecture_unref);
  plan->draft_base = draft_base;
  rebuild_draft (plan);
}

gboolean
tok_plan_model_is_custom (const TokPlan *plan)
{
  const double *values = plan->values;

  return values[TOK_PARAM_LAYERS] != TOK_AUTO
         || values[TOK_PARAM_ATTENTION] != TOK_ATTENTION_OWN
         || values[TOK_PARAM_PARAMETERS] != tok_architecture_total_params (plan->base) / TOK_BILLION
         || values[TOK_PARAM_ACTIVE_PARAMETERS] != tok_architecture_active_params (plan->base) / TOK_BILLION;
}
