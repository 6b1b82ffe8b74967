/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A column view over lines of text: a cell is found in its line when it is bound, so that a change only replaces lines. */

#include "shell/figures-table.h"

#include "chart/export.h"

#define SEPARATOR "\t"

struct _TokFiguresTable
{
  TokSessionView      parent_instance;
  const TokChartKind *kind;
  GtkStringList      *rows;
  char               *header;     /* the line the columns are made from */
  GtkColumnView      *view;
};

G_DEFINE_FINAL_TYPE (TokFiguresTable, tok_figures_table, TOK_TYPE_SESSION_VIEW)

static void
setup_cell_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1.0f);
  gtk_list_item_set_child (item, label);
}

static void
bind_cell_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GtkStringObject *row = gtk_list_item_get_item (item);
  g_auto (GStrv) cells = g_strsplit (gtk_string_object_get_string (row), SEPARATOR, -1);
  guint index = GPOINTER_TO_UINT (column);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), index < g_strv_length (cells) ? cells[index] : "");
}

static void
append_column (TokFiguresTable *self, const char *title, guint index)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell_cb), GUINT_TO_POINTER (index));
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_append_column (self->view, column);
}

static void
set_header (TokFiguresTable *self, const char *header)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  g_auto (GStrv) titles = g_strsplit (header, SEPARATOR, -1);

  if (g_strcmp0 (self->header, header) == 0)
    return;
  g_free (self->header);
  self->header = g_strdup (header);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  for (guint i = 0; titles[i] != NULL; i++)
    append_column (self, titles[i], i);
}

/* The list inside is what gets the focus; GTK does not name it. */
static void
set_title (TokFiguresTable *self, const char *title)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_last_child (GTK_WIDGET (self->view))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

static void
tok_figures_table_update (TokSessionView *view, TokSession *session)
{
  TokFiguresTable *self = TOK_FIGURES_TABLE (view);
  const TokChartSpec *spec;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (self->kind == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  spec = tok_session_get_chart (session, self->kind->id);
  set_title (self, spec->title);
  text = tok_chart_to_text (spec, SEPARATOR, TRUE);
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  if (lines[0] == NULL)
    return;
  set_header (self, lines[0]);
  gtk_string_list_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)), (const char *const *) lines + 1);
}

/* Most tables are never looked at: rows are made when one is. */
static void
tok_figures_table_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tok_figures_table_parent_class)->map (widget);
  tok_session_view_refresh (TOK_SESSION_VIEW (widget));
}

static void
tok_figures_table_finalize (GObject *object)
{
  TokFiguresTable *self = TOK_FIGURES_TABLE (object);

  g_free (self->header);
  G_OBJECT_CLASS (tok_figures_table_parent_class)->finalize (object);
}

static void
tok_figures_table_class_init (TokFiguresTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tok_figures_table_finalize;
  TOK_SESSION_VIEW_CLASS (class)->update = tok_figures_table_update;
  widget_class->map = tok_figures_table_map;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/tokplan/Tokplan/figures-table.ui");
  gtk_widget_class_bind_template_child (widget_class, TokFiguresTable, rows);
  gtk_widget_class_bind_template_child (widget_class, TokFiguresTable, view);
}

static void
tok_figures_table_init (TokFiguresTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
tok_figures_table_set_kind (TokFiguresTable *self, const TokChartKind *kind)
{
  self->kind = kind;
  tok_session_view_refresh (TOK_SESSION_VIEW (self));
}

GListModel *
tok_figures_table_get_rows (TokFiguresTable *self)
{
  return G_LIST_MODEL (self->rows);
}
