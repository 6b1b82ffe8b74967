/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of members, and readers that keep the first fault. */

#include "formats/model-config-members.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/architecture.h"
#include "formats/json-read.h"
#include "formats/model-config-private.h"

#define MOST_NAMES 9

#define WIDTH 1e7
#define HEADS 65535
#define RANK 65535
#define LAYERS TOK_MAX_LAYERS
#define TOKENS 1e9

typedef struct
{
  double      minimum, maximum;  /* of a number; the minimum -1 where that means none */
  const char *names[MOST_NAMES]; /* with dots between nested members, the most telling first; NULL behind the last */
} Member;

static const Member members[TOK_N_CONFIG_MEMBERS] = {
  [TOK_CONFIG_LAYERS] = { 1, LAYERS, { "num_hidden_layers", "n_layer", "n_layers", "num_layers" } },
  [TOK_CONFIG_HIDDEN] = { 1, WIDTH, { "hidden_size", "n_embd", "d_model", "dim", "n_embed", "model_dim" } },
  [TOK_CONFIG_VOCAB] = { 1, 1e8, { "vocab_size", "padded_vocab_size", "n_vocab" } },
  [TOK_CONFIG_CONTEXT] = { 1, TOKENS, { "max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx",
                                        "max_sequence_length", "model_max_length", "max_seq_length" } },
  [TOK_CONFIG_PREDICTION_LAYERS] = { 0, 64, { "num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers",
                                              "num_mtp_layers" } },
  [TOK_CONFIG_HEADS] = { 0, HEADS, { "num_attention_heads", "n_head", "n_heads", "num_heads", "num_attention_heads_per_layer" } },
  [TOK_CONFIG_KV_HEADS] = { 0, HEADS, { "num_key_value_heads", "n_kv_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num",
                                        "num_attention_groups", "num_query_groups", "attn_config.kv_n_heads" } },
  [TOK_CONFIG_HEAD_SIZE] = { 1, HEADS, { "head_dim", "attention_head_dim", "kv_channels", "attention_head_size" } },
  [TOK_CONFIG_VALUE_SIZE] = { 0, HEADS, { "v_head_dim" } },
  [TOK_CONFIG_WINDOW_HEADS] = { 1, HEADS, { "swa_num_attention_heads", "attention_other_setting.num_attention_heads" } },
  [TOK_CONFIG_WINDOW_KV_HEADS] = { 1, HEADS, { "swa_num_key_value_heads", "attention_other_setting.num_attention_groups" } },
  [TOK_CONFIG_WINDOW_HEAD_SIZE] = { 1, HEADS, { "swa_head_dim", "attention_other_setting.head_dim" } },
  [TOK_CONFIG_WINDOW_VALUE_SIZE] = { 1, HEADS, { "swa_v_head_dim" } },
  [TOK_CONFIG_GLOBAL_KV_HEADS] = { 1, HEADS, { "num_global_key_value_heads" } },
  [TOK_CONFIG_GLOBAL_HEAD_SIZE] = { 1, HEADS, { "global_head_dim" } },
  [TOK_CONFIG_SHARED_CACHE_LAYERS] = { 0, LAYERS, { "num_kv_shared_layers" } },
  [TOK_CONFIG_CACHE_PERIOD] = { 1, LAYERS, { "cla_share_factor" } },
  [TOK_CONFIG_WINDOW] = { -1, TOKENS, { "sliding_window", "sliding_window_size", "window_size" } },
  [TOK_CONFIG_CHUNK] = { -1, TOKENS, { "attention_chunk_size" } },
  [TOK_CONFIG_WINDOW_FROM] = { 0, TOKENS, { "max_window_layers" } },
  [TOK_CONFIG_KV_RANK] = { 0, WIDTH, { "kv_lora_rank" } },
  [TOK_CONFIG_Q_RANK] = { 0, WIDTH, { "q_lora_rank" } },
  [TOK_CONFIG_ROPE_SIZE] = { 0, HEADS, { "qk_rope_head_dim" } },
  [TOK_CONFIG_NOPE_SIZE] = { 0, HEADS, { "qk_nope_head_dim" } },
  [TOK_CONFIG_QK_SIZE] = { 0, HEADS, { "qk_head_dim" } },
  [TOK_CONFIG_OUTPUT_RANK] = { 0, RANK, { "o_lora_rank" } },
  [TOK_CONFIG_OUTPUT_GROUPS] = { 1, HEADS, { "o_groups" } },
  [TOK_CONFIG_COMPRESS_RATIOS] = { 0, 1e6, { "compress_ratios" } },
  [TOK_CONFIG_INDEX_HEADS] = { 1, HEADS, { "index_n_heads" } },
  [TOK_CONFIG_INDEX_SIZE] = { 1, HEADS, { "index_head_dim" } },
  [TOK_CONFIG_INDEX_TOP] = { 0, TOKENS, { "index_topk" } },
  [TOK_CONFIG_FULL_INTERVAL] = { 1, LAYERS, { "full_attention_interval" } },
  [TOK_CONFIG_GROUP_SIZE] = { 1, LAYERS, { "layer_group_size" } },
  [TOK_CONFIG_ATTENTION_PERIOD] = { 1, LAYERS, { "attn_layer_period" } },
  [TOK_CONFIG_ATTENTION_OFFSET] = { 0, LAYERS, { "attn_layer_offset" } },
  [TOK_CONFIG_ATTENTION_AT] = { 0, LAYERS, { "attn_layer_indices" } },
  [TOK_CONFIG_FULL_AT] = { 0, LAYERS, { "full_attn_idxs" } },
  [TOK_CONFIG_FULL_AT_FROM_ONE] = { 0, LAYERS, { "linear_attn_config.full_attn_layers" } },
  [TOK_CONFIG_WINDOW_FLAGS] = { 0, 1, { "hybrid_layer_pattern", "sliding_window_layout" } },
  [TOK_CONFIG_FULL_FLAGS] = { 0, 1, { "attn_type_list" } },
  [TOK_CONFIG_ROPE_FLAGS] = { 0, 1, { "no_rope_layers" } },
  [TOK_CONFIG_WINDOW_PATTERN] = { 0, LAYERS, { "sliding_window_pattern", "_sliding_window_pattern", "global_attn_every_n_layers" } },
  [TOK_CONFIG_DELTA_KEY_HEADS] = { 1, HEADS, { "linear_num_key_heads" } },
  [TOK_CONFIG_DELTA_KEY_SIZE] = { 1, HEADS, { "linear_key_head_dim" } },
  [TOK_CONFIG_DELTA_VALUE_HEADS] = { 1, HEADS, { "linear_num_value_heads" } },
  [TOK_CONFIG_DELTA_VALUE_SIZE] = { 1, HEADS, { "linear_value_head_dim" } },
  [TOK_CONFIG_LINEAR_HEADS] = { 1, HEADS, { "linear_attn_config.num_heads" } },
  [TOK_CONFIG_LINEAR_HEAD_SIZE] = { 1, HEADS, { "linear_attn_config.head_dim" } },
  [TOK_CONFIG_KERNEL] = { 1, 1024, { "linear_conv_kernel_dim", "linear_attn_config.short_conv_kernel_size", "conv_kernel",
                                     "mamba_d_conv", "conv_L_cache", "conv_kernel_size" } },
  [TOK_CONFIG_STATE_HEADS] = { 1, HEADS, { "mamba_num_heads", "mamba_n_heads", "n_mamba_heads" } },
  [TOK_CONFIG_STATE_HEAD_SIZE] = { 1, HEADS, { "mamba_head_dim", "mamba_d_head", "mamba_headdim" } },
  [TOK_CONFIG_STATE_SIZE] = { 1, HEADS, { "ssm_state_size", "mamba_d_state", "state_size", "mamba_ssm_state_size" } },
  [TOK_CONFIG_STATE_GROUPS] = { 1, HEADS, { "mamba_n_groups", "mamba_ngroups", "n_groups" } },
  [TOK_CONFIG_STATE_EXPAND] = { 1, 64, { "mamba_expand", "expand" } },
  [TOK_CONFIG_STATE_WIDTH] = { 1, WIDTH, { "mamba_d_ssm" } },
  [TOK_CONFIG_STATE_STEP_RANK] = { 1, WIDTH, { "mamba_dt_rank", "time_step_rank" } },
  [TOK_CONFIG_FFN] = { 0, WIDTH, { "dense_intermediate_size", "intermediate_size_mlp", "intermediate_size", "ffn_hidden_size",
                                   "n_inner", "ffn_dim", "d_ff", "hidden_dim", "ff_intermediate_size" } },
  [TOK_CONFIG_MULTIPLE_OF] = { 1, 65536, { "multiple_of", "block_multiple_of" } },
  [TOK_CONFIG_EXPANSION] = { 1, 64, { "expansion_ratio" } },
  [TOK_CONFIG_EXPERTS] = { 0, 65536, { "n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts",
                                       "moe.num_experts", "ffn_config.moe_num_experts", "num_routed_experts" } },
  [TOK_CONFIG_EXPERTS_PER_TOKEN] = { 0, 65536, { "num_experts_per_tok", "num_experts_per_token", "moe_topk", "moe_k",
                                                 "top_k_experts", "moe_top_k", "moe.num_experts_per_tok",
                                                 "ffn_config.moe_top_k" } },
  [TOK_CONFIG_EXPERT_SIZE] = { 0, WIDTH, { "moe_intermediate_size", "expert_intermediate_size", "moe_ffn_hidden_size",
                                           "expert_ffn_hidden_size", "moe.expert_hidden_dim", "ffn_config.ffn_hidden_size" } },
  [TOK_CONFIG_SHARED_EXPERTS] = { 0, 100, { "n_shared_experts", "num_shared_experts", "moe_num_shared_experts",
                                            "num_shared_expert", "moe.num_shared_experts" } },
  [TOK_CONFIG_SHARED_SIZE] = { 0, WIDTH, { "shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
                                           "shared_intermediate_size", "share_expert_dim" } },
  [TOK_CONFIG_LATENT_SIZE] = { 0, WIDTH, { "moe_latent_size", "routed_expert_hidden_size" } },
  [TOK_CONFIG_DENSE_FIRST] = { 0, LAYERS, { "first_k_dense_replace", "num_dense_layers", "moe.first_k_dense_replace" } },
  [TOK_CONFIG_SPARSE_FREQUENCY] = { 0, LAYERS, { "moe_layer_freq" } },
  [TOK_CONFIG_SPARSE_STEP] = { 0, LAYERS, { "decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_interval" } },
  [TOK_CONFIG_SPARSE_PERIOD] = { 1, LAYERS, { "expert_layer_period" } },
  [TOK_CONFIG_SPARSE_OFFSET] = { 0, LAYERS, { "expert_layer_offset" } },
  [TOK_CONFIG_SPARSE_FIRST] = { -1, LAYERS, { "moe_layer_start_index" } },
  [TOK_CONFIG_SPARSE_LAST] = { -1, LAYERS, { "moe_layer_end_index" } },
  [TOK_CONFIG_SPARSE_AT] = { 0, LAYERS, { "moe_layers" } },
  [TOK_CONFIG_DENSE_AT] = { 0, LAYERS, { "mlp_only_layers" } },
  [TOK_CONFIG_LAYER_INPUT_SIZE] = { 0, WIDTH, { "hidden_size_per_layer_input" } },
  [TOK_CONFIG_LAYER_INPUT_VOCAB] = { 1, 1e8, { "vocab_size_per_layer_input" } },
  [TOK_CONFIG_ALTUP_INPUTS] = { 1, 64, { "altup_num_inputs" } },
  [TOK_CONFIG_LAUREL_RANK] = { 1, WIDTH, { "laurel_rank" } },
  [TOK_CONFIG_CROSS_LAYERS] = { 0, LAYERS, { "cross_attention_layers" } },
  [TOK_CONFIG_TIED] = { 0, 1, { "tie_word_embeddings", "tie_embedding", "tied_embeddings" } },
  [TOK_CONFIG_ATTENTION_BIAS] = { 0, 1, { "attention_bias", "qkv_bias", "add_qkv_bias", "use_qkv_bias" } },
  [TOK_CONFIG_OUTPUT_BIAS] = { 0, 1, { "attention_out_bias" } },
  [TOK_CONFIG_MLP_BIAS] = { 0, 1, { "mlp_bias", "use_mlp_bias" } },
  [TOK_CONFIG_HEAD_BIAS] = { 0, 1, { "lm_head_bias" } },
  [TOK_CONFIG_ROUTER_BIAS] = { 0, 1, { "use_routing_bias", "use_expert_bias", "moe_router_enable_expert_bias",
                                       "use_moe_router_bias", "moe_use_aux_free", "moe_router_use_expert_bias" } },
  [TOK_CONFIG_QK_NORM] = { 0, 1, { "use_qk_norm", "qk_layernorm", "qk_norm" } },
  [TOK_CONFIG_USE_WINDOW] = { 0, 1, { "use_sliding_window" } },
  [TOK_CONFIG_SHARE_CACHE] = { 0, 1, { "use_cla" } },
  [TOK_CONFIG_MULTI_QUERY] = { 0, 1, { "multi_query", "multi_query_attention" } },
  [TOK_CONFIG_NEW_DECODER] = { 0, 1, { "new_decoder_architecture" } },
  [TOK_CONFIG_PARALLEL] = { 0, 1, { "parallel_attn", "use_parallel_residual" } },
  [TOK_CONFIG_K_EQ_V] = { 0, 1, { "attention_k_eq_v" } },
  [TOK_CONFIG_MOE_BLOCK] = { 0, 1, { "enable_moe_block" } },
  [TOK_CONFIG_WIDE_FFN] = { 0, 1, { "use_double_wide_mlp" } },
  [TOK_CONFIG_ADJUST_FFN] = { 0, 1, { "block_auto_adjust_ff_dim" } },
  [TOK_CONFIG_LATENT_NORM] = { 0, 1, { "latent_moe_use_norm" } },
  [TOK_CONFIG_OUTPUT_GATE] = { 0, 1, { "attn_output_gate", "attention_output_gate" } },
  [TOK_CONFIG_HEADWISE_GATE] = { 0, 1, { "use_head_wise_attn_gate" } },
  [TOK_CONFIG_LATENT_GATE] = { 0, 1, { "mla_use_output_gate" } },
  [TOK_CONFIG_FULL_RANK_GATE] = { 0, 1, { "linear_attn_config.use_full_rank_gate" } },
  [TOK_CONFIG_CONV_BIAS] = { 0, 1, { "use_conv_bias", "mamba_conv_bias" } },
};

