/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: header bar, notice bar, side panel and the figures. */

#pragma once

#include "shell/application.h"
#include "shell/session.h"

G_BEGIN_DECLS

#define TOK_TYPE_WINDOW (tok_window_get_type ())
G_DECLARE_FINAL_TYPE (TokWindow, tok_window, TOK, WINDOW, GtkApplicationWindow)

/* Property: "session". */

TokWindow  *tok_window_new         (TokApplication *application);
TokSession *tok_window_get_session (TokWindow      *window);
/* Shows one translated sentence in the notice bar; NULL closes it. */
void        tok_window_tell        (TokWindow      *window,
                                    const char     *message);
const char *tok_window_get_notice  (TokWindow      *window);
/* What Open, Save and a drop come to: a failure is told in the notice bar. */
gboolean    tok_window_open_file   (TokWindow      *window,
                                    GFile          *file);
gboolean    tok_window_save_file   (TokWindow      *window,
                                    GFile          *file);

G_END_DECLS
