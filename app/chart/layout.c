/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a layout together: frame, scales, curves, labels; and answers where things of the spec stand. */

#include "chart/layout-private.h"

#include <math.h>

#define LEAST_WIDTH 100.0
#define LEAST_HEIGHT 80.0
#define LARGEST_LENGTH 32767.0     /* of a cairo surface */

static void
text_clear (gpointer data)
{
  g_free (((TokChartText *) data)->text);
}

void
tok_layout_add_text (TokChartLayout *layout, TokTextKind kind, guint index, TokRect rect, const char *text)
{
  TokChartText item = { kind, index, rect, g_strdup (text) };

  item.rect.x = floor (rect.x);   /* letters and pills are sharper on whole pixels */
  item.rect.y = floor (rect.y);
  g_array_append_val (layout->texts, item);
}

gboolean
tok_layout_is_rtl (const TokChartLayout *layout)
{
  return (layout->flags & TOK_LAYOUT_RTL) != 0;
}

static gboolean
is_within (double value, double from, double to)
{
  return isfinite (value) && value >= from - 0.5 && value <= to + 0.5;
}

gboolean
tok_layout_mark (const TokChartLayout *layout, double *x, double *y)
{
  const TokChartSpec *spec = layout->spec;
  const TokRect *plot = &layout->plot;

  if (!spec->has_mark || !isfinite (spec->mark_x) || !isfinite (spec->mark_y))
    return FALSE;
  *x = tok_scale_pixel (&layout->x, spec->mark_x);
  *y = CLAMP (tok_scale_pixel (&layout->y, spec->mark_y), plot->y, plot->y + plot->height);
  return is_within (*x, plot->x, plot->x + plot->width);
}

/* Pixels of a stretch of an axis, cut to the plot. */
static gboolean
visible_stretch (const TokScale *scale, double from, double to, double *first, double *last)
{
  double a = tok_scale_pixel (scale, from), b = tok_scale_pixel (scale, to);
  double low = MIN (scale->from_pixel, scale->to_pixel), high = MAX (scale->from_pixel, scale->to_pixel);

  if (isnan (from) || isnan (to))
    return FALSE;
  *first = CLAMP (MIN (a, b), low, high);
  *last = CLAMP (MAX (a, b), low, high);
  return *last - *first > 0.5;
}

/* An infinite end is the end of the axis. */
static double
end_value (double value, const TokScale *scale)
{
  if (isinf (value))
    return value > 0.0 ? scale->maximum : scale->minimum;
  return value;
}

gboolean
tok_layout_region (const TokChartLayout *layout, guint i, double *left, double *right)
{
  const TokChartRegion *region = &g_array_index (layout->spec->regions, TokChartRegion, i);

  return visible_stretch (&layout->x, end_value (region->from, &layout->x), end_value (region->to, &layout->x), left, right);
}

gboolean
tok_layout_zone (const TokChartLayout *layout, guint i, double *top, double *bottom)
{
  const TokChartZone *zone = &g_array_index (layout->spec->zones, TokChartZone, i);

  return visible_stretch (&layout->y, end_value (zone->from, &layout->y), end_value (zone->to, &layout->y), top, bottom);
}

gboolean
tok_layout_point (const TokChartLayout *layout, guint i, double *x, double *y)
{
  const TokSpot *spot = &g_array_index (layout->spots, TokSpot, i);

  *x = spot->x;
  *y = spot->y;
  return spot->visible;
}

static void
place_spots (TokChartLayout *layout)
{
  const TokRect *plot = &layout->plot;

  for (guint i = 0; i < layout->spec->points->len; i++)
    {
      const TokChartPoint *point = &g_array_index (layout->spec->points, TokChartPoint, i);
      TokSpot spot = { tok_scale_pixel (&layout->x, point->x), tok_scale_pixel (&layout->y, point->y), FALSE };

      spot.visible = isfinite (point->x) && isfinite (point->y) && is_within (spot.x, plot->x, plot->x + plot->width) &&
                     is_within (spot.y, plot->y, plot->y + plot->height);
      g_array_append_val (layout->spots, spot);
    }
}

