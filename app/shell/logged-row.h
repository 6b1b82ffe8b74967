/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One kind of buffer at one place: as predicted, as an engine logged it, and the difference. */

#pragma once

#include <gtk/gtk.h>

#include "core/comparison.h"
#include "shell/column-layout.h"

G_BEGIN_DECLS

#define TOK_TYPE_LOGGED_ROW (tok_logged_row_get_type ())
G_DECLARE_FINAL_TYPE (TokLoggedRow, tok_logged_row, TOK, LOGGED_ROW, GtkListBoxRow)

TokLoggedRow *tok_logged_row_new  (TokColumns                *columns);
void          tok_logged_row_show (TokLoggedRow              *row,
                                   const TokMemoryComparison *comparison);

G_END_DECLS
