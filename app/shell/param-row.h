/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number of the plan: label, where it comes from, exact number field and slider. */

#pragma once

#include "shell/row.h"

G_BEGIN_DECLS

#define TOK_TYPE_PARAM_ROW (tok_param_row_get_type ())
G_DECLARE_FINAL_TYPE (TokParamRow, tok_param_row, TOK, PARAM_ROW, TokRow)

/* Properties: "slider-minimum" and "slider-maximum" (the useful part of the parameter's range, in natural units; 0: all of it),
 * "has-slider". */

/* For a group whose slider follows the plan. */
void tok_param_row_set_slider_range (TokParamRow *row,
                                     double       minimum,
                                     double       maximum);

G_END_DECLS
