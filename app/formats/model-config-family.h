/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What configs of a family leave to its code: which norms, biases and windows its models have. */

#pragma once

#include "core/architecture.h"
#include "formats/model-config-members.h"

G_BEGIN_DECLS

typedef enum
{
  TOK_TRAIT_TIED           = 1 << 0,   /* the embedding is the head unless the file says otherwise */
  TOK_TRAIT_QKV_BIAS       = 1 << 1,   /* always */
  TOK_TRAIT_OUTPUT_BIAS    = 1 << 2,   /* the output has a bias wherever queries have */
  TOK_TRAIT_MLP_BIAS       = 1 << 3,
  TOK_TRAIT_NORM_BIAS      = 1 << 4,
  TOK_TRAIT_HEAD_BIAS      = 1 << 5,
  TOK_TRAIT_PLAIN_MLP      = 1 << 6,   /* not gated */
  TOK_TRAIT_FUSED          = 1 << 7,   /* queries, keys and values in one matrix, gate and up in one */
  TOK_TRAIT_SINKS          = 1 << 8,
  TOK_TRAIT_SHARED_GATE    = 1 << 9,
  TOK_TRAIT_SHARED_ONE     = 1 << 10,  /* one shared expert as wide as a routed one, which the file does not name */
  TOK_TRAIT_EXPERT_BIAS    = 1 << 11,  /* also the router */
  TOK_TRAIT_ASKED_QK_NORM  = 1 << 12,  /* only when the file asks for it */
  TOK_TRAIT_NO_WINDOW      = 1 << 13,  /* the file names a window which engines do not use */
  TOK_TRAIT_CHUNKED        = 1 << 14,  /* chunks instead of windows */
  TOK_TRAIT_MHA            = 1 << 15,  /* as many heads of keys and values as of queries, and their size is the width's share */
  TOK_TRAIT_FOURFOLD       = 1 << 16,  /* four times as wide inside unless the file says otherwise */
  TOK_TRAIT_HALF_FFN       = 1 << 17,  /* the file counts gate and up together */
  TOK_TRAIT_POSITIONS      = 1 << 18,  /* a table of positions */
  TOK_TRAIT_SINGLE_BLOCKS  = 1 << 19,  /* a layer is a mixer or a feed-forward network, not both */
  TOK_TRAIT_SHARED_IS_FFN  = 1 << 20,  /* without experts the shared one is the feed-forward network */
  TOK_TRAIT_PARALLEL_NORM  = 1 << 21,  /* one norm where attention and feed-forward network work in parallel */
  TOK_TRAIT_PREDICTION     = 1 << 22,  /* its GGUF files hold multi-token-prediction blocks */
  TOK_TRAIT_LIGHTNING      = 1 << 23,  /* its linear attention is lightning attention */
  TOK_TRAIT_MAMBA1         = 1 << 24,  /* its state spaces are of the first kind, without heads */
  TOK_TRAIT_PARALLEL_STATE = 1 << 25,  /* attention and state space side by side in every layer */
  TOK_TRAIT_SUB_NORMS      = 1 << 26,  /* a norm before each output matrix */
  TOK_TRAIT_ROUTER_BIAS    = 1 << 27,
} TokConfigTraits;

typedef struct
{
  const char      *model_type;     /* as "model_type" says it, without a "_text" behind */
  guint            traits;
  double           norms;          /* per layer, 0 = 2; less than 0: none */
  TokQkNorm        qk_norm;
  TokAttentionGate gate;
  guint            window_period;  /* one full layer in so many where the file has no list, 0 = no rule */
  guint            window;         /* where the file does not say */
} TokConfigFamily;

/* Never NULL: what is unknown is taken for one like Llama, and @is_known says so. */
const TokConfigFamily *tok_config_family_find  (const char            *model_type,
                                                gboolean              *is_known);
/* What the family's code takes where the config of a model that sees or hears leaves out a member of its text part; 0 when that is
 * not known. */
guint                  tok_config_family_usual (const TokConfigFamily *family,
                                                TokConfigMember        member);

G_END_DECLS
