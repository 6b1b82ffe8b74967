/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of one measurement in labels; to a screen reader the row is one sentence.  Delete removes it as the button does. */

#include "shell/measurement-row.h"

#include <glib/gi18n.h>

#include "present/measurements.h"

struct _TokMeasurementRow
{
  GtkListBoxRow parent_instance;
  TokSession   *session;
  guint         index;
  GtkLabel     *test, *setup, *reason;
  GtkLabel     *measured;
  GtkWidget    *difference_column;
  GtkLabel     *predicted, *band;
  GtkLabel     *residual, *verdict;
  GtkWidget    *remove;
};

G_DEFINE_FINAL_TYPE (TokMeasurementRow, tok_measurement_row, GTK_TYPE_LIST_BOX_ROW)

static void
on_remove (TokMeasurementRow *self)
{
  tok_session_remove_measurement (self->session, self->index);
}

static gboolean
on_delete_key (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  on_remove (TOK_MEASUREMENT_ROW (widget));
  return TRUE;
}

static void
take_text (GtkLabel *label, char *text)
{
  gtk_label_set_text (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), text[0] != '\0');
  g_free (text);
}

static void
show_figures (TokMeasurementRow *self, const TokMeasurement *row, const TokComparison *comparison)
{
  gboolean is_compared = comparison->state == TOK_ROW_COMPARED;
  const char *words = tok_measurement_judge (comparison);

  take_text (self->measured, tok_measurement_format_measured (row));
  take_text (self->predicted, tok_measurement_format_predicted (comparison));
  take_text (self->band, tok_measurement_format_band (comparison));
  take_text (self->residual, tok_measurement_format_residual (comparison));
  take_text (self->verdict, g_strdup (is_compared ? words : ""));
  take_text (self->reason, g_strdup (is_compared ? "" : words));
  if (is_compared && !comparison->is_inside)
    gtk_widget_add_css_class (self->difference_column, "outside");
  else
    gtk_widget_remove_css_class (self->difference_column, "outside");
}

static void
show_names (TokMeasurementRow *self, const char *test, const char *sentence)
{
  /* Translators: a button; what it removes: "Remove: Decode, 128 tokens" */
  g_autofree char *remove = g_strdup_printf (_("Remove: %s"), test);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, sentence, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->remove), GTK_ACCESSIBLE_PROPERTY_LABEL, remove, -1);
}

static void
tok_measurement_row_dispose (GObject *object)
{
  g_clear_object (&TOK_MEASUREMENT_ROW (object)->session);
  gtk_widget_dispose_template (GTK_WIDGET (object), TOK_TYPE_MEASUREMENT_ROW);
  G_OBJECT_CLASS (tok_measurement_row_parent_class)->dispose (object);
}

static void
tok_measurement_row_class_init (TokMeasurementRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tok_measurement_row_dispose;
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Delete, 0, on_delete_key, NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/measurement-row.ui");
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, test);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, setup);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, reason);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, measured);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, predicted);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, band);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, difference_column);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, residual);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, verdict);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurementRow, remove);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
}

static void
tok_measurement_row_init (TokMeasurementRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

TokMeasurementRow *
tok_measurement_row_new (TokColumns *columns)
{
  TokMeasurementRow *self = g_object_new (TOK_TYPE_MEASUREMENT_ROW, NULL);

  gtk_widget_set_layout_manager (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (self)), tok_column_layout_new (columns));
  return self;
}

void
tok_measurement_row_show (TokMeasurementRow *self, TokSession *session, guint index)
{
  const TokPlan *plan = tok_session_get_plan (session);
  const TokCatalog *catalog = tok_session_get_catalog (session);
  const TokMeasurement *row = &g_array_index (plan->measurements->rows, TokMeasurement, index);
  TokComparison comparison;
  g_autofree char *test = tok_measurement_describe_test (row);
  g_autofree char *sentence = NULL;

  g_set_object (&self->session, session);
  self->index = index;
  tok_comparison_make (plan, catalog, row, &comparison);
  gtk_label_set_text (self->test, test);
  take_text (self->setup, tok_measurement_describe_setup (row, &comparison, plan, catalog));
  show_figures (self, row, &comparison);
  sentence = tok_measurement_describe (row, &comparison, plan, catalog);
  show_names (self, test, sentence);
}
