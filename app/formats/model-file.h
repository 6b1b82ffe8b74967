/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model as a file describes it, whatever kind of file that is. */

#pragma once

#include "core/architecture.h"
#include "core/weights.h"

G_BEGIN_DECLS

#define TOK_MODEL_FILE_MOST_NOTES 64

/* All tensors of one type. */
typedef struct
{
  char   name[24];               /* "Q4_K", "type 40" */
  guint  n_tensors;
  double elements;
  double bytes;
} TokTypeCount;

typedef struct
{
  TokArchitecture *architecture; /* without an id: no catalog has it */
  TokModelWeights *weights;      /* NULL when not all of them are there to count: then file_type stands for them */
  TokFileType      file_type;    /* the nearest one */
  gboolean         with_imatrix;
  double           file_bytes;   /* all tensors that are there; 0 = unknown */
  GArray          *types;        /* of TokTypeCount, most bytes first; empty where the file does not list tensors */
  GPtrArray       *notes;        /* of char *: translated sentences on what was assumed, is unknown or missing */
} TokModelFile;

/* Empty, with its arrays. */
TokModelFile *tok_model_file_new  (void);
void          tok_model_file_free (TokModelFile *self);
/* Adds a translated sentence to @notes, unless it is there or there are as many as anybody reads. */
void          tok_model_file_note (GPtrArray    *notes,
                                   const char   *format,
                                   va_list       arguments) G_GNUC_PRINTF (2, 0);
/* Fails when a plan file, whose own reader is asked, could not hold them; @weights can be NULL. */
gboolean      tok_model_file_check_savable (const TokArchitecture *architecture,
                                            const TokModelWeights *weights,
                                            GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokModelFile, tok_model_file_free)

G_END_DECLS
