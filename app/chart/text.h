/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How each kind of text in a chart looks: one place for measuring and for drawing. */

#pragma once

#include "chart/layout.h"

G_BEGIN_DECLS

typedef struct { double width, height, baseline; } TokSize;

/* @text in the style of @kind, relative to the font of @context; wrapped at @wrap_width pixels, or one line when it is 0. */
PangoLayout *tok_text_shape   (PangoContext *context,
                               TokTextKind   kind,
                               const char   *text,
                               double        wrap_width,
                               gboolean      right_to_left);
TokSize      tok_text_measure (PangoContext *context,
                               TokTextKind   kind,
                               const char   *text,
                               double        wrap_width);

G_END_DECLS
