/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts shaped like those of the program, with invented figures. */

#pragma once

#include <pango/pango.h>

#include "chart/spec.h"

TokChartSpec *sample_context  (void);
TokChartSpec *sample_size     (void);
TokChartSpec *sample_offload  (void);
/* One without figures, with something wrong in it or with extreme words, made from @seed; never the same twice. */
TokChartSpec *sample_random   (guint32 seed);
/* A context as that of a screen, with the font enlarged @scale times. */
PangoContext *sample_pango    (double scale);
