/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of an unknown encoding as UTF-8. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* NULL when they are no text, or more than @most bytes of UTF-8; without NUL inside. */
char *tok_text_decode (const guchar *bytes,
                       gsize         n_bytes,
                       gsize         most,
                       gsize        *length,
                       gboolean     *is_text);

G_END_DECLS
