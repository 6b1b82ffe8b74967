/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the parts together and gives all of them the session. */

#include "shell/window.h"

#include <glib/gi18n.h>

#include "present/sentences.h"
#include "shell/accuracy-page.h"
#include "shell/context-group.h"
#include "shell/engine-group.h"
#include "shell/headline.h"
#include "shell/machine-group.h"
#include "shell/measure-page.h"
#include "shell/model-group.h"
#include "shell/notice-bar.h"
#include "shell/overview-page.h"
#include "shell/page-switcher.h"
#include "shell/split-group.h"
#include "shell/unsaved.h"
#include "shell/window-private.h"

struct _TokWindow
{
  GtkApplicationWindow parent_instance;
  TokSession    *session;
  GSettings     *settings;
  GtkLabel      *plan_name;
  GtkLabel      *summary;
  GtkMenuButton *menu_button;
  GtkWidget     *undo_button;
  GtkWidget     *redo_button;
  TokNoticeBar  *notice_bar;
  TokSideView   *side_view;
  GtkStack      *pages;
  GCancellable  *reading;
  guint          n_readings;
};

enum { PROP_0, PROP_SESSION, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TokWindow, tok_window, GTK_TYPE_APPLICATION_WINDOW)

/* Setting a tooltip asks the X server where the pointer is, changed or not. */
static void
set_tooltip (GtkWidget *widget, const char *text)
{
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) != 0)
    gtk_widget_set_tooltip_text (widget, text);
}

static void
update_undo (TokWindow *self)
{
  const char *undo = tok_session_get_undo_label (self->session);
  const char *redo = tok_session_get_redo_label (self->session);
  /* Translators: %s is what was changed, such as "Memory bandwidth". */
  g_autofree char *undo_text = undo != NULL ? g_strdup_printf (_("Undo: %s"), undo) : g_strdup (_("Undo"));
  g_autofree char *redo_text = redo != NULL ? g_strdup_printf (_("Redo: %s"), redo) : g_strdup (_("Redo"));

  set_tooltip (self->undo_button, undo_text);
  set_tooltip (self->redo_button, redo_text);
}

static void
update_title (TokWindow *self)
{
  g_autofree char *name = NULL;
  gboolean modified;
  g_autofree char *shown = NULL;

  g_object_get (self->session, "name", &name, "modified", &modified, NULL);
  /* Translators: the name of a plan with changes that are not saved. */
  shown = modified && tok_session_get_file (self->session) != NULL ? g_strdup_printf (_("%s (changed)"), name) : g_strdup (name);
  gtk_label_set_text (self->plan_name, shown);
  gtk_window_set_title (GTK_WINDOW (self), name);
}

static void
update (TokWindow *self)
{
  g_autofree char *summary = tok_sentence_summary (tok_session_get_plan (self->session));

  gtk_label_set_text (self->summary, summary);
  update_undo (self);
  update_title (self);
}

static void
bind_settings (TokWindow *self, GSettings *settings)
{
  g_set_object (&self->settings, settings);
  if (settings == NULL)
    return;
  g_settings_bind (settings, "window-width", self, "default-width", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "window-height", self, "default-height", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "maximized", self, "maximized", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "show-panel", self->side_view, "pinned", G_SETTINGS_BIND_DEFAULT);
}

static void
tok_window_constructed (GObject *object)
{
  TokWindow *self = TOK_WINDOW (object);

  G_OBJECT_CLASS (tok_window_parent_class)->constructed (object);

  _tok_window_add_actions (self, self->side_view, self->pages);
  _tok_window_accept_drops (self);
  g_signal_connect_object (self->session, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::name", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::modified", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  update (self);
}

static void
tok_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SESSION)
    g_value_set_object (value, TOK_WINDOW (object)->session);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tok_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SESSION)
    g_set_object (&TOK_WINDOW (object)->session, g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tok_window_dispose (GObject *object)
{
  TokWindow *self = TOK_WINDOW (object);

  if (self->session != NULL)
    _tok_window_remove_actions (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), TOK_TYPE_WINDOW);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (tok_window_parent_class)->dispose (object);
}

static void
tok_window_finalize (GObject *object)
{
  g_object_unref (TOK_WINDOW (object)->reading);
  G_OBJECT_CLASS (tok_window_parent_class)->finalize (object);
}

