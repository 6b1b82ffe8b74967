/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an object of JSON ends that begins somewhere in a text, or that it does not. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *at;
  const char *end;      /* of the text */
  guint64     n_steps;  /* that may still be made: a text is not looked through over and over */
  gboolean    is_cut;   /* it was an object up to the end of the text */
} TokJsonSpan;

/* Past the object at the cursor, NUL being a blank; FALSE when it is none, the cursor then is anywhere. */
gboolean tok_json_span_skip (TokJsonSpan *self);

G_END_DECLS
