/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exported files: valid, of the size asked for, and the same bytes each time; figures as text. */

#include "chart/export.h"

#include <math.h>
#include <string.h>

#include "samples.h"

static GBytes *
export_as (const TokChartSpec *spec, TokExportFormat format, guint width, guint height, double scale)
{
  const TokExportOptions options = { format, width, height, scale, TOK_THEME_LIGHT };
  g_autoptr (GError) error = NULL;
  GBytes *bytes = tok_chart_export (spec, &options, &error);

  g_assert_no_error (error);
  g_assert_nonnull (bytes);
  return bytes;
}

static guint32
big_endian_at (GBytes *bytes, gsize offset)
{
  guint32 value;

  g_assert_cmpuint (g_bytes_get_size (bytes), >=, offset + 4);
  memcpy (&value, (const char *) g_bytes_get_data (bytes, NULL) + offset, sizeof value);
  return GUINT32_FROM_BE (value);
}

/* PNG specification: eight bytes of signature, then IHDR with width and height at 16 and 20. */
static void
test_png_has_signature_and_size (void)
{
  g_autoptr (TokChartSpec) spec = sample_context ();
  g_autoptr (GBytes) bytes = export_as (spec, TOK_EXPORT_PNG, 960, 540, 1.5);

  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), 8, "\x89PNG\r\n\x1a\n", 8);
  g_assert_cmpuint (big_endian_at (bytes, 16), ==, 1440);
  g_assert_cmpuint (big_endian_at (bytes, 20), ==, 810);
}

static gboolean
holds (const char *data, gsize size, const char *words)
{
  gsize length = strlen (words);

  for (gsize i = 0; i + length <= size; i++)
    if (memcmp (data + i, words, length) == 0)
      return TRUE;
  return FALSE;
}

static void
test_pdf_has_header_and_fixed_date (void)
{
  g_autoptr (TokChartSpec) spec = sample_size ();
  g_autoptr (GBytes) bytes = export_as (spec, TOK_EXPORT_PDF, 600, 400, 1.0);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  g_assert_cmpmem (data, 5, "%PDF-", 5);
  g_assert_true (holds (data, size, "%%EOF"));
  g_assert_true (holds (data, size, "20000101000000Z"));
}

typedef struct { guint depth, n_title, n_desc, n_ids; char *title; GHashTable *ids; GPtrArray *uses; } Svg;

static void
svg_start (GMarkupParseContext *context, const char *name, const char **names, const char **values, gpointer data, GError **error)
{
  Svg *svg = data;

  svg->depth++;
  svg->n_title += strcmp (name, "title") == 0;
  svg->n_desc += strcmp (name, "desc") == 0;
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (strcmp (names[i], "id") == 0)
        g_assert_true (g_hash_table_add (svg->ids, g_strdup (values[i])));   /* no id twice */
      else if (strcmp (names[i], "xlink:href") == 0)
        g_ptr_array_add (svg->uses, g_strdup (values[i] + 1));
      else if (g_str_has_prefix (values[i], "url(#"))
        g_ptr_array_add (svg->uses, g_strndup (values[i] + 5, strlen (values[i]) - 6));
    }
}

static void
svg_end (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  ((Svg *) data)->depth--;
}

static void
svg_text (GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  Svg *svg = data;

  if (strcmp (g_markup_parse_context_get_element (context), "title") == 0)
    svg->title = g_strndup (text, length);
}

static void
parse_svg (GBytes *bytes, Svg *svg)
{
  const GMarkupParser parser = { svg_start, svg_end, svg_text, NULL, NULL };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, svg, NULL);
  g_autoptr (GError) error = NULL;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  *svg = (Svg) { .ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), .uses = g_ptr_array_new_with_free_func (g_free) };
  g_markup_parse_context_parse (context, data, (gssize) size, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_markup_parse_context_free (context);
}

static void
svg_clear (Svg *svg)
{
  g_hash_table_unref (svg->ids);
  g_ptr_array_unref (svg->uses);
  g_free (svg->title);
}

static void
test_svg_parses_and_says_what_it_shows (void)
{
  g_autoptr (TokChartSpec) spec = sample_context ();
  g_autoptr (GBytes) bytes = NULL;
  Svg svg;

  g_free (spec->title);
  spec->title = g_strdup ("Speed <of> a \"model\" & its cache");
  bytes = export_as (spec, TOK_EXPORT_SVG, 960, 540, 1.0);
  parse_svg (bytes, &svg);
  g_assert_cmpuint (svg.depth, ==, 0);
  g_assert_cmpuint (svg.n_title, ==, 1);
  g_assert_cmpuint (svg.n_desc, ==, 1);
  g_assert_cmpstr (svg.title, ==, spec->title);
  svg_clear (&svg);
}

