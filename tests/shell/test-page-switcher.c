/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tabs or a drop-down by the width of the window; either leads to the pages, and both follow. */

#include "shell/page-switcher.h"
#include "stage.h"

static GtkWidget *window, *switcher;
static GtkStack *stack;

static void
open_switcher (int width, const char *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_titled (stack, gtk_label_new ("one"), "one", "First");
  gtk_stack_add_titled (stack, gtk_label_new ("two"), "two", title);
  switcher = g_object_new (TOK_TYPE_PAGE_SWITCHER, "stack", stack, NULL);
  gtk_box_append (GTK_BOX (box), switcher);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (stack));
  window = stage_open (box, width, 300);
}

static GtkWidget *
tabs (void)
{
  return stage_find (switcher, GTK_TYPE_STACK_SWITCHER, 0);
}

static GtkWidget *
list (void)
{
  return stage_find (switcher, GTK_TYPE_DROP_DOWN, 0);
}

static void
test_wide_window_has_tabs (void)
{
  open_switcher (1100, "Second");
  g_assert_true (gtk_widget_get_mapped (tabs ()));
  g_assert_false (gtk_widget_get_mapped (list ()));
  stage_close (window);
}

static void
test_narrow_window_has_a_drop_down (void)
{
  open_switcher (1099, "Second");
  g_assert_false (gtk_widget_get_mapped (tabs ()));
  g_assert_true (gtk_widget_get_mapped (list ()));
  stage_close (window);
}

/* Long words or large text: no tab is cut off and nothing is wider than the window. */
static void
test_tabs_that_need_more_give_way (void)
{
  g_autofree char *title = g_strnfill (300, 'm');
  graphene_rect_t bounds;

  open_switcher (1200, title);
  g_assert_false (gtk_widget_get_mapped (tabs ()));
  g_assert_true (gtk_widget_compute_bounds (list (), window, &bounds));
  g_assert_cmpfloat (bounds.origin.x, >=, 0.0);
  g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (window));
  stage_close (window);
}

static void
test_both_lead_to_the_pages_and_follow (void)
{
  open_switcher (900, "Second");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (list ())), ==, 0);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (list ()), 1);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "two");
  gtk_stack_set_visible_child_name (stack, "one");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (list ())), ==, 0);
  g_signal_emit_by_name (stage_find (tabs (), GTK_TYPE_TOGGLE_BUTTON, 1), "clicked");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "two");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (list ())), ==, 1);
  stage_close (window);
}

static void
test_stack_can_be_taken_away (void)
{
  open_switcher (900, "Second");
  g_object_set (switcher, "stack", NULL, NULL);
  gtk_stack_set_visible_child_name (stack, "two");
  g_assert_null (gtk_drop_down_get_model (GTK_DROP_DOWN (list ())));
  stage_close (window);
}

int
main (int argc, char **argv)
{
  stage_init (&argc, &argv);

  g_test_add_func ("/page-switcher/wide-window-has-tabs", test_wide_window_has_tabs);
  g_test_add_func ("/page-switcher/narrow-window-has-a-drop-down", test_narrow_window_has_a_drop_down);
  g_test_add_func ("/page-switcher/tabs-that-need-more-give-way", test_tabs_that_need_more_give_way);
  g_test_add_func ("/page-switcher/both-lead-to-the-pages-and-follow", test_both_lead_to_the_pages_and_follow);
  g_test_add_func ("/page-switcher/stack-can-be-taken-away", test_stack_can_be_taken_away);
  return g_test_run ();
}
