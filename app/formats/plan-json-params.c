/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of a plan file. */

#include "formats/plan-json-params.h"

#include <glib/gi18n.h>

#include "core/plan-machine.h"
#include "formats/error.h"
#include "formats/json-read.h"

#define AUTO_NAME "auto"
#define LONGEST_CHOICE 64

JsonNode *
tok_plan_param_node (TokParam param,
                     double   value)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  JsonNode *node = json_node_alloc ();

  if (info->has_auto && value == TOK_AUTO)
    return json_node_init_string (node, AUTO_NAME);
  if (info->scale == TOK_SCALE_SWITCH)
    return json_node_init_boolean (node, value > 0.0);
  if (info->choice_name != NULL)
    return json_node_init_string (node, info->choice_name ((guint) value));
  return json_node_init_double (node, value);
}

JsonObject *
tok_plan_params_to_json (const TokPlan *plan)
{
  JsonObject *object = json_object_new ();

  for (guint i = 0; i < TOK_N_PARAMS; i++)
    {
      const TokParamInfo *info = tok_plan_param_info ((TokParam) i);

      if (!tok_plan_machine_owns ((TokParam) i))
        json_object_set_member (object, info->name, tok_plan_param_node ((TokParam) i, tok_plan_get (plan, (TokParam) i)));
    }
  return object;
}

static gboolean
is_auto (JsonObject *object, const TokParamInfo *info)
{
  JsonNode *node = json_object_get_member (object, info->name);

  return info->has_auto && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
         && g_str_equal (json_node_get_string (node), AUTO_NAME);
}

static gboolean
read_choice (JsonObject *object, TokParam param, double *value, GError **error)
{
  const char *path = tok_plan_param_info (param)->name, *name;

  if (!tok_json_read_string (object, path, LONGEST_CHOICE, &name, error))
    return FALSE;
  if (tok_plan_choice_from_name (param, name, value))
    return TRUE;
  return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” cannot be “%s”."), path, name);
}

static gboolean
read_switch (JsonObject *object, const char *path, double *value, GError **error)
{
  gboolean is_on;

  if (!tok_json_read_boolean (object, path, &is_on, error))
    return FALSE;
  *value = is_on ? 1.0 : 0.0;
  return TRUE;
}

gboolean
tok_plan_param_read (JsonObject *object,
                     TokParam    param,
                     double     *value,
                     GError    **error)
{
  const TokParamInfo *info = tok_plan_param_info (param);

  *value = TOK_AUTO;
  if (is_auto (object, info))
    return TRUE;
  if (info->scale == TOK_SCALE_SWITCH)
    return read_switch (object, info->name, value, error);
  if (info->choice_name != NULL)
    return read_choice (object, param, value, error);
  return info->step == 1.0
           ? tok_json_read_whole (object, info->name, info->minimum, info->maximum, value, error)
           : tok_json_read_double (object, info->name, info->minimum, info->maximum, value, error);
}

/* What the plan has already, as it came with a device or model, may lie outside the range of its slider. */
static gboolean
has_value (JsonObject *object, TokParam param, const TokPlan *plan)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  double value;

  return info->choice_name == NULL && !(info->has_auto && tok_plan_get (plan, param) == TOK_AUTO)
         && tok_json_read_double (object, info->name, -G_MAXDOUBLE, G_MAXDOUBLE, &value, NULL)
         && value == tok_plan_get (plan, param);
}

/* Host channels and speed say where a bandwidth came from; set like a person does they would replace it. */
static gboolean
is_remark (TokParam param)
{
  return param == TOK_PARAM_HOST_CHANNELS || param == TOK_PARAM_HOST_TRANSFER_RATE;
}

gboolean
tok_plan_params_from_json (JsonObject *object,
                           TokPlan    *plan,
                           GError    **error)
{
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    {
      double value;

      if (!json_object_has_member (object, tok_plan_param_info ((TokParam) i)->name) || has_value (object, (TokParam) i, plan))
        continue;
      if (!tok_plan_param_read (object, (TokParam) i, &value, error))
        return FALSE;
      if (is_remark ((TokParam) i))
        plan->values[i] = value;
      else
        tok_plan_set (plan, (TokParam) i, value);
    }
  return TRUE;
}
