/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How good are these numbers?  What the present estimate rests on, and the published errors of every kind of plan. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_ACCURACY_PAGE (tok_accuracy_page_get_type ())
G_DECLARE_FINAL_TYPE (TokAccuracyPage, tok_accuracy_page, TOK, ACCURACY_PAGE, TokSessionView)

G_END_DECLS