static void
keep_error (TokConfigReading *reading, GError *error)
{
  if (reading->error == NULL)
    reading->error = error;
  else
    g_error_free (error);
}

static JsonNode *
find_at (TokConfigReading *reading, const char *path)
{
  GError *error = NULL;
  JsonNode *node = NULL;

  if (!tok_json_find (reading->root, path, &node, &error))
    keep_error (reading, error);
  return node;
}

JsonNode *
tok_config_node (TokConfigReading *reading,
                 const char       *name)
{
  g_autofree char *path = g_strconcat (reading->prefix, name, NULL);

  return find_at (reading, path);
}

/* Configs say "auto" where their code is to derive a size. */
static gboolean
says_nothing (JsonNode *node)
{
  return node == NULL || (JSON_NODE_HOLDS_VALUE (node) && g_strcmp0 (json_node_get_string (node), "auto") == 0);
}

JsonNode *
tok_config_find (TokConfigReading *reading,
                 TokConfigMember   member,
                 char            **path)
{
  const char *const *names = members[member].names;

  for (guint i = 0; i < MOST_NAMES && names[i] != NULL; i++)
    {
      g_autofree char *full = g_strconcat (reading->prefix, names[i], NULL);
      JsonNode *node = find_at (reading, full);

      if (says_nothing (node))
        continue;
      *path = g_steal_pointer (&full);
      return node;
    }
  *path = NULL;
  return NULL;
}

