/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What went wrong, or what was taken in, above the window's content until it is closed. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TOK_TYPE_NOTICE_BAR (tok_notice_bar_get_type ())
G_DECLARE_FINAL_TYPE (TokNoticeBar, tok_notice_bar, TOK, NOTICE_BAR, GtkWidget)

/* What went wrong; @message is translated. */
void        tok_notice_bar_tell        (TokNoticeBar *bar,
                                        const char   *message);
/* What went well, without the color of a warning. */
void        tok_notice_bar_inform      (TokNoticeBar *bar,
                                        const char   *message);
void        tok_notice_bar_close       (TokNoticeBar *bar);
/* NULL while the bar is closed. */
const char *tok_notice_bar_get_message (TokNoticeBar *bar);

G_END_DECLS
