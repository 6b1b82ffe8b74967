/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan a row was measured under: the person's, with everything the row tells. */

#include "core/comparison.h"

#include <math.h>
#include <string.h>

#include "core/device-name.h"
#include "core/speculation.h"
#include "core/split.h"

/* Of a decode that does not tell how long it was: llama-bench's tg128. */
#define USUAL_TOKENS 128.0
/* Room for what is measured, in blocks of llama.cpp's cache. */
#define CONTEXT_BLOCK 256.0
/* Numbers of one model as two programs print them, and sizes of one file with and without its header. */
#define SAME_PARAMETERS 0.005
#define SAME_BYTES 0.01

static gboolean
is_near (double value,
         double other,
         double tolerance)
{
  return fabs (value - other) <= tolerance * other;
}

/* A row without layers on a device may name the host. */
static gboolean
is_plans_device (const TokPlan        *plan,
                 const TokMeasurement *row)
{
  if (row->n_devices > plan->n_devices)
    return FALSE;
  if (row->device[0] == '\0' || tok_device_name_matches (row->device, plan->devices[0].device.name))
    return TRUE;
  return row->gpu_layers == 0.0 && tok_device_name_matches (row->device, tok_plan_host (plan)->name);
}

static gboolean
tells_model (const TokMeasurement *row)
{
  return row->model[0] != '\0' || row->model_id[0] != '\0' || row->params > 0.0 || row->file_bytes > 0.0;
}

/* By name, or by its parameters and, where it is printed, the size of the file. */
static gboolean
is_plans_model (const TokPlan        *plan,
                const TokMeasurement *row)
{
  if (!tells_model (row) || (row->model_id[0] != '\0' && strcmp (row->model_id, plan->base->id) == 0))
    return TRUE;
  if (row->params <= 0.0 || !is_near (row->params * TOK_BILLION, tok_architecture_total_params (plan->base), SAME_PARAMETERS))
    return FALSE;
  return row->file_bytes <= 0.0 || is_near (row->file_bytes, plan->model->file_bytes, SAME_BYTES);
}

static TokRowState
find_state (const TokPlan        *plan,
            const TokMeasurement *row)
{
  if ((row->flags & TOK_MEASURED_IMPLAUSIBLE) != 0)
    return TOK_ROW_IMPLAUSIBLE;
  if ((row->flags & TOK_MEASURED_OVERLAPPED) != 0)
    return TOK_ROW_OVERLAPPED;
  if (!is_plans_device (plan, row))
    return TOK_ROW_OTHER_DEVICE;
  if (row->engine != TOK_AUTO && row->engine != (double) tok_plan_engine (plan))
    return TOK_ROW_OTHER_ENGINE;
  return TOK_ROW_COMPARED;
}

/* FALSE when neither plan nor catalog have the row's model. */
static gboolean
set_model (TokPlan              *plan,
           const TokCatalog     *catalog,
           const TokMeasurement *row)
{
  if (!is_plans_model (plan, row))
    {
      const TokCatalogModel *entry = NULL;

      if (catalog != NULL && row->model_id[0] != '\0')
        entry = tok_catalog_find_model (catalog, row->model_id);
      if (entry == NULL)
        return FALSE;
      tok_plan_set_model (plan, entry->architecture);
    }
  if (row->file_type != TOK_AUTO)
    tok_plan_set (plan, TOK_PARAM_FILE_TYPE, row->file_type);
  /* What the plan's own file holds is known better than by its size. */
  if (row->file_bytes > 0.0 && !(tok_plan_uses_weights (plan) && is_near (row->file_bytes, plan->model->file_bytes, SAME_BYTES)))
    tok_plan_set (plan, TOK_PARAM_FILE_BYTES, row->file_bytes);
  return TRUE;
}

