/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Families of models.  Sources: their modeling code in transformers (src/transformers/models) or in their repositories. */

#include "formats/model-config-family.h"

#include <string.h>

#define TIED TOK_TRAIT_TIED
#define QKV TOK_TRAIT_QKV_BIAS
#define OUT TOK_TRAIT_OUTPUT_BIAS
#define NORM TOK_TRAIT_NORM_BIAS
#define PLAIN TOK_TRAIT_PLAIN_MLP
#define MHA TOK_TRAIT_MHA
#define FOURFOLD TOK_TRAIT_FOURFOLD
/* As GPT-2: every matrix has a bias. */
#define BIASES (QKV | OUT | NORM | TOK_TRAIT_MLP_BIAS)
#define HEAD TOK_QK_NORM_HEAD
#define FULL TOK_QK_NORM_FULL

static const TokConfigFamily families[] = {
  { "afmoe", TOK_TRAIT_ROUTER_BIAS, 4, HEAD, TOK_GATE_FULL, 4, 0 },
  { "apertus", PLAIN, 0, HEAD, 0, 0, 0 },
  { "arcee", PLAIN, 0, 0, 0, 0, 0 },
  { "baichuan", MHA, 0, 0, 0, 0, 0 },
  { "bailing_moe", 0, 0, 0, 0, 0, 0 },
  { "bailing_moe_v2", TOK_TRAIT_ASKED_QK_NORM, 0, HEAD, 0, 0, 0 },
  { "bailing_moe_linear", TOK_TRAIT_ASKED_QK_NORM | TOK_TRAIT_LIGHTNING, 0, HEAD, 0, 0, 0 },
  { "bamba", 0, 0, 0, 0, 0, 0 },
  { "bitnet", TIED | TOK_TRAIT_SUB_NORMS, 0, 0, 0, 0, 0 },
  { "bloom", TIED | BIASES | PLAIN | MHA | FOURFOLD, 0, 0, 0, 0, 0 },
  { "chatglm", TOK_TRAIT_MHA, 0, 0, 0, 0, 0 },
  { "codegen", NORM | PLAIN | TOK_TRAIT_MLP_BIAS | TOK_TRAIT_HEAD_BIAS | MHA | FOURFOLD, 1, 0, 0, 0, 0 },
  { "cohere", TIED | TOK_TRAIT_ASKED_QK_NORM, 1, FULL, 0, 0, 0 },
  { "cohere2", TIED, 1, 0, 0, 4, 0 },
  { "dbrx", 0, 0, 0, 0, 0, 0 },
  { "deepseek", 0, 0, 0, 0, 0, 0 },
  { "deepseek_ref", 0, 0, 0, 0, 0, 0 },
  { "deepseek_v2", 0, 0, 0, 0, 0, 0 },
  { "deepseek_v3", 0, 0, 0, 0, 0, 0 },
  { "deepseek_v32", 0, 0, 0, 0, 0, 0 },
  { "deepseek_v4", 0, 0, 0, 0, 0, 0 },
  { "dots1", 0, 0, HEAD, 0, 0, 0 },
  { "ernie4_5", TIED, 0, 0, 0, 0, 0 },
  { "ernie4_5_moe", TIED | TOK_TRAIT_ROUTER_BIAS, 0, 0, 0, 0, 0 },
  { "exaone", 0, 0, 0, 0, 0, 0 },
  { "exaone4", 0, 0, HEAD, 0, 4, 0 },
  { "exaone_moe", TOK_TRAIT_ROUTER_BIAS, 0, HEAD, 0, 4, 0 },
  { "falcon", NORM | PLAIN | FOURFOLD | MHA | TOK_TRAIT_PARALLEL_NORM, 0, 0, 0, 0, 0 },
  { "falcon_h1", TOK_TRAIT_PARALLEL_STATE, 0, 0, 0, 0, 0 },
  { "falcon_mamba", TIED | TOK_TRAIT_MAMBA1 | TOK_TRAIT_SINGLE_BLOCKS, 1, 0, 0, 0, 0 },
  { "gemma", TIED, 0, 0, 0, 0, 0 },
  { "gemma2", TIED, 4, 0, 0, 2, 4096 },
  { "gemma3", TIED, 4, HEAD, 0, 6, 0 },
  { "gemma3n", TIED, 4, HEAD, 0, 5, 512 },
  { "gemma4", TIED, 4, HEAD, 0, 6, 0 },
  { "glm", 0, 0, 0, 0, 0, 0 },
  { "glm4", 0, 4, 0, 0, 0, 0 },
  { "glm4_moe", TOK_TRAIT_ASKED_QK_NORM | TOK_TRAIT_ROUTER_BIAS | TOK_TRAIT_PREDICTION, 0, HEAD, 0, 0, 0 },
  { "glm4_moe_lite", TOK_TRAIT_ROUTER_BIAS, 0, 0, 0, 0, 0 },
  { "glm4v", 0, 4, 0, 0, 0, 0 },
  { "glm4v_moe", TOK_TRAIT_ASKED_QK_NORM | TOK_TRAIT_ROUTER_BIAS, 0, HEAD, 0, 0, 0 },
  { "glm_moe_dsa", TOK_TRAIT_ROUTER_BIAS, 0, 0, 0, 0, 0 },
  { "gpt2", TIED | BIASES | PLAIN | MHA | FOURFOLD | TOK_TRAIT_POSITIONS, 0, 0, 0, 0, 0 },
  { "gpt_bigcode", TIED | BIASES | PLAIN | MHA | FOURFOLD | TOK_TRAIT_POSITIONS, 0, 0, 0, 0, 0 },
  { "gpt_neo", TIED | NORM | OUT | TOK_TRAIT_MLP_BIAS | PLAIN | MHA | FOURFOLD | TOK_TRAIT_POSITIONS, 0, 0, 0, 0, 256 },
  { "gpt_neox", BIASES | PLAIN | MHA | FOURFOLD, 0, 0, 0, 0, 0 },
  { "gpt_oss", OUT | TOK_TRAIT_SINKS | TOK_TRAIT_EXPERT_BIAS | TOK_TRAIT_MLP_BIAS, 0, 0, 0, 2, 0 },
  { "gptj", NORM | PLAIN | TOK_TRAIT_MLP_BIAS | TOK_TRAIT_HEAD_BIAS | MHA | FOURFOLD, 1, 0, 0, 0, 0 },
  { "granite", OUT, 0, 0, 0, 0, 0 },
  { "granitemoe", OUT, 0, 0, 0, 0, 0 },
  { "granitemoehybrid", TOK_TRAIT_SHARED_IS_FFN, 0, 0, 0, 0, 0 },
  { "granitemoeshared", OUT, 0, 0, 0, 0, 0 },
  { "grok-1", TIED, 4, 0, 0, 0, 0 },
  { "hunyuan", TOK_TRAIT_ASKED_QK_NORM, 0, HEAD, 0, 0, 0 },
  { "hunyuan_v1_dense", 0, 0, HEAD, 0, 0, 0 },
  { "hunyuan_v1_moe", 0, 0, HEAD, 0, 0, 0 },
  { "hy_v3", TOK_TRAIT_ROUTER_BIAS, 0, HEAD, 0, 0, 0 },
  { "internlm2", 0, 0, 0, 0, 0, 0 },
  { "internlm3", 0, 0, 0, 0, 0, 0 },
  { "jamba", TOK_TRAIT_MAMBA1, 0, 0, 0, 0, 0 },
  { "kimi_k2", TOK_TRAIT_ROUTER_BIAS, 0, 0, 0, 0, 0 },
  { "kimi_linear", TOK_TRAIT_ROUTER_BIAS, 0, 0, 0, 0, 0 },
  { "laguna", TOK_TRAIT_ROUTER_BIAS, 0, HEAD, TOK_GATE_HEADWISE, 4, 0 },
  { "lfm2", TIED, 0, HEAD, 0, 0, 0 },
  { "lfm2_moe", TIED, 0, HEAD, 0, 0, 0 },
  { "llama", OUT, 0, 0, 0, 0, 0 },
  { "llama4", TOK_TRAIT_CHUNKED | TOK_TRAIT_SHARED_ONE, 0, 0, 0, 4, 0 },
  { "mamba", TIED | TOK_TRAIT_MAMBA1 | TOK_TRAIT_SINGLE_BLOCKS, 1, 0, 0, 0, 0 },
  { "mamba2", TIED | TOK_TRAIT_SINGLE_BLOCKS, 1, 0, 0, 0, 0 },
  { "mimo", 0, 0, 0, 0, 0, 0 },
  { "mimo_v2_flash", TOK_TRAIT_ROUTER_BIAS, 0, 0, 0, 0, 0 },
  { "minicpm", TIED, 0, 0, 0, 0, 0 },
  { "minicpm3", TIED, 0, 0, 0, 0, 0 },
  { "minicpmo", QKV, 0, 0, 0, 0, 0 },
  { "minicpmv", QKV, 0, 0, 0, 0, 0 },
  { "minimax", TOK_TRAIT_LIGHTNING, 0, 0, 0, 0, 0 },
  { "minimax_m1", TOK_TRAIT_LIGHTNING, 0, 0, 0, 0, 0 },
  { "minimax_m2", TOK_TRAIT_ASKED_QK_NORM, 0, FULL, 0, 0, 0 },
  { "minimax_m3", TOK_TRAIT_ASKED_QK_NORM, 0, HEAD, 0, 0, 0 },
  { "minimax_text_01", TOK_TRAIT_LIGHTNING, 0, 0, 0, 0, 0 },
  { "ministral", 0, 0, 0, 0, 0, 0 },
  { "ministral3", 0, 0, 0, 0, 0, 0 },
  { "mistral", 0, 0, 0, 0, 0, 0 },
  { "mistral4", 0, 0, 0, 0, 0, 0 },
  { "mixtral", 0, 0, 0, 0, 0, 0 },
  { "mllama", 0, 0, 0, 0, 0, 0 },
  { "mllama_text_model", 0, 0, 0, 0, 0, 0 },
  { "molmo", QKV | TOK_TRAIT_HALF_FFN, 0, 0, 0, 0, 0 },
  { "mpt", TIED | PLAIN | MHA | FOURFOLD, 0, 0, 0, 0, 0 },
  { "nemotron", NORM | PLAIN, 0, 0, 0, 0, 0 },
  { "nemotron-nas", OUT, 0, 0, 0, 0, 0 },
  { "nemotron_h", PLAIN | TOK_TRAIT_SINGLE_BLOCKS, 1, 0, 0, 0, 0 },
  { "olmo", 0, -1, 0, 0, 0, 0 },
  { "olmo2", 0, 0, FULL, 0, 0, 0 },
  { "olmo3", 0, 0, FULL, 0, 4, 0 },
  { "olmoe", 0, 0, FULL, 0, 0, 0 },
  { "opt", TIED | BIASES | PLAIN | MHA | FOURFOLD | TOK_TRAIT_POSITIONS, 0, 0, 0, 0, 0 },
  { "phi", BIASES | PLAIN | TOK_TRAIT_HEAD_BIAS | FOURFOLD | MHA, 1, 0, 0, 0, 0 },
  { "phi3", TOK_TRAIT_FUSED | TOK_TRAIT_NO_WINDOW, 0, 0, 0, 0, 0 },
  { "phi3_v", TOK_TRAIT_FUSED | TOK_TRAIT_NO_WINDOW, 0, 0, 0, 0, 0 },
  { "phi4_multimodal", TIED | TOK_TRAIT_FUSED | TOK_TRAIT_NO_WINDOW, 0, 0, 0, 0, 0 },
  { "phi4mm", TIED | TOK_TRAIT_FUSED | TOK_TRAIT_NO_WINDOW, 0, 0, 0, 0, 0 },
  { "phimoe", NORM | OUT | TOK_TRAIT_NO_WINDOW, 0, 0, 0, 0, 0 },
  { "qwen", QKV | TOK_TRAIT_HALF_FFN | MHA, 0, 0, 0, 0, 0 },
  { "qwen2", QKV, 0, 0, 0, 0, 0 },
  { "qwen2_5_omni", QKV, 0, 0, 0, 0, 0 },
  { "qwen2_5_vl", QKV, 0, 0, 0, 0, 0 },
  { "qwen2_moe", QKV | TOK_TRAIT_SHARED_GATE, 0, 0, 0, 0, 0 },
  { "qwen2_vl", QKV, 0, 0, 0, 0, 0 },
  { "qwen3", 0, 0, HEAD, 0, 0, 0 },
  { "qwen3_5", TOK_TRAIT_SHARED_GATE, 0, HEAD, TOK_GATE_Q_DOUBLED, 0, 0 },
  { "qwen3_5_moe", TOK_TRAIT_SHARED_GATE, 0, HEAD, TOK_GATE_Q_DOUBLED, 0, 0 },
  { "qwen3_moe", 0, 0, HEAD, 0, 0, 0 },
  { "qwen3_next", TOK_TRAIT_SHARED_GATE, 0, HEAD, TOK_GATE_Q_DOUBLED, 0, 0 },
  { "qwen3_omni_moe", 0, 0, HEAD, 0, 0, 0 },
  { "qwen3_vl", 0, 0, HEAD, 0, 0, 0 },
  { "qwen3_vl_moe", 0, 0, HEAD, 0, 0, 0 },
  { "seed_oss", 0, 0, 0, 0, 0, 0 },
  { "smollm3", TIED, 0, 0, 0, 0, 0 },
  { "stablelm", NORM | TOK_TRAIT_ASKED_QK_NORM | TOK_TRAIT_PARALLEL_NORM, 0, FULL, 0, 0, 0 },
  { "starcoder2", TIED | BIASES | PLAIN, 0, 0, 0, 0, 0 },
  { "step3p5", TOK_TRAIT_ROUTER_BIAS, 0, HEAD, TOK_GATE_HEADWISE, 0, 0 },
  { "step3p7", TOK_TRAIT_ROUTER_BIAS, 0, HEAD, TOK_GATE_HEADWISE, 0, 0 },
};

