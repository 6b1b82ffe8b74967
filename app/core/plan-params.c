/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameter table: every number and choice of a plan, told once. */

#include <glib/gi18n.h>

#include "core/plan.h"

#define LARGEST_CONTEXT_TOKENS 16777216.0

static const char *const link_names[TOK_N_LINKS] = {
  [TOK_LINK_AUTO] = "auto",
  [TOK_LINK_PCIE3X4] = "pcie3x4",
  [TOK_LINK_PCIE3X8] = "pcie3x8",
  [TOK_LINK_PCIE3X16] = "pcie3x16",
  [TOK_LINK_PCIE4X4] = "pcie4x4",
  [TOK_LINK_PCIE4X8] = "pcie4x8",
  [TOK_LINK_PCIE4X16] = "pcie4x16",
  [TOK_LINK_PCIE5X8] = "pcie5x8",
  [TOK_LINK_PCIE5X16] = "pcie5x16",
  [TOK_LINK_OCULINK] = "oculink",
  [TOK_LINK_THUNDERBOLT4] = "thunderbolt4",
  [TOK_LINK_USB4V2] = "usb4v2",
  [TOK_LINK_NVLINK] = "nvlink",
};

static const char *const attention_names[TOK_N_ATTENTION_KINDS] = {
  [TOK_ATTENTION_OWN] = "own",
  [TOK_ATTENTION_GQA] = "gqa",
  [TOK_ATTENTION_MHA] = "mha",
  [TOK_ATTENTION_MQA] = "mqa",
  [TOK_ATTENTION_SLIDING] = "sliding",
  [TOK_ATTENTION_MLA] = "mla",
  [TOK_ATTENTION_HYBRID] = "hybrid",
};

static const char *const kv_names[TOK_N_KV_TYPES] = {
  [TOK_KV_F32] = "f32",
  [TOK_KV_F16] = "f16",
  [TOK_KV_BF16] = "bf16",
  [TOK_KV_FP8] = "fp8",
  [TOK_KV_Q8_0] = "q8_0",
  [TOK_KV_Q5_1] = "q5_1",
  [TOK_KV_Q5_0] = "q5_0",
  [TOK_KV_Q4_1] = "q4_1",
  [TOK_KV_Q4_0] = "q4_0",
  [TOK_KV_IQ4_NL] = "iq4_nl",
};

static const char *const split_mode_names[TOK_N_SPLIT_MODES] = {
  [TOK_SPLIT_LAYER] = "layer",
  [TOK_SPLIT_TENSOR] = "tensor",
  [TOK_SPLIT_ROW] = "row",
};

static const char *const os_names[TOK_N_OS] = { [TOK_OS_LINUX] = "linux", [TOK_OS_WINDOWS] = "windows", [TOK_OS_MACOS] = "macos" };
static const char *const switch_names[] = { "off", "on" };

static const char *link_name (guint value) { return link_names[value]; }
static const char *attention_name (guint value) { return attention_names[value]; }
static const char *kv_name (guint value) { return kv_names[value]; }
static const char *split_mode_name (guint value) { return split_mode_names[value]; }
static const char *os_name (guint value) { return os_names[value]; }
static const char *switch_name (guint value) { return switch_names[value]; }
static const char *file_type_name (guint value) { return tok_file_type_name (value); }
static const char *engine_name (guint value) { return tok_engine_name (value); }

#define NUMBER(param, name, label, unit, group, scale, minimum, maximum, step, fallback) \
  [param] = { name, label, unit, group, scale, minimum, maximum, step, fallback, FALSE, NULL }
#define AUTO_NUMBER(param, name, label, unit, group, scale, minimum, maximum, step) \
  [param] = { name, label, unit, group, scale, minimum, maximum, step, TOK_AUTO, TRUE, NULL }
#define CHOICE(param, name, label, group, n, fallback, choice_name) \
  [param] = { name, label, "", group, TOK_SCALE_CHOICE, 0, (n) - 1, 1, fallback, FALSE, choice_name }
#define AUTO_CHOICE(param, name, label, group, n, choice_name) \
  [param] = { name, label, "", group, TOK_SCALE_CHOICE, 0, (n) - 1, 1, TOK_AUTO, TRUE, choice_name }
#define SWITCH(param, name, label, group, fallback) \
  [param] = { name, label, "", group, TOK_SCALE_SWITCH, 0, 1, 1, fallback, (fallback) == TOK_AUTO, switch_name }

#define LINEAR TOK_SCALE_LINEAR
#define LOG TOK_SCALE_LOG

