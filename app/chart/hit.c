/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the crosshair tells: the values of all curves at one x, and the named point under the pointer. */

#include "chart/layout-private.h"

#include <math.h>

#define REACH 12.0       /* pixels from which a point attracts the pointer */
#define SAME_PLACE 0.5   /* pixels between two x that are the same for a person */

static gboolean
is_in_plot (const TokChartLayout *layout, double x, double y)
{
  const TokRect *plot = &layout->plot;

  return x >= plot->x && x <= plot->x + plot->width && y >= plot->y && y <= plot->y + plot->height;
}

static const TokChartSeries *
series_at (const TokChartLayout *layout, guint i)
{
  return &g_array_index (layout->spec->series, TokChartSeries, i);
}

/* Whether a person sees where point @i of a series stands along the x axis. */
static gboolean
is_reachable (const TokChartLayout *layout, const TokChartSeries *series, guint i)
{
  double pixel = tok_scale_pixel (&layout->x, series->x[i]);

  return isfinite (series->x[i]) && isfinite (series->y[i]) && pixel >= layout->plot.x - SAME_PLACE &&
         pixel <= layout->plot.x + layout->plot.width + SAME_PLACE;
}

/* Nearest reachable point of series @i to a pixel, by x; G_MAXUINT when there is none. */
static guint
nearest_index (const TokChartLayout *layout, guint i, double pixel_x)
{
  const TokChartSeries *series = series_at (layout, i);
  double least = G_MAXDOUBLE;
  guint nearest = G_MAXUINT;

  for (guint j = 0; j < series->n_points; j++)
    {
      double gap = fabs (tok_scale_pixel (&layout->x, series->x[j]) - pixel_x);

      if (is_reachable (layout, series, j) && gap < least)
        {
          least = gap;
          nearest = j;
        }
    }
  return nearest;
}

/* The height of the drawn line of a curve at @pixel_x, as a value; FALSE where it has a gap. */
static gboolean
interpolate (const TokChartLayout *layout, const TokChartSeries *series, double pixel_x, double *y)
{
  for (guint j = 1; j < series->n_points; j++)
    {
      double a = tok_scale_pixel (&layout->x, series->x[j - 1]), b = tok_scale_pixel (&layout->x, series->x[j]);
      double share = (pixel_x - a) / (b - a);

      if (!isfinite (series->y[j - 1]) || !isfinite (series->y[j]) || !(share >= 0.0 && share <= 1.0))
        continue;
      a = tok_scale_pixel (&layout->y, series->y[j - 1]);
      b = tok_scale_pixel (&layout->y, series->y[j]);
      *y = tok_scale_value (&layout->y, a + share * (b - a));
      return TRUE;
    }
  return FALSE;
}

/* The figure of the series where it has one at this x, otherwise what its line shows; measured points have no line. */
static gboolean
value_of (const TokChartLayout *layout, guint i, double pixel_x, double *y)
{
  const TokChartSeries *series = series_at (layout, i);
  guint j = nearest_index (layout, i, pixel_x);

  if (j != G_MAXUINT && fabs (tok_scale_pixel (&layout->x, series->x[j]) - pixel_x) <= SAME_PLACE)
    {
      *y = series->y[j];
      return TRUE;
    }
  return series->role != TOK_SERIES_MEASURED && interpolate (layout, series, pixel_x, y);
}

static void
fill_values (const TokChartLayout *layout, TokChartHit *hit)
{
  for (guint i = 0; i < layout->spec->series->len && hit->n_values < G_N_ELEMENTS (hit->values); i++)
    {
      double y;

      if (!value_of (layout, i, hit->pixel_x, &y))
        continue;
      hit->values[hit->n_values].series = i;
      hit->values[hit->n_values].y = y;
      hit->values[hit->n_values].pixel_y = tok_scale_pixel (&layout->y, y);
      hit->n_values++;
    }
}

static void
fill_hit (const TokChartLayout *layout, double x, guint point, TokChartHit *hit)
{
  *hit = (TokChartHit) { .x = x, .pixel_x = tok_scale_pixel (&layout->x, x), .point = point };
  fill_values (layout, hit);
}

