/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything of a chart goes, in pixels: the numbers that drawing, hit-testing and describing share. */

#pragma once

#include <pango/pango.h>

#include "chart/spec.h"

G_BEGIN_DECLS

typedef struct _TokChartLayout TokChartLayout;

typedef enum
{
  TOK_TEXT_TITLE, TOK_TEXT_SUBTITLE, TOK_TEXT_CAPTION, TOK_TEXT_TICK_X, TOK_TEXT_TICK_Y, TOK_TEXT_AXIS,
  TOK_TEXT_SERIES, TOK_TEXT_REGION, TOK_TEXT_ZONE, TOK_TEXT_POINT, TOK_TEXT_MARK, TOK_TEXT_EMPTY,
} TokTextKind;

typedef struct { double x, y, width, height; } TokRect;

typedef struct
{
  TokTextKind kind;
  guint       index;      /* series, region, zone or point it belongs to */
  TokRect     rect;
  char       *text;
} TokChartText;

/* What the crosshair tells at one x. */
typedef struct
{
  double  x;              /* data value, snapped to a point of the first series or a named point */
  double  pixel_x;
  guint   n_values;
  struct { guint series; double y, pixel_y; } values[8];
  guint   point;          /* named point hit, or G_MAXUINT */
} TokChartHit;

/* With TOK_LAYOUT_TITLE the axes are labeled too: the chart then stands alone. */
typedef enum { TOK_LAYOUT_BARE = 0, TOK_LAYOUT_TITLE = 1 << 0, TOK_LAYOUT_CAPTION = 1 << 1, TOK_LAYOUT_RTL = 1 << 2 } TokLayoutFlags;

/* @spec must outlive the layout.  @width, @height: pixels, clamped to what can hold a chart; texts that do not fit are left out,
 * never overlapped or cut by the frame. */
TokChartLayout     *tok_chart_layout_new      (const TokChartSpec   *spec,
                                               PangoContext         *context,
                                               double                width,
                                               double                height,
                                               TokLayoutFlags        flags);
void                tok_chart_layout_free     (TokChartLayout       *layout);
const TokChartSpec *tok_chart_layout_spec     (const TokChartLayout *layout);
TokRect             tok_chart_layout_plot     (const TokChartLayout *layout);   /* the frame curves are drawn in */
const TokChartText *tok_chart_layout_texts    (const TokChartLayout *layout,
                                               guint                *n_texts);
double              tok_chart_layout_x_pixel  (const TokChartLayout *layout, double x);
double              tok_chart_layout_y_pixel  (const TokChartLayout *layout, double y);
double              tok_chart_layout_x_value  (const TokChartLayout *layout, double pixel_x);
/* What is under @pixel_x, @pixel_y; FALSE outside the plot. */
gboolean            tok_chart_layout_hit      (const TokChartLayout *layout,
                                               double                pixel_x,
                                               double                pixel_y,
                                               TokChartHit          *hit);
/* The hit @steps points of the first series to the right (negative: left) of @x: arrow keys. */
gboolean            tok_chart_layout_step     (const TokChartLayout *layout,
                                               double                x,
                                               int                   steps,
                                               TokChartHit          *hit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokChartLayout, tok_chart_layout_free)

G_END_DECLS
