/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chart answers to pointer and keys and speaks for itself. */

#include <gtk/gtk.h>

#include "shell/chart-canvas.h"
#include "shell/chart-view.h"

#include "stage.h"

static TokSession *session;
static TokChartView *view;

static GtkWidget *
view_open (const char *kind, int width, int height)
{
  session = stage_session_new ();
  view = g_object_new (TOK_TYPE_CHART_VIEW, "session", session, NULL);
  tok_chart_view_set_kind (view, tok_chart_kind_find (kind));
  return stage_open (GTK_WIDGET (view), width, height);
}

static void
view_close (GtkWidget *window)
{
  stage_close (window);
  g_assert_finalize_object (session);
}

static const TokChartLayout *
get_layout (void)
{
  return tok_chart_canvas_get_layout (TOK_CHART_CANVAS (gtk_widget_get_first_child (GTK_WIDGET (view))));
}

static void
point_at (double share_x, double share_y)
{
  TokRect plot = tok_chart_layout_plot (get_layout ());

  g_signal_emit_by_name (stage_controller (GTK_WIDGET (view), GTK_TYPE_EVENT_CONTROLLER_MOTION), "motion",
                         plot.x + share_x * plot.width, plot.y + share_y * plot.height);
}

static double
get_crosshair (void)
{
  double x;

  g_assert_true (tok_chart_view_get_crosshair (view, &x));
  return x;
}

static gboolean
crosshair_is_hidden (void)
{
  double x;

  return !tok_chart_view_get_crosshair (view, &x);
}

static void
test_is_a_picture_with_name_and_description (void)
{
  GtkWidget *window = view_open ("context", 700, 300);
  const TokChartSpec *spec = tok_session_get_chart (session, "context");

  gtk_test_accessible_assert_role (view, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_LABEL, spec->title);
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
  g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (view)));
  view_close (window);
}

static void
test_draws_every_kind_at_any_size (void)
{
  const int sizes[][2] = { { 300, 240 }, { 640, 320 }, { 1800, 900 } };
  guint n_kinds;
  const TokChartKind *kinds = tok_chart_kinds (&n_kinds);

  for (guint i = 0; i < n_kinds; i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        GtkWidget *window = view_open (kinds[i].id, sizes[j][0], sizes[j][1]);
        TokRect plot = tok_chart_layout_plot (get_layout ());

        g_assert_cmpfloat (plot.width, >, sizes[j][0] / 2.0);
        g_assert_cmpfloat (plot.x + plot.width, <=, gtk_widget_get_width (GTK_WIDGET (view)));
        view_close (window);
      }
}

static void
test_layout_is_made_anew_on_a_change_and_kept_otherwise (void)
{
  GtkWidget *window = view_open ("context", 700, 300);
  const TokChartLayout *layout = get_layout ();
  double mark_y = tok_chart_layout_spec (layout)->mark_y;

  point_at (0.5, 0.5);
  stage_settle (window);
  g_assert_true (get_layout () == layout);

  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 300.0);
  stage_settle (window);
  g_assert_cmpfloat (tok_chart_layout_spec (get_layout ())->mark_y, <, mark_y);
  view_close (window);
}

static void
test_pointer_moves_the_crosshair_and_takes_it_away (void)
{
  GtkWidget *window = view_open ("context", 700, 300);
  double near, far;

  g_assert_true (crosshair_is_hidden ());
  point_at (0.2, 0.5);
  near = get_crosshair ();
  point_at (0.8, 0.5);
  far = get_crosshair ();
  g_assert_cmpfloat (far, >, near);
  stage_settle (window);
  g_signal_emit_by_name (stage_controller (GTK_WIDGET (view), GTK_TYPE_EVENT_CONTROLLER_MOTION), "leave");
  g_assert_true (crosshair_is_hidden ());
  view_close (window);
}

static void
test_arrow_keys_step_from_the_plan (void)
{
  GtkWidget *window = view_open ("context", 700, 300);
  double mark = tok_session_get_chart (session, "context")->mark_x, right, left, end;

  g_assert_true (stage_press (GTK_WIDGET (view), "Left"));
  left = get_crosshair ();
  g_assert_cmpfloat (left, <, mark);
  g_assert_true (stage_press (GTK_WIDGET (view), "Right"));
  g_assert_true (stage_press (GTK_WIDGET (view), "Right"));
  right = get_crosshair ();
  g_assert_cmpfloat (right, >, left);

  g_assert_true (stage_press (GTK_WIDGET (view), "End"));
  end = get_crosshair ();
  g_assert_cmpfloat (end, >=, right);
  g_assert_true (stage_press (GTK_WIDGET (view), "Page_Up"));
  g_assert_cmpfloat (get_crosshair (), <, end);
  g_assert_true (stage_press (GTK_WIDGET (view), "Home"));
  g_assert_cmpfloat (get_crosshair (), <, left);
  view_close (window);
}

static void
test_escape_hides_the_crosshair_once (void)
{
  GtkWidget *window = view_open ("context", 700, 300);

  stage_press (GTK_WIDGET (view), "Left");
  g_assert_true (stage_press (GTK_WIDGET (view), "Escape"));
  g_assert_true (crosshair_is_hidden ());
  /* what is not used goes on to the window */
  g_assert_false (stage_press (GTK_WIDGET (view), "Escape"));
  view_close (window);
}