static void
place_curves (TokChartLayout *layout)
{
  for (guint i = 0; i < layout->spec->series->len; i++)
    g_ptr_array_add (layout->curves,
                     tok_curve_new (&g_array_index (layout->spec->series, TokChartSeries, i), &layout->x, &layout->y));
}

gboolean
tok_layout_is_empty (const TokChartLayout *layout)
{
  return layout->spec->series->len == 0 && layout->spec->empty_text != NULL;
}

static void
place_empty_text (TokChartLayout *layout)
{
  const char *text = layout->spec->empty_text;
  TokRect rect = { .width = layout->plot.width };
  TokSize size = tok_text_measure (layout->context, TOK_TEXT_EMPTY, text, rect.width);

  rect.height = size.height;
  rect.x = layout->plot.x;
  rect.y = layout->plot.y + (layout->plot.height - size.height) / 2.0;
  if (size.height <= layout->plot.height && size.width <= rect.width)
    tok_layout_add_text (layout, TOK_TEXT_EMPTY, 0, rect, text);
}

static double
valid_length (double length, double least)
{
  return isfinite (length) ? CLAMP (length, least, LARGEST_LENGTH) : least;
}

TokChartLayout *
tok_chart_layout_new (const TokChartSpec *spec, PangoContext *context, double width, double height, TokLayoutFlags flags)
{
  TokChartLayout *layout = g_new0 (TokChartLayout, 1);

  layout->spec = spec;
  layout->context = g_object_ref (context);
  layout->flags = flags;
  layout->frame = (TokRect) { 0.0, 0.0, valid_length (width, LEAST_WIDTH), valid_length (height, LEAST_HEIGHT) };
  layout->line = tok_text_measure (context, TOK_TEXT_TICK_X, "0", 0.0).height;
  layout->x_ticks = g_array_new (FALSE, FALSE, sizeof (double));
  layout->y_ticks = g_array_new (FALSE, FALSE, sizeof (double));
  layout->texts = g_array_new (FALSE, FALSE, sizeof (TokChartText));
  g_array_set_clear_func (layout->texts, text_clear);
  layout->curves = g_ptr_array_new_with_free_func ((GDestroyNotify) tok_curve_free);

  layout->spots = g_array_new (FALSE, FALSE, sizeof (TokSpot));

  tok_layout_place_frame (layout);
  if (tok_layout_is_empty (layout))
    {
      place_empty_text (layout);
      return layout;
    }
  place_spots (layout);
  place_curves (layout);
  tok_layout_place_labels (layout);
  return layout;
}

void
tok_chart_layout_free (TokChartLayout *layout)
{
  if (layout == NULL)
    return;

  g_object_unref (layout->context);
  g_array_unref (layout->x_ticks);
  g_array_unref (layout->y_ticks);
  g_array_unref (layout->texts);
  g_ptr_array_unref (layout->curves);
  g_array_unref (layout->spots);
  g_free (layout);
}

const TokChartSpec *
tok_chart_layout_spec (const TokChartLayout *layout)
{
  return layout->spec;
}

TokRect
tok_chart_layout_plot (const TokChartLayout *layout)
{
  return layout->plot;
}

const TokChartText *
tok_chart_layout_texts (const TokChartLayout *layout, guint *n_texts)
{
  *n_texts = layout->texts->len;
  return (const TokChartText *) layout->texts->data;
}

double
tok_chart_layout_x_pixel (const TokChartLayout *layout, double x)
{
  return tok_scale_pixel (&layout->x, x);
}

double
tok_chart_layout_y_pixel (const TokChartLayout *layout, double y)
{
  return tok_scale_pixel (&layout->y, y);
}

double
tok_chart_layout_x_value (const TokChartLayout *layout, double pixel_x)
{
  return tok_scale_value (&layout->x, pixel_x);
}
