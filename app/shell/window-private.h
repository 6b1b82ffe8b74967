/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the window share. */

#pragma once

#include "shell/side-view.h"
#include "shell/window.h"

G_BEGIN_DECLS

/* NULL: nothing is remembered. */
GSettings *_tok_window_get_settings (TokWindow *window);
/* Around each reading; it ends early when the window closes.  The cancellable is the window's. */
GCancellable *_tok_window_begin_reading (TokWindow *window);
void _tok_window_end_reading   (TokWindow   *window);
/* Nothing is taken into a closed window: it has left the application, and is kept only by what was still being read. */
gboolean _tok_window_is_closed (TokWindow   *window);
/* window-actions.c: the actions "win.…". */
void _tok_window_add_actions   (TokWindow   *window,
                                TokSideView *side_view,
                                GtkStack    *pages);
/* Actions on a property keep the object, and what is in the window keeps the window's actions: one of them has to let go. */
void _tok_window_remove_actions (TokWindow  *window);
/* window-files.c: asks for files and opens them, those of @kind first, or for one to save to. */
void _tok_window_choose_open   (TokWindow    *window,
                                TokImportKind kind);
void _tok_window_choose_save   (TokWindow   *window);
/* Saves to what was chosen in the dialog, with the suffix of plans. */
gboolean _tok_window_save_chosen (TokWindow  *window,
                                  GFile      *file);
/* window-drop.c: takes files and texts that are dropped or pasted. */
void _tok_window_accept_drops  (TokWindow   *window);
void _tok_window_paste         (TokWindow   *window);

G_END_DECLS
