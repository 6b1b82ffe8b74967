/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The headline: the cards with the figures of the estimate, and below them what they mean in one sentence. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_HEADLINE (tok_headline_get_type ())
G_DECLARE_FINAL_TYPE (TokHeadline, tok_headline, TOK, HEADLINE, TokSessionView)

G_END_DECLS
