/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text without what tells who a person is: of paths only the name of a model file stays, of addresses nothing. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* At most @most bytes of valid UTF-8. */
char *tok_text_without_paths (const char *text,
                              gsize       most);
/* The same into an array. */
void  tok_text_copy          (char       *to,
                              gsize       size,
                              const char *from,
                              gsize       length);
/* The name of a model out of the @length bytes of its path: without folders, ".gguf" and the number of a shard. */
void  tok_text_copy_model    (char       *to,
                              gsize       size,
                              const char *path,
                              gsize       length);
/* @name without the folders in front when it is a path on somebody's disk; "v0.2/v0.3" and "Org/Net-7B" are none. */
const char *tok_text_behind_path (const char *name);

G_END_DECLS
