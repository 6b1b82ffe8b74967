/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The estimate: what a plan comes to.  The one place every figure of window, chart, table and command line comes from. */

#pragma once

#include "core/memory.h"

G_BEGIN_DECLS

/* A likely value in its band: the interval that holds 80 % of measurements of its kind and basis. */
typedef struct { double likely, low, high; } TokRange;

/* One token's time by cause, seconds. */
typedef enum
{
  TOK_TERM_WEIGHTS,      /* reading weights on the devices */
  TOK_TERM_KV,           /* reading the KV cache and recurrent state on the devices */
  TOK_TERM_ATTENTION,    /* attention arithmetic beyond what the reads hide */
  TOK_TERM_LAUNCHES,     /* fixed time per layer */
  TOK_TERM_CPU,          /* everything the CPU computes, its own reads included */
  TOK_TERM_LINK,         /* crossings, weights streamed over the link, all-reduces */
  TOK_TERM_OTHER,        /* fixed time per token, batch arithmetic */
  TOK_N_TERMS,
} TokTerm;

typedef struct
{
  double seconds[TOK_N_TERMS];
  double total;          /* their sum, > 0 */
} TokTokenTime;

typedef struct
{
  TokRange     tok_s;           /* of one stream */
  double       ceiling_tok_s;   /* bandwidth / bytes really read for one token at this depth, no losses */
  double       ceiling_bandwidth; /* bytes/s of that division: bytes-weighted over the places that hold the weights */
  double       realized_share;  /* likely / ceiling */
  TokTokenTime time;
  double       bytes_read;      /* per token, weights and cache */
  double       weight_bytes_read;
  double       cache_bytes_read;
} TokDecode;

typedef struct { double aggregate_tok_s, per_stream_tok_s, ttft_seconds; } TokServing;
/* Lengths of 0: no draft. */
typedef struct
{
  guint  length;            /* drafted tokens of a cycle, automatic worked out */
  double speedup;
  double tokens_per_cycle;
  guint  best_length;
  double best_speedup;      /* 1 or more */
} TokSpeculation;

typedef struct
{
  TokSplit       split;
  TokMemory      memory;
  TokDecode      decode;          /* at the plan's depth, speculation not counted */
  TokDecode      decode_empty;    /* at depth 0 */
  TokRange       prefill_tok_s;   /* over the prompt less its cached prefix */
  TokRange       ttft_seconds;
  double         answer_seconds;  /* time to first token and the answer, the cache growing as it is written */
  double         load_seconds;    /* reading the file cold */
  TokServing     serving;
  TokSpeculation speculation;     /* speedup 1 when there is none */
  TokTerm        bottleneck;      /* the largest term */
  double         gpu_wait_share;  /* share of a token's time the GPU waits for CPU or link */
  TokBasis       basis;           /* of the decode: the weakest of the constants it uses … */
  TokBasis       prefill_basis;   /* … and of the prompt */
  TokBandKind    band;            /* of the decode */
  TokBand        batch_band;      /* on the serving's tok/s */
  TokBand        speculation_band; /* on the decode's tok/s times the speed-up */
} TokEstimate;

/* Never fails; no figure is NaN, infinite or negative for any plan the parameter table allows (memory.free may be negative). */
void tok_estimate (const TokPlan *plan,
                   TokEstimate   *estimate);

G_END_DECLS
