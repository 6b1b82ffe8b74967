/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contrast of every color in every theme, by the formula of WCAG 2.1, and the choice of a theme. */

#include "chart/palette.h"

#define TEXT_CONTRAST 4.5
#define GRAPHICS_CONTRAST 3.0

/* What the window may put behind a chart that paints no background of its own: GTK's lightest and darkest surfaces. */
static const TokColor surfaces[TOK_N_THEMES][3] = {
  [TOK_THEME_LIGHT] = { { 1.0, 1.0, 1.0, 1.0 }, { 0.98, 0.98, 0.98, 1.0 }, { 0.965, 0.961, 0.957, 1.0 } },
  [TOK_THEME_DARK] = { { 0.11, 0.11, 0.12, 1.0 }, { 0.176, 0.176, 0.176, 1.0 }, { 0.208, 0.208, 0.208, 1.0 } },
  [TOK_THEME_PRINT] = { { 1.0, 1.0, 1.0, 1.0 }, { 1.0, 1.0, 1.0, 1.0 }, { 1.0, 1.0, 1.0, 1.0 } },
};

static void
assert_contrast (const TokColor *color, TokChartTheme theme, double least)
{
  g_assert_cmpfloat (tok_palette_contrast (color, &tok_palette_get (theme)->background), >=, least);
  for (guint i = 0; i < G_N_ELEMENTS (surfaces[theme]); i++)
    g_assert_cmpfloat (tok_palette_contrast (color, &surfaces[theme][i]), >=, least);
}

static void
test_text_is_readable (void)
{
  for (TokChartTheme theme = 0; theme < TOK_N_THEMES; theme++)
    {
      const TokPalette *palette = tok_palette_get (theme);

      assert_contrast (&palette->text, theme, TEXT_CONTRAST);
      assert_contrast (&palette->dim_text, theme, TEXT_CONTRAST);
      assert_contrast (&palette->hatch, theme, TEXT_CONTRAST);   /* also colors the label of a region */
      g_assert_cmpfloat (tok_palette_contrast (&palette->mark_text, &palette->mark), >=, TEXT_CONTRAST);
      for (guint role = 0; role < G_N_ELEMENTS (palette->series); role++)
        assert_contrast (&palette->series[role], theme, TEXT_CONTRAST);
    }
}

static void
test_graphics_stand_out (void)
{
  for (TokChartTheme theme = 0; theme < TOK_N_THEMES; theme++)
    {
      const TokPalette *palette = tok_palette_get (theme);

      assert_contrast (&palette->axis, theme, GRAPHICS_CONTRAST);
      assert_contrast (&palette->mark, theme, GRAPHICS_CONTRAST);
    }
}

static void
test_colors_are_opaque_where_contrast_counts (void)
{
  for (TokChartTheme theme = 0; theme < TOK_N_THEMES; theme++)
    {
      const TokPalette *palette = tok_palette_get (theme);

      g_assert_cmpfloat (palette->text.alpha, ==, 1.0);
      g_assert_cmpfloat (palette->dim_text.alpha, ==, 1.0);
      g_assert_cmpfloat (palette->axis.alpha, ==, 1.0);
      g_assert_cmpfloat (palette->mark.alpha, ==, 1.0);
      for (guint role = 0; role < G_N_ELEMENTS (palette->series); role++)
        g_assert_cmpfloat (palette->series[role].alpha, ==, 1.0);
    }
}

/* Known ratios: black on white is 21, a color on itself 1, #767676 on white 4.54 (WCAG's well-known gray). */
static void
test_contrast_is_that_of_wcag (void)
{
  TokColor black = { 0.0, 0.0, 0.0, 1.0 };
  TokColor white = { 1.0, 1.0, 1.0, 1.0 };
  TokColor gray = { 0x76 / 255.0, 0x76 / 255.0, 0x76 / 255.0, 1.0 };

  g_assert_cmpfloat_with_epsilon (tok_palette_contrast (&black, &white), 21.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (tok_palette_contrast (&white, &black), 21.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (tok_palette_contrast (&gray, &gray), 1.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (tok_palette_contrast (&gray, &white), 4.54, 0.005);
}

static void
test_light_text_asks_for_the_dark_theme (void)
{
  g_assert_cmpint (tok_palette_theme_for (0.93, 0.93, 0.93), ==, TOK_THEME_DARK);
  g_assert_cmpint (tok_palette_theme_for (1.0, 1.0, 1.0), ==, TOK_THEME_DARK);
  g_assert_cmpint (tok_palette_theme_for (0.18, 0.2, 0.21), ==, TOK_THEME_LIGHT);
  g_assert_cmpint (tok_palette_theme_for (0.0, 0.0, 0.0), ==, TOK_THEME_LIGHT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/palette/text-is-readable", test_text_is_readable);
  g_test_add_func ("/palette/graphics-stand-out", test_graphics_stand_out);
  g_test_add_func ("/palette/colors-are-opaque-where-contrast-counts", test_colors_are_opaque_where_contrast_counts);
  g_test_add_func ("/palette/contrast-is-that-of-wcag", test_contrast_is_that_of_wcag);
  g_test_add_func ("/palette/light-text-asks-for-the-dark-theme", test_light_text_asks_for_the_dark_theme);
  return g_test_run ();
}
