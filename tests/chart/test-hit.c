/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the crosshair finds under the pointer and by arrow keys. */

#include "chart/describe.h"
#include "chart/layout.h"

#include <math.h>

#include "samples.h"

/* Two curves over 0, 10 … 40 with a gap in the second, one measured point and a named one. */
static TokChartSpec *
small_spec (void)
{
  TokChartSpec *spec = tok_chart_spec_new ("small");
  TokChartSeries *series;

  spec->x.maximum = 40.0;
  spec->y.maximum = 100.0;
  series = tok_chart_spec_add_series (spec, TOK_SERIES_LIKELY, "likely", 5, FALSE);
  for (guint i = 0; i < 5; i++)
    {
      series->x[i] = 10.0 * i;
      series->y[i] = 20.0 + i;
    }
  series = tok_chart_spec_add_series (spec, TOK_SERIES_CEILING, "ceiling", 4, FALSE);
  for (guint i = 0; i < 4; i++)
    {
      series->x[i] = (const double[]) { 0.0, 20.0, 30.0, 40.0 }[i];
      series->y[i] = (const double[]) { 50.0, 70.0, NAN, 90.0 }[i];
    }
  series = tok_chart_spec_add_series (spec, TOK_SERIES_MEASURED, "measured", 1, FALSE);
  series->x[0] = 26.0;
  series->y[0] = 40.0;
  tok_chart_spec_add_point (spec, 14.0, 80.0, "Llama", 1, TRUE);
  return spec;
}

static TokChartLayout *
layout_of (const TokChartSpec *spec)
{
  PangoContext *context = sample_pango (1.0);
  TokChartLayout *layout = tok_chart_layout_new (spec, context, 600.0, 400.0, TOK_LAYOUT_BARE);

  g_object_unref (context);
  return layout;
}

static gboolean
hit_at (const TokChartLayout *layout, double x, double y, TokChartHit *hit)
{
  return tok_chart_layout_hit (layout, tok_chart_layout_x_pixel (layout, x), tok_chart_layout_y_pixel (layout, y), hit);
}

static void
test_pointer_snaps_to_the_nearest_point (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autoptr (TokChartLayout) layout = layout_of (spec);
  TokChartHit hit;

  g_assert_true (hit_at (layout, 18.0, 5.0, &hit));
  g_assert_cmpfloat (hit.x, ==, 20.0);
  g_assert_cmpfloat (hit.pixel_x, ==, tok_chart_layout_x_pixel (layout, 20.0));
  g_assert_cmpuint (hit.point, ==, G_MAXUINT);
  g_assert_cmpuint (hit.n_values, ==, 2);
  g_assert_cmpuint (hit.values[0].series, ==, 0);
  g_assert_cmpfloat (hit.values[0].y, ==, 22.0);
  g_assert_cmpuint (hit.values[1].series, ==, 1);
  g_assert_cmpfloat (hit.values[1].y, ==, 70.0);
  g_assert_cmpfloat (hit.values[1].pixel_y, ==, tok_chart_layout_y_pixel (layout, 70.0));
}

static void
test_value_between_points_is_that_of_the_line (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autoptr (TokChartLayout) layout = layout_of (spec);
  TokChartHit hit;

  g_assert_true (hit_at (layout, 9.0, 5.0, &hit));
  g_assert_cmpfloat (hit.x, ==, 10.0);
  g_assert_cmpfloat_with_epsilon (hit.values[1].y, 60.0, 1e-6);   /* halfway between 50 and 70 */
}

static void
test_gap_of_a_curve_has_no_value (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autoptr (TokChartLayout) layout = layout_of (spec);
  TokChartHit hit;

  g_assert_true (hit_at (layout, 30.0, 5.0, &hit));
  g_assert_cmpuint (hit.n_values, ==, 1);
  g_assert_cmpuint (hit.values[0].series, ==, 0);
}

static void
test_named_point_attracts_the_pointer (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autoptr (TokChartLayout) layout = layout_of (spec);
  TokChartHit hit;

  g_assert_true (hit_at (layout, 14.3, 79.0, &hit));
  g_assert_cmpuint (hit.point, ==, 0);
  g_assert_cmpfloat (hit.x, ==, 14.0);
  g_assert_true (hit_at (layout, 14.3, 20.0, &hit));   /* far below it */
  g_assert_cmpuint (hit.point, ==, G_MAXUINT);
}

static void
test_measured_point_attracts_the_pointer (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autoptr (TokChartLayout) layout = layout_of (spec);
  TokChartHit hit;

  g_assert_true (hit_at (layout, 26.2, 40.5, &hit));
  g_assert_cmpfloat (hit.x, ==, 26.0);
  g_assert_cmpuint (hit.n_values, ==, 2);              /* likely from its line, and the measurement; the ceiling has its gap here */
  g_assert_cmpuint (hit.values[1].series, ==, 2);
  g_assert_cmpfloat (hit.values[1].y, ==, 40.0);
}

static void
test_nothing_is_hit_outside_the_plot (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autoptr (TokChartLayout) layout = layout_of (spec);
  TokRect plot = tok_chart_layout_plot (layout);
  TokChartHit hit;

  g_assert_false (tok_chart_layout_hit (layout, plot.x - 1.0, plot.y + 10.0, &hit));
  g_assert_false (tok_chart_layout_hit (layout, plot.x + 10.0, plot.y + plot.height + 1.0, &hit));
  g_assert_false (tok_chart_layout_hit (layout, NAN, NAN, &hit));
}

