/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From values to pixels and back, and round values for ticks.  Whatever range an axis asks for, a scale is valid: finite, not
 * empty, ascending, positive where it is logarithmic.  Nothing after it has to check again. */

#pragma once

#include "chart/spec.h"

G_BEGIN_DECLS

typedef struct
{
  TokAxisScale kind;
  double       minimum, maximum;         /* values at the ends */
  double       first;                    /* TOK_AXIS_LOG_FROM_ZERO: where the logarithm begins; otherwise the minimum */
  double       from_pixel, to_pixel;     /* pixels at the ends, in either order */
  gboolean     binary_ticks, whole_numbers;
} TokScale;

void     tok_scale_init  (TokScale           *scale,
                          const TokChartAxis *axis,
                          double              from_pixel,
                          double              to_pixel);
/* Finite for any @value; values far outside the range stop a few lengths beyond the ends. */
double   tok_scale_pixel (const TokScale     *scale,
                          double              value);
/* The value at a pixel, within the range; rounded on an axis of whole numbers. */
double   tok_scale_value (const TokScale     *scale,
                          double              pixel);
/* Fills @ticks (of double, ascending) with the round values of the range: level 0 is the densest, each next level is sparser.
 * FALSE when @level is past the last one. */
gboolean tok_scale_ticks (const TokScale     *scale,
                          guint               level,
                          GArray             *ticks);

G_END_DECLS
