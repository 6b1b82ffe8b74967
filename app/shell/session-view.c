/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base of the widgets that show a session: keeps the session, listens to its changes, and puts them off while unmapped. */

#include "shell/session-view.h"

typedef struct
{
  TokSession *session;
  gboolean    outdated;
} TokSessionViewPrivate;

enum { PROP_0, PROP_SESSION, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TokSessionView, tok_session_view, GTK_TYPE_WIDGET)

static void
session_changed_cb (TokSessionView *view)
{
  TokSessionViewPrivate *private = tok_session_view_get_instance_private (view);

  if (gtk_widget_get_mapped (GTK_WIDGET (view)))
    tok_session_view_refresh (view);
  else
    private->outdated = TRUE;
}

static void
tok_session_view_map (GtkWidget *widget)
{
  TokSessionViewPrivate *private = tok_session_view_get_instance_private (TOK_SESSION_VIEW (widget));

  if (private->outdated)
    tok_session_view_refresh (TOK_SESSION_VIEW (widget));
  GTK_WIDGET_CLASS (tok_session_view_parent_class)->map (widget);
}

static void
tok_session_view_dispose (GObject *object)
{
  GtkWidget *child;

  tok_session_view_set_session (TOK_SESSION_VIEW (object), NULL);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tok_session_view_parent_class)->dispose (object);
}

static void
tok_session_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, tok_session_view_get_session (TOK_SESSION_VIEW (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_session_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      tok_session_view_set_session (TOK_SESSION_VIEW (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_session_view_class_init (TokSessionViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = tok_session_view_dispose;
  object_class->get_property = tok_session_view_get_property;
  object_class->set_property = tok_session_view_set_property;
  widget_class->map = tok_session_view_map;

  properties[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, TOK_TYPE_SESSION,
                                                  G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tok_session_view_init (TokSessionView *view)
{
}

TokSession *
tok_session_view_get_session (TokSessionView *view)
{
  TokSessionViewPrivate *private = tok_session_view_get_instance_private (view);

  return private->session;
}

void
tok_session_view_set_session (TokSessionView *view, TokSession *session)
{
  TokSessionViewPrivate *private = tok_session_view_get_instance_private (view);

  if (private->session == session)
    return;
  if (private->session != NULL)
    g_signal_handlers_disconnect_by_func (private->session, session_changed_cb, view);
  g_set_object (&private->session, session);
  if (session != NULL)
    g_signal_connect_object (session, "changed", G_CALLBACK (session_changed_cb), view, G_CONNECT_SWAPPED);
  session_changed_cb (view);
  g_object_notify_by_pspec (G_OBJECT (view), properties[PROP_SESSION]);
}

void
tok_session_view_refresh (TokSessionView *view)
{
  TokSessionViewPrivate *private = tok_session_view_get_instance_private (view);
  TokSessionViewClass *class = TOK_SESSION_VIEW_GET_CLASS (view);

  private->outdated = FALSE;
  if (private->session != NULL && class->update != NULL)
    class->update (view, private->session);
}
