/* SPDX-License-Identifier: GPL-3.0-or-later */
/* llama-batched-bench and the sweep-bench of ik_llama.cpp: alike to look at, and of another meaning. */

#pragma once

#include <json-glib/json-glib.h>

#include "formats/reading.h"
#include "formats/table.h"

G_BEGIN_DECLS

/* Whether @header is of such a table. */
gboolean tok_batched_bench_knows     (const TokTableRow *header);
void     tok_batched_bench_read_row  (TokReading        *reading,
                                      const TokTableRow *header,
                                      const TokTableRow *row,
                                      const TokMeasurement *known,
                                      guint              line,
                                      const char        *raw);
/* FALSE when @object is no line of their JSON. */
gboolean tok_batched_bench_read_json (TokReading        *reading,
                                      JsonObject        *object,
                                      guint              line,
                                      const char        *raw);

G_END_DECLS
