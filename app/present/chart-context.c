/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speed as the context fills: tok/s by tokens in the KV cache, from an empty cache to the longest the model was made for.
 *
 * Up to the plan's context the plan itself is swept by depth.  Beyond it the cache has to be larger: there the context grows
 * with the depth, memory with it, and layers move to the CPU or spill as they would. */

#include <glib/gi18n.h>
#include <math.h>

#include "core/units.h"
#include "present/chart-parts.h"
#include "present/labels.h"
#include "present/numbers.h"
#include "present/sentences.h"

#define N_DEPTHS 64
/* Where the logarithmic part of the axis begins, and the block engines read the cache in: speeds at its multiples make a smooth
 * curve, others a staircase. */
#define FIRST_DEPTH 256.0
#define SHORTEST_AXIS 4096.0
#define UNKNOWN_CONTEXT_MAX 131072.0
/* Of a ratio: 16 find the end of any context to within a token in ten thousand. */
#define BISECTIONS 16

#define READING_LOW_TOK_S 5.0
#define READING_HIGH_TOK_S 10.0

typedef struct
{
  double *xs;
  guint   n;
  guint   n_inside;    /* of those, in the plan's own cache */
} Depths;

static int
compare_doubles (const void *one,
                 const void *other)
{
  double a = *(const double *) one, b = *(const double *) other;

  return (a > b) - (a < b);
}

static double
longest_context (const TokPlan *plan)
{
  double context_max = plan->model->architecture->context_max;

  if (context_max <= 0.0)
    context_max = UNKNOWN_CONTEXT_MAX;
  return MAX (MAX (context_max, tok_plan_get (plan, TOK_PARAM_CONTEXT)), SHORTEST_AXIS);
}

/* Depths by ratio, and exactly those that matter: empty, the plan's depth and its context. */
static void
choose_depths (const TokPlan *plan,
               double         longest,
               double         xs[TOK_SWEEP_MAX_POINTS],
               Depths        *depths)
{
  double context = tok_plan_get (plan, TOK_PARAM_CONTEXT);
  guint n = 0;

  tok_sweep_values (FIRST_DEPTH, longest, TOK_SCALE_LOG, 1.0, N_DEPTHS, xs);
  for (guint i = 0; i < N_DEPTHS; i++)
    xs[i] = MIN (tok_round_up (xs[i], FIRST_DEPTH), longest);
  xs[N_DEPTHS] = 0.0;
  xs[N_DEPTHS + 1] = tok_plan_depth_tokens (plan);
  xs[N_DEPTHS + 2] = context;
  qsort (xs, N_DEPTHS + 3, sizeof *xs, compare_doubles);

  *depths = (Depths) { .xs = xs };
  for (guint i = 0; i < N_DEPTHS + 3; i++)
    if (n == 0 || xs[i] > xs[n - 1])
      xs[n++] = xs[i];
  depths->n = n;
  while (depths->n_inside < n && xs[depths->n_inside] <= context)
    depths->n_inside++;
}

static void
sweep_depths (const TokPlan *plan,
              const Depths  *depths,
              TokSweepPoint *points)
{
  g_auto (TokPlan) growing = { 0 };

  tok_sweep (plan, TOK_PARAM_DEPTH, depths->xs, depths->n_inside, points);
  tok_plan_copy (plan, &growing);
  tok_plan_set (&growing, TOK_PARAM_DEPTH, TOK_AUTO);
  tok_sweep (&growing, TOK_PARAM_CONTEXT, depths->xs + depths->n_inside, depths->n - depths->n_inside, points + depths->n_inside);
}

static gboolean
context_fits (const TokPlan *plan,
              double         context)
{
  TokSweepPoint point;

  tok_sweep (plan, TOK_PARAM_CONTEXT, &context, 1, &point);
  return tok_chart_point_fits (&point);
}

/* The shortest context that does not fit with the layers where they are, up to @longest; @longest when all fit. */
static double
find_memory_end (const TokPlan *plan,
                 double         longest)
{
  g_auto (TokPlan) all = { 0 };
  double fits = 1.0, too_long = longest;

  tok_chart_plan_with_all_layers (plan, &all);
  if (context_fits (&all, longest))
    return longest;
  if (!context_fits (&all, fits))
    return 0.0;
  for (guint i = 0; i < BISECTIONS && too_long - fits > 1.0; i++)
    {
      double middle = round (sqrt (fits * too_long));

      if (context_fits (&all, middle))
        fits = middle;
      else
        too_long = middle;
    }
  return too_long;
}

