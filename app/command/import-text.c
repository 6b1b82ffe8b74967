/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was imported, as lines for people. */

#include "command/import-report.h"

#include <glib/gi18n.h>
#include <string.h>

#include "command/output.h"
#include "command/table.h"
#include "core/comparison.h"
#include "core/units.h"
#include "present/labels.h"
#include "present/measurements.h"
#include "present/numbers.h"
#include "present/sentences.h"

#define NOTHING "–"
#define SEPARATOR ", "

void
tok_import_append_part (GString    *text,
                        const char *heading,
                        char       *lines)
{
  if (lines[0] != '\0')
    g_string_append_printf (text, "\n%s\n%s", heading, lines);
  g_free (lines);
}

static void
add_header (TokTable          *table,
            const char *const *labels)
{
  for (guint i = 0; labels[i] != NULL; i++)
    tok_table_add (table, i == 0 ? g_strdup_printf ("  %s", _(labels[i])) : g_strdup (_(labels[i])));
}

static char *
remarks (const TokMeasurement *row)
{
  static const struct { TokMeasuredFlags flag; const char *text; } flags[] = {
    { TOK_MEASURED_IMPLAUSIBLE, N_("implausible, not used") },
    { TOK_MEASURED_COUNTS_PROMPT, N_("counts the prompt's tokens too") },
    { TOK_MEASURED_PER_STREAM, N_("printed per request") },
    { TOK_MEASURED_WHOLE_TIME, N_("over the time of prompt and answer") },
    { TOK_MEASURED_OVERLAPPED, N_("other requests meanwhile, not used") },
  };
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_requests = (guint) MIN (row->batch, G_MAXINT);

  if (n_requests > 1)
    g_string_append_printf (text, ngettext ("%u request", "%u requests", n_requests), n_requests);
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if ((row->flags & flags[i].flag) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? SEPARATOR : "", _(flags[i].text));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
printed (const char *text)
{
  return g_strdup (text[0] != '\0' ? text : NOTHING);
}

static char *
engine_text (const TokMeasurement *row)
{
  return g_strdup (row->engine != TOK_AUTO ? tok_label_engine ((TokEngine) row->engine) : row->tool);
}

static char *
rows_text (const GArray *rows)
{
  static const char *const labels[] = { N_("Measured"), N_("tok/s"), N_("Model"), N_("In the catalog"),
                                        N_("Device"), N_("Engine"), N_("Remarks"), NULL };
  g_autoptr (TokTable) table = tok_table_new (G_N_ELEMENTS (labels) - 1);

  add_header (table, labels);
  for (guint i = 0; i < rows->len; i++)
    {
      const TokMeasurement *row = &g_array_index (rows, TokMeasurement, i);
      g_autofree char *test = tok_measurement_describe_test (row);

      tok_table_add (table, g_strdup_printf ("  %s", test));
      tok_table_add (table, tok_measurement_format_measured (row));
      tok_table_add (table, printed (row->model));
      tok_table_add (table, printed (row->model_id));
      tok_table_add (table, printed (row->device));
      tok_table_add (table, engine_text (row));
      tok_table_add (table, remarks (row));
    }
  return tok_table_to_text (table);
}

static char *
compared_rows_text (const TokImportReport *report,
                    const TokCatalog      *catalog)
{
  static const char *const labels[] = { N_("Measured"), N_("tok/s"), N_("Predicted"), N_("Band"), N_("Difference"), N_("Verdict"),
                                        N_("Setup"), NULL };
  g_autoptr (TokTable) table = tok_table_new (G_N_ELEMENTS (labels) - 1);

  add_header (table, labels);
  for (guint i = 0; i < report->rows->len; i++)
    {
      const TokMeasurement *row = &g_array_index (report->rows, TokMeasurement, i);
      TokComparison comparison;
      g_autofree char *test = tok_measurement_describe_test (row);

      tok_comparison_make (report->plan, catalog, row, &comparison);
      tok_table_add (table, g_strdup_printf ("  %s", test));
      tok_table_add (table, tok_measurement_format_measured (row));
      tok_table_add (table, tok_measurement_format_predicted (&comparison));
      tok_table_add (table, tok_measurement_format_band (&comparison));
      tok_table_add (table, tok_measurement_format_residual (&comparison));
      tok_table_add (table, g_strdup (tok_measurement_judge (&comparison)));
      tok_table_add (table, tok_measurement_describe_setup (row, &comparison, report->plan, catalog));
    }
  return tok_table_to_text (table);
}

static char *
place_text (const TokLoggedBuffer *buffer)
{
  const char *place = buffer->place[0] != '\0' ? buffer->place : NOTHING;

  return buffer->is_draft ? g_strdup_printf (_("  %s, draft model"), place) : g_strdup_printf ("  %s", place);
}

static char *
buffers_text (const GArray *buffers)
{
  g_autoptr (TokTable) table = tok_table_new (3);

  for (guint i = 0; i < buffers->len; i++)
    {
      const TokLoggedBuffer *buffer = &g_array_index (buffers, TokLoggedBuffer, i);

      tok_table_add (table, place_text (buffer));
      tok_table_add (table, g_strdup (tok_label_logged (buffer->kind)));
      tok_table_add (table, tok_format_gib (buffer->bytes));
    }
  return tok_table_to_text (table);
}

/* What is not predicted, or not logged, is not known to be nothing. */
static char *
bytes_text (double bytes)
{
  return bytes > 0.0 ? tok_format_gib (bytes) : g_strdup (NOTHING);
}

static char *
difference_text (const TokMemoryComparison *row)
{
  return row->estimated_bytes > 0.0 && row->logged_bytes > 0.0 ? tok_memory_comparison_format_difference (row) : g_strdup (NOTHING);
}

/* The plan is told where it is another than that of the speeds. */
static char *
compared_memory_text (const TokImportReport *report)
{
  static const char *const labels[] = { N_("Place"), N_("Kind"), N_("Predicted"), N_("Logged"), N_("Difference"), NULL };
  g_autofree char *summary = tok_sentence_summary (report->plan);
  g_autofree char *logged_summary = tok_sentence_summary (report->logged);
  g_autofree char *lines = NULL;
  g_autoptr (TokTable) table = tok_table_new (G_N_ELEMENTS (labels) - 1);
  g_autoptr (GArray) rows = NULL;
  GString *text = g_string_new (NULL);
  TokEstimate estimate;

  if (strcmp (summary, logged_summary) != 0)
    g_string_append_printf (text, _("  compared with %s\n"), logged_summary);
  tok_estimate (report->logged, &estimate);
  rows = tok_comparison_memory (report->logged, &estimate);
  add_header (table, labels);
  for (guint i = 0; i < rows->len; i++)
    {
      const TokMemoryComparison *row = &g_array_index (rows, TokMemoryComparison, i);

      tok_table_add (table, g_strdup_printf ("  %s", tok_memory_comparison_find_place (row)));
      tok_table_add (table, g_strdup (tok_label_logged (row->kind)));
      tok_table_add (table, bytes_text (row->estimated_bytes));
      tok_table_add (table, bytes_text (row->logged_bytes));
      tok_table_add (table, difference_text (row));
    }
  lines = tok_table_to_text (table);
  g_string_append (text, lines);
  return g_string_free (text, FALSE);
}

static void
append_notes (GString      *text,
              const GArray *notes)
{
  if (notes->len > 0)
    g_string_append_printf (text, "\n%s\n", _("Notes"));
  for (guint i = 0; i < notes->len; i++)
    {
      const TokReadNote *note = &g_array_index (notes, TokReadNote, i);

      if (note->line > 0)
        g_string_append_printf (text, _("  Line %u: %s\n"), note->line, note->text);
      else
        g_string_append_printf (text, "  %s\n", note->text);
    }
}

static void
append_measurements (GString               *text,
                     const TokImportReport *report,
                     const TokCatalog      *catalog)
{
  const TokMeasurementsRead *read = report->import->measurements;
  const TokPlan *plan = report->plan;
  g_autofree char *summary = plan != NULL ? tok_sentence_summary (plan) : NULL;

  if (plan != NULL)
    g_string_append_printf (text, _("  compared with %s\n"), summary);
  if (read->rows->len > 0)
    tok_import_append_part (text, _("Speeds"), plan != NULL ? compared_rows_text (report, catalog) : rows_text (read->rows));
  if (read->buffers->len > 0)
    tok_import_append_part (text, _("Memory"), plan != NULL ? compared_memory_text (report) : buffers_text (read->buffers));
  append_notes (text, read->notes);
}

char *
tok_import_report_text (const TokImportReport *report,
                        const TokCatalog      *catalog)
{
  const TokImport *import = report->import;
  g_autofree char *source = tok_output_escape (import->source);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s: %s\n", source, import->format);
  if (import->model != NULL)
    tok_import_append_model (text, import->model);
  if (import->measurements != NULL)
    append_measurements (text, report, catalog);
  if (import->kind == TOK_IMPORT_PLAN && report->plan != NULL)
    {
      g_autofree char *summary = tok_sentence_summary (report->plan);

      g_string_append_printf (text, "  %s\n", summary);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
