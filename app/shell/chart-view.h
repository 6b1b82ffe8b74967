/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart that answers: a crosshair by pointer and arrow keys, and the plan's place on the x axis to click and drag.
 *
 * Keys: Left, Right, Page Up, Page Down, Home, End move the crosshair; Return takes its place into the plan; Escape hides it. */

#pragma once

#include "present/charts.h"
#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_CHART_VIEW (tok_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (TokChartView, tok_chart_view, TOK, CHART_VIEW, TokSessionView)

void     tok_chart_view_set_kind      (TokChartView       *view,
                                       const TokChartKind *kind);
/* The value on the x axis the crosshair stands at; FALSE when it is hidden. */
gboolean tok_chart_view_get_crosshair (TokChartView       *view,
                                       double             *x);

G_END_DECLS
