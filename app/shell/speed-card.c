/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the decode speed of the estimate into labels. */

#include "shell/speed-card.h"

#include <glib/gi18n.h>

#include "present/labels.h"
#include "present/numbers.h"
#include "present/sentences.h"
#include "shell/baseline-label.h"
#include "shell/formula-button.h"

struct _TokSpeedCard
{
  TokSessionView    parent_instance;
  GtkLabel         *speed, *depth, *empty_speed;
  GtkLabel         *band, *basis, *ceiling, *share;
  TokBaselineLabel *difference;
  TokFormulaButton *formula;
  GtkWidget        *basis_button;
};

G_DEFINE_FINAL_TYPE (TokSpeedCard, tok_speed_card, TOK_TYPE_SESSION_VIEW)

static void
show_figures (TokSpeedCard *self, const TokPlan *plan, const TokEstimate *estimate)
{
  g_autofree char *speed = tok_format_speed (estimate->decode.tok_s.likely);
  g_autofree char *empty_speed = tok_format_speed (estimate->decode_empty.tok_s.likely);
  g_autofree char *tokens = tok_format_tokens (tok_plan_depth_tokens (plan));
  /* Translators: the unit of the figure above, and the tokens in the KV cache it holds for: "tok/s at 16k" */
  g_autofree char *depth = g_strdup_printf (_("tok/s at %s"), tokens);

  gtk_label_set_text (self->speed, speed);
  gtk_label_set_text (self->depth, depth);
  gtk_label_set_text (self->empty_speed, empty_speed);
}

static void
show_limits (TokSpeedCard *self, const TokEstimate *estimate)
{
  g_autofree char *band = tok_sentence_band (estimate);
  g_autofree char *ceiling = tok_sentence_ceiling (estimate);
  g_autofree char *percent = tok_format_percent (estimate->decode.realized_share);
  g_autofree char *share = g_strdup_printf (_("%s of the ceiling realized"), percent);

  gtk_label_set_text (self->band, band);
  gtk_label_set_text (self->ceiling, ceiling);
  gtk_label_set_text (self->share, share);
}

/* The way to what the figure rests on: one's own measurements, which can be let go there, or those of others. */
static void
show_basis (TokSpeedCard *self, TokBasis basis)
{
  gboolean is_own = basis == TOK_BASIS_MEASUREMENT;
  const char *page = is_own ? "measure" : "accuracy";
  const char *tooltip = is_own ? _("Your measurements, and how to remove the calibration") : _("How good are these numbers?");

  gtk_label_set_text (self->basis, tok_label_basis (basis));
  if (g_strcmp0 (gtk_widget_get_tooltip_text (self->basis_button), tooltip) == 0)
    return;
  gtk_widget_set_tooltip_text (self->basis_button, tooltip);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->basis_button), "s", page);
}

static void
tok_speed_card_update (TokSessionView *view, TokSession *session)
{
  TokSpeedCard *self = TOK_SPEED_CARD (view);
  const TokEstimate *estimate = tok_session_get_estimate (session);

  show_figures (self, tok_session_get_plan (session), estimate);
  show_limits (self, estimate);
  show_basis (self, estimate->basis);
}

static double
likely_speed (const TokEstimate *estimate)
{
  return estimate->decode.tok_s.likely;
}

static void
tok_speed_card_class_init (TokSpeedCardClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (TOK_TYPE_BASELINE_LABEL);
  g_type_ensure (TOK_TYPE_FORMULA_BUTTON);
  TOK_SESSION_VIEW_CLASS (class)->update = tok_speed_card_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/speed-card.ui");
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, speed);
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, depth);
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, empty_speed);
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, band);
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, basis);
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, basis_button);
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, ceiling);
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, share);
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, difference);
  gtk_widget_class_bind_template_child (widget_class, TokSpeedCard, formula);
}

static void
tok_speed_card_init (TokSpeedCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  tok_formula_button_set_formula (self->formula, tok_sentence_decode_formula);
  tok_baseline_label_set_figure (self->difference, likely_speed, tok_format_speed, TRUE);
}
