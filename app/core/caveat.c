/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row per caveat: its name, and whether it holds for a plan.  What is not known is not doubted. */

#include "core/caveat.h"

#include <string.h>

/* Below these a cache element is quantized. */
#define F16_BYTES 2.0

#define BIT(type) (G_GUINT64_CONSTANT (1) << TOK_FILE_##type)
#define HALF_BITS (BIT (BF16) | BIT (F16))
#define GPTQ_BITS (BIT (GPTQ) | BIT (GPTQ_G32))
#define SERVER_BITS (HALF_BITS | GPTQ_BITS | BIT (F32) | BIT (AWQ) | BIT (FP8) | BIT (INT8) | BIT (NVFP4) | BIT (MXFP4_MOE))
#define EXL_BITS (BIT (EXL_2_5) | BIT (EXL_3_0) | BIT (EXL_4_0) | BIT (EXL_5_0) | BIT (EXL_6_0))
#define MLX_AFFINE_BITS (BIT (MLX_3BIT) | BIT (MLX_4BIT) | BIT (MLX_5BIT) | BIT (MLX_6BIT) | BIT (MLX_8BIT))
#define MLX_FLOAT_BITS (BIT (MLX_MXFP4) | BIT (MLX_MXFP4_Q8) | BIT (MXFP4_MOE) | BIT (NVFP4))

G_STATIC_ASSERT (TOK_N_FILE_TYPES <= 64);

/* File types each engine reads, but for llama.cpp and what is built on it, which read GGUF.  Where a model was published in MXFP4
 * (gpt-oss), the others have it in containers of their own. */
static const guint64 file_types_read[TOK_N_ENGINES] = {
  [TOK_ENGINE_VLLM] = SERVER_BITS,
  [TOK_ENGINE_SGLANG] = SERVER_BITS,
  [TOK_ENGINE_EXLLAMA] = HALF_BITS | GPTQ_BITS | EXL_BITS,
  [TOK_ENGINE_MLX] = HALF_BITS | MLX_AFFINE_BITS | MLX_FLOAT_BITS,
};

static gboolean
engine_is_not_for_device (const TokPlan *plan)
{
  return tok_caveat_device (plan) < plan->n_devices;
}

static gboolean
engine_is_not_for_file_type (const TokPlan *plan)
{
  TokFileType type = plan->model->file_type;
  TokEngine engine = tok_plan_engine (plan);

  if (tok_engine_is_llama (engine))
    return !tok_file_type_is_gguf (type);
  return (file_types_read[engine] >> type & 1) == 0;
}

/* Backends of ggml with split buffers, and the fork that has those of CUDA. */
static gboolean
engine_is_not_for_split (const TokPlan *plan)
{
  if (plan->n_devices < 2 || plan->values[TOK_PARAM_SPLIT_MODE] != TOK_SPLIT_ROW)
    return FALSE;
  switch (tok_plan_engine (plan))
    {
    case TOK_ENGINE_LLAMA_CUDA:
    case TOK_ENGINE_LLAMA_ROCM:
    case TOK_ENGINE_LLAMA_SYCL:
    case TOK_ENGINE_IK_LLAMA:
      return FALSE;
    default:
      return TRUE;
    }
}

/* llama.cpp, src/llama-context.cpp: "V cache quantization requires flash_attn". */
static gboolean
cache_needs_flash_attention (const TokPlan *plan)
{
  return tok_engine_is_llama (tok_plan_engine (plan))
         && !tok_plan_flag (plan, TOK_PARAM_FLASH_ATTENTION)
         && tok_plan_kv_bytes_v (plan) < F16_BYTES;
}

static gboolean
draft_has_another_tokenizer (const TokPlan *plan)
{
  const char *own = plan->base->tokenizer_family;
  const char *other = plan->draft_base != NULL ? plan->draft_base->tokenizer_family : "";

  return own[0] != '\0' && other[0] != '\0' && strcmp (own, other) != 0;
}

static gboolean
context_is_beyond_the_model (const TokPlan *plan)
{
  guint context_max = plan->base->context_max;

  return context_max > 0 && tok_plan_get (plan, TOK_PARAM_CONTEXT) > context_max;
}

static const struct { const char *name; gboolean (*holds) (const TokPlan *plan); } rows[TOK_N_CAVEATS] = {
  [TOK_CAVEAT_ENGINE_DEVICE] = { "engine-device", engine_is_not_for_device },
  [TOK_CAVEAT_ENGINE_FILE_TYPE] = { "engine-file-type", engine_is_not_for_file_type },
  [TOK_CAVEAT_ENGINE_SPLIT] = { "engine-split", engine_is_not_for_split },
  [TOK_CAVEAT_CACHE_TYPE] = { "cache-type", cache_needs_flash_attention },
  [TOK_CAVEAT_DRAFT_TOKENIZER] = { "draft-tokenizer", draft_has_another_tokenizer },
  [TOK_CAVEAT_CONTEXT] = { "context", context_is_beyond_the_model },
};

const char *
tok_caveat_name (TokCaveat caveat)
{
  return rows[MIN (caveat, TOK_N_CAVEATS - 1)].name;
}

guint
tok_caveats (const TokPlan *plan,
             TokCaveat      caveats[TOK_N_CAVEATS])
{
  guint n = 0;

  for (guint i = 0; i < TOK_N_CAVEATS; i++)
    if (rows[i].holds (plan))
      caveats[n++] = (TokCaveat) i;
  return n;
}

guint
tok_caveat_device (const TokPlan *plan)
{
  guint index = 0;

  while (index < plan->n_devices && tok_engine_runs_on (tok_plan_engine (plan), &plan->devices[index].device))
    index++;
  return index;
}
