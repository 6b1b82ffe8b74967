/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How to measure, and how to bring what was measured: the command for the plan, and the ways in. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_MEASURING_CARD (tok_measuring_card_get_type ())
G_DECLARE_FINAL_TYPE (TokMeasuringCard, tok_measuring_card, TOK, MEASURING_CARD, TokSessionView)

G_END_DECLS
