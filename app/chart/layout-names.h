/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of curves and of points, placed beside what they name. */

#pragma once

#include "chart/placer.h"

G_BEGIN_DECLS

/* Marks the places of all named and measured points as taken. */
void tok_layout_take_points  (const TokChartLayout *layout,
                              TokPlacer            *placer);
void tok_layout_place_series (TokChartLayout       *layout,
                              TokPlacer            *placer);
void tok_layout_place_points (TokChartLayout       *layout,
                              TokPlacer            *placer);

G_END_DECLS
