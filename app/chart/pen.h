/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The few strokes that drawing the chart and drawing the crosshair have in common. */

#pragma once

#include <cairo.h>

#include "chart/layout-private.h"
#include "chart/palette.h"

G_BEGIN_DECLS

void tok_pen_color          (cairo_t              *cr,
                             const TokColor       *color);
/* @color with another alpha. */
void tok_pen_shade          (cairo_t              *cr,
                             const TokColor       *color,
                             double                alpha);
/* Color, width and dash of a role. */
void tok_pen_role           (cairo_t              *cr,
                             const TokPalette     *palette,
                             TokSeriesRole         role);
void tok_pen_circle         (cairo_t              *cr,
                             double                x,
                             double                y,
                             double                radius);
void tok_pen_diamond        (cairo_t              *cr,
                             double                x,
                             double                y,
                             double                radius);
void tok_pen_rounded        (cairo_t              *cr,
                             const TokRect        *rect,
                             double                radius);
void tok_pen_text           (cairo_t              *cr,
                             PangoLayout          *text,
                             double                x,
                             double                y);

G_END_DECLS
