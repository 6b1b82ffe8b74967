/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures: what is drawn stays in the frame, in order, for any chart and at any scale of the screen. */

#include "chart/draw.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "samples.h"

static TokChartLayout *
layout_of (const TokChartSpec *spec, double width, double height)
{
  PangoContext *context = sample_pango (1.0);
  TokChartLayout *layout = tok_chart_layout_new (spec, context, width, height, TOK_LAYOUT_BARE);

  g_object_unref (context);
  return layout;
}

static guint32
pixel_at (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *row = cairo_image_surface_get_data (surface) + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);
  guint32 pixel;

  memcpy (&pixel, row + 4 * (gsize) x, sizeof pixel);
  return pixel;
}

/* Random charts at fractional scales: cairo must accept every path, and no pixel of the surface stays undrawn. */
static void
test_any_chart_draws_at_any_scale (void)
{
  static const double scales[] = { 1.0, 1.25, 1.37, 2.0 };

  for (guint32 seed = 0; seed < 200; seed++)
    {
      g_autoptr (TokChartSpec) spec = sample_random (seed);
      g_autoptr (TokChartLayout) layout = layout_of (spec, 420.0, 280.0);
      double scale = scales[seed % G_N_ELEMENTS (scales)];
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (420.0 * scale), (int) ceil (280.0 * scale));
      cairo_t *cr = cairo_create (surface);

      cairo_scale (cr, scale, scale);
      tok_chart_draw (cr, layout, tok_palette_get (seed % TOK_N_THEMES), TRUE);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      g_assert_cmpuint (pixel_at (surface, 5, 5) >> 24, ==, 0xff);
      cairo_surface_destroy (surface);
    }
}

/* The pixels a drawing function touches, measured by a recording surface. */
static void
assert_ink_inside (cairo_surface_t *recording, double width, double height)
{
  double x, y, ink_width, ink_height;

  cairo_recording_surface_ink_extents (recording, &x, &y, &ink_width, &ink_height);
  g_assert_cmpfloat (x, >=, -0.01);
  g_assert_cmpfloat (y, >=, -0.01);
  g_assert_cmpfloat (x + ink_width, <=, width + 0.01);
  g_assert_cmpfloat (y + ink_height, <=, height + 0.01);
}

static void
check_crosshair (const TokChartSpec *spec, double width, double height, double share)
{
  g_autoptr (TokChartLayout) layout = layout_of (spec, width, height);
  TokRect plot = tok_chart_layout_plot (layout);
  cairo_surface_t *recording = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (recording);
  TokChartHit hit;

  g_assert_true (tok_chart_layout_hit (layout, plot.x + share * plot.width, plot.y + plot.height / 2.0, &hit));
  tok_chart_draw_crosshair (cr, layout, tok_palette_get (TOK_THEME_LIGHT), &hit);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  assert_ink_inside (recording, width, height);
  cairo_destroy (cr);
  cairo_surface_destroy (recording);
}

static void
test_crosshair_box_stays_in_the_frame (void)
{
  g_autoptr (TokChartSpec) context = sample_context ();
  g_autoptr (TokChartSpec) size = sample_size ();
  g_autoptr (TokChartSpec) offload = sample_offload ();

  for (double width = 300.0; width <= 1500.0; width += 300.0)
    for (double share = 0.0; share <= 1.0; share += 0.125)
      {
        check_crosshair (context, width, 160.0, share);
        check_crosshair (size, width, 260.0, share);
        check_crosshair (offload, width, 400.0, share);
      }
}

