/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The third figure: what lies in the memory of every device and of the host, whether it fits, and where one token's time goes. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_MEMORY_CARD (tok_memory_card_get_type ())
G_DECLARE_FINAL_TYPE (TokMemoryCard, tok_memory_card, TOK, MEMORY_CARD, TokSessionView)

G_END_DECLS
