/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's verbs by name; menu, buttons, shortcuts and tests use the names. */

#include "present/sentences.h"
#include "shell/window-private.h"

static void
on_open (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _tok_window_choose_open (TOK_WINDOW (user_data), TOK_IMPORT_PLAN);
}

static void
on_open_model (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _tok_window_choose_open (TOK_WINDOW (user_data), TOK_IMPORT_MODEL);
}

static void
on_open_measurements (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _tok_window_choose_open (TOK_WINDOW (user_data), TOK_IMPORT_MEASUREMENTS);
}

static void
on_paste (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _tok_window_paste (TOK_WINDOW (user_data));
}

static void
on_save (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TokWindow *window = TOK_WINDOW (user_data);
  GFile *file = tok_session_get_file (tok_window_get_session (window));

  if (file != NULL)
    tok_window_save_file (window, file);
  else
    _tok_window_choose_save (window);
}

static void
on_save_as (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  _tok_window_choose_save (TOK_WINDOW (user_data));
}

static void
on_undo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tok_session_undo (tok_window_get_session (TOK_WINDOW (user_data)));
}

static void
on_redo (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  tok_session_redo (tok_window_get_session (TOK_WINDOW (user_data)));
}

static void
on_copy_summary (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TokSession *session = tok_window_get_session (TOK_WINDOW (user_data));
  const TokPlan *plan = tok_session_get_plan (session);
  const TokEstimate *estimate = tok_session_get_estimate (session);
  g_autofree char *verdict = tok_sentence_verdict (plan, estimate);
  g_autofree char *caption = tok_sentence_caption (plan, estimate);
  g_autofree char *text = g_strdup_printf ("%s\n%s\n", verdict, caption);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (user_data)), text);
}

static void
enable_by (TokWindow *window, const char *action, const char *property)
{
  g_object_bind_property (tok_window_get_session (window), property,
                          g_action_map_lookup_action (G_ACTION_MAP (window), action), "enabled",
                          G_BINDING_SYNC_CREATE);
}

static void
add_property_action (TokWindow *window, const char *name, gpointer object, const char *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (G_ACTION_MAP (window), G_ACTION (action));
}

void
_tok_window_add_actions (TokWindow *window, TokSideView *side_view, GtkStack *pages)
{
  static const GActionEntry entries[] = {
    { .name = "open", .activate = on_open },
    { .name = "open-model", .activate = on_open_model },
    { .name = "open-measurements", .activate = on_open_measurements },
    { .name = "paste", .activate = on_paste },
    { .name = "save", .activate = on_save },
    { .name = "save-as", .activate = on_save_as },
    { .name = "undo", .activate = on_undo },
    { .name = "redo", .activate = on_redo },
    { .name = "copy-summary", .activate = on_copy_summary },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (window), entries, G_N_ELEMENTS (entries), window);
  add_property_action (window, "compare", tok_window_get_session (window), "has-baseline");
  add_property_action (window, "toggle-panel", side_view, "show-panel");
  add_property_action (window, "page", pages, "visible-child-name");
  enable_by (window, "undo", "can-undo");
  enable_by (window, "redo", "can-redo");
}

void
_tok_window_remove_actions (TokWindow *window)
{
  g_action_map_remove_action (G_ACTION_MAP (window), "compare");
  g_action_map_remove_action (G_ACTION_MAP (window), "toggle-panel");
  g_action_map_remove_action (G_ACTION_MAP (window), "page");
}
