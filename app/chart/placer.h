/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps account of what a label must not cover while labels are placed one after the other. */

#pragma once

#include "chart/layout-private.h"

G_BEGIN_DECLS

typedef struct
{
  const TokChartLayout *layout;
  GArray               *taken;      /* of TokRect */
} TokPlacer;

void     tok_placer_init    (TokPlacer            *placer,
                             const TokChartLayout *layout);
void     tok_placer_clear   (TokPlacer            *placer);
void     tok_placer_take    (TokPlacer            *placer,
                             TokRect               rect);
/* Whether @rect lies inside the plot, on no line and on nothing taken. */
gboolean tok_placer_is_free (const TokPlacer      *placer,
                             const TokRect        *rect);
/* Of how much of what is in the plot a rectangle inside it would hide, 0 when it is free. */
double   tok_placer_hidden  (const TokPlacer      *placer,
                             const TokRect        *rect);
/* Share of @rect with a band behind it, plus the share with hatching, plus 1 when the edge of a hatched region crosses it:
 * readable, but less calm. */
double   tok_placer_behind  (const TokPlacer      *placer,
                             const TokRect        *rect);

G_END_DECLS
