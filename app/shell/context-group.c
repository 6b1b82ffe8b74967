/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slider of the context ends where the model does; the field takes more. */

#include "shell/context-group.h"

#include "shell/choice-row.h"
#include "shell/param-row.h"
#include "shell/switch-row.h"

#define SHORTEST_TOKENS 256.0
/* Where the model does not say what it was made for. */
#define LONGEST_TOKENS 1048576.0

struct _TokContextGroup
{
  TokSessionView parent_instance;
  TokParamRow   *context;
};

G_DEFINE_FINAL_TYPE (TokContextGroup, tok_context_group, TOK_TYPE_SESSION_VIEW)

static void
tok_context_group_update (TokSessionView *view, TokSession *session)
{
  TokContextGroup *self = TOK_CONTEXT_GROUP (view);
  guint longest = tok_session_get_plan (session)->base->context_max;

  tok_param_row_set_slider_range (self->context, SHORTEST_TOKENS, longest > SHORTEST_TOKENS ? longest : LONGEST_TOKENS);
}

static void
tok_context_group_class_init (TokContextGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TOK_SESSION_VIEW_CLASS (klass)->update = tok_context_group_update;
  g_type_ensure (TOK_TYPE_CHOICE_ROW);
  g_type_ensure (TOK_TYPE_PARAM_ROW);
  g_type_ensure (TOK_TYPE_SWITCH_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/context-group.ui");
  gtk_widget_class_bind_template_child (widget_class, TokContextGroup, context);
}

static void
tok_context_group_init (TokContextGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
