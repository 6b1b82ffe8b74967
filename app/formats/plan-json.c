/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plan files. */

#include "formats/plan-json.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/catalog-model.h"
#include "formats/error.h"
#include "formats/file-write.h"
#include "formats/json-parse.h"
#include "formats/json-read.h"
#include "formats/json-write.h"
#include "formats/plan-json-machine.h"
#include "formats/plan-json-measurements.h"
#include "formats/plan-json-params.h"
#include "formats/plan-json-weights.h"

#define FORMAT "tokplan-plan"
#define LONGEST_NAME 1000
#define LONGEST_ID 200

/* The oldest version that can make sense of the file; a file that says a later one than this program's is refused. */
#define READABLE_FROM "readable_from"

static const char *const known_members[] = {
  "format", "version", READABLE_FROM, "name", "devices", "host", "model", "weights", "draft", "parameters", "measurements",
  "calibration", NULL,
};

/* By id where it has one; @is_whole: with its shape too, for a reader whose catalog does not have it. */
static JsonObject *
model_object (const TokArchitecture *architecture, gboolean is_whole)
{
  JsonObject *object = json_object_new ();

  if (is_whole || architecture->id[0] == '\0')
    tok_architecture_write (architecture, object);
  else
    json_object_set_string_member (object, "id", architecture->id);
  return object;
}

static void
add_missing_members (JsonObject *object, JsonObject *others)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  json_object_iter_init_ordered (&iter, others);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (!json_object_has_member (object, name))
      json_object_set_member (object, name, json_node_copy (member));
    else if (JSON_NODE_HOLDS_OBJECT (member) && JSON_NODE_HOLDS_OBJECT (json_object_get_member (object, name)))
      add_missing_members (json_object_get_object_member (object, name), json_node_get_object (member));
}

/* What was read from files: the weights of the model, and measurements. */
static void
write_evidence (const TokPlan *plan, JsonObject *object)
{
  if (plan->weights != NULL)
    json_object_set_object_member (object, "weights", tok_model_weights_write (plan->weights));
  tok_plan_measurements_write (plan, object);
}

static JsonNode *
plan_node (const TokPlan *plan, const TokPlanExtra *extra, gboolean is_whole)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "format", FORMAT);
  json_object_set_int_member (object, "version", TOK_PLAN_JSON_VERSION);
  if (extra != NULL && extra->name != NULL && extra->name[0] != '\0')
    json_object_set_string_member (object, "name", extra->name);
  tok_plan_machine_write (plan, object);
  json_object_set_object_member (object, "model", model_object (plan->base, is_whole));
  if (plan->draft_base != NULL)
    json_object_set_object_member (object, "draft", model_object (plan->draft_base, is_whole));
  json_object_set_object_member (object, "parameters", tok_plan_params_to_json (plan));
  tok_plan_calibration_write (plan, object);
  if (is_whole)
    write_evidence (plan, object);
  if (extra != NULL && extra->unknown != NULL)
    add_missing_members (object, json_node_get_object (extra->unknown));
  json_node_take_object (node, object);
  return node;
}

static gboolean
check_version (JsonObject *object, GError **error)
{
  const char *format;
  double version;

  if (!json_object_has_member (object, "format") || !tok_json_read_string (object, "format", LONGEST_ID, &format, NULL)
      || !g_str_equal (format, FORMAT))
    {
      g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VERSION,
                           _("This is no plan of Tokplan: “format” is not “tokplan-plan”."));
      return FALSE;
    }
  if (!tok_json_read_whole (object, "version", 1, G_MAXINT, &version, error))
    return FALSE;
  if (!tok_json_has (object, READABLE_FROM))
    return TRUE;
  if (!tok_json_read_whole (object, READABLE_FROM, 1, G_MAXINT, &version, error))
    return FALSE;
  if (version <= TOK_PLAN_JSON_VERSION)
    return TRUE;
  g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VERSION,
                       _("The plan needs a newer Tokplan; update the program to open it."));
  return FALSE;
}

static TokArchitecture *
read_model (JsonObject *object, const char *path, const TokCatalog *catalog, GError **error)
{
  const TokCatalogModel *entry = NULL;
  JsonObject *model;
  const char *id;

  if (!tok_json_read_object (object, path, &model, error))
    return NULL;
  if (tok_json_has (model, "id"))
    {
      if (!tok_json_read_string (model, "id", LONGEST_ID, &id, error))
        return NULL;
      entry = tok_catalog_find_model (catalog, id);
      if (entry == NULL && !tok_json_has (model, "n_layers"))
        {
          tok_json_refuse (model, "id", TOK_FORMAT_ERROR_VALUE, error,
                           _("There is no model “%s” in the catalog, and the plan does not describe it."), id);
          return NULL;
        }
    }
  return entry != NULL ? tok_architecture_ref (entry->architecture) : tok_architecture_read (model, error);
}

static gboolean
read_draft (JsonObject *object, const TokCatalog *catalog, TokPlan *plan, GError **error)
{
  g_autoptr (TokArchitecture) draft = NULL;

  if (!tok_json_has (object, "draft"))
    return TRUE;
  draft = read_model (object, "draft", catalog, error);
  if (draft != NULL)
    tok_plan_set_draft (plan, draft);
  return draft != NULL;
}

