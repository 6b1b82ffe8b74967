/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The offload cliff: tok/s by layers on the GPU, from none to all, beside the straight line people expect.  For MoE models a
 * second curve leaves only the routed experts of the other layers on the CPU. */

#include <glib/gi18n.h>
#include <math.h>

#include "core/footprint.h"
#include "present/chart-parts.h"
#include "present/labels.h"
#include "present/numbers.h"
#include "present/sentences.h"

/* Below it nothing waits worth a word. */
#define WAITS_SHARE 0.005

static guint
choose_layers (const TokPlan *plan,
               double         xs[TOK_SWEEP_MAX_POINTS])
{
  guint n_layers = plan->model->architecture->n_layers;
  guint n = MIN (n_layers + 1, TOK_SWEEP_MAX_POINTS);

  tok_sweep_values (0.0, n_layers, TOK_SCALE_LINEAR, 1.0, n, xs);
  return n;
}

static void
add_expectation (TokChartSpec        *spec,
                 const double        *xs,
                 const TokSweepPoint *points,
                 guint                n)
{
  TokChartSeries *series = tok_chart_spec_add_series (spec, TOK_SERIES_EXPECTATION, _("what people expect"), n, FALSE);
  double from = points[0].tok_s.likely, to = points[n - 1].tok_s.likely;

  for (guint i = 0; i < n; i++)
    {
      series->x[i] = xs[i];
      series->y[i] = from + (to - from) * xs[i] / MAX (xs[n - 1], 1.0);
    }
}

/* Layers from which on the plan does not fit; beyond the axis when all fit. */
static double
find_memory_end (const TokChartInput *input)
{
  guint max_layers = input->estimate->split.max_gpu_layers;

  return max_layers < input->plan->model->architecture->n_layers ? max_layers : TOK_MAX_LAYERS + 1.0;
}

/* All layers on the GPU but the experts of the first ones: x counts the layers that are there whole.  Memory ends elsewhere on this
 * curve than on the plan's: outside the hatching, what does not fit is left out. */
static void
add_experts (TokChartSpec  *spec,
             const TokPlan *plan,
             double         memory_end,
             const double  *xs,
             guint          n)
{
  g_auto (TokPlan) all = { 0 };
  double on_cpu[TOK_SWEEP_MAX_POINTS];
  TokSweepPoint points[TOK_SWEEP_MAX_POINTS];

  tok_plan_copy (plan, &all);
  tok_plan_set (&all, TOK_PARAM_GPU_LAYERS, TOK_MAX_LAYERS);
  for (guint i = 0; i < n; i++)
    on_cpu[i] = xs[n - 1] - xs[i];
  tok_sweep (&all, TOK_PARAM_EXPERT_LAYERS_CPU, on_cpu, n, points);
  for (guint i = 0; i < n; i++)
    if (xs[i] < memory_end && !tok_chart_point_fits (&points[i]))
      points[i].tok_s.likely = NAN;
  tok_chart_add_speeds (spec, TOK_SERIES_ALTERNATIVE, _("only experts on the CPU"), xs, points, n);
}

static void
add_baseline (TokChartSpec        *spec,
              const TokChartInput *input,
              const double        *xs,
              guint                n)
{
  TokSweepPoint points[TOK_SWEEP_MAX_POINTS];
  g_autofree char *label = NULL;

  /* Layers of a model with another number of them are another axis. */
  if (input->baseline == NULL || !tok_footprint_can_split (input->baseline)
      || input->baseline->model->architecture->n_layers != input->plan->model->architecture->n_layers)
    return;
  tok_sweep (input->baseline, TOK_PARAM_GPU_LAYERS, xs, n, points);
  label = tok_chart_baseline_label (input->plan, input->baseline);
  tok_chart_add_speeds (spec, TOK_SERIES_BASELINE, label, xs, points, n);
}

static char *
format_layers (double layers)
{
  g_autofree char *number = tok_format_tokens_full (layers);

  return g_strdup_printf (ngettext ("%s layer on the GPU", "%s layers on the GPU", (gulong) layers), number);
}

static void
set_axis (TokChartSpec  *spec,
          const TokPlan *plan)
{
  spec->x = (TokChartAxis) {
    .label = g_strdup (_("layers on the GPU")),
    .scale = TOK_AXIS_LINEAR,
    .maximum = plan->model->architecture->n_layers,
    .tick_format = tok_format_tokens_full,
    .value_format = format_layers,
    .whole_numbers = TRUE,
  };
}

static char *
subtitle (const TokChartInput *input)
{
  g_autofree char *model = tok_sentence_model (input->plan);
  g_autofree char *share = tok_format_percent (input->estimate->gpu_wait_share);

  if (input->estimate->gpu_wait_share < WAITS_SHARE)
    return g_strdup_printf (_("%s, tok/s by layers on the GPU"), model);
  return g_strdup_printf (_("%s, the GPU waits %s of the time"), model, share);
}

static void
set_mark (TokChartSpec        *spec,
          const TokChartInput *input)
{
  double layers = tok_split_gpu_layers (input->plan, &input->estimate->split);
  double tok_s = input->estimate->decode.tok_s.likely;
  g_autofree char *label = tok_chart_format_speed (tok_s);

  tok_chart_spec_set_mark (spec, layers, tok_s, label);
}

/* Where no layer can be moved there is no curve. */
static char *
why_empty (const TokPlan *plan)
{
  if (tok_plan_is_cpu_only (plan))
    return g_strdup (_("The CPU computes every layer: there is nothing to split."));
  if (!tok_footprint_can_split (plan))
    return g_strdup_printf (_("%s leaves no layers to the CPU: there is nothing to split."),
                            tok_label_engine (tok_plan_engine (plan)));
  return NULL;
}

TokChartSpec *
tok_chart_offload (const TokChartInput *input)
{
  TokChartSpec *spec = tok_chart_begin ("offload", input);
  double xs[TOK_SWEEP_MAX_POINTS];
  TokSweepPoint points[TOK_SWEEP_MAX_POINTS];
  guint n;

  set_axis (spec, input->plan);
  spec->subtitle = subtitle (input);
  spec->empty_text = why_empty (input->plan);
  if (spec->empty_text != NULL)
    return spec;
  n = choose_layers (input->plan, xs);
  tok_sweep (input->plan, TOK_PARAM_GPU_LAYERS, xs, n, points);

  tok_chart_add_speeds (spec, TOK_SERIES_LIKELY, _("likely"), xs, points, n);
  add_expectation (spec, xs, points, n);
  if (tok_architecture_is_moe (input->plan->model->architecture))
    add_experts (spec, input->plan, find_memory_end (input), xs, n);
  add_baseline (spec, input, xs, n);
  tok_chart_add_measured (spec, input, TOK_CHART_MEASURED_BY_LAYERS);
  tok_chart_add_out_of_memory (spec, input->plan, find_memory_end (input));
  set_mark (spec, input);
  tok_chart_fit_y (spec);
  return spec;
}
