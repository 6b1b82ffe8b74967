/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep: the plan with one parameter changed, again and again. */

#pragma once

#include "core/estimate.h"

G_BEGIN_DECLS

#define TOK_SWEEP_MAX_POINTS 96

typedef struct
{
  double   x;             /* value of the swept parameter */
  TokRange tok_s;
  double   ceiling_tok_s;
  double   ttft_seconds;
  double   prefill_tok_s;
  double   free_bytes;    /* least free memory of any place; negative: does not fit */
  double   gpu_wait_share;
  TokFit   fit;
} TokSweepPoint;

/* Fills @xs with @n values from @first to @last, evenly or by ratio (TOK_SCALE_LOG, both > 0), whole numbers where @step is 1. */
void tok_sweep_values (double         first,
                       double         last,
                       TokParamScale  scale,
                       double         step,
                       guint          n,
                       double        *xs);
/* One estimate per value of @param. */
void tok_sweep        (const TokPlan *plan,
                       TokParam       param,
                       const double  *xs,
                       guint          n,
                       TokSweepPoint *points);
/* One estimate per model; x is its total parameters in billions.  The models must be of the plan's file type where they can. */
void tok_sweep_models (const TokPlan  *plan,
                       TokModel *const *models,
                       guint           n,
                       TokSweepPoint  *points);

G_END_DECLS
