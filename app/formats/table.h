/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables that were printed for people, with "|" or lines of a box between the columns, and broken by narrow windows. */

#pragma once

#include "formats/text.h"

G_BEGIN_DECLS

#define TOK_TABLE_MAX_COLUMNS 64u

typedef struct
{
  char       *bytes;                          /* of the cells */
  guint       n;
  gboolean    starts_with_bar;
  const char *cells[TOK_TABLE_MAX_COLUMNS];   /* without blanks around */
} TokTableRow;

/* The header that begins at line *@index, with a line of dashes under it; *@index then is behind that. */
gboolean tok_table_read_header (const TokText *text,
                                guint         *index,
                                TokTableRow   *header);
/* The row below @header that begins at line *@index, FALSE when none does; *@index then is behind it. */
gboolean tok_table_read_row    (const TokText     *text,
                                guint             *index,
                                const TokTableRow *header,
                                TokTableRow       *row);
/* The column named @name whatever its case, or -1. */
int      tok_table_find        (const TokTableRow *header,
                                const char        *name);
void     tok_table_row_clear   (TokTableRow   *row);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TokTableRow, tok_table_row_clear)

G_END_DECLS
