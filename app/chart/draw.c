/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the back to the front: zones, grid, hatching, bands, curves, points, mark, texts.  Grid, hatching and guide stop short of
 * the texts, which stay clear on any surface without a background of their own. */

#include "chart/draw.h"

#include <math.h>
#include <pango/pangocairo.h>

#include "chart/pen.h"
#include "chart/segment.h"

#define BAND_ALPHA 0.17
#define HATCH_STEP 0.55        /* in lines of small text */
#define LEAST_HATCH_STEP 5.0   /* pixels */
#define TEXT_AIR 2.0           /* pixels left and right of a text */
#define TICK_LENGTH 4.0
#define POINT_RADIUS 0.26      /* in lines of small text */
#define MARK_RADIUS 0.34
#define MEASURED_RADIUS 4.0    /* pixels, and half the width of a cap */
#define PILL_RADIUS 0.35       /* of its height */
#define CURVE_OVERHANG 2.0     /* pixels a wide line at the edge of the plot may stand over */

typedef struct
{
  cairo_t              *cr;
  const TokChartLayout *layout;
  const TokPalette     *palette;
  GArray               *texts;      /* of TokRect: what lines behind texts leave free */
} Drawing;

static void
add_plot (const Drawing *drawing, double overhang)
{
  const TokRect *plot = &drawing->layout->plot;

  cairo_rectangle (drawing->cr, plot->x - overhang, plot->y - overhang, plot->width + 2.0 * overhang, plot->height + 2.0 * overhang);
}

/* The texts within the plot, with a little air: lines behind them stop short of these. */
static GArray *
collect_texts (const TokChartLayout *layout)
{
  GArray *rects = g_array_new (FALSE, FALSE, sizeof (TokRect));

  for (guint i = 0; i < layout->texts->len; i++)
    {
      const TokChartText *text = &g_array_index (layout->texts, TokChartText, i);
      TokRect rect = { text->rect.x - TEXT_AIR, text->rect.y, text->rect.width + 2.0 * TEXT_AIR, text->rect.height };

      if (text->kind >= TOK_TEXT_SERIES && text->kind <= TOK_TEXT_POINT)
        g_array_append_val (rects, rect);
    }
  return rects;
}

/* A line of one pixel, on the pixels of a screen, interrupted by texts. */
static void
add_horizontal (const Drawing *drawing, double y)
{
  const TokRect *plot = &drawing->layout->plot;
  TokSegment segment = { plot->x, floor (y) + 0.5, plot->x + plot->width, floor (y) + 0.5 };

  tok_segment_add_outside (drawing->cr, &segment, drawing->texts);
}

static void
add_vertical (const Drawing *drawing, double x)
{
  const TokRect *plot = &drawing->layout->plot;
  TokSegment segment = { floor (x) + 0.5, plot->y, floor (x) + 0.5, plot->y + plot->height };

  tok_segment_add_outside (drawing->cr, &segment, drawing->texts);
}

static void
draw_zones (const Drawing *drawing)
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
draw_grid (const Drawing *drawing)
{
  const GArray *ticks = drawing->layout->y_ticks;

  for (guint i = 0; i < ticks->len; i++)
    add_horizontal (drawing, g_array_index (ticks, double, i));
  tok_pen_color (drawing->cr, &drawing->palette->grid);
  cairo_set_line_width (drawing->cr, 1.0);
  cairo_stroke (drawing->cr);
}

static void
draw_axis (const Drawing *drawing)
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
hatch (const Drawing *drawing, double left, double right)
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
draw_regions (const Drawing *drawing)
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

/* One stretch of a band without a gap: there along the upper edge, back along the lower one. */
static void
add_band_stretch (cairo_t *cr, const GArray *vertices, guint first, guint end)
{
  for (guint i = first; i < end; i++)
    cairo_line_to (cr, g_array_index (vertices, TokVertex, i).x, g_array_index (vertices, TokVertex, i).high);
  for (guint i = end; i-- > first;)
    cairo_line_to (cr, g_array_index (vertices, TokVertex, i).x, g_array_index (vertices, TokVertex, i).low);
  cairo_close_path (cr);
}

