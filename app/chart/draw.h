/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a laid-out chart on any cairo surface: screen, PNG, SVG and PDF share this one path. */

#pragma once

#include <cairo.h>

#include "chart/layout.h"
#include "chart/palette.h"

G_BEGIN_DECLS

void tok_chart_draw           (cairo_t              *cr,
                               const TokChartLayout *layout,
                               const TokPalette     *palette,
                               gboolean              with_background);
/* The crosshair line, its dots and the box with the values, apart from the data so that moving it does not redraw them. */
void tok_chart_draw_crosshair (cairo_t              *cr,
                               const TokChartLayout *layout,
                               const TokPalette     *palette,
                               const TokChartHit    *hit);

G_END_DECLS
