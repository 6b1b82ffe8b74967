/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plan files: asked for in a dialog or dropped on the window.  A dialog only obtains the file. */

#include <glib/gi18n.h>

#include "shell/window-private.h"

#define CHOOSER "chooser"

static GFile *
last_folder (TokWindow *window)
{
  GSettings *settings = _tok_window_get_settings (window);
  g_autofree char *uri = settings != NULL ? g_settings_get_string (settings, "last-folder") : NULL;

  return uri != NULL && uri[0] != '\0' ? g_file_new_for_uri (uri) : NULL;
}

static void
remember_folder (TokWindow *window, GFile *file)
{
  GSettings *settings = _tok_window_get_settings (window);
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *uri = NULL;

  if (settings == NULL || folder == NULL)
    return;
  uri = g_file_get_uri (folder);
  g_settings_set_string (settings, "last-folder", uri);
}

static void
add_filter (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _("Plans"));
  gtk_file_filter_add_pattern (filter, "*" TOK_PLAN_SUFFIX);
  gtk_file_chooser_add_filter (chooser, filter);
}

/* A native dialog is no widget: the window keeps it until it answers, or until the window goes. */
static void
ask (TokWindow *window, GtkFileChooserNative *native, GCallback on_response)
{
  g_autoptr (GFile) folder = last_folder (window);

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (native), folder, NULL);
  add_filter (GTK_FILE_CHOOSER (native));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  g_signal_connect_object (native, "response", on_response, window, 0);
  g_object_set_data_full (G_OBJECT (window), CHOOSER, native, g_object_unref);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (native));
}

static GFile *
take_answer (TokWindow *window, GtkNativeDialog *dialog, int response)
{
  GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;

  g_object_set_data (G_OBJECT (window), CHOOSER, NULL);
  return file;
}

static GFile *
with_suffix (GFile *file)
{
  g_autofree char *path = g_file_get_uri (file);
  g_autofree char *longer = NULL;

  if (g_str_has_suffix (path, TOK_PLAN_SUFFIX))
    return g_object_ref (file);
  longer = g_strconcat (path, TOK_PLAN_SUFFIX, NULL);
  return g_file_new_for_uri (longer);
}

static void
on_open_response (GtkNativeDialog *dialog, int response, TokWindow *window)
{
  g_autoptr (GFile) file = take_answer (window, dialog, response);

  if (file != NULL)
    tok_window_open_file (window, file);
}

static void
on_save_response (GtkNativeDialog *dialog, int response, TokWindow *window)
{
  g_autoptr (GFile) file = take_answer (window, dialog, response);

  if (file != NULL)
    _tok_window_save_chosen (window, file);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, TokWindow *window)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));

  return files != NULL && tok_window_open_file (window, files->data);
}

void
_tok_window_choose_open (TokWindow *window)
{
  ask (window,
       gtk_file_chooser_native_new (_("Open Plan"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel")),
       G_CALLBACK (on_open_response));
}

void
_tok_window_choose_save (TokWindow *window)
{
  GtkFileChooserNative *native = gtk_file_chooser_native_new (_("Save Plan"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_SAVE,
                                                              _("_Save"), _("_Cancel"));
  g_autofree char *name = NULL;
  g_autofree char *file_name = NULL;

  g_object_get (tok_window_get_session (window), "name", &name, NULL);
  file_name = g_strconcat (name, TOK_PLAN_SUFFIX, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (native), file_name);
  ask (window, native, G_CALLBACK (on_save_response));
}

/* The dialog has asked about the name that was typed, not about the one with the suffix. */
gboolean
_tok_window_save_chosen (TokWindow *window, GFile *file)
{
  g_autoptr (GFile) named = with_suffix (file);
  g_autofree char *name = g_file_get_basename (named);
  g_autofree char *refusal = g_strdup_printf (_("“%s” exists already. To replace it, choose it with its whole name."), name);

  if (g_file_equal (named, file) || !g_file_query_exists (named, NULL))
    return tok_window_save_file (window, named);
  tok_window_tell (window, refusal);
  return FALSE;
}

void
_tok_window_accept_drops (TokWindow *window)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (on_drop), window);
  gtk_widget_add_controller (GTK_WIDGET (window), GTK_EVENT_CONTROLLER (target));
}

gboolean
tok_window_open_file (TokWindow *window, GFile *file)
{
  g_autoptr (GError) error = NULL;
  gboolean opened = tok_session_open (tok_window_get_session (window), file, &error);

  tok_window_tell (window, opened ? NULL : error->message);
  if (opened)
    remember_folder (window, file);
  return opened;
}

gboolean
tok_window_save_file (TokWindow *window, GFile *file)
{
  g_autoptr (GError) error = NULL;
  gboolean saved = tok_session_save (tok_window_get_session (window), file, &error);

  tok_window_tell (window, saved ? NULL : error->message);
  if (saved)
    remember_folder (window, file);
  return saved;
}
