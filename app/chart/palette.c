/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The three sets of colors.  Series colors also color the labels at the curves, so they keep the contrast of text; the grid is
 * decoration and may be fainter. */

#include "chart/palette.h"

#include <math.h>

#define RGBA(hex, a) { ((hex) >> 16 & 0xff) / 255.0, ((hex) >> 8 & 0xff) / 255.0, ((hex) & 0xff) / 255.0, (a) }
#define RGB(hex) RGBA (hex, 1.0)

static const TokPalette palettes[TOK_N_THEMES] = {
  [TOK_THEME_LIGHT] = {
    .background = RGB (0xffffff), .text = RGB (0x2e3436), .dim_text = RGB (0x5e5c64), .grid = RGB (0xe9e8e7), .axis = RGB (0x85848a),
    .hatch = RGBA (0xb5262f, 0.32), .zone = RGBA (0x26a269, 0.16), .mark = RGB (0x1c6bcc), .mark_text = RGB (0xffffff),
    .series = {
      [TOK_SERIES_LIKELY] = RGB (0x1c6bcc), [TOK_SERIES_CEILING] = RGB (0x66656b), [TOK_SERIES_ALTERNATIVE] = RGB (0x7a3fb0),
      [TOK_SERIES_ALTERNATIVE_2] = RGB (0x16724f), [TOK_SERIES_BASELINE] = RGB (0xa85400), [TOK_SERIES_EXPECTATION] = RGB (0x6b6a70),
      [TOK_SERIES_MEASURED] = RGB (0x2e3436),
    },
  },
  [TOK_THEME_DARK] = {
    .background = RGB (0x2a2a2e), .text = RGB (0xf2f2f2), .dim_text = RGB (0xb4b3ba), .grid = RGB (0x3d3d42), .axis = RGB (0x94939a),
    .hatch = RGBA (0xff8b83, 0.30), .zone = RGBA (0x57d9a3, 0.16), .mark = RGB (0x62a8f7), .mark_text = RGB (0x10243c),
    .series = {
      [TOK_SERIES_LIKELY] = RGB (0x62a8f7), [TOK_SERIES_CEILING] = RGB (0xaeadb4), [TOK_SERIES_ALTERNATIVE] = RGB (0xc9a2f2),
      [TOK_SERIES_ALTERNATIVE_2] = RGB (0x6fd0a4), [TOK_SERIES_BASELINE] = RGB (0xf2a860), [TOK_SERIES_EXPECTATION] = RGB (0xa8a7ae),
      [TOK_SERIES_MEASURED] = RGB (0xf2f2f2),
    },
  },
  [TOK_THEME_PRINT] = {
    .background = RGB (0xffffff), .text = RGB (0x000000), .dim_text = RGB (0x404040), .grid = RGB (0xdcdcdc), .axis = RGB (0x404040),
    .hatch = RGBA (0x404040, 0.36), .zone = RGBA (0x808080, 0.20), .mark = RGB (0x000000), .mark_text = RGB (0xffffff),
    .series = {
      [TOK_SERIES_LIKELY] = RGB (0x000000), [TOK_SERIES_CEILING] = RGB (0x606060), [TOK_SERIES_ALTERNATIVE] = RGB (0x303030),
      [TOK_SERIES_ALTERNATIVE_2] = RGB (0x4a4a4a), [TOK_SERIES_BASELINE] = RGB (0x505050), [TOK_SERIES_EXPECTATION] = RGB (0x666666),
      [TOK_SERIES_MEASURED] = RGB (0x000000),
    },
  },
};

/* One channel of sRGB made linear: WCAG 2, definition of relative luminance. */
static double
channel_linear (double channel)
{
  return channel <= 0.03928 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

static double
luminance (double red, double green, double blue)
{
  return 0.2126 * channel_linear (red) + 0.7152 * channel_linear (green) + 0.0722 * channel_linear (blue);
}

const TokPalette *
tok_palette_get (TokChartTheme theme)
{
  g_return_val_if_fail ((guint) theme < TOK_N_THEMES, &palettes[TOK_THEME_LIGHT]);

  return &palettes[theme];
}

TokChartTheme
tok_palette_theme_for (double red, double green, double blue)
{
  return luminance (red, green, blue) > 0.5 ? TOK_THEME_DARK : TOK_THEME_LIGHT;
}

double
tok_palette_contrast (const TokColor *one, const TokColor *other)
{
  double a = luminance (one->red, one->green, one->blue);
  double b = luminance (other->red, other->green, other->blue);

  return (MAX (a, b) + 0.05) / (MIN (a, b) + 0.05);
}