static void
test_keys_step_from_point_to_point (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autoptr (TokChartLayout) layout = layout_of (spec);
  TokChartHit hit;

  g_assert_true (tok_chart_layout_step (layout, 20.0, 1, &hit));
  g_assert_cmpfloat (hit.x, ==, 30.0);
  g_assert_true (tok_chart_layout_step (layout, 20.0, -1, &hit));
  g_assert_cmpfloat (hit.x, ==, 10.0);
  g_assert_true (tok_chart_layout_step (layout, 22.0, 0, &hit));
  g_assert_cmpfloat (hit.x, ==, 20.0);
  g_assert_true (tok_chart_layout_step (layout, 20.0, G_MAXINT, &hit));
  g_assert_cmpfloat (hit.x, ==, 40.0);
  g_assert_true (tok_chart_layout_step (layout, 20.0, G_MININT, &hit));
  g_assert_cmpfloat (hit.x, ==, 0.0);
  g_assert_true (tok_chart_layout_step (layout, NAN, 0, &hit));
}

static void
test_keys_skip_gaps (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autoptr (TokChartLayout) layout = NULL;
  TokChartHit hit;

  g_array_index (spec->series, TokChartSeries, 0).y[2] = NAN;
  layout = layout_of (spec);
  g_assert_true (tok_chart_layout_step (layout, 10.0, 1, &hit));
  g_assert_cmpfloat (hit.x, ==, 30.0);
}

static void
test_chart_without_series_has_no_steps (void)
{
  g_autoptr (TokChartSpec) spec = tok_chart_spec_new ("none");
  g_autoptr (TokChartLayout) layout = layout_of (spec);
  TokRect plot = tok_chart_layout_plot (layout);
  TokChartHit hit;

  g_assert_false (tok_chart_layout_step (layout, 0.0, 1, &hit));
  g_assert_false (tok_chart_layout_hit (layout, plot.x + 5.0, plot.y + 5.0, &hit));
}

static void
test_hit_is_told_in_words (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autoptr (TokChartLayout) layout = layout_of (spec);
  g_autofree char *curves = NULL;
  g_autofree char *point = NULL;
  TokChartHit hit;

  g_assert_true (hit_at (layout, 20.0, 5.0, &hit));
  curves = tok_chart_hit_describe (spec, &hit);
  g_assert_cmpstr (curves, ==, "20: likely 22, ceiling 70");
  g_assert_true (hit_at (layout, 14.0, 80.0, &hit));
  point = tok_chart_hit_describe (spec, &hit);
  g_assert_cmpstr (point, ==, "14: Llama 80, likely 21.4, ceiling 64");
}

static void
test_chart_is_told_in_words (void)
{
  g_autoptr (TokChartSpec) spec = small_spec ();
  g_autofree char *words = NULL;

  spec->title = g_strdup ("Speed");
  tok_chart_spec_add_region (spec, 30.0, 40.0, "does not fit");
  tok_chart_spec_set_mark (spec, 10.0, 21.0, "21 tok/s");
  words = tok_chart_spec_describe (spec);
  g_assert_cmpstr (words, ==, "Speed. The plan: 21 tok/s. likely: 20 at 0, 24 at 40. ceiling: 50 at 0, 90 at 40. measured: 40 at 26. "
                              "From 30: does not fit.");
}

/* Every hit of random charts: values finite, series within the list, x one that can be drawn. */
static void
test_hits_of_any_chart_are_sound (void)
{
  for (guint32 seed = 0; seed < 400; seed++)
    {
      g_autoptr (TokChartSpec) spec = sample_random (seed);
      g_autoptr (TokChartLayout) layout = layout_of (spec);
      TokRect plot = tok_chart_layout_plot (layout);
      TokChartHit hit;

      if (!tok_chart_layout_hit (layout, plot.x + plot.width * (seed % 10) / 9.0, plot.y + plot.height / 2.0, &hit))
        continue;
      g_assert_true (isfinite (hit.x) && isfinite (hit.pixel_x));
      g_assert_cmpfloat (hit.pixel_x, >=, plot.x - 1.0);
      g_assert_cmpfloat (hit.pixel_x, <=, plot.x + plot.width + 1.0);
      for (guint i = 0; i < hit.n_values; i++)
        {
          g_assert_cmpuint (hit.values[i].series, <, spec->series->len);
          g_assert_true (isfinite (hit.values[i].y) && isfinite (hit.values[i].pixel_y));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hit/pointer-snaps-to-the-nearest-point", test_pointer_snaps_to_the_nearest_point);
  g_test_add_func ("/hit/value-between-points-is-that-of-the-line", test_value_between_points_is_that_of_the_line);
  g_test_add_func ("/hit/gap-of-a-curve-has-no-value", test_gap_of_a_curve_has_no_value);
  g_test_add_func ("/hit/named-point-attracts-the-pointer", test_named_point_attracts_the_pointer);
  g_test_add_func ("/hit/measured-point-attracts-the-pointer", test_measured_point_attracts_the_pointer);
  g_test_add_func ("/hit/nothing-is-hit-outside-the-plot", test_nothing_is_hit_outside_the_plot);
  g_test_add_func ("/hit/keys-step-from-point-to-point", test_keys_step_from_point_to_point);
  g_test_add_func ("/hit/keys-skip-gaps", test_keys_skip_gaps);
  g_test_add_func ("/hit/chart-without-series-has-no-steps", test_chart_without_series_has_no_steps);
  g_test_add_func ("/hit/hit-is-told-in-words", test_hit_is_told_in_words);
  g_test_add_func ("/hit/chart-is-told-in-words", test_chart_is_told_in_words);
  g_test_add_func ("/hit/hits-of-any-chart-are-sound", test_hits_of_any_chart_are_sound);
  return g_test_run ();
}
