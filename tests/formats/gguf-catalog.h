/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the GGUF header a model of the catalog would have: llama.cpp's keys and tensor names. */

#pragma once

#include "core/architecture.h"
#include "gguf-writer.h"

/* How routed experts lie in the file. */
typedef enum { GGUF_EXPERTS_STACKED, GGUF_EXPERTS_GATE_UP, GGUF_EXPERTS_SINGLE } GgufExpertStyle;

/* llama.cpp's name of the architecture. */
const char *gguf_architecture_name (const TokArchitecture *architecture);
void        gguf_write_model       (GgufWriter            *writer,
                                    const TokArchitecture *architecture,
                                    TokFileType            file_type,
                                    GgufExpertStyle        style);
