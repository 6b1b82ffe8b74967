/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of the side panel have in common: one parameter, its label, and not being there when it has no say. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_ROW (tok_row_get_type ())
G_DECLARE_DERIVABLE_TYPE (TokRow, tok_row, TOK, ROW, TokSessionView)

struct _TokRowClass
{
  TokSessionViewClass parent_class;
};

/* Properties: "param-name" (as in the parameter table), "title" (its label, translated, read only). */

TokParam tok_row_get_param (TokRow *row);

G_END_DECLS