/* The named point nearest to a pixel, when it is in reach. */
static guint
point_in_reach (const TokChartLayout *layout, double pixel_x, double pixel_y)
{
  double least = REACH;
  guint nearest = G_MAXUINT;
  double x, y;

  for (guint i = 0; i < layout->spots->len; i++)
    if (tok_layout_point (layout, i, &x, &y) && hypot (x - pixel_x, y - pixel_y) < least)
      {
        least = hypot (x - pixel_x, y - pixel_y);
        nearest = i;
      }
  return nearest;
}

/* A measured point in reach: the crosshair then stands on it. */
static gboolean
measured_in_reach (const TokChartLayout *layout, double pixel_x, double pixel_y, double *x)
{
  double least = REACH;

  for (guint i = 0; i < layout->spec->series->len; i++)
    {
      const TokChartSeries *series = series_at (layout, i);

      for (guint j = 0; series->role == TOK_SERIES_MEASURED && j < series->n_points; j++)
        {
          double gap = hypot (tok_scale_pixel (&layout->x, series->x[j]) - pixel_x,
                              tok_scale_pixel (&layout->y, series->y[j]) - pixel_y);

          if (is_reachable (layout, series, j) && gap < least)
            {
              least = gap;
              *x = series->x[j];
            }
        }
    }
  return least < REACH;
}

gboolean
tok_chart_layout_hit (const TokChartLayout *layout, double pixel_x, double pixel_y, TokChartHit *hit)
{
  guint point, nearest;
  double x = 0.0;

  if (!is_in_plot (layout, pixel_x, pixel_y))
    return FALSE;

  point = point_in_reach (layout, pixel_x, pixel_y);
  if (point != G_MAXUINT)
    {
      fill_hit (layout, g_array_index (layout->spec->points, TokChartPoint, point).x, point, hit);
      return TRUE;
    }
  if (measured_in_reach (layout, pixel_x, pixel_y, &x))
    {
      fill_hit (layout, x, G_MAXUINT, hit);
      return TRUE;
    }
  nearest = layout->spec->series->len > 0 ? nearest_index (layout, 0, pixel_x) : G_MAXUINT;
  if (nearest == G_MAXUINT)
    return FALSE;
  fill_hit (layout, series_at (layout, 0)->x[nearest], G_MAXUINT, hit);
  return TRUE;
}

/* The named point that stands at the same x as the crosshair, for steps by keys. */
static guint
point_at (const TokChartLayout *layout, double x)
{
  double point_x, point_y;

  for (guint i = 0; i < layout->spots->len; i++)
    if (tok_layout_point (layout, i, &point_x, &point_y) && fabs (point_x - tok_scale_pixel (&layout->x, x)) <= SAME_PLACE)
      return i;
  return G_MAXUINT;
}

/* Moves @index to the next reachable point on one side; FALSE at the end. */
static gboolean
neighbor (const TokChartLayout *layout, const TokChartSeries *series, gboolean forward, guint *index)
{
  for (guint i = *index; forward ? i + 1 < series->n_points : i > 0;)
    {
      i = forward ? i + 1 : i - 1;
      if (!is_reachable (layout, series, i))
        continue;
      *index = i;
      return TRUE;
    }
  return FALSE;
}

gboolean
tok_chart_layout_step (const TokChartLayout *layout, double x, int steps, TokChartHit *hit)
{
  const TokChartSeries *series;
  guint index;

  if (layout->spec->series->len == 0)
    return FALSE;
  series = series_at (layout, 0);
  index = nearest_index (layout, 0, tok_scale_pixel (&layout->x, x));
  if (index == G_MAXUINT)
    return FALSE;

  for (guint left = steps < 0 ? -(guint) steps : (guint) steps; left > 0; left--)
    if (!neighbor (layout, series, steps > 0, &index))
      break;
  fill_hit (layout, series->x[index], point_at (layout, series->x[index]), hit);
  return TRUE;
}
