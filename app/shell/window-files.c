/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are asked for in a dialog, which only obtains them. */

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

/* What is shown of a folder: a matter of names, while what is opened is a matter of content. */
typedef struct
{
  const char *name;            /* N_() */
  const char *suffixes[7];
} Filter;

static const Filter filters[] = {
  [TOK_IMPORT_PLAN] = { N_("Plans"), { "tokplan" } },
  [TOK_IMPORT_MODEL] = { N_("Models"), { "gguf", "json" } },
  [TOK_IMPORT_MEASUREMENTS] = { N_("Measurements"), { "md", "csv", "json", "jsonl", "sql", "txt", "log" } },
};

static void
add_suffixes (GtkFileFilter *filter, const Filter *kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kind->suffixes) && kind->suffixes[i] != NULL; i++)
    gtk_file_filter_add_suffix (filter, kind->suffixes[i]);
}

static void
add_filter (GtkFileChooser *chooser, const Filter *kind, gboolean is_first)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _(kind->name));
  add_suffixes (filter, kind);
  gtk_file_chooser_add_filter (chooser, filter);
  if (is_first)
    gtk_file_chooser_set_filter (chooser, filter);
}

static void
add_filter_of_all (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) supported = gtk_file_filter_new ();

  gtk_file_filter_set_name (supported, _("All supported files"));
  for (gsize i = 0; i < G_N_ELEMENTS (filters); i++)
    add_suffixes (supported, &filters[i]);
  gtk_file_chooser_add_filter (chooser, supported);
}

/* The way to a log without a suffix. */
static void
add_filter_of_any (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) any = gtk_file_filter_new ();

  gtk_file_filter_set_name (any, _("All files"));
  gtk_file_filter_add_pattern (any, "*");
  gtk_file_chooser_add_filter (chooser, any);
}

/* A native dialog is no widget: the window keeps it until it answers, or until the window goes. */
static void
ask (TokWindow *window, GtkFileChooserNative *native, GCallback on_response)
{
  g_autoptr (GFile) folder = last_folder (window);

  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (native), folder, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  g_signal_connect_object (native, "response", on_response, window, 0);
  g_object_set_data_full (G_OBJECT (window), CHOOSER, native, g_object_unref);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (native));
}

/* A new list of GFile, empty when the person thought better of it. */
static GListModel *
take_answer (TokWindow *window, GtkNativeDialog *dialog, int response)
{
  GListModel *files = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog))
                                                      : G_LIST_MODEL (g_list_store_new (G_TYPE_FILE));

  g_object_set_data (G_OBJECT (window), CHOOSER, NULL);
  return files;
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
  g_autoptr (GListModel) answer = take_answer (window, dialog, response);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (answer); i++)
    g_ptr_array_add (files, g_list_model_get_item (answer, i));
  if (files->len == 0)
    return;
  remember_folder (window, g_ptr_array_index (files, 0));
  tok_window_open_files (window, (GFile *const *) files->pdata, files->len);
}

static void
on_save_response (GtkNativeDialog *dialog, int response, TokWindow *window)
{
  g_autoptr (GListModel) answer = take_answer (window, dialog, response);
  g_autoptr (GFile) file = g_list_model_get_item (answer, 0);

  if (file != NULL)
    _tok_window_save_chosen (window, file);
}

void
_tok_window_choose_open (TokWindow *window, TokImportKind kind)
{
  GtkFileChooserNative *native = gtk_file_chooser_native_new (_("Open"), GTK_WINDOW (window), GTK_FILE_CHOOSER_ACTION_OPEN,
                                                              _("_Open"), _("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (native);

  add_filter_of_all (chooser);
  for (gsize i = 0; i < G_N_ELEMENTS (filters); i++)
    add_filter (chooser, &filters[i], i == kind && kind != TOK_IMPORT_PLAN);
  add_filter_of_any (chooser);
  gtk_file_chooser_set_select_multiple (chooser, TRUE);
  ask (window, native, G_CALLBACK (on_open_response));
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
  add_filter (GTK_FILE_CHOOSER (native), &filters[TOK_IMPORT_PLAN], TRUE);
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
