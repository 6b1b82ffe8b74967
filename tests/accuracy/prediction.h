/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program says to a measured row: always the estimate's own figures. */

#pragma once

#include "core/estimate.h"
#include "mapping.h"

G_BEGIN_DECLS

typedef struct
{
  double      tok_s;
  TokBand     band;        /* factors on it */
  TokBandKind band_kind;
  TokEstimate estimate;
} TokPrediction;

/* @mapped has a plan. */
void        tok_prediction_make       (const TokMapped *mapped,
                                       TokPrediction   *prediction);
/* "class", as data/catalog/efficiency.json names it; static. */
const char *tok_prediction_basis_name (TokBasis basis);

G_END_DECLS