/* Every use finds its id, and all ids carry the name of the chart: several charts can stand in one page. */
static void
test_svg_ids_are_whole_and_its_own (void)
{
  g_autoptr (TokChartSpec) spec = sample_context ();
  g_autoptr (GBytes) bytes = export_as (spec, TOK_EXPORT_SVG, 960, 540, 1.0);
  GHashTableIter iter;
  gpointer id;
  Svg svg;

  parse_svg (bytes, &svg);
  g_assert_cmpuint (svg.uses->len, >, 0);
  for (guint i = 0; i < svg.uses->len; i++)
    g_assert_true (g_hash_table_contains (svg.ids, g_ptr_array_index (svg.uses, i)));
  g_hash_table_iter_init (&iter, svg.ids);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    g_assert_true (g_str_has_prefix (id, "chart-context-"));
  svg_clear (&svg);
}

static void
test_same_input_gives_same_bytes (void)
{
  for (TokExportFormat format = TOK_EXPORT_PNG; format <= TOK_EXPORT_CSV; format++)
    {
      g_autoptr (TokChartSpec) spec = sample_context ();
      g_autoptr (TokChartSpec) again = sample_context ();
      g_autoptr (TokChartSpec) other = sample_size ();
      g_autoptr (GBytes) first = export_as (spec, format, 640, 400, 1.0);
      g_autoptr (GBytes) between = export_as (other, format, 333, 222, 2.0);
      g_autoptr (GBytes) second = export_as (again, format, 640, 400, 1.0);

      g_assert_true (g_bytes_equal (first, second));
      g_assert_false (g_bytes_equal (first, between));
    }
}

static void
test_scale_multiplies_pixels (void)
{
  g_autoptr (TokChartSpec) spec = sample_offload ();
  g_autoptr (GBytes) half = export_as (spec, TOK_EXPORT_PNG, 400, 300, 0.5);
  g_autoptr (GBytes) eight = export_as (spec, TOK_EXPORT_PNG, 400, 300, 8.0);

  g_assert_cmpuint (big_endian_at (half, 16), ==, 200);
  g_assert_cmpuint (big_endian_at (eight, 16), ==, 3200);
}

