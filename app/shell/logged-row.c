/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of one buffer in labels; to a screen reader the row is one sentence. */

#include "shell/logged-row.h"

#include "present/measurements.h"
#include "present/numbers.h"

struct _TokLoggedRow
{
  GtkListBoxRow parent_instance;
  GtkLabel     *kind, *place;
  GtkLabel     *predicted, *logged, *difference;
};

G_DEFINE_FINAL_TYPE (TokLoggedRow, tok_logged_row, GTK_TYPE_LIST_BOX_ROW)

static void
take_text (GtkLabel *label, char *text)
{
  gtk_label_set_text (label, text);
  g_free (text);
}

static void
tok_logged_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TOK_TYPE_LOGGED_ROW);
  G_OBJECT_CLASS (tok_logged_row_parent_class)->dispose (object);
}

static void
tok_logged_row_class_init (TokLoggedRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tok_logged_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/logged-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TokLoggedRow, kind);
  gtk_widget_class_bind_template_child (widget_class, TokLoggedRow, place);
  gtk_widget_class_bind_template_child (widget_class, TokLoggedRow, predicted);
  gtk_widget_class_bind_template_child (widget_class, TokLoggedRow, logged);
  gtk_widget_class_bind_template_child (widget_class, TokLoggedRow, difference);
}

static void
tok_logged_row_init (TokLoggedRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

TokLoggedRow *
tok_logged_row_new (TokColumns *columns)
{
  TokLoggedRow *self = g_object_new (TOK_TYPE_LOGGED_ROW, NULL);

  gtk_widget_set_layout_manager (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (self)), tok_column_layout_new (columns));
  return self;
}

void
tok_logged_row_show (TokLoggedRow *self, const TokMemoryComparison *comparison)
{
  g_autofree char *sentence = tok_memory_comparison_describe (comparison);

  gtk_label_set_text (self->kind, tok_label_logged (comparison->kind));
  gtk_label_set_text (self->place, tok_memory_comparison_find_place (comparison));
  take_text (self->predicted, tok_format_gib (comparison->estimated_bytes));
  take_text (self->logged, tok_format_gib (comparison->logged_bytes));
  take_text (self->difference, tok_memory_comparison_format_difference (comparison));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, sentence, -1);
}
