/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of a chart, drawn once and kept by GTK until spec, size, font or theme change.  The crosshair is its parent's. */

#pragma once

#include <gtk/gtk.h>

#include "chart/layout.h"

G_BEGIN_DECLS

#define TOK_TYPE_CHART_CANVAS (tok_chart_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TokChartCanvas, tok_chart_canvas, TOK, CHART_CANVAS, GtkWidget)

GtkWidget            *tok_chart_canvas_new        (void);
/* @spec is not owned and must stay until the next call; NULL: nothing is drawn. */
void                  tok_chart_canvas_set_spec   (TokChartCanvas     *canvas,
                                                   const TokChartSpec *spec);
/* Made when asked for; NULL without a spec.  Valid until spec, size, font, theme or direction change. */
const TokChartLayout *tok_chart_canvas_get_layout (TokChartCanvas     *canvas);

G_END_DECLS
