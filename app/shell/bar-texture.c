/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Color and texture of the parts of a stacked bar: the texture keeps them apart for whoever does not see the hue. */

#include "shell/bar-texture.h"

#define STRIPE_STEP 5.0
#define DOT_STEP 4.0
#define DOT_SIZE 1.2
#define TEXTURE_ALPHA 0.55

typedef enum { TEXTURE_NONE, TEXTURE_RISING, TEXTURE_FALLING, TEXTURE_DOTS, TEXTURE_UPRIGHT, TEXTURE_LEVEL, TEXTURE_CROSS } Texture;

static const struct { TokSeriesRole role; Texture texture; } inks[TOK_N_LOOKS] = {
  [TOK_LOOK_WEIGHTS] = { TOK_SERIES_LIKELY, TEXTURE_NONE },
  [TOK_LOOK_CACHE] = { TOK_SERIES_ALTERNATIVE, TEXTURE_RISING },
  [TOK_LOOK_STATE] = { TOK_SERIES_ALTERNATIVE, TEXTURE_FALLING },
  [TOK_LOOK_COMPUTE] = { TOK_SERIES_BASELINE, TEXTURE_DOTS },
  [TOK_LOOK_CPU] = { TOK_SERIES_ALTERNATIVE_2, TEXTURE_UPRIGHT },
  [TOK_LOOK_LINK] = { TOK_SERIES_ALTERNATIVE_2, TEXTURE_CROSS },
  [TOK_LOOK_REST] = { TOK_SERIES_CEILING, TEXTURE_LEVEL },
};

static void
set_color (cairo_t *cr, const TokColor *color, double alpha)
{
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, color->alpha * alpha);
}

/* Slanted lines over the rectangle at the origin; @slope 1 rises to the right, -1 falls. */
static void
trace_slanted (cairo_t *cr, double width, double height, double slope)
{
  for (double x = -height; x < width; x += STRIPE_STEP)
    {
      cairo_move_to (cr, x, slope > 0.0 ? height : 0.0);
      cairo_line_to (cr, x + height, slope > 0.0 ? 0.0 : height);
    }
}

static void
trace_straight (cairo_t *cr, double width, double height, gboolean upright)
{
  for (double at = 2.5; at < (upright ? width : height); at += STRIPE_STEP)
    {
      cairo_move_to (cr, upright ? at : 0.0, upright ? 0.0 : at);
      cairo_line_to (cr, upright ? at : width, upright ? height : at);
    }
}

static void
trace_dots (cairo_t *cr, double width, double height)
{
  for (double y = DOT_STEP / 2.0; y < height; y += DOT_STEP)
    for (double x = DOT_STEP / 2.0; x < width; x += DOT_STEP)
      cairo_rectangle (cr, x - DOT_SIZE / 2.0, y - DOT_SIZE / 2.0, DOT_SIZE, DOT_SIZE);
}

static void
trace_texture (cairo_t *cr, Texture texture, double width, double height)
{
  if (texture == TEXTURE_RISING || texture == TEXTURE_CROSS)
    trace_slanted (cr, width, height, 1.0);
  if (texture == TEXTURE_FALLING || texture == TEXTURE_CROSS)
    trace_slanted (cr, width, height, -1.0);
  if (texture == TEXTURE_UPRIGHT || texture == TEXTURE_LEVEL)
    trace_straight (cr, width, height, texture == TEXTURE_UPRIGHT);
  if (texture == TEXTURE_DOTS)
    trace_dots (cr, width, height);
}

void
tok_bar_texture_fill (cairo_t *cr, const TokPalette *palette, TokBarLook look, double x, double y, double width, double height)
{
  const TokColor *color = look == TOK_LOOK_FREE ? &palette->grid : &palette->series[inks[look].role];

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  set_color (cr, color, 1.0);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  set_color (cr, &palette->background, TEXTURE_ALPHA);
  cairo_set_line_width (cr, 1.0);
  trace_texture (cr, inks[look].texture, width, height);
  if (inks[look].texture == TEXTURE_DOTS)
    cairo_fill (cr);
  else
    cairo_stroke (cr);
  cairo_restore (cr);
}