static const TokParamInfo params[TOK_N_PARAMS] = {
  NUMBER (TOK_PARAM_BANDWIDTH, "bandwidth", N_("Memory bandwidth"), N_("GB/s"), TOK_GROUP_MACHINE,
          LOG, 1, 20000, 0.1, 100),
  NUMBER (TOK_PARAM_DEVICE_MEMORY, "device_memory", N_("Device memory"), N_("GiB"), TOK_GROUP_MACHINE,
          LOG, 0, 2048, 0.5, 8),
  NUMBER (TOK_PARAM_COMPUTE, "compute", N_("Compute, FP16"), N_("TFLOP/s"), TOK_GROUP_MACHINE, LOG, 0, 20000, 0.01, 0),
  NUMBER (TOK_PARAM_HOST_BANDWIDTH, "host_bandwidth", N_("Host memory bandwidth"), N_("GB/s"), TOK_GROUP_MACHINE,
          LOG, 1, 10000, 0.1, 90),
  NUMBER (TOK_PARAM_HOST_CHANNELS, "host_channels", N_("Host memory channels"), "", TOK_GROUP_MACHINE,
          LINEAR, 1, 48, 1, 2),
  NUMBER (TOK_PARAM_HOST_TRANSFER_RATE, "host_transfer_rate", N_("Host memory speed"), N_("MT/s"), TOK_GROUP_MACHINE,
          LINEAR, 200, 20000, 1, 5600),
  NUMBER (TOK_PARAM_HOST_MEMORY, "host_memory", N_("Host memory"), N_("GiB"), TOK_GROUP_MACHINE, LOG, 0, 8192, 1, 32),
  CHOICE (TOK_PARAM_LINK, "link", N_("Link to the host"), TOK_GROUP_MACHINE, TOK_N_LINKS, TOK_LINK_AUTO, link_name),

  NUMBER (TOK_PARAM_PARAMETERS, "parameters", N_("Parameters"), N_("B"), TOK_GROUP_MODEL, LOG, 0.05, 5000, 0.01, 8),
  NUMBER (TOK_PARAM_ACTIVE_PARAMETERS, "active_parameters", N_("Active parameters"), N_("B"), TOK_GROUP_MODEL,
          LOG, 0.05, 5000, 0.01, 8),
  AUTO_NUMBER (TOK_PARAM_LAYERS, "layers", N_("Layers"), "", TOK_GROUP_MODEL, LINEAR, 1, TOK_MAX_LAYERS, 1),
  CHOICE (TOK_PARAM_ATTENTION, "attention", N_("Attention"), TOK_GROUP_MODEL,
          TOK_N_ATTENTION_KINDS, TOK_ATTENTION_OWN, attention_name),
  CHOICE (TOK_PARAM_FILE_TYPE, "quant", N_("File type"), TOK_GROUP_MODEL,
          TOK_N_FILE_TYPES, TOK_FILE_Q4_K_M, file_type_name),
  SWITCH (TOK_PARAM_IMATRIX, "imatrix", N_("Importance matrix"), TOK_GROUP_MODEL, TOK_AUTO),
  AUTO_NUMBER (TOK_PARAM_FILE_BYTES, "file_bytes", N_("File size"), N_("bytes"), TOK_GROUP_MODEL, LOG, 1e6, 1e14, 1),

  NUMBER (TOK_PARAM_CONTEXT, "context", N_("Context length"), N_("tokens"), TOK_GROUP_CONTEXT,
          LOG, 1, LARGEST_CONTEXT_TOKENS, 1, 16384),
  AUTO_NUMBER (TOK_PARAM_DEPTH, "depth", N_("Filled so far"), N_("tokens"), TOK_GROUP_CONTEXT,
               LOG, 0, LARGEST_CONTEXT_TOKENS, 1),
  CHOICE (TOK_PARAM_KV_K, "kv_k", N_("KV cache type, keys"), TOK_GROUP_CONTEXT, TOK_N_KV_TYPES, TOK_KV_F16, kv_name),
  CHOICE (TOK_PARAM_KV_V, "kv_v", N_("KV cache type, values"), TOK_GROUP_CONTEXT, TOK_N_KV_TYPES, TOK_KV_F16, kv_name),
  SWITCH (TOK_PARAM_FLASH_ATTENTION, "flash_attention", N_("Flash attention"), TOK_GROUP_CONTEXT, 1),
  SWITCH (TOK_PARAM_KV_ON_CPU, "kv_on_cpu", N_("KV cache on the CPU"), TOK_GROUP_CONTEXT, 0),
  SWITCH (TOK_PARAM_FULL_WINDOW, "full_window", N_("Full cache for sliding layers"), TOK_GROUP_CONTEXT, 0),
  NUMBER (TOK_PARAM_PROMPT, "prompt", N_("Prompt length"), N_("tokens"), TOK_GROUP_CONTEXT,
          LOG, 1, LARGEST_CONTEXT_TOKENS, 1, 512),
  NUMBER (TOK_PARAM_CACHED, "cached", N_("Cached prefix"), N_("tokens"), TOK_GROUP_CONTEXT,
          LOG, 0, LARGEST_CONTEXT_TOKENS, 1, 0),

  AUTO_NUMBER (TOK_PARAM_GPU_LAYERS, "gpu_layers", N_("Layers on GPU"), N_("layers"), TOK_GROUP_SPLIT,
               LINEAR, 0, TOK_MAX_LAYERS, 1),
  NUMBER (TOK_PARAM_EXPERT_LAYERS_CPU, "expert_layers_cpu", N_("Expert layers on the CPU"), N_("layers"), TOK_GROUP_SPLIT,
          LINEAR, 0, TOK_MAX_LAYERS, 1, 0),

  CHOICE (TOK_PARAM_SPLIT_MODE, "split_mode", N_("Split mode"), TOK_GROUP_GPUS,
          TOK_N_SPLIT_MODES, TOK_SPLIT_LAYER, split_mode_name),

  AUTO_NUMBER (TOK_PARAM_DRAFT_LENGTH, "draft_length", N_("Draft length"), N_("tokens"), TOK_GROUP_SPECULATION, LINEAR, 0, 64, 1),
  NUMBER (TOK_PARAM_ACCEPTANCE, "acceptance", N_("Acceptance"), "", TOK_GROUP_SPECULATION, LINEAR, 0, 1, 0.01, 0.75),

  NUMBER (TOK_PARAM_REQUESTS, "requests", N_("Concurrent requests"), "", TOK_GROUP_REQUESTS, LOG, 1, 1024, 1, 1),

  AUTO_CHOICE (TOK_PARAM_ENGINE, "engine", N_("Engine"), TOK_GROUP_ENGINE, TOK_N_ENGINES, engine_name),
  NUMBER (TOK_PARAM_ENGINE_BUILD, "engine_build", N_("Year of the build"), "", TOK_GROUP_ENGINE,
          LINEAR, TOK_FIRST_BUILD_YEAR, TOK_LAST_BUILD_YEAR, 1, TOK_LAST_BUILD_YEAR),
  AUTO_NUMBER (TOK_PARAM_THREADS, "threads", N_("Threads"), "", TOK_GROUP_ENGINE, LOG, 1, 1024, 1),
  NUMBER (TOK_PARAM_SOCKETS, "sockets", N_("Sockets"), "", TOK_GROUP_ENGINE, LINEAR, 1, 8, 1, 1),
  NUMBER (TOK_PARAM_UBATCH, "ubatch", N_("Micro-batch"), N_("tokens"), TOK_GROUP_ENGINE, LOG, 1, 16384, 1, 512),
  AUTO_CHOICE (TOK_PARAM_OS, "os", N_("Operating system"), TOK_GROUP_ENGINE, TOK_N_OS, os_name),
  AUTO_NUMBER (TOK_PARAM_RESERVE, "reserve", N_("Memory kept for the desktop"), N_("GiB"), TOK_GROUP_ENGINE,
               LINEAR, 0, 64, 0.1),
  NUMBER (TOK_PARAM_ANSWER, "answer", N_("Answer length"), N_("tokens"), TOK_GROUP_ENGINE, LOG, 1, 1048576, 1, 400),
  AUTO_NUMBER (TOK_PARAM_DISK, "disk", N_("Disk speed"), N_("GB/s"), TOK_GROUP_ENGINE, LOG, 0.01, 100, 0.01),
};

