/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row per engine. */

#include "core/engine.h"

#include <string.h>

static const char *const engine_names[TOK_N_ENGINES] = {
  [TOK_ENGINE_LLAMA_CUDA] = "llama.cpp-cuda",
  [TOK_ENGINE_LLAMA_VULKAN] = "llama.cpp-vulkan",
  [TOK_ENGINE_LLAMA_ROCM] = "llama.cpp-rocm",
  [TOK_ENGINE_LLAMA_METAL] = "llama.cpp-metal",
  [TOK_ENGINE_LLAMA_SYCL] = "llama.cpp-sycl",
  [TOK_ENGINE_LLAMA_CPU] = "llama.cpp-cpu",
  [TOK_ENGINE_IK_LLAMA] = "ik_llama.cpp",
  [TOK_ENGINE_OLLAMA] = "ollama",
  [TOK_ENGINE_VLLM] = "vllm",
  [TOK_ENGINE_SGLANG] = "sglang",
  [TOK_ENGINE_EXLLAMA] = "exllama",
  [TOK_ENGINE_MLX] = "mlx",
};

/* What each engine is made for: vendors of tok_device_class_vendor(), "accelerator" for chips that are no GPU, NULL at the end.
 * Backend lists of the projects' own build documentation; llama.cpp's CPU build runs beside whatever is there. */
static const char *const engine_vendors[TOK_N_ENGINES][7] = {
  [TOK_ENGINE_LLAMA_CUDA] = { "nv" },
  [TOK_ENGINE_LLAMA_VULKAN] = { "nv", "amd", "intel", "apple" },
  [TOK_ENGINE_LLAMA_ROCM] = { "amd" },
  [TOK_ENGINE_LLAMA_METAL] = { "apple" },
  [TOK_ENGINE_LLAMA_SYCL] = { "intel" },
  [TOK_ENGINE_LLAMA_CPU] = { "nv", "amd", "intel", "apple", "cpu", "accelerator" },
  [TOK_ENGINE_IK_LLAMA] = { "nv", "cpu" },
  [TOK_ENGINE_OLLAMA] = { "nv", "amd", "intel", "apple", "cpu" },
  [TOK_ENGINE_VLLM] = { "nv", "amd", "intel", "accelerator" },
  [TOK_ENGINE_SGLANG] = { "nv", "amd", "intel", "accelerator" },
  [TOK_ENGINE_EXLLAMA] = { "nv", "amd" },
  [TOK_ENGINE_MLX] = { "apple" },
};

/* Which engine stands in for another, the most alike first; the others follow in the order of the enumeration. */
static const TokEngine sister_engines[TOK_N_ENGINES][TOK_N_STAND_INS - TOK_N_ENGINES] = {
  [TOK_ENGINE_LLAMA_CUDA] = { TOK_ENGINE_IK_LLAMA, TOK_ENGINE_OLLAMA, TOK_ENGINE_LLAMA_VULKAN },
  [TOK_ENGINE_LLAMA_VULKAN] = { TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_LLAMA_ROCM, TOK_ENGINE_LLAMA_SYCL },
  [TOK_ENGINE_LLAMA_ROCM] = { TOK_ENGINE_LLAMA_VULKAN, TOK_ENGINE_OLLAMA, TOK_ENGINE_LLAMA_CUDA },
  [TOK_ENGINE_LLAMA_METAL] = { TOK_ENGINE_OLLAMA, TOK_ENGINE_MLX, TOK_ENGINE_LLAMA_VULKAN },
  [TOK_ENGINE_LLAMA_SYCL] = { TOK_ENGINE_LLAMA_VULKAN, TOK_ENGINE_OLLAMA, TOK_ENGINE_LLAMA_CUDA },
  [TOK_ENGINE_LLAMA_CPU] = { TOK_ENGINE_OLLAMA, TOK_ENGINE_IK_LLAMA, TOK_ENGINE_LLAMA_VULKAN },
  [TOK_ENGINE_IK_LLAMA] = { TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_LLAMA_CPU, TOK_ENGINE_OLLAMA },
  [TOK_ENGINE_OLLAMA] = { TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_LLAMA_METAL, TOK_ENGINE_LLAMA_ROCM },
  [TOK_ENGINE_VLLM] = { TOK_ENGINE_SGLANG, TOK_ENGINE_EXLLAMA, TOK_ENGINE_LLAMA_CUDA },
  [TOK_ENGINE_SGLANG] = { TOK_ENGINE_VLLM, TOK_ENGINE_EXLLAMA, TOK_ENGINE_LLAMA_CUDA },
  [TOK_ENGINE_EXLLAMA] = { TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_VLLM, TOK_ENGINE_SGLANG },
  [TOK_ENGINE_MLX] = { TOK_ENGINE_LLAMA_METAL, TOK_ENGINE_OLLAMA, TOK_ENGINE_LLAMA_VULKAN },
};

