/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ink of the parts of a stacked bar: a color of the chart palette and a texture each. */

#pragma once

#include "chart/palette.h"
#include "shell/stacked-bar.h"

G_BEGIN_DECLS

/* Fills the rectangle with the ink of @look. */
void tok_bar_texture_fill (cairo_t          *cr,
                           const TokPalette *palette,
                           TokBarLook        look,
                           double            x,
                           double            y,
                           double            width,
                           double            height);

G_END_DECLS
