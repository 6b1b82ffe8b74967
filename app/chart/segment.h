/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Straight lines cut by rectangles.  Done by arithmetic: cairo 1.16 aborts on a clip of several rectangles off the pixel grid. */

#pragma once

#include <cairo.h>

#include "chart/layout.h"

G_BEGIN_DECLS

typedef struct { double x1, y1, x2, y2; } TokSegment;

/* The part of @segment inside @rect, as shares 0 … 1 of its length; FALSE when it passes by. */
gboolean tok_segment_inside      (const TokSegment *segment,
                                  const TokRect    *rect,
                                  double           *from,
                                  double           *to);
/* Adds to the path of @cr what of @segment lies outside all of @rects. */
void     tok_segment_add_outside (cairo_t          *cr,
                                  const TokSegment *segment,
                                  const GArray     *rects);

G_END_DECLS
