/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of the KV cache, by engine. */

#include "core/cells.h"

#include "core/units.h"

/* llama.cpp allocates and reads in blocks of this many cells: src/llama-context.cpp, src/llama-kv-cache-iswa.cpp. */
#define LLAMA_BLOCK 256.0

/* vLLM and SGLang give sliding layers pages for the whole context: vLLM's hybrid cache manager, hf-mem issue 60. */
static gboolean
pages_whole_context (TokEngine engine)
{
  return engine == TOK_ENGINE_VLLM || engine == TOK_ENGINE_SGLANG;
}

double
tok_cells_block (TokEngine engine)
{
  return tok_engine_is_llama (engine) ? LLAMA_BLOCK : 1.0;
}

double
tok_cells_per_sequence (const TokPlan *plan)
{
  return tok_round_up (plan->values[TOK_PARAM_CONTEXT], tok_cells_block (tok_plan_engine (plan)));
}

double
tok_cells_full (const TokPlan *plan)
{
  return tok_cells_per_sequence (plan) * plan->values[TOK_PARAM_REQUESTS];
}

double
tok_cells_window (const TokPlan *plan,
                  double         window)
{
  TokEngine engine = tok_plan_engine (plan);
  double full = tok_cells_full (plan), cells = window * plan->values[TOK_PARAM_REQUESTS];

  if (window <= 0.0 || tok_plan_flag (plan, TOK_PARAM_FULL_WINDOW) || pages_whole_context (engine))
    return full;
  if (tok_engine_is_llama (engine))
    cells = tok_round_up (cells + plan->values[TOK_PARAM_UBATCH], tok_cells_block (engine));
  return MIN (full, cells);
}
