/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series in pixels: few vertices, gaps kept, columns covered; and lines cut by rectangles. */

#include "chart/curve.h"
#include "chart/segment.h"

#include <math.h>

/* A square plot of 100 pixels in which values are pixels. */
static TokCurve *
curve_of (TokSeriesRole role, const double *x, const double *y, guint n)
{
  const TokChartAxis axis = { .minimum = 0.0, .maximum = 100.0 };
  const TokChartSeries series = { .role = role, .n_points = n, .x = (double *) x, .y = (double *) y };
  TokScale x_scale, y_scale;

  tok_scale_init (&x_scale, &axis, 0.0, 100.0);
  tok_scale_init (&y_scale, &axis, 0.0, 100.0);
  return tok_curve_new (&series, &x_scale, &y_scale);
}

/* A screen shows no more, and each frame costs less. */
static void
test_vertices_are_two_pixels_apart (void)
{
  double x[1001], y[1001];
  TokCurve *curve;

  for (guint i = 0; i < 1001; i++)
    {
      x[i] = i / 10.0;
      y[i] = 50.0;
    }
  curve = curve_of (TOK_SERIES_LIKELY, x, y, 1001);
  g_assert_cmpuint (curve->vertices->len, <=, 52);
  g_assert_cmpfloat (g_array_index (curve->vertices, TokVertex, 0).x, ==, 0.0);
  g_assert_cmpfloat (g_array_index (curve->vertices, TokVertex, curve->vertices->len - 1).x, ==, 100.0);
  tok_curve_free (curve);
}

static void
test_steep_stretches_keep_their_vertices (void)
{
  const double x[] = { 10.0, 10.5, 11.0, 11.5 }, y[] = { 0.0, 40.0, 5.0, 90.0 };
  TokCurve *curve = curve_of (TOK_SERIES_LIKELY, x, y, 4);

  g_assert_cmpuint (curve->vertices->len, ==, 4);
  tok_curve_free (curve);
}

static void
test_gap_starts_a_new_stretch (void)
{
  const double x[] = { 0.0, 20.0, 40.0, 60.0, 80.0 }, y[] = { 10.0, 10.0, NAN, 30.0, 30.0 };
  TokCurve *curve = curve_of (TOK_SERIES_CEILING, x, y, 5);
  double top, bottom;

  g_assert_cmpuint (curve->vertices->len, ==, 4);
  g_assert_true (g_array_index (curve->vertices, TokVertex, 0).starts);
  g_assert_false (g_array_index (curve->vertices, TokVertex, 1).starts);
  g_assert_true (g_array_index (curve->vertices, TokVertex, 2).starts);
  g_assert_false (tok_curve_range (curve, 30.0, 50.0, &top, &bottom));
  tok_curve_free (curve);
}

static void
test_measured_points_are_all_kept (void)
{
  const double x[] = { 50.0, 50.1, 50.2 }, y[] = { 50.0, 50.1, 50.2 };
  TokCurve *curve = curve_of (TOK_SERIES_MEASURED, x, y, 3);

  g_assert_cmpuint (curve->vertices->len, ==, 3);
  tok_curve_free (curve);
}

static void
test_columns_hold_the_line (void)
{
  const double x[] = { 0.0, 100.0 }, y[] = { 0.0, 100.0 };
  TokCurve *curve = curve_of (TOK_SERIES_LIKELY, x, y, 2);
  const TokRect on = { 40.0, 40.0, 20.0, 20.0 }, beside = { 60.0, 10.0, 20.0, 20.0 };
  double top, bottom;

  g_assert_true (tok_curve_range (curve, 20.0, 29.5, &top, &bottom));
  g_assert_cmpfloat (top, ==, 20.0);
  g_assert_cmpfloat (bottom, ==, 30.0);
  g_assert_cmpuint (tok_curve_covers (curve, &on, 0.0), ==, 20);
  g_assert_cmpuint (tok_curve_covers (curve, &beside, 3.0), ==, 0);
  tok_curve_free (curve);
}

static void
test_segment_inside_is_the_part_within (void)
{
  const TokRect rect = { 25.0, -10.0, 50.0, 20.0 };
  const TokSegment across = { 0.0, 0.0, 100.0, 0.0 }, beside = { 0.0, 50.0, 100.0, 50.0 };
  double from, to;

  g_assert_true (tok_segment_inside (&across, &rect, &from, &to));
  g_assert_cmpfloat (from, ==, 0.25);
  g_assert_cmpfloat (to, ==, 0.75);
  g_assert_false (tok_segment_inside (&beside, &rect, &from, &to));
}

/* Two rectangles that overlap each other, one at the end: what is left are two stretches. */
static void
test_segment_outside_leaves_rectangles_free (void)
{
  static const TokRect blocks[] = { { 20.0, -5.0, 20.0, 10.0 }, { 30.0, -5.0, 20.0, 10.0 }, { 90.0, -5.0, 20.0, 10.0 } };
  static const double expected[] = { 0.0, 20.0, 50.0, 90.0 };
  const TokSegment segment = { 0.0, 0.0, 100.0, 0.0 };
  g_autoptr (GArray) rects = g_array_new (FALSE, FALSE, sizeof (TokRect));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  cairo_path_t *path;
  guint n = 0;

  g_array_append_vals (rects, blocks, G_N_ELEMENTS (blocks));
  tok_segment_add_outside (cr, &segment, rects);
  path = cairo_copy_path (cr);
  for (int i = 0; i < path->num_data; i += path->data[i].header.length)
    g_assert_cmpfloat_with_epsilon (path->data[i + 1].point.x, expected[n++], 0.01);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
  cairo_path_destroy (path);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/curve/vertices-are-two-pixels-apart", test_vertices_are_two_pixels_apart);
  g_test_add_func ("/curve/steep-stretches-keep-their-vertices", test_steep_stretches_keep_their_vertices);
  g_test_add_func ("/curve/gap-starts-a-new-stretch", test_gap_starts_a_new_stretch);
  g_test_add_func ("/curve/measured-points-are-all-kept", test_measured_points_are_all_kept);
  g_test_add_func ("/curve/columns-hold-the-line", test_columns_hold_the_line);
  g_test_add_func ("/curve/segment-inside-is-the-part-within", test_segment_inside_is_the_part_within);
  g_test_add_func ("/curve/segment-outside-leaves-rectangles-free", test_segment_outside_leaves_rectangles_free);
  return g_test_run ();
}