static void
add_cache_type (TokChartSpec  *spec,
                const TokPlan *plan,
                const Depths  *depths,
                TokKvType      type,
                TokSeriesRole  role)
{
  g_auto (TokPlan) other = { 0 };
  TokSweepPoint points[TOK_SWEEP_MAX_POINTS];
  g_autofree char *label = g_strdup_printf (_("KV cache %s"), tok_label_choice (TOK_PARAM_KV_K, type));

  tok_plan_copy (plan, &other);
  tok_plan_set (&other, TOK_PARAM_KV_K, type);
  tok_plan_set (&other, TOK_PARAM_KV_V, type);
  sweep_depths (&other, depths, points);
  tok_chart_add_speeds (spec, role, label, depths->xs, points, depths->n);
}

/* The two usual types the plan does not have. */
static void
add_cache_types (TokChartSpec  *spec,
                 const TokPlan *plan,
                 const Depths  *depths)
{
  static const TokKvType usual[] = { TOK_KV_Q8_0, TOK_KV_Q4_0, TOK_KV_F16 };
  static const TokSeriesRole roles[] = { TOK_SERIES_ALTERNATIVE, TOK_SERIES_ALTERNATIVE_2 };
  guint n_added = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (usual) && n_added < G_N_ELEMENTS (roles); i++)
    if (tok_plan_get (plan, TOK_PARAM_KV_K) != usual[i] || tok_plan_get (plan, TOK_PARAM_KV_V) != usual[i])
      add_cache_type (spec, plan, depths, usual[i], roles[n_added++]);
}

static void
add_baseline (TokChartSpec        *spec,
              const TokChartInput *input,
              double               longest)
{
  double xs[TOK_SWEEP_MAX_POINTS];
  TokSweepPoint points[TOK_SWEEP_MAX_POINTS];
  Depths depths;
  g_autofree char *label = NULL;

  if (input->baseline == NULL)
    return;
  choose_depths (input->baseline, longest, xs, &depths);
  sweep_depths (input->baseline, &depths, points);
  label = tok_chart_baseline_label (input->plan, input->baseline);
  tok_chart_add_speeds (spec, TOK_SERIES_BASELINE, label, xs, points, depths.n);
}

static char *
format_depth (double tokens)
{
  g_autofree char *number = tok_format_tokens_full (tokens);

  return g_strdup_printf (ngettext ("%s token", "%s tokens", (gulong) tokens), number);
}

static void
set_axis (TokChartSpec *spec,
          double        longest)
{
  spec->x = (TokChartAxis) {
    .label = g_strdup (_("tokens in the KV cache")),
    .scale = TOK_AXIS_LOG_FROM_ZERO,
    .minimum = FIRST_DEPTH,
    .maximum = longest,
    .tick_format = tok_format_tokens,
    .value_format = format_depth,
    .binary_ticks = TRUE,
    .whole_numbers = TRUE,
  };
}

static void
set_mark (TokChartSpec        *spec,
          const TokChartInput *input)
{
  double depth = tok_plan_depth_tokens (input->plan);
  double tok_s = input->estimate->decode.tok_s.likely;
  g_autofree char *speed = tok_format_speed (tok_s);
  g_autofree char *tokens = tok_format_tokens (depth);
  g_autofree char *label = g_strdup_printf (_("%s tok/s at %s"), speed, tokens);

  tok_chart_spec_set_mark (spec, depth, tok_s, label);
}

TokChartSpec *
tok_chart_context (const TokChartInput *input)
{
  TokChartSpec *spec = tok_chart_begin ("context", input);
  double longest = longest_context (input->plan);
  double xs[TOK_SWEEP_MAX_POINTS];
  TokSweepPoint points[TOK_SWEEP_MAX_POINTS];
  Depths depths;

  spec->subtitle = g_strdup (_("tok/s by tokens in the KV cache"));
  set_axis (spec, longest);
  choose_depths (input->plan, longest, xs, &depths);
  sweep_depths (input->plan, &depths, points);

  tok_chart_add_speeds (spec, TOK_SERIES_LIKELY, _("likely"), xs, points, depths.n);
  tok_chart_add_ceilings (spec, xs, points, depths.n);
  add_cache_types (spec, input->plan, &depths);
  add_baseline (spec, input, longest);
  tok_chart_add_measured (spec, input, TOK_CHART_MEASURED_BY_DEPTH);
  tok_chart_add_out_of_memory (spec, input->plan, find_memory_end (input->plan, longest));
  tok_chart_spec_add_zone (spec, READING_LOW_TOK_S, READING_HIGH_TOK_S, _("reading speed 5–10 tok/s"));
  set_mark (spec, input);
  tok_chart_fit_y (spec);
  return spec;
}
