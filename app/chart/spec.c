/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds and frees what a chart shows.  Strings are copied, figures are left to the caller to fill. */

#include "chart/spec.h"

#define DEFAULT_POINT_LABELS 10

static void
axis_clear (TokChartAxis *axis)
{
  g_free (axis->label);
}

static void
series_clear (gpointer data)
{
  TokChartSeries *series = data;

  g_free (series->label);
  g_free (series->x);
  g_free (series->y);
  g_free (series->low);
  g_free (series->high);
}

static void
region_clear (gpointer data)
{
  g_free (((TokChartRegion *) data)->label);
}

static void
zone_clear (gpointer data)
{
  g_free (((TokChartZone *) data)->label);
}

static void
point_clear (gpointer data)
{
  g_free (((TokChartPoint *) data)->label);
}

static GArray *
array_new (guint element_size, GDestroyNotify clear)
{
  GArray *array = g_array_new (FALSE, TRUE, element_size);

  g_array_set_clear_func (array, clear);
  return array;
}

TokChartSpec *
tok_chart_spec_new (const char *id)
{
  TokChartSpec *spec = g_new0 (TokChartSpec, 1);

  spec->id = g_strdup (id);
  spec->x.maximum = 1.0;
  spec->y.maximum = 1.0;
  spec->series = array_new (sizeof (TokChartSeries), series_clear);
  spec->regions = array_new (sizeof (TokChartRegion), region_clear);
  spec->zones = array_new (sizeof (TokChartZone), zone_clear);
  spec->points = array_new (sizeof (TokChartPoint), point_clear);
  spec->max_point_labels = DEFAULT_POINT_LABELS;
  return spec;
}

void
tok_chart_spec_free (TokChartSpec *spec)
{
  if (spec == NULL)
    return;

  g_free (spec->id);
  g_free (spec->title);
  g_free (spec->subtitle);
  g_free (spec->caption);
  g_free (spec->empty_text);
  axis_clear (&spec->x);
  axis_clear (&spec->y);
  g_array_unref (spec->series);
  g_array_unref (spec->regions);
  g_array_unref (spec->zones);
  g_array_unref (spec->points);
  g_free (spec->mark_label);
  g_free (spec);
}

TokChartSeries *
tok_chart_spec_add_series (TokChartSpec  *spec,
                           TokSeriesRole  role,
                           const char    *label,
                           guint          n_points,
                           gboolean       with_band)
{
  TokChartSeries series = {
    .label = g_strdup (label),
    .role = role,
    .n_points = n_points,
    .x = g_new0 (double, n_points),
    .y = g_new0 (double, n_points),
    .low = with_band ? g_new0 (double, n_points) : NULL,
    .high = with_band ? g_new0 (double, n_points) : NULL,
  };

  g_array_append_val (spec->series, series);
  return &g_array_index (spec->series, TokChartSeries, spec->series->len - 1);
}

void
tok_chart_spec_add_region (TokChartSpec *spec, double from, double to, const char *label)
{
  TokChartRegion region = { from, to, g_strdup (label) };

  g_array_append_val (spec->regions, region);
}

void
tok_chart_spec_add_zone (TokChartSpec *spec, double from, double to, const char *label)
{
  TokChartZone zone = { from, to, g_strdup (label) };

  g_array_append_val (spec->zones, zone);
}

void
tok_chart_spec_add_point (TokChartSpec *spec,
                          double        x,
                          double        y,
                          const char   *label,
                          int           priority,
                          gboolean      hollow)
{
  TokChartPoint point = { x, y, g_strdup (label), priority, hollow };

  g_array_append_val (spec->points, point);
}

void
tok_chart_spec_set_mark (TokChartSpec *spec, double x, double y, const char *label)
{
  spec->has_mark = TRUE;
  spec->mark_x = x;
  spec->mark_y = y;
  g_free (spec->mark_label);
  spec->mark_label = g_strdup (label);
}

char *
tok_chart_axis_tick_text (const TokChartAxis *axis, double value)
{
  return axis->tick_format != NULL ? axis->tick_format (value) : g_strdup_printf ("%g", value);
}

char *
tok_chart_axis_value_text (const TokChartAxis *axis, double value)
{
  return axis->value_format != NULL ? axis->value_format (value) : tok_chart_axis_tick_text (axis, value);
}
