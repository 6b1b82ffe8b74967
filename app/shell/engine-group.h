/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The closed part of the side panel about the engine and what is kept free. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_ENGINE_GROUP (tok_engine_group_get_type ())
G_DECLARE_FINAL_TYPE (TokEngineGroup, tok_engine_group, TOK, ENGINE_GROUP, TokSessionView)

G_END_DECLS
