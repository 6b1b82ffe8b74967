/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decode: the time of one step that produces a token, by cause (physics notes 5 to 8). */

#pragma once

#include "core/estimate.h"
#include "core/workload.h"

G_BEGIN_DECLS

typedef struct
{
  TokTokenTime time;
  double weight_bytes;     /* read in the step */
  double cache_bytes;
  double ceiling_seconds;  /* the same bytes at the peak bandwidth of the places they lie at */
} TokStep;

/* One step of @n_tokens tokens, spread evenly over @n_sequences sequences that have @depth tokens behind them.  Tokens of one
 * sequence share the reading of its cache. */
void tok_decode_step (const TokWorkload *workload,
                      double             depth,
                      double             n_tokens,
                      double             n_sequences,
                      TokStep           *step);

G_END_DECLS
