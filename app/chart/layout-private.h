/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a layout, for the files of the chart library only. */

#pragma once

#include "chart/curve.h"
#include "chart/layout.h"
#include "chart/scale.h"
#include "chart/text.h"

G_BEGIN_DECLS

/* A named point in pixels. */
typedef struct { double x, y; gboolean visible; } TokSpot;

struct _TokChartLayout
{
  const TokChartSpec *spec;
  PangoContext       *context;
  TokLayoutFlags      flags;
  TokRect             frame;       /* the whole chart */
  TokRect             plot;
  double              line;        /* height of a line of small text: the unit of all distances */
  TokScale            x, y;
  GArray             *x_ticks;     /* of double: pixels */
  GArray             *y_ticks;
  GArray             *texts;       /* of TokChartText */
  GPtrArray          *curves;      /* of TokCurve, one per series */
  GArray             *spots;       /* of TokSpot, one per named point */
};

/* Margins, ticks and the texts around the plot. */
void     tok_layout_place_frame  (TokChartLayout *layout);
/* The texts inside the plot; curves and scales must be there. */
void     tok_layout_place_labels (TokChartLayout *layout);
void     tok_layout_add_text     (TokChartLayout *layout,
                                  TokTextKind     kind,
                                  guint           index,
                                  TokRect         rect,
                                  const char     *text);
gboolean tok_layout_is_rtl       (const TokChartLayout *layout);
/* Whether the chart is a sentence instead of a plot. */
gboolean tok_layout_is_empty     (const TokChartLayout *layout);
/* Where the mark stands, in pixels; FALSE when the spec has none within the range of the x axis. */
gboolean tok_layout_mark         (const TokChartLayout *layout,
                                  double               *x,
                                  double               *y);
/* The left and right pixel of region @i, within the plot; FALSE when nothing of it is to be seen. */
gboolean tok_layout_region       (const TokChartLayout *layout,
                                  guint                 i,
                                  double               *left,
                                  double               *right);
/* The top and bottom pixel of zone @i, likewise. */
gboolean tok_layout_zone         (const TokChartLayout *layout,
                                  guint                 i,
                                  double               *top,
                                  double               *bottom);
/* Where named point @i stands; FALSE when it is outside the plot. */
gboolean tok_layout_point        (const TokChartLayout *layout,
                                  guint                 i,
                                  double               *x,
                                  double               *y);

G_END_DECLS