static void
test_impossible_sizes_are_refused_in_a_sentence (void)
{
  static const TokExportOptions refused[] = {
    { TOK_EXPORT_PNG, 99, 300, 1.0, TOK_THEME_LIGHT },   { TOK_EXPORT_PNG, 300, 8001, 1.0, TOK_THEME_LIGHT },
    { TOK_EXPORT_PNG, 300, 300, 0.4, TOK_THEME_LIGHT },  { TOK_EXPORT_PNG, 300, 300, 9.0, TOK_THEME_LIGHT },
    { TOK_EXPORT_PNG, 300, 300, NAN, TOK_THEME_LIGHT },  { TOK_EXPORT_PNG, 8000, 8000, 8.0, TOK_THEME_LIGHT },
    { TOK_EXPORT_PNG, 8000, 100, 8.0, TOK_THEME_LIGHT }, { TOK_EXPORT_SVG, 0, 0, 1.0, TOK_THEME_LIGHT },
  };
  g_autoptr (TokChartSpec) spec = sample_offload ();

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (tok_chart_export (spec, &refused[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_assert_true (g_str_has_suffix (error->message, "."));
    }
}

static void
test_any_chart_can_be_exported (void)
{
  for (guint32 seed = 0; seed < 60; seed++)
    {
      g_autoptr (TokChartSpec) spec = sample_random (seed);
      g_autoptr (GBytes) svg = export_as (spec, TOK_EXPORT_SVG, 300 + seed, 200, 1.0);
      g_autoptr (GBytes) pdf = export_as (spec, TOK_EXPORT_PDF, 300 + seed, 200, 1.0);
      gsize size;
      const char *text = g_bytes_get_data (svg, &size);

      g_assert_null (g_strstr_len (text, (gssize) size, "nan"));
      g_assert_cmpuint (g_bytes_get_size (pdf), >, 500);
    }
}

static void
test_format_follows_the_ending (void)
{
  TokExportFormat format;

  g_assert_true (tok_export_format_from_name ("cliff.svg", &format));
  g_assert_cmpint (format, ==, TOK_EXPORT_SVG);
  g_assert_true (tok_export_format_from_name ("/tmp/a.b/CLIFF.PNG", &format));
  g_assert_cmpint (format, ==, TOK_EXPORT_PNG);
  g_assert_true (tok_export_format_from_name ("x.pdf", &format));
  g_assert_cmpint (format, ==, TOK_EXPORT_PDF);
  g_assert_true (tok_export_format_from_name ("x.csv", &format));
  g_assert_cmpint (format, ==, TOK_EXPORT_CSV);
  g_assert_false (tok_export_format_from_name ("x.jpg", &format));
  g_assert_false (tok_export_format_from_name ("png", &format));
  g_assert_false (tok_export_format_from_name ("", &format));
}

static char *
euros (double value)
{
  return g_strdup_printf ("%.1f €", value);
}

static TokChartSpec *
table_spec (void)
{
  TokChartSpec *spec = tok_chart_spec_new ("table");
  TokChartSeries *series;

  spec->x.label = g_strdup ("tokens");
  spec->y.label = g_strdup ("tok/s");
  spec->y.value_format = euros;
  series = tok_chart_spec_add_series (spec, TOK_SERIES_LIKELY, "likely", 2, TRUE);
  series->x[1] = 2.0;
  series->y[0] = 0.1;
  series->y[1] = 1e6;
  series->low[1] = 5e5;
  series->high[1] = NAN;
  series = tok_chart_spec_add_series (spec, TOK_SERIES_BASELINE, "base, \"old\"", 1, FALSE);
  series->x[0] = 1.0;
  series->y[0] = 7.0;
  return spec;
}

/* One row for each x, nothing invented between points; quoted as in RFC 4180; missing figures are empty. */
static void
test_csv_has_exact_numbers (void)
{
  g_autoptr (TokChartSpec) spec = table_spec ();
  g_autofree char *rows = tok_chart_to_text (spec, ",", FALSE);

  g_assert_cmpstr (rows, ==,
                   "tokens,likely,\"likely, low\",\"likely, high\",\"base, \"\"old\"\"\"\n"
                   "0,0.1,0,0,\n"
                   "1,,,,7\n"
                   "2,1000000,500000,,\n");
}

/* What was measured twice at one depth is two rows, and no figure is lost. */
static void
test_csv_keeps_points_of_one_x_apart (void)
{
  g_autoptr (TokChartSpec) spec = table_spec ();
  TokChartSeries *series = tok_chart_spec_add_series (spec, TOK_SERIES_MEASURED, "measured", 3, FALSE);
  g_autofree char *rows = NULL;

  series->x[0] = series->x[1] = 1.0;
  series->x[2] = 2.0;
  series->y[0] = 5.0;
  series->y[1] = 6.0;
  series->y[2] = 8.0;
  rows = tok_chart_to_text (spec, ",", FALSE);
  g_assert_cmpstr (rows, ==,
                   "tokens,likely,\"likely, low\",\"likely, high\",\"base, \"\"old\"\"\",measured\n"
                   "0,0.1,0,0,,\n"
                   "1,,,,7,5\n"
                   "1,,,,,6\n"
                   "2,1000000,500000,,,8\n");
}

static void
test_table_for_people_uses_the_formats (void)
{
  g_autoptr (TokChartSpec) spec = table_spec ();
  g_autofree char *rows = NULL;

  tok_chart_spec_add_point (spec, 3.0, 4.0, "Llama", 1, FALSE);
  rows = tok_chart_to_text (spec, "\t", TRUE);
  g_assert_cmpstr (rows, ==,
                   "tokens\tlikely\tlikely, low\tlikely, high\t\"base, \"\"old\"\"\"\tPoint\ttok/s\n"
                   "0\t0.1 €\t0.0 €\t0.0 €\t\t\t\n"
                   "1\t\t\t\t7.0 €\t\t\n"
                   "2\t1000000.0 €\t500000.0 €\t\t\t\t\n"
                   "3\t\t\t\t\tLlama\t4.0 €\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export/png-has-signature-and-size", test_png_has_signature_and_size);
  g_test_add_func ("/export/pdf-has-header-and-fixed-date", test_pdf_has_header_and_fixed_date);
  g_test_add_func ("/export/svg-parses-and-says-what-it-shows", test_svg_parses_and_says_what_it_shows);
  g_test_add_func ("/export/svg-ids-are-whole-and-its-own", test_svg_ids_are_whole_and_its_own);
  g_test_add_func ("/export/same-input-gives-same-bytes", test_same_input_gives_same_bytes);
  g_test_add_func ("/export/scale-multiplies-pixels", test_scale_multiplies_pixels);
  g_test_add_func ("/export/impossible-sizes-are-refused-in-a-sentence", test_impossible_sizes_are_refused_in_a_sentence);
  g_test_add_func ("/export/any-chart-can-be-exported", test_any_chart_can_be_exported);
  g_test_add_func ("/export/format-follows-the-ending", test_format_follows_the_ending);
  g_test_add_func ("/export/csv-has-exact-numbers", test_csv_has_exact_numbers);
  g_test_add_func ("/export/csv-keeps-points-of-one-x-apart", test_csv_keeps_points_of_one_x_apart);
  g_test_add_func ("/export/table-for-people-uses-the-formats", test_table_for_people_uses_the_formats);
  return g_test_run ();
}
