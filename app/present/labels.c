/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of things for people.  Technical names that are the same everywhere (Q4_K_M, f16) are not translated. */

#include "present/labels.h"

#include <glib/gi18n.h>

static const char *const group_labels[] = {
  [TOK_GROUP_MACHINE] = N_("Machine"),
  [TOK_GROUP_MODEL] = N_("Model"),
  [TOK_GROUP_CONTEXT] = N_("Context"),
  [TOK_GROUP_SPLIT] = N_("Split"),
  [TOK_GROUP_GPUS] = N_("Several GPUs"),
  [TOK_GROUP_SPECULATION] = N_("Speculative decoding"),
  [TOK_GROUP_REQUESTS] = N_("Concurrent requests"),
  [TOK_GROUP_ENGINE] = N_("Engine and reserve"),
};

static const char *const origin_labels[] = {
  [TOK_ORIGIN_DEFAULT] = N_("default"),
  [TOK_ORIGIN_AUTO] = N_("auto"),
  [TOK_ORIGIN_CATALOG] = N_("catalog"),
  [TOK_ORIGIN_FILE] = N_("file"),
  [TOK_ORIGIN_TYPED] = N_("typed"),
};

static const char *const term_labels[TOK_N_TERMS] = {
  [TOK_TERM_WEIGHTS] = N_("weights"),
  [TOK_TERM_KV] = N_("KV cache"),
  [TOK_TERM_ATTENTION] = N_("attention"),
  [TOK_TERM_LAUNCHES] = N_("launches"),
  [TOK_TERM_CPU] = N_("CPU"),
  [TOK_TERM_LINK] = N_("link"),
  [TOK_TERM_OTHER] = N_("other"),
};

static const char *const fit_labels[] = {
  [TOK_FIT_FITS] = N_("Fits"),
  [TOK_FIT_TIGHT] = N_("Tight"),
  [TOK_FIT_SPILLS] = N_("Spills"),
  [TOK_FIT_NO] = N_("Does not fit"),
};

static const char *const basis_labels[] = {
  [TOK_BASIS_MEASUREMENT] = N_("your measurement"),
  [TOK_BASIS_CLASS] = N_("calibrated class"),
  [TOK_BASIS_FAMILY] = N_("same family"),
  [TOK_BASIS_SPECIFICATION] = N_("specification only"),
};

static const char *const engine_labels[TOK_N_ENGINES] = {
  [TOK_ENGINE_LLAMA_CUDA] = N_("llama.cpp, CUDA"),
  [TOK_ENGINE_LLAMA_VULKAN] = N_("llama.cpp, Vulkan"),
  [TOK_ENGINE_LLAMA_ROCM] = N_("llama.cpp, ROCm"),
  [TOK_ENGINE_LLAMA_METAL] = N_("llama.cpp, Metal"),
  [TOK_ENGINE_LLAMA_SYCL] = N_("llama.cpp, SYCL"),
  [TOK_ENGINE_LLAMA_CPU] = N_("llama.cpp, CPU"),
  [TOK_ENGINE_IK_LLAMA] = "ik_llama.cpp",
  [TOK_ENGINE_OLLAMA] = "Ollama",
  [TOK_ENGINE_VLLM] = "vLLM",
  [TOK_ENGINE_SGLANG] = "SGLang",
  [TOK_ENGINE_EXLLAMA] = "ExLlama",
  [TOK_ENGINE_MLX] = "MLX",
};

static const char *const link_labels[TOK_N_LINKS] = {
  [TOK_LINK_AUTO] = N_("as the device has it"),
  [TOK_LINK_PCIE3X4] = "PCIe 3.0 ×4",
  [TOK_LINK_PCIE3X8] = "PCIe 3.0 ×8",
  [TOK_LINK_PCIE3X16] = "PCIe 3.0 ×16",
  [TOK_LINK_PCIE4X4] = "PCIe 4.0 ×4",
  [TOK_LINK_PCIE4X8] = "PCIe 4.0 ×8",
  [TOK_LINK_PCIE4X16] = "PCIe 4.0 ×16",
  [TOK_LINK_PCIE5X8] = "PCIe 5.0 ×8",
  [TOK_LINK_PCIE5X16] = "PCIe 5.0 ×16",
  [TOK_LINK_OCULINK] = "OCuLink",
  [TOK_LINK_THUNDERBOLT4] = "Thunderbolt 4",
  [TOK_LINK_USB4V2] = "USB4 2.0",
  [TOK_LINK_NVLINK] = "NVLink",
};

static const char *const attention_labels[TOK_N_ATTENTION_KINDS] = {
  [TOK_ATTENTION_OWN] = N_("the model's own"),
  [TOK_ATTENTION_GQA] = N_("grouped queries (GQA)"),
  [TOK_ATTENTION_MHA] = N_("every head its own (MHA)"),
  [TOK_ATTENTION_MQA] = N_("one head for all (MQA)"),
  [TOK_ATTENTION_SLIDING] = N_("sliding window"),
  [TOK_ATTENTION_MLA] = N_("latent (MLA)"),
  [TOK_ATTENTION_HYBRID] = N_("hybrid, linear layers"),
};

static const char *const split_mode_labels[TOK_N_SPLIT_MODES] = {
  [TOK_SPLIT_LAYER] = N_("Layer split"),
  [TOK_SPLIT_TENSOR] = N_("Tensor split"),
  [TOK_SPLIT_ROW] = N_("Row split"),
};

static const char *const os_labels[TOK_N_OS] = {
  [TOK_OS_LINUX] = "Linux",
  [TOK_OS_WINDOWS] = "Windows",
  [TOK_OS_MACOS] = "macOS",
};

static const char *const switch_labels[] = { N_("off"), N_("on") };

/* Choices whose visible name is not their stable one. */
static const char *const *const choice_labels[TOK_N_PARAMS] = {
  [TOK_PARAM_LINK] = link_labels,
  [TOK_PARAM_ATTENTION] = attention_labels,
  [TOK_PARAM_SPLIT_MODE] = split_mode_labels,
  [TOK_PARAM_ENGINE] = engine_labels,
  [TOK_PARAM_OS] = os_labels,
};

const char *
tok_label_param (TokParam param)
{
  return _(tok_plan_param_info (param)->label);
}

const char *
tok_label_group (TokParamGroup group)
{
  return _(group_labels[group]);
}

const char *
tok_label_origin (TokOrigin origin)
{
  return _(origin_labels[origin]);
}

const char *
tok_label_term (TokTerm term)
{
  return _(term_labels[term]);
}

const char *
tok_label_fit (TokFit fit)
{
  return _(fit_labels[fit]);
}

const char *
tok_label_basis (TokBasis basis)
{
  return _(basis_labels[basis]);
}

const char *
tok_label_engine (TokEngine engine)
{
  return _(engine_labels[engine]);
}

const char *
tok_label_choice (TokParam param,
                  guint    value)
{
  const TokParamInfo *info = tok_plan_param_info (param);

  g_return_val_if_fail (info->choice_name != NULL && value <= info->maximum, "");

  if (choice_labels[param] != NULL)
    return _(choice_labels[param][value]);
  if (info->scale == TOK_SCALE_SWITCH)
    return _(switch_labels[value]);
  return info->choice_name (value);
}
