/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The models of a plan: built as their file holds them where there is one and nothing of it was changed, else computed. */

#include "core/plan-model.h"

#include "core/units.h"

/* As files of @type usually are made. */
static gboolean
usually_with_imatrix (TokFileType type)
{
  return g_str_has_prefix (tok_file_type_name (type), "IQ") || tok_file_type_needs_imatrix (type);
}

static gboolean
with_imatrix (const TokPlan *plan)
{
  if (plan->values[TOK_PARAM_IMATRIX] == TOK_AUTO)
    return usually_with_imatrix (plan->values[TOK_PARAM_FILE_TYPE]);
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

static TokArchitecture *
shape_of (const TokPlan *plan)
{
  const double *values = plan->values;

  if (!tok_plan_model_is_custom (plan))
    return tok_architecture_ref (plan->base);
  return tok_architecture_new_scaled (plan->base,
                                      values[TOK_PARAM_PARAMETERS] * TOK_BILLION,
                                      values[TOK_PARAM_ACTIVE_PARAMETERS] * TOK_BILLION,
                                      MAX (values[TOK_PARAM_LAYERS], 0.0),
                                      values[TOK_PARAM_ATTENTION]);
}

static void
rebuild_model (TokPlan *plan)
{
  g_autoptr (TokArchitecture) architecture = NULL;

  if (tok_plan_uses_weights (plan))
    {
      take_model (&plan->model, tok_model_new_from_weights (plan->base, plan->weights));
      return;
    }
  architecture = shape_of (plan);
  take_model (&plan->model, tok_model_new (architecture, plan->values[TOK_PARAM_FILE_TYPE], with_imatrix (plan),
                                           MAX (plan->values[TOK_PARAM_FILE_BYTES], 0.0)));
}

/* A typed file size is that of one file: another model or file type is another file. */
static void
forget_file_size (TokPlan *plan)
{
  plan->values[TOK_PARAM_FILE_BYTES] = TOK_AUTO;
}

/* TRUE when the file type came with the model, and goes with it. */
static gboolean
file_type_is_own (const TokPlan *plan)
{
  return plan->base == NULL || plan->values[TOK_PARAM_FILE_TYPE] == plan->own_file_type;
}

static gboolean
has_all_layers (const TokPlan *plan)
{
  return plan->model != NULL && plan->values[TOK_PARAM_GPU_LAYERS] == plan->model->architecture->n_layers;
}

/* The base's own parameters, layers and attention; all layers stay all layers. */
static void
take_base (TokPlan         *plan,
           TokArchitecture *base,
           TokModelWeights *weights,
           TokFileType      own_file_type)
{
  if (has_all_layers (plan))
    plan->values[TOK_PARAM_GPU_LAYERS] = base->n_layers;
  tok_architecture_ref (base);
  if (weights != NULL)
    tok_model_weights_ref (weights);
  g_clear_pointer (&plan->base, tok_architecture_unref);
  g_clear_pointer (&plan->weights, tok_model_weights_unref);
  plan->base = base;
  plan->weights = weights;
  plan->own_file_type = own_file_type;
  plan->values[TOK_PARAM_PARAMETERS] = tok_architecture_total_params (base) / TOK_BILLION;
  plan->values[TOK_PARAM_ACTIVE_PARAMETERS] = tok_architecture_active_params (base) / TOK_BILLION;
  plan->values[TOK_PARAM_LAYERS] = TOK_AUTO;
  plan->values[TOK_PARAM_ATTENTION] = TOK_ATTENTION_OWN;
  forget_file_size (plan);
}

gboolean
tok_plan_model_owns (TokParam param)
{
  return param >= TOK_PARAM_PARAMETERS && param <= TOK_PARAM_FILE_BYTES;
}

void
tok_plan_model_set (TokPlan  *plan,
                    TokParam  param,
                    double    value)
{
  double *values = plan->values;
  double active_share = tok_ratio (values[TOK_PARAM_ACTIVE_PARAMETERS], values[TOK_PARAM_PARAMETERS]);
  gboolean had_all_layers = has_all_layers (plan);

  values[param] = value;
  if (param == TOK_PARAM_PARAMETERS)
    values[TOK_PARAM_ACTIVE_PARAMETERS] = MAX (value * active_share, tok_plan_param_info (TOK_PARAM_ACTIVE_PARAMETERS)->minimum);
  values[TOK_PARAM_ACTIVE_PARAMETERS] = MIN (values[TOK_PARAM_ACTIVE_PARAMETERS], values[TOK_PARAM_PARAMETERS]);
  if (param != TOK_PARAM_FILE_BYTES)
    forget_file_size (plan);

  rebuild_model (plan);
  if (param == TOK_PARAM_FILE_TYPE || param == TOK_PARAM_IMATRIX)
    rebuild_draft (plan);
  if (had_all_layers)
    values[TOK_PARAM_GPU_LAYERS] = plan->model->architecture->n_layers;
}

void
tok_plan_model_replace (TokPlan         *plan,
                        TokArchitecture *base)
{
  gboolean type_follows = file_type_is_own (plan);

  if (type_follows && plan->weights != NULL)
    plan->values[TOK_PARAM_IMATRIX] = TOK_AUTO;
  take_base (plan, base, NULL, base->usual_file_type);
  if (type_follows)
    plan->values[TOK_PARAM_FILE_TYPE] = base->usual_file_type;
  rebuild_model (plan);
  rebuild_draft (plan);
}

void
tok_plan_model_replace_by_file (TokPlan         *plan,
                                TokArchitecture *base,
                                TokModelWeights *weights,
                                TokFileType      file_type,
                                gboolean         with_imatrix)
{
  gboolean is_usual = with_imatrix == usually_with_imatrix (file_type);

  take_base (plan, base, weights, file_type);
  plan->values[TOK_PARAM_FILE_TYPE] = file_type;
  plan->values[TOK_PARAM_IMATRIX] = is_usual ? TOK_AUTO : with_imatrix;
  rebuild_model (plan);
  rebuild_draft (plan);
}

TokOrigin
tok_plan_model_origin (const TokPlan *plan,
                       TokParam       param)
{
  gboolean is_of_file = plan->base->id[0] == '\0';
  TokOrigin base = is_of_file ? TOK_ORIGIN_FILE : TOK_ORIGIN_CATALOG;

  if (tok_plan_uses_weights (plan) || (is_of_file && param == TOK_PARAM_FILE_TYPE && file_type_is_own (plan)))
    return TOK_ORIGIN_FILE;
  if (plan->values[param] == TOK_AUTO)
    return TOK_ORIGIN_AUTO;
  if (param == TOK_PARAM_PARAMETERS || param == TOK_PARAM_ACTIVE_PARAMETERS)
    return tok_plan_model_is_custom (plan) ? TOK_ORIGIN_TYPED : base;
  if (plan->values[param] == tok_plan_param_info (param)->fallback)
    return TOK_ORIGIN_DEFAULT;
  return param == TOK_PARAM_FILE_TYPE && file_type_is_own (plan) ? base : TOK_ORIGIN_TYPED;
}

gboolean
tok_plan_model_equal (const TokPlan *plan,
                      const TokPlan *other)
{
  if (plan->base != other->base || plan->draft_base != other->draft_base)
    return FALSE;
  return plan->weights == other->weights
         || (plan->weights != NULL && other->weights != NULL && tok_model_weights_equal (plan->weights, other->weights));
}

void
tok_plan_model_ref (TokPlan *copy)
{
  tok_architecture_ref (copy->base);
  tok_model_ref (copy->model);
  if (copy->weights != NULL)
    tok_model_weights_ref (copy->weights);
  if (copy->draft_base != NULL)
    tok_architecture_ref (copy->draft_base);
  if (copy->draft != NULL)
    tok_model_ref (copy->draft);
}

void
tok_plan_model_clear (TokPlan *plan)
{
  take_model (&plan->model, NULL);
  take_model (&plan->draft, NULL);
  g_clear_pointer (&plan->base, tok_architecture_unref);
  g_clear_pointer (&plan->weights, tok_model_weights_unref);
  g_clear_pointer (&plan->draft_base, tok_architecture_unref);
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

gboolean
tok_plan_uses_weights (const TokPlan *plan)
{
  const double *values = plan->values;

  return plan->weights != NULL
         && (values[TOK_PARAM_FILE_BYTES] == TOK_AUTO
             || values[TOK_PARAM_FILE_BYTES] == tok_model_weights_total (plan->weights, TRUE).bytes)
         && values[TOK_PARAM_FILE_TYPE] == plan->weights->file_type
         && with_imatrix (plan) == plan->weights->with_imatrix
         && !tok_plan_model_is_custom (plan);
}
