/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base of the rows.  Whether a row is there follows every change, also while it is not on the screen. */

#include "shell/row.h"

#include "present/labels.h"
#include "shell/effective.h"

typedef struct
{
  TokParam    param;
  TokSession *session;     /* listened to for visibility */
} TokRowPrivate;

enum { PROP_0, PROP_PARAM_NAME, PROP_TITLE, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (TokRow, tok_row, TOK_TYPE_SESSION_VIEW)

static void
update_visibility (TokRow *self)
{
  TokSession *session = tok_session_view_get_session (TOK_SESSION_VIEW (self));

  if (session != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self), tok_effective_applies (tok_session_get_plan (session), tok_row_get_param (self)));
}

static void
on_session_notify (TokRow *self)
{
  TokRowPrivate *private = tok_row_get_instance_private (self);
  TokSession *session = tok_session_view_get_session (TOK_SESSION_VIEW (self));

  if (private->session != NULL)
    g_signal_handlers_disconnect_by_func (private->session, update_visibility, self);
  g_set_object (&private->session, session);
  if (session != NULL)
    g_signal_connect_object (session, "changed", G_CALLBACK (update_visibility), self, G_CONNECT_SWAPPED);
  update_visibility (self);
}

static void
set_param_name (TokRow *self, const char *name)
{
  TokRowPrivate *private = tok_row_get_instance_private (self);

  if (!tok_plan_param_from_name (name, &private->param))
    g_critical ("No parameter \"%s\"", name);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PARAM_NAME]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

static void
tok_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TokParam param = tok_row_get_param (TOK_ROW (object));

  switch (id)
    {
    case PROP_PARAM_NAME:
      g_value_set_static_string (value, tok_plan_param_info (param)->name);
      break;
    case PROP_TITLE:
      g_value_set_static_string (value, tok_label_param (param));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
tok_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_PARAM_NAME)
    set_param_name (TOK_ROW (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tok_row_dispose (GObject *object)
{
  TokRowPrivate *private = tok_row_get_instance_private (TOK_ROW (object));

  g_clear_object (&private->session);
  G_OBJECT_CLASS (tok_row_parent_class)->dispose (object);
}

static void
tok_row_class_init (TokRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = tok_row_get_property;
  object_class->set_property = tok_row_set_property;
  object_class->dispose = tok_row_dispose;

  properties[PROP_PARAM_NAME] = g_param_spec_string ("param-name", NULL, NULL, NULL,
                                                     G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL,
                                                G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
tok_row_init (TokRow *self)
{
  g_signal_connect (self, "notify::session", G_CALLBACK (on_session_notify), NULL);
}

TokParam
tok_row_get_param (TokRow *row)
{
  TokRowPrivate *private = tok_row_get_instance_private (row);

  return private->param;
}
