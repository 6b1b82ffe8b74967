/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured speeds on the charts: points, with error bars where a deviation was printed.
 *
 * A row belongs to a chart when it was measured as the plan is, but for what the chart's axis moves.  Where that is not the depth,
 * rows of an empty cache stand apart from those at the plan's depth, and rows at other depths are left out. */

#include <glib/gi18n.h>
#include <math.h>

#include "core/comparison.h"
#include "core/units.h"
#include "present/chart-parts.h"

/* Below it a cache counts as empty. */
#define EMPTY_TOKENS 1024.0
/* Depths that differ by less than this share are the same. */
#define SAME_DEPTH 0.1

typedef struct { double x, y, deviation; } Point;

/* What has to be as in the plan on every chart. */
static const TokParam same_params[] = {
  TOK_PARAM_KV_K, TOK_PARAM_KV_V, TOK_PARAM_FLASH_ATTENTION, TOK_PARAM_KV_ON_CPU, TOK_PARAM_EXPERT_LAYERS_CPU,
};

/* What needs no plan of the row's own to be told. */
static gboolean
may_belong (const TokMeasurement *row,
            TokFileType           file_type)
{
  const TokMeasuredFlags other_clock = TOK_MEASURED_COUNTS_PROMPT | TOK_MEASURED_WHOLE_TIME;

  return row->kind == TOK_MEASURED_DECODE && row->batch <= 1.0 && row->acceptance == TOK_AUTO && (row->flags & other_clock) == 0
         && (row->file_type == TOK_AUTO || row->file_type == file_type);
}

static gboolean
is_set_as (const TokPlan *as_measured,
           const TokPlan *plan)
{
  for (gsize i = 0; i < G_N_ELEMENTS (same_params); i++)
    if (tok_plan_get (as_measured, same_params[i]) != tok_plan_get (plan, same_params[i]))
      return FALSE;
  return as_measured->n_devices == plan->n_devices;
}

/* The row on the axis; FALSE when it belongs to another chart.  The size chart is drawn with as many layers as fit. */
static gboolean
find_x (const TokChartInput *input,
        const TokPlan       *as_measured,
        TokChartMeasured     axis,
        double              *x)
{
  TokSplit split;
  guint layers;

  if (!is_set_as (as_measured, input->plan))
    return FALSE;
  tok_split_resolve (as_measured, &split);
  layers = tok_split_gpu_layers (as_measured, &split);
  switch (axis)
    {
    case TOK_CHART_MEASURED_BY_DEPTH:
      *x = tok_plan_depth_tokens (as_measured);
      return layers == tok_split_gpu_layers (input->plan, &input->estimate->split);
    case TOK_CHART_MEASURED_BY_SIZE:
      *x = as_measured->model->total_params / TOK_BILLION;
      return layers == split.max_gpu_layers;
    default:
      *x = layers;
      return TRUE;
    }
}

static gboolean
is_same_depth (double one,
               double other)
{
  return (one < EMPTY_TOKENS && other < EMPTY_TOKENS) || fabs (one - other) <= SAME_DEPTH * other;
}

/* Which of the two series: at the plan's depth, when empty, or -1. */
static int
find_series (const TokPlan   *plan,
             const TokPlan   *as_measured,
             TokChartMeasured axis)
{
  double depth = tok_plan_depth_tokens (as_measured);

  if (axis == TOK_CHART_MEASURED_BY_DEPTH || is_same_depth (depth, tok_plan_depth_tokens (plan)))
    return 0;
  return depth < EMPTY_TOKENS ? 1 : -1;
}

static void
collect_row (const TokChartInput  *input,
             const TokMeasurement *row,
             TokChartMeasured      axis,
             GArray               *series[2])
{
  g_auto (TokPlan) as_measured = { 0 };
  Point point = { .y = row->tok_s, .deviation = row->deviation };
  int index;

  if (!may_belong (row, input->plan->model->file_type)
      || tok_comparison_plan (input->plan, axis == TOK_CHART_MEASURED_BY_SIZE ? input->catalog : NULL, row, &as_measured)
         != TOK_ROW_COMPARED)
    return;
  index = find_series (input->plan, &as_measured, axis);
  if (index >= 0 && find_x (input, &as_measured, axis, &point.x))
    g_array_append_val (series[index], point);
}

static int
compare_points (gconstpointer one,
                gconstpointer other)
{
  const Point *a = one, *b = other;

  return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

static void
add_points (TokChartSpec *spec,
            const char   *label,
            GArray       *points)
{
  TokChartSeries *series;

  if (points->len == 0)
    return;
  g_array_sort (points, compare_points);
  series = tok_chart_spec_add_series (spec, TOK_SERIES_MEASURED, label, points->len, TRUE);
  for (guint i = 0; i < points->len; i++)
    {
      const Point *point = &g_array_index (points, Point, i);
      gboolean has_bar = point->deviation > 0.0;

      series->x[i] = point->x;
      series->y[i] = point->y;
      series->low[i] = has_bar ? MAX (point->y - point->deviation, 0.0) : NAN;
      series->high[i] = has_bar ? point->y + point->deviation : NAN;
    }
}

void
tok_chart_add_measured (TokChartSpec        *spec,
                        const TokChartInput *input,
                        TokChartMeasured     axis)
{
  const TokMeasurements *measurements = input->plan->measurements;
  GArray *series[2];

  if (measurements == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (series); i++)
    series[i] = g_array_new (FALSE, FALSE, sizeof (Point));
  for (guint i = 0; i < measurements->rows->len; i++)
    collect_row (input, &g_array_index (measurements->rows, TokMeasurement, i), axis, series);
  add_points (spec, _("measured"), series[0]);
  add_points (spec, _("measured when empty"), series[1]);
  for (guint i = 0; i < G_N_ELEMENTS (series); i++)
    g_array_unref (series[i]);
}
