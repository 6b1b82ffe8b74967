/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One drawing of a chart, split by layers; for draw.c only. */

#pragma once

#include <cairo.h>

#include "chart/layout-private.h"
#include "chart/palette.h"

G_BEGIN_DECLS

typedef struct
{
  cairo_t              *cr;
  const TokChartLayout *layout;
  const TokPalette     *palette;
  GArray               *texts;      /* of TokRect: what lines behind texts leave free */
} TokDrawing;

/* Zones, grid, regions, axis and the guide of the mark. */
void          tok_drawing_backdrop (const TokDrawing *drawing);
/* Bands, curves, measurements, named points and the mark. */
void          tok_drawing_data     (const TokDrawing *drawing);
TokSeriesRole tok_drawing_role     (const TokDrawing *drawing,
                                    guint             series);

G_END_DECLS