static void
test_return_takes_the_crosshair_into_the_plan (void)
{
  GtkWidget *window = view_open ("context", 700, 300);

  g_assert_false (stage_press (GTK_WIDGET (view), "Return"));
  stage_press (GTK_WIDGET (view), "Left");
  stage_press (GTK_WIDGET (view), "Page_Up");
  g_assert_true (stage_press (GTK_WIDGET (view), "Return"));
  g_assert_cmpfloat (ABS (tok_plan_depth_tokens (tok_session_get_plan (session)) - get_crosshair ()), <=, 1.0);
  view_close (window);
}

static void
test_press_on_the_axis_sets_the_parameter (void)
{
  GtkWidget *window = view_open ("offload", 700, 300);
  TokRect plot = tok_chart_layout_plot (get_layout ());
  GtkGesture *drag = stage_controller (GTK_WIDGET (view), GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (drag, "drag-begin", plot.x, plot.y + plot.height + 5.0);
  g_assert_cmpfloat (tok_plan_get (tok_session_get_plan (session), TOK_PARAM_GPU_LAYERS), ==, 0.0);
  g_signal_emit_by_name (drag, "drag-begin", plot.x + plot.width / 2.0, plot.y + plot.height + 5.0);
  g_assert_cmpfloat (tok_plan_get (tok_session_get_plan (session), TOK_PARAM_GPU_LAYERS), ==, 16.0);
  view_close (window);
}

static void
test_press_in_the_plot_changes_nothing (void)
{
  GtkWidget *window = view_open ("offload", 700, 300);
  TokRect plot = tok_chart_layout_plot (get_layout ());

  g_signal_emit_by_name (stage_controller (GTK_WIDGET (view), GTK_TYPE_GESTURE_DRAG), "drag-begin",
                         plot.x + plot.width / 4.0, plot.y + plot.height / 2.0);
  g_assert_cmpfloat (tok_plan_get (tok_session_get_plan (session), TOK_PARAM_GPU_LAYERS), ==, TOK_AUTO);
  view_close (window);
}

static void
test_crosshair_does_not_draw_the_data_again (void)
{
  GtkWidget *window = view_open ("context", 700, 300);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (gtk_widget_get_first_child (GTK_WIDGET (view)));
  guint n_changes = 0;

  g_signal_connect_swapped (paintable, "invalidate-contents", G_CALLBACK (g_atomic_int_inc), &n_changes);
  point_at (0.3, 0.5);
  stage_settle (window);
  point_at (0.6, 0.5);
  stage_settle (window);
  g_assert_cmpuint (n_changes, ==, 0);
  view_close (window);
}

static void
test_change_while_hidden_is_shown_later (void)
{
  GtkWidget *window = view_open ("context", 700, 300);

  stage_press (GTK_WIDGET (view), "Left");
  gtk_widget_set_visible (GTK_WIDGET (view), FALSE);
  tok_session_set_param (session, TOK_PARAM_BANDWIDTH, 300.0);
  g_assert_null (get_layout ());
  gtk_widget_set_visible (GTK_WIDGET (view), TRUE);
  stage_settle (window);
  g_assert_true (tok_chart_layout_spec (get_layout ()) == tok_session_get_chart (session, "context"));
  g_assert_true (crosshair_is_hidden ());
  view_close (window);
}

int
main (int argc, char **argv)
{
  stage_init (&argc, &argv);

  g_test_add_func ("/chart-view/is-a-picture-with-name-and-description", test_is_a_picture_with_name_and_description);
  g_test_add_func ("/chart-view/draws-every-kind-at-any-size", test_draws_every_kind_at_any_size);
  g_test_add_func ("/chart-view/layout-is-made-anew-on-a-change-and-kept-otherwise", test_layout_is_made_anew_on_a_change_and_kept_otherwise);
  g_test_add_func ("/chart-view/pointer-moves-the-crosshair-and-takes-it-away", test_pointer_moves_the_crosshair_and_takes_it_away);
  g_test_add_func ("/chart-view/arrow-keys-step-from-the-plan", test_arrow_keys_step_from_the_plan);
  g_test_add_func ("/chart-view/escape-hides-the-crosshair-once", test_escape_hides_the_crosshair_once);
  g_test_add_func ("/chart-view/return-takes-the-crosshair-into-the-plan", test_return_takes_the_crosshair_into_the_plan);
  g_test_add_func ("/chart-view/press-on-the-axis-sets-the-parameter", test_press_on_the_axis_sets_the_parameter);
  g_test_add_func ("/chart-view/press-in-the-plot-changes-nothing", test_press_in_the_plot_changes_nothing);
  g_test_add_func ("/chart-view/crosshair-does-not-draw-the-data-again", test_crosshair_does_not_draw_the_data_again);
  g_test_add_func ("/chart-view/change-while-hidden-is-shown-later", test_change_while_hidden_is_shown_later);
  return g_test_run ();
}