/* The window closes; what is read for it keeps it until that ends. */
static void
tok_window_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (TOK_WINDOW (widget)->reading);
  GTK_WIDGET_CLASS (tok_window_parent_class)->unrealize (widget);
}

static gboolean
tok_window_close_request (GtkWindow *window)
{
  tok_unsaved_keep (TOK_WINDOW (window)->session);
  return GTK_WINDOW_CLASS (tok_window_parent_class)->close_request (window);
}

/* The classes only the template names. */
static void
ensure_types (void)
{
  g_type_ensure (TOK_TYPE_ACCURACY_PAGE);
  g_type_ensure (TOK_TYPE_CONTEXT_GROUP);
  g_type_ensure (TOK_TYPE_ENGINE_GROUP);
  g_type_ensure (TOK_TYPE_HEADLINE);
  g_type_ensure (TOK_TYPE_MACHINE_GROUP);
  g_type_ensure (TOK_TYPE_MEASURE_PAGE);
  g_type_ensure (TOK_TYPE_MODEL_GROUP);
  g_type_ensure (TOK_TYPE_NOTICE_BAR);
  g_type_ensure (TOK_TYPE_OVERVIEW_PAGE);
  g_type_ensure (TOK_TYPE_PAGE_SWITCHER);
  g_type_ensure (TOK_TYPE_SIDE_VIEW);
  g_type_ensure (TOK_TYPE_SPLIT_GROUP);
}

static void
tok_window_class_init (TokWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = tok_window_constructed;
  object_class->get_property = tok_window_get_property;
  object_class->set_property = tok_window_set_property;
  object_class->dispose = tok_window_dispose;
  object_class->finalize = tok_window_finalize;
  widget_class->unrealize = tok_window_unrealize;
  GTK_WINDOW_CLASS (klass)->close_request = tok_window_close_request;

  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TOK_TYPE_SESSION,
                                                  G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  ensure_types ();
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/window.ui");
  gtk_widget_class_bind_template_child (widget_class, TokWindow, plan_name);
  gtk_widget_class_bind_template_child (widget_class, TokWindow, summary);
  gtk_widget_class_bind_template_child (widget_class, TokWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, TokWindow, undo_button);
  gtk_widget_class_bind_template_child (widget_class, TokWindow, redo_button);
  gtk_widget_class_bind_template_child (widget_class, TokWindow, notice_bar);
  gtk_widget_class_bind_template_child (widget_class, TokWindow, side_view);
  gtk_widget_class_bind_template_child (widget_class, TokWindow, pages);
}

static void
tok_window_init (TokWindow *self)
{
  self->reading = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

TokWindow *
tok_window_new (TokApplication *application)
{
  g_autoptr (TokSession) session = tok_session_new (tok_application_get_catalog (application));

  TokWindow *self = g_object_new (TOK_TYPE_WINDOW, "application", application, "session", session, NULL);
  GMenu *menu = gtk_application_get_menu_by_id (GTK_APPLICATION (application), "primary-menu");

  gtk_menu_button_set_menu_model (self->menu_button, G_MENU_MODEL (menu));
  bind_settings (self, tok_application_get_settings (application));
  tok_window_tell (self, tok_application_get_catalog_error (application));
  return self;
}

TokSession *
tok_window_get_session (TokWindow *window)
{
  return window->session;
}

GSettings *
_tok_window_get_settings (TokWindow *window)
{
  return window->settings;
}

void
tok_window_tell (TokWindow *window, const char *message)
{
  if (message != NULL)
    tok_notice_bar_tell (window->notice_bar, message);
  else
    tok_notice_bar_close (window->notice_bar);
}

void
tok_window_inform (TokWindow *window, const char *message)
{
  tok_notice_bar_inform (window->notice_bar, message);
}

const char *
tok_window_get_notice (TokWindow *window)
{
  return tok_notice_bar_get_message (window->notice_bar);
}

GCancellable *
_tok_window_begin_reading (TokWindow *window)
{
  if (window->n_readings++ == 0)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (window), "progress");
  return window->reading;
}

void
_tok_window_end_reading (TokWindow *window)
{
  if (--window->n_readings == 0)
    gtk_widget_set_cursor (GTK_WIDGET (window), NULL);
}

gboolean
_tok_window_is_closed (TokWindow *window)
{
  return g_cancellable_is_cancelled (window->reading);
}

gboolean
tok_window_is_reading (TokWindow *window)
{
  return window->n_readings > 0;
}
