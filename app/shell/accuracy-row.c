/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of one kind in labels; to a screen reader the row is one sentence. */

#include "shell/accuracy-row.h"

#include <glib/gi18n.h>

#include "present/accuracy.h"
#include "present/numbers.h"

struct _TokAccuracyRow
{
  GtkListBoxRow   parent_instance;
  TokAccuracyKind kind;
  GtkLabel       *name, *count;
  GtkWidget      *known, *unseen;
  GtkLabel       *known_error, *known_inside, *unseen_error, *unseen_inside;
};

G_DEFINE_FINAL_TYPE (TokAccuracyRow, tok_accuracy_row, GTK_TYPE_LIST_BOX_ROW)

static void
show_figures (const TokAccuracyFigures *figures, GtkLabel *error, GtkLabel *inside)
{
  g_autofree char *error_text = tok_accuracy_format_share (figures, figures->median_error);
  g_autofree char *inside_text = tok_accuracy_format_share (figures, figures->inside_band);

  gtk_label_set_text (error, error_text);
  gtk_label_set_text (inside, inside_text);
}

static void
show_kind (TokAccuracyRow *self, const TokAccuracy *accuracy)
{
  const TokAccuracyFigures *known = &accuracy->known[self->kind], *unseen = &accuracy->unseen[self->kind];
  g_autofree char *count = tok_format_tokens_full (MAX (known->rows, unseen->rows));
  g_autofree char *sentence = tok_accuracy_describe_kind (accuracy, self->kind);

  gtk_label_set_text (self->count, count);
  show_figures (known, self->known_error, self->known_inside);
  show_figures (unseen, self->unseen_error, self->unseen_inside);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, sentence, -1);
}

static void
tok_accuracy_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TOK_TYPE_ACCURACY_ROW);
  G_OBJECT_CLASS (tok_accuracy_row_parent_class)->dispose (object);
}

static void
tok_accuracy_row_class_init (TokAccuracyRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tok_accuracy_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/accuracy-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyRow, name);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyRow, count);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyRow, known);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyRow, unseen);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyRow, known_error);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyRow, known_inside);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyRow, unseen_error);
  gtk_widget_class_bind_template_child (widget_class, TokAccuracyRow, unseen_inside);
}

static void
tok_accuracy_row_init (TokAccuracyRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

TokAccuracyRow *
tok_accuracy_row_new (const TokAccuracy *accuracy,
                      TokAccuracyKind    kind)
{
  TokAccuracyRow *self = g_object_new (TOK_TYPE_ACCURACY_ROW, NULL);

  self->kind = kind;
  show_kind (self, accuracy);
  tok_accuracy_row_set_current (self, FALSE);
  return self;
}

TokAccuracyKind
tok_accuracy_row_get_kind (TokAccuracyRow *row)
{
  return row->kind;
}

void
tok_accuracy_row_align (TokAccuracyRow *row,
                        GtkSizeGroup   *count,
                        GtkSizeGroup   *known,
                        GtkSizeGroup   *unseen)
{
  gtk_size_group_add_widget (count, GTK_WIDGET (row->count));
  gtk_size_group_add_widget (known, row->known);
  gtk_size_group_add_widget (unseen, row->unseen);
}

void
tok_accuracy_row_set_current (TokAccuracyRow *row,
                              gboolean        is_current)
{
  const char *kind = tok_accuracy_label_kind (row->kind);
  /* Translators: a kind of plan, such as "Apple chip", that the plan at hand is of. */
  g_autofree char *marked = g_strdup_printf (_("%s (this plan)"), kind);

  gtk_label_set_text (row->name, is_current ? marked : kind);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, is_current ? marked : "", -1);
  if (is_current)
    gtk_widget_add_css_class (GTK_WIDGET (row), "current");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (row), "current");
}
