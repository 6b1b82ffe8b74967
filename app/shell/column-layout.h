/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layout for the rows of a table that are widgets of their own: the first child takes the width that is left, each other is as
 * wide as the widest of its column.
 *
 * As a size group would do it, but where each of those asks all others whenever it is measured, widths are found once for all rows. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What the rows of one table share. */
typedef struct _TokColumns TokColumns;

TokColumns *tok_columns_new    (void);
TokColumns *tok_columns_ref    (TokColumns *columns);
void        tok_columns_unref  (TokColumns *columns);
/* After a change of what the rows show: their widths are found anew. */
void        tok_columns_change (TokColumns *columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokColumns, tok_columns_unref)

#define TOK_TYPE_COLUMN_LAYOUT (tok_column_layout_get_type ())
G_DECLARE_FINAL_TYPE (TokColumnLayout, tok_column_layout, TOK, COLUMN_LAYOUT, GtkLayoutManager)

/* For a row with as many children as every other with the same columns. */
GtkLayoutManager *tok_column_layout_new (TokColumns *columns);

G_END_DECLS
