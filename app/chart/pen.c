/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each role has a width and a dash of its own, so that lines are told apart without color. */

#include "chart/pen.h"

#include <pango/pangocairo.h>

#define MAX_DASHES 4

typedef struct { double width; double dashes[MAX_DASHES]; int n_dashes; cairo_line_cap_t cap; } Stroke;

static const Stroke strokes[] = {
  [TOK_SERIES_LIKELY] = { 2.4, { 0.0 }, 0, CAIRO_LINE_CAP_ROUND },
  [TOK_SERIES_CEILING] = { 1.3, { 6.0, 4.0 }, 2, CAIRO_LINE_CAP_BUTT },
  [TOK_SERIES_ALTERNATIVE] = { 1.8, { 0.1, 4.0 }, 2, CAIRO_LINE_CAP_ROUND },
  [TOK_SERIES_ALTERNATIVE_2] = { 1.6, { 8.0, 3.5, 1.6, 3.5 }, 4, CAIRO_LINE_CAP_BUTT },
  [TOK_SERIES_BASELINE] = { 1.8, { 12.0, 4.0 }, 2, CAIRO_LINE_CAP_BUTT },
  [TOK_SERIES_EXPECTATION] = { 1.0, { 3.0, 3.0 }, 2, CAIRO_LINE_CAP_BUTT },
  [TOK_SERIES_MEASURED] = { 1.3, { 0.0 }, 0, CAIRO_LINE_CAP_BUTT },
};

void
tok_pen_color (cairo_t *cr, const TokColor *color)
{
  tok_pen_shade (cr, color, color->alpha);
}

void
tok_pen_shade (cairo_t *cr, const TokColor *color, double alpha)
{
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, alpha);
}

void
tok_pen_role (cairo_t *cr, const TokPalette *palette, TokSeriesRole role)
{
  const Stroke *stroke = &strokes[role];

  tok_pen_color (cr, &palette->series[role]);
  cairo_set_line_width (cr, stroke->width);
  cairo_set_line_cap (cr, stroke->cap);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (cr, stroke->dashes, stroke->n_dashes, 0.0);
}

void
tok_pen_circle (cairo_t *cr, double x, double y, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, radius, 0.0, 2.0 * G_PI);
  cairo_close_path (cr);
}

void
tok_pen_diamond (cairo_t *cr, double x, double y, double radius)
{
  cairo_move_to (cr, x, y - radius);
  cairo_line_to (cr, x + radius, y);
  cairo_line_to (cr, x, y + radius);
  cairo_line_to (cr, x - radius, y);
  cairo_close_path (cr);
}

void
tok_pen_rounded (cairo_t *cr, const TokRect *rect, double radius)
{
  double right = rect->x + rect->width, bottom = rect->y + rect->height;

  cairo_new_sub_path (cr);
  cairo_arc (cr, right - radius, rect->y + radius, radius, -G_PI_2, 0.0);
  cairo_arc (cr, right - radius, bottom - radius, radius, 0.0, G_PI_2);
  cairo_arc (cr, rect->x + radius, bottom - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, rect->x + radius, rect->y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

/* cairo 1.16 moves the glyphs on an image to whole pixels, which spaces small text unevenly; outlines stay where they belong. */
void
tok_pen_text (cairo_t *cr, PangoLayout *text, double x, double y)
{
  cairo_move_to (cr, x, y);
  if (cairo_surface_get_type (cairo_get_target (cr)) != CAIRO_SURFACE_TYPE_IMAGE)
    {
      pango_cairo_show_layout (cr, text);
      return;
    }
  pango_cairo_layout_path (cr, text);
  cairo_fill (cr);
}
