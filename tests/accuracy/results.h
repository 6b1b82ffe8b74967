/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every row of a table with what was predicted for it. */

#pragma once

#include "row-table.h"
#include "prediction.h"
#include "statistics.h"

G_BEGIN_DECLS

typedef struct
{
  const TokMapped          *mapped;
  const TokEfficiencyTable *table;   /* it was predicted with */
  TokPrediction             prediction;
  TokResidual               residual;
} TokResult;

/* Rows without a result. */
typedef struct
{
  const char *text;
  GPtrArray  *rows;        /* of TokRow, owned by the table */
} TokReason;

/* A row counts, or it does not. */
typedef gboolean (*TokResultFilter) (const TokResult *result,
                                     gconstpointer    data);

typedef struct
{
  GArray     *results;    /* of TokResult, in the order of the table */
  GPtrArray  *reasons;    /* of TokReason: why rows have no result, in the order they came up */
  GPtrArray  *tables;     /* of folds */
} TokResults;

/* All mapped rows, with the constants of @measurements. */
TokResults  *tok_results_new    (TokRowTable  *measurements);
/* The same, each row with constants it was left out of: @folder holds folds.json and the tables it names. */
TokResults  *tok_results_new_left_out (TokRowTable *measurements,
                                       const char      *folder,
                                       GError         **error);
void         tok_results_free   (TokResults       *results);
/* Rows that have no result. */
guint        tok_results_n_without (const TokResults *results);
/* @filter decides; at most TOK_RESULTS_OF_ONE_SOURCE rows of one source count, evenly chosen in the order of the table. */
TokJudgement tok_results_judge  (const TokResults *results,
                                 TokResultFilter   filter,
                                 gconstpointer     data);

#define TOK_RESULTS_OF_ONE_SOURCE 40u

/* Of @n rows of a source, whether row @i is one of the @most that count. */
gboolean     tok_results_takes  (guint             i,
                                 guint             n,
                                 guint             most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokResults, tok_results_free)

G_END_DECLS
