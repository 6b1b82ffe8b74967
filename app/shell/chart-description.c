/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes a chart from its spec alone: title and message, the plan, what does not fit, the crosshair. */

#include "shell/chart-description.h"

#include <glib/gi18n.h>

static char *
format_value (const TokChartAxis *axis, double value)
{
  return axis->value_format != NULL ? axis->value_format (value) : g_strdup_printf ("%g", value);
}

static void
append_sentence (GString *text, char *sentence)
{
  g_autofree char *owned = sentence;

  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", owned);
}

static void
append_plan (GString *text, const TokChartSpec *spec)
{
  g_autofree char *x = format_value (&spec->x, spec->mark_x);
  g_autofree char *y = format_value (&spec->y, spec->mark_y);

  /* Translators: the place of the plan in a chart, first on the upright axis: "The plan stands at 107 tok/s, 16 384 tokens." */
  append_sentence (text, g_strdup_printf (_("The plan stands at %s, %s."), y, x));
}

static void
append_regions (GString *text, const TokChartSpec *spec)
{
  for (guint i = 0; i < spec->regions->len; i++)
    {
      const TokChartRegion *region = &g_array_index (spec->regions, TokChartRegion, i);
      g_autofree char *from = format_value (&spec->x, region->from);

      /* Translators: a part of a chart and where it begins: "From 32 768 tokens: needs more than 24 GiB." */
      append_sentence (text, g_strdup_printf (_("From %s: %s."), from, region->label));
    }
}

char *
tok_chart_describe (const TokChartSpec *spec)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (spec->subtitle != NULL)
    append_sentence (text, g_strdup_printf ("%s.", spec->subtitle));
  if (spec->series->len == 0 && spec->empty_text != NULL)
    append_sentence (text, g_strdup (spec->empty_text));
  if (spec->has_mark)
    append_plan (text, spec);
  append_regions (text, spec);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
tok_chart_describe_hit (const TokChartSpec *spec, const TokChartHit *hit)
{
  g_autofree char *x = format_value (&spec->x, hit->x);
  GString *text = g_string_new (x);

  for (guint i = 0; i < hit->n_values; i++)
    {
      g_autofree char *y = format_value (&spec->y, hit->values[i].y);

      g_string_append_printf (text, ", %s %s", g_array_index (spec->series, TokChartSeries, hit->values[i].series).label, y);
    }
  if (hit->point != G_MAXUINT)
    g_string_append_printf (text, ", %s", g_array_index (spec->points, TokChartPoint, hit->point).label);
  return g_string_free (text, FALSE);
}
