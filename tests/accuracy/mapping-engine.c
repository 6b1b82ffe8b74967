/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines: llama.cpp by its backend, its forks and front ends, and for what the program does not know the most alike. */

#include <string.h>

#include "mapping-private.h"

/* What the engine of a name is built on. */
typedef enum { FAMILY_LLAMA, FAMILY_OLLAMA, FAMILY_OTHER } Family;

/* The first whose words the name contains, without case, holds.  llama.cpp's engine is told by the backend. */
static const struct { const char *words; Family family; TokEngine engine; gboolean exact; } engines[] = {
  { "mlx", FAMILY_OTHER, TOK_ENGINE_MLX, TRUE },         /* mlx-lm, mlx-swift, mlx-vlm, vllm-mlx, oMLX, Rapid-MLX */
  { "mtplx", FAMILY_OTHER, TOK_ENGINE_MLX, TRUE },
  { "ik_llama", FAMILY_OTHER, TOK_ENGINE_IK_LLAMA, TRUE },
  { "ipex-llm", FAMILY_LLAMA, 0, FALSE },
  { "llama.cpp", FAMILY_LLAMA, 0, TRUE },                /* and forks of it, LM Studio's and Docker's */
  { "ollama", FAMILY_OLLAMA, TOK_ENGINE_OLLAMA, TRUE },
  { "lm studio", FAMILY_LLAMA, 0, TRUE },
  { "ds4", FAMILY_LLAMA, 0, FALSE },
  { "vulkanforge", FAMILY_LLAMA, 0, FALSE },
  { "sglang", FAMILY_OTHER, TOK_ENGINE_SGLANG, TRUE },
  { "vllm", FAMILY_OTHER, TOK_ENGINE_VLLM, TRUE },
  { "lmdeploy", FAMILY_OTHER, TOK_ENGINE_VLLM, FALSE },
  { "exllama", FAMILY_OTHER, TOK_ENGINE_EXLLAMA, TRUE },
  { "autoawq", FAMILY_OTHER, TOK_ENGINE_VLLM, FALSE },    /* vLLM's first kernels for such files are AutoAWQ's */
  { "gpt-fast", FAMILY_OTHER, TOK_ENGINE_EXLLAMA, FALSE },
  { "mlc", FAMILY_OTHER, TOK_ENGINE_EXLLAMA, FALSE },
};

/* Nothing the program knows works like these: a neural processor, matrix units of server CPUs, experts divided in a way of their own,
 * PyTorch without kernels for one token at a time (an H20 at 0.4 tok/s). */
static const char *const unlike_engines[] = { "rkllm", "hf generator", "transformers" };

static const struct { const char *backend; TokEngine engine; gboolean exact; } backends[] = {
  { "CUDA", TOK_ENGINE_LLAMA_CUDA, TRUE },
  { "Metal", TOK_ENGINE_LLAMA_METAL, TRUE },
  { "Vulkan", TOK_ENGINE_LLAMA_VULKAN, TRUE },
  { "ROCm", TOK_ENGINE_LLAMA_ROCM, TRUE },
  { "SYCL", TOK_ENGINE_LLAMA_SYCL, TRUE },
  { "CPU", TOK_ENGINE_LLAMA_CPU, TRUE },
  { "ROCm or Vulkan", TOK_ENGINE_LLAMA_ROCM, FALSE },
  { "Vulkan or CPU", TOK_ENGINE_LLAMA_VULKAN, FALSE },
};

static gboolean
contains (const char *text,
          const char *words)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  return strstr (lower, words) != NULL;
}

gboolean
tok_mapping_knows_engine (const TokRow *row)
{
  for (guint i = 0; i < G_N_ELEMENTS (unlike_engines); i++)
    if (contains (row->engine, unlike_engines[i]))
      return FALSE;
  return TRUE;
}

/* Backends without a name here (OpenCL, or none stated) are most like Vulkan. */
static TokEngine
llama_engine (const char *backend,
              gboolean   *exact)
{
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    if (strcmp (backend, backends[i].backend) == 0)
      {
        *exact = *exact && backends[i].exact;
        return backends[i].engine;
      }
  *exact = FALSE;
  return TOK_ENGINE_LLAMA_VULKAN;
}

/* An engine of no known name, by the files it reads: all read 16 bit. */
static TokEngine
unknown_engine (const TokRow *row,
                TokFileType   type,
                gboolean     *exact)
{
  *exact = FALSE;
  if (tok_file_type_is_gguf (type) && type != TOK_FILE_F16 && type != TOK_FILE_BF16)
    return llama_engine (row->backend, exact);
  return strcmp (row->backend, "Metal") == 0 ? TOK_ENGINE_MLX : TOK_ENGINE_VLLM;
}

/* Front ends of llama.cpp run files it does not read with MLX. */
static gboolean
runs_with_mlx (const TokRow *row,
               Family        family,
               TokFileType   type)
{
  return (family == FAMILY_OLLAMA || family == FAMILY_LLAMA) && !tok_file_type_is_gguf (type)
         && strcmp (row->backend, "Metal") == 0;
}

static TokEngine
engine_by_name (const TokRow *row,
                TokFileType   type,
                gboolean     *exact)
{
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    if (contains (row->engine, engines[i].words))
      {
        *exact = engines[i].exact;
        if (runs_with_mlx (row, engines[i].family, type))
          return TOK_ENGINE_MLX;
        return engines[i].family == FAMILY_LLAMA ? llama_engine (row->backend, exact) : engines[i].engine;
      }
  return unknown_engine (row, type, exact);
}

TokEngine
tok_mapping_engine (const TokRow *row,
                    TokFileType   type,
                    gboolean      on_cores,
                    gboolean     *exact)
{
  TokEngine engine = engine_by_name (row, type, exact);

  if ((on_cores || strcmp (row->backend, "CPU") == 0) && !tok_engine_is_llama (engine))
    {
      *exact = FALSE;
      return TOK_ENGINE_LLAMA_CPU;
    }
  /* MLX has a CUDA backend, too; the program knows it on Apple's chips only. */
  if (engine == TOK_ENGINE_MLX && strcmp (row->backend, "Metal") != 0)
    {
      *exact = FALSE;
      return TOK_ENGINE_EXLLAMA;
    }
  return engine;
}

guint
tok_mapping_build_year (const TokRow *row)
{
  g_autofree char *year = g_strndup (row->date, 4);
  guint64 value;

  if (strlen (year) < 4 || !g_ascii_string_to_unsigned (year, 10, 1, 9999, &value, NULL))
    return TOK_LAST_BUILD_YEAR;
  return CLAMP (value, TOK_FIRST_BUILD_YEAR, TOK_LAST_BUILD_YEAR);
}