static void
draw_band (const Drawing *drawing, const TokCurve *curve, TokSeriesRole role)
{
  const GArray *vertices = curve->vertices;
  guint first = 0;

  for (guint i = 1; i <= vertices->len; i++)
    if (i == vertices->len || g_array_index (vertices, TokVertex, i).starts)
      {
        add_band_stretch (drawing->cr, vertices, first, i);
        first = i;
      }
  tok_pen_shade (drawing->cr, &drawing->palette->series[role], BAND_ALPHA);
  cairo_fill (drawing->cr);
}

static void
draw_line (const Drawing *drawing, const TokCurve *curve, TokSeriesRole role)
{
  for (guint i = 0; i < curve->vertices->len; i++)
    {
      const TokVertex *vertex = &g_array_index (curve->vertices, TokVertex, i);

      (vertex->starts ? cairo_move_to : cairo_line_to) (drawing->cr, vertex->x, vertex->y);
    }
  tok_pen_role (drawing->cr, drawing->palette, role);
  cairo_stroke (drawing->cr);
}

static void
draw_measured (const Drawing *drawing, const TokCurve *curve)
{
  cairo_t *cr = drawing->cr;

  tok_pen_role (cr, drawing->palette, TOK_SERIES_MEASURED);
  for (guint i = 0; i < curve->vertices->len; i++)
    {
      const TokVertex *point = &g_array_index (curve->vertices, TokVertex, i);

      tok_pen_diamond (cr, point->x, point->y, MEASURED_RADIUS);
      cairo_fill (cr);
      if (!curve->has_band)
        continue;
      cairo_move_to (cr, point->x, point->low);
      cairo_line_to (cr, point->x, point->high);
      cairo_move_to (cr, point->x - MEASURED_RADIUS, point->low);
      cairo_line_to (cr, point->x + MEASURED_RADIUS, point->low);
      cairo_move_to (cr, point->x - MEASURED_RADIUS, point->high);
      cairo_line_to (cr, point->x + MEASURED_RADIUS, point->high);
      cairo_stroke (cr);
    }
}

static TokSeriesRole
role_of (const Drawing *drawing, guint i)
{
  return g_array_index (drawing->layout->spec->series, TokChartSeries, i).role;
}

/* Bands lie under all lines, the plan's own line over the others. */
static void
draw_curves (const Drawing *drawing)
{
  const GPtrArray *curves = drawing->layout->curves;

  cairo_save (drawing->cr);
  add_plot (drawing, CURVE_OVERHANG);
  cairo_clip (drawing->cr);
  for (guint i = 0; i < curves->len; i++)
    if (((const TokCurve *) g_ptr_array_index (curves, i))->has_band && role_of (drawing, i) != TOK_SERIES_MEASURED)
      draw_band (drawing, g_ptr_array_index (curves, i), role_of (drawing, i));
  for (guint i = curves->len; i-- > 0;)
    if (role_of (drawing, i) != TOK_SERIES_LIKELY && role_of (drawing, i) != TOK_SERIES_MEASURED)
      draw_line (drawing, g_ptr_array_index (curves, i), role_of (drawing, i));
  for (guint i = 0; i < curves->len; i++)
    if (role_of (drawing, i) == TOK_SERIES_LIKELY)
      draw_line (drawing, g_ptr_array_index (curves, i), TOK_SERIES_LIKELY);
  cairo_restore (drawing->cr);
}

static void
draw_measurements (const Drawing *drawing)
{
  cairo_save (drawing->cr);
  add_plot (drawing, MEASURED_RADIUS + 1.0);
  cairo_clip (drawing->cr);
  for (guint i = 0; i < drawing->layout->curves->len; i++)
    if (role_of (drawing, i) == TOK_SERIES_MEASURED)
      draw_measured (drawing, g_ptr_array_index (drawing->layout->curves, i));
  cairo_restore (drawing->cr);
}

