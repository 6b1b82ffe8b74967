/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side panel stands beside the content or above it, and goes away when it is in the way. */

#include "shell/side-view.h"
#include "stage.h"

#define PANEL_WIDTH 380

static GtkWidget *window, *panel, *content;
static TokSideView *view;

static void
open_view (int width)
{
  panel = gtk_button_new_with_label ("panel");
  content = gtk_button_new_with_label ("content");
  gtk_widget_set_size_request (panel, PANEL_WIDTH, -1);
  view = g_object_new (TOK_TYPE_SIDE_VIEW, "panel", panel, "content", content, NULL);
  window = stage_open (GTK_WIDGET (view), width, 400);
}

static graphene_rect_t
place_of (GtkWidget *widget)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (view), &bounds));
  return bounds;
}

static gboolean
is_there (GtkWidget *widget)
{
  return gtk_widget_get_mapped (widget);
}

static void
show_panel (gboolean show)
{
  g_object_set (view, "show-panel", show, NULL);
  stage_settle (window);
}

static void
test_a_wide_window_has_both_side_by_side (void)
{
  open_view (1200);
  g_assert_true (tok_side_view_get_show_panel (view));
  g_assert_cmpfloat (place_of (panel).size.width, ==, PANEL_WIDTH);
  g_assert_cmpfloat (place_of (content).origin.x, ==, PANEL_WIDTH);
  g_assert_cmpfloat (place_of (content).size.width, ==, 1200 - PANEL_WIDTH);
  stage_close (window);
}

static GtkWidget *
tab_to (GtkDirectionType direction)
{
  gtk_widget_child_focus (GTK_WIDGET (view), direction);
  return gtk_root_get_focus (GTK_ROOT (window));
}

static void
test_tab_goes_through_the_panel_first (void)
{
  open_view (1200);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_true (tab_to (GTK_DIR_TAB_FORWARD) == panel);
  g_assert_true (tab_to (GTK_DIR_TAB_FORWARD) == content);
  g_assert_true (tab_to (GTK_DIR_TAB_BACKWARD) == panel);
  show_panel (FALSE);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  g_assert_true (tab_to (GTK_DIR_TAB_FORWARD) == content);
  stage_close (window);
}

static void
test_a_narrow_window_has_the_content_alone (void)
{
  open_view (900);
  g_assert_false (tok_side_view_get_show_panel (view));
  g_assert_false (is_there (panel));
  g_assert_cmpfloat (place_of (content).size.width, ==, 900);
  stage_close (window);
}

static void
test_in_a_narrow_window_the_panel_lies_above_the_content (void)
{
  open_view (900);
  show_panel (TRUE);
  g_assert_true (is_there (panel));
  g_assert_cmpfloat (place_of (content).size.width, ==, 900);
  g_assert_true (gtk_widget_pick (GTK_WIDGET (view), 100, 200, GTK_PICK_DEFAULT) != content);
  g_assert_true (gtk_widget_has_css_class (panel, "above"));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == panel);
  stage_close (window);
}

static void
test_escape_puts_away_a_panel_above_the_content_only (void)
{
  open_view (900);
  show_panel (TRUE);
  g_assert_true (stage_press (GTK_WIDGET (view), "Escape"));
  stage_settle (window);
  g_assert_false (is_there (panel));
  stage_close (window);

  open_view (1200);
  g_assert_false (stage_press (GTK_WIDGET (view), "Escape"));
  g_assert_true (is_there (panel));
  stage_close (window);
}

static void
test_a_click_beside_the_panel_puts_it_away (void)
{
  open_view (900);
  show_panel (TRUE);
  g_signal_emit_by_name (stage_controller (GTK_WIDGET (view), GTK_TYPE_GESTURE_CLICK), "pressed", 1, 100.0, 200.0);
  g_assert_true (tok_side_view_get_show_panel (view));
  g_signal_emit_by_name (stage_controller (GTK_WIDGET (view), GTK_TYPE_GESTURE_CLICK), "pressed", 1, 800.0, 200.0);
  g_assert_false (tok_side_view_get_show_panel (view));
  stage_close (window);
}

static void
test_a_panel_put_away_leaves_its_place_and_is_remembered (void)
{
  gboolean pinned;

  open_view (1200);
  show_panel (FALSE);
  g_assert_false (is_there (panel));
  g_assert_cmpfloat (place_of (content).size.width, ==, 1200);
  g_object_get (view, "pinned", &pinned, NULL);
  g_assert_false (pinned);
  stage_close (window);
}

static void
test_right_to_left_has_the_panel_on_the_right (void)
{
  open_view (1200);
  gtk_widget_set_direction (GTK_WIDGET (view), GTK_TEXT_DIR_RTL);
  gtk_widget_queue_resize (GTK_WIDGET (view));
  stage_settle (window);
  g_assert_cmpfloat (place_of (panel).origin.x, ==, 1200 - PANEL_WIDTH);
  g_assert_cmpfloat (place_of (content).origin.x, ==, 0);
  stage_close (window);
}

static void
test_wide_contents_need_a_wider_window (void)
{
  open_view (1200);
  gtk_widget_set_size_request (content, 900, -1);
  stage_settle (window);
  stage_settle (window);
  g_assert_false (tok_side_view_get_show_panel (view));
  stage_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/side-view/a-wide-window-has-both-side-by-side", test_a_wide_window_has_both_side_by_side);
  g_test_add_func ("/side-view/tab-goes-through-the-panel-first", test_tab_goes_through_the_panel_first);
  g_test_add_func ("/side-view/a-narrow-window-has-the-content-alone", test_a_narrow_window_has_the_content_alone);
  g_test_add_func ("/side-view/in-a-narrow-window-the-panel-lies-above-the-content",
                   test_in_a_narrow_window_the_panel_lies_above_the_content);
  g_test_add_func ("/side-view/escape-puts-away-a-panel-above-the-content-only",
                   test_escape_puts_away_a_panel_above_the_content_only);
  g_test_add_func ("/side-view/a-click-beside-the-panel-puts-it-away", test_a_click_beside_the_panel_puts_it_away);
  g_test_add_func ("/side-view/a-panel-put-away-leaves-its-place-and-is-remembered",
                   test_a_panel_put_away_leaves_its_place_and_is_remembered);
  g_test_add_func ("/side-view/right-to-left-has-the-panel-on-the-right", test_right_to_left_has_the_panel_on_the_right);
  g_test_add_func ("/side-view/wide-contents-need-a-wider-window", test_wide_contents_need_a_wider_window);
  return g_test_run ();
}
