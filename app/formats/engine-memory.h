/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Buffers that llama.cpp and Ollama log: summed by place and kind, over the last load of a model and of its draft. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

void tok_engine_memory_read (TokReading *reading);

G_END_DECLS
