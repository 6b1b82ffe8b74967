/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nobody is asked when a window closes, and nothing is lost: a plan with changes waits in the state folder of the person and
 * comes back at the next start without a file. */

#pragma once

#include "shell/session.h"

G_BEGIN_DECLS

/* Before the window of @session closes: keeps the plan if it has changes, and forgets what was kept if it has none. */
void       tok_unsaved_keep    (TokSession *session);
/* The files kept (GFile), oldest first. */
GPtrArray *tok_unsaved_list    (void);
/* FALSE when @file cannot be read; it stays. */
gboolean   tok_unsaved_restore (TokSession *session,
                                GFile      *file);

G_END_DECLS
