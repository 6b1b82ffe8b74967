/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The member "timings" of the last answer of llama-server. */

#pragma once

#include <json-glib/json-glib.h>

#include "formats/reading.h"

G_BEGIN_DECLS

/* FALSE when @object has none, TRUE without a row when it is not the last one. */
gboolean tok_server_timings_read (TokReading *reading,
                                  JsonObject *object,
                                  guint       line,
                                  const char *raw);

G_END_DECLS
