/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The word a person may have meant. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The entry of @candidates (of const char *, not empty) with the fewest typing mistakes from @word, without case. */
const char *tok_nearest_word       (const char      *word,
                                    const GPtrArray *candidates);
/* The same, or NULL when the mistakes are so many that the likeness is chance. */
const char *tok_nearest_word_close (const char      *word,
                                    const GPtrArray *candidates);

G_END_DECLS
