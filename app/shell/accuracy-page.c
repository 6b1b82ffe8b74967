/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table is made once, because the catalog stays; what is said about the present estimate follows the session. */

#include "shell/accuracy-page.h"

#include "present/accuracy.h"
#include "shell/accuracy-row.h"

struct _TokAccuracyPage
{
  TokSessionView parent_instance;
  GtkLabel      *kind, *basis, *band, *error, *noise, *advice;
  GtkLabel      *rows;
  GtkListBox    *table;
  GtkSizeGroup  *count_width, *known_width, *unseen_width;
};

G_DEFINE_FINAL_TYPE (TokAccuracyPage, tok_accuracy_page, TOK_TYPE_SESSION_VIEW)

static TokAccuracyRow *
row_at (TokAccuracyPage *self, int index)
{
  return TOK_ACCURACY_ROW (gtk_list_box_get_row_at_index (self->table, index));
}

static void
add_row (TokAccuracyPage *self, const TokAccuracy *accuracy, TokAccuracyKind kind)
{
  TokAccuracyRow *row;

  if (accuracy->known[kind].rows == 0 && accuracy->unseen[kind].rows == 0)
    return;
  row = tok_accuracy_row_new (accuracy, kind);
  tok_accuracy_row_align (row, self->count_width, self->known_width, self->unseen_width);
  gtk_list_box_append (self->table, GTK_WIDGET (row));
}

static void
fill_table (TokAccuracyPage *self, const TokAccuracy *accuracy)
{
  g_autofree char *rows = tok_accuracy_describe_rows (accuracy);
  g_autofree char *noise = tok_accuracy_describe_noise (accuracy);

  gtk_label_set_text (self->rows, rows);
  gtk_label_set_text (self->noise, noise);
  for (guint i = 0; i < TOK_N_ACCURACY_KINDS; i++)
    add_row (self, accuracy, (TokAccuracyKind) i);
}

static void
show_estimate (TokAccuracyPage *self, const TokAccuracy *accuracy, const TokPlan *plan, const TokEstimate *estimate)
{
  g_autofree char *basis = tok_accuracy_describe_basis (plan, estimate);
  g_autofree char *band = tok_accuracy_describe_band (accuracy, estimate);
  g_autofree char *error = tok_accuracy_describe_error (accuracy, estimate);

  gtk_label_set_text (self->kind, tok_accuracy_label_kind (tok_accuracy_find_kind (estimate)));
  gtk_label_set_text (self->basis, basis);
  gtk_label_set_text (self->band, band);
  gtk_label_set_text (self->error, error);
  gtk_label_set_text (self->advice, tok_accuracy_advise (plan, estimate));
}

static void
mark_row (TokAccuracyPage *self, TokAccuracyKind kind)
{
  TokAccuracyRow *row;

  for (int i = 0; (row = row_at (self, i)) != NULL; i++)
    tok_accuracy_row_set_current (row, tok_accuracy_row_get_kind (row) == kind);
}

static void
tok_accuracy_page_update (TokSessionView *view, TokSession *session)
{
  TokAccuracyPage *self = TOK_ACCURACY_PAGE (view);
  const TokAccuracy *accuracy = &tok_session_get_catalog (session)->accuracy;
  const TokEstimate *estimate = tok_session_get_estimate (session);

  if (row_at (self, 0) == NULL)
    fill_table (self, accuracy);
  show_estimate (self, accuracy, tok_session_get_plan (session), estimate);
  mark_row (self, tok_accuracy_find_kind (estimate));
}

static void
tok_accuracy_page_class_init (TokAccuracyPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  TOK_SESSION_VIEW_CLASS (class)->update = tok_accuracy_page_update;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/accuracy-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, kind);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, basis);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, band);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, error);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, noise);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, advice);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, rows);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, table);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, count_width);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, known_width);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyPage, unseen_width);
}

static void
tok_accuracy_page_init (TokAccuracyPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
