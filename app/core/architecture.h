/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a language model: layers, heads, widths.  Says nothing about how its weights are stored (see model.h).
 *
 * Immutable once built and reference counted.  Every layer carries its own shape, so models with unequal layers need no
 * special case. */

#pragma once

#include "core/file-type.h"

G_BEGIN_DECLS

/* How a layer mixes tokens. */
typedef enum
{
  TOK_MIXER_NONE,            /* block without a token mixer */
  TOK_MIXER_FULL,            /* softmax attention over every cell (MHA, GQA, MQA) */
  TOK_MIXER_SLIDING,         /* the last `window` cells */
  TOK_MIXER_CHUNKED,         /* the cells of the same chunk of `window` */
  TOK_MIXER_MLA,             /* multi-head latent attention */
  TOK_MIXER_COMPRESSED,      /* DeepSeek-V4 compressed sparse attention */
  TOK_MIXER_DELTA_NET,       /* gated delta net */
  TOK_MIXER_KIMI_DELTA,      /* Kimi delta attention */
  TOK_MIXER_MAMBA2,
  TOK_MIXER_LIGHTNING,       /* lightning (linear) attention */
  TOK_MIXER_SHORT_CONV,      /* gated short convolution */
  TOK_MIXER_LINEAR,          /* one plain matrix instead of attention (NAS models) */
  TOK_N_MIXERS,
} TokMixer;

typedef enum
{
  TOK_FFN_NONE,
  TOK_FFN_DENSE,
  TOK_FFN_MOE,
  TOK_FFN_LINEAR,            /* one plain matrix instead of a feed-forward network (NAS models) */
} TokFfn;

typedef enum { TOK_GATE_NONE, TOK_GATE_HEADWISE, TOK_GATE_FULL, TOK_GATE_Q_DOUBLED } TokAttentionGate;
typedef enum { TOK_QK_NORM_NONE, TOK_QK_NORM_HEAD, TOK_QK_NORM_FULL } TokQkNorm;

/* Attention kinds a person can choose for a model that is not in the catalog; TOK_ATTENTION_OWN keeps the layers as they are. */
typedef enum
{
  TOK_ATTENTION_OWN,
  TOK_ATTENTION_GQA,
  TOK_ATTENTION_MHA,
  TOK_ATTENTION_MQA,
  TOK_ATTENTION_SLIDING,     /* five layers of window 1024 to one full */
  TOK_ATTENTION_MLA,         /* latent 512 + rope 64 */
  TOK_ATTENTION_HYBRID,      /* three gated delta net layers to one full */
  TOK_N_ATTENTION_KINDS,
} TokAttentionKind;

typedef struct
{
  TokMixer mixer;
  TokFfn   ffn;
  guint    n_heads;
  guint    n_kv_heads;
  guint    key_head_size;
  guint    value_head_size;
  guint    ffn_size;         /* width of the dense FFN; 0 for MoE layers */
  guint    compress_ratio;   /* COMPRESSED: cells per compressed cell, 0 = window only */
  gboolean k_eq_v;           /* V reuses the K projection's weights; the cache still holds both */
  gboolean has_indexer;      /* sparse attention indexer in this layer */
  gboolean shares_cache;     /* reads the cache of an earlier layer: allocates none, reads as much */
} TokLayer;

typedef struct
{
  guint    n_experts;        /* 0: the model has no experts */
  guint    experts_per_token;
  guint    expert_size;      /* width of one routed expert */
  guint    shared_size;      /* width of all shared experts together, 0 = none */
  guint    latent_size;      /* routed experts work in a down-projected space of this width, 0 = none */
  guint    dense_parallel_size; /* a dense FFN beside the experts, 0 = none */
  guint    extra_norms;
  gboolean router_bias;
  gboolean shared_gate;
  gboolean latent_norm;
} TokExperts;

typedef struct { guint q_rank, kv_rank, rope_size, nope_size, value_size; gboolean full_output_gate; } TokMla;

/* Index heads of sparse attention; top_k = 0: none. */
typedef struct { guint n_heads, head_size, top_k, pool; } TokIndexer;

/* Compressed sparse attention. */
typedef struct { guint q_rank, output_groups, output_rank, rope_size; } TokCompressed;

/* Linear attention, state space and convolution layers; fields a kind does not have are 0. */
typedef struct
{
  guint    n_heads, head_size;            /* Kimi delta, Mamba-2, lightning */
  guint    n_key_heads, key_head_size;    /* gated delta net */
  guint    n_value_heads, value_head_size;
  guint    state_size, n_groups;          /* Mamba-2 */
  guint    conv_kernel;
  gboolean full_rank_gate, conv_bias, gated_norm;
} TokLinear;

