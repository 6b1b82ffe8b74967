/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A curve's name may stand anywhere along it, best near its end; a point's name stands beside it or in a row above or
 * below. */

#include "chart/layout-names.h"

#include <math.h>

#define POINT_RADIUS 0.3         /* in lines of small text, with its outline */
#define TAKEN_RADIUS 0.2         /* to this the margin of the placer is added, which leaves a crowd room for names */
#define NAME_GAP 4.0             /* pixels between a curve and its name, more than the margin of the placer */
#define N_ANCHORS 64             /* places tried along a curve */
#define LEAST_ANCHOR_STEP 6.0    /* pixels */
#define N_POINT_PLACES 22       /* two beside the point, then two rows above and two below */
#define POINT_ROW_STEP 0.7
#define FARTHEST 3.0             /* lines between the middle of a name and its curve */

/* What speaks against a place, in pixels of distance: a pixel away from the preferred end of a curve, band or hatching behind it,
 * a foreign curve close by, another point as near as its own, a curve between point and name, below instead of above, each place
 * further down the list. */
#define END_COST 0.015
#define BEHIND_COST 12.0
#define DOUBT_COST 60.0
#define CONFUSION_COST 40.0
#define SEPARATED_COST 20.0
#define BELOW_COST 2.0
#define PLACE_COST 0.3

static void
take_circle (TokPlacer *placer, double x, double y, double radius)
{
  tok_placer_take (placer, (TokRect) { x - radius, y - radius, 2.0 * radius, 2.0 * radius });
}

static void
take_measured (const TokCurve *curve, TokPlacer *placer, double radius)
{
  for (guint i = 0; i < curve->vertices->len; i++)
    {
      const TokVertex *vertex = &g_array_index (curve->vertices, TokVertex, i);

      take_circle (placer, vertex->x, vertex->y, radius);
    }
}

static int
priority (const TokChartLayout *layout, guint point)
{
  return g_array_index (layout->spec->points, TokChartPoint, point).priority;
}

void
tok_layout_take_points (const TokChartLayout *layout, TokPlacer *placer)
{
  double radius = TAKEN_RADIUS * layout->line;
  double x, y;

  for (guint i = 0; i < layout->spots->len; i++)
    if (priority (layout, i) >= 0 && tok_layout_point (layout, i, &x, &y))
      take_circle (placer, x, y, radius);
  for (guint i = 0; i < layout->curves->len; i++)
    if (g_array_index (layout->spec->series, TokChartSeries, i).role == TOK_SERIES_MEASURED)
      take_measured (g_ptr_array_index (layout->curves, i), placer, radius);
}

