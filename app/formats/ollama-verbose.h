/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ollama's statistics: "ollama run --verbose", and the last object of an answer of its API. */

#pragma once

#include <json-glib/json-glib.h>

#include "formats/reading.h"

G_BEGIN_DECLS

void     tok_ollama_verbose_read (TokReading *reading);
/* FALSE when @object is no such answer. */
gboolean tok_ollama_json_read    (TokReading *reading,
                                  JsonObject *object,
                                  guint       line,
                                  const char *raw);

G_END_DECLS