static void
draw_points (const Drawing *drawing)
{
  double radius = POINT_RADIUS * drawing->layout->line;
  double x, y;

  cairo_set_dash (drawing->cr, NULL, 0, 0.0);
  cairo_set_line_width (drawing->cr, 1.5);
  for (guint i = 0; i < drawing->layout->spec->points->len; i++)
    {
      gboolean hollow = g_array_index (drawing->layout->spec->points, TokChartPoint, i).hollow;

      if (!tok_layout_point (drawing->layout, i, &x, &y))
        continue;
      tok_pen_circle (drawing->cr, x, y, radius);
      tok_pen_color (drawing->cr, hollow ? &drawing->palette->background : &drawing->palette->text);
      cairo_fill_preserve (drawing->cr);
      tok_pen_color (drawing->cr, &drawing->palette->text);
      cairo_stroke (drawing->cr);
    }
}

static void
draw_guide (const Drawing *drawing)
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

static void
draw_mark (const Drawing *drawing)
{
  double radius = MARK_RADIUS * drawing->layout->line;
  double x, y;

  if (!tok_layout_mark (drawing->layout, &x, &y))
    return;
  tok_pen_circle (drawing->cr, x, y, radius + 1.6);
  tok_pen_color (drawing->cr, &drawing->palette->background);
  cairo_fill (drawing->cr);
  tok_pen_circle (drawing->cr, x, y, radius);
  tok_pen_color (drawing->cr, &drawing->palette->mark);
  cairo_fill (drawing->cr);
}

static const TokColor *
text_color (const Drawing *drawing, const TokChartText *text)
{
  switch (text->kind)
    {
    case TOK_TEXT_TITLE:
    case TOK_TEXT_POINT:
      return &drawing->palette->text;
    case TOK_TEXT_SERIES:
      return &drawing->palette->series[role_of (drawing, text->index)];
    case TOK_TEXT_REGION:
      return &drawing->palette->hatch;
    case TOK_TEXT_MARK:
      return &drawing->palette->mark_text;
    default:
      return &drawing->palette->dim_text;
    }
}

static gboolean
is_wrapped (TokTextKind kind)
{
  return kind == TOK_TEXT_TITLE || kind == TOK_TEXT_SUBTITLE || kind == TOK_TEXT_CAPTION || kind == TOK_TEXT_REGION || kind == TOK_TEXT_EMPTY;
}

static void
draw_text (const Drawing *drawing, const TokChartText *text)
{
  g_autoptr (PangoLayout) shaped = tok_text_shape (drawing->layout->context, text->kind, text->text,
                                                   is_wrapped (text->kind) ? text->rect.width : 0.0,
                                                   tok_layout_is_rtl (drawing->layout));
  double x = text->rect.x, y = text->rect.y;
  int width, height;

  if (text->kind == TOK_TEXT_MARK)
    {
      tok_pen_rounded (drawing->cr, &text->rect, PILL_RADIUS * text->rect.height);
      tok_pen_color (drawing->cr, &drawing->palette->mark);
      cairo_fill (drawing->cr);
      pango_layout_get_size (shaped, &width, &height);
      x += (text->rect.width - (double) width / PANGO_SCALE) / 2.0;
      y += (text->rect.height - (double) height / PANGO_SCALE) / 2.0;
    }
  tok_pen_shade (drawing->cr, text_color (drawing, text), 1.0);
  tok_pen_text (drawing->cr, shaped, x, y);
}

static void
draw_texts (const Drawing *drawing)
{
  for (guint i = 0; i < drawing->layout->texts->len; i++)
    draw_text (drawing, &g_array_index (drawing->layout->texts, TokChartText, i));
}

static void
draw_plot (const Drawing *drawing)
{
  draw_zones (drawing);
  draw_grid (drawing);
  draw_regions (drawing);
  draw_guide (drawing);
  draw_axis (drawing);
  draw_curves (drawing);
  draw_measurements (drawing);
  draw_points (drawing);
  draw_mark (drawing);
}

void
tok_chart_draw (cairo_t *cr, const TokChartLayout *layout, const TokPalette *palette, gboolean with_background)
{
  g_autoptr (GArray) texts = collect_texts (layout);
  const Drawing drawing = { cr, layout, palette, texts };

  cairo_save (cr);
  if (with_background)
    {
      tok_pen_color (cr, &palette->background);
      cairo_rectangle (cr, 0.0, 0.0, layout->frame.width, layout->frame.height);
      cairo_fill (cr);
    }
  if (!tok_layout_is_empty (layout))
    draw_plot (&drawing);
  draw_texts (&drawing);
  cairo_restore (cr);
}
