/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the stacked bar draws, says and asks for. */

#include <gtk/gtk.h>
#include <math.h>

#include "shell/stacked-bar.h"
#include "shell/widget-palette.h"

#include "stage.h"

static const TokBarPart memory_parts[] = {
  { TOK_LOOK_WEIGHTS, 6.0, "weights", "6.0 GiB" },
  { TOK_LOOK_CACHE, 2.0, "KV cache", "2.0 GiB" },
  { TOK_LOOK_FREE, 4.0, "free", "4.0 GiB" },
};

static TokStackedBar *
memory_bar_new (void)
{
  TokStackedBar *bar = TOK_STACKED_BAR (tok_stacked_bar_new ());

  gtk_widget_set_valign (GTK_WIDGET (bar), GTK_ALIGN_START);
  tok_stacked_bar_set_parts (bar, "Memory 8 of 12 GiB", memory_parts, G_N_ELEMENTS (memory_parts), 12.0);
  return bar;
}

static guint32
pixel_of (const TokColor *color)
{
  return (guint32) lround (color->red * 255.0) << 16 | (guint32) lround (color->green * 255.0) << 8 |
         (guint32) lround (color->blue * 255.0);
}

static void
test_says_all_values (void)
{
  GtkWidget *bar = g_object_ref_sink (GTK_WIDGET (memory_bar_new ()));

  gtk_test_accessible_assert_role (bar, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (bar, GTK_ACCESSIBLE_PROPERTY_LABEL, "Memory 8 of 12 GiB");
  gtk_test_accessible_assert_property (bar, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "weights 6.0 GiB, KV cache 2.0 GiB, free 4.0 GiB");
  g_assert_finalize_object (bar);
}

static void
test_parts_take_their_share (void)
{
  TokStackedBar *bar = memory_bar_new ();
  GtkWidget *window = stage_open (GTK_WIDGET (bar), 600, 100);
  const TokPalette *palette = tok_widget_palette (GTK_WIDGET (bar));
  guint32 weights = pixel_of (&palette->series[TOK_SERIES_LIKELY]), free = pixel_of (&palette->grid);

  /* weights end at 300, the cache at 400 of 600 pixels */
  g_assert_cmphex (stage_pixel (GTK_WIDGET (bar), 10, 7), ==, weights);
  g_assert_cmphex (stage_pixel (GTK_WIDGET (bar), 297, 7), ==, weights);
  g_assert_cmphex (stage_pixel (GTK_WIDGET (bar), 303, 7), !=, weights);
  g_assert_cmphex (stage_pixel (GTK_WIDGET (bar), 396, 7), !=, free);
  g_assert_cmphex (stage_pixel (GTK_WIDGET (bar), 404, 7), ==, free);
  stage_close (window);
}

static void
test_right_to_left_begins_at_the_right (void)
{
  TokStackedBar *bar = memory_bar_new ();
  GtkWidget *window;
  const TokPalette *palette;

  gtk_widget_set_direction (GTK_WIDGET (bar), GTK_TEXT_DIR_RTL);
  window = stage_open (GTK_WIDGET (bar), 600, 100);
  palette = tok_widget_palette (GTK_WIDGET (bar));
  g_assert_cmphex (stage_pixel (GTK_WIDGET (bar), 590, 7), ==, pixel_of (&palette->series[TOK_SERIES_LIKELY]));
  g_assert_cmphex (stage_pixel (GTK_WIDGET (bar), 10, 7), ==, pixel_of (&palette->grid));
  stage_close (window);
}

static void
test_more_than_the_limit_is_drawn_beyond_a_mark (void)
{
  const TokBarPart parts[] = { { TOK_LOOK_WEIGHTS, 20.0, "weights", "20 GiB" } };
  TokStackedBar *bar = memory_bar_new ();
  GtkWidget *window = stage_open (GTK_WIDGET (bar), 600, 100);
  const TokPalette *palette = tok_widget_palette (GTK_WIDGET (bar));

  tok_stacked_bar_set_parts (bar, "Memory 20 of 15 GiB", parts, 1, 15.0);
  stage_settle (window);
  g_assert_cmphex (stage_pixel (GTK_WIDGET (bar), 450, 7), ==, pixel_of (&palette->text));
  g_assert_cmphex (stage_pixel (GTK_WIDGET (bar), 500, 7), ==, pixel_of (&palette->series[TOK_SERIES_LIKELY]));
  stage_close (window);
}

static void
test_what_is_no_amount_is_left_out (void)
{
  const TokBarPart parts[] = {
    { TOK_LOOK_WEIGHTS, NAN, "a", "0" },       { TOK_LOOK_CACHE, -1.0, "b", "0" },
    { TOK_LOOK_STATE, INFINITY, "c", "0" },    { TOK_LOOK_COMPUTE, 0.0, "d", "0" },
  };
  GtkWidget *bar = tok_stacked_bar_new ();
  GtkWidget *window;

  tok_stacked_bar_set_parts (TOK_STACKED_BAR (bar), "nothing", parts, G_N_ELEMENTS (parts), NAN);
  gtk_test_accessible_assert_property (bar, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
  window = stage_open (bar, 40, 40);
  stage_settle (window);
  stage_close (window);
}

static void
test_legend_breaks_into_lines (void)
{
  GtkWidget *bar = g_object_ref_sink (GTK_WIDGET (memory_bar_new ()));
  int minimum, natural, one_line, three_lines;

  gtk_widget_measure (bar, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  gtk_widget_measure (bar, GTK_ORIENTATION_VERTICAL, natural, &one_line, NULL, NULL, NULL);
  gtk_widget_measure (bar, GTK_ORIENTATION_VERTICAL, minimum, &three_lines, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <, natural / 2);
  g_assert_cmpint (three_lines, >, one_line + 20);
  g_assert_finalize_object (bar);
}

static void
test_legend_follows_the_size_of_text (void)
{
  GtkWidget *bar = GTK_WIDGET (memory_bar_new ());
  GtkWidget *window = stage_open (bar, 600, 100);
  GtkSettings *settings = gtk_widget_get_settings (bar);
  int before, after, dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  gtk_widget_measure (bar, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &before, NULL, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * dpi, NULL);
  stage_settle (window);
  gtk_widget_measure (bar, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &after, NULL, NULL);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  g_assert_cmpint (after, >, before * 3 / 2);
  stage_close (window);
}

int
main (int argc, char **argv)
{
  stage_init (&argc, &argv);

  g_test_add_func ("/stacked-bar/says-all-values", test_says_all_values);
  g_test_add_func ("/stacked-bar/parts-take-their-share", test_parts_take_their_share);
  g_test_add_func ("/stacked-bar/right-to-left-begins-at-the-right", test_right_to_left_begins_at_the_right);
  g_test_add_func ("/stacked-bar/more-than-the-limit-is-drawn-beyond-a-mark", test_more_than_the_limit_is_drawn_beyond_a_mark);
  g_test_add_func ("/stacked-bar/what-is-no-amount-is-left-out", test_what_is_no_amount_is_left_out);
  g_test_add_func ("/stacked-bar/legend-breaks-into-lines", test_legend_breaks_into_lines);
  g_test_add_func ("/stacked-bar/legend-follows-the-size-of-text", test_legend_follows_the_size_of_text);
  return g_test_run ();
}
