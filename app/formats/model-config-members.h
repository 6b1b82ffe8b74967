/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The members of a config.json by what they mean: every one has the names the families gave it over the years. */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct _TokConfigReading TokConfigReading;

typedef enum
{
  /* sizes */
  TOK_CONFIG_LAYERS,
  TOK_CONFIG_HIDDEN,
  TOK_CONFIG_VOCAB,
  TOK_CONFIG_CONTEXT,
  TOK_CONFIG_PREDICTION_LAYERS,
  /* attention */
  TOK_CONFIG_HEADS,
  TOK_CONFIG_KV_HEADS,
  TOK_CONFIG_HEAD_SIZE,
  TOK_CONFIG_VALUE_SIZE,
  TOK_CONFIG_WINDOW_HEADS,
  TOK_CONFIG_WINDOW_KV_HEADS,
  TOK_CONFIG_WINDOW_HEAD_SIZE,
  TOK_CONFIG_WINDOW_VALUE_SIZE,
  TOK_CONFIG_GLOBAL_KV_HEADS,
  TOK_CONFIG_GLOBAL_HEAD_SIZE,
  TOK_CONFIG_SHARED_CACHE_LAYERS,
  TOK_CONFIG_CACHE_PERIOD,
  TOK_CONFIG_WINDOW,
  TOK_CONFIG_CHUNK,
  TOK_CONFIG_WINDOW_FROM,
  /* latent, compressed and sparse attention */
  TOK_CONFIG_KV_RANK,
  TOK_CONFIG_Q_RANK,
  TOK_CONFIG_ROPE_SIZE,
  TOK_CONFIG_NOPE_SIZE,
  TOK_CONFIG_QK_SIZE,
  TOK_CONFIG_OUTPUT_RANK,
  TOK_CONFIG_OUTPUT_GROUPS,
  TOK_CONFIG_COMPRESS_RATIOS,
  TOK_CONFIG_INDEX_HEADS,
  TOK_CONFIG_INDEX_SIZE,
  TOK_CONFIG_INDEX_TOP,
  /* which layers are what */
  TOK_CONFIG_FULL_INTERVAL,
  TOK_CONFIG_GROUP_SIZE,
  TOK_CONFIG_ATTENTION_PERIOD,
  TOK_CONFIG_ATTENTION_OFFSET,
  TOK_CONFIG_ATTENTION_AT,
  TOK_CONFIG_FULL_AT,
  TOK_CONFIG_FULL_AT_FROM_ONE,
  TOK_CONFIG_WINDOW_FLAGS,
  TOK_CONFIG_FULL_FLAGS,
  TOK_CONFIG_ROPE_FLAGS,
  TOK_CONFIG_WINDOW_PATTERN,
  /* linear attention and state spaces */
  TOK_CONFIG_DELTA_KEY_HEADS,
  TOK_CONFIG_DELTA_KEY_SIZE,
  TOK_CONFIG_DELTA_VALUE_HEADS,
  TOK_CONFIG_DELTA_VALUE_SIZE,
  TOK_CONFIG_LINEAR_HEADS,
  TOK_CONFIG_LINEAR_HEAD_SIZE,
  TOK_CONFIG_KERNEL,
  TOK_CONFIG_STATE_HEADS,
  TOK_CONFIG_STATE_HEAD_SIZE,
  TOK_CONFIG_STATE_SIZE,
  TOK_CONFIG_STATE_GROUPS,
  TOK_CONFIG_STATE_EXPAND,
  TOK_CONFIG_STATE_WIDTH,
  TOK_CONFIG_STATE_STEP_RANK,
  /* feed-forward networks */
  TOK_CONFIG_FFN,
  TOK_CONFIG_MULTIPLE_OF,
  TOK_CONFIG_EXPANSION,
  TOK_CONFIG_EXPERTS,
  TOK_CONFIG_EXPERTS_PER_TOKEN,
  TOK_CONFIG_EXPERT_SIZE,
  TOK_CONFIG_SHARED_EXPERTS,
  TOK_CONFIG_SHARED_SIZE,
  TOK_CONFIG_LATENT_SIZE,
  TOK_CONFIG_DENSE_FIRST,
  TOK_CONFIG_SPARSE_FREQUENCY,
  TOK_CONFIG_SPARSE_STEP,
  TOK_CONFIG_SPARSE_PERIOD,
  TOK_CONFIG_SPARSE_OFFSET,
  TOK_CONFIG_SPARSE_FIRST,
  TOK_CONFIG_SPARSE_LAST,
  TOK_CONFIG_SPARSE_AT,
  TOK_CONFIG_DENSE_AT,
  /* tables */
  TOK_CONFIG_LAYER_INPUT_SIZE,
  TOK_CONFIG_LAYER_INPUT_VOCAB,
  TOK_CONFIG_ALTUP_INPUTS,
  TOK_CONFIG_LAUREL_RANK,
  TOK_CONFIG_CROSS_LAYERS,
  /* yes or no */
  TOK_CONFIG_TIED,
  TOK_CONFIG_ATTENTION_BIAS,
  TOK_CONFIG_OUTPUT_BIAS,
  TOK_CONFIG_MLP_BIAS,
  TOK_CONFIG_HEAD_BIAS,
  TOK_CONFIG_ROUTER_BIAS,
  TOK_CONFIG_QK_NORM,
  TOK_CONFIG_USE_WINDOW,
  TOK_CONFIG_SHARE_CACHE,
  TOK_CONFIG_MULTI_QUERY,
  TOK_CONFIG_NEW_DECODER,
  TOK_CONFIG_PARALLEL,
  TOK_CONFIG_K_EQ_V,
  TOK_CONFIG_MOE_BLOCK,
  TOK_CONFIG_WIDE_FFN,
  TOK_CONFIG_ADJUST_FFN,
  TOK_CONFIG_LATENT_NORM,
  TOK_CONFIG_OUTPUT_GATE,
  TOK_CONFIG_HEADWISE_GATE,
  TOK_CONFIG_LATENT_GATE,
  TOK_CONFIG_FULL_RANK_GATE,
  TOK_CONFIG_CONV_BIAS,
  TOK_N_CONFIG_MEMBERS,
} TokConfigMember;

