/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things go: nothing overlaps, leaves the frame or lies on a line, for the charts of the program and for random ones. */

#include "chart/layout.h"

#include <math.h>
#include <string.h>

#include "samples.h"

#define HAIR 0.5   /* pixels two texts may share: less than the empty edge of a letter */

static TokChartLayout *
layout_of (const TokChartSpec *spec, double font_scale, double width, double height, TokLayoutFlags flags)
{
  PangoContext *context = sample_pango (font_scale);
  TokChartLayout *layout = tok_chart_layout_new (spec, context, width, height, flags);

  g_object_unref (context);
  return layout;
}

static void
assert_inside (const TokRect *rect, double width, double height)
{
  g_assert_true (isfinite (rect->x) && isfinite (rect->y) && isfinite (rect->width) && isfinite (rect->height));
  g_assert_cmpfloat (rect->x, >=, -0.01);
  g_assert_cmpfloat (rect->y, >=, -0.01);
  g_assert_cmpfloat (rect->x + rect->width, <=, width + 0.01);
  g_assert_cmpfloat (rect->y + rect->height, <=, height + 0.01);
}

static gboolean
share_area (const TokRect *a, const TokRect *b)
{
  return MIN (a->x + a->width, b->x + b->width) - MAX (a->x, b->x) > HAIR &&
         MIN (a->y + a->height, b->y + b->height) - MAX (a->y, b->y) > HAIR;
}

static void
assert_texts_apart (const TokChartLayout *layout, double width, double height)
{
  guint n;
  const TokChartText *texts = tok_chart_layout_texts (layout, &n);

  for (guint i = 0; i < n; i++)
    {
      assert_inside (&texts[i].rect, width, height);
      for (guint j = 0; j < i; j++)
        if (share_area (&texts[i].rect, &texts[j].rect))
          g_error ("“%s” and “%s” overlap in “%s”", texts[i].text, texts[j].text, tok_chart_layout_spec (layout)->title);
    }
}

/* Whether the line through two pixels enters @rect; sampled, which is independent of how the layout finds out. */
static gboolean
line_enters (const TokRect *rect, double x1, double y1, double x2, double y2)
{
  guint n = (guint) CLAMP (hypot (x2 - x1, y2 - y1), 1.0, 20000.0);

  for (guint i = 0; i <= n; i++)
    {
      double x = x1 + (x2 - x1) * i / n, y = y1 + (y2 - y1) * i / n;

      if (x > rect->x && x < rect->x + rect->width && y > rect->y && y < rect->y + rect->height)
        return TRUE;
    }
  return FALSE;
}

static gboolean
series_enters (const TokChartLayout *layout, const TokChartSeries *series, const TokRect *rect)
{
  for (guint i = 1; series->role != TOK_SERIES_MEASURED && i < series->n_points; i++)
    if (isfinite (series->x[i - 1]) && isfinite (series->y[i - 1]) && isfinite (series->x[i]) && isfinite (series->y[i]) &&
        line_enters (rect, tok_chart_layout_x_pixel (layout, series->x[i - 1]), tok_chart_layout_y_pixel (layout, series->y[i - 1]),
                     tok_chart_layout_x_pixel (layout, series->x[i]), tok_chart_layout_y_pixel (layout, series->y[i])))
      return TRUE;
  return FALSE;
}

/* All labels in the plot but the pill of the mark, which is filled. */
static void
assert_no_label_on_a_line (const TokChartLayout *layout)
{
  const TokChartSpec *spec = tok_chart_layout_spec (layout);
  guint n;
  const TokChartText *texts = tok_chart_layout_texts (layout, &n);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; texts[i].kind >= TOK_TEXT_SERIES && texts[i].kind <= TOK_TEXT_POINT && j < spec->series->len; j++)
      if (series_enters (layout, &g_array_index (spec->series, TokChartSeries, j), &texts[i].rect))
        g_error ("“%s” lies on the line of series %u", texts[i].text, j);
}

static void
check (const TokChartSpec *spec, double font_scale, double width, double height, TokLayoutFlags flags)
{
  g_autoptr (TokChartLayout) layout = layout_of (spec, font_scale, width, height, flags);
  TokRect plot = tok_chart_layout_plot (layout);

  assert_inside (&plot, width, height);
  g_assert_cmpfloat (plot.width, >, 0.0);
  g_assert_cmpfloat (plot.height, >, 0.0);
  assert_texts_apart (layout, width, height);
  assert_no_label_on_a_line (layout);
}

