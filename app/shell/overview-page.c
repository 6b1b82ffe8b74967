/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page is its template; the cards do the rest. */

#include "shell/overview-page.h"

#include "shell/chart-card.h"
#include "shell/flow-layout.h"

struct _TokOverviewPage
{
  TokSessionView parent_instance;
};

G_DEFINE_FINAL_TYPE (TokOverviewPage, tok_overview_page, TOK_TYPE_SESSION_VIEW)

static void
tok_overview_page_class_init (TokOverviewPageClass *class)
{
  g_type_ensure (TOK_TYPE_CHART_CARD);
  g_type_ensure (TOK_TYPE_FLOW_LAYOUT);
  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (class), "/io/github/tokplan/Tokplan/overview-page.ui");
}

static void
tok_overview_page_init (TokOverviewPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
