/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in text that a program printed for people: the locale's decimal sign, groups of thousands, and units behind them. */

#pragma once

#include "formats/text.h"

G_BEGIN_DECLS

/* No number of a measurement is larger. */
#define TOK_NUMBER_LARGEST 1e18

/* Whether @text has decimal commas: a comma with two digits behind it in front of a unit, more often than a point. */
gboolean tok_number_has_comma  (const TokText *text);
/* A number behind blanks at *@at, and past it; FALSE when there is none. */
gboolean tok_number_read       (const char   **at,
                                gboolean       decimal_comma,
                                double        *value);
/* The same where nothing but blanks may be behind it. */
gboolean tok_number_read_whole (const char    *at,
                                gboolean       decimal_comma,
                                double        *value);
/* A number with a unit of memory, "643.75 MiB" or "17752270848" for bytes, and past it.  GB and MB of engines are binary. */
gboolean tok_number_read_bytes (const char   **at,
                                gboolean       decimal_comma,
                                double        *bytes);
/* A duration as Go prints it, "2m27.98s", "204.563ms", "1h2m3s", in seconds, and past it. */
gboolean tok_number_read_duration (const char **at,
                                   gboolean     decimal_comma,
                                   double      *seconds);
/* Behind @key in @line, blanks, and a "=" or ":" between; NULL when it is not there. */
const char *tok_text_behind    (const char    *line,
                                const char    *key);

G_END_DECLS
