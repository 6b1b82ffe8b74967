/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One measurement, as a table prints it. */

#pragma once

#include "csv.h"

G_BEGIN_DECLS

/* The value of a number the row does not state. */
#define TOK_ROW_NOT_STATED (-1.0)

typedef enum { TOK_TEST_DECODE, TOK_TEST_PREFILL } TokTest;

/* Texts are owned by the table; "" when not stated. */
typedef struct
{
  const char *id, *date, *hardware, *split_mode, *backend, *engine, *model, *quant;
  const char *layers_on_gpu, *expert_layers_on_cpu, *kv_type, *spec, *os, *variant, *notes;
  char       *source;              /* the address, without what follows it */
  TokTest     test;
  double      n_gpus;
  double      weights_bytes;
  double      flash_attention;     /* 0 or 1 */
  double      n_tokens;
  double      depth;
  double      batch;
  double      tok_s;
  double      ubatch, threads, prompt_tokens;
  gboolean    host_limited, includes_prompt, clean;
  char       *fault;               /* why the row cannot be used, NULL when it can */
} TokRow;

/* The rows of @csv, in its order.  An error when a column is missing that no row can do without; a row with a value that cannot be has a fault. */
GPtrArray *tok_rows_read (const TokCsv *csv,
                          GError      **error);

G_END_DECLS
