/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the window share. */

#pragma once

#include "shell/side-view.h"
#include "shell/window.h"

G_BEGIN_DECLS

/* NULL: nothing is remembered. */
GSettings *_tok_window_get_settings (TokWindow *window);
/* window-actions.c: the actions "win.…". */
void _tok_window_add_actions   (TokWindow   *window,
                                TokSideView *side_view,
                                GtkStack    *pages);
/* Actions on a property keep the object, and what is in the window keeps the window's actions: one of them has to let go. */
void _tok_window_remove_actions (TokWindow  *window);
/* window-files.c: asks for a file and opens it or saves to it; takes dropped files. */
void _tok_window_choose_open   (TokWindow   *window);
void _tok_window_choose_save   (TokWindow   *window);
/* Saves to what was chosen in the dialog, with the suffix of plans. */
gboolean _tok_window_save_chosen (TokWindow  *window,
                                  GFile      *file);
void _tok_window_accept_drops  (TokWindow   *window);

G_END_DECLS
