/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured speeds and logged buffers out of whatever a benchmark or an engine printed.
 *
 * What it is is told by the content, never by a name.  Paths, users and hosts are left behind. */

#pragma once

#include "core/measurement.h"
#include "formats/error.h"

G_BEGIN_DECLS

/* What was recognized, or left out and why: one translated sentence. */
typedef struct
{
  guint line;    /* from 1; 0 = of the whole text */
  char *text;
} TokReadNote;

typedef struct
{
  GArray    *rows;      /* TokMeasurement */
  GPtrArray *raw;       /* char *, the text each row was read from */
  GArray    *buffers;   /* TokLoggedBuffer */
  double     context_tokens;   /* that the cache has room for, of all streams together; 0: not told */
  GArray    *notes;     /* TokReadNote */
} TokMeasurementsRead;

/* NULL and one sentence when there is neither a speed nor a buffer in it. */
TokMeasurementsRead *tok_measurements_read      (GBytes  *bytes,
                                                 GError **error);
void                 tok_measurements_read_free (TokMeasurementsRead *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokMeasurementsRead, tok_measurements_read_free)

G_END_DECLS
