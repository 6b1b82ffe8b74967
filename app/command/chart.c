/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokplan chart: a chart as a file, without a display. */

#include <glib/gi18n.h>
#include <string.h>

#include "chart/export.h"
#include "command/command-private.h"
#include "command/error.h"
#include "command/option-table.h"
#include "command/output.h"
#include "command/plan-options.h"
#include "formats/file-write.h"
#include "present/charts.h"

static const TokChartKind *
take_kind (const TokOptions *options,
           GError          **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  guint n;
  const TokChartKind *kinds = tok_chart_kinds (&n);
  const TokChartKind *kind;
  const char *word;
  g_autofree char *list = NULL;
  g_autofree char *shown = NULL;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (ids, (gpointer) kinds[i].id);
  g_ptr_array_add (ids, NULL);
  list = g_strjoinv (", ", (char **) ids->pdata);

  if (options->words->len == 0)
    {
      tok_option_refuse (error, _("Name the chart: %s."), list);
      return NULL;
    }
  word = g_ptr_array_index (options->words, 0);
  kind = tok_chart_kind_find (word);
  shown = tok_output_word (word);
  if (kind == NULL)
    tok_option_refuse (error, _("There is no chart “%s”; the charts are %s."), shown, list);
  return kind;
}

static gboolean
choose_format (const TokOptions *options,
               TokExportFormat  *format,
               GError          **error)
{
  g_autofree char *shown = tok_output_word (options->output);

  if (strcmp (options->output, "-") == 0)
    {
      *format = TOK_EXPORT_CSV;
      return TRUE;
    }
  if (tok_export_format_from_name (options->output, format))
    return TRUE;
  return tok_option_refuse (error, _("“%s” does not end in .png, .svg, .pdf, or .csv."), shown);
}

static gboolean
write_output (const TokOptions *options,
              GBytes           *bytes,
              GError          **error)
{
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  g_autoptr (GFile) file = NULL;

  if (strcmp (options->output, "-") == 0)
    return tok_command_write (data, size, error);
  file = g_file_new_for_commandline_arg (options->output);
  return tok_file_write (file, data, size, error);
}

static TokChartSpec *
build_spec (const TokChartKind *kind,
            const TokPlan      *plan,
            const TokCatalog   *catalog)
{
  TokModelShelf *shelf = tok_model_shelf_new (catalog);
  TokEstimate estimate;
  TokChartInput input = { .plan = plan, .estimate = &estimate, .catalog = catalog, .shelf = shelf };
  TokChartSpec *spec;

  tok_estimate (plan, &estimate);
  spec = kind->build (&input);
  tok_model_shelf_free (shelf);
  return spec;
}

/* A picture says why it is empty; rows cannot. */
static gboolean
check_rows (const TokChartSpec *spec,
            TokExportFormat     format,
            GError            **error)
{
  if (format != TOK_EXPORT_CSV || spec->empty_text == NULL)
    return TRUE;
  g_set_error_literal (error, TOK_COMMAND_ERROR, TOK_COMMAND_ERROR_FAILED, spec->empty_text);
  return FALSE;
}

gboolean
tok_command_chart (const TokOptions *options,
                   const TokCatalog *catalog,
                   GError          **error)
{
  TokExportOptions export = {
    .width = options->width, .height = options->height, .scale = options->scale, .theme = options->theme,
  };
  const TokChartKind *kind = take_kind (options, error);
  g_auto (TokPlan) plan = { 0 };
  g_autoptr (TokChartSpec) spec = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) refusal = NULL;

  if (kind == NULL || !choose_format (options, &export.format, error))
    return FALSE;
  g_ptr_array_remove_index (options->words, 0);
  if (!tok_plan_from_options (options, catalog, &plan, error))
    return FALSE;
  spec = build_spec (kind, &plan, catalog);
  if (!check_rows (spec, export.format, error))
    return FALSE;
  bytes = tok_chart_export (spec, &export, &refusal);
  if (g_error_matches (refusal, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT))
    return tok_option_refuse (error, "%s", refusal->message);
  if (bytes == NULL)
    g_propagate_error (error, g_steal_pointer (&refusal));
  return bytes != NULL && write_output (options, bytes, error);
}