/* The value of the first name that is there and not null; NULL when there is none.  The path is for messages and must be freed. */
JsonNode  *tok_config_find     (TokConfigReading *reading,
                                TokConfigMember   member,
                                char            **path);
gboolean   tok_config_has      (TokConfigReading *reading,
                                TokConfigMember   member);
/* A whole number within the member's own limits.  Of a list, which has one for every layer, that of layer @index or the last one. */
guint      tok_config_whole_at (TokConfigReading *reading,
                                TokConfigMember   member,
                                guint             index,
                                guint             fallback);
guint      tok_config_whole    (TokConfigReading *reading,
                                TokConfigMember   member,
                                guint             fallback);
gboolean   tok_config_flag     (TokConfigReading *reading,
                                TokConfigMember   member,
                                gboolean          fallback);
/* NULL when the member is absent or no list. */
JsonArray *tok_config_list     (TokConfigReading *reading,
                                TokConfigMember   member);
/* Whether the list has the number @value; FALSE without a list. */
gboolean   tok_config_list_has (TokConfigReading *reading,
                                TokConfigMember   member,
                                guint             value);
/* A member of the language model by its only name. */
JsonNode  *tok_config_node     (TokConfigReading *reading,
                                const char       *name);
/* "" when it is absent or no text. */
const char *tok_config_text    (TokConfigReading *reading,
                                const char       *name);
/* Text @index of the list @name, one for every layer; NULL when there is none. */
const char *tok_config_name_in_list (TokConfigReading *reading,
                                     const char       *name,
                                     guint             index);
double     tok_config_number   (TokConfigReading *reading,
                                const char       *name,
                                double            minimum,
                                double            maximum,
                                double            fallback);

G_END_DECLS
