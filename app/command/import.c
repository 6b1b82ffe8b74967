/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokplan import: what files hold, one after the other; measurements beside a plan's estimate where one is described. */

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "command/command-private.h"
#include "command/import-report.h"
#include "command/option-table.h"
#include "command/plan-measured.h"
#include "command/plan-options.h"
#include "core/comparison.h"
#include "formats/json-write.h"

static void
report_free (gpointer data)
{
  TokImportReport *report = data;

  g_clear_pointer (&report->import, tok_import_free);
  g_clear_error (&report->error);
  g_clear_pointer (&report->plan, tok_plan_free);
  g_clear_pointer (&report->logged, tok_plan_free);
  g_clear_pointer (&report->rows, g_array_unref);
  g_free (report);
}

/* A plan is read as well: only then it is known to be one. */
static TokImportReport *
read_word (const char       *word,
           const TokCatalog *catalog)
{
  TokImportReport *report = g_new0 (TokImportReport, 1);
  g_auto (TokPlan) plan = { 0 };

  report->word = word;
  report->import = tok_import_word (word, catalog, &report->error);
  if (report->import == NULL || report->import->kind != TOK_IMPORT_PLAN)
    return report;
  if (tok_plan_read_word (word, catalog, &plan, &report->error))
    report->plan = tok_plan_dup (&plan);
  else
    g_clear_pointer (&report->import, tok_import_free);
  return report;
}

static GPtrArray *
read_words (const TokOptions *options,
            const TokCatalog *catalog)
{
  GPtrArray *reports = g_ptr_array_new_with_free_func (report_free);

  for (guint i = 0; i < options->words->len; i++)
    g_ptr_array_add (reports, read_word (g_ptr_array_index (options->words, i), catalog));
  return reports;
}

static const TokImportReport *
find_kind (const GPtrArray *reports,
           TokImportKind    kind)
{
  for (guint i = 0; i < reports->len; i++)
    {
      const TokImportReport *report = g_ptr_array_index (reports, i);

      if (report->import != NULL && report->import->kind == kind)
        return report;
    }
  return NULL;
}

/* Whether a plan is described beside the files. */
static gboolean
has_plan (const TokOptions *options,
          const GPtrArray  *reports)
{
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    if (!isnan (options->values[param]))
      return TRUE;
  return options->n_devices > 0 || options->model_name != NULL || options->host_name != NULL || options->draft_name != NULL
         || find_kind (reports, TOK_IMPORT_PLAN) != NULL;
}

/* What was imported together is the plan's: its file, its model, or what the rows are of. */
static gboolean
make_plan (const TokOptions *options,
           const GPtrArray  *reports,
           const TokCatalog *catalog,
           TokPlan          *plan,
           GError          **error)
{
  g_autoptr (GPtrArray) no_words = g_ptr_array_new ();
  const TokImportReport *plan_report = find_kind (reports, TOK_IMPORT_PLAN);
  const TokImportReport *model_report = find_kind (reports, TOK_IMPORT_MODEL);
  TokOptions described = *options;
  g_auto (TokPlanFiles) files = { 0 };

  described.words = no_words;
  if (!tok_plan_files_read (&files, &described, catalog, error))
    return FALSE;
  if (files.plan == NULL && plan_report != NULL)
    files.plan = plan_report->word;
  if (files.model == NULL && options->model_name == NULL && model_report != NULL)
    files.model = model_report->import->model;
  for (guint i = 0; i < reports->len; i++)
    {
      const TokImportReport *report = g_ptr_array_index (reports, i);

      if (report->import != NULL && report->import->measurements != NULL)
        g_ptr_array_add (files.measured, report->import->measurements->rows);
    }
  return tok_plan_from_files (&described, &files, catalog, plan, error);
}

