/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table holds the figures of the chart, line by line. */

#include <gtk/gtk.h>
#include <string.h>

#include "chart/export.h"
#include "shell/figures-table.h"

#include "stage.h"

static TokSession *session;
static TokFiguresTable *table;

static GtkWidget *
table_open (const char *kind)
{
  session = stage_session_new ();
  table = g_object_new (TOK_TYPE_FIGURES_TABLE, "session", session, NULL);
  tok_figures_table_set_kind (table, tok_chart_kind_find (kind));
  return stage_open (GTK_WIDGET (table), 700, 300);
}

static void
table_close (GtkWidget *window)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

/* Asserts that header and rows are those of the chart's text. */
static void
assert_holds (const char *kind)
{
  g_autofree char *text = tok_chart_to_text (tok_session_get_chart (session, kind), "\t", TRUE);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_auto (GStrv) titles = g_strsplit (lines[0], "\t", -1);
  GListModel *rows = tok_figures_table_get_rows (table);
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (stage_find (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW, 0)));

  g_assert_cmpuint (g_list_model_get_n_items (columns), ==, g_strv_length (titles));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, g_strv_length (lines) - 1);
  for (guint i = 0; i < g_strv_length (lines) - 1; i++)
    {
      g_autoptr (GtkStringObject) row = g_list_model_get_item (rows, i);

      g_assert_cmpstr (gtk_string_object_get_string (row), ==, lines[i + 1]);
    }
}

static void
test_holds_the_figures_of_every_chart (void)
{
  guint n_kinds;
  const TokChartKind *kinds = tok_chart_kinds (&n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    {
      GtkWidget *window = table_open (kinds[i].id);

      assert_holds (kinds[i].id);
      g_assert_cmpuint (g_list_model_get_n_items (tok_figures_table_get_rows (table)), >, 5);
      table_close (window);
    }
}

static void
test_first_cell_is_on_the_screen (void)
{
  GtkWidget *window = table_open ("context");
  g_autoptr (GtkStringObject) row = g_list_model_get_item (tok_figures_table_get_rows (table), 0);
  g_auto (GStrv) cells = g_strsplit (gtk_string_object_get_string (row), "\t", -1);

  g_assert_true (stage_reads (window, cells[0]));
  g_assert_true (stage_reads (window, cells[1]));
  table_close (window);
}

/* GTK announces what nobody named by the name of its class. */
static void
test_is_named_as_its_chart (void)
{
  GtkWidget *window = table_open ("context");
  GtkWidget *view = stage_find (GTK_WIDGET (table), GTK_TYPE_COLUMN_VIEW, 0);
  const char *title = tok_session_get_chart (session, "context")->title;

  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_LABEL, title);
  gtk_test_accessible_assert_property (gtk_widget_get_last_child (view), GTK_ACCESSIBLE_PROPERTY_LABEL, title);
  table_close (window);
}

static void
test_follows_a_change (void)
{
  GtkWidget *window = table_open ("context");

  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 300.0);
  assert_holds ("context");
  table_close (window);
}

static void
test_baseline_adds_a_column (void)
{
  GtkWidget *window = table_open ("context");

  tok_session_set_baseline (session, TRUE);
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 300.0);
  assert_holds ("context");
  stage_settle (window);
  table_close (window);
}

int
main (int argc, char **argv)
{
  stage_init (&argc, &argv);

  g_test_add_func ("/figures-table/holds-the-figures-of-every-chart", test_holds_the_figures_of_every_chart);
  g_test_add_func ("/figures-table/first-cell-is-on-the-screen", test_first_cell_is_on_the_screen);
  g_test_add_func ("/figures-table/is-named-as-its-chart", test_is_named_as_its_chart);
  g_test_add_func ("/figures-table/follows-a-change", test_follows_a_change);
  g_test_add_func ("/figures-table/baseline-adds-a-column", test_baseline_adds_a_column);
  return g_test_run ();
}
