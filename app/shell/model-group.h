/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of the side panel about the model and its file type. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_MODEL_GROUP (tok_model_group_get_type ())
G_DECLARE_FINAL_TYPE (TokModelGroup, tok_model_group, TOK, MODEL_GROUP, TokSessionView)

G_END_DECLS
