/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lines of a log say about the machine, the engine and the model that the results below them are of. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

typedef struct
{
  TokMeasurement known;      /* what a result takes over */
  gboolean       is_draft;   /* the lines are about the draft model */
  char           first_device[40], last_device[40];
} TokLogContext;

void     tok_log_context_init  (TokLogContext       *self);
/* For each line, whether it tells anything: every reader follows the whole text, and most lines need a look only once. */
guint8  *tok_log_context_scan  (const TokText       *text,
                                gboolean             decimal_comma);
/* Line @index of the text of @reading, which has been scanned. */
void     tok_log_context_read  (TokLogContext       *self,
                                const TokReading    *reading,
                                guint                index);
/* Sets what @row does not know itself. */
void     tok_log_context_apply (const TokLogContext *self,
                                TokMeasurement      *row);
/* The year of the build that @line tells of, or TOK_AUTO: "build: 6895 (4341dc8bc)", "build: 3469684 (1275)",
 * "build_info: b9010-…", "build = 901 (d5512b7)". */
double   tok_log_build_year    (const char          *line);

G_END_DECLS
