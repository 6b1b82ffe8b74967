/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving the parameters away from the model that was picked or opened makes it a custom one, with a way back.  The slider of file
 * types covers the kind of file the plan has: those of llama.cpp or those of other engines. */

#include "shell/model-group.h"

#include "shell/choice-row.h"
#include "shell/param-row.h"
#include "shell/picker.h"

struct _TokModelGroup
{
  TokSessionView parent_instance;
  GtkWidget     *reset;
  TokParamRow   *file_type;
};

G_DEFINE_FINAL_TYPE (TokModelGroup, tok_model_group, TOK_TYPE_SESSION_VIEW)

/* The file's model in another file type than the file's. */
static gboolean
has_other_weights (const TokPlan *plan)
{
  return plan->weights != NULL && !tok_plan_uses_weights (plan);
}

static void
tok_model_group_update (TokSessionView *view, TokSession *session)
{
  TokModelGroup *self = TOK_MODEL_GROUP (view);
  const TokPlan *plan = tok_session_get_plan (session);

  gtk_widget_set_visible (self->reset, tok_plan_model_is_custom (plan) || has_other_weights (plan));
  if (tok_file_type_is_gguf (tok_plan_get (plan, TOK_PARAM_FILE_TYPE)))
    tok_param_row_set_slider_range (self->file_type, 0.0, TOK_FILE_F32);
  else
    tok_param_row_set_slider_range (self->file_type, TOK_FILE_F32 + 1, 0.0);
}

static void
on_reset (TokModelGroup *self)
{
  tok_session_reset_model (tok_session_view_get_session (TOK_SESSION_VIEW (self)));
}

static void
tok_model_group_class_init (TokModelGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  TOK_SESSION_VIEW_CLASS (klass)->update = tok_model_group_update;
  g_type_ensure (TOK_TYPE_CHOICE_ROW);
  g_type_ensure (TOK_TYPE_PARAM_ROW);
  g_type_ensure (TOK_TYPE_PICKER);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/model-group.ui");
  gtk_widget_class_bind_template_child (widget_class, TokModelGroup, reset);
  gtk_widget_class_bind_template_child (widget_class, TokModelGroup, file_type);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
}

static void
tok_model_group_init (TokModelGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
