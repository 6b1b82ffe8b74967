/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart in words: for screen readers and for the description inside an SVG. */

#pragma once

#include "chart/layout.h"

G_BEGIN_DECLS

/* What the chart shows: title, the ends of each curve, regions, the mark. */
char *tok_chart_spec_describe (const TokChartSpec *spec);
/* What the crosshair shows: "16k: likely 107 tok/s, ceiling 144 tok/s". */
char *tok_chart_hit_describe  (const TokChartSpec *spec,
                               const TokChartHit  *hit);

G_END_DECLS
