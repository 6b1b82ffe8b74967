/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts shaped like those of the program, with invented figures. */

#pragma once

#include <pango/pango.h>

#include "chart/spec.h"

TokChartSpec *sample_context  (void);
TokChartSpec *sample_size     (void);
TokChartSpec *sample_offload  (void);
/* Anything from a plain chart to one with nonsense in it and with very long words; the same for the same @seed. */
TokChartSpec *sample_random   (guint32 seed);
/* A context as that of a screen, with the font enlarged @scale times. */
PangoContext *sample_pango    (double scale);
