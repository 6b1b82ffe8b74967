/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of one rectangle against the frame, the curves and what was placed before. */

#include "chart/placer.h"

#include <math.h>

#define CURVE_MARGIN 3.0     /* pixels between a label and a line: more than half the widest line */
#define TAKEN_MARGIN 3.0
#define FRAME_MARGIN 2.0
#define TAKEN_COST 40.0      /* columns of curve that covering one other thing weighs */

void
tok_placer_init (TokPlacer *placer, const TokChartLayout *layout)
{
  placer->layout = layout;
  placer->taken = g_array_new (FALSE, FALSE, sizeof (TokRect));
}

void
tok_placer_clear (TokPlacer *placer)
{
  g_clear_pointer (&placer->taken, g_array_unref);
}

void
tok_placer_take (TokPlacer *placer, TokRect rect)
{
  g_array_append_val (placer->taken, rect);
}

static gboolean
overlaps (const TokRect *one, const TokRect *other, double margin)
{
  return one->x < other->x + other->width + margin && other->x < one->x + one->width + margin &&
         one->y < other->y + other->height + margin && other->y < one->y + one->height + margin;
}

static gboolean
is_inside (const TokRect *rect, const TokRect *frame, double margin)
{
  return rect->x >= frame->x + margin && rect->x + rect->width <= frame->x + frame->width - margin &&
         rect->y >= frame->y + margin && rect->y + rect->height <= frame->y + frame->height - margin;
}

gboolean
tok_placer_is_free (const TokPlacer *placer, const TokRect *rect)
{
  const GPtrArray *curves = placer->layout->curves;

  if (!is_inside (rect, &placer->layout->plot, FRAME_MARGIN))
    return FALSE;
  for (guint i = 0; i < placer->taken->len; i++)
    if (overlaps (rect, &g_array_index (placer->taken, TokRect, i), TAKEN_MARGIN))
      return FALSE;
  for (guint i = 0; i < curves->len; i++)
    if (tok_curve_covers (g_ptr_array_index (curves, i), rect, CURVE_MARGIN) > 0)
      return FALSE;
  return TRUE;
}

double
tok_placer_hidden (const TokPlacer *placer, const TokRect *rect)
{
  const GPtrArray *curves = placer->layout->curves;
  double cost = 0.0;

  for (guint i = 0; i < placer->taken->len; i++)
    if (overlaps (rect, &g_array_index (placer->taken, TokRect, i), 0.0))
      cost += TAKEN_COST;
  for (guint i = 0; i < curves->len; i++)
    cost += tok_curve_covers (g_ptr_array_index (curves, i), rect, CURVE_MARGIN);
  return cost;
}

static double
overlap (double from, double to, double other_from, double other_to)
{
  return MAX (MIN (to, other_to) - MAX (from, other_from), 0.0);
}

static double
band_area (const TokCurve *curve, const TokRect *rect)
{
  double area = 0.0;

  for (guint i = 1; curve->has_band && i < curve->vertices->len; i++)
    {
      const TokVertex *a = &g_array_index (curve->vertices, TokVertex, i - 1);
      const TokVertex *b = a + 1;

      area += overlap (rect->x, rect->x + rect->width, MIN (a->x, b->x), MAX (a->x, b->x)) *
              overlap (rect->y, rect->y + rect->height, MIN (a->high, b->high), MAX (a->low, b->low));
    }
  return area;
}

static gboolean
is_crossed (const TokRect *rect, double x)
{
  return x > rect->x - TAKEN_MARGIN && x < rect->x + rect->width + TAKEN_MARGIN;
}

double
tok_placer_behind (const TokPlacer *placer, const TokRect *rect)
{
  const TokChartLayout *layout = placer->layout;
  double size = MAX (rect->width * rect->height, 1.0);
  double banded = 0.0, hatched = 0.0, edges = 0.0;
  double left, right;

  for (guint i = 0; i < layout->curves->len; i++)
    banded += band_area (g_ptr_array_index (layout->curves, i), rect);
  for (guint i = 0; i < layout->spec->regions->len; i++)
    if (tok_layout_region (layout, i, &left, &right))
      {
        hatched += overlap (rect->x, rect->x + rect->width, left, right) * rect->height;
        edges += is_crossed (rect, left) + is_crossed (rect, right);
      }
  return MIN (banded / size, 1.0) + MIN (hatched / size, 1.0) + MIN (edges, 1.0);
}
