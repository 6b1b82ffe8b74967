/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predictions for whatever constants a fit tries, line by line over standard input and output. */

#pragma once

#include "row-table.h"

G_BEGIN_DECLS

/* Writes one line that describes the mapped rows; then, for every line read, which is the path of a table of constants, one line
 * with the predicted tok/s of each of them.  Returns at the end of input. */
void tok_serve (TokRowTable *measurements);

G_END_DECLS
