/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A switch says on or off, never auto: parameters with an automatic value are not shown this way. */

#include "shell/switch-row.h"

struct _TokSwitchRow
{
  TokRow     parent_instance;
  GtkSwitch *toggle;
};

G_DEFINE_FINAL_TYPE (TokSwitchRow, tok_switch_row, TOK_TYPE_ROW)

static void
tok_switch_row_update (TokSessionView *view, TokSession *session)
{
  TokSwitchRow *self = TOK_SWITCH_ROW (view);

  gtk_switch_set_active (self->toggle, tok_session_get_value (session, tok_row_get_param (TOK_ROW (self))) > 0.0);
}

static void
on_active (TokSwitchRow *self)
{
  TokSession *session = tok_session_view_get_session (TOK_SESSION_VIEW (self));

  if (session != NULL)
    tok_session_set_param (session, tok_row_get_param (TOK_ROW (self)), gtk_switch_get_active (self->toggle));
}

static void
tok_switch_row_class_init (TokSwitchRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TOK_SESSION_VIEW_CLASS (klass)->update = tok_switch_row_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/switch-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TokSwitchRow, toggle);
  gtk_widget_class_bind_template_callback (widget_class, on_active);
}

static void
tok_switch_row_init (TokSwitchRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
