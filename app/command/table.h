/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in aligned columns. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _TokTable TokTable;

TokTable *tok_table_new     (guint     n_columns);
void      tok_table_free    (TokTable *table);
/* Takes the ownership of @text; cells are added row by row. */
void      tok_table_add     (TokTable *table,
                             char     *text);
/* The rows as lines, columns two spaces apart, no spaces at their ends. */
char     *tok_table_to_text (const TokTable *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokTable, tok_table_free)

G_END_DECLS
