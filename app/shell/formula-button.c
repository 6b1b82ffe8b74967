/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formula button: the text is written when the popover opens, and anew while it is open and a slider moves. */

#include "shell/formula-button.h"

struct _TokFormulaButton
{
  TokSessionView parent_instance;
  TokFormula     formula;
  GtkPopover    *popover;
  GtkLabel      *label;
};

G_DEFINE_FINAL_TYPE (TokFormulaButton, tok_formula_button, TOK_TYPE_SESSION_VIEW)

static void
write_formula (TokFormulaButton *self, TokSession *session)
{
  g_autofree char *text = self->formula (tok_session_get_plan (session), tok_session_get_estimate (session));

  gtk_label_set_text (self->label, text);
}

static void
tok_formula_button_update (TokSessionView *view, TokSession *session)
{
  TokFormulaButton *self = TOK_FORMULA_BUTTON (view);

  if (self->formula != NULL && gtk_widget_get_visible (GTK_WIDGET (self->popover)))
    write_formula (self, session);
}

static void
popover_show_cb (TokFormulaButton *self)
{
  TokSession *session = tok_session_view_get_session (TOK_SESSION_VIEW (self));

  if (self->formula != NULL && session != NULL)
    write_formula (self, session);
}

static void
tok_formula_button_class_init (TokFormulaButtonClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  TOK_SESSION_VIEW_CLASS (class)->update = tok_formula_button_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/formula-button.ui");
  gtk_widget_class_bind_template_child (widget_class, TokFormulaButton, popover);
  gtk_widget_class_bind_template_child (widget_class, TokFormulaButton, label);
  gtk_widget_class_bind_template_callback (widget_class, popover_show_cb);
}

static void
tok_formula_button_init (TokFormulaButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
tok_formula_button_set_formula (TokFormulaButton *self, TokFormula formula)
{
  self->formula = formula;
}
