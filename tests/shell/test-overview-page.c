/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Overview lays its charts out and its cards save, copy and list what they show. */

#include <glib/gstdio.h>
#include <gtk/gtk.h>
#include <string.h>

#include "shell/chart-card.h"
#include "shell/figures-table.h"
#include "shell/overview-page.h"

#include "stage.h"

#define LEAST_CHART_HEIGHT 260.0f

static TokSession *session;

static GtkWidget *
page_open (int width, int height)
{
  session = stage_session_new ();
  return stage_open_page (TOK_TYPE_OVERVIEW_PAGE, session, width, height);
}

static void
page_close (GtkWidget *window)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

static TokChartCard *
card_at (GtkWidget *window, guint index)
{
  return TOK_CHART_CARD (stage_find (window, TOK_TYPE_CHART_CARD, index));
}

static graphene_rect_t
place_of (GtkWidget *window, guint index)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (card_at (window, index)), window, &bounds));
  g_assert_cmpfloat (bounds.size.height, >=, LEAST_CHART_HEIGHT);
  return bounds;
}

static void
test_shows_the_three_charts (void)
{
  GtkWidget *window = page_open (900, 700);

  g_assert_cmpstr (tok_chart_card_get_kind (card_at (window, 0)), ==, "context");
  g_assert_cmpstr (tok_chart_card_get_kind (card_at (window, 1)), ==, "size");
  g_assert_cmpstr (tok_chart_card_get_kind (card_at (window, 2)), ==, "offload");
  page_close (window);
}

static void
test_two_charts_stand_side_by_side_where_there_is_room (void)
{
  GtkWidget *window = page_open (900, 700);

  g_assert_cmpfloat (place_of (window, 0).size.width, >, 2.0f * place_of (window, 1).size.width);
  g_assert_cmpfloat (place_of (window, 1).origin.y, ==, place_of (window, 2).origin.y);
  g_assert_cmpfloat (place_of (window, 2).origin.x, >, place_of (window, 1).origin.x);
  page_close (window);
}

static void
test_charts_stand_below_each_other_in_a_narrow_window (void)
{
  GtkWidget *window = page_open (480, 700);

  g_assert_cmpfloat (place_of (window, 2).origin.y, >, place_of (window, 1).origin.y);
  g_assert_cmpfloat (place_of (window, 2).size.width, ==, place_of (window, 0).size.width);
  page_close (window);
}

static void
test_charts_grow_with_the_window (void)
{
  GtkWidget *window = page_open (1600, 1100);

  g_assert_cmpfloat (place_of (window, 0).size.height, >, 450.0);
  g_assert_cmpfloat (place_of (window, 1).size.height, >, 450.0);
  g_assert_cmpfloat (place_of (window, 1).origin.y + place_of (window, 1).size.height, ==, 1100.0);
  page_close (window);
}

static void
test_table_takes_the_place_of_the_chart (void)
{
  GtkWidget *window = page_open (900, 700);
  TokChartCard *card = card_at (window, 1);
  GtkWidget *table = stage_find (GTK_WIDGET (card), TOK_TYPE_FIGURES_TABLE, 0);

  g_assert_false (gtk_widget_get_mapped (table));
  gtk_widget_activate_action (GTK_WIDGET (card), "chart.show-table", NULL);
  stage_settle (window);
  g_assert_true (gtk_widget_get_mapped (table));
  gtk_widget_activate_action (GTK_WIDGET (card), "chart.show-table", NULL);
  stage_settle (window);
  g_assert_false (gtk_widget_get_mapped (table));
  page_close (window);
}

static void
copied_cb (GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static void
test_copies_the_figures (void)
{
  GtkWidget *window = page_open (900, 700);
  TokChartCard *card = card_at (window, 2);
  g_autofree char *expected = tok_chart_to_text (tok_session_get_chart (session, "offload"), "\t", TRUE);
  g_autofree char *text = NULL;

  gtk_widget_activate_action (GTK_WIDGET (card), "chart.copy", NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (window), NULL, copied_cb, &text);
  while (text == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (text, ==, expected);
  page_close (window);
}

/* Saves the card's chart under @name and returns the file's bytes; NULL when it was refused. */
static GBytes *
save_as (TokChartCard *card, const char *name, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("tokplan-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GBytes *bytes = NULL;

  if (tok_chart_card_save (card, file, error))
    bytes = g_file_load_bytes (file, NULL, NULL, error);
  g_file_delete (file, NULL, NULL);
  g_rmdir (folder);
  return bytes;
}

static void
test_saves_in_the_format_the_name_ends_in (void)
{
  const struct { const char *name, *beginning; } cases[] = {
    { "chart.png", "\x89PNG" }, { "chart.svg", "<?xml" }, { "chart.pdf", "%PDF-" }, { "chart.csv", "" },
  };
  GtkWidget *window = page_open (900, 700);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = save_as (card_at (window, 0), cases[i].name, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (bytes), >, 200);
      g_assert_cmpint (memcmp (g_bytes_get_data (bytes, NULL), cases[i].beginning, strlen (cases[i].beginning)), ==, 0);
    }
  page_close (window);
}

static void
test_saved_picture_does_not_depend_on_the_window (void)
{
  GtkWidget *window = page_open (900, 700);
  g_autoptr (GBytes) small = save_as (card_at (window, 0), "chart.png", NULL);
  g_autoptr (GBytes) large = NULL;

  page_close (window);
  window = page_open (1500, 1000);
  large = save_as (card_at (window, 0), "chart.png", NULL);
  g_assert_true (g_bytes_equal (small, large));
  page_close (window);
}

static void
test_name_without_a_known_ending_is_refused_in_words (void)
{
  GtkWidget *window = page_open (900, 700);
  g_autoptr (GError) error = NULL;

  g_assert_null (save_as (card_at (window, 0), "chart.docx", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME);
  g_assert_nonnull (strstr (error->message, "chart.docx"));
  page_close (window);
}

int
main (int argc, char **argv)
{
  stage_init (&argc, &argv);

  g_test_add_func ("/overview-page/shows-the-three-charts", test_shows_the_three_charts);
  g_test_add_func ("/overview-page/two-charts-stand-side-by-side-where-there-is-room", test_two_charts_stand_side_by_side_where_there_is_room);
  g_test_add_func ("/overview-page/charts-stand-below-each-other-in-a-narrow-window", test_charts_stand_below_each_other_in_a_narrow_window);
  g_test_add_func ("/overview-page/charts-grow-with-the-window", test_charts_grow_with_the_window);
  g_test_add_func ("/overview-page/table-takes-the-place-of-the-chart", test_table_takes_the_place_of_the_chart);
  g_test_add_func ("/overview-page/copies-the-figures", test_copies_the_figures);
  g_test_add_func ("/overview-page/saves-in-the-format-the-name-ends-in", test_saves_in_the_format_the_name_ends_in);
  g_test_add_func ("/overview-page/saved-picture-does-not-depend-on-the-window", test_saved_picture_does_not_depend_on_the_window);
  g_test_add_func ("/overview-page/name-without-a-known-ending-is-refused-in-words", test_name_without_a_known_ending_is_refused_in_words);
  return g_test_run ();
}
