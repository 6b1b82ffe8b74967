/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How text of the commands reaches the terminal: all of g_print() and g_printerr() goes through here. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From now on text is written in UTF-8 where the locale has it, else in ASCII. */
void  tok_output_init     (void);
/* @text with the nearest ASCII for every character. */
char *tok_output_to_ascii (const char *text);
/* @text for one line: control characters and broken UTF-8 escaped. */
char *tok_output_escape   (const char *text);
/* A person's @word as sentences repeat it: escaped, and cut with an ellipsis when it is long. */
char *tok_output_word     (const char *word);

G_END_DECLS
