/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the parts of a row together into a plan. */

#include <string.h>

#include "core/memory.h"
#include "core/units.h"
#include "mapping-private.h"

/* Of a decode whose row does not tell how long it was: llama-bench's tg128. */
#define USUAL_TOKENS 128.0
/* Of a chat's question where the rate counts it and the row does not tell: the middle of those that do. */
#define USUAL_PROMPT_TOKENS 23.0

/* Room for what is measured, in blocks of llama.cpp's cache. */
#define CONTEXT_BLOCK 256.0

static void
set_decode_length (const TokRow *row,
                   TokPlan      *plan)
{
  double n_tokens = row->n_tokens == TOK_ROW_NOT_STATED ? USUAL_TOKENS : row->n_tokens;
  double prompt = row->prompt_tokens != TOK_ROW_NOT_STATED ? row->prompt_tokens
                  : row->depth > 0.0                       ? row->depth
                                                           : USUAL_PROMPT_TOKENS;
  double depth = MAX (row->depth, row->prompt_tokens);

  tok_plan_set (plan, TOK_PARAM_CONTEXT, tok_round_up (MAX (depth, prompt) + n_tokens, CONTEXT_BLOCK));
  /* The mean time of its tokens is that of the one in the middle: it grows evenly with depth. */
  tok_plan_set (plan, TOK_PARAM_DEPTH, depth + n_tokens / 2.0);
  tok_plan_set (plan, TOK_PARAM_PROMPT, prompt);
  tok_plan_set (plan, TOK_PARAM_ANSWER, n_tokens);
  tok_plan_set (plan, TOK_PARAM_REQUESTS, row->batch);
}

/* Prompts of several streams fill micro-batches together; once one fills them alone, the others cost as much again. */
static void
set_prefill_length (const TokRow *row,
                    TokPlan      *plan)
{
  double prompt = MAX (row->n_tokens, MIN (row->n_tokens * row->batch, tok_plan_get (plan, TOK_PARAM_UBATCH)));

  tok_plan_set (plan, TOK_PARAM_CONTEXT, tok_round_up (row->depth + prompt, CONTEXT_BLOCK));
  tok_plan_set (plan, TOK_PARAM_PROMPT, row->depth + prompt);
  tok_plan_set (plan, TOK_PARAM_CACHED, row->depth);
  tok_plan_set (plan, TOK_PARAM_DEPTH, row->depth + prompt);
}

/* What the notes say where the column is empty.  llama-sweep-bench reads one micro-batch at each depth. */
static double
micro_batch (const TokRow *row)
{
  static const char *const words[] = { "-ub ", "u-batch ", "ubatch " };

  if (row->ubatch != TOK_ROW_NOT_STATED)
    return row->ubatch;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (tok_mapping_number_after (row->notes, words[i]) >= 1.0)
      return tok_mapping_number_after (row->notes, words[i]);
  return row->test == TOK_TEST_PREFILL && strstr (row->notes, "sweep-bench") != NULL ? row->n_tokens : TOK_ROW_NOT_STATED;
}

static void
set_engine (TokMapped *mapped,
            TokEngine  engine)
{
  const TokRow *row = mapped->row;
  TokPlan *plan = &mapped->plan;
  double os;

  tok_plan_set (plan, TOK_PARAM_ENGINE, engine);
  tok_plan_set (plan, TOK_PARAM_ENGINE_BUILD, tok_mapping_build_year (row));
  if (micro_batch (row) != TOK_ROW_NOT_STATED)
    tok_plan_set (plan, TOK_PARAM_UBATCH, micro_batch (row));
  if (row->threads != TOK_ROW_NOT_STATED)
    tok_plan_set (plan, TOK_PARAM_THREADS, row->threads);
  tok_plan_set (plan, TOK_PARAM_SOCKETS, tok_mapping_sockets (row));
  if (tok_plan_choice_from_name (TOK_PARAM_OS, row->os, &os))
    tok_plan_set (plan, TOK_PARAM_OS, os);
}

static void
set_quant (TokMapped      *mapped,
           const TokQuant *quant)
{
  TokPlan *plan = &mapped->plan;

  mapped->exact = mapped->exact && quant->exact;
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, quant->type);
  if (quant->file_bytes > 0.0)
    tok_plan_set (plan, TOK_PARAM_FILE_BYTES, quant->file_bytes);
  else if (quant->scale != 1.0)
    tok_plan_set (plan, TOK_PARAM_FILE_BYTES, plan->model->file_bytes * quant->scale);
}

static void
set_split_mode (const TokRow *row,
                TokPlan      *plan)
{
  double mode;

  if (plan->n_devices > 1 && tok_plan_choice_from_name (TOK_PARAM_SPLIT_MODE, row->split_mode, &mode))
    tok_plan_set (plan, TOK_PARAM_SPLIT_MODE, mode);
}

