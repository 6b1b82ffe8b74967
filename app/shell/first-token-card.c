/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the waiting times of the estimate into labels. */

#include "shell/first-token-card.h"

#include <glib/gi18n.h>

#include "present/numbers.h"
#include "present/sentences.h"
#include "shell/baseline-label.h"
#include "shell/formula-button.h"

struct _TokFirstTokenCard
{
  TokSessionView    parent_instance;
  GtkLabel         *seconds, *prompt, *prefill, *answer, *load;
  TokBaselineLabel *difference;
  TokFormulaButton *formula;
};

G_DEFINE_FINAL_TYPE (TokFirstTokenCard, tok_first_token_card, TOK_TYPE_SESSION_VIEW)

static void
show_prompt (TokFirstTokenCard *self, const TokPlan *plan, const TokEstimate *estimate)
{
  g_autofree char *seconds = tok_format_seconds (estimate->ttft_seconds.likely);
  g_autofree char *tokens = tok_format_tokens_full (tok_plan_get (plan, TOK_PARAM_PROMPT));
  g_autofree char *prompt = g_strdup_printf (_("%s-token prompt"), tokens);
  g_autofree char *speed = tok_format_speed (estimate->prefill_tok_s.likely);
  g_autofree char *prefill = g_strdup_printf (_("prefill %s tok/s"), speed);

  gtk_label_set_text (self->seconds, seconds);
  gtk_label_set_text (self->prompt, prompt);
  gtk_label_set_text (self->prefill, prefill);
}

static void
show_waits (TokFirstTokenCard *self, const TokPlan *plan, const TokEstimate *estimate)
{
  g_autofree char *tokens = tok_format_tokens_full (tok_plan_get (plan, TOK_PARAM_ANSWER));
  g_autofree char *answer_seconds = tok_format_seconds (estimate->answer_seconds);
  g_autofree char *load_seconds = tok_format_seconds (estimate->load_seconds);
  /* Translators: how long a whole answer takes: "400-token answer: 3.2 s" */
  g_autofree char *answer = g_strdup_printf (_("%s-token answer: %s"), tokens, answer_seconds);
  g_autofree char *load = g_strdup_printf (_("loads in %s"), load_seconds);

  gtk_label_set_text (self->answer, answer);
  gtk_label_set_text (self->load, load);
}

static void
tok_first_token_card_update (TokSessionView *view, TokSession *session)
{
  TokFirstTokenCard *self = TOK_FIRST_TOKEN_CARD (view);
  const TokPlan *plan = tok_session_get_plan (session);
  const TokEstimate *estimate = tok_session_get_estimate (session);

  show_prompt (self, plan, estimate);
  show_waits (self, plan, estimate);
}

static double
likely_seconds (const TokEstimate *estimate)
{
  return estimate->ttft_seconds.likely;
}

static void
tok_first_token_card_class_init (TokFirstTokenCardClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (TOK_TYPE_BASELINE_LABEL);
  g_type_ensure (TOK_TYPE_FORMULA_BUTTON);
  TOK_SESSION_VIEW_CLASS (class)->update = tok_first_token_card_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/first-token-card.ui");
  gtk_widget_class_bind_template_child (widget_class, TokFirstTokenCard, seconds);
  gtk_widget_class_bind_template_child (widget_class, TokFirstTokenCard, prompt);
  gtk_widget_class_bind_template_child (widget_class, TokFirstTokenCard, prefill);
  gtk_widget_class_bind_template_child (widget_class, TokFirstTokenCard, answer);
  gtk_widget_class_bind_template_child (widget_class, TokFirstTokenCard, load);
  gtk_widget_class_bind_template_child (widget_class, TokFirstTokenCard, difference);
  gtk_widget_class_bind_template_child (widget_class, TokFirstTokenCard, formula);
}

static void
tok_first_token_card_init (TokFirstTokenCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  tok_formula_button_set_formula (self->formula, tok_sentence_prefill_formula);
  tok_baseline_label_set_figure (self->difference, likely_seconds, tok_format_seconds, FALSE);
}
