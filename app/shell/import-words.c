/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sentence about the whole, then the notes a notice has room for. */

#include "shell/import-words.h"

#include <glib/gi18n.h>

#include "present/labels.h"
#include "present/numbers.h"

#define MOST_NOTES 3

static char *
describe_model (const TokImport *import)
{
  const TokModelFile *model = import->model;
  g_autofree char *file_type = tok_format_param (TOK_PARAM_FILE_TYPE, model->file_type);
  g_autofree char *size = model->file_bytes > 0.0 ? tok_format_gb (model->file_bytes) : NULL;

  if (size == NULL)
    /* Translators: a model's name, its file and the file type: "Qwen3 8B is the plan's model now, from config.json (BF16)." */
    return g_strdup_printf (_("%s is the plan's model now, from %s (%s)."), model->architecture->name, import->source, file_type);
  /* Translators: the same with the size of the file: "… from qwen3-8b.gguf (Q4_K_M, 5.03 GB)." */
  return g_strdup_printf (_("%s is the plan's model now, from %s (%s, %s)."),
                          model->architecture->name, import->source, file_type, size);
}

static char *
describe_measurements (const TokImport *import, guint n_new)
{
  guint n_rows = import->measurements->rows->len, n_buffers = import->measurements->buffers->len;
  g_autofree char *rows = g_strdup_printf (ngettext ("%u measurement", "%u measurements", n_rows), n_rows);
  g_autofree char *buffers = g_strdup_printf (ngettext ("%u logged buffer", "%u logged buffers", n_buffers), n_buffers);

  if (n_rows == 0)
    /* Translators: what was read and the file's name: "9 logged buffers from server.log." */
    return g_strdup_printf (_("%s from %s."), buffers, import->source);
  if (n_new == 0)
    /* Translators: the plan has all that was read: "12 measurements from bench.md: the plan has them already." */
    return g_strdup_printf (_("%s from %s: the plan has them already."), rows, import->source);
  if (n_buffers == 0)
    return g_strdup_printf (_("%s from %s."), rows, import->source);
  /* Translators: "12 measurements and 9 logged buffers from server.log." */
  return g_strdup_printf (_("%s and %s from %s."), rows, buffers, import->source);
}

static void
add_note (GPtrArray *lines, guint *n_left_out, const char *text, guint line)
{
  if (lines->len > MOST_NOTES)
    ++*n_left_out;
  else if (line > 0)
    g_ptr_array_add (lines, g_strdup_printf (_("Line %u: %s"), line, text));
  else
    g_ptr_array_add (lines, g_strdup (text));
}

static void
add_model_notes (GPtrArray *lines, guint *n_left_out, const TokModelFile *model)
{
  for (guint i = 0; i < model->notes->len; i++)
    add_note (lines, n_left_out, g_ptr_array_index (model->notes, i), 0);
}

/* What was recognized says the first sentence. */
static void
add_measurement_notes (GPtrArray *lines, guint *n_left_out, const TokMeasurementsRead *read)
{
  for (guint i = 0; i < read->notes->len; i++)
    {
      const TokReadNote *note = &g_array_index (read->notes, TokReadNote, i);

      if (note->line > 0)
        add_note (lines, n_left_out, note->text, note->line);
    }
}

char *
tok_import_describe (const TokImport *import, guint n_new)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  guint n_left_out = 0;

  g_ptr_array_add (lines, import->model != NULL ? describe_model (import) : describe_measurements (import, n_new));
  if (import->model != NULL)
    add_model_notes (lines, &n_left_out, import->model);
  else
    add_measurement_notes (lines, &n_left_out, import->measurements);
  if (n_left_out > 0)
    g_ptr_array_add (lines, g_strdup_printf (ngettext ("… and %u more note", "… and %u more notes", n_left_out), n_left_out));
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}
