/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of measurements results are told by.  A row counts in every kind its columns put it in. */

#pragma once

#include "mapping.h"

G_BEGIN_DECLS

typedef enum
{
  TOK_KIND_DECODE,          /* one stream, no speculation, anywhere */
  TOK_KIND_DECODE_DENSE,    /* of those, on one GPU with nothing offloaded: a dense model, empty context … */
  TOK_KIND_DECODE_DEEP,     /* … at depth … */
  TOK_KIND_MOE,             /* … a mixture of experts … */
  TOK_KIND_APPLE,           /* … on Apple's chips … */
  TOK_KIND_HBM,             /* … on GPUs with HBM */
  TOK_KIND_CPU,             /* the following by one column each: n_gpus 0 */
  TOK_KIND_OFFLOAD,
  TOK_KIND_PREFILL,
  TOK_KIND_BATCH,
  TOK_KIND_MULTI_GPU,
  TOK_KIND_SPECULATIVE,
  TOK_N_KINDS,
} TokKind;

/* "decode-dense"; static. */
const char *tok_kind_name (TokKind          kind);
/* @mapped has a plan. */
gboolean    tok_kind_has  (TokKind          kind,
                           const TokMapped *mapped);
/* TRUE when layers, experts or the cache lie on the CPU, or the row does not tell that none do. */
gboolean    tok_kind_is_offloaded (const TokRow *row);

G_END_DECLS