/* The plan with what a row tells of its settings, and with the context of the log unless the person names one. */
static TokPlan *
make_logged_plan (const TokOptions      *options,
                  const TokImportReport *report,
                  const TokCatalog      *catalog)
{
  const TokPlan *plan = report->plan;
  double context = report->import->measurements->context_tokens;
  gboolean has_context = context > 0.0 && isnan (options->values[TOK_PARAM_CONTEXT]);
  gboolean is_found = FALSE;
  g_auto (TokPlan) logged = { 0 };

  for (guint i = 0; i < report->rows->len && !is_found; i++)
    is_found = tok_comparison_plan (plan, catalog, &g_array_index (report->rows, TokMeasurement, i), &logged) == TOK_ROW_COMPARED;
  if (!is_found)
    tok_plan_copy (plan, &logged);
  tok_plan_set (&logged, TOK_PARAM_REQUESTS, has_context ? 1.0 : tok_plan_get (plan, TOK_PARAM_REQUESTS));
  tok_plan_set (&logged, TOK_PARAM_CONTEXT, has_context ? context : tok_plan_get (plan, TOK_PARAM_CONTEXT));
  return tok_plan_dup (&logged);
}

/* Each file's measurements beside the same plan. */
static gboolean
compare (const TokOptions *options,
         GPtrArray        *reports,
         const TokCatalog *catalog,
         GError          **error)
{
  g_auto (TokPlan) plan = { 0 };

  if (find_kind (reports, TOK_IMPORT_MEASUREMENTS) == NULL || !has_plan (options, reports))
    return TRUE;
  if (!make_plan (options, reports, catalog, &plan, error))
    return FALSE;
  for (guint i = 0; i < reports->len; i++)
    {
      TokImportReport *report = g_ptr_array_index (reports, i);
      const TokMeasurementsRead *read = report->import != NULL ? report->import->measurements : NULL;
      g_autoptr (TokMeasurements) measurements = NULL;

      if (read == NULL)
        continue;
      report->rows = tok_measured_rows (options, read->rows);
      measurements = tok_measurements_new_added (NULL, report->rows, read->buffers);
      report->plan = tok_plan_dup (&plan);
      tok_plan_set_measurements (report->plan, measurements);
      report->logged = make_logged_plan (options, report, catalog);
    }
  return TRUE;
}

static gboolean
print_json (const GPtrArray  *reports,
            const TokCatalog *catalog,
            GError          **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_array (builder);
  for (guint i = 0; i < reports->len; i++)
    tok_import_report_json (g_ptr_array_index (reports, i), catalog, builder);
  json_builder_end_array (builder);
  root = json_builder_get_root (builder);
  text = tok_json_to_text (root);
  return tok_command_write (text, strlen (text), error);
}

static void
print_text (const GPtrArray  *reports,
            const TokCatalog *catalog)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < reports->len; i++)
    {
      const TokImportReport *report = g_ptr_array_index (reports, i);
      g_autofree char *text = report->import != NULL ? tok_import_report_text (report, catalog) : NULL;

      if (text == NULL)
        continue;
      g_print ("%s%s", is_first ? "" : "\n", text);
      is_first = FALSE;
    }
}

/* All are told: the last as the command's own error. */
static gboolean
tell_failures (const GPtrArray *reports,
               GError         **error)
{
  const GError *last = NULL;

  for (guint i = 0; i < reports->len; i++)
    {
      const TokImportReport *report = g_ptr_array_index (reports, i);

      if (report->error == NULL)
        continue;
      if (last != NULL)
        tok_command_tell (last);
      last = report->error;
    }
  if (last != NULL)
    g_propagate_error (error, g_error_copy (last));
  return last == NULL;
}

gboolean
tok_command_import (const TokOptions *options,
                    const TokCatalog *catalog,
                    GError          **error)
{
  g_autoptr (GPtrArray) reports = NULL;

  if (options->words->len == 0)
    return tok_option_refuse (error, _("Name a file to import; “-” is standard input."));
  reports = read_words (options, catalog);
  if (!compare (options, reports, catalog, error))
    return FALSE;
  if (!options->json)
    print_text (reports, catalog);
  else if (!print_json (reports, catalog, error))
    return FALSE;
  return tell_failures (reports, error);
}
