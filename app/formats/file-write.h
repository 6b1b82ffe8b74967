/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a file whole, or leaves what is there and says why in a sentence. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

gboolean tok_file_write (GFile       *file,
                         const void  *bytes,
                         gsize        size,
                         GError     **error);

G_END_DECLS
