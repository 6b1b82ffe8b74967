/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements in words, beside what the estimate says to them.  Translated; char * are new strings. */

#pragma once

#include "core/comparison.h"

G_BEGIN_DECLS

/* "Decode, 128 tokens at depth 4096" */
char       *tok_measurement_describe_test     (const TokMeasurement *row);
/* "Qwen3 8B · Q8_0 · 4 requests · llama-bench": what is not as in the plan, and what measured it. */
char       *tok_measurement_describe_setup    (const TokMeasurement *row,
                                               const TokComparison  *comparison,
                                               const TokPlan        *plan,
                                               const TokCatalog     *catalog);
/* "143 ± 2 %" */
char       *tok_measurement_format_measured   (const TokMeasurement *row);
/* "138", "121 – 155" and "+4 %", or a dash where the row is not compared. */
char       *tok_measurement_format_predicted  (const TokComparison  *comparison);
char       *tok_measurement_format_band       (const TokComparison  *comparison);
char       *tok_measurement_format_residual   (const TokComparison  *comparison);
/* "in the band", "above the band" …; why not where the row is not compared. */
const char *tok_measurement_judge             (const TokComparison  *comparison);
/* All of it in one sentence, for who cannot see the table. */
char       *tok_measurement_describe          (const TokMeasurement *row,
                                               const TokComparison  *comparison,
                                               const TokPlan        *plan,
                                               const TokCatalog     *catalog);

/* "Weights", "KV cache" … */
const char *tok_label_logged                  (TokLoggedKind kind);
/* "RTX 4090"; what it is where it has no name. */
const char *tok_memory_comparison_find_place  (const TokMemoryComparison *row);
/* "+120 MiB": how much more was logged than estimated. */
char       *tok_memory_comparison_format_difference (const TokMemoryComparison *row);
char       *tok_memory_comparison_describe    (const TokMemoryComparison *row);

G_END_DECLS
