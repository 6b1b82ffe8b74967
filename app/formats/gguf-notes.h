/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person should know of a GGUF file, and the file type it comes nearest to. */

#pragma once

#include "formats/gguf-reading.h"

G_BEGIN_DECLS

/* The file type whose tensors would be of the types the file has; the one the file names, where that fits too. */
TokFileType tok_gguf_pick_file_type (const TokGguf         *gguf,
                                     const TokModelWeights *weights,
                                     TokArchitecture       *architecture,
                                     gboolean               with_imatrix);
/* Notes on what is incomplete, missing, unknown or unusual; @types: of TokTypeCount. */
void        tok_gguf_note_file      (TokGgufReading  *reading,
                                     const GArray    *types);

G_END_DECLS
