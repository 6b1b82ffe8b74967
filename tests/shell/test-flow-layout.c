/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the flow layout puts its children. */

#include <gtk/gtk.h>

#include "shell/flow-layout.h"

#include "stage.h"

#define SPACING 10
#define TALL 40

/* A box of children with these minimum widths. */
static GtkWidget *
flow_new (const int *widths, guint n)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (box, g_object_new (TOK_TYPE_FLOW_LAYOUT, "spacing", SPACING, NULL));
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *child = gtk_label_new (NULL);

      gtk_widget_set_size_request (child, widths[i], TALL);
      gtk_box_append (GTK_BOX (box), child);
    }
  return box;
}

static graphene_rect_t
place_of (GtkWidget *box, guint index)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (stage_find (box, GTK_TYPE_LABEL, index), box, &bounds));
  return bounds;
}

static void
test_line_is_filled_in_proportion (void)
{
  const int widths[] = { 100, 200 };
  GtkWidget *box = flow_new (widths, 2);
  GtkWidget *window = stage_open (box, 610, 100);

  g_assert_cmpfloat (place_of (box, 0).origin.x, ==, 0.0);
  g_assert_cmpfloat (place_of (box, 0).size.width, ==, 200.0);
  g_assert_cmpfloat (place_of (box, 1).origin.x, ==, 210.0);
  g_assert_cmpfloat (place_of (box, 1).size.width, ==, 400.0);
  stage_close (window);
}

static void
test_expanding_child_is_doubled_first (void)
{
  const int widths[] = { 100, 100 };
  GtkWidget *box = flow_new (widths, 2);
  GtkWidget *window;

  gtk_widget_set_hexpand (stage_find (box, GTK_TYPE_LABEL, 1), TRUE);
  window = stage_open (box, 260, 100);
  g_assert_cmpfloat (place_of (box, 0).size.width, ==, 100.0);
  g_assert_cmpfloat (place_of (box, 1).size.width, ==, 150.0);
  stage_close (window);

  box = flow_new (widths, 2);
  gtk_widget_set_hexpand (stage_find (box, GTK_TYPE_LABEL, 1), TRUE);
  window = stage_open (box, 371, 100);
  g_assert_cmpfloat (place_of (box, 0).size.width, ==, 130.0);
  g_assert_cmpfloat (place_of (box, 1).size.width, ==, 231.0);
  stage_close (window);
}

static void
test_breaks_where_minimum_widths_end (void)
{
  const int widths[] = { 100, 100, 100 };
  GtkWidget *box = flow_new (widths, 3);
  GtkWidget *window;
  int minimum, natural;

  gtk_widget_measure (box, GTK_ORIENTATION_VERTICAL, 320, &minimum, &natural, NULL, NULL);
  g_assert_cmpint (minimum, ==, TALL);
  gtk_widget_measure (box, GTK_ORIENTATION_VERTICAL, 319, &minimum, &natural, NULL, NULL);
  g_assert_cmpint (minimum, ==, 2 * TALL + SPACING);

  window = stage_open (box, 300, 2 * TALL + SPACING);
  g_assert_cmpfloat (place_of (box, 1).origin.y, ==, 0.0);
  g_assert_cmpfloat (place_of (box, 2).origin.y, ==, TALL + SPACING);
  g_assert_cmpfloat (place_of (box, 2).size.width, ==, 300.0);
  stage_close (window);
}

static void
test_width_of_one_child_is_enough (void)
{
  const int widths[] = { 100, 250, 50 };
  GtkWidget *box = g_object_ref_sink (flow_new (widths, 3));
  int minimum, natural;

  gtk_widget_measure (box, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  g_assert_cmpint (minimum, ==, 250);
  g_assert_cmpint (natural, ==, 100 + 250 + 50 + 2 * SPACING);
  g_assert_finalize_object (box);
}

static void
test_spare_height_goes_to_all_lines (void)
{
  const int widths[] = { 100, 100 };
  GtkWidget *box = flow_new (widths, 2);
  GtkWidget *window = stage_open (box, 150, 2 * TALL + SPACING + 101);

  g_assert_cmpfloat (place_of (box, 0).size.height, ==, TALL + 50);
  g_assert_cmpfloat (place_of (box, 1).size.height, ==, TALL + 51);
  stage_close (window);
}

static void
test_hidden_children_take_no_room (void)
{
  const int widths[] = { 100, 100, 100 };
  GtkWidget *box = flow_new (widths, 3);
  GtkWidget *window;

  gtk_widget_set_visible (stage_find (box, GTK_TYPE_LABEL, 0), FALSE);
  window = stage_open (box, 210, 100);
  g_assert_cmpfloat (place_of (box, 1).origin.x, ==, 0.0);
  g_assert_cmpfloat (place_of (box, 2).origin.y, ==, 0.0);
  stage_close (window);
}

static void
test_right_to_left_begins_at_the_right (void)
{
  const int widths[] = { 100, 200 };
  GtkWidget *box = flow_new (widths, 2);
  GtkWidget *window;

  gtk_widget_set_direction (box, GTK_TEXT_DIR_RTL);
  window = stage_open (box, 310, 100);
  g_assert_cmpfloat (place_of (box, 0).origin.x, ==, 210.0);
  g_assert_cmpfloat (place_of (box, 1).origin.x, ==, 0.0);
  stage_close (window);
}

int
main (int argc, char **argv)
{
  stage_init (&argc, &argv);

  g_test_add_func ("/flow-layout/line-is-filled-in-proportion", test_line_is_filled_in_proportion);
  g_test_add_func ("/flow-layout/expanding-child-is-doubled-first", test_expanding_child_is_doubled_first);
  g_test_add_func ("/flow-layout/breaks-where-minimum-widths-end", test_breaks_where_minimum_widths_end);
  g_test_add_func ("/flow-layout/width-of-one-child-is-enough", test_width_of_one_child_is_enough);
  g_test_add_func ("/flow-layout/spare-height-goes-to-all-lines", test_spare_height_goes_to_all_lines);
  g_test_add_func ("/flow-layout/hidden-children-take-no-room", test_hidden_children_take_no_room);
  g_test_add_func ("/flow-layout/right-to-left-begins-at-the-right", test_right_to_left_begins_at_the_right);
  return g_test_run ();
}
