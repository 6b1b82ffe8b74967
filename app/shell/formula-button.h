/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small button beside a figure that opens its formula with the values in it. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_FORMULA_BUTTON (tok_formula_button_get_type ())
G_DECLARE_FINAL_TYPE (TokFormulaButton, tok_formula_button, TOK, FORMULA_BUTTON, TokSessionView)

/* Returns a new string of several lines. */
typedef char *(*TokFormula) (const TokPlan     *plan,
                             const TokEstimate *estimate);

void tok_formula_button_set_formula (TokFormulaButton *button,
                                     TokFormula        formula);

G_END_DECLS
