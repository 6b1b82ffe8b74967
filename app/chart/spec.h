/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a chart shows, in data coordinates: curves, bands, points, regions, marks.  Knows nothing of pixels or of models.
 *
 * All strings are ready to show (translated by the caller); the spec owns copies. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* TOK_AXIS_LOG_FROM_ZERO: a short linear stretch from 0 to the axis' minimum, a logarithm from there on; without a positive
 * minimum the logarithm begins at 1/256 of the maximum. */
typedef enum { TOK_AXIS_LINEAR, TOK_AXIS_LOG, TOK_AXIS_LOG_FROM_ZERO } TokAxisScale;

/* Formats an axis or crosshair value; returns a new string. */
typedef char *(*TokChartFormat) (double value);

typedef struct
{
  char          *label;       /* such as "tokens in the KV cache" */
  TokAxisScale   scale;
  double         minimum, maximum;   /* equal, reversed or not finite: the scale makes something valid of it */
  TokChartFormat tick_format;
  TokChartFormat value_format;       /* longer: for crosshair, table and description */
  gboolean       binary_ticks;       /* ticks at powers of two */
  gboolean       whole_numbers;
} TokChartAxis;

/* Roles decide color, width and dash together, so that no meaning hangs on hue alone. */
typedef enum
{
  TOK_SERIES_LIKELY,          /* the plan: solid, wide, with its band */
  TOK_SERIES_CEILING,         /* dashed gray */
  TOK_SERIES_ALTERNATIVE,     /* dotted, second color */
  TOK_SERIES_ALTERNATIVE_2,   /* dash-dot, third color */
  TOK_SERIES_BASELINE,        /* long dash, fourth color */
  TOK_SERIES_EXPECTATION,     /* thin dashed gray: what people expect */
  TOK_SERIES_MEASURED,        /* points with error bars */
} TokSeriesRole;

typedef struct
{
  char         *label;        /* stands at the curve and in table and crosshair */
  TokSeriesRole role;
  guint         n_points;
  double       *x, *y;        /* NaN y breaks the curve */
  double       *low, *high;   /* the band or error bars; NULL = none */
} TokChartSeries;

/* A vertical stretch of the plot, hatched: what does not fit. */
typedef struct { double from, to; char *label; } TokChartRegion;
/* A horizontal zone, labeled at its end: reading speed. */
typedef struct { double from, to; char *label; } TokChartZone;
/* A point with a name; higher priority is labeled first, the others answer to the crosshair.  Points of negative priority are
 * the crowd: never labeled, and names may stand where they are. */
typedef struct { double x, y; char *label; int priority; gboolean hollow; } TokChartPoint;

typedef struct
{
  char         *id;            /* "context", "size", "offload": file names and actions */
  char         *title;
  char         *subtitle;
  char         *caption;       /* the assumptions, under an exported chart */
  char         *empty_text;    /* shown instead of a plot when there are no series; NULL = none */
  TokChartAxis  x, y;
  GArray       *series;        /* of TokChartSeries */
  GArray       *regions;       /* of TokChartRegion */
  GArray       *zones;         /* of TokChartZone */
  GArray       *points;        /* of TokChartPoint */
  gboolean      has_mark;      /* the current plan */
  double        mark_x, mark_y;
  char         *mark_label;
  guint         max_point_labels;
} TokChartSpec;

TokChartSpec   *tok_chart_spec_new        (const char     *id);
void            tok_chart_spec_free       (TokChartSpec   *spec);
/* Adds a series of @n_points and returns it to be filled: x and y are allocated, low and high when @with_band.  Valid until the
 * next series is added. */
TokChartSeries *tok_chart_spec_add_series (TokChartSpec   *spec,
                                           TokSeriesRole   role,
                                           const char     *label,
                                           guint           n_points,
                                           gboolean        with_band);
void            tok_chart_spec_add_region (TokChartSpec   *spec,
                                           double          from,
                                           double          to,
                                           const char     *label);
void            tok_chart_spec_add_zone   (TokChartSpec   *spec,
                                           double          from,
                                           double          to,
                                           const char     *label);
void            tok_chart_spec_add_point  (TokChartSpec   *spec,
                                           double          x,
                                           double          y,
                                           const char     *label,
                                           int             priority,
                                           gboolean        hollow);
void            tok_chart_spec_set_mark   (TokChartSpec   *spec,
                                           double          x,
                                           double          y,
                                           const char     *label);
/* @value as the axis formats it for a tick, or for the crosshair and tables; plain digits when the axis names no format. */
char           *tok_chart_axis_tick_text  (const TokChartAxis *axis,
                                           double              value);
char           *tok_chart_axis_value_text (const TokChartAxis *axis,
                                           double              value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokChartSpec, tok_chart_spec_free)

G_END_DECLS
