/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A series in pixels: the vertices to draw, and for each pixel column the stretch the line covers, against which labels are
 * placed. */

#pragma once

#include "chart/layout.h"
#include "chart/scale.h"

G_BEGIN_DECLS

/* @starts: no line leads to this vertex.  @low and @high equal @y where the series has no band. */
typedef struct { double x, y, low, high; gboolean starts; } TokVertex;

typedef struct
{
  GArray  *vertices;      /* of TokVertex */
  gboolean has_band;
  double   left;          /* pixel of the first column */
  guint    n_columns;
  double  *top, *bottom;  /* of each column; top > bottom where the line does not pass */
} TokCurve;

TokCurve *tok_curve_new    (const TokChartSeries *series,
                            const TokScale       *x,
                            const TokScale       *y);
void      tok_curve_free   (TokCurve             *curve);
/* The stretch covered between two pixels; FALSE when the curve does not pass there. */
gboolean  tok_curve_range  (const TokCurve       *curve,
                            double                from,
                            double                to,
                            double               *top,
                            double               *bottom);
/* Number of columns in which the line comes closer to @rect than @margin. */
guint     tok_curve_covers (const TokCurve       *curve,
                            const TokRect        *rect,
                            double                margin);

G_END_DECLS
