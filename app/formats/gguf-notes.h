/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person should know of a GGUF file, and the file type it comes nearest to. */

#pragma once

#include "formats/gguf-reading.h"

G_BEGIN_DECLS

/* @types: of TokGgufTypeCount, most bytes first.  The type the file names counts where most bytes are of its base type. */
TokFileType tok_gguf_pick_file_type (const TokGguf   *gguf,
                                     const GArray    *types,
                                     TokArchitecture *architecture,
                                     gboolean         with_imatrix);
/* Notes on what is incomplete, missing, unknown or unusual. */
void        tok_gguf_note_file      (TokGgufReading  *reading,
                                     const GArray    *types);

G_END_DECLS
