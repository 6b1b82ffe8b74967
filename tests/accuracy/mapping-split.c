/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies on the CPU.  A layer count means what it meant in builds of the row's date. */

#include <string.h>

#include "core/memory.h"
#include "mapping-private.h"

/* llama.cpp kept the whole KV cache on the CPU until all layers, the output and two caches were counted as on the GPU, before
 * its pull request 4766. */
#define CACHE_BY_LAYER_FROM "2024-01"
#define CACHES_COUNTED 3.0

static double
n_layers (const TokPlan *plan)
{
  return plan->model->architecture->n_layers;
}

/* FALSE when the row tells no number. */
static gboolean
read_count (const char *text,
            double     *count)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 0, TOK_MAX_LAYERS * 4, &value, NULL))
    return FALSE;
  *count = value;
  return TRUE;
}

static gboolean
counts_caches (const TokRow *row)
{
  return row->date[0] != '\0' && strcmp (row->date, CACHE_BY_LAYER_FROM) < 0;
}

static void
set_counted_layers (const TokRow *row,
                    TokPlan      *plan,
                    double        count)
{
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, tok_split_counted_layers (plan, count));
  if (counts_caches (row) && count > 0.0 && count < n_layers (plan) + CACHES_COUNTED)
    tok_plan_set (plan, TOK_PARAM_KV_ON_CPU, TRUE);
}

/* First layers that hold as many layers with experts as the row counts: some models begin with dense ones. */
static double
expert_layers (const TokPlan *plan,
               double         count)
{
  TokLayerSums sums;
  guint layers = 0;

  for (sums.moe_layers = 0.0; layers < n_layers (plan) && sums.moe_layers < count; tok_model_sum (plan->model, 0, layers, &sums))
    layers++;
  return layers;
}

/* llama.cpp's --fit (since December 2025) makes the context shorter before it leaves layers to the CPU, but no shorter than its
 * --fit-ctx, whatever the measured part of it. */
#define FITS_FROM "2025-12"
#define SHORTEST_FITTED_CONTEXT 4096.0

static void
fit_context (const TokRow *row,
             TokPlan      *plan)
{
  if (tok_plan_engine (plan) != TOK_ENGINE_OLLAMA && strcmp (row->date, FITS_FROM) >= 0)
    tok_plan_set (plan, TOK_PARAM_CONTEXT, MAX (tok_plan_get (plan, TOK_PARAM_CONTEXT), SHORTEST_FITTED_CONTEXT));
}

/* "Experts partly on the CPU": what llama.cpp's --fit does, the fewest layers with which the rest fits. */
static void
fit_experts (TokPlan *plan)
{
  for (guint layers = 0; layers <= n_layers (plan); layers++)
    {
      TokSplit split;

      tok_plan_set (plan, TOK_PARAM_EXPERT_LAYERS_CPU, layers);
      tok_split_resolve (plan, &split);
      if (split.fits)
        return;
    }
}

void
tok_mapping_split (const TokRow *row,
                   TokPlan      *plan)
{
  gboolean is_moe = tok_architecture_is_moe (plan->model->architecture);
  double count;

  if (row->layers_on_gpu[0] == '\0')
    fit_context (row, plan);
  if (read_count (row->layers_on_gpu, &count))
    set_counted_layers (row, plan, count);
  else if (row->layers_on_gpu[0] != '\0')
    tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, n_layers (plan));
  else if (is_moe && row->expert_layers_on_cpu[0] == '\0' && tok_plan_engine (plan) != TOK_ENGINE_OLLAMA)
    {
      tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, n_layers (plan));
      fit_experts (plan);
    }
  if (read_count (row->expert_layers_on_cpu, &count))
    tok_plan_set (plan, TOK_PARAM_EXPERT_LAYERS_CPU, expert_layers (plan, count));
  else if (row->expert_layers_on_cpu[0] != '\0')
    tok_plan_set (plan, TOK_PARAM_EXPERT_LAYERS_CPU, n_layers (plan));
}
