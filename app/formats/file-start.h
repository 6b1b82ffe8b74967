/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that no reader takes, told by their first bytes. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How many bytes tell it. */
#define TOK_FILE_START_BYTES 1024

/* One sentence that says what it is and what to do instead; NULL when the bytes say neither. */
const char *tok_file_start_refusal (const guint8 *start,
                                    gsize         length);

G_END_DECLS
