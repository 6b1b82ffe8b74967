/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row of the collection of file sizes: the file it speaks of, what was printed, and what the rules of the mixes give. */

#pragma once

#include "core/catalog.h"
#include "csv.h"

G_BEGIN_DECLS

typedef enum
{
  TOK_SIZE_MAPPED,
  TOK_SIZE_NO_MODEL,         /* the collection names no model, and its printed name is that of none */
  TOK_SIZE_NOT_IN_CATALOG,
  TOK_SIZE_NO_FILE_TYPE,     /* types of forks, and labels that are none */
  TOK_SIZE_OWN_MIX,          /* the label says that a publisher chose types per tensor */
  TOK_SIZE_MARKED,           /* the collection's note says that the file is not what its label says */
  TOK_SIZE_OTHER_NAME,       /* the checkpoint's name does not end in the type the row says */
  TOK_SIZE_VISION,           /* a checkpoint that holds a vision tower, which the catalog does not */
  TOK_SIZE_ROUNDED,          /* a checkpoint's size typed in as a whole number of mebibytes */
  TOK_N_SIZE_REASONS,
} TokSizeReason;

typedef struct
{
  const char   *model, *label, *size, *unit;   /* as in the collection, owned by its table */
  TokSizeReason reason;
  double        bytes;                         /* as printed */
  double        step;                          /* of the last printed digit; 0 when all bytes are printed */
  double        predicted;                     /* the likelier of a file with an importance matrix and one without */
} TokSizeRow;

/* Static. */
const char *tok_size_reason_name (TokSizeReason     reason);
/* Row @record of @csv; FALSE and @error when it has no size. */
gboolean    tok_size_row_read    (TokSizeRow       *row,
                                  const TokCsv     *csv,
                                  guint             record,
                                  const TokCatalog *catalog,
                                  GError          **error);
/* Predicted over printed less one. */
double      tok_size_row_error   (const TokSizeRow *row);
/* Within the larger of 2 % and half of the printed step. */
gboolean    tok_size_row_is_near (const TokSizeRow *row);

G_END_DECLS
