/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows as a reader leaves them that found no more than the figure. */

#include "measured-row.h"

TokMeasurement
tok_fixture_measured (TokMeasuredKind kind,
                      double          tok_s,
                      double          n_tokens)
{
  return (TokMeasurement) {
    .kind = kind, .tok_s = tok_s, .deviation = TOK_AUTO, .n_tokens = n_tokens, .n_prompt = TOK_AUTO, .batch = 1,
    .acceptance = TOK_AUTO, .gpu_layers = TOK_AUTO, .ubatch = TOK_AUTO, .threads = TOK_AUTO, .kv_k = TOK_AUTO, .kv_v = TOK_AUTO,
    .flash_attention = TOK_AUTO, .split_mode = TOK_AUTO, .n_devices = TOK_AUTO, .expert_layers_cpu = TOK_AUTO,
    .kv_on_cpu = TOK_AUTO, .engine = TOK_AUTO, .build_year = TOK_AUTO, .file_type = TOK_AUTO, .file_bytes = TOK_AUTO,
    .params = TOK_AUTO, .tool = "llama-bench",
  };
}

void
tok_fixture_measure (TokPlan              *plan,
                     const TokMeasurement *row)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof *row);
  g_autoptr (GArray) buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer));
  g_autoptr (TokMeasurements) measurements = NULL;

  g_array_append_vals (rows, row, 1);
  measurements = tok_measurements_new_added (plan->measurements, rows, buffers);
  tok_plan_set_measurements (plan, measurements);
}
