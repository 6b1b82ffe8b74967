/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the plan in the order things hang on each other, whatever the order of the words: devices, host, model, draft model,
 * then parameters in the order of their table. */

#include "command/plan-options.h"

#include <glib/gi18n.h>
#include <math.h>

#include "command/error.h"
#include "command/option-table.h"
#include "command/output.h"
#include "command/plan-measured.h"
#include "core/search.h"

static const char *
entry_name (const TokCatalog *catalog,
            TokSearchKind     kind,
            guint             index)
{
  if (kind == TOK_SEARCH_DEVICES)
    return tok_catalog_device (catalog, index)->device.name;
  return tok_catalog_model (catalog, index)->architecture->name;
}

static char *
name_list (const TokCatalog *catalog,
           TokSearchKind     kind,
           const guint       nearest[TOK_SEARCH_NEAREST])
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < TOK_SEARCH_NEAREST; i++)
    if (nearest[i] != G_MAXUINT)
      {
        g_string_append (list, list->len > 0 ? ", " : "");
        /* Translators: the quotation marks around a name in a list of names. */
        g_string_append_printf (list, C_("name in a list", "“%s”"), entry_name (catalog, kind, nearest[i]));
      }
  return g_string_free (list, FALSE);
}

static gboolean
resolve (const TokCatalog *catalog,
         TokSearchKind     kind,
         const char       *words,
         guint            *index,
         GError          **error)
{
  guint nearest[TOK_SEARCH_NEAREST];
  TokSearchResult result = tok_search_resolve (catalog, kind, words, index, nearest);
  g_autofree char *list = name_list (catalog, kind, nearest);
  g_autofree char *shown = tok_output_word (words);
  const char *command = kind == TOK_SEARCH_DEVICES ? "devices" : "models";

  switch (result)
    {
    case TOK_SEARCH_FOUND:
      return TRUE;
    case TOK_SEARCH_FOUND_OF_SEVERAL:
      g_printerr (_("tokplan: “%s” matches several; taking %s.\n"), shown, entry_name (catalog, kind, *index));
      return TRUE;
    case TOK_SEARCH_AMBIGUOUS:
      return tok_option_refuse (error, _("“%s” matches several; say which: %s; “tokplan %s WORDS” lists all."), shown, list, command);
    case TOK_SEARCH_UNKNOWN:
      break;
    }
  if (kind == TOK_SEARCH_DEVICES)
    return tok_option_refuse (error, _("There is no device “%s”; the nearest are: %s; “tokplan devices WORDS” lists all."), shown, list);
  return tok_option_refuse (error, _("There is no model “%s”; the nearest are: %s; “tokplan models WORDS” lists all."), shown, list);
}

static const TokDevice *
find_device (const TokCatalog *catalog,
             const char       *words,
             GError          **error)
{
  guint index;

  return resolve (catalog, TOK_SEARCH_DEVICES, words, &index, error) ? &tok_catalog_device (catalog, index)->device : NULL;
}

static TokArchitecture *
find_model (const TokCatalog *catalog,
            const char       *words,
            GError          **error)
{
  guint index;

  return resolve (catalog, TOK_SEARCH_MODELS, words, &index, error) ? tok_catalog_model (catalog, index)->architecture : NULL;
}

/* The model of a file; on a plan file also one of the catalog that the person wants instead. */
static gboolean
set_model (const TokOptions   *options,
           const TokPlanFiles *files,
           const TokCatalog   *catalog,
           TokPlan            *plan,
           GError            **error)
{
  const TokModelFile *model = files->model;
  TokArchitecture *base;

  if (model != NULL)
    {
      tok_plan_set_file_model (plan, model->architecture, model->weights, model->file_type, model->with_imatrix);
      return TRUE;
    }
  if (files->plan == NULL || options->model_name == NULL || tok_word_is_file (options->model_name))
    return TRUE;
  base = find_model (catalog, options->model_name, error);
  if (base != NULL)
    tok_plan_set_model (plan, base);
  return base != NULL;
}

static gboolean
start_plan (const TokOptions   *options,
            const TokPlanFiles *files,
            const TokCatalog   *catalog,
            TokPlan            *plan,
            GError            **error)
{
  const char *model_name = options->model_name != NULL ? options->model_name : tok_measured_model (files);
  const TokDevice *device;
  TokArchitecture *base;

  if (options->n_devices == 0)
    return tok_option_refuse (error, _("Name a device with --device; “tokplan devices” lists them."));
  if (model_name == NULL && files->model == NULL)
    return tok_option_refuse (error, _("Name a model with --model; “tokplan models” lists them."));
  device = find_device (catalog, options->device_names[0], error);
  if (device == NULL)
    return FALSE;
  base = files->model != NULL ? files->model->architecture : find_model (catalog, model_name, error);
  if (base == NULL)
    return FALSE;
  tok_plan_init (plan, catalog->efficiency, device, NULL, base);
  return TRUE;
}

