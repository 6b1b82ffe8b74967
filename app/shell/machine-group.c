/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Picking a device sets its values; moving one makes the device an edited one, with a way back. */

#include "shell/machine-group.h"

#include "shell/choice-row.h"
#include "shell/param-row.h"
#include "shell/picker.h"

struct _TokMachineGroup
{
  TokSessionView parent_instance;
  GtkWidget     *reset;
  GtkWidget     *host;
};

G_DEFINE_FINAL_TYPE (TokMachineGroup, tok_machine_group, TOK_TYPE_SESSION_VIEW)

static void
tok_machine_group_update (TokSessionView *view, TokSession *session)
{
  TokMachineGroup *self = TOK_MACHINE_GROUP (view);
  const TokPlan *plan = tok_session_get_plan (session);

  gtk_widget_set_visible (self->reset, tok_plan_device_is_edited (plan, 0));
  /* A machine whose device and host are one has no other host. */
  gtk_widget_set_visible (self->host, !plan->devices[0].device.unified_memory && !tok_plan_is_cpu_only (plan));
}

static void
on_reset (TokMachineGroup *self)
{
  tok_session_reset_device (tok_session_view_get_session (TOK_SESSION_VIEW (self)));
}

static void
tok_machine_group_class_init (TokMachineGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TOK_SESSION_VIEW_CLASS (klass)->update = tok_machine_group_update;
  g_type_ensure (TOK_TYPE_CHOICE_ROW);
  g_type_ensure (TOK_TYPE_PARAM_ROW);
  g_type_ensure (TOK_TYPE_PICKER);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/machine-group.ui");
  gtk_widget_class_bind_template_child (widget_class, TokMachineGroup, reset);
  gtk_widget_class_bind_template_child (widget_class, TokMachineGroup, host);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
}

static void
tok_machine_group_init (TokMachineGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