/* A grid line covers whole pixels: one row has the color of the grid, its neighbors that of the background. */
static void
test_grid_lines_are_sharp (void)
{
  g_autoptr (TokChartSpec) spec = tok_chart_spec_new ("grid");
  g_autoptr (TokChartLayout) layout = layout_of (spec, 400.0, 300.0);
  TokRect plot = tok_chart_layout_plot (layout);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
  cairo_t *cr = cairo_create (surface);
  int y = (int) floor (tok_chart_layout_y_pixel (layout, 0.6)), x = (int) (plot.x + plot.width / 2.0);

  tok_chart_draw (cr, layout, tok_palette_get (TOK_THEME_LIGHT), TRUE);
  cairo_surface_flush (surface);
  g_assert_cmphex (pixel_at (surface, x, y) & 0xffffff, ==, 0xe9e8e7);
  g_assert_cmphex (pixel_at (surface, x, y - 1) & 0xffffff, ==, 0xffffff);
  g_assert_cmphex (pixel_at (surface, x, y + 1) & 0xffffff, ==, 0xffffff);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* The rim of each would hide the others where they are as near as here: five pixels. */
static void
test_measured_points_do_not_hide_each_other (void)
{
  g_autoptr (TokChartSpec) spec = tok_chart_spec_new ("measured");
  TokChartSeries *series = tok_chart_spec_add_series (spec, TOK_SERIES_MEASURED, "measured", 20, FALSE);
  g_autoptr (TokChartLayout) layout = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i < series->n_points; i++)
    {
      series->x[i] = 0.5 + 0.014 * i;
      series->y[i] = 0.5;
    }
  layout = layout_of (spec, 400.0, 300.0);
  tok_chart_draw (cr, layout, tok_palette_get (TOK_THEME_LIGHT), TRUE);
  cairo_surface_flush (surface);
  for (guint i = 0; i < series->n_points; i++)
    g_assert_cmphex (pixel_at (surface, (int) tok_chart_layout_x_pixel (layout, series->x[i]),
                               (int) tok_chart_layout_y_pixel (layout, 0.5)) & 0x808080, ==, 0);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_background_is_left_to_the_widget_when_asked (void)
{
  g_autoptr (TokChartSpec) spec = sample_offload ();
  g_autoptr (TokChartLayout) layout = layout_of (spec, 400.0, 300.0);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 400, 300);
  cairo_t *cr = cairo_create (surface);

  tok_chart_draw (cr, layout, tok_palette_get (TOK_THEME_DARK), FALSE);
  cairo_surface_flush (surface);
  g_assert_cmphex (pixel_at (surface, 1, 299), ==, 0x0);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Data is not moved to whole pixels: a curve half a pixel higher gives another picture. */
static void
test_data_keeps_its_fraction_of_a_pixel (void)
{
  g_autoptr (TokChartSpec) spec = tok_chart_spec_new ("fraction");
  TokChartSeries *series = tok_chart_spec_add_series (spec, TOK_SERIES_LIKELY, "likely", 2, FALSE);
  g_autoptr (TokChartLayout) layout = NULL;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
  cairo_t *cr = cairo_create (surface);
  TokRect plot;
  guint32 above, below;
  int x, y;

  spec->y.maximum = 1.0;
  series->x[1] = 1.0;
  layout = layout_of (spec, 400.0, 300.0);
  plot = tok_chart_layout_plot (layout);
  y = (int) (plot.y + plot.height / 2.0) + 3;
  series->y[0] = series->y[1] = (plot.y + plot.height - y - 0.25) / plot.height;
  tok_chart_layout_free (g_steal_pointer (&layout));
  layout = layout_of (spec, 400.0, 300.0);
  tok_chart_draw (cr, layout, tok_palette_get (TOK_THEME_LIGHT), TRUE);
  cairo_surface_flush (surface);
  x = (int) (plot.x + plot.width * 0.3);
  above = pixel_at (surface, x, y - 1) & 0xff0000;
  below = pixel_at (surface, x, y + 1) & 0xff0000;
  g_assert_cmphex (above, <, below);   /* the line stands a quarter pixel into row y: more of its ink lies above */
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/any-chart-draws-at-any-scale", test_any_chart_draws_at_any_scale);
  g_test_add_func ("/draw/crosshair-box-stays-in-the-frame", test_crosshair_box_stays_in_the_frame);
  g_test_add_func ("/draw/grid-lines-are-sharp", test_grid_lines_are_sharp);
  g_test_add_func ("/draw/measured-points-do-not-hide-each-other", test_measured_points_do_not_hide_each_other);
  g_test_add_func ("/draw/background-is-left-to-the-widget-when-asked", test_background_is_left_to_the_widget_when_asked);
  g_test_add_func ("/draw/data-keeps-its-fraction-of-a-pixel", test_data_keeps_its_fraction_of_a_pixel);
  return g_test_run ();
}
