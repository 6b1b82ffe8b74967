/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A measurement of the plan beside what the estimate says to it, with a button to remove it. */

#pragma once

#include "core/comparison.h"
#include "shell/column-layout.h"
#include "shell/session.h"

G_BEGIN_DECLS

#define TOK_TYPE_MEASUREMENT_ROW (tok_measurement_row_get_type ())
G_DECLARE_FINAL_TYPE (TokMeasurementRow, tok_measurement_row, TOK, MEASUREMENT_ROW, GtkListBoxRow)

TokMeasurementRow *tok_measurement_row_new  (TokColumns        *columns);
/* Shows measurement @index of the session's plan. */
void               tok_measurement_row_show (TokMeasurementRow *row,
                                             TokSession        *session,
                                             guint              index);

G_END_DECLS