static void
check_all_sizes (const TokChartSpec *spec)
{
  static const double widths[] = { 300, 333, 400, 560, 850, 1280, 1700, 3000 };
  static const double heights[] = { 160, 260, 300, 900 };
  static const double fonts[] = { 1.0, 1.5 };

  for (guint i = 0; i < G_N_ELEMENTS (widths) * G_N_ELEMENTS (heights) * G_N_ELEMENTS (fonts); i++)
    {
      double width = widths[i % G_N_ELEMENTS (widths)];
      double height = heights[i / G_N_ELEMENTS (widths) % G_N_ELEMENTS (heights)];
      double font = fonts[i / G_N_ELEMENTS (widths) / G_N_ELEMENTS (heights)];

      check (spec, font, width, height, TOK_LAYOUT_BARE);
      check (spec, font, width, height, TOK_LAYOUT_TITLE | TOK_LAYOUT_CAPTION);
      check (spec, font, width, height, TOK_LAYOUT_TITLE | TOK_LAYOUT_CAPTION | TOK_LAYOUT_RTL);
    }
}

static void
test_program_charts_fit_every_size (void)
{
  g_autoptr (TokChartSpec) context = sample_context ();
  g_autoptr (TokChartSpec) size = sample_size ();
  g_autoptr (TokChartSpec) offload = sample_offload ();

  check_all_sizes (context);
  check_all_sizes (size);
  check_all_sizes (offload);
}

static void
test_random_charts_fit_every_size (void)
{
  for (guint32 seed = 0; seed < 600; seed++)
    {
      g_autoptr (TokChartSpec) spec = sample_random (seed);
      double width = 300.0 + seed * 2731 % 2701, height = 120.0 + seed * 977 % 900;

      check (spec, seed % 3 == 0 ? 1.5 : 1.0, width, height, (TokLayoutFlags) (seed % 8));
    }
}

/* Not even a size no chart fits in: the layout then takes the least size, so nothing is promised but that it is finite. */
static void
test_absurd_sizes_are_survived (void)
{
  static const double lengths[] = { -5.0, 0.0, 1.0, 99.0, 1e9, NAN, INFINITY };
  g_autoptr (TokChartSpec) spec = sample_context ();

  for (guint i = 0; i < G_N_ELEMENTS (lengths) * G_N_ELEMENTS (lengths); i++)
    {
      g_autoptr (TokChartLayout) layout = layout_of (spec, 1.0, lengths[i % G_N_ELEMENTS (lengths)], lengths[i / G_N_ELEMENTS (lengths)],
                                                     TOK_LAYOUT_TITLE | TOK_LAYOUT_CAPTION);
      TokRect plot = tok_chart_layout_plot (layout);

      assert_inside (&plot, 32767.0, 32767.0);
      g_assert_cmpfloat (plot.width, >, 0.0);
      g_assert_cmpfloat (plot.height, >, 0.0);
      assert_texts_apart (layout, 32767.0, 32767.0);
    }
}

static guint
count (const TokChartLayout *layout, TokTextKind kind)
{
  guint n, found = 0;
  const TokChartText *texts = tok_chart_layout_texts (layout, &n);

  for (guint i = 0; i < n; i++)
    found += texts[i].kind == kind;
  return found;
}

static void
test_labels_are_there_when_there_is_room (void)
{
  g_autoptr (TokChartSpec) context = sample_context ();
  g_autoptr (TokChartSpec) size = sample_size ();
  g_autoptr (TokChartSpec) offload = sample_offload ();
  g_autoptr (TokChartLayout) wide = layout_of (context, 1.0, 850.0, 300.0, TOK_LAYOUT_BARE);
  g_autoptr (TokChartLayout) models = layout_of (size, 1.0, 850.0, 400.0, TOK_LAYOUT_BARE);
  g_autoptr (TokChartLayout) small = layout_of (offload, 1.0, 400.0, 260.0, TOK_LAYOUT_BARE);

  g_assert_cmpuint (count (wide, TOK_TEXT_SERIES), ==, 5);   /* all but the plan's own, which the mark names */
  g_assert_cmpuint (count (wide, TOK_TEXT_MARK), ==, 1);
  g_assert_cmpuint (count (wide, TOK_TEXT_REGION), ==, 1);
  g_assert_cmpuint (count (wide, TOK_TEXT_ZONE), ==, 1);
  g_assert_cmpuint (count (models, TOK_TEXT_POINT), >=, 6);
  g_assert_cmpuint (count (models, TOK_TEXT_POINT), <=, size->max_point_labels);
  g_assert_cmpuint (count (small, TOK_TEXT_SERIES), ==, 1);
  g_assert_cmpuint (count (small, TOK_TEXT_REGION), ==, 1);
  g_assert_cmpuint (count (small, TOK_TEXT_MARK), ==, 1);
}

