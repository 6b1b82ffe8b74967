/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One kind of plan in the table of errors. */

#pragma once

#include <gtk/gtk.h>

#include "core/accuracy.h"

G_BEGIN_DECLS

#define TOK_TYPE_ACCURACY_ROW (tok_accuracy_row_get_type ())
G_DECLARE_FINAL_TYPE (TokAccuracyRow, tok_accuracy_row, TOK, ACCURACY_ROW, GtkListBoxRow)

TokAccuracyRow *tok_accuracy_row_new         (const TokAccuracy *accuracy,
                                              TokAccuracyKind    kind);
TokAccuracyKind tok_accuracy_row_get_kind    (TokAccuracyRow    *row);
/* Columns are as wide as those of the other rows in the same groups. */
void            tok_accuracy_row_align       (TokAccuracyRow    *row,
                                              GtkSizeGroup      *count,
                                              GtkSizeGroup      *known,
                                              GtkSizeGroup      *unseen);
/* Whether the plan at hand is of this kind. */
void            tok_accuracy_row_set_current (TokAccuracyRow    *row,
                                              gboolean           is_current);

G_END_DECLS
