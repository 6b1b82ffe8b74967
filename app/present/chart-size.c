/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model size on this machine: tok/s by parameters in the plan's file type and context.
 *
 * The curve is the ladder of dense models; models of the catalog stand where they come out, MoE models above the curve.  Layers
 * on the GPU are automatic here: a number chosen for one model says nothing for another. */

#include <glib/gi18n.h>
#include <string.h>

#include "core/units.h"
#include "present/chart-parts.h"
#include "present/labels.h"
#include "present/model-shelf.h"
#include "present/numbers.h"
#include "present/sentences.h"

#define MAX_POINT_LABELS 10
#define N_NEAR 3
#define NEAR_PRIORITY 200
#define LANDMARK_PRIORITY 100
#define RECENT_PRIORITY 0
#define CROWD_PRIORITY (-1)
#define RECENT_YEARS 1
/* Sizes closer than this in octaves are one place on the axis: naming both says nothing. */
#define SAME_PLACE_OCTAVES 0.2
/* Dots closer than this in both directions lie on each other. */
#define SAME_DOT_RATIO 1.06

/* Models many people know by heart, best known first. */
static const char *const landmarks[] = {
  "llama-3.3-70b", "qwen3-30b-a3b", "gpt-oss-120b", "qwen3-32b", "deepseek-v3", "llama-3.2-1b", "llama-3.1-8b", "gpt-oss-20b",
  "gemma-3-27b", "qwen3-235b-a22b", "llama-3.2-3b", "glm-4.5-air", "qwen3-14b", "llama-3.1-405b", "qwen3-0.6b", "gemma-3-4b",
};

static void
plan_with_free_layers (const TokPlan *plan,
                       TokPlan       *copy)
{
  tok_plan_copy (plan, copy);
  tok_plan_set (copy, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
  tok_plan_set (copy, TOK_PARAM_EXPERT_LAYERS_CPU, 0.0);
}

static gboolean
size_fits (const TokPlan *plan,
           TokModel      *model)
{
  TokSweepPoint point;

  tok_sweep_models (plan, &model, 1, &point);
  return tok_chart_point_fits (&point);
}

/* Billions of parameters of the smallest model of the ladder that does not fit with every layer on the devices. */
static double
find_memory_end (const TokPlan   *plan,
                 TokModel *const *ladder,
                 guint            n)
{
  g_auto (TokPlan) all = { 0 };
  guint first = 0, end = n;

  tok_chart_plan_with_all_layers (plan, &all);
  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (size_fits (&all, ladder[middle]))
        first = middle + 1;
      else
        end = middle;
    }
  if (first == 0)
    return TOK_SHELF_SMALLEST;
  return first < n ? ladder[first]->total_params / TOK_BILLION : TOK_SHELF_LARGEST;
}

static void
sweep_ladder (const TokPlan   *plan,
              TokModel *const *ladder,
              guint            n,
              double          *xs,
              TokSweepPoint   *points)
{
  g_auto (TokPlan) free_layers = { 0 };

  plan_with_free_layers (plan, &free_layers);
  tok_sweep_models (&free_layers, ladder, n, points);
  for (guint i = 0; i < n; i++)
    xs[i] = points[i].x;
}

static void
add_curves (TokChartSpec        *spec,
            const TokChartInput *input)
{
  guint n;
  TokModel *const *ladder = tok_model_shelf_ladder (input->shelf, &n);
  double xs[TOK_SWEEP_MAX_POINTS];
  TokSweepPoint points[TOK_SWEEP_MAX_POINTS];
  g_auto (TokPlan) free_layers = { 0 };

  sweep_ladder (input->plan, ladder, n, xs, points);
  tok_chart_add_speeds (spec, TOK_SERIES_LIKELY, _("dense models"), xs, points, n);
  tok_chart_add_ceilings (spec, xs, points, n);
  if (input->baseline != NULL)
    {
      g_autofree char *label = tok_chart_baseline_label (input->plan, input->baseline);

      sweep_ladder (input->baseline, ladder, n, xs, points);
      tok_chart_add_speeds (spec, TOK_SERIES_BASELINE, label, xs, points, n);
    }
  plan_with_free_layers (input->plan, &free_layers);
  tok_chart_add_out_of_memory (spec, input->plan, find_memory_end (&free_layers, ladder, n));
}

static guint
newest_year (const TokCatalog *catalog)
{
  guint newest = 0;

  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    newest = MAX (newest, tok_catalog_model (catalog, i)->release_year);
  return newest;
}

/* Landmarks are named, recent models when they are near the plan, and the rest is the crowd. */
static int
find_priority (const TokCatalogModel *entry,
               guint                  newest)
{
  for (gsize i = 0; i < G_N_ELEMENTS (landmarks); i++)
    if (strcmp (entry->architecture->id, landmarks[i]) == 0)
      return LANDMARK_PRIORITY - (int) i;
  return entry->release_year + RECENT_YEARS >= newest ? RECENT_PRIORITY : CROWD_PRIORITY;
}

/* What does not fit whole is drawn hollow: part of it runs on the CPU or spills.  Several GPUs wait for each other as well; what
 * they hold has to be looked up. */
static gboolean
is_hollow (const TokPlan       *all_layers,
           TokModel            *model,
           const TokSweepPoint *point)
{
  if (all_layers->n_devices > 1)
    return !size_fits (all_layers, model);
  return !tok_chart_point_fits (point) || point->gpu_wait_share > 0.0;
}

static gboolean
is_near (double one,
         double other)
{
  return one < other * SAME_DOT_RATIO && other < one * SAME_DOT_RATIO;
}

