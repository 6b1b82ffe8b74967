/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The serving benchmarks of vLLM and SGLang, as text and JSON, and what the two engines log about memory when they start. */

#pragma once

#include <json-glib/json-glib.h>

#include "formats/reading.h"

G_BEGIN_DECLS

void     tok_vllm_bench_read  (TokReading *reading);
void     tok_vllm_memory_read (TokReading *reading);
/* FALSE when @object is no result of theirs. */
gboolean tok_vllm_json_read   (TokReading *reading,
                               JsonObject *object,
                               guint       line,
                               const char *raw);

G_END_DECLS
