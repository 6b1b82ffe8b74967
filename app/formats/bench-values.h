/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of values under a row of names, as CSV and SQL of llama-bench have them. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

/* The cells of a line that @separator parts, quoted with @quote where they need it; a quote is doubled inside.  Stops at the end
 * of the line or at @close, and *@at is there. */
GPtrArray *tok_values_split (const char **at,
                             char         separator,
                             char         quote,
                             char         close);
gboolean   tok_values_have  (GPtrArray   *names,
                             const char  *name);
/* Notes the names that are not known. */
void       tok_values_note  (TokReading  *reading,
                             GPtrArray   *names,
                             guint        line);
/* One result.  Rows with more values than names are read from the right where tokens over time prove that. */
void       tok_values_read  (TokReading  *reading,
                             GPtrArray   *names,
                             GPtrArray   *values,
                             gboolean     decimal_comma,
                             guint        line,
                             const char  *raw);

G_END_DECLS
