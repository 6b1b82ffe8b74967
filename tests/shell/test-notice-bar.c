/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notice bar says one thing until it is closed. */

#include "shell/notice-bar.h"
#include "stage.h"

static GtkWidget *window;
static TokNoticeBar *bar;

static void
open_bar (void)
{
  bar = g_object_new (TOK_TYPE_NOTICE_BAR, NULL);
  window = stage_open (GTK_WIDGET (bar), 400, 100);
}

static void
test_is_not_there_at_first (void)
{
  open_bar ();
  g_assert_null (tok_notice_bar_get_message (bar));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (bar)));
  stage_close (window);
}

static void
test_shows_the_last_message (void)
{
  open_bar ();
  tok_notice_bar_tell (bar, "one");
  tok_notice_bar_tell (bar, "two");
  stage_settle (window);
  g_assert_true (stage_reads (window, "two"));
  g_assert_cmpstr (tok_notice_bar_get_message (bar), ==, "two");
  stage_close (window);
}

static void
test_looks_calm_where_nothing_went_wrong (void)
{
  open_bar ();
  tok_notice_bar_inform (bar, "one");
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (bar), "calm"));
  tok_notice_bar_tell (bar, "two");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (bar), "calm"));
  g_assert_cmpstr (tok_notice_bar_get_message (bar), ==, "two");
  stage_close (window);
}

/* A window that opens with a message would select all of it. */
static void
test_the_focus_passes_the_message_by (void)
{
  GtkWidget *label;

  open_bar ();
  tok_notice_bar_tell (bar, "one");
  label = stage_find (window, GTK_TYPE_LABEL, 0);
  g_assert_true (gtk_label_get_selectable (GTK_LABEL (label)));
  g_assert_false (gtk_widget_get_focusable (label));
  stage_close (window);
}

static void
test_its_button_closes_it (void)
{
  open_bar ();
  tok_notice_bar_tell (bar, "one");
  stage_settle (window);
  g_signal_emit_by_name (stage_find (window, GTK_TYPE_BUTTON, 0), "clicked");
  g_assert_null (tok_notice_bar_get_message (bar));
  tok_notice_bar_tell (bar, "two");
  g_assert_cmpstr (tok_notice_bar_get_message (bar), ==, "two");
  stage_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

  g_test_add_func ("/notice-bar/is-not-there-at-first", test_is_not_there_at_first);
  g_test_add_func ("/notice-bar/shows-the-last-message", test_shows_the_last_message);
  g_test_add_func ("/notice-bar/looks-calm-where-nothing-went-wrong", test_looks_calm_where_nothing_went_wrong);
  g_test_add_func ("/notice-bar/the-focus-passes-the-message-by", test_the_focus_passes_the_message_by);
  g_test_add_func ("/notice-bar/its-button-closes-it", test_its_button_closes_it);
  return g_test_run ();
}
