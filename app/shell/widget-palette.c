/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Picks the chart palette by a widget's foreground: right for any theme, high contrast and a person's own included. */

#include "shell/widget-palette.h"

TokChartTheme
tok_widget_chart_theme (GtkWidget *widget)
{
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  return tok_palette_theme_for (color.red, color.green, color.blue);
}

const TokPalette *
tok_widget_palette (GtkWidget *widget)
{
  return tok_palette_get (tok_widget_chart_theme (widget));
}
