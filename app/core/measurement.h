/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured speeds with the definition they were taken under: unlike rows are never averaged. */

#pragma once

#include "core/engine.h"
#include "core/units.h"

G_BEGIN_DECLS

typedef enum { TOK_MEASURED_DECODE, TOK_MEASURED_PREFILL, TOK_N_MEASURED } TokMeasuredKind;

typedef enum
{
  TOK_MEASURED_IMPLAUSIBLE = 1 << 0,     /* faster than any device of its kind: kept, not used */
  TOK_MEASURED_COUNTS_PROMPT = 1 << 1,   /* tokens of prompt and answer over the time of both */
  TOK_MEASURED_PER_STREAM = 1 << 2,      /* printed per stream; tok_s is the sum all the same */
  TOK_MEASURED_WHOLE_TIME = 1 << 3,      /* tokens of one kind over the time of prompt and answer */
  TOK_MEASURED_OVERLAPPED = 1 << 4,      /* other requests came and went meanwhile: kept, not used */
} TokMeasuredFlags;

/* Numbers that were not printed are TOK_AUTO, texts "". */
typedef struct
{
  TokMeasuredKind  kind;
  TokMeasuredFlags flags;
  double           tok_s;            /* of all streams together, > 0 */
  double           deviation;        /* as printed behind ±, or TOK_AUTO */
  double           n_tokens;         /* generated, or of the prompt; of each stream */
  double           n_prompt;         /* of the prompt whose time is in it, see the flags; else TOK_AUTO */
  double           depth;            /* tokens in the cache at the start; 0 when the tool says nothing and measures empty */
  double           batch;            /* streams, 1 or more */
  double           acceptance;       /* share of drafted tokens that were accepted, or TOK_AUTO where nothing was drafted */
  double           gpu_layers;       /* as llama.cpp counts them, the output among them */
  double           ubatch, threads, kv_k, kv_v, flash_attention, split_mode, n_devices; /* as the plan's parameters */
  double           expert_layers_cpu, kv_on_cpu;
  double           engine;           /* TokEngine, or TOK_AUTO */
  double           build_year;       /* or TOK_AUTO */
  double           file_type;        /* TokFileType, or TOK_AUTO */
  double           file_bytes, params; /* params in billions */
  char             model[96];        /* as printed */
  char             model_id[96];     /* of the catalog's model that is, or "" */
  char             device[96];
  char             tool[32];         /* what printed it: "llama-bench" */
  guint            line;             /* of the text it was read from, from 1 */
} TokMeasurement;

typedef enum
{
  TOK_LOGGED_WEIGHTS, TOK_LOGGED_KV, TOK_LOGGED_STATE, TOK_LOGGED_COMPUTE, TOK_LOGGED_OUTPUT,
  TOK_N_LOGGED,
} TokLoggedKind;

/* One buffer an engine said it allocated, summed by place and kind over one load of one model. */
typedef struct
{
  TokLoggedKind kind;
  gboolean      is_draft;            /* of the draft model */
  char          place[32];           /* as printed: "CUDA0", "CPU", "Metal" */
  double        bytes;
  guint         line;                /* where it was first named, from 1 */
} TokLoggedBuffer;

#define TOK_MOST_MEASUREMENTS 2000
#define TOK_MOST_BUFFERS 200

/* What a plan keeps of them.  Immutable and reference counted. */
typedef struct
{
  gatomicrefcount ref_count;
  GArray         *rows;              /* of TokMeasurement */
  GArray         *buffers;           /* of TokLoggedBuffer: of the last log that named any */
} TokMeasurements;

/* @rows added to @before (NULL: nothing yet): rows that are there already are not added again, the oldest go where there are too
 * many, buffers replace those of before.  NULL when nothing is in it. */
TokMeasurements *tok_measurements_new_added   (const TokMeasurements *before,
                                               const GArray          *rows,
                                               const GArray          *buffers);
/* Without row @index; NULL when nothing is left. */
TokMeasurements *tok_measurements_new_without (const TokMeasurements *before,
                                               guint                  index);
TokMeasurements *tok_measurements_ref         (TokMeasurements       *measurements);
void             tok_measurements_unref       (TokMeasurements       *measurements);
/* Either may be NULL: none.  The lines they were read from do not count. */
gboolean         tok_measurements_equal       (const TokMeasurements *measurements,
                                               const TokMeasurements *other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokMeasurements, tok_measurements_unref)

G_END_DECLS
