/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows present figure less baseline figure, with its sign in front and a style class for gain or loss. */

#include "shell/baseline-label.h"

#include <glib/gi18n.h>
#include <math.h>

struct _TokBaselineLabel
{
  TokSessionView  parent_instance;
  TokFigure       figure;
  TokFigureFormat format;
  gboolean        more_is_better;
  GtkWidget      *row;           /* hidden without a baseline; the widget itself stays, to hear of one */
  GtkLabel       *difference;
};

G_DEFINE_FINAL_TYPE (TokBaselineLabel, tok_baseline_label, TOK_TYPE_SESSION_VIEW)

/* "+41", "−1.4 s", or the plain zero when both look the same. */
static char *
format_signed (TokBaselineLabel *self, double difference)
{
  g_autofree char *size = self->format (fabs (difference));
  g_autofree char *zero = self->format (0.0);

  if (g_str_equal (size, zero))
    return g_steal_pointer (&zero);
  return g_strconcat (difference < 0.0 ? "\u2212" : "+", size, NULL);
}

static void
show_difference (TokBaselineLabel *self, double difference)
{
  g_autofree char *text = format_signed (self, difference);
  gboolean changed = text[0] == '+' || g_str_has_prefix (text, "\u2212");
  gboolean better = (difference > 0.0) == self->more_is_better;
  const char *classes[] = { !changed ? "same" : better ? "gain" : "loss", NULL };

  gtk_label_set_text (self->difference, text);
  gtk_widget_set_css_classes (GTK_WIDGET (self->difference), classes);
}

static void
tok_baseline_label_update (TokSessionView *view, TokSession *session)
{
  TokBaselineLabel *self = TOK_BASELINE_LABEL (view);
  const TokPlan *baseline = tok_session_get_baseline (session);
  TokEstimate estimate;

  gtk_widget_set_visible (self->row, baseline != NULL);
  if (baseline == NULL || self->figure == NULL)
    return;
  tok_estimate (baseline, &estimate);
  show_difference (self, self->figure (tok_session_get_estimate (session)) - self->figure (&estimate));
}

static void
tok_baseline_label_class_init (TokBaselineLabelClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  TOK_SESSION_VIEW_CLASS (class)->update = tok_baseline_label_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/baseline-label.ui");
  gtk_widget_class_bind_template_child (widget_class, TokBaselineLabel, row);
  gtk_widget_class_bind_template_child (widget_class, TokBaselineLabel, difference);
}

static void
tok_baseline_label_init (TokBaselineLabel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
tok_baseline_label_set_figure (TokBaselineLabel *self, TokFigure figure, TokFigureFormat format, gboolean more_is_better)
{
  self->figure = figure;
  self->format = format;
  self->more_is_better = more_is_better;
}
