/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the chart builders share: curves from sweeps, where memory runs out, axes and labels. */

#pragma once

#include "core/sweep.h"
#include "present/charts.h"

G_BEGIN_DECLS

/* The builders of the list in charts.c. */
TokChartSpec *tok_chart_context          (const TokChartInput *input);
TokChartSpec *tok_chart_size             (const TokChartInput *input);
TokChartSpec *tok_chart_offload          (const TokChartInput *input);

/* What the axis of a chart moves. */
typedef enum { TOK_CHART_MEASURED_BY_DEPTH, TOK_CHART_MEASURED_BY_SIZE, TOK_CHART_MEASURED_BY_LAYERS } TokChartMeasured;

/* A spec with title and caption, its y axis in tok/s. */
TokChartSpec *tok_chart_begin            (const char          *id,
                                          const TokChartInput *input);
/* Adds tok/s over @xs, the band as well for TOK_SERIES_LIKELY. */
void          tok_chart_add_speeds       (TokChartSpec        *spec,
                                          TokSeriesRole        role,
                                          const char          *label,
                                          const double        *xs,
                                          const TokSweepPoint *points,
                                          guint                n);
void          tok_chart_add_ceilings     (TokChartSpec        *spec,
                                          const double        *xs,
                                          const TokSweepPoint *points,
                                          guint                n);
/* Adds the plan's measurements that belong to such a chart; no series where there are none (chart-measured.c). */
void          tok_chart_add_measured     (TokChartSpec        *spec,
                                          const TokChartInput *input,
                                          TokChartMeasured     axis);
/* Adds the hatched region from @from to the end of the x axis, labeled with the memory that is exceeded. */
void          tok_chart_add_out_of_memory (TokChartSpec       *spec,
                                           const TokPlan      *plan,
                                           double              from);
/* Ends the y axis just above and, where it is logarithmic, below everything drawn. */
void          tok_chart_fit_y            (TokChartSpec        *spec);
gboolean      tok_chart_point_fits       (const TokSweepPoint *point);
/* A copy of @plan that keeps every layer on the devices whatever memory says, unless the person chose their number. */
void          tok_chart_plan_with_all_layers (const TokPlan   *plan,
                                              TokPlan         *copy);
/* "baseline: RTX 3090": by what tells the two plans apart. */
char         *tok_chart_baseline_label   (const TokPlan       *plan,
                                          const TokPlan       *baseline);
/* "168 tok/s" */
char         *tok_chart_format_speed     (double               tok_s);

G_END_DECLS
