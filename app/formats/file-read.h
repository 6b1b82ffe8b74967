/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file whole, or says in a sentence why it cannot be read. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* At most @max_bytes and one more, by which a reader can tell that a file is too large.  What is no regular file is an error. */
char *tok_file_read (GFile   *file,
                     gsize    max_bytes,
                     gsize   *length,
                     GError **error);

G_END_DECLS