static void
test_no_more_points_are_named_than_asked (void)
{
  g_autoptr (TokChartSpec) spec = sample_size ();
  g_autoptr (TokChartLayout) layout = NULL;
  guint n;
  const TokChartText *texts;

  spec->max_point_labels = 1;
  layout = layout_of (spec, 1.0, 1700.0, 900.0, TOK_LAYOUT_BARE);
  texts = tok_chart_layout_texts (layout, &n);
  g_assert_cmpuint (count (layout, TOK_TEXT_POINT), ==, 1);
  for (guint i = 0; i < n; i++)
    if (texts[i].kind == TOK_TEXT_POINT)
      g_assert_cmpstr (texts[i].text, ==, "Llama 3.1 8B");   /* the highest priority */
}

static void
test_plan_is_named_by_its_curve_without_a_mark (void)
{
  g_autoptr (TokChartSpec) spec = sample_context ();
  g_autoptr (TokChartLayout) layout = NULL;

  spec->has_mark = FALSE;
  layout = layout_of (spec, 1.0, 1200.0, 500.0, TOK_LAYOUT_BARE);
  g_assert_cmpuint (count (layout, TOK_TEXT_SERIES), ==, 6);
  g_assert_cmpuint (count (layout, TOK_TEXT_MARK), ==, 0);
}

static void
test_titles_come_only_when_asked (void)
{
  g_autoptr (TokChartSpec) spec = sample_context ();
  g_autoptr (TokChartLayout) bare = layout_of (spec, 1.0, 850.0, 400.0, TOK_LAYOUT_BARE);
  g_autoptr (TokChartLayout) titled = layout_of (spec, 1.0, 850.0, 400.0, TOK_LAYOUT_TITLE | TOK_LAYOUT_CAPTION);

  g_assert_cmpuint (count (bare, TOK_TEXT_TITLE) + count (bare, TOK_TEXT_SUBTITLE) + count (bare, TOK_TEXT_CAPTION), ==, 0);
  g_assert_cmpuint (count (titled, TOK_TEXT_TITLE), ==, 1);
  g_assert_cmpuint (count (titled, TOK_TEXT_SUBTITLE), ==, 1);
  g_assert_cmpuint (count (titled, TOK_TEXT_CAPTION), ==, 1);
  g_assert_cmpuint (count (titled, TOK_TEXT_AXIS), ==, 2);
}

/* The caption takes the lines it needs from the plot. */
static void
test_caption_wraps_and_grows (void)
{
  g_autoptr (TokChartSpec) spec = sample_context ();
  g_autoptr (TokChartLayout) wide = layout_of (spec, 1.0, 1700.0, 500.0, TOK_LAYOUT_CAPTION);
  g_autoptr (TokChartLayout) narrow = layout_of (spec, 1.0, 400.0, 500.0, TOK_LAYOUT_CAPTION);

  g_assert_cmpuint (count (narrow, TOK_TEXT_CAPTION), ==, 1);
  g_assert_cmpfloat (tok_chart_layout_plot (narrow).height, <, tok_chart_layout_plot (wide).height - 20.0);
}

/* A picture in a page needs air on all sides; the label of the last tick hangs over the end of the axis. */
static void
test_last_tick_keeps_off_the_edge (void)
{
  g_autoptr (TokChartSpec) spec = sample_context ();

  for (double width = 300.0; width <= 3000.0; width += 300.0)
    {
      g_autoptr (TokChartLayout) layout = layout_of (spec, 1.0, width, 400.0, TOK_LAYOUT_TITLE | TOK_LAYOUT_CAPTION);
      guint n;
      const TokChartText *texts = tok_chart_layout_texts (layout, &n);

      for (guint i = 0; i < n; i++)
        g_assert_cmpfloat (texts[i].rect.x + texts[i].rect.width, <=, width - 5.0);
    }
}

