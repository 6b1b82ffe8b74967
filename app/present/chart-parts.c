/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the chart builders share.  Figures come from sweeps as they are; nothing here computes a speed. */

#include "present/chart-parts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/units.h"
#include "present/numbers.h"
#include "present/sentences.h"

#define Y_MARGIN 1.05
#define LOG_Y_MARGIN 1.4

char *
tok_chart_format_speed (double tok_s)
{
  g_autofree char *speed = tok_format_speed (tok_s);

  return g_strdup_printf (_("%s tok/s"), speed);
}

static char *
format_speed_tick (double tok_s)
{
  g_autofree char *number = g_strdup_printf ("%.4g", tok_s);

  return tok_s < 1e4 ? g_steal_pointer (&number) : tok_format_tokens_full (tok_s);
}

TokChartSpec *
tok_chart_begin (const char          *id,
                 const TokChartInput *input)
{
  TokChartSpec *spec = tok_chart_spec_new (id);

  spec->title = g_strdup (_(tok_chart_kind_find (id)->title));
  spec->caption = tok_sentence_caption (input->plan, input->estimate);
  spec->y.label = g_strdup (_("tok/s"));
  spec->y.tick_format = format_speed_tick;
  spec->y.value_format = tok_chart_format_speed;
  return spec;
}

void
tok_chart_add_speeds (TokChartSpec        *spec,
                      TokSeriesRole        role,
                      const char          *label,
                      const double        *xs,
                      const TokSweepPoint *points,
                      guint                n)
{
  TokChartSeries *series = tok_chart_spec_add_series (spec, role, label, n, role == TOK_SERIES_LIKELY);

  for (guint i = 0; i < n; i++)
    {
      series->x[i] = xs[i];
      series->y[i] = points[i].tok_s.likely;
      if (series->low != NULL)
        {
          series->low[i] = points[i].tok_s.low;
          series->high[i] = points[i].tok_s.high;
        }
    }
}

void
tok_chart_add_ceilings (TokChartSpec        *spec,
                        const double        *xs,
                        const TokSweepPoint *points,
                        guint                n)
{
  TokChartSeries *series = tok_chart_spec_add_series (spec, TOK_SERIES_CEILING, _("ceiling"), n, FALSE);

  for (guint i = 0; i < n; i++)
    {
      series->x[i] = xs[i];
      series->y[i] = points[i].ceiling_tok_s;
    }
}

void
tok_chart_add_out_of_memory (TokChartSpec  *spec,
                             const TokPlan *plan,
                             double         from)
{
  double total = 0.0;
  g_autofree char *memory = NULL;
  g_autofree char *label = NULL;

  for (guint i = 0; i < plan->n_devices; i++)
    total += plan->devices[i].device.memory_bytes;
  memory = tok_format_gib (total);
  label = g_strdup_printf (_("needs more than %s"), memory);
  if (from < spec->x.maximum)
    tok_chart_spec_add_region (spec, from, spec->x.maximum, label);
}

static void
extend (const double *values,
        guint         n,
        double       *least,
        double       *most)
{
  if (values == NULL)
    return;
  for (guint i = 0; i < n; i++)
    {
      /* A break of the curve compares false. */
      if (values[i] > 0.0 && values[i] < *least)
        *least = values[i];
      if (values[i] > *most)
        *most = values[i];
    }
}

void
tok_chart_fit_y (TokChartSpec *spec)
{
  double least = TOK_LARGEST, most = 0.0;

  for (guint i = 0; i < spec->series->len; i++)
    {
      const TokChartSeries *series = &g_array_index (spec->series, TokChartSeries, i);

      extend (series->y, series->n_points, &least, &most);
      extend (series->high, series->n_points, &least, &most);
    }
  for (guint i = 0; i < spec->points->len; i++)
    extend (&g_array_index (spec->points, TokChartPoint, i).y, 1, &least, &most);

  if (spec->y.scale == TOK_AXIS_LOG)
    {
      spec->y.minimum = MIN (least, most) / LOG_Y_MARGIN;
      spec->y.maximum = most * LOG_Y_MARGIN;
      return;
    }
  spec->y.minimum = 0.0;
  spec->y.maximum = most * Y_MARGIN;
}

gboolean
tok_chart_point_fits (const TokSweepPoint *point)
{
  return point->fit == TOK_FIT_FITS || point->fit == TOK_FIT_TIGHT;
}

void
tok_chart_plan_with_all_layers (const TokPlan *plan,
                                TokPlan       *copy)
{
  tok_plan_copy (plan, copy);
  /* Not by tok_plan_set(), which stops at the layers of this model: more than there are means all of any model. */
  if (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS) == TOK_AUTO)
    copy->values[TOK_PARAM_GPU_LAYERS] = TOK_MAX_LAYERS;
}

/* What a person would call the difference: the first of devices, model and file type that is another one. */
static char *
telling_part (const TokPlan *plan,
              const TokPlan *baseline)
{
  g_autofree char *devices = tok_sentence_devices (plan);
  g_autofree char *baseline_devices = tok_sentence_devices (baseline);
  g_autofree char *model = tok_sentence_model (plan);
  g_autofree char *baseline_model = tok_sentence_model (baseline);
  double file_type = tok_plan_get (baseline, TOK_PARAM_FILE_TYPE);

  if (strcmp (devices, baseline_devices) != 0)
    return g_steal_pointer (&baseline_devices);
  if (strcmp (model, baseline_model) != 0)
    return g_steal_pointer (&baseline_model);
  if (file_type != tok_plan_get (plan, TOK_PARAM_FILE_TYPE))
    return tok_format_param (TOK_PARAM_FILE_TYPE, file_type);
  return NULL;
}

char *
tok_chart_baseline_label (const TokPlan *plan,
                          const TokPlan *baseline)
{
  g_autofree char *part = telling_part (plan, baseline);

  return part != NULL ? g_strdup_printf (_("baseline: %s"), part) : g_strdup (_("baseline"));
}
