/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of the side panel about what lies on the GPU and what on the CPU. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_SPLIT_GROUP (tok_split_group_get_type ())
G_DECLARE_FINAL_TYPE (TokSplitGroup, tok_split_group, TOK, SPLIT_GROUP, TokSessionView)

G_END_DECLS
