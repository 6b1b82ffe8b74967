/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Overview: speed by context over the whole width, model size and offload below it, side by side where there is room. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_OVERVIEW_PAGE (tok_overview_page_get_type ())
G_DECLARE_FINAL_TYPE (TokOverviewPage, tok_overview_page, TOK, OVERVIEW_PAGE, TokSessionView)

G_END_DECLS
