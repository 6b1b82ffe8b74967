/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tensors of a GGUF file are for, by their names (llama.cpp, src/llama-arch.cpp), and their shapes layer by layer. */

#pragma once

#include "core/architecture.h"
#include "formats/gguf.h"

G_BEGIN_DECLS

/* Parts of a model that say something about its shape. */
typedef enum
{
  TOK_PART_OTHER,
  TOK_PART_TOKEN_EMBD, TOK_PART_OUTPUT, TOK_PART_OUTPUT_NORM, TOK_PART_LOOKUP,
  TOK_PART_NORM,             /* a norm of the residual stream */
  TOK_PART_EXTRA_NORM,       /* one more around experts */
  TOK_PART_Q, TOK_PART_K, TOK_PART_V, TOK_PART_QKV, TOK_PART_ATTN_OUTPUT, TOK_PART_ATTN_GATE, TOK_PART_Q_NORM, TOK_PART_SINKS,
  TOK_PART_Q_A, TOK_PART_Q_B, TOK_PART_KV_A, TOK_PART_KV_A_NORM, TOK_PART_KV_B, TOK_PART_K_B, TOK_PART_V_B,
  TOK_PART_OUTPUT_A, TOK_PART_OUTPUT_B, TOK_PART_COMPRESSOR, TOK_PART_COMPRESSOR_POSITION, TOK_PART_INDEXER, TOK_PART_INDEXER_K,
  TOK_PART_SSM_IN, TOK_PART_SSM_OUT, TOK_PART_SSM_CONV, TOK_PART_SSM_BETA, TOK_PART_SSM_DECAY, TOK_PART_SSM_GATE, TOK_PART_SSM_X,
  TOK_PART_SSM_A, TOK_PART_SSM_NORM, TOK_PART_SSM_OTHER, TOK_PART_SHORT_CONV_IN, TOK_PART_SHORT_CONV, TOK_PART_TIME_MIX,
  TOK_PART_FFN_GATE, TOK_PART_FFN_UP, TOK_PART_FFN_DOWN,
  TOK_PART_SHARED_GATE, TOK_PART_SHARED_UP, TOK_PART_SHARED_DOWN, TOK_PART_SHARED_ROUTER,
  TOK_PART_EXPERTS_GATE, TOK_PART_EXPERTS_UP, TOK_PART_EXPERTS_GATE_UP, TOK_PART_EXPERTS_DOWN,
  TOK_PART_ROUTER, TOK_PART_ROUTER_BIAS, TOK_PART_LATENT_DOWN, TOK_PART_LATENT_UP, TOK_PART_LATENT_NORM,
  TOK_PART_NEXTN, TOK_PART_NEXTN_EMBD,
  TOK_N_PARTS,
} TokGgufPart;

/* What a name says. */
typedef struct
{
  int         layer;         /* -1: outside the layers */
  TokGgufPart part;
  gboolean    is_vector;     /* never quantized, whatever its dimensions: router, convolution */
  gboolean    is_bias;
  gboolean    is_scale;      /* of a matrix's numbers, beside it */
} TokGgufName;

/* One part of a layer: the tensor of its weights.  Columns are the input, rows the output. */
typedef struct
{
  guint64  columns, rows;
  guint64  depth;            /* of experts: how many, be they stacked or one by one */
  guint32  type;
  gboolean has_weight, has_bias;
} TokGgufShape;

typedef struct
{
  guint        n_tensors;
  guint        n_norms, n_extra_norms;
  double       norm_elements;
  TokGgufShape parts[TOK_N_PARTS];
} TokGgufLayer;

/* Routed ones, stacked or one by one. */
gboolean      tok_gguf_part_is_of_experts (TokGgufPart part);
void          tok_gguf_parse_name  (const char  *name,
                                    TokGgufName *parsed);
/* The shapes of @n_layers layers and, behind them, of what lies outside.  Free it. */
TokGgufLayer *tok_gguf_find_layers (const TokGguf *gguf,
                                    guint          n_layers);

G_END_DECLS
