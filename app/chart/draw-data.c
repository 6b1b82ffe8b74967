/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data itself, none of it moved to whole pixels, each curve one stroke. */

#include "chart/drawing.h"

#include "chart/pen.h"

#define BAND_ALPHA 0.17
#define POINT_RADIUS 0.26      /* in lines of small text */
#define CROWD_RADIUS 0.17
#define MARK_RADIUS 0.34
#define MEASURED_RADIUS 4.0    /* pixels, and half the width of a cap */
#define MEASURED_RIM 2.0       /* pixels of background around it, which tell it from curves and other points */
#define CURVE_OVERHANG 2.0     /* pixels a wide line at the edge of the plot may stand over */

static void
add_plot (const TokDrawing *drawing, double overhang)
{
  const TokRect *plot = &drawing->layout->plot;

  cairo_rectangle (drawing->cr, plot->x - overhang, plot->y - overhang,
                   plot->width + 2.0 * overhang, plot->height + 2.0 * overhang);
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
draw_band (const TokDrawing *drawing, const TokCurve *curve, TokSeriesRole role)
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
draw_line (const TokDrawing *drawing, const TokCurve *curve, TokSeriesRole role)
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
add_error_bar (cairo_t *cr, const TokVertex *point)
{
  cairo_move_to (cr, point->x, point->low);
  cairo_line_to (cr, point->x, point->high);
  cairo_move_to (cr, point->x - MEASURED_RADIUS, point->low);
  cairo_line_to (cr, point->x + MEASURED_RADIUS, point->low);
  cairo_move_to (cr, point->x - MEASURED_RADIUS, point->high);
  cairo_line_to (cr, point->x + MEASURED_RADIUS, point->high);
}

static void
add_diamonds (cairo_t *cr, const TokCurve *curve, double radius)
{
  for (guint i = 0; i < curve->vertices->len; i++)
    {
      const TokVertex *point = &g_array_index (curve->vertices, TokVertex, i);

      tok_pen_diamond (cr, point->x, point->y, radius);
    }
}

/* Rims lie under all points: where many are measured, none hides another. */
static void
draw_measured (const TokDrawing *drawing, const TokCurve *curve)
{
  cairo_t *cr = drawing->cr;

  add_diamonds (cr, curve, MEASURED_RADIUS + MEASURED_RIM);
  tok_pen_color (cr, &drawing->palette->background);
  cairo_fill (cr);
  add_diamonds (cr, curve, MEASURED_RADIUS);
  tok_pen_role (cr, drawing->palette, TOK_SERIES_MEASURED);
  cairo_fill (cr);
  for (guint i = 0; i < curve->vertices->len; i++)
    {
      const TokVertex *point = &g_array_index (curve->vertices, TokVertex, i);

      if (point->low != point->high)
        add_error_bar (cr, point);
    }
  cairo_stroke (cr);
}

/* Bands lie under all lines, the plan's own line over the others. */
static void
draw_curves (const TokDrawing *drawing)
{
  const GPtrArray *curves = drawing->layout->curves;

  cairo_save (drawing->cr);
  add_plot (drawing, CURVE_OVERHANG);
  cairo_clip (drawing->cr);
  for (guint i = 0; i < curves->len; i++)
    if (((const TokCurve *) g_ptr_array_index (curves, i))->has_band && tok_drawing_role (drawing, i) != TOK_SERIES_MEASURED)
      draw_band (drawing, g_ptr_array_index (curves, i), tok_drawing_role (drawing, i));
  for (guint i = curves->len; i-- > 0;)
    if (tok_drawing_role (drawing, i) != TOK_SERIES_LIKELY && tok_drawing_role (drawing, i) != TOK_SERIES_MEASURED)
      draw_line (drawing, g_ptr_array_index (curves, i), tok_drawing_role (drawing, i));
  for (guint i = 0; i < curves->len; i++)
    if (tok_drawing_role (drawing, i) == TOK_SERIES_LIKELY)
      draw_line (drawing, g_ptr_array_index (curves, i), TOK_SERIES_LIKELY);
  cairo_restore (drawing->cr);
}

static void
draw_measurements (const TokDrawing *drawing)
{
  cairo_save (drawing->cr);
  add_plot (drawing, MEASURED_RADIUS + 1.0);
  cairo_clip (drawing->cr);
  for (guint i = 0; i < drawing->layout->curves->len; i++)
    if (tok_drawing_role (drawing, i) == TOK_SERIES_MEASURED)
      draw_measured (drawing, g_ptr_array_index (drawing->layout->curves, i));
  cairo_restore (drawing->cr);
}

static gboolean
is_named (const TokDrawing *drawing, guint point)
{
  const GArray *texts = drawing->layout->texts;

  for (guint i = 0; i < texts->len; i++)
    if (g_array_index (texts, TokChartText, i).kind == TOK_TEXT_POINT && g_array_index (texts, TokChartText, i).index == point)
      return TRUE;
  return FALSE;
}

/* Names may stand where the crowd is; what would show through them is left out. */
static gboolean
is_under_text (const TokDrawing *drawing, double x, double y)
{
  double radius = CROWD_RADIUS * drawing->layout->line;

  for (guint i = 0; i < drawing->texts->len; i++)
    {
      const TokRect *rect = &g_array_index (drawing->texts, TokRect, i);

      if (x > rect->x - radius && x < rect->x + rect->width + radius && y > rect->y - radius && y < rect->y + rect->height + radius)
        return TRUE;
    }
  return FALSE;
}

static void
draw_point (const TokDrawing *drawing, double x, double y, double radius, const TokColor *color, gboolean hollow)
{
  tok_pen_circle (drawing->cr, x, y, radius * drawing->layout->line);
  tok_pen_color (drawing->cr, hollow ? &drawing->palette->background : color);
  cairo_fill_preserve (drawing->cr);
  tok_pen_color (drawing->cr, color);
  cairo_stroke (drawing->cr);
}

/* Points with a name stand out; the others are the smaller crowd behind the curves. */
static void
draw_points (const TokDrawing *drawing, gboolean named)
{
  const TokPalette *palette = drawing->palette;
  double x, y;

  cairo_set_dash (drawing->cr, NULL, 0, 0.0);
  cairo_set_line_width (drawing->cr, named ? 1.5 : 1.0);
  for (guint i = 0; i < drawing->layout->spots->len; i++)
    if (is_named (drawing, i) == named && tok_layout_point (drawing->layout, i, &x, &y) && (named || !is_under_text (drawing, x, y)))
      draw_point (drawing, x, y, named ? POINT_RADIUS : CROWD_RADIUS, named ? &palette->text : &palette->dim_text,
                  g_array_index (drawing->layout->spec->points, TokChartPoint, i).hollow);
}

static void
draw_mark (const TokDrawing *drawing)
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

void
tok_drawing_data (const TokDrawing *drawing)
{
  draw_points (drawing, FALSE);
  draw_curves (drawing);
  draw_measurements (drawing);
  draw_points (drawing, TRUE);
  draw_mark (drawing);
}
