/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text from outside as lines of clean UTF-8.
 *
 * Decoded by its byte order mark, else as UTF-16 when it looks like it, else as UTF-8, else as Windows-1252.  Escape sequences of
 * terminals, other control characters and the marks of quotes are gone; bytes that are no text become U+FFFD.  A carriage return
 * ends a line too: progress that a program wrote over stays apart. */

#pragma once

#include "formats/error.h"

G_BEGIN_DECLS

#define TOK_TEXT_MAX_BYTES (12u * 1024 * 1024)
#define TOK_TEXT_MAX_LINES 400000u

typedef struct _TokText TokText;

TokText    *tok_text_new    (GBytes        *bytes,
                             GError       **error);
void        tok_text_free   (TokText       *text);
guint       tok_text_length (const TokText *text);
/* Line @index from 0, without its end; valid as long as @text. */
const char *tok_text_line   (const TokText *text,
                             guint          index);
/* All of it, with NUL and blanks for what was dropped, so that what spans lines can be read too. */
const char *tok_text_bytes  (const TokText *text,
                             gsize         *length);
/* The index of the line that @at, of tok_text_bytes(), is in. */
guint       tok_text_find   (const TokText *text,
                             const char    *at);
/* Its number in the file, from 1. */
guint       tok_text_number (const TokText *text,
                             guint          index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokText, tok_text_free)

G_END_DECLS
