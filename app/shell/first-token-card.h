/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second figure: time to the first token of the prompt, with prefill speed and the seconds of an answer and of loading. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_FIRST_TOKEN_CARD (tok_first_token_card_get_type ())
G_DECLARE_FINAL_TYPE (TokFirstTokenCard, tok_first_token_card, TOK, FIRST_TOKEN_CARD, TokSessionView)

G_END_DECLS
