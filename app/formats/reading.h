/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of measurements share: the text, and the lists they add to. */

#pragma once

#include "formats/measurements-read.h"
#include "formats/text.h"

G_BEGIN_DECLS

#define TOK_READ_MAX_ROWS 10000u
#define TOK_READ_MAX_BUFFERS 1000u
#define TOK_READ_MAX_NOTES 200u

typedef struct
{
  const TokText       *text;
  gboolean             decimal_comma;
  const guint8        *context_lines;   /* by tok_log_context_scan() */
  gboolean             is_full;    /* said that there are too many rows */
  TokMeasurementsRead *result;
} TokReading;

/* Nothing known but the kind, one stream on an empty cache. */
void            tok_measurement_init   (TokMeasurement  *row,
                                        TokMeasuredKind  kind,
                                        const char      *tool);
/* Adds a copy of @row read from @raw on @line, NULL with a note when its speed is none. */
TokMeasurement *tok_reading_add        (TokReading            *self,
                                        const TokMeasurement  *row,
                                        guint                  line,
                                        const char            *raw);
/* Once more after @row changed. */
void            tok_measurement_check  (TokMeasurement        *row);
/* Adds to what is known of the same place and kind; "" is a place that was not named. */
void            tok_reading_add_buffer (TokReading            *self,
                                        TokLoggedKind          kind,
                                        gboolean               is_draft,
                                        const char            *place,
                                        double                 bytes,
                                        guint                  line);
/* @line 0 is the whole text. */
void            tok_reading_note       (TokReading            *self,
                                        guint                  line,
                                        const char            *format,
                                        ...) G_GNUC_PRINTF (3, 4);
/* Whether tokens over seconds and the printed rate are the same but for rounding. */
gboolean        tok_rates_agree        (double                 computed,
                                        double                 printed);

G_END_DECLS
