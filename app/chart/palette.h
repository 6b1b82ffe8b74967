/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colors of a chart: light, dark and print.  Text has at least 4.5:1, graphics 3:1 contrast on the background. */

#pragma once

#include "chart/spec.h"

G_BEGIN_DECLS

typedef enum { TOK_THEME_LIGHT, TOK_THEME_DARK, TOK_THEME_PRINT, TOK_N_THEMES } TokChartTheme;

typedef struct { double red, green, blue, alpha; } TokColor;

typedef struct
{
  TokColor background, text, dim_text, grid, axis, hatch, zone, mark, mark_text;
  TokColor series[TOK_SERIES_MEASURED + 1];
} TokPalette;

const TokPalette *tok_palette_get        (TokChartTheme theme);
/* Light or dark by the color text has on the surface it stands on. */
TokChartTheme     tok_palette_theme_for  (double red,
                                          double green,
                                          double blue);
/* WCAG 2 contrast ratio, 1 … 21; alpha is ignored. */
double            tok_palette_contrast   (const TokColor *one,
                                          const TokColor *other);

G_END_DECLS
