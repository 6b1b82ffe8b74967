/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of the side panel about the context, its cache and the prompt. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_CONTEXT_GROUP (tok_context_group_get_type ())
G_DECLARE_FINAL_TYPE (TokContextGroup, tok_context_group, TOK, CONTEXT_GROUP, TokSessionView)

G_END_DECLS
