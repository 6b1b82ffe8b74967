/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One result of llama-bench, set member by member by the names that its formats share. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

typedef struct
{
  TokMeasurement row;
  double n_prompt, n_gen, depth;        /* of CSV, JSON and SQL; 0 = none */
  double mean_tok_s, mean_nanoseconds;  /* TOK_AUTO when not given */
} TokBenchRow;

void     tok_bench_row_init    (TokBenchRow *self,
                                const char  *tool);
/* A column of a table for people ("ngl") or a member of CSV, JSON and SQL ("n_gpu_layers"); FALSE when it is not known. */
gboolean tok_bench_row_set     (TokBenchRow *self,
                                const char  *name,
                                const char  *value,
                                gboolean     decimal_comma);
/* Whether it is known by name, be it of use or not. */
gboolean tok_bench_row_knows   (const char  *name);
/* Whether tokens over time are the speed given, where both are. */
gboolean tok_bench_row_is_sane (const TokBenchRow *self);
/* Adds what CSV, JSON and SQL give. */
void     tok_bench_row_finish  (TokBenchRow *self,
                                TokReading  *reading,
                                guint        line,
                                const char  *raw);

G_END_DECLS