static gboolean
set_devices (const TokOptions *options,
             const TokCatalog *catalog,
             guint             first,
             TokPlan          *plan,
             GError          **error)
{
  for (guint i = first; i < options->n_devices; i++)
    {
      const TokDevice *device = find_device (catalog, options->device_names[i], error);

      if (device == NULL)
        return FALSE;
      tok_plan_set_device (plan, i, device);
    }
  while (options->n_devices > 0 && plan->n_devices > options->n_devices)
    tok_plan_remove_device (plan, plan->n_devices - 1);
  return TRUE;
}

/* A CPU is the only device or the host: the layers it computes are not a GPU's share. */
static gboolean
check_devices (const TokPlan *plan,
               GError       **error)
{
  for (guint i = 0; plan->n_devices > 1 && i < plan->n_devices; i++)
    if (plan->devices[i].picked.kind == TOK_DEVICE_CPU)
      return tok_option_refuse (error, _("%s is a CPU; beside other devices, name it with --host."), plan->devices[i].picked.name);
  return TRUE;
}

static gboolean
set_host_and_draft (const TokOptions   *options,
                    const TokPlanFiles *files,
                    const TokCatalog   *catalog,
                    TokPlan            *plan,
                    GError            **error)
{
  if (options->host_name != NULL)
    {
      const TokDevice *host = find_device (catalog, options->host_name, error);

      if (host == NULL)
        return FALSE;
      if (host->kind == TOK_DEVICE_GPU || host->kind == TOK_DEVICE_ACCELERATOR)
        return tok_option_refuse (error, _("%s is not a CPU; name the CPU beside the GPUs with --host."), host->name);
      tok_plan_set_host (plan, host);
    }
  if (options->draft_name != NULL)
    {
      TokArchitecture *draft = files->draft != NULL ? files->draft->architecture : find_model (catalog, options->draft_name, error);

      if (draft == NULL)
        return FALSE;
      tok_plan_set_draft (plan, draft);
    }
  return TRUE;
}

/* The table's range has been checked; a parameter can be bound more narrowly by another.  More layers than there are mean all. */
static gboolean
set_param (TokPlan  *plan,
           TokParam  param,
           double    value,
           GError  **error)
{
  double minimum, maximum;
  g_autofree char *name = tok_option_name (param);
  g_autofree char *value_text = tok_option_number (value);
  g_autofree char *maximum_text = NULL;

  tok_plan_range (plan, param, &minimum, &maximum);
  maximum_text = tok_option_number (maximum);
  if (value > maximum && tok_plan_param_info (param)->group != TOK_GROUP_SPLIT)
    return tok_option_refuse (error, _("--%s %s is out of range; with this plan the most is %s."), name, value_text, maximum_text);
  tok_plan_set (plan, param, value);
  return TRUE;
}

/* The plan's own device parameters are those of the first device: each device takes that place for its turn. */
static gboolean
set_device_params (const TokOptions *options,
                   guint             index,
                   TokPlan          *plan,
                   GError          **error)
{
  TokPlanDevice first = plan->devices[0];
  gboolean is_set = TRUE;

  plan->devices[0] = plan->devices[index];
  for (guint param = 0; param < TOK_N_PARAMS && is_set; param++)
    if (!isnan (options->device_values[index][param]))
      is_set = set_param (plan, param, options->device_values[index][param], error);
  if (index > 0)
    {
      plan->devices[index] = plan->devices[0];
      plan->devices[0] = first;
    }
  return is_set;
}

static gboolean
set_params (const TokOptions *options,
            TokPlan          *plan,
            GError          **error)
{
  for (guint i = 0; i < MAX (options->n_devices, 1); i++)
    if (!set_device_params (options, i, plan, error))
      return FALSE;
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    if (!isnan (options->values[param]) && !set_param (plan, param, options->values[param], error))
      return FALSE;
  return TRUE;
}

gboolean
tok_plan_from_files (const TokOptions   *options,
                     const TokPlanFiles *files,
                     const TokCatalog   *catalog,
                     TokPlan            *plan,
                     GError            **error)
{
  g_auto (TokPlan) started = { 0 };

  if (files->plan != NULL ? !tok_plan_read_word (files->plan, catalog, &started, error)
                          : !start_plan (options, files, catalog, &started, error))
    return FALSE;
  if (!set_devices (options, catalog, files->plan != NULL ? 0 : 1, &started, error)
      || !set_model (options, files, catalog, &started, error)
      || !set_host_and_draft (options, files, catalog, &started, error)
      || !check_devices (&started, error)
      || !set_params (options, &started, error))
    return FALSE;
  tok_measured_add (options, files, catalog, &started);
  tok_plan_copy (&started, plan);
  return TRUE;
}

gboolean
tok_plan_from_options (const TokOptions *options,
                       const TokCatalog *catalog,
                       TokPlan          *plan,
                       GError          **error)
{
  g_auto (TokPlanFiles) files = { 0 };

  return tok_plan_files_read (&files, options, catalog, error) && tok_plan_from_files (options, &files, catalog, plan, error);
}