static void
test_right_to_left_mirrors_texts_but_no_axis (void)
{
  g_autoptr (TokChartSpec) spec = sample_context ();
  g_autoptr (TokChartLayout) layout = layout_of (spec, 1.0, 850.0, 400.0, TOK_LAYOUT_TITLE | TOK_LAYOUT_RTL);
  guint n;
  const TokChartText *texts = tok_chart_layout_texts (layout, &n);

  g_assert_cmpfloat (tok_chart_layout_x_pixel (layout, 0.0), <, tok_chart_layout_x_pixel (layout, 131072.0));
  for (guint i = 0; i < n; i++)
    if (texts[i].kind == TOK_TEXT_TITLE)
      g_assert_cmpfloat (texts[i].rect.x, >, 425.0);
}

static void
test_chart_without_series_is_a_sentence (void)
{
  g_autoptr (TokChartSpec) spec = tok_chart_spec_new ("empty");
  g_autoptr (TokChartLayout) layout = NULL;
  guint n;
  const TokChartText *texts;

  spec->empty_text = g_strdup ("Choose a model to see how its speed falls.");
  layout = layout_of (spec, 1.0, 400.0, 260.0, TOK_LAYOUT_BARE);
  texts = tok_chart_layout_texts (layout, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (texts[0].kind, ==, TOK_TEXT_EMPTY);
  g_assert_cmpstr (texts[0].text, ==, spec->empty_text);
  g_assert_true (isfinite (tok_chart_layout_x_pixel (layout, 0.5)) && isfinite (tok_chart_layout_y_pixel (layout, 0.5)));
  g_assert_true (isfinite (tok_chart_layout_x_value (layout, 100.0)));
}

/* The axis of the context chart: round powers of two at their pixels, 0 at the left end. */
static void
test_ticks_stand_at_their_values (void)
{
  g_autoptr (TokChartSpec) spec = sample_context ();
  g_autoptr (TokChartLayout) layout = layout_of (spec, 1.0, 850.0, 300.0, TOK_LAYOUT_BARE);
  TokRect plot = tok_chart_layout_plot (layout);
  guint n;
  const TokChartText *texts = tok_chart_layout_texts (layout, &n);

  g_assert_cmpfloat (tok_chart_layout_x_pixel (layout, 0.0), ==, plot.x);
  g_assert_cmpfloat_with_epsilon (tok_chart_layout_y_pixel (layout, 0.0), plot.y + plot.height, 1e-9);
  g_assert_cmpfloat_with_epsilon (tok_chart_layout_y_pixel (layout, 120.0), plot.y + plot.height / 2.0, 1e-9);
  g_assert_cmpuint (count (layout, TOK_TEXT_TICK_X), ==, 10);   /* 0, 512, 1k … 128k */
  for (guint i = 0; i < n; i++)
    if (texts[i].kind == TOK_TEXT_TICK_X && strcmp (texts[i].text, "16k") == 0)
      g_assert_cmpfloat_with_epsilon (texts[i].rect.x + texts[i].rect.width / 2.0, tok_chart_layout_x_pixel (layout, 16384.0), 1.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layout/program-charts-fit-every-size", test_program_charts_fit_every_size);
  g_test_add_func ("/layout/random-charts-fit-every-size", test_random_charts_fit_every_size);
  g_test_add_func ("/layout/absurd-sizes-are-survived", test_absurd_sizes_are_survived);
  g_test_add_func ("/layout/labels-are-there-when-there-is-room", test_labels_are_there_when_there_is_room);
  g_test_add_func ("/layout/no-more-points-are-named-than-asked", test_no_more_points_are_named_than_asked);
  g_test_add_func ("/layout/plan-is-named-by-its-curve-without-a-mark", test_plan_is_named_by_its_curve_without_a_mark);
  g_test_add_func ("/layout/titles-come-only-when-asked", test_titles_come_only_when_asked);
  g_test_add_func ("/layout/caption-wraps-and-grows", test_caption_wraps_and_grows);
  g_test_add_func ("/layout/last-tick-keeps-off-the-edge", test_last_tick_keeps_off_the_edge);
  g_test_add_func ("/layout/right-to-left-mirrors-texts-but-no-axis", test_right_to_left_mirrors_texts_but_no_axis);
  g_test_add_func ("/layout/chart-without-series-is-a-sentence", test_chart_without_series_is_a_sentence);
  g_test_add_func ("/layout/ticks-stand-at-their-values", test_ticks_stand_at_their_values);
  return g_test_run ();
}
