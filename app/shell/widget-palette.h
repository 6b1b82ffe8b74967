/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chart palette that suits a widget: light or dark by the color of the text the theme gives it. */

#pragma once

#include <gtk/gtk.h>

#include "chart/palette.h"

G_BEGIN_DECLS

TokChartTheme     tok_widget_chart_theme (GtkWidget *widget);
const TokPalette *tok_widget_palette     (GtkWidget *widget);

G_END_DECLS
