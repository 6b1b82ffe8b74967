/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clipping after Liang and Barsky: each edge of the rectangle shortens the stretch from one end. */

#include "chart/segment.h"

typedef struct { double from, to; } Span;

/* Shortens @span to where the line, which starts @distance inside an edge and comes @speed nearer to it, is inside. */
static gboolean
shorten (Span *span, double distance, double speed)
{
  if (speed == 0.0)
    return distance >= 0.0;
  if (speed > 0.0)
    span->to = MIN (span->to, distance / speed);
  else
    span->from = MAX (span->from, distance / speed);
  return span->from < span->to;
}

gboolean
tok_segment_inside (const TokSegment *segment, const TokRect *rect, double *from, double *to)
{
  double dx = segment->x2 - segment->x1, dy = segment->y2 - segment->y1;
  Span span = { 0.0, 1.0 };
  gboolean inside = shorten (&span, segment->x1 - rect->x, -dx) && shorten (&span, rect->x + rect->width - segment->x1, dx) &&
                    shorten (&span, segment->y1 - rect->y, -dy) && shorten (&span, rect->y + rect->height - segment->y1, dy);

  *from = span.from;
  *to = span.to;
  return inside;
}

static int
compare_span (gconstpointer one, gconstpointer other)
{
  double a = ((const Span *) one)->from, b = ((const Span *) other)->from;

  return a < b ? -1 : a > b;
}

static void
add_stretch (cairo_t *cr, const TokSegment *segment, double from, double to)
{
  double dx = segment->x2 - segment->x1, dy = segment->y2 - segment->y1;

  if (from >= to)
    return;
  cairo_move_to (cr, segment->x1 + from * dx, segment->y1 + from * dy);
  cairo_line_to (cr, segment->x1 + to * dx, segment->y1 + to * dy);
}

void
tok_segment_add_outside (cairo_t *cr, const TokSegment *segment, const GArray *rects)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (Span));
  double reached = 0.0;

  for (guint i = 0; i < rects->len; i++)
    {
      Span span;

      if (tok_segment_inside (segment, &g_array_index (rects, TokRect, i), &span.from, &span.to))
        g_array_append_val (spans, span);
    }
  g_array_sort (spans, compare_span);
  for (guint i = 0; i < spans->len; i++)
    {
      const Span *span = &g_array_index (spans, Span, i);

      add_stretch (cr, segment, reached, span->from);
      reached = MAX (reached, span->to);
    }
  add_stretch (cr, segment, reached, 1.0);
}
