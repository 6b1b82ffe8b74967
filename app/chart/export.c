/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a chart into the bytes of a file.  Nothing of the time, the screen or an earlier export gets into them. */

#include "chart/export.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "chart/describe.h"
#include "chart/draw.h"
#include "chart/svg.h"

#define LEAST_LENGTH 100
#define LARGEST_LENGTH 8000
#define LEAST_SCALE 0.5
#define LARGEST_SCALE 8.0
#define LARGEST_SIDE 32767.0                       /* of a cairo surface */
#define LARGEST_PIXELS (64.0 * 1024.0 * 1024.0)   /* 256 MiB of picture */
#define RESOLUTION 96.0
#define FONT "Noto Sans,Cantarell,DejaVu Sans,Sans 10.5"
#define FIXED_DATE "2000-01-01T00:00:00Z"         /* in every PDF, for equal bytes */

gboolean
tok_export_format_from_name (const char *name, TokExportFormat *format)
{
  static const struct { const char *ending; TokExportFormat format; } endings[] = {
    { ".png", TOK_EXPORT_PNG }, { ".svg", TOK_EXPORT_SVG }, { ".pdf", TOK_EXPORT_PDF }, { ".csv", TOK_EXPORT_CSV },
  };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (lower, endings[i].ending))
      {
        *format = endings[i].format;
        return TRUE;
      }
  return FALSE;
}

static double
scale_of (const TokExportOptions *options)
{
  return options->format == TOK_EXPORT_PNG ? options->scale : 1.0;
}

static gboolean
length_is_valid (guint length)
{
  return length >= LEAST_LENGTH && length <= LARGEST_LENGTH;
}

static gboolean
check_options (const TokExportOptions *options, GError **error)
{
  double scale = scale_of (options);
  double width = options->width * scale, height = options->height * scale;

  if (!length_is_valid (options->width) || !length_is_valid (options->height))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("The chart cannot be %u × %u: width and height must lie between %d and %d."),
                   options->width, options->height, LEAST_LENGTH, LARGEST_LENGTH);
      return FALSE;
    }
  if (!(scale >= LEAST_SCALE && scale <= LARGEST_SCALE))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("The chart cannot be enlarged %g times: the scale must lie between %g and %g."),
                   scale, LEAST_SCALE, LARGEST_SCALE);
      return FALSE;
    }
  if (width * height > LARGEST_PIXELS || MAX (width, height) > LARGEST_SIDE)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("A picture of %.0f × %.0f pixels is too large: choose a smaller size or scale, or export as SVG."),
                   width, height);
      return FALSE;
    }
  return TRUE;
}

/* A context like that of a screen at 96 dpi, without hinting, so that a text is as wide at every scale. */
static PangoContext *
context_new (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  PangoFontDescription *font = pango_font_description_from_string (FONT);
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, RESOLUTION);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_font_description (context, font);
  pango_font_description_free (font);
  cairo_font_options_destroy (options);
  return context;
}

static void
draw (cairo_surface_t *surface, const TokChartSpec *spec, const TokExportOptions *options)
{
  PangoContext *context = context_new ();
  g_autoptr (TokChartLayout) layout = tok_chart_layout_new (spec, context, options->width, options->height,
                                                            TOK_LAYOUT_TITLE | TOK_LAYOUT_CAPTION);
  cairo_t *cr = cairo_create (surface);

  g_object_unref (context);
  tok_chart_draw (cr, layout, tok_palette_get (options->theme), TRUE);
  cairo_destroy (cr);
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
surface_new (const TokChartSpec *spec, const TokExportOptions *options, GByteArray *bytes)
{
  cairo_surface_t *surface;
  double scale = scale_of (options);

  switch (options->format)
    {
    case TOK_EXPORT_SVG:
      surface = cairo_svg_surface_create_for_stream (append_bytes, bytes, options->width, options->height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
      return surface;
    case TOK_EXPORT_PDF:
      surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, options->width, options->height);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, spec->title != NULL ? spec->title : "");
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, FIXED_DATE);
      return surface;
    case TOK_EXPORT_PNG:
    case TOK_EXPORT_CSV:
    default:
      surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24,
                                            (int) round (options->width * scale), (int) round (options->height * scale));
      cairo_surface_set_device_scale (surface, scale, scale);
      return surface;
    }
}

static GBytes *
export_picture (const TokChartSpec *spec, const TokExportOptions *options, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *surface = surface_new (spec, options, bytes);
  cairo_status_t status = CAIRO_STATUS_SUCCESS;

  draw (surface, spec, options);
  if (options->format == TOK_EXPORT_PNG)
    status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("The chart could not be drawn: %s."), cairo_status_to_string (status));
      return NULL;
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

static GBytes *
export_svg (const TokChartSpec *spec, const TokExportOptions *options, GError **error)
{
  g_autoptr (GBytes) drawn = export_picture (spec, options, error);
  g_autofree char *description = NULL;

  if (drawn == NULL)
    return NULL;
  description = tok_chart_spec_describe (spec);
  return tok_svg_finish (drawn, spec->id != NULL ? spec->id : "", spec->title != NULL ? spec->title : "", description);
}

GBytes *
tok_chart_export (const TokChartSpec *spec, const TokExportOptions *options, GError **error)
{
  if (options->format == TOK_EXPORT_CSV)
    {
      char *rows = tok_chart_to_text (spec, ",", FALSE);

      return g_bytes_new_take (rows, strlen (rows));
    }
  if (!check_options (options, error))
    return NULL;
  return options->format == TOK_EXPORT_SVG ? export_svg (spec, options, error) : export_picture (spec, options, error);
}
