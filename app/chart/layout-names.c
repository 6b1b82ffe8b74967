/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A curve's name may stand anywhere along it, best near its end; a point's name stands on one of its eight sides. */

#include "chart/layout-names.h"

#include <math.h>

#define POINT_RADIUS 0.35        /* in lines of small text, with its outline */
#define NAME_GAP 4.0             /* pixels between a curve and its name, more than the margin of the placer */
#define N_ANCHORS 64             /* places tried along a curve */
#define LEAST_ANCHOR_STEP 6.0    /* pixels */
#define FARTHEST 3.0             /* lines between a name and the far end of the stretch it names */

/* What a pixel away from the preferred end, a label in the band, and a nearer foreign curve weigh, in pixels of distance. */
#define END_COST 0.04
#define BAND_COST 12.0
#define DOUBT_COST 60.0
#define BELOW_COST 2.0

void
tok_layout_take_points (const TokChartLayout *layout, TokPlacer *placer)
{
  double radius = POINT_RADIUS * layout->line;
  double x, y;

  for (guint i = 0; i < layout->spec->points->len; i++)
    if (tok_layout_point (layout, i, &x, &y))
      tok_placer_take (placer, (TokRect) { x - radius, y - radius, 2.0 * radius, 2.0 * radius });
}

/* Largest distance between the nearer edge of @rect and a curve that passes @top … @bottom there. */
static double
distance (const TokRect *rect, double top, double bottom)
{
  return rect->y >= bottom ? rect->y - top : bottom - (rect->y + rect->height);
}

/* Whether a reader could take the name for that of another curve. */
static gboolean
is_doubtful (const TokChartLayout *layout, guint own, const TokRect *rect)
{
  double top, bottom;

  for (guint i = 0; i < layout->curves->len; i++)
    if (i != own && tok_curve_range (g_ptr_array_index (layout->curves, i), rect->x, rect->x + rect->width, &top, &bottom) &&
        MAX (rect->y - bottom, top - rect->y - rect->height) < 2.0 * NAME_GAP)
      return TRUE;
  return FALSE;
}

static double
name_cost (const TokChartLayout *layout, const TokPlacer *placer, guint own, const TokRect *rect, double far)
{
  const TokRect *plot = &layout->plot;
  double from_end = tok_layout_is_rtl (layout) ? rect->x - plot->x : plot->x + plot->width - rect->x - rect->width;

  return far + from_end * END_COST + tok_placer_in_band (placer, rect) * BAND_COST +
         (is_doubtful (layout, own, rect) ? DOUBT_COST : 0.0);
}

/* The best place above or below the curve around column @x; keeps @best when nothing is better. */
static void
try_anchor (const TokChartLayout *layout, const TokPlacer *placer, guint own, double x, TokSize size, double *least, TokRect *best)
{
  const TokCurve *curve = g_ptr_array_index (layout->curves, own);
  double top, bottom;

  if (!tok_curve_range (curve, x, x + size.width, &top, &bottom))
    return;
  for (guint below = 0; below < 2; below++)
    {
      TokRect rect = { x, below ? bottom + NAME_GAP : top - NAME_GAP - size.height, size.width, size.height };
      double far = distance (&rect, top, bottom);
      double cost = name_cost (layout, placer, own, &rect, far) + below * BELOW_COST;

      if (far <= FARTHEST * layout->line && cost < *least && tok_placer_is_free (placer, &rect))
        {
          *least = cost;
          *best = rect;
        }
    }
}

static void
place_series_name (TokChartLayout *layout, TokPlacer *placer, guint i)
{
  const char *text = g_array_index (layout->spec->series, TokChartSeries, i).label;
  const TokRect *plot = &layout->plot;
  double step = MAX (plot->width / N_ANCHORS, LEAST_ANCHOR_STEP);
  double least = G_MAXDOUBLE;
  TokRect best = { 0 };
  TokSize size;

  if (text == NULL || *text == '\0')
    return;
  size = tok_text_measure (layout->context, TOK_TEXT_SERIES, text, 0.0);
  for (double x = plot->x + plot->width - size.width - NAME_GAP; x > plot->x; x -= step)
    try_anchor (layout, placer, i, x, size, &least, &best);
  if (least == G_MAXDOUBLE)
    return;
  tok_layout_add_text (layout, TOK_TEXT_SERIES, i, best, text);
  tok_placer_take (placer, best);
}

/* The plan's own curve needs no name where the mark names it. */
void
tok_layout_place_series (TokChartLayout *layout, TokPlacer *placer)
{
  const GArray *series = layout->spec->series;
  double x, y;
  gboolean marked = tok_layout_mark (layout, &x, &y);

  for (guint i = 0; i < series->len; i++)
    if (g_array_index (series, TokChartSeries, i).role != TOK_SERIES_LIKELY || (!marked && series->len > 1))
      place_series_name (layout, placer, i);
}

/* The place on side @side of a circle: right, left, above, below, then the corners. */
static TokRect
side_rect (double x, double y, double gap, TokSize size, guint side)
{
  const double right = x + gap, left = x - gap - size.width, center = x - size.width / 2.0;
  const double above = y - gap - size.height, below = y + gap, middle = y - size.height / 2.0;
  const double places[][2] = {
    { right, middle }, { left, middle }, { center, above }, { center, below },
    { right, above + gap }, { left, below - gap }, { right, below - gap }, { left, above + gap },
  };

  return (TokRect) { places[side][0], places[side][1], size.width, size.height };
}

static gboolean
place_point_name (TokChartLayout *layout, TokPlacer *placer, guint i)
{
  const char *text = g_array_index (layout->spec->points, TokChartPoint, i).label;
  double gap = POINT_RADIUS * layout->line + NAME_GAP;
  TokSize size;
  double x, y;

  if (text == NULL || *text == '\0' || !tok_layout_point (layout, i, &x, &y))
    return FALSE;
  size = tok_text_measure (layout->context, TOK_TEXT_POINT, text, 0.0);
  for (guint side = 0; side < 8; side++)
    {
      TokRect rect = side_rect (x, y, gap, size, side);

      if (!tok_placer_is_free (placer, &rect))
        continue;
      tok_layout_add_text (layout, TOK_TEXT_POINT, i, rect, text);
      tok_placer_take (placer, rect);
      return TRUE;
    }
  return FALSE;
}

static int
compare_priority (gconstpointer one, gconstpointer other, gpointer points)
{
  guint a = *(const guint *) one, b = *(const guint *) other;
  int first = g_array_index ((GArray *) points, TokChartPoint, a).priority;
  int second = g_array_index ((GArray *) points, TokChartPoint, b).priority;

  if (first != second)
    return first > second ? -1 : 1;
  return a < b ? -1 : a > b;
}

void
tok_layout_place_points (TokChartLayout *layout, TokPlacer *placer)
{
  const GArray *points = layout->spec->points;
  g_autofree guint *order = g_new (guint, points->len);
  guint n_placed = 0;

  for (guint i = 0; i < points->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) points->len, sizeof (guint), compare_priority, (gpointer) points);
  for (guint i = 0; i < points->len && n_placed < layout->spec->max_point_labels; i++)
    if (place_point_name (layout, placer, order[i]))
      n_placed++;
}
