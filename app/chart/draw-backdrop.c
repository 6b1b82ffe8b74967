/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands behind the data.  Grid, hatching and guide stop short of the texts, which stay clear on any surface without a
 * background of their own. */

#include "chart/drawing.h"

#include <math.h>

#include "chart/pen.h"
#include "chart/segment.h"

#define HATCH_STEP 0.55        /* in lines of small text */
#define LEAST_HATCH_STEP 5.0   /* pixels */
#define TICK_LENGTH 4.0

/* A line of one pixel, on the pixels of a screen, interrupted by texts. */
static void
add_horizontal (const TokDrawing *drawing, double y)
{
  const TokRect *plot = &drawing->layout->plot;
  TokSegment segment = { plot->x, floor (y) + 0.5, plot->x + plot->width, floor (y) + 0.5 };

  tok_segment_add_outside (drawing->cr, &segment, drawing->texts);
}

static void
add_vertical (const TokDrawing *drawing, double x)
{
  const TokRect *plot = &drawing->layout->plot;
  TokSegment segment = { floor (x) + 0.5, plot->y, floor (x) + 0.5, plot->y + plot->height };

  tok_segment_add_outside (drawing->cr, &segment, drawing->texts);
}

static void
draw_zones (const TokDrawing *drawing)
{
  const TokRect *plot = &drawing->layout->plot;
  double top, bottom;

  tok_pen_color (drawing->cr, &drawing->palette->zone);
  for (guint i = 0; i < drawing->layout->spec->zones->len; i++)
    {
      if (!tok_layout_zone (drawing->layout, i, &top, &bottom))
        continue;
      cairo_rectangle (drawing->cr, plot->x, top, plot->width, bottom - top);
      cairo_fill (drawing->cr);
    }
}

static void
draw_grid (const TokDrawing *drawing)
{
  const GArray *ticks = drawing->layout->y_ticks;

  for (guint i = 0; i < ticks->len; i++)
    add_horizontal (drawing, g_array_index (ticks, double, i));
  tok_pen_color (drawing->cr, &drawing->palette->grid);
  cairo_set_line_width (drawing->cr, 1.0);
  cairo_stroke (drawing->cr);
}

static void
draw_axis (const TokDrawing *drawing)
{
  const TokRect *plot = &drawing->layout->plot;
  const GArray *ticks = drawing->layout->x_ticks;
  double bottom = floor (plot->y + plot->height) + 0.5;

  cairo_move_to (drawing->cr, plot->x, bottom);
  cairo_line_to (drawing->cr, plot->x + plot->width + 1.0, bottom);
  for (guint i = 0; i < ticks->len; i++)
    {
      double x = floor (g_array_index (ticks, double, i)) + 0.5;

      cairo_move_to (drawing->cr, x, bottom);
      cairo_line_to (drawing->cr, x, bottom + TICK_LENGTH);
    }
  tok_pen_color (drawing->cr, &drawing->palette->axis);
  cairo_set_line_width (drawing->cr, 1.0);
  cairo_stroke (drawing->cr);
}

static void
hatch (const TokDrawing *drawing, double left, double right)
{
  const TokRect *plot = &drawing->layout->plot;
  const TokRect rect = { left, plot->y, right - left, plot->height };
  double step = MAX (HATCH_STEP * drawing->layout->line, LEAST_HATCH_STEP);
  double from, to;

  for (double x = left - plot->height + step; x < right; x += step)
    {
      TokSegment line = { x, plot->y + plot->height, x + plot->height, plot->y };

      if (!tok_segment_inside (&line, &rect, &from, &to))
        continue;
      line = (TokSegment) {
        x + from * plot->height, line.y1 - from * plot->height, x + to * plot->height, line.y1 - to * plot->height,
      };
      tok_segment_add_outside (drawing->cr, &line, drawing->texts);
    }
  tok_pen_color (drawing->cr, &drawing->palette->hatch);
  cairo_set_line_width (drawing->cr, 1.0);
  cairo_stroke (drawing->cr);
}

/* Hatched, with a full line where the region begins or ends inside the plot: both seen without color. */
static void
draw_regions (const TokDrawing *drawing)
{
  const TokRect *plot = &drawing->layout->plot;
  double edges[2];

  for (guint i = 0; i < drawing->layout->spec->regions->len; i++)
    {
      if (!tok_layout_region (drawing->layout, i, &edges[0], &edges[1]))
        continue;
      hatch (drawing, edges[0], edges[1]);
      for (guint j = 0; j < G_N_ELEMENTS (edges); j++)
        if (edges[j] > plot->x + 1.0 && edges[j] < plot->x + plot->width - 1.0)
          add_vertical (drawing, edges[j]);
      tok_pen_shade (drawing->cr, &drawing->palette->hatch, 1.0);
      cairo_set_line_width (drawing->cr, 1.0);
      cairo_stroke (drawing->cr);
    }
}

static void
draw_guide (const TokDrawing *drawing)
{
  const double dashes[] = { 2.0, 3.0 };
  double x, y;

  if (!tok_layout_mark (drawing->layout, &x, &y))
    return;
  add_vertical (drawing, x);
  tok_pen_color (drawing->cr, &drawing->palette->axis);
  cairo_set_line_width (drawing->cr, 1.0);
  cairo_set_line_cap (drawing->cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (drawing->cr, dashes, G_N_ELEMENTS (dashes), 0.0);
  cairo_stroke (drawing->cr);
  cairo_set_dash (drawing->cr, NULL, 0, 0.0);
}

void
tok_drawing_backdrop (const TokDrawing *drawing)
{
  draw_zones (drawing);
  draw_grid (drawing);
  draw_regions (drawing);
  draw_guide (drawing);
  draw_axis (drawing);
}
