/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Norms, biases and gates of a config's model. */

#include "formats/model-config-private.h"

/* Of models that see, the text part says it, or all together. */
static gboolean
is_tied (TokConfigReading *reading)
{
  gboolean is_usual = tok_config_has_trait (reading, TOK_TRAIT_TIED);
  JsonNode *node;

  if (reading->prefix[0] == '\0' || tok_config_has (reading, TOK_CONFIG_TIED))
    return tok_config_flag (reading, TOK_CONFIG_TIED, is_usual);
  node = json_object_get_member (reading->root, "tie_word_embeddings");
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return is_usual;
  return json_node_get_boolean (node);
}

static TokQkNorm
qk_norm_of (TokConfigReading *reading)
{
  const char *type = tok_config_text (reading, "qk_norm_type");
  TokQkNorm norm = reading->family->qk_norm;

  if (tok_config_has_trait (reading, TOK_TRAIT_ASKED_QK_NORM))
    norm = tok_config_flag (reading, TOK_CONFIG_QK_NORM, FALSE) ? norm : TOK_QK_NORM_NONE;
  if (norm == TOK_QK_NORM_NONE || type[0] == '\0')
    return norm;
  return g_str_equal (type, "per_layer") ? TOK_QK_NORM_FULL : TOK_QK_NORM_HEAD;
}

static TokAttentionGate
gate_of (TokConfigReading *reading)
{
  TokAttentionGate gate = reading->family->gate;

  if (tok_config_flag (reading, TOK_CONFIG_HEADWISE_GATE, FALSE))
    return TOK_GATE_HEADWISE;
  return tok_config_flag (reading, TOK_CONFIG_OUTPUT_GATE, gate != TOK_GATE_NONE) ? gate : TOK_GATE_NONE;
}

static double
norms_of (TokConfigReading *reading)
{
  gboolean is_parallel = tok_config_flag (reading, TOK_CONFIG_PARALLEL, FALSE)
                         && !tok_config_flag (reading, TOK_CONFIG_NEW_DECODER, FALSE);

  if (reading->family->norms != 0.0)
    return MAX (reading->family->norms, 0.0);
  return tok_config_has_trait (reading, TOK_TRAIT_PARALLEL_NORM) && is_parallel ? 1.0 : 2.0;
}

void
tok_config_read_style (TokConfigReading *reading)
{
  TokArchitecture *architecture = reading->architecture;
  gboolean has_bias = tok_config_has_trait (reading, TOK_TRAIT_QKV_BIAS)
                      || tok_config_flag (reading, TOK_CONFIG_ATTENTION_BIAS, FALSE);
  gboolean has_output_bias = tok_config_has_trait (reading, TOK_TRAIT_OUTPUT_BIAS)
                             && (has_bias || g_str_equal (reading->family->model_type, "gpt_neo"));

  architecture->tied_embeddings = is_tied (reading);
  architecture->norms_per_layer = norms_of (reading);
  architecture->norm_bias = tok_config_has_trait (reading, TOK_TRAIT_NORM_BIAS);
  architecture->qkv_bias = has_bias;
  architecture->attention_output_bias = tok_config_flag (reading, TOK_CONFIG_OUTPUT_BIAS, has_output_bias);
  architecture->attention_sinks = tok_config_has_trait (reading, TOK_TRAIT_SINKS);
  architecture->mlp_gated = !tok_config_has_trait (reading, TOK_TRAIT_PLAIN_MLP);
  architecture->mlp_bias = tok_config_flag (reading, TOK_CONFIG_MLP_BIAS, tok_config_has_trait (reading, TOK_TRAIT_MLP_BIAS));
  architecture->fused_qkv = tok_config_has_trait (reading, TOK_TRAIT_FUSED);
  architecture->qk_norm = qk_norm_of (reading);
  architecture->attention_gate = gate_of (reading);
  architecture->mtp_layers = tok_config_whole (reading, TOK_CONFIG_PREDICTION_LAYERS, 0);
  architecture->mtp_embeddings = architecture->mtp_layers > 0 && tok_config_has_trait (reading, TOK_TRAIT_PREDICTION);
}
