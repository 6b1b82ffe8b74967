/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows are kept and shown anew, so that a slider that moves makes no widgets and the focus stays where it is. */

#include "shell/measure-page.h"

#include <glib/gi18n.h>

#include "core/comparison.h"
#include "present/numbers.h"
#include "shell/calibration-card.h"
#include "shell/logged-row.h"
#include "shell/measurement-row.h"
#include "shell/measuring-card.h"

/* Measurements that are listed, the newest; a plan keeps more. */
#define MOST_LISTED 200u

struct _TokMeasurePage
{
  TokSessionView parent_instance;
  GtkWidget     *calibration_card, *rows_card, *memory_card;
  GtkListBox    *rows, *memory;
  GtkLabel      *unlisted;
  GtkWidget     *head, *memory_head;
  TokColumns    *columns, *memory_columns;
};

G_DEFINE_FINAL_TYPE (TokMeasurePage, tok_measure_page, TOK_TYPE_SESSION_VIEW)

static void
on_remove_rows (TokMeasurePage *self)
{
  tok_session_remove_measurements (tok_session_view_get_session (TOK_SESSION_VIEW (self)));
}

static void
on_remove_memory (TokMeasurePage *self)
{
  tok_session_remove_buffers (tok_session_view_get_session (TOK_SESSION_VIEW (self)));
}

static GtkWidget *
new_measurement_row (TokMeasurePage *self)
{
  return GTK_WIDGET (tok_measurement_row_new (self->columns));
}

static GtkWidget *
new_logged_row (TokMeasurePage *self)
{
  return GTK_WIDGET (tok_logged_row_new (self->memory_columns));
}

static gboolean
has_focus (GtkWidget *row)
{
  GtkRoot *root = gtk_widget_get_root (row);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == row || gtk_widget_is_ancestor (focus, row));
}

/* The keyboard goes on from the row before. */
static void
remove_row (GtkListBox *list, GtkWidget *row)
{
  GtkWidget *before = gtk_widget_get_prev_sibling (row);

  if (before != NULL && has_focus (row))
    gtk_widget_grab_focus (before);
  gtk_list_box_remove (list, row);
}

/* So many rows as are to be shown. */
static void
set_length (TokMeasurePage *self, GtkListBox *list, guint n, GtkWidget *(*new_row) (TokMeasurePage *self))
{
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (list, (int) n)) != NULL)
    remove_row (list, GTK_WIDGET (row));
  while (n > 0 && gtk_list_box_get_row_at_index (list, (int) n - 1) == NULL)
    gtk_list_box_append (list, new_row (self));
}

static void
show_rows (TokMeasurePage *self, TokSession *session, guint n_rows)
{
  guint n_listed = MIN (n_rows, MOST_LISTED), first = n_rows - n_listed;

  set_length (self, self->rows, n_listed, new_measurement_row);
  for (guint i = 0; i < n_listed; i++)
    tok_measurement_row_show (TOK_MEASUREMENT_ROW (gtk_list_box_get_row_at_index (self->rows, (int) i)), session, first + i);
  tok_columns_change (self->columns);
  gtk_widget_set_visible (self->rows_card, n_rows > 0);
}

static void
show_unlisted (TokMeasurePage *self, guint n_rows)
{
  guint n_unlisted = n_rows - MIN (n_rows, MOST_LISTED);
  g_autofree char *n = tok_format_tokens_full (n_unlisted);
  g_autofree char *text = g_strdup_printf (ngettext ("%s older measurement counts but is not listed.",
                                                     "%s older measurements count but are not listed.", n_unlisted), n);

  gtk_label_set_text (self->unlisted, text);
  gtk_widget_set_visible (GTK_WIDGET (self->unlisted), n_unlisted > 0);
}

static void
show_memory (TokMeasurePage *self, const TokPlan *plan, const TokEstimate *estimate)
{
  g_autoptr (GArray) rows = tok_comparison_memory (plan, estimate);

  set_length (self, self->memory, rows->len, new_logged_row);
  for (guint i = 0; i < rows->len; i++)
    tok_logged_row_show (TOK_LOGGED_ROW (gtk_list_box_get_row_at_index (self->memory, (int) i)),
                         &g_array_index (rows, TokMemoryComparison, i));
  tok_columns_change (self->memory_columns);
}

static void
tok_measure_page_update (TokSessionView *view, TokSession *session)
{
  TokMeasurePage *self = TOK_MEASURE_PAGE (view);
  const TokPlan *plan = tok_session_get_plan (session);
  guint n_rows = plan->measurements != NULL ? plan->measurements->rows->len : 0;
  guint n_buffers = plan->measurements != NULL ? plan->measurements->buffers->len : 0;

  gtk_widget_set_visible (self->calibration_card, n_rows > 0 || plan->calibration.device[0] != '\0');
  show_rows (self, session, n_rows);
  show_unlisted (self, n_rows);
  gtk_widget_set_visible (self->memory_card, n_buffers > 0);
  if (n_buffers > 0)
    show_memory (self, plan, tok_session_get_estimate (session));
}

static void
tok_measure_page_finalize (GObject *object)
{
  tok_columns_unref (TOK_MEASURE_PAGE (object)->columns);
  tok_columns_unref (TOK_MEASURE_PAGE (object)->memory_columns);
  G_OBJECT_CLASS (tok_measure_page_parent_class)->finalize (object);
}

static void
tok_measure_page_class_init (TokMeasurePageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tok_measure_page_finalize;
  TOK_SESSION_VIEW_CLASS (class)->update = tok_measure_page_update;
  g_type_ensure (TOK_TYPE_CALIBRATION_CARD);
  g_type_ensure (TOK_TYPE_MEASURING_CARD);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/measure-page.ui");
  gtk_widget_class_bind_template_child (widget_class, TokMeasurePage, calibration_card);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurePage, rows_card);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurePage, memory_card);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurePage, rows);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurePage, memory);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurePage, unlisted);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurePage, head);
  gtk_widget_class_bind_template_child (widget_class, TokMeasurePage, memory_head);
  gtk_widget_class_bind_template_callback (widget_class, on_remove_rows);
  gtk_widget_class_bind_template_callback (widget_class, on_remove_memory);
}

static void
tok_measure_page_init (TokMeasurePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->columns = tok_columns_new ();
  self->memory_columns = tok_columns_new ();
  gtk_widget_set_layout_manager (self->head, tok_column_layout_new (self->columns));
  gtk_widget_set_layout_manager (self->memory_head, tok_column_layout_new (self->memory_columns));
}
