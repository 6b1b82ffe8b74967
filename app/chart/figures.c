/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a chart as rows of text: one row for each x that any series has, then the named points. */

#include "chart/export.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* More digits than any figure means, and none of the noise of binary fractions. */
#define EXACT_FORMAT "%.10g"

typedef struct
{
  const TokChartSpec *spec;
  const char         *separator;
  gboolean            for_people;
  GString            *text;
} Table;

/* Quoted as RFC 4180 asks when the cell could be mistaken for more than one. */
static void
add_cell (Table *table, const char *text, gboolean is_first)
{
  if (!is_first)
    g_string_append (table->text, table->separator);
  if (strstr (text, table->separator) == NULL && strpbrk (text, "\"\r\n") == NULL)
    {
      g_string_append (table->text, text);
      return;
    }
  g_string_append_c (table->text, '"');
  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (table->text, '"');
      g_string_append_c (table->text, *c);
    }
  g_string_append_c (table->text, '"');
}

static void
add_number (Table *table, const TokChartAxis *axis, double value, gboolean is_first)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = NULL;

  if (!isfinite (value))
    text = g_strdup ("");
  else if (table->for_people)
    text = tok_chart_axis_value_text (axis, value);
  else
    text = g_strdup (g_ascii_formatd (digits, sizeof digits, EXACT_FORMAT, value));
  add_cell (table, text, is_first);
}

static gboolean
has_band (const TokChartSeries *series)
{
  return series->low != NULL && series->high != NULL;
}

static const char *
or_empty (const char *text)
{
  return text != NULL ? text : "";
}

static void
add_header (Table *table)
{
  const GArray *all = table->spec->series;

  add_cell (table, or_empty (table->spec->x.label), TRUE);
  for (guint i = 0; i < all->len; i++)
    {
      const TokChartSeries *series = &g_array_index (all, TokChartSeries, i);
      g_autofree char *low = NULL;
      g_autofree char *high = NULL;

      add_cell (table, or_empty (series->label), FALSE);
      if (!has_band (series))
        continue;
      low = g_strdup_printf (_("%s, low"), or_empty (series->label));
      high = g_strdup_printf (_("%s, high"), or_empty (series->label));
      add_cell (table, low, FALSE);
      add_cell (table, high, FALSE);
    }
  if (table->spec->points->len > 0)
    {
      add_cell (table, _("Point"), FALSE);
      add_cell (table, or_empty (table->spec->y.label), FALSE);
    }
  g_string_append_c (table->text, '\n');
}

/* The point of @series that is its @nth at @x, from 0; n_points when there is none. */
static guint
find_nth (const TokChartSeries *series, double x, guint nth)
{
  for (guint i = 0; i < series->n_points; i++)
    if (series->x[i] == x && nth-- == 0)
      return i;
  return series->n_points;
}

/* The figures of the @nth point of @series at @x, or empty cells; NULL @x asks for empty cells. */
static void
add_series_cells (Table *table, const TokChartSeries *series, const double *x, guint nth)
{
  guint i = x != NULL ? find_nth (series, *x, nth) : series->n_points;

  add_number (table, &table->spec->y, i < series->n_points ? series->y[i] : NAN, FALSE);
  if (!has_band (series))
    return;
  add_number (table, &table->spec->y, i < series->n_points ? series->low[i] : NAN, FALSE);
  add_number (table, &table->spec->y, i < series->n_points ? series->high[i] : NAN, FALSE);
}

static void
add_row (Table *table, double x, guint nth, const TokChartPoint *point)
{
  add_number (table, &table->spec->x, x, TRUE);
  for (guint i = 0; i < table->spec->series->len; i++)
    add_series_cells (table, &g_array_index (table->spec->series, TokChartSeries, i), point == NULL ? &x : NULL, nth);
  if (table->spec->points->len > 0)
    {
      add_cell (table, point != NULL ? or_empty (point->label) : "", FALSE);
      add_number (table, &table->spec->y, point != NULL ? point->y : NAN, FALSE);
    }
  g_string_append_c (table->text, '\n');
}

/* What was measured more than once at one x takes more than one row. */
static guint
count_rows (const TokChartSpec *spec, double x)
{
  guint most = 0;

  for (guint i = 0; i < spec->series->len; i++)
    {
      const TokChartSeries *series = &g_array_index (spec->series, TokChartSeries, i);

      while (find_nth (series, x, most) < series->n_points)
        most++;
    }
  return most;
}

static int
compare_double (gconstpointer one, gconstpointer other)
{
  double a = *(const double *) one, b = *(const double *) other;

  return a < b ? -1 : a > b;
}

/* All finite x of all series, ascending; the same x may stand there more than once. */
static GArray *
collect_x (const TokChartSpec *spec)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < spec->series->len; i++)
    {
      const TokChartSeries *series = &g_array_index (spec->series, TokChartSeries, i);

      for (guint j = 0; j < series->n_points; j++)
        if (isfinite (series->x[j]))
          g_array_append_val (all, series->x[j]);
    }
  g_array_sort (all, compare_double);
  return all;
}

static void
add_rows (Table *table, double x)
{
  guint n = count_rows (table->spec, x);

  for (guint nth = 0; nth < n; nth++)
    add_row (table, x, nth, NULL);
}

char *
tok_chart_to_text (const TokChartSpec *spec, const char *separator, gboolean for_people)
{
  Table table = { spec, separator, for_people, g_string_new (NULL) };
  g_autoptr (GArray) all_x = collect_x (spec);

  add_header (&table);
  for (guint i = 0; i < all_x->len; i++)
    if (i == 0 || g_array_index (all_x, double, i) != g_array_index (all_x, double, i - 1))
      add_rows (&table, g_array_index (all_x, double, i));
  for (guint i = 0; i < spec->points->len; i++)
    {
      const TokChartPoint *point = &g_array_index (spec->points, TokChartPoint, i);

      add_row (&table, point->x, 0, point);
    }
  return g_string_free (table.text, FALSE);
}
