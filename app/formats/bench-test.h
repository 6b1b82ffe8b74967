/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of llama-bench's tests, and the cells with their speeds. */

#pragma once

#include "formats/reading.h"

G_BEGIN_DECLS

typedef struct
{
  double n_prompt, n_gen;   /* 0 = none, TOK_AUTO = some, but how many was not printed */
  double depth;
  double batch;
} TokBenchTest;

/* "pp512", "pp 512", "pp512+tg128", "tg128 @ d8192", "pp2048 (c4)", "ctx_pp @ d4096", "Prefill (2048 tokens)",
 * "Decode (256 tokens @ d512)"; FALSE for anything else. */
gboolean tok_bench_test_parse  (const char         *name,
                                TokBenchTest       *test);
/* The kind, counts and flags of @row. */
void     tok_bench_test_apply  (const TokBenchTest *test,
                                TokMeasurement     *row);
/* "24.95", "24.95 ± 1.22", with "+/-" or what a wrong encoding made of it, "**24.95** t/s"; FALSE for a pair or a range. */
gboolean tok_bench_speed_parse (const char         *cell,
                                gboolean            decimal_comma,
                                double             *tok_s,
                                double             *deviation);

G_END_DECLS
