/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model from the header of its GGUF file: the shape, and what the file holds exactly. */

#pragma once

#include "formats/gguf.h"
#include "formats/model-file.h"

G_BEGIN_DECLS

/* Fails for files that are no model to estimate, saying what they are, and for models without what cannot be guessed.  Where
 * shards are missing there are no weights: what is there says nothing of the rest. */
TokModelFile *tok_gguf_model_new (const TokGguf *gguf,
                                  GError       **error);

G_END_DECLS