/* The file type, importance matrix and shape of the model's file come with its weights; parameters change them. */
static gboolean
read_weights (JsonObject *object, TokPlan *plan, GError **error)
{
  g_autoptr (TokModelWeights) weights = NULL;
  JsonObject *member;

  if (!tok_json_has (object, "weights"))
    return TRUE;
  if (!tok_json_read_object (object, "weights", &member, error))
    return FALSE;
  weights = tok_model_weights_read (member, plan->base->n_layers, error);
  if (weights != NULL)
    tok_plan_set_file_model (plan, plan->base, weights, weights->file_type, weights->with_imatrix);
  return weights != NULL;
}

static gboolean
read_parameters (JsonObject *object, TokPlan *plan, GError **error)
{
  JsonObject *parameters;

  if (!tok_json_has (object, "parameters"))
    return TRUE;
  return tok_json_read_object (object, "parameters", &parameters, error) && tok_plan_params_from_json (parameters, plan, error);
}

/* @plan is initialized as soon as there is a device and a model; the caller clears it if the rest fails. */
static gboolean
start_plan (JsonObject *object, const TokCatalog *catalog, TokPlan *plan, GError **error)
{
  TokPlanDevice devices[TOK_MAX_DEVICES];
  guint n_devices;
  g_autoptr (TokArchitecture) base = NULL;

  if (!tok_plan_devices_read (object, catalog, devices, &n_devices, error))
    return FALSE;
  base = read_model (object, "model", catalog, error);
  if (base == NULL)
    return FALSE;
  tok_plan_init (plan, catalog->efficiency, &devices[0].picked, NULL, base);
  memcpy (plan->devices, devices, n_devices * sizeof devices[0]);
  plan->n_devices = n_devices;
  return TRUE;
}

static gboolean
read_plan (JsonObject *object, const TokCatalog *catalog, TokPlan *plan, GError **error)
{
  if (!check_version (object, error) || !start_plan (object, catalog, plan, error))
    return FALSE;
  if (tok_plan_host_read (object, catalog, plan, error)
      && read_weights (object, plan, error)
      && read_draft (object, catalog, plan, error)
      && read_parameters (object, plan, error)
      && tok_plan_measured_read (object, plan, error))
    return TRUE;
  tok_plan_clear (plan);
  return FALSE;
}

static JsonObject *
unknown_parameters (JsonObject *parameters)
{
  JsonObject *unknown = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;
  TokParam param;

  json_object_iter_init_ordered (&iter, parameters);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (!tok_plan_param_from_name (name, &param) || !g_str_equal (tok_plan_param_info (param)->name, name))
      json_object_set_member (unknown, name, json_node_copy (member));
  return unknown;
}

/* The members of @object that this version does not know, NULL when there are none. */
static JsonNode *
unknown_members (JsonObject *object)
{
  g_autoptr (JsonObject) unknown = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (!g_strv_contains (known_members, name))
      json_object_set_member (unknown, name, json_node_copy (member));
  if (tok_json_has (object, "parameters"))
    {
      g_autoptr (JsonObject) parameters = unknown_parameters (json_object_get_object_member (object, "parameters"));

      if (json_object_get_size (parameters) > 0)
        json_object_set_object_member (unknown, "parameters", g_steal_pointer (&parameters));
    }
  return json_object_get_size (unknown) > 0 ? json_node_init_object (json_node_alloc (), unknown) : NULL;
}

void
tok_plan_extra_clear (TokPlanExtra *extra)
{
  g_clear_pointer (&extra->name, g_free);
  g_clear_pointer (&extra->unknown, json_node_unref);
}

JsonNode *
tok_plan_to_json (const TokPlan      *plan,
                  const TokPlanExtra *extra)
{
  return plan_node (plan, extra, FALSE);
}

JsonNode *
tok_plan_to_json_whole (const TokPlan      *plan,
                        const TokPlanExtra *extra)
{
  return plan_node (plan, extra, TRUE);
}

gboolean
tok_plan_from_json (JsonNode         *node,
                    const TokCatalog *catalog,
                    TokPlan          *plan,
                    TokPlanExtra     *extra,
                    GError          **error)
{
  const char *name = "";
  TokPlan read;
  JsonObject *object;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                           _("A plan must be an object with members in braces."));
      return FALSE;
    }
  object = json_node_get_object (node);
  if (tok_json_has (object, "name") && !tok_json_read_string (object, "name", LONGEST_NAME, &name, error))
    return FALSE;
  if (!read_plan (object, catalog, &read, error))
    return FALSE;
  *plan = read;
  *extra = (TokPlanExtra) { .name = g_strdup (name), .unknown = unknown_members (object) };
  return TRUE;
}

gboolean
tok_plan_save (const TokPlan      *plan,
               const TokPlanExtra *extra,
               GFile              *file,
               GError            **error)
{
  g_autoptr (JsonNode) node = tok_plan_to_json_whole (plan, extra);
  g_autofree char *text = tok_json_to_text (node);

  return tok_file_write (file, text, strlen (text), error);
}

gboolean
tok_plan_load (GFile            *file,
               const TokCatalog *catalog,
               TokPlan          *plan,
               TokPlanExtra     *extra,
               GError          **error)
{
  g_autoptr (TokJson) json = tok_json_load (file, error);
  g_autoptr (GError) reason = NULL;

  if (json == NULL)
    return FALSE;
  if (tok_plan_from_json (tok_json_root (json), catalog, plan, extra, &reason))
    return TRUE;
  tok_format_error_set_in_file (error, file, tok_json_error_line (json, reason), reason);
  return FALSE;
}
