/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole sentences with the same formats of values as crosshair and table. */

#include "chart/describe.h"

#include <glib/gi18n.h>
#include <math.h>

static void
add_sentence (GString *words, const char *sentence)
{
  if (sentence == NULL || *sentence == '\0')
    return;
  if (words->len > 0)
    g_string_append_c (words, ' ');
  g_string_append (words, sentence);
  if (!g_str_has_suffix (sentence, "."))
    g_string_append_c (words, '.');
}

/* The first or last point of a series with a figure; G_MAXUINT when there is none. */
static guint
end_of (const TokChartSeries *series, gboolean last)
{
  for (guint n = 0; n < series->n_points; n++)
    {
      guint i = last ? series->n_points - 1 - n : n;

      if (isfinite (series->x[i]) && isfinite (series->y[i]))
        return i;
    }
  return G_MAXUINT;
}

static void
add_series (GString *words, const TokChartSpec *spec, const TokChartSeries *series)
{
  guint first = end_of (series, FALSE), last = end_of (series, TRUE);
  g_autofree char *sentence = NULL;
  g_autofree char *first_x = NULL;
  g_autofree char *first_y = NULL;
  g_autofree char *last_x = NULL;
  g_autofree char *last_y = NULL;

  if (first == G_MAXUINT || series->label == NULL)
    return;
  first_x = tok_chart_axis_value_text (&spec->x, series->x[first]);
  first_y = tok_chart_axis_value_text (&spec->y, series->y[first]);
  last_x = tok_chart_axis_value_text (&spec->x, series->x[last]);
  last_y = tok_chart_axis_value_text (&spec->y, series->y[last]);
  if (first == last)
    /* Translators: a curve of one point: "measured: 143 tok/s at 512 tokens." */
    sentence = g_strdup_printf (_("%s: %s at %s."), series->label, first_y, first_x);
  else
    /* Translators: the ends of a curve: "likely: 150 tok/s at 512 tokens, 37 tok/s at 131072 tokens." */
    sentence = g_strdup_printf (_("%s: %s at %s, %s at %s."), series->label, first_y, first_x, last_y, last_x);
  add_sentence (words, sentence);
}

static void
add_region (GString *words, const TokChartSpec *spec, const TokChartRegion *region)
{
  g_autofree char *from = NULL;
  g_autofree char *sentence = NULL;

  if (region->label == NULL || !isfinite (region->from))
    return;
  from = tok_chart_axis_value_text (&spec->x, region->from);
  /* Translators: a hatched part of a chart: "From 32B: over 24 GB." */
  sentence = g_strdup_printf (_("From %s: %s."), from, region->label);
  add_sentence (words, sentence);
}

char *
tok_chart_spec_describe (const TokChartSpec *spec)
{
  GString *words = g_string_new (NULL);
  g_autofree char *mark = NULL;

  add_sentence (words, spec->title);
  add_sentence (words, spec->subtitle);
  if (spec->series->len == 0)
    add_sentence (words, spec->empty_text);
  if (spec->has_mark && spec->mark_label != NULL)
    mark = g_strdup_printf (_("The plan: %s."), spec->mark_label);
  add_sentence (words, mark);
  for (guint i = 0; i < spec->series->len; i++)
    add_series (words, spec, &g_array_index (spec->series, TokChartSeries, i));
  for (guint i = 0; i < spec->regions->len; i++)
    add_region (words, spec, &g_array_index (spec->regions, TokChartRegion, i));
  return g_string_free (words, FALSE);
}

static void
add_value (GString *words, const TokChartSpec *spec, const char *label, double value)
{
  g_autofree char *text = tok_chart_axis_value_text (&spec->y, value);

  if (label == NULL)
    return;
  /* Translators: name of a curve and its value. */
  g_string_append_printf (words, C_("curve", "%s %s"), label, text);
}

char *
tok_chart_hit_describe (const TokChartSpec *spec, const TokChartHit *hit)
{
  g_autofree char *x = tok_chart_axis_value_text (&spec->x, hit->x);
  GString *words = g_string_new (x);
  const char *separator = ": ";

  if (hit->point < spec->points->len)
    {
      const TokChartPoint *point = &g_array_index (spec->points, TokChartPoint, hit->point);

      g_string_append (words, separator);
      add_value (words, spec, point->label, point->y);
      separator = ", ";
    }
  for (guint i = 0; i < hit->n_values; i++)
    {
      g_string_append (words, separator);
      add_value (words, spec, g_array_index (spec->series, TokChartSeries, hit->values[i].series).label, hit->values[i].y);
      separator = ", ";
    }
  return g_string_free (words, FALSE);
}