/* Distance between the nearer edge of @rect and the curve below or above its middle. */
static double
distance (const TokCurve *curve, const TokRect *rect, gboolean below)
{
  double middle = rect->x + rect->width / 2.0;
  double top, bottom;

  if (!tok_curve_range (curve, middle, middle, &top, &bottom))
    return G_MAXDOUBLE;
  return below ? rect->y - bottom : top - rect->y - rect->height;
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
name_cost (const TokPlacer *placer, guint own, const TokRect *rect, double far)
{
  const TokChartLayout *layout = placer->layout;
  const TokRect *plot = &layout->plot;
  double from_end = tok_layout_is_rtl (layout) ? rect->x - plot->x : plot->x + plot->width - rect->x - rect->width;

  return far + from_end * END_COST + tok_placer_behind (placer, rect) * BEHIND_COST +
         (is_doubtful (layout, own, rect) ? DOUBT_COST : 0.0);
}

/* The best place above or below the curve around column @x; keeps @best when nothing is better. */
static void
try_anchor (const TokPlacer *placer, guint own, double x, TokSize size, double *least, TokRect *best)
{
  const TokChartLayout *layout = placer->layout;
  const TokCurve *curve = g_ptr_array_index (layout->curves, own);
  double top, bottom;

  if (!tok_curve_range (curve, x - NAME_GAP, x + size.width + NAME_GAP, &top, &bottom))
    return;
  for (guint below = 0; below < 2; below++)
    {
      TokRect rect = { x, below ? bottom + NAME_GAP : top - NAME_GAP - size.height, size.width, size.height };
      double far = distance (curve, &rect, below);
      double cost;

      if (far > FARTHEST * layout->line || !tok_placer_is_free (placer, &rect))
        continue;
      cost = name_cost (placer, own, &rect, far) + below * BELOW_COST;
      if (cost < *least)
        {
          *least = cost;
          *best = rect;
        }
    }
}

/* The @i-th place around a circle: beside it, then in rows above and below with the name beginning, centered or ending there. */
static TokRect
point_place (double x, double y, double gap, TokSize size, double row_step, guint i)
{
  const double columns[] = { x + gap, x - gap - size.width, x - gap, x + gap - size.width, x - size.width / 2.0 };
  guint row, column;
  double away;

  if (i < 2)
    return (TokRect) { columns[i], y - size.height / 2.0, size.width, size.height };
  row = (i - 2) / G_N_ELEMENTS (columns);
  column = (i - 2) % G_N_ELEMENTS (columns);
  away = gap + row / 2 * row_step;
  return (TokRect) { columns[column], row % 2 == 0 ? y - away - size.height : y + away, size.width, size.height };
}

/* From a pixel to the nearest edge of @rect. */
static double
gap_to_rect (double x, double y, const TokRect *rect)
{
  return hypot (MAX (MAX (rect->x - x, x - rect->x - rect->width), 0.0), MAX (MAX (rect->y - y, y - rect->y - rect->height), 0.0));
}

/* How easily a name @gap away from its own point is taken for that of another: 1 when that is as near, 0 when twice as far. */
static double
confusion (const TokChartLayout *layout, guint own, const TokRect *rect, double gap)
{
  double nearest = G_MAXDOUBLE;
  double x, y;

  for (guint i = 0; i < layout->spots->len; i++)
    if (i != own && priority (layout, i) >= 0 && tok_layout_point (layout, i, &x, &y))
      nearest = MIN (nearest, gap_to_rect (x, y, rect));
  return CLAMP (2.0 - nearest / gap, 0.0, 1.0);
}

/* Whether a curve passes between a point and its name, which would then seem to belong to the other side. */
static gboolean
is_separated (const TokChartLayout *layout, double x, double y, const TokRect *rect)
{
  double column = CLAMP (x, rect->x, rect->x + rect->width);
  double from = MIN (y, rect->y + rect->height) + NAME_GAP, to = MAX (y, rect->y) - NAME_GAP;
  double top, bottom;

  for (guint i = 0; i < layout->curves->len; i++)
    if (tok_curve_range (g_ptr_array_index (layout->curves, i), MIN (x, column), MAX (x, column), &top, &bottom) &&
        bottom > from && top < to)
      return TRUE;
  return FALSE;
}

/* The best free place around a point; @own is its index when it is a named one. */
static gboolean
find_point_place (const TokPlacer *placer, double x, double y, guint own, TokSize size, TokRect *best)
{
  const TokChartLayout *layout = placer->layout;
  double gap = POINT_RADIUS * layout->line + NAME_GAP;
  double least = G_MAXDOUBLE;

  for (guint i = 0; i < N_POINT_PLACES; i++)
    {
      TokRect rect = point_place (x, y, gap, size, POINT_ROW_STEP * layout->line, i);
      double away = gap_to_rect (x, y, &rect);
      double cost = away + i * PLACE_COST;
      double confused;

      if (cost >= least || !tok_placer_is_free (placer, &rect))
        continue;
      confused = confusion (layout, own, &rect, away);
      if (confused == 1.0)
        continue;
      cost += confused * CONFUSION_COST + tok_placer_behind (placer, &rect) * BEHIND_COST +
              is_separated (layout, x, y, &rect) * SEPARATED_COST;
      if (cost < least)
        {
          least = cost;
          *best = rect;
        }
    }
  return least < G_MAXDOUBLE;
}

/* Measured points have no line to follow: their name stands beside one of them, the last that has room. */
static gboolean
find_measured_place (const TokPlacer *placer, const TokCurve *curve, TokSize size, TokRect *best)
{
  for (guint i = curve->vertices->len; i-- > 0;)
    {
      const TokVertex *vertex = &g_array_index (curve->vertices, TokVertex, i);

      if (find_point_place (placer, vertex->x, vertex->y, G_MAXUINT, size, best))
        return TRUE;
    }
  return FALSE;
}

static gboolean
find_curve_place (const TokPlacer *placer, guint i, TokSize size, TokRect *best)
{
  const TokRect *plot = &placer->layout->plot;
  double step = MAX (plot->width / N_ANCHORS, LEAST_ANCHOR_STEP);
  double least = G_MAXDOUBLE;

  for (double x = plot->x + plot->width - size.width - NAME_GAP; x > plot->x; x -= step)
    try_anchor (placer, i, x, size, &least, best);
  return least < G_MAXDOUBLE;
}

static void
place_series_name (TokChartLayout *layout, TokPlacer *placer, guint i)
{
  const TokChartSeries *series = &g_array_index (layout->spec->series, TokChartSeries, i);
  gboolean found;
  TokSize size;
  TokRect rect;

  if (series->label == NULL || *series->label == '\0')
    return;
  size = tok_text_measure (layout->context, TOK_TEXT_SERIES, series->label, 0.0);
  if (series->role == TOK_SERIES_MEASURED)
    found = find_measured_place (placer, g_ptr_array_index (layout->curves, i), size, &rect);
  else
    found = find_curve_place (placer, i, size, &rect);
  if (!found)
    return;
  tok_layout_add_text (layout, TOK_TEXT_SERIES, i, rect, series->label);
  tok_placer_take (placer, rect);
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

static gboolean
place_point_name (TokChartLayout *layout, TokPlacer *placer, guint i)
{
  const char *text = g_array_index (layout->spec->points, TokChartPoint, i).label;
  double x, y;
  TokRect rect;

  if (text == NULL || *text == '\0' || !tok_layout_point (layout, i, &x, &y) ||
      !find_point_place (placer, x, y, i, tok_text_measure (layout->context, TOK_TEXT_POINT, text, 0.0), &rect))
    return FALSE;
  tok_layout_add_text (layout, TOK_TEXT_POINT, i, rect, text);
  tok_placer_take (placer, rect);
  return TRUE;
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
  for (guint i = 0; i < points->len && n_placed < layout->spec->max_point_labels && priority (layout, order[i]) >= 0; i++)
    if (place_point_name (layout, placer, order[i]))
      n_placed++;
}
