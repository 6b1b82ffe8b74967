/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As long as one of the rows that help most is missing, they are asked for. */

#include "shell/measuring-card.h"

#include <glib/gi18n.h>

#include "present/bench-command.h"
#include "present/calibration.h"

struct _TokMeasuringCard
{
  TokSessionView parent_instance;
  GtkLabel      *title, *intro;
  GtkWidget     *asked;
  GtkWidget     *first, *second, *third;
  GtkWidget     *run, *command_box;
  GtkLabel      *command;
};

G_DEFINE_FINAL_TYPE (TokMeasuringCard, tok_measuring_card, TOK_TYPE_SESSION_VIEW)

static void
on_copy (TokMeasuringCard *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), gtk_label_get_text (self->command));
}

/* A line is a sign and what it stands for. */
static void
show_line (GtkWidget *line, TokHelpful helpful, gboolean is_there)
{
  const char *label = tok_label_helpful (helpful);
  /* Translators: a measurement that is asked for, and is there already. */
  g_autofree char *done = g_strdup_printf (_("%s (done)"), label);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (line)), is_there ? "✓" : "•");
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (line)), is_there ? done : label);
}

static void
show_asked (TokMeasuringCard *self, const gboolean has[TOK_N_HELPFUL])
{
  GtkWidget *const lines[TOK_N_HELPFUL] = { self->first, self->second, self->third };
  gboolean has_all = TRUE;

  for (guint i = 0; i < TOK_N_HELPFUL; i++)
    {
      show_line (lines[i], (TokHelpful) i, has[i]);
      has_all = has_all && has[i];
    }
  gtk_widget_set_visible (self->asked, !has_all);
}

static void
show_command (TokMeasuringCard *self, const TokPlan *plan, const TokEstimate *estimate)
{
  g_autofree char *command = tok_bench_command (plan, estimate);

  gtk_widget_set_visible (self->run, command != NULL);
  gtk_widget_set_visible (self->command_box, command != NULL);
  gtk_label_set_text (self->command, command != NULL ? command : "");
}

static void
tok_measuring_card_update (TokSessionView *view, TokSession *session)
{
  TokMeasuringCard *self = TOK_MEASURING_CARD (view);
  const TokPlan *plan = tok_session_get_plan (session);
  gboolean is_first = plan->measurements == NULL;
  gboolean has[TOK_N_HELPFUL];

  gtk_label_set_text (self->title, is_first ? _("No measurements yet") : _("More measurements"));
  gtk_widget_set_visible (GTK_WIDGET (self->intro), is_first);
  tok_calibration_find_helpful (plan, tok_session_get_catalog (session), has);
  show_asked (self, has);
  show_command (self, plan, tok_session_get_estimate (session));
}

static void
tok_measuring_card_class_init (TokMeasuringCardClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  TOK_SESSION_VIEW_CLASS (class)->update = tok_measuring_card_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/measuring-card.ui");
  gtk_widget_class_bind_template_child (widget_class, TokMeasuringCard, title);
  gtk_widget_class_bind_template_child (widget_class, TokMeasuringCard, intro);
  gtk_widget_class_bind_template_child (widget_class, TokMeasuringCard, asked);
  gtk_widget_class_bind_template_child (widget_class, TokMeasuringCard, first);
  gtk_widget_class_bind_template_child (widget_class, TokMeasuringCard, second);
  gtk_widget_class_bind_template_child (widget_class, TokMeasuringCard, third);
  gtk_widget_class_bind_template_child (widget_class, TokMeasuringCard, run);
  gtk_widget_class_bind_template_child (widget_class, TokMeasuringCard, command_box);
  gtk_widget_class_bind_template_child (widget_class, TokMeasuringCard, command);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
}

static void
tok_measuring_card_init (TokMeasuringCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
