/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What session.c (the plan and its figures) and session-file.c (the file it is from) share. */

#pragma once

#include "formats/plan-json.h"
#include "shell/history.h"
#include "shell/session.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean can_undo, can_redo, has_baseline, modified;
} TokSessionState;

struct _TokSession
{
  GObject        parent_instance;
  TokCatalog    *catalog;
  TokModelShelf *shelf;
  TokPlan        plan;
  TokPlan        saved;             /* as it was opened, saved or new */
  TokPlan       *baseline;
  TokPlanExtra   extra;
  GFile         *file;
  TokHistory    *history;
  TokEstimate    estimate;
  gboolean       estimate_is_known;
  GHashTable    *charts;            /* id -> TokChartSpec */
  GtkAdjustment *adjustments[TOK_N_PARAMS];
  gboolean       adjustments_follow; /* they are being set from the plan */
  TokSessionState state;            /* as last notified */
};

/* Any steady clock, for the history. */
double _tok_session_now_seconds   (void);
/* After a change of the plan: everything made from it is forgotten, and "changed" is emitted. */
void   _tok_session_finish_change (TokSession *self);
void   _tok_session_notify_state  (TokSession *self);
/* The same after a step of the history, told by @label. */
void   _tok_session_remember      (TokSession *self,
                                   const char *label,
                                   int         subject);
/* session-file.c */
char  *_tok_session_get_name      (TokSession *self);
/* Before the step of the history called @label is undone or redone. */
void   _tok_session_pass_step     (TokSession *self,
                                   const char *label);

G_END_DECLS
