/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the sample charts as pictures into a folder, for looking at them: render-sample FOLDER. */

#include <gio/gio.h>
#include <pango/pangocairo.h>

#include "chart/draw.h"
#include "chart/export.h"
#include "samples.h"

static const struct { guint width, height; } sizes[] = { { 400, 260 }, { 560, 300 }, { 850, 300 }, { 1700, 900 } };
static const char *const themes[] = { "light", "dark", "print" };

/* As on the screen: no title, the font of the desktop. */
static void
write_bare (const TokChartSpec *spec, const char *folder, guint width, guint height, TokChartTheme theme)
{
  g_autofree char *name = g_strdup_printf ("%s/%s-%ux%u-%s.png", folder, spec->id, width, height, themes[theme]);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) width, (int) height);
  cairo_t *cr = cairo_create (surface);
  PangoContext *context = sample_pango (0.95);
  g_autoptr (TokChartLayout) layout = tok_chart_layout_new (spec, context, width, height, TOK_LAYOUT_BARE);
  TokRect plot = tok_chart_layout_plot (layout);
  TokChartHit hit;

  tok_chart_draw (cr, layout, tok_palette_get (theme), TRUE);
  if (width == sizes[1].width && tok_chart_layout_hit (layout, plot.x + 0.7 * plot.width, plot.y + plot.height / 2.0, &hit))
    tok_chart_draw_crosshair (cr, layout, tok_palette_get (theme), &hit);
  cairo_surface_write_to_png (surface, name);
  g_object_unref (context);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static gboolean
write_export (const TokChartSpec *spec, const char *folder, const TokExportOptions *options, const char *ending)
{
  g_autofree char *name = g_strdup_printf ("%s/%s-export-%s.%s", folder, spec->id, themes[options->theme], ending);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = tok_chart_export (spec, options, &error);

  return bytes != NULL && g_file_set_contents (name, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error);
}

static gboolean
write_all (const TokChartSpec *spec, const char *folder)
{
  gboolean written = TRUE;

  for (TokChartTheme theme = 0; theme < TOK_N_THEMES; theme++)
    {
      const TokExportOptions png = { TOK_EXPORT_PNG, 960, 540, 1.0, theme };
      const TokExportOptions svg = { TOK_EXPORT_SVG, 960, 540, 1.0, theme };
      const TokExportOptions pdf = { TOK_EXPORT_PDF, 960, 540, 1.0, theme };

      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        write_bare (spec, folder, sizes[i].width, sizes[i].height, theme);
      written = write_export (spec, folder, &png, "png") && written;
      written = write_export (spec, folder, &svg, "svg") && written;
      written = write_export (spec, folder, &pdf, "pdf") && written;
    }
  return written;
}

int
main (int argc, char **argv)
{
  g_autoptr (TokChartSpec) context = sample_context ();
  g_autoptr (TokChartSpec) size = sample_size ();
  g_autoptr (TokChartSpec) offload = sample_offload ();

  if (argc != 2)
    {
      g_printerr ("Usage: render-sample FOLDER\n");
      return 2;
    }
  return write_all (context, argv[1]) && write_all (size, argv[1]) && write_all (offload, argv[1]) ? 0 : 1;
}