/* The point whose dot would hide one at @x, @y; NULL when there is none. */
static TokChartPoint *
find_dot (const TokChartSpec *spec,
          double              x,
          double              y)
{
  for (guint i = 0; i < spec->points->len; i++)
    {
      TokChartPoint *point = &g_array_index (spec->points, TokChartPoint, i);

      if (is_near (point->x, x) && is_near (point->y, y))
        return point;
    }
  return NULL;
}

/* Models that come out alike are one dot, named after the best known of them. */
static void
add_model (TokChartSpec          *spec,
           const TokCatalogModel *entry,
           const TokSweepPoint   *point,
           gboolean               hollow,
           int                    priority)
{
  TokChartPoint *dot = find_dot (spec, point->x, point->tok_s.likely);

  if (dot == NULL)
    tok_chart_spec_add_point (spec, point->x, point->tok_s.likely, entry->architecture->name, priority, hollow);
  else if (priority > dot->priority)
    {
      g_free (dot->label);
      *dot = (TokChartPoint) { point->x, point->tok_s.likely, g_strdup (entry->architecture->name), priority, hollow };
    }
}

static void
add_points (TokChartSpec        *spec,
            const TokChartInput *input)
{
  guint n;
  TokModel *const *models = tok_model_shelf_catalog (input->shelf, &n);
  g_autofree TokSweepPoint *points = g_new (TokSweepPoint, n);
  g_auto (TokPlan) free_layers = { 0 };
  g_auto (TokPlan) all_layers = { 0 };
  guint newest = newest_year (input->catalog);

  plan_with_free_layers (input->plan, &free_layers);
  tok_sweep_models (&free_layers, models, n, points);
  tok_chart_plan_with_all_layers (&free_layers, &all_layers);
  for (guint i = 0; i < n; i++)
    {
      const TokCatalogModel *entry = tok_catalog_model (input->catalog, i);

      if (entry->architecture != input->plan->model->architecture && points[i].x >= spec->x.minimum && points[i].x <= spec->x.maximum)
        add_model (spec, entry, &points[i], is_hollow (&all_layers, models[i], &points[i]), find_priority (entry, newest));
    }
}

/* TRUE when @x is a place of its own: not that of a plan at @plan_x nor of a point that is named as near it. */
static gboolean
is_own_place (const TokChartSpec *spec,
              double              x,
              double              plan_x)
{
  if (fabs (log2 (x / plan_x)) < SAME_PLACE_OCTAVES)
    return FALSE;
  for (guint i = 0; i < spec->points->len; i++)
    {
      const TokChartPoint *point = &g_array_index (spec->points, TokChartPoint, i);

      if (point->priority >= NEAR_PRIORITY && fabs (log2 (x / point->x)) < SAME_PLACE_OCTAVES)
        return FALSE;
    }
  return TRUE;
}

static TokChartPoint *
nearest_unnamed (TokChartSpec *spec,
                 double        plan_x)
{
  TokChartPoint *nearest = NULL;

  for (guint i = 0; i < spec->points->len; i++)
    {
      TokChartPoint *point = &g_array_index (spec->points, TokChartPoint, i);

      if (point->priority == CROWD_PRIORITY || !is_own_place (spec, point->x, plan_x))
        continue;
      if (nearest == NULL || fabs (log2 (point->x / plan_x)) < fabs (log2 (nearest->x / plan_x)))
        nearest = point;
    }
  return nearest;
}

static void
name_points_near (TokChartSpec *spec,
                  double        plan_x)
{
  for (int i = 0; i < N_NEAR; i++)
    {
      TokChartPoint *point = nearest_unnamed (spec, plan_x);

      if (point != NULL)
        point->priority = NEAR_PRIORITY + N_NEAR - i;
    }
  for (guint i = 0; i < spec->points->len; i++)
    {
      TokChartPoint *point = &g_array_index (spec->points, TokChartPoint, i);

      if (point->priority == RECENT_PRIORITY)
        point->priority = CROWD_PRIORITY;
    }
}

static void
set_axes (TokChartSpec *spec)
{
  spec->x = (TokChartAxis) {
    .label = g_strdup (_("parameters")),
    .scale = TOK_AXIS_LOG,
    .minimum = TOK_SHELF_SMALLEST,
    .maximum = TOK_SHELF_LARGEST,
    .tick_format = tok_format_params,
    .value_format = tok_format_params,
  };
  spec->y.scale = TOK_AXIS_LOG;
}

TokChartSpec *
tok_chart_size (const TokChartInput *input)
{
  TokChartSpec *spec = tok_chart_begin ("size", input);
  const TokModel *model = input->plan->model;
  double plan_x = model->total_params / TOK_BILLION;
  g_autofree char *name = tok_sentence_model (input->plan);

  tok_model_shelf_set_file_type (input->shelf, model->file_type, model->with_imatrix);
  spec->subtitle = g_strdup_printf (_("tok/s by parameters, %s"), tok_label_choice (TOK_PARAM_FILE_TYPE, model->file_type));
  spec->max_point_labels = MAX_POINT_LABELS;
  set_axes (spec);
  add_curves (spec, input);
  add_points (spec, input);
  name_points_near (spec, plan_x);
  tok_chart_add_measured (spec, input, TOK_CHART_MEASURED_BY_SIZE);
  tok_chart_spec_set_mark (spec, plan_x, input->estimate->decode.tok_s.likely, name);
  tok_chart_fit_y (spec);
  return spec;
}
