/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows only, in an expander. */

#include "shell/engine-group.h"

#include "shell/choice-row.h"
#include "shell/param-row.h"

struct _TokEngineGroup
{
  TokSessionView parent_instance;
};

G_DEFINE_FINAL_TYPE (TokEngineGroup, tok_engine_group, TOK_TYPE_SESSION_VIEW)

static void
tok_engine_group_class_init (TokEngineGroupClass *klass)
{
  g_type_ensure (TOK_TYPE_CHOICE_ROW);
  g_type_ensure (TOK_TYPE_PARAM_ROW);
  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass), "/io/github/tokplan/Tokplan/engine-group.ui");
}

static void
tok_engine_group_init (TokEngineGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
