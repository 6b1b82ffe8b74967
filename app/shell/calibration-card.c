/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One button is there at a time: the one that changes something. */

#include "shell/calibration-card.h"

#include "present/calibration.h"

struct _TokCalibrationCard
{
  TokSessionView parent_instance;
  GtkLabel      *text, *rest;
  GtkWidget     *badge, *buttons, *use, *remove;
};

G_DEFINE_FINAL_TYPE (TokCalibrationCard, tok_calibration_card, TOK_TYPE_SESSION_VIEW)

static void
on_use (TokCalibrationCard *self)
{
  tok_session_set_calibrated (tok_session_view_get_session (TOK_SESSION_VIEW (self)), TRUE);
}

static void
on_remove (TokCalibrationCard *self)
{
  tok_session_set_calibrated (tok_session_view_get_session (TOK_SESSION_VIEW (self)), FALSE);
}

static void
show_state (TokCalibrationCard *self, TokCalibrationState state)
{
  gtk_widget_set_visible (self->badge, state == TOK_CALIBRATION_IN_USE);
  gtk_widget_set_visible (self->buttons, state != TOK_CALIBRATION_NOTHING);
  gtk_widget_set_visible (self->use, state == TOK_CALIBRATION_OFFERED);
  gtk_widget_set_visible (self->remove, state == TOK_CALIBRATION_IN_USE || state == TOK_CALIBRATION_DORMANT);
}

static void
tok_calibration_card_update (TokSessionView *view, TokSession *session)
{
  TokCalibrationCard *self = TOK_CALIBRATION_CARD (view);
  const TokPlan *plan = tok_session_get_plan (session);
  TokCalibration offered;
  g_autofree char *text = NULL;
  g_autofree char *rest = NULL;

  tok_comparison_calibrate (plan, tok_session_get_catalog (session), &offered);
  text = tok_calibration_describe (plan, &offered);
  rest = tok_calibration_describe_rest (plan, &offered);
  gtk_label_set_text (self->text, text);
  gtk_label_set_text (self->rest, rest);
  gtk_widget_set_visible (GTK_WIDGET (self->rest), rest[0] != '\0');
  show_state (self, tok_calibration_find_state (plan, &offered));
}

static void
tok_calibration_card_class_init (TokCalibrationCardClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  TOK_SESSION_VIEW_CLASS (class)->update = tok_calibration_card_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/calibration-card.ui");
  gtk_widget_class_bind_template_child (widget_class, TokCalibrationCard, text);
  gtk_widget_class_bind_template_child (widget_class, TokCalibrationCard, rest);
  gtk_widget_class_bind_template_child (widget_class, TokCalibrationCard, badge);
  gtk_widget_class_bind_template_child (widget_class, TokCalibrationCard, buttons);
  gtk_widget_class_bind_template_child (widget_class, TokCalibrationCard, use);
  gtk_widget_class_bind_template_child (widget_class, TokCalibrationCard, remove);
  gtk_widget_class_bind_template_callback (widget_class, on_use);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
}

static void
tok_calibration_card_init (TokCalibrationCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
