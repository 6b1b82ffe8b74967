/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and texts from outside: read beside the main loop, then taken into the plan one after the other.  The order is that of
 * what rests on what: a plan, its model, its measurements. */

#include <glib/gi18n.h>
#include <string.h>

#include "shell/import-words.h"
#include "shell/window-private.h"

/* Files a notice tells about. */
#define MOST_NOTICES 5u

/* One thing to read, and what came of it. */
typedef struct
{
  GFile     *file;       /* NULL: a text … */
  GBytes    *text;
  TokImport *import;     /* NULL: see the error */
  GError    *error;
} Source;

/* What a thread needs; the application keeps the catalog. */
typedef struct
{
  TokApplication *application;
  GPtrArray      *sources;
} Reading;

static void
source_free (Source *source)
{
  g_clear_object (&source->file);
  g_clear_pointer (&source->text, g_bytes_unref);
  g_clear_pointer (&source->import, tok_import_free);
  g_clear_error (&source->error);
  g_free (source);
}

static void
reading_free (Reading *reading)
{
  g_object_unref (reading->application);
  g_ptr_array_unref (reading->sources);
  g_free (reading);
}

static void
read_source (Source *source, const TokCatalog *catalog, GCancellable *cancellable)
{
  if (source->file != NULL)
    source->import = tok_import_file (source->file, catalog, cancellable, &source->error);
  else
    source->import = tok_import_bytes (source->text, _("Pasted text"), catalog, &source->error);
}

static void
read_all (GTask *task, gpointer window, gpointer task_data, GCancellable *cancellable)
{
  Reading *reading = task_data;
  const TokCatalog *catalog = tok_application_get_catalog (reading->application);

  for (guint i = 0; i < reading->sources->len && !g_cancellable_is_cancelled (cancellable); i++)
    read_source (g_ptr_array_index (reading->sources, i), catalog, cancellable);
  g_task_return_boolean (task, TRUE);
}

/* What is to be told of it, a line each. */
typedef struct { GPtrArray *failed, *done; } Told;

/* The first plan is opened here, further ones in windows of their own. */
static void
open_plan (TokWindow *window, GFile *file, gboolean is_first, Told *told)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
  TokWindow *other = is_first ? window : tok_window_new (TOK_APPLICATION (application));

  gboolean is_open = tok_window_open_file (other, file);

  if (!is_open)
    g_ptr_array_add (told->failed, g_strdup (tok_window_get_notice (other)));
  if (other != window && is_open)
    gtk_window_present (GTK_WINDOW (other));
  else if (other != window)
    gtk_window_destroy (GTK_WINDOW (other));
}

static guint
count_rows (TokSession *session)
{
  const TokMeasurements *measurements = tok_session_get_plan (session)->measurements;

  return measurements != NULL ? measurements->rows->len : 0;
}

static void
take_import (TokWindow *window, const TokImport *import, Told *told)
{
  TokSession *session = tok_window_get_session (window);
  guint n_before = count_rows (session);

  tok_session_import (session, import);
  g_ptr_array_add (told->done, tok_import_describe (import, count_rows (session) - n_before));
}

static void
take_kind (TokWindow *window, GPtrArray *sources, TokImportKind kind, Told *told)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < sources->len; i++)
    {
      const Source *source = g_ptr_array_index (sources, i);

      if (source->import == NULL || source->import->kind != kind)
        continue;
      if (kind != TOK_IMPORT_PLAN)
        take_import (window, source->import, told);
      else if (source->file != NULL)
        open_plan (window, source->file, is_first, told);
      else
        g_ptr_array_add (told->failed, g_strdup (_("The text is a plan: save it in a file, and open that.")));
      is_first = FALSE;
    }
}

static void
collect_errors (GPtrArray *sources, Told *told)
{
  for (guint i = 0; i < sources->len; i++)
    {
      const Source *source = g_ptr_array_index (sources, i);

      if (source->error != NULL)
        g_ptr_array_add (told->failed, g_strdup (source->error->message));
    }
}

/* A folder full of files must not fill the window with their notices. */
static char *
join_notices (GPtrArray *lines)
{
  guint n_more = lines->len > MOST_NOTICES ? lines->len - MOST_NOTICES : 0;

  if (n_more > 0)
    {
      g_ptr_array_set_size (lines, MOST_NOTICES);
      g_ptr_array_add (lines, g_strdup_printf (ngettext ("… and %u more file.", "… and %u more files.", n_more), n_more));
    }
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* What failed stands first, and decides how the notice looks. */
static void
tell (TokWindow *window, Told *told)
{
  gboolean has_failed = told->failed->len > 0;
  g_autofree char *text = NULL;

  g_ptr_array_extend_and_steal (told->failed, g_steal_pointer (&told->done));
  if (told->failed->len == 0)
    return;
  text = join_notices (told->failed);
  if (has_failed)
    tok_window_tell (window, text);
  else
    tok_window_inform (window, text);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer unused)
{
  TokWindow *window = TOK_WINDOW (object);
  Reading *reading = g_task_get_task_data (G_TASK (result));
  Told told;

  _tok_window_end_reading (window);
  if (_tok_window_is_closed (window))
    return;
  told.failed = g_ptr_array_new_with_free_func (g_free);
  told.done = g_ptr_array_new_with_free_func (g_free);
  collect_errors (reading->sources, &told);
  for (guint kind = TOK_IMPORT_PLAN; kind <= TOK_IMPORT_MEASUREMENTS; kind++)
    take_kind (window, reading->sources, (TokImportKind) kind, &told);
  tell (window, &told);
  g_ptr_array_unref (told.failed);
}

/* Takes @sources. */
static void
read_beside (TokWindow *window, GPtrArray *sources)
{
  Reading *reading = g_new0 (Reading, 1);
  g_autoptr (GTask) task = g_task_new (window, _tok_window_begin_reading (window), on_read, NULL);

  reading->application = g_object_ref (TOK_APPLICATION (gtk_window_get_application (GTK_WINDOW (window))));
  reading->sources = sources;
  g_task_set_task_data (task, reading, (GDestroyNotify) reading_free);
  g_task_run_in_thread (task, read_all);
}

static Source *
add_source (GPtrArray *sources)
{
  Source *source = g_new0 (Source, 1);

  g_ptr_array_add (sources, source);
  return source;
}

void
tok_window_open_files (TokWindow *window, GFile *const *files, guint n_files)
{
  GPtrArray *sources = g_ptr_array_new_with_free_func ((GDestroyNotify) source_free);

  for (guint i = 0; i < n_files; i++)
    add_source (sources)->file = g_object_ref (files[i]);
  read_beside (window, sources);
}

void
tok_window_open_text (TokWindow *window, const char *text)
{
  GPtrArray *sources = g_ptr_array_new_with_free_func ((GDestroyNotify) source_free);

  add_source (sources)->text = g_bytes_new (text, strlen (text));
  read_beside (window, sources);
}
