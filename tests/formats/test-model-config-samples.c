/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real configs, where they are at hand: their models are the catalog's.
 *
 * They lie outside of the tree, in the folder that TOKPLAN_SHARED names; without it these tests are skipped. */

#include <string.h>

#include "configs.h"
#include "formats/catalog.h"
#include "formats/json-parse.h"

typedef struct
{
  const char *name;      /* below samples/hf-config */
  const char *model;     /* id in the catalog */
} Sample;

static const Sample samples[] = {
  { "MiniMaxAI--MiniMax-M2.5_config.json", "minimax-m2.5" },
  { "MiniMaxAI--MiniMax-M3_config.json", "minimax-m3" },
  { "Qwen--Qwen3-0.6B_config.json", "qwen3-0.6b" },
  { "Qwen--Qwen3-235B-A22B-FP8_config.json", "qwen3-235b-a22b" },
  { "Qwen--Qwen3-32B-FP8-Static-PerTensor_config.json", "qwen3-32b" },
  { "Qwen--Qwen3-VL-2B-Instruct_config.json", "qwen3-vl-2b" },
  { "Qwen--Qwen3-VL-32B-Instruct_config.json", "qwen3-vl-32b" },
  { "Qwen--Qwen3-VL-4B-Instruct_config.json", "qwen3-vl-4b" },
  { "Qwen--Qwen3.5-122B-A10B_config.json", "qwen3.5-122b-a10b" },
  { "Qwen--Qwen3.5-35B-A3B_config.json", "qwen3.5-35b-a3b" },
  { "Qwen--Qwen3.5-397B-A17B_config.json", "qwen3.5-397b-a17b" },
  { "XiaomiMiMo--MiMo-7B-Base_config.json", "mimo-7b" },
  { "XiaomiMiMo--MiMo-V2-Flash_config.json", "mimo-v2-flash" },
  { "deepseek-ai--DeepSeek-V3_config.json", "deepseek-v3" },
  { "deepseek-ai--DeepSeek-V4-Pro_config.json", "deepseek-v4-pro" },
  { "meta-llama--Llama-4-Maverick-17B-128E-Instruct_config.json", "llama-4-maverick" },
  { "meta-llama--Llama-4-Scout-17B-16E-Instruct_config.json", "llama-4-scout" },
  { "meta-llama--Meta-Llama-3.1-405B_config.json", "llama-3.1-405b" },
  { "meta-llama--Meta-Llama-3.1-70B_config.json", "llama-3.1-70b" },
  { "mistralai--Mixtral-8x7B-v0.1_config.json", "mixtral-8x7b" },
  { "moonshotai--Kimi-K2-Instruct_config.json", "kimi-k2" },
  { "moonshotai--Kimi-K2.5_config.json", "kimi-k2.5" },
  { "moonshotai--Kimi-K3_config.json", "kimi-k3" },
  { "nvidia--DeepSeek-V4-Flash-NVFP4_config.json", "deepseek-v4-flash" },
  { "nvidia--GLM-5.1-NVFP4_config.json", "glm-5.1" },
  { "nvidia--Gemma-4-26B-A4B-NVFP4_config.json", "gemma-4-26b-a4b" },
  { "nvidia--Gemma-4-31B-IT-NVFP4_config.json", "gemma-4-31b" },
  { "nvidia--Kimi-K2.5-NVFP4_config.json", "kimi-k2.5" },
  { "nvidia--Llama-3_3-Nemotron-Super-49B-v1_config.json", "llama-3.3-nemotron-super-49b" },
  { "nvidia--MiniMax-M2.7-NVFP4_config.json", "minimax-m2.7" },
  { "nvidia--NVIDIA-Nemotron-3-Nano-30B-A3B-BF16_config.json", "nemotron-3-nano-30b-a3b" },
  { "nvidia--NVIDIA-Nemotron-3-Super-120B-A12B-FP8_config.json", "nemotron-3-super-120b-a12b" },
  { "nvidia--NVIDIA-Nemotron-3-Ultra-550B-A55B-BF16_config.json", "nemotron-3-ultra-550b-a55b" },
  { "nvidia--Qwen3.6-27B-NVFP4_config.json", "qwen3.6-27b" },
  { "openai--gpt-oss-120b_config.json", "gpt-oss-120b" },
  { "openai--gpt-oss-20b_config.json", "gpt-oss-20b" },
  { "sgl-project--DeepSeek-V4-Pro-FP8_config.json", "deepseek-v4-pro" },
  { "zai-org--GLM-5_config.json", "glm-5" },
  { "zai-org--GLM-5.1_config.json", "glm-5.1" },
  { "zai-org--GLM-5.2_config.json", "glm-5.2" },
  { "zai-org--GLM-5.2-FP8_config.json", "glm-5.2" },
  { "other/codellama-34b-instruct-hf_config.json", "codellama-34b" },
  { "other/llama-2-7b-hf_config.json", "llama-2-7b" },
  { "other/llama-3.1-8b-instruct_config.json", "llama-3.1-8b" },
  { "other/llama-4-scout-17b-16e-instruct-fp8-dynamic_config.json", "llama-4-scout" },
  { "other/mistral-nemo-instruct-2407_config.json", "mistral-nemo-12b" },
  { "other/qwen2.5-7b-instruct_config.json", "qwen2.5-7b" },
  { "other/qwen3-30b-a3b_config.json", "qwen3-30b-a3b" },
  { "other/yi-34b_config.json", "yi-1.5-34b" },
};

static TokJson *
load (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("TOKPLAN_SHARED"), "samples", "hf-config", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  TokJson *json;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    return NULL;
  json = tok_json_parse_python (text, length, NULL, &error);
  g_assert_no_error (error);
  return json;
}

static void
test_sample (gconstpointer data)
{
  const Sample *sample = data;
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  g_autoptr (TokJson) json = g_getenv ("TOKPLAN_SHARED") != NULL ? load (sample->name) : NULL;
  g_autoptr (TokModelFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (json == NULL)
    {
      g_test_skip ("the sample is not at hand");
      return;
    }
  g_assert_true (tok_model_config_has_members (json_node_get_object (tok_json_root (json))));
  file = tok_model_config_read (json_node_get_object (tok_json_root (json)), NULL, "", &error);
  g_assert_no_error (error);
  config_compare (file->architecture, tok_catalog_find_model (catalog, sample->model)->architecture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strconcat ("/config/samples/", samples[i].name, NULL);

      g_test_add_data_func (path, &samples[i], test_sample);
    }
  return g_test_run ();
}