static void
set_stated (TokPlan              *plan,
            const TokMeasurement *row)
{
  const struct { TokParam param; double value; } stated[] = {
    { TOK_PARAM_ENGINE_BUILD, row->build_year },
    { TOK_PARAM_UBATCH, row->ubatch },
    { TOK_PARAM_THREADS, row->threads },
    { TOK_PARAM_KV_K, row->kv_k },
    { TOK_PARAM_KV_V, row->kv_v },
    { TOK_PARAM_FLASH_ATTENTION, row->flash_attention },
    { TOK_PARAM_KV_ON_CPU, row->kv_on_cpu },
    { TOK_PARAM_SPLIT_MODE, row->split_mode },
    { TOK_PARAM_EXPERT_LAYERS_CPU, row->expert_layers_cpu },
  };

  while (row->n_devices >= 1.0 && plan->n_devices > row->n_devices)
    tok_plan_remove_device (plan, plan->n_devices - 1);
  for (guint i = 0; i < G_N_ELEMENTS (stated); i++)
    if (stated[i].value >= 0.0)
      tok_plan_set (plan, stated[i].param, stated[i].value);
  if (row->gpu_layers >= 0.0)
    tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, tok_split_counted_layers (plan, row->gpu_layers));
}

/* The mean time of its tokens is that of the one in the middle: it grows evenly with depth. */
static void
set_decode_length (TokPlan              *plan,
                   const TokMeasurement *row)
{
  double n_tokens = row->n_tokens > 0.0 ? row->n_tokens : USUAL_TOKENS;
  double start = row->depth + MAX (row->n_prompt, 0.0);

  tok_plan_set (plan, TOK_PARAM_REQUESTS, row->batch);
  tok_plan_set (plan, TOK_PARAM_CONTEXT, tok_round_up (start + n_tokens, CONTEXT_BLOCK));
  tok_plan_set (plan, TOK_PARAM_DEPTH, start + n_tokens / 2.0);
  tok_plan_set (plan, TOK_PARAM_PROMPT, start);
  tok_plan_set (plan, TOK_PARAM_CACHED, row->depth);
  tok_plan_set (plan, TOK_PARAM_ANSWER, n_tokens);
}

/* Prompts of several streams fill micro-batches together; once one fills them alone, the others cost as much again. */
static void
set_prefill_length (TokPlan              *plan,
                    const TokMeasurement *row)
{
  double n_tokens = row->n_tokens > 0.0 ? row->n_tokens : tok_plan_get (plan, TOK_PARAM_PROMPT);
  double prompt = MAX (n_tokens, MIN (n_tokens * row->batch, tok_plan_get (plan, TOK_PARAM_UBATCH)));

  tok_plan_set (plan, TOK_PARAM_REQUESTS, 1.0);
  tok_plan_set (plan, TOK_PARAM_CONTEXT, tok_round_up (row->depth + prompt, CONTEXT_BLOCK));
  tok_plan_set (plan, TOK_PARAM_PROMPT, row->depth + prompt);
  tok_plan_set (plan, TOK_PARAM_CACHED, row->depth);
  tok_plan_set (plan, TOK_PARAM_DEPTH, row->depth + prompt);
}

/* Rows do not tell how many tokens were drafted at a time: as many as in the plan. */
static void
set_draft (TokPlan              *plan,
           const TokMeasurement *row)
{
  double length = MAX (plan->values[TOK_PARAM_DRAFT_LENGTH], 1.0);

  if (row->acceptance == TOK_AUTO)
    tok_plan_set (plan, TOK_PARAM_DRAFT_LENGTH, 0.0);
  else
    tok_plan_set (plan, TOK_PARAM_ACCEPTANCE, tok_speculation_acceptance (row->acceptance, (guint) length));
}

TokRowState
tok_comparison_plan (const TokPlan        *plan,
                     const TokCatalog     *catalog,
                     const TokMeasurement *row,
                     TokPlan              *as_measured)
{
  TokRowState state = find_state (plan, row);
  g_auto (TokPlan) copy = { 0 };

  if (state != TOK_ROW_COMPARED)
    return state;
  tok_plan_copy (plan, &copy);
  if (!set_model (&copy, catalog, row))
    return TOK_ROW_UNKNOWN_MODEL;
  set_stated (&copy, row);
  set_draft (&copy, row);
  if (row->kind == TOK_MEASURED_DECODE)
    set_decode_length (&copy, row);
  else
    set_prefill_length (&copy, row);
  *as_measured = copy;
  memset (&copy, 0, sizeof copy);
  return TOK_ROW_COMPARED;
}
