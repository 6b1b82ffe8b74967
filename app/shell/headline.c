/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headline only lays the cards out; the verdict is its own label. */

#include "shell/headline.h"

#include "present/sentences.h"
#include "shell/first-token-card.h"
#include "shell/flow-layout.h"
#include "shell/memory-card.h"
#include "shell/speed-card.h"

struct _TokHeadline
{
  TokSessionView parent_instance;
  GtkLabel      *verdict;
};

G_DEFINE_FINAL_TYPE (TokHeadline, tok_headline, TOK_TYPE_SESSION_VIEW)

static void
tok_headline_update (TokSessionView *view, TokSession *session)
{
  g_autofree char *verdict = tok_sentence_verdict (tok_session_get_plan (session), tok_session_get_estimate (session));

  gtk_label_set_text (TOK_HEADLINE (view)->verdict, verdict);
}

static void
tok_headline_class_init (TokHeadlineClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (TOK_TYPE_FIRST_TOKEN_CARD);
  g_type_ensure (TOK_TYPE_FLOW_LAYOUT);
  g_type_ensure (TOK_TYPE_MEMORY_CARD);
  g_type_ensure (TOK_TYPE_SPEED_CARD);
  TOK_SESSION_VIEW_CLASS (class)->update = tok_headline_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/headline.ui");
  gtk_widget_class_bind_template_child (widget_class, TokHeadline, verdict);
}

static void
tok_headline_init (TokHeadline *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
