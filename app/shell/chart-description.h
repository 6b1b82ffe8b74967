/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart in words, for assistive technology. */

#pragma once

#include "chart/layout.h"

G_BEGIN_DECLS

/* What the chart shows and where the plan stands; new string. */
char *tok_chart_describe     (const TokChartSpec *spec);
/* The values at the crosshair; new string. */
char *tok_chart_describe_hit (const TokChartSpec *spec,
                              const TokChartHit  *hit);

G_END_DECLS