/* Values of their own configuration classes. */
static const struct { const char *model_type; TokConfigMember member; guint value; } usual_values[] = {
  { "gemma", TOK_CONFIG_HEAD_SIZE, 256 },
  { "gemma2", TOK_CONFIG_HEADS, 8 },
  { "gemma2", TOK_CONFIG_KV_HEADS, 4 },
  { "gemma2", TOK_CONFIG_HEAD_SIZE, 256 },
  { "gemma2", TOK_CONFIG_CONTEXT, 8192 },
  { "gemma3", TOK_CONFIG_HEADS, 8 },
  { "gemma3", TOK_CONFIG_KV_HEADS, 4 },
  { "gemma3", TOK_CONFIG_HEAD_SIZE, 256 },
  { "gemma3", TOK_CONFIG_VOCAB, 262208 },
  { "gemma3", TOK_CONFIG_CONTEXT, 131072 },
  { "gemma3n", TOK_CONFIG_VOCAB, 262400 },
  { "gemma3n", TOK_CONFIG_CONTEXT, 32768 },
  { "llama", TOK_CONFIG_HIDDEN, 4096 },
  { "llama", TOK_CONFIG_LAYERS, 32 },
  { "llama", TOK_CONFIG_HEADS, 32 },
  { "llama", TOK_CONFIG_FFN, 11008 },
  { "llama", TOK_CONFIG_VOCAB, 32000 },
  { "llama", TOK_CONFIG_CONTEXT, 2048 },
  { "mistral", TOK_CONFIG_HIDDEN, 4096 },
  { "mistral", TOK_CONFIG_LAYERS, 32 },
  { "mistral", TOK_CONFIG_HEADS, 32 },
  { "mistral", TOK_CONFIG_KV_HEADS, 8 },
  { "mistral", TOK_CONFIG_FFN, 14336 },
  { "mistral", TOK_CONFIG_VOCAB, 32000 },
  { "mistral", TOK_CONFIG_CONTEXT, 131072 },
};

static gboolean
is_of_type (const char *model_type, const char *name)
{
  gsize length = strlen (name);

  return strncmp (model_type, name, length) == 0 && (model_type[length] == '\0' || strcmp (model_type + length, "_text") == 0);
}

const TokConfigFamily *
tok_config_family_find (const char *model_type,
                        gboolean   *is_known)
{
  const TokConfigFamily *usual = NULL;

  *is_known = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      if (is_of_type (model_type, families[i].model_type))
        return &families[i];
      if (g_str_equal (families[i].model_type, "llama"))
        usual = &families[i];
    }
  *is_known = FALSE;
  return usual;
}

guint
tok_config_family_usual (const TokConfigFamily *family,
                         TokConfigMember        member)
{
  for (guint i = 0; i < G_N_ELEMENTS (usual_values); i++)
    if (usual_values[i].member == member && g_str_equal (usual_values[i].model_type, family->model_type))
      return usual_values[i].value;
  return 0;
}
