/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine that computes everything on its CPU has nothing to split. */

#include "shell/split-group.h"

#include "shell/param-row.h"

struct _TokSplitGroup
{
  TokSessionView parent_instance;
};

G_DEFINE_FINAL_TYPE (TokSplitGroup, tok_split_group, TOK_TYPE_SESSION_VIEW)

static void
tok_split_group_update (TokSessionView *view, TokSession *session)
{
  gtk_widget_set_sensitive (GTK_WIDGET (view), !tok_plan_is_cpu_only (tok_session_get_plan (session)));
}

static void
tok_split_group_class_init (TokSplitGroupClass *klass)
{
  TOK_SESSION_VIEW_CLASS (klass)->update = tok_split_group_update;
  g_type_ensure (TOK_TYPE_PARAM_ROW);
  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass), "/io/github/tokplan/Tokplan/split-group.ui");
}

static void
tok_split_group_init (TokSplitGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
