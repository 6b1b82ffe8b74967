/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A choice of the plan: label and drop-down. */

#pragma once

#include "shell/row.h"

G_BEGIN_DECLS

#define TOK_TYPE_CHOICE_ROW (tok_choice_row_get_type ())
G_DECLARE_FINAL_TYPE (TokChoiceRow, tok_choice_row, TOK, CHOICE_ROW, TokRow)

G_END_DECLS
