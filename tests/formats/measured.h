/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of the readers of measurements share. */

#pragma once

#include "formats/measurements-read.h"

/* -1 is what was not printed. */
typedef struct
{
  TokMeasuredKind kind;
  double          tok_s, n_tokens, depth, batch;
  guint           flags;
} Expected;

#define DECODE TOK_MEASURED_DECODE
#define PREFILL TOK_MEASURED_PREFILL

TokMeasurementsRead  *measured_read          (const char                *text);
/* Asserts that reading fails with a sentence that has @words. */
void                  measured_refuse        (const char                *text,
                                              const char                *words);
const TokMeasurement *measured_row           (const TokMeasurementsRead *read,
                                              guint                      index);
void                  measured_assert_rows   (const TokMeasurementsRead *read,
                                              const Expected            *rows,
                                              guint                      n_rows);
/* MiB, as a log has them. */
void                  measured_assert_buffer (const TokMeasurementsRead *read,
                                              const char                *place,
                                              TokLoggedKind              kind,
                                              gboolean                   is_draft,
                                              double                     mib);
gboolean              measured_has_note      (const TokMeasurementsRead *read,
                                              guint                      line,
                                              const char                *words);
