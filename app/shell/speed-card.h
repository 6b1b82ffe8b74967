/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first figure: likely tokens per second at the filled depth and empty, in their band and under their ceiling. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_SPEED_CARD (tok_speed_card_get_type ())
G_DECLARE_FINAL_TYPE (TokSpeedCard, tok_speed_card, TOK, SPEED_CARD, TokSessionView)

G_END_DECLS