/* A model that ran did fit, so memory the row does not state was enough.  Windows really moves what does not. */
static void
make_room (TokPlan *plan)
{
  TokMemory memory;
  TokSplit split;

  if (tok_plan_os (plan) == TOK_OS_WINDOWS)
    return;
  tok_split_resolve (plan, &split);
  tok_memory_estimate (plan, &split, &memory);
  for (guint i = 0; i < plan->n_devices && memory.spilled_bytes > 0.0; i++)
    {
      TokDevice device = plan->devices[i].device;

      /* Twice, because a budget may lend half of it. */
      device.memory_bytes = 2.0 * (device.memory_bytes + memory.spilled_bytes);
      device.usable_bytes = 0.0;
      tok_plan_set_device (plan, i, &device);
    }
}

static const char *
chip_of (const TokMapper *mapper,
         const TokDevice *device)
{
  return tok_catalog_find_device (mapper->catalog, device->id)->chip;
}

static void
init_plan (TokMapped        *mapped,
           const TokMapper  *mapper,
           const TokMachine *machine,
           TokArchitecture  *model)
{
  TokDevice first = *machine->devices[0];

  /* Cores of a chip: llama.cpp's engine for CPUs takes them by itself, for others they are a device of their own. */
  if (tok_mapping_runs_on_cores (mapped->row, &first) && !g_str_has_prefix (mapped->row->engine, "llama.cpp"))
    {
      first.kind = TOK_DEVICE_CPU;
      first.matrix_flops = 0.0;
    }
  tok_plan_init (&mapped->plan, mapper->catalog->efficiency, &first, machine->host, model);
  for (guint i = 1; i < machine->n_devices; i++)
    tok_plan_set_device (&mapped->plan, i, machine->devices[i]);
  for (guint i = 0; i < machine->n_devices; i++)
    mapped->chips[i] = chip_of (mapper, machine->devices[i]);
  mapped->host_chip = machine->host != NULL ? chip_of (mapper, machine->host) : NULL;
}

static const char *
complete_plan (TokMapped       *mapped,
               const TokMapper *mapper,
               const TokQuant  *quant)
{
  const TokRow *row = mapped->row;
  TokPlan *plan = &mapped->plan;
  gboolean on_cores = tok_mapping_runs_on_cores (row, &plan->devices[0].device) || tok_plan_is_cpu_only (plan);
  gboolean exact = TRUE;

  set_engine (mapped, tok_mapping_engine (row, quant->type, on_cores, &exact));
  set_quant (mapped, quant);
  set_split_mode (row, plan);
  if (row->spec[0] != '\0' && !tok_mapping_draft (mapper, row, plan, &exact))
    return "a draft no plan can say";
  if (row->test == TOK_TEST_DECODE)
    set_decode_length (row, plan);
  else
    set_prefill_length (row, plan);
  tok_mapping_link (row, plan);
  tok_mapping_cache (row, plan);
  tok_mapping_split (row, plan);
  make_room (plan);
  mapped->exact = mapped->exact && exact;
  return NULL;
}

/* NULL when the row has a plan. */
static const char *
map (TokMapped       *mapped,
     const TokMapper *mapper)
{
  const TokRow *row = mapped->row;
  const char *reason = row->fault;
  const TokCatalogModel *entry;
  TokArchitecture *model;
  TokMachine machine;
  TokQuant quant;

  if (reason == NULL)
    reason = tok_mapping_machine (mapper, row, &machine);
  if (reason != NULL)
    return reason;
  entry = tok_mapping_model (mapper, row->model, &mapped->exact);
  if (entry == NULL)
    return "model not in the catalog";
  model = entry->architecture;
  if (!tok_mapping_quant (mapper, row, model, &quant))
    return row->quant[0] == '\0' ? "quantization not stated" : "unknown quantization without a file size";
  /* Reading 20 tokens and reading 2000 differ tenfold in speed. */
  if (row->test == TOK_TEST_PREFILL && row->n_tokens == TOK_ROW_NOT_STATED)
    return "prompt length not stated";
  if (!tok_mapping_knows_engine (row))
    return "no engine of the program is like it";
  init_plan (mapped, mapper, &machine, model);
  reason = complete_plan (mapped, mapper, &quant);
  if (reason != NULL)
    tok_plan_clear (&mapped->plan);
  return reason;
}

void
tok_mapping_init (TokMapped       *mapped,
                  const TokMapper *mapper,
                  const TokRow    *row)
{
  memset (mapped, 0, sizeof *mapped);
  mapped->row = row;
  mapped->exact = TRUE;
  mapped->reason = g_intern_string (map (mapped, mapper));
}

void
tok_mapping_clear (TokMapped *mapped)
{
  if (mapped->reason == NULL)
    tok_plan_clear (&mapped->plan);
}

void
tok_mapping_set_table (TokMapped                *mapped,
                       const TokEfficiencyTable *table)
{
  TokPlan *plan = &mapped->plan;

  plan->efficiency = table;
  for (guint i = 0; i < plan->n_devices; i++)
    {
      TokPlanDevice *device = &plan->devices[i];

      device->picked.chip = device->device.chip = tok_efficiency_table_find_chip (table, mapped->chips[i]);
    }
  if (mapped->host_chip != NULL)
    plan->host.picked.chip = plan->host.device.chip = tok_efficiency_table_find_chip (table, mapped->host_chip);
  else
    {
      /* A host that came with the device or was assumed hangs on the constants. */
      TokDevice first = plan->devices[0].device;

      tok_plan_set_device (plan, 0, &first);
    }
}
