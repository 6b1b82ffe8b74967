/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The KV cache: its types, where it lies, and whether flash attention reads it. */

#include <string.h>

#include "mapping-private.h"

/* Types the program does not know, by the nearest in bits. */
static const struct { const char *prefix; TokKvType type; } nearest_types[] = {
  { "turbo", TOK_KV_Q4_0 },
  { "KVarN", TOK_KV_Q4_0 },
  { "q6_0", TOK_KV_Q5_1 },
  { "q8", TOK_KV_Q8_0 },
  { "q4", TOK_KV_Q4_0 },
  { "int8", TOK_KV_Q8_0 },
};

/* llama.cpp turns flash attention on by itself since this month (its -fa auto, b6324); Ollama since the next year. */
#define LLAMA_FLASH_FROM "2025-09"
#define OLLAMA_FLASH_FROM "2026"

static double
kv_type (const char *name)
{
  double type;

  if (name[0] == '\0')
    return TOK_KV_F16;
  if (tok_plan_choice_from_name (TOK_PARAM_KV_K, name, &type))
    return type;
  for (guint i = 0; i < G_N_ELEMENTS (nearest_types); i++)
    if (g_str_has_prefix (name, nearest_types[i].prefix))
      return nearest_types[i].type;
  return TOK_KV_F16;
}

/* "q8_0", "q8_0 K / f16 V", "q5_0/q4_1", "f16, KV on CPU (-nkvo)". */
static void
set_types (const TokRow *row,
           TokPlan      *plan)
{
  g_auto (GStrv) parts = g_strsplit (row->kv_type, "/", 2);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_strstrip (parts[i]);
      parts[i][strcspn (parts[i], " ,")] = '\0';
    }
  if (parts[0] == NULL)
    return;
  tok_plan_set (plan, TOK_PARAM_KV_K, kv_type (parts[0]));
  tok_plan_set (plan, TOK_PARAM_KV_V, kv_type (parts[parts[1] != NULL ? 1 : 0]));
}

static gboolean
flash_by_default (const TokRow *row,
                  TokEngine     engine)
{
  if (engine == TOK_ENGINE_OLLAMA)
    return row->date[0] == '\0' || strcmp (row->date, OLLAMA_FLASH_FROM) >= 0;
  if (tok_engine_is_llama (engine))
    return row->date[0] == '\0' || strcmp (row->date, LLAMA_FLASH_FROM) >= 0;
  return TRUE;
}

void
tok_mapping_cache (const TokRow *row,
                   TokPlan      *plan)
{
  gboolean flash = row->flash_attention == TOK_ROW_NOT_STATED ? flash_by_default (row, tok_plan_engine (plan))
                                                              : row->flash_attention > 0.0;

  set_types (row, plan);
  tok_plan_set (plan, TOK_PARAM_FLASH_ATTENTION, flash);
  tok_plan_set (plan, TOK_PARAM_KV_ON_CPU, strstr (row->kv_type, "KV on CPU") != NULL);
}
