/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as lists of words, for comparing what a person types with what the catalog has. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TOK_SEARCH_MOST_WORDS 32   /* of what a person types; more are left out */

/* @text in lower case, cut at everything but letters, digits, "." and "+", and between digits and two or more letters:
 * "RTX3090Ti 24GB" is rtx 3090 ti 24 gb, "Qwen3-30B-A3B" is qwen 3 30b a3b.  Free with g_strfreev(). */
GStrv    tok_search_words          (const char         *text);
/* How many of @words are not in @others. */
guint    tok_search_words_missing  (const char *const  *words,
                                    const char *const  *others);
/* How far @word is from the nearest of @words: 0 = equal … 1 = nothing in common. */
double   tok_search_words_distance (const char *const  *words,
                                    const char         *word);

G_END_DECLS