const char *
tok_engine_name (TokEngine engine)
{
  return engine_names[MIN (engine, TOK_N_ENGINES - 1)];
}

gboolean
tok_engine_from_name (const char *name,
                      TokEngine  *engine)
{
  for (guint i = 0; i < TOK_N_ENGINES; i++)
    if (g_ascii_strcasecmp (name, engine_names[i]) == 0)
      {
        *engine = (TokEngine) i;
        return TRUE;
      }
  return FALSE;
}

gboolean
tok_engine_is_llama (TokEngine engine)
{
  return engine <= TOK_ENGINE_OLLAMA;
}

gboolean
tok_engine_is_server (TokEngine engine)
{
  return engine == TOK_ENGINE_OLLAMA || engine == TOK_ENGINE_VLLM || engine == TOK_ENGINE_SGLANG;
}

/* Marlin and what vLLM and SGLang took over from it (arXiv:2408.11743): with eight streams a Qwen3.8-27B in 4 bits gives 7.0 times
 * the tokens of one on an RTX 3090 (syv-ai/qwen38-27b-rtx3090), a Llama-2-7B in 16 bits with 64 streams 41 times on an A100
 * (InternLM/lmdeploy). */
gboolean
tok_engine_hides_reading (TokEngine engine)
{
  return engine == TOK_ENGINE_VLLM || engine == TOK_ENGINE_SGLANG;
}

gboolean
tok_engine_runs_on (TokEngine        engine,
                    const TokDevice *device)
{
  gboolean is_accelerator = device->kind == TOK_DEVICE_ACCELERATOR;
  const char *vendor = is_accelerator ? "accelerator" : tok_device_class_vendor (device->device_class);

  return strcmp (vendor, "other") == 0 || g_strv_contains (engine_vendors[engine], vendor);
}

TokEngine
tok_engine_stand_in (TokEngine engine,
                     guint     rank)
{
  const guint n_sisters = G_N_ELEMENTS (sister_engines[0]);

  g_return_val_if_fail (engine < TOK_N_ENGINES && rank < TOK_N_STAND_INS, engine);

  return rank < n_sisters ? sister_engines[engine][rank] : (TokEngine) (rank - n_sisters);
}

gboolean
tok_engine_needs_gpu (TokEngine engine)
{
  g_return_val_if_fail (engine < TOK_N_ENGINES, TRUE);

  return !g_strv_contains (engine_vendors[engine], "cpu");
}

static gboolean
uses_cores (TokEngine engine,
            gboolean  has_gpu)
{
  return engine == TOK_ENGINE_LLAMA_CPU || (!has_gpu && !tok_engine_needs_gpu (engine));
}

gboolean
tok_engine_shares_cores (TokEngine engine,
                         TokEngine other,
                         gboolean  has_gpu)
{
  if (engine != TOK_ENGINE_LLAMA_CPU && other != TOK_ENGINE_LLAMA_CPU)
    return TRUE;
  return uses_cores (engine, has_gpu) && uses_cores (other, has_gpu);
}
