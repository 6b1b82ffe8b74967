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
/* The same for what went well: it looks calm. */
void        tok_window_inform      (TokWindow      *window,
                                    const char     *message);
const char *tok_window_get_notice  (TokWindow      *window);
/* What Open, a drop, paste and the command line come to: plans, models and measurements are read beside the main loop and taken into
 * the window's plan; the notice bar tells what came of it. */
void        tok_window_open_files  (TokWindow      *window,
                                    GFile *const   *files,
                                    guint           n_files);
void        tok_window_open_text   (TokWindow      *window,
                                    const char     *text);
/* Whether something is still being read. */
gboolean    tok_window_is_reading  (TokWindow      *window);
/* Plans; a failure is told in the notice bar. */
gboolean    tok_window_open_file   (TokWindow      *window,
                                    GFile          *file);
gboolean    tok_window_save_file   (TokWindow      *window,
                                    GFile          *file);

G_END_DECLS
