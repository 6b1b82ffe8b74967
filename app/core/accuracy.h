/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How near estimates came to measurements they were not fitted to, by kind of plan.  Plain data, published with the constants. */

#pragma once

#include "core/efficiency.h"

G_BEGIN_DECLS

typedef enum
{
  TOK_ACCURACY_DECODE,          /* all decode of one stream */
  TOK_ACCURACY_DENSE,           /* of these, one GPU with nothing offloaded, near empty context … */
  TOK_ACCURACY_DEEP,            /* … and filled */
  TOK_ACCURACY_MOE,
  TOK_ACCURACY_HBM,
  TOK_ACCURACY_APPLE,
  TOK_ACCURACY_CPU,
  TOK_ACCURACY_OFFLOAD,
  TOK_ACCURACY_SEVERAL_GPUS,
  TOK_ACCURACY_BATCH,
  TOK_ACCURACY_SPECULATION,
  TOK_ACCURACY_PREFILL,
  TOK_N_ACCURACY_KINDS,
} TokAccuracyKind;

/* Measurements of one kind against what was estimated without them.  Errors are shares of the measured speed. */
typedef struct
{
  guint  rows;                  /* 0: never measured, and nothing else is known */
  double median_error;
  double p90_error;
  double bias;                  /* > 0: estimated too fast */
  double inside_band;           /* share of the measurements */
} TokAccuracyFigures;

typedef struct
{
  guint              rows, chips, sources;
  double             decode_noise, prefill_noise;     /* the error of a perfect estimate: sources differ from each other */
  TokAccuracyFigures known[TOK_N_ACCURACY_KINDS];     /* other models of the chip were in the fit */
  TokAccuracyFigures unseen[TOK_N_ACCURACY_KINDS];    /* nothing of the chip was */
} TokAccuracy;

/* "decode-dense"; static. */
const char               *tok_accuracy_kind_name    (guint              kind);
/* What a figure with the band of @band is judged by. */
TokAccuracyKind           tok_accuracy_kind_of_band (TokBandKind        band);
/* Those that hold for a figure with this @basis. */
const TokAccuracyFigures *tok_accuracy_figures      (const TokAccuracy *accuracy,
                                                     TokAccuracyKind    kind,
                                                     TokBasis           basis);

G_END_DECLS
