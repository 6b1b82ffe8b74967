/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history of a plan: copies of what it was, and which of them it is now. */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

/* Steps that are kept; the oldest goes first. */
#define TOK_HISTORY_LIMIT 200
/* A change is part of the step before when it has the same subject and follows within this time. */
#define TOK_HISTORY_MERGE_SECONDS 1.0
/* The subject of a change that is always a step of its own. */
#define TOK_HISTORY_NO_SUBJECT (-1)

typedef struct _TokHistory TokHistory;

TokHistory    *tok_history_new        (const TokPlan *plan);
void           tok_history_free       (TokHistory    *history);
/* @plan is what the plan is now, after a change told by @label (translated) of @subject (a parameter); what was undone is
 * forgotten.  A plan that is what it was is no step.  @seconds: any steady clock. */
void           tok_history_add        (TokHistory    *history,
                                       const TokPlan *plan,
                                       const char    *label,
                                       int            subject,
                                       double         seconds);
/* The plan before or after the present one, now the present one; NULL at the end. */
const TokPlan *tok_history_undo       (TokHistory    *history);
const TokPlan *tok_history_redo       (TokHistory    *history);
/* The label of the change that undo or redo would concern; NULL at the end. */
const char    *tok_history_undo_label (TokHistory    *history);
const char    *tok_history_redo_label (TokHistory    *history);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokHistory, tok_history_free)

G_END_DECLS