gboolean
tok_config_has (TokConfigReading *reading,
                TokConfigMember   member)
{
  g_autofree char *path = NULL;

  return tok_config_find (reading, member, &path) != NULL;
}

static gboolean
is_number (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node)
         && (json_node_get_value_type (node) == G_TYPE_INT64 || json_node_get_value_type (node) == G_TYPE_DOUBLE);
}

/* @place: what messages call the value, which is at @path or inside. */
static double
number_of (TokConfigReading *reading, JsonNode *node, const char *path, const char *place, double minimum, double maximum,
           double fallback)
{
  GError *error = NULL;
  double number;

  if (!is_number (node))
    {
      tok_json_refuse (reading->root, path, TOK_FORMAT_ERROR_VALUE, &error, _("“%s” must be a number."), place);
      keep_error (reading, error);
      return fallback;
    }
  number = json_node_get_double (node);
  if (isfinite (number) && number >= minimum && number <= maximum)
    return number;
  tok_json_refuse (reading->root, path, TOK_FORMAT_ERROR_VALUE, &error,
                   _("“%s” is %g, but must lie between %g and %g."), place, number, minimum, maximum);
  keep_error (reading, error);
  return fallback;
}

static guint
whole_of (TokConfigReading *reading, JsonNode *node, const char *path, const char *place, const Member *member, guint fallback)
{
  GError *error = NULL;
  double number = number_of (reading, node, path, place, member->minimum, member->maximum, fallback);

  if (number == floor (number))
    return (guint) MAX (number, 0.0);
  tok_json_refuse (reading->root, path, TOK_FORMAT_ERROR_VALUE, &error, _("“%s” must be a whole number."), place);
  keep_error (reading, error);
  return fallback;
}

