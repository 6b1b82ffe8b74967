/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of a plan among the models of the fixture, and what tests look up in them. */

#pragma once

#include "present/charts.h"

G_BEGIN_DECLS

/* @baseline may be NULL. */
TokChartSpec         *tok_fixture_chart   (const char           *id,
                                           const TokPlan        *plan,
                                           const TokPlan        *baseline);
/* NULL when there is none of that name. */
const TokChartSeries *tok_find_series     (const TokChartSpec   *spec,
                                           const char           *label);
const TokChartPoint  *tok_find_point      (const TokChartSpec   *spec,
                                           const char           *label);
/* The value at exactly @x, which must be there. */
double                tok_series_value_at (const TokChartSeries *series,
                                           double                x);

G_END_DECLS
