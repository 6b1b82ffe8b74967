/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every widget that shows something of a session has in common: the property "session", and being asked to show it anew
 * after each change.  A widget that is not on the screen waits until it is. */

#pragma once

#include "shell/session.h"

G_BEGIN_DECLS

#define TOK_TYPE_SESSION_VIEW (tok_session_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (TokSessionView, tok_session_view, TOK, SESSION_VIEW, GtkWidget)

struct _TokSessionViewClass
{
  GtkWidgetClass parent_class;

  void (*update) (TokSessionView *view,
                  TokSession     *session);
};

TokSession *tok_session_view_get_session (TokSessionView *view);   /* NULL: none yet */
void        tok_session_view_set_session (TokSessionView *view,
                                          TokSession     *session);
/* Shows the session anew, for what a change of the session does not tell; nothing happens without a session. */
void        tok_session_view_refresh     (TokSessionView *view);

G_END_DECLS
