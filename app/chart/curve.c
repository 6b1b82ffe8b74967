/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns figures into vertices at most one per two pixels of path, and keeps what each column of pixels holds. */

#include "chart/curve.h"

#include <math.h>

#define LEAST_STEP 2.0      /* pixels between two vertices */
#define POINT_RADIUS 4.0    /* a measured point with its air */

static gboolean
point_is_drawable (const TokChartSeries *series, guint i)
{
  return isfinite (series->x[i]) && isfinite (series->y[i]);
}

static double
band_pixel (const TokScale *y, const double *values, guint i, double otherwise)
{
  return values != NULL && isfinite (values[i]) ? tok_scale_pixel (y, values[i]) : otherwise;
}

static gboolean
is_close (const TokVertex *one, const TokVertex *other)
{
  return fabs (one->x - other->x) < LEAST_STEP && fabs (one->y - other->y) < LEAST_STEP;
}

/* The last vertex of a stretch is kept in any case, hence the look ahead. */
static void
add_vertex (GArray *vertices, const TokVertex *vertex, gboolean ends, gboolean thin)
{
  TokVertex *last = vertices->len > 0 ? &g_array_index (vertices, TokVertex, vertices->len - 1) : NULL;

  if (thin && last != NULL && !vertex->starts && !ends && is_close (last, vertex))
    return;
  g_array_append_val (vertices, *vertex);
}

static void
collect_vertices (TokCurve *curve, const TokChartSeries *series, const TokScale *x, const TokScale *y)
{
  gboolean thin = series->role != TOK_SERIES_MEASURED;
  gboolean starts = TRUE;

  for (guint i = 0; i < series->n_points; i++)
    {
      TokVertex vertex = { 0 };

      if (!point_is_drawable (series, i))
        {
          starts = TRUE;
          continue;
        }
      vertex.x = tok_scale_pixel (x, series->x[i]);
      vertex.y = tok_scale_pixel (y, series->y[i]);
      vertex.low = band_pixel (y, series->low, i, vertex.y);
      vertex.high = band_pixel (y, series->high, i, vertex.y);
      vertex.starts = starts || !thin;
      add_vertex (curve->vertices, &vertex, i + 1 == series->n_points || !point_is_drawable (series, i + 1), thin);
      starts = FALSE;
    }
}

static void
cover (TokCurve *curve, int column, double top, double bottom)
{
  if (column < 0 || column >= (int) curve->n_columns)
    return;
  curve->top[column] = MIN (curve->top[column], top);
  curve->bottom[column] = MAX (curve->bottom[column], bottom);
}

static int
column_of (const TokCurve *curve, double x)
{
  return (int) CLAMP (floor (x - curve->left), -1.0, (double) curve->n_columns);
}

static void
cover_point (TokCurve *curve, const TokVertex *point, double radius)
{
  double top = MIN (point->high, point->low), bottom = MAX (point->high, point->low);

  for (int i = column_of (curve, point->x - radius); i <= column_of (curve, point->x + radius); i++)
    cover (curve, i, MIN (top, point->y - radius), MAX (bottom, point->y + radius));
}

static void
cover_segment (TokCurve *curve, const TokVertex *from, const TokVertex *to)
{
  const TokVertex *a = from->x <= to->x ? from : to;
  const TokVertex *b = a == from ? to : from;
  double slope = b->x > a->x ? (b->y - a->y) / (b->x - a->x) : 0.0;

  if (b->x <= a->x)
    {
      cover (curve, column_of (curve, a->x), MIN (a->y, b->y), MAX (a->y, b->y));
      return;
    }
  for (int i = column_of (curve, a->x); i <= column_of (curve, b->x); i++)
    {
      double y1 = a->y + slope * (MAX (curve->left + i, a->x) - a->x);
      double y2 = a->y + slope * (MIN (curve->left + i + 1, b->x) - a->x);

      cover (curve, i, MIN (y1, y2), MAX (y1, y2));
    }
}

static void
cover_columns (TokCurve *curve, gboolean is_points)
{
  for (guint i = 0; i < curve->vertices->len; i++)
    {
      const TokVertex *vertex = &g_array_index (curve->vertices, TokVertex, i);

      if (is_points)
        cover_point (curve, vertex, POINT_RADIUS);
      else if (vertex->starts)
        cover (curve, column_of (curve, vertex->x), vertex->y, vertex->y);
      else
        cover_segment (curve, vertex - 1, vertex);
    }
}

TokCurve *
tok_curve_new (const TokChartSeries *series, const TokScale *x, const TokScale *y)
{
  TokCurve *curve = g_new0 (TokCurve, 1);

  curve->vertices = g_array_new (FALSE, FALSE, sizeof (TokVertex));
  curve->has_band = series->low != NULL && series->high != NULL;
  curve->left = floor (MIN (x->from_pixel, x->to_pixel));
  curve->n_columns = (guint) ceil (fabs (x->to_pixel - x->from_pixel)) + 2;
  curve->top = g_new (double, curve->n_columns);
  curve->bottom = g_new (double, curve->n_columns);
  for (guint i = 0; i < curve->n_columns; i++)
    {
      curve->top[i] = G_MAXDOUBLE;
      curve->bottom[i] = -G_MAXDOUBLE;
    }
  collect_vertices (curve, series, x, y);
  cover_columns (curve, series->role == TOK_SERIES_MEASURED);
  return curve;
}

void
tok_curve_free (TokCurve *curve)
{
  g_array_unref (curve->vertices);
  g_free (curve->top);
  g_free (curve->bottom);
  g_free (curve);
}

gboolean
tok_curve_range (const TokCurve *curve, double from, double to, double *top, double *bottom)
{
  int first = MAX (column_of (curve, from), 0);
  int last = MIN (column_of (curve, to), (int) curve->n_columns - 1);

  *top = G_MAXDOUBLE;
  *bottom = -G_MAXDOUBLE;
  for (int i = first; i <= last; i++)
    {
      *top = MIN (*top, curve->top[i]);
      *bottom = MAX (*bottom, curve->bottom[i]);
    }
  return *top <= *bottom;
}

guint
tok_curve_covers (const TokCurve *curve, const TokRect *rect, double margin)
{
  int first = MAX (column_of (curve, rect->x - margin), 0);
  int last = MIN (column_of (curve, rect->x + rect->width + margin), (int) curve->n_columns - 1);
  guint n = 0;

  for (int i = first; i <= last; i++)
    if (curve->top[i] < rect->y + rect->height + margin && curve->bottom[i] > rect->y - margin)
      n++;
  return n;
}