static guint
element_of (TokConfigReading *reading, JsonArray *list, const char *path, guint index, const Member *member, guint fallback)
{
  guint at = MIN (index, json_array_get_length (list) - 1);
  g_autofree char *place = NULL;

  if (json_array_get_length (list) == 0 || JSON_NODE_HOLDS_NULL (json_array_get_element (list, at)))
    return fallback;
  place = g_strdup_printf ("%s[%u]", path, at);
  return whole_of (reading, json_array_get_element (list, at), path, place, member, fallback);
}

static guint
usual_of (TokConfigReading *reading, TokConfigMember member, guint fallback)
{
  guint value = reading->is_partial ? tok_config_family_usual (reading->family, member) : 0;

  if (value == 0)
    return fallback;
  tok_config_note (reading, _("“%s%s” is left out; the usual %u is taken."), reading->prefix, members[member].names[0], value);
  return value;
}

guint
tok_config_whole_at (TokConfigReading *reading,
                     TokConfigMember   member,
                     guint             index,
                     guint             fallback)
{
  g_autofree char *path = NULL;
  JsonNode *node = tok_config_find (reading, member, &path);

  if (node == NULL)
    return usual_of (reading, member, fallback);
  if (JSON_NODE_HOLDS_ARRAY (node))
    return element_of (reading, json_node_get_array (node), path, index, &members[member], fallback);
  return whole_of (reading, node, path, path, &members[member], fallback);
}