/* Weights outside the usual blocks. */
typedef struct
{
  double   elements;
  gboolean is_lookup;        /* a table read one row at a time; stays in host memory */
  gboolean is_kept;          /* llama.cpp's files leave it at 16 bit */
} TokExtra;

typedef struct _TokArchitecture
{
  gatomicrefcount ref_count;
  char           *id;                 /* catalog id, or "" for one that is not of the catalog */
  char           *name;
  char           *family;             /* such as "llama3"; "" if unknown */
  TokFileType     usual_file_type;    /* what its files come in: Q4_K_M unless the model was published in another */
  char           *tokenizer_family;   /* models with the same value can draft for each other; "" if unknown */
  guint           n_layers;           /* 1 … TOK_MAX_LAYERS */
  TokLayer       *layers;             /* n_layers of them */
  guint           hidden_size;
  guint           vocab_size;
  guint           context_max;        /* tokens the model was made for; 0 = unknown */
  guint           window;             /* cells of SLIDING and CHUNKED layers */
  guint           mtp_layers;         /* multi-token-prediction blocks of the model, idle in plain decoding */
  gboolean        mtp_embeddings;     /* its files hold them, each with an embedding and a head of its own (GLM-4.5 to 4.7); other
                                       * models' blocks are left out when files are written */
  double          norms_per_layer;
  gboolean        tied_embeddings, mlp_gated, mlp_bias, norm_bias, qkv_bias, attention_output_bias, attention_sinks;
  gboolean        fused_qkv;          /* one matrix for Q, K and V and one for gate and up in its files */
  gboolean        moe_bias;           /* each expert has biases */
  TokAttentionGate attention_gate;
  TokQkNorm       qk_norm;
  TokExperts      experts;
  TokMla          mla;
  TokIndexer      indexer;
  TokCompressed   compressed;
  TokLinear       linear;
  guint           n_extras;
  TokExtra       *extras;
} TokArchitecture;

#define TOK_MAX_LAYERS 1024

/* One tensor, or several of one role and row length in one layer. */
typedef struct
{
  TokRole  role;
  guint    layer;            /* 0 … n_layers - 1; n_layers: outside the layers; above: multi-token-prediction block */
  guint    row_elements;
  double   elements;
  gboolean is_expert;        /* routed experts: one token reads experts_per_token / n_experts of it */
  gboolean is_lookup;        /* read one row at a time, kept in host memory */
} TokTensor;

typedef void (*TokTensorFunc) (const TokTensor *tensor, gpointer user_data);

TokArchitecture *tok_architecture_new             (guint                  n_layers);   /* zeroed, one reference */
TokArchitecture *tok_architecture_copy            (const TokArchitecture *architecture); /* a deep, changeable copy */
TokArchitecture *tok_architecture_ref             (TokArchitecture       *architecture);
void             tok_architecture_unref           (TokArchitecture       *architecture);
/* Calls @func for every tensor of the model's file, in layer order.  The inventory is the one that reproduces the published
 * parameter counts (physics notes 3, and the catalog's own check). */
void             tok_architecture_foreach_tensor  (const TokArchitecture *architecture,
                                                   TokTensorFunc          func,
                                                   gpointer               user_data);
/* All weights of the language model without multi-token-prediction blocks. */
double           tok_architecture_total_params    (const TokArchitecture *architecture);
/* Of those, what one token visits: routed experts by share. */
double           tok_architecture_active_params   (const TokArchitecture *architecture);
gboolean         tok_architecture_is_moe          (const TokArchitecture *architecture);
/* The dense architecture of @params parameters (1e7 … 1e13) on the ladder of physics notes 3.1. */
TokArchitecture *tok_architecture_new_ladder      (double                 params,
                                                   TokAttentionKind       attention);
/* @base scaled to @params total and @active_params active parameters (equal for a dense model) and, when @n_layers > 0, that
 * many layers: attention kinds keep their pattern, KV heads and expert ratios stay, widths scale by physics notes 3.1.  The
 * result has @params within 1 % where the widths allow.  Returns a new reference to @base when nothing changes. */
TokArchitecture *tok_architecture_new_scaled      (TokArchitecture       *base,
                                                   double                 params,
                                                   double                 active_params,
                                                   guint                  n_layers,
                                                   TokAttentionKind       attention);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokArchitecture, tok_architecture_unref)

G_END_DECLS
