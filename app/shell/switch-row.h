/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A switch of the plan: label and switch. */

#pragma once

#include "shell/row.h"

G_BEGIN_DECLS

#define TOK_TYPE_SWITCH_ROW (tok_switch_row_get_type ())
G_DECLARE_FINAL_TYPE (TokSwitchRow, tok_switch_row, TOK, SWITCH_ROW, TokRow)

G_END_DECLS