/* TRUE when @one and @other are equal but for case and "-" against "_". */
static gboolean
names_equal (const char *one,
             const char *other)
{
  for (; *one != '\0' && *other != '\0'; one++, other++)
    {
      char a = *one == '-' ? '_' : g_ascii_tolower (*one);
      char b = *other == '-' ? '_' : g_ascii_tolower (*other);

      if (a != b)
        return FALSE;
    }
  return *one == *other;
}

const TokParamInfo *
tok_plan_param_info (TokParam param)
{
  g_return_val_if_fail ((guint) param < TOK_N_PARAMS, &params[0]);

  return &params[param];
}

gboolean
tok_plan_param_from_name (const char *name,
                          TokParam   *param)
{
  for (guint i = 0; i < TOK_N_PARAMS; i++)
    if (names_equal (name, params[i].name))
      {
        *param = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
tok_plan_choice_from_name (TokParam    param,
                           const char *name,
                           double     *value)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  TokFileType file_type;

  g_return_val_if_fail (info->choice_name != NULL, FALSE);

  /* File types have many spellings; their own function knows them. */
  if (param == TOK_PARAM_FILE_TYPE && tok_file_type_from_name (name, &file_type))
    {
      *value = file_type;
      return TRUE;
    }
  for (guint i = 0; i <= (guint) info->maximum; i++)
    if (names_equal (name, info->choice_name (i)))
      {
        *value = i;
        return TRUE;
      }
  return FALSE;
}