guint
tok_config_whole (TokConfigReading *reading,
                  TokConfigMember   member,
                  guint             fallback)
{
  return tok_config_whole_at (reading, member, 0, fallback);
}

gboolean
tok_config_flag (TokConfigReading *reading,
                 TokConfigMember   member,
                 gboolean          fallback)
{
  g_autofree char *path = NULL;
  JsonNode *node = tok_config_find (reading, member, &path);
  GError *error = NULL;
  gboolean value = fallback;

  if (node != NULL && !tok_json_read_boolean (reading->root, path, &value, &error))
    keep_error (reading, error);
  return value;
}

JsonArray *
tok_config_list (TokConfigReading *reading,
                 TokConfigMember   member)
{
  g_autofree char *path = NULL;
  JsonNode *node = tok_config_find (reading, member, &path);
  JsonArray *list = NULL;
  GError *error = NULL;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  if (!tok_json_read_array (reading->root, path, TOK_MAX_LAYERS, &list, &error))
    keep_error (reading, error);
  return list;
}

gboolean
tok_config_list_has (TokConfigReading *reading,
                     TokConfigMember   member,
                     guint             value)
{
  JsonArray *list = tok_config_list (reading, member);

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);

      if (is_number (node) && json_node_get_double (node) == value)
        return TRUE;
    }
  return FALSE;
}

const char *
tok_config_object_text (JsonObject *object,
                        const char *path)
{
  const char *value;

  return tok_json_read_string (object, path, TOK_CONFIG_LONGEST_TEXT, &value, NULL) ? value : "";
}

const char *
tok_config_text (TokConfigReading *reading,
                 const char       *name)
{
  g_autofree char *path = g_strconcat (reading->prefix, name, NULL);

  return tok_config_object_text (reading->root, path);
}

const char *
tok_config_name_in_list (TokConfigReading *reading,
                         const char       *name,
                         guint             index)
{
  JsonNode *list = tok_config_node (reading, name), *element;

  if (list == NULL || !JSON_NODE_HOLDS_ARRAY (list) || index >= json_array_get_length (json_node_get_array (list)))
    return NULL;
  element = json_array_get_element (json_node_get_array (list), index);
  return JSON_NODE_HOLDS_VALUE (element) ? json_node_get_string (element) : NULL;
}

double
tok_config_number (TokConfigReading *reading,
                   const char       *name,
                   double            minimum,
                   double            maximum,
                   double            fallback)
{
  g_autofree char *path = g_strconcat (reading->prefix, name, NULL);
  JsonNode *node = find_at (reading, path);

  return node != NULL ? number_of (reading, node, path, path, minimum, maximum, fallback) : fallback;
}
