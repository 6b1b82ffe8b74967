/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes by drop or paste: files, or the text of an output.  Pasting into an entry stays the entry's. */

#include <glib/gi18n.h>

#include "shell/window-private.h"

static gboolean
take_files (TokWindow *window, GdkFileList *list)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (list);
  g_autoptr (GPtrArray) array = g_ptr_array_new ();

  for (GSList *item = files; item != NULL; item = item->next)
    g_ptr_array_add (array, item->data);
  if (array->len > 0)
    tok_window_open_files (window, (GFile *const *) array->pdata, array->len);
  return array->len > 0;
}

static gboolean
take_value (TokWindow *window, const GValue *value)
{
  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return take_files (window, g_value_get_boxed (value));
  if (!G_VALUE_HOLDS_STRING (value) || g_value_get_string (value) == NULL)
    return FALSE;
  tok_window_open_text (window, g_value_get_string (value));
  return TRUE;
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, TokWindow *window)
{
  return take_value (window, value);
}

static void
on_clipboard_read (GObject *clipboard, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TokWindow) window = user_data;
  const GValue *value = gdk_clipboard_read_value_finish (GDK_CLIPBOARD (clipboard), result, NULL);

  if (!_tok_window_is_closed (window) && (value == NULL || !take_value (window, value)))
    tok_window_tell (window, _("There is neither text nor a file in the clipboard."));
}

void
_tok_window_paste (TokWindow *window)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
  GdkContentFormats *formats = gdk_clipboard_get_formats (clipboard);
  GType type = gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST)
               || gdk_content_formats_contain_mime_type (formats, "text/uri-list") ? GDK_TYPE_FILE_LIST : G_TYPE_STRING;

  gdk_clipboard_read_value_async (clipboard, type, G_PRIORITY_DEFAULT, NULL, on_clipboard_read, g_object_ref (window));
}

static gboolean
on_paste_key (GtkWidget *widget, GVariant *arguments, gpointer window)
{
  _tok_window_paste (TOK_WINDOW (window));
  return TRUE;
}

/* In the bubble phase a text that has the focus takes the key first. */
static void
add_paste_key (TokWindow *window)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkShortcutTrigger *trigger = gtk_shortcut_trigger_parse_string ("<Control>v|<Shift>Insert");

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                        gtk_shortcut_new (trigger, gtk_callback_action_new (on_paste_key, window, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (window), controller);
}

void
_tok_window_accept_drops (TokWindow *window)
{
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), window);
  gtk_widget_add_controller (GTK_WIDGET (window), GTK_EVENT_CONTROLLER (target));
  add_paste_key (window);
}
