/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a file or reads it whole, or says in a sentence why it cannot be read. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is no regular file is an error.  Messages do not name @file. */
GFileInputStream *tok_file_open (GFile        *file,
                                 GCancellable *cancellable,
                                 GError      **error);
/* Sets @error to the sentence on @reason, for the file that people know as @name. */
void  tok_file_set_unreadable (GError      **error,
                               const char   *name,
                               const GError *reason);
/* At most @max_bytes and one more, by which a reader can tell that a file is too large. */
char *tok_file_read (GFile   *file,
                     gsize    max_bytes,
                     gsize   *length,
                     GError **error);

G_END_DECLS
