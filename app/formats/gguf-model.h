/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model from the header of its GGUF file: the shape, and what the file holds exactly. */

#pragma once

#include "core/architecture.h"
#include "formats/gguf.h"
#include "core/weights.h"

G_BEGIN_DECLS

/* All tensors of one type. */
typedef struct
{
  guint32 type;              /* ggml's number; its name: tok_gguf_type_name() */
  guint   n_tensors;
  double  elements;
  double  bytes;
} TokGgufTypeCount;

typedef struct
{
  TokArchitecture *architecture;
  TokModelWeights *weights;      /* NULL when shards are missing: then what is there says nothing of the rest */
  TokFileType      file_type;    /* the nearest one, by the types of the tensors */
  gboolean         with_imatrix;
  double           file_bytes;   /* all tensors */
  GArray          *types;        /* of TokGgufTypeCount, most bytes first */
  GPtrArray       *notes;        /* of char *: translated sentences on what was assumed, is unknown or missing */
} TokGgufModel;

/* Fails for files that are no model to estimate, saying what they are, and for models without what cannot be guessed. */
TokGgufModel *tok_gguf_model_new  (const TokGguf *gguf,
                                   GError       **error);
void          tok_gguf_model_free (TokGgufModel  *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokGgufModel, tok_gguf_model_free)

G_END_DECLS
