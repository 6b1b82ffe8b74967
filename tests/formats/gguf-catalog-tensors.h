/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the tensors of a model of the catalog under llama.cpp's names. */

#pragma once

#include "gguf-catalog.h"

void gguf_write_tensors (GgufWriter            *writer,
                         const TokArchitecture *architecture,
                         TokFileType            file_type,
                         GgufExpertStyle        style);
