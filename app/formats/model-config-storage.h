/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each matrix of a model is stored in, layer by layer, where a config says it by names of modules. */

#pragma once

#include "core/weights.h"

G_BEGIN_DECLS

/* How a matrix is stored: bits of one weight, scales included, and the tensor type whose speed is nearest. */
typedef struct
{
  double        bits;
  TokTensorType type;
} TokConfigFormat;

/* Not quantized. */
#define TOK_CONFIG_PLAIN ((TokConfigFormat) { 16.0, TOK_TENSOR_BF16 })

/* The matrices of a layer that names tell apart; the last two are outside of the layers. */
typedef enum
{
  TOK_MATRIX_Q,
  TOK_MATRIX_K,
  TOK_MATRIX_V,
  TOK_MATRIX_OUTPUT,
  TOK_MATRIX_MIXER,
  TOK_MATRIX_DENSE_GATE,
  TOK_MATRIX_DENSE_UP,
  TOK_MATRIX_DENSE_DOWN,
  TOK_MATRIX_SHARED_GATE,
  TOK_MATRIX_SHARED_UP,
  TOK_MATRIX_SHARED_DOWN,
  TOK_MATRIX_EXPERT_GATE,
  TOK_MATRIX_EXPERT_UP,
  TOK_MATRIX_EXPERT_DOWN,
  TOK_MATRIX_EMBEDDING,
  TOK_MATRIX_HEAD,
  TOK_N_MATRICES,
} TokConfigMatrix;

/* Sets of them, one bit each. */
#define TOK_MATRICES_EXPERTS (1u << TOK_MATRIX_EXPERT_GATE | 1u << TOK_MATRIX_EXPERT_UP | 1u << TOK_MATRIX_EXPERT_DOWN)
#define TOK_MATRICES_ALL     ((1u << TOK_N_MATRICES) - 1)
#define TOK_MATRICES_LAYERS  ((1u << TOK_MATRIX_EMBEDDING) - 1)

typedef struct _TokConfigStorage TokConfigStorage;

/* Every matrix at 16 bit. */
TokConfigStorage *tok_config_storage_new         (const TokArchitecture  *architecture);
void              tok_config_storage_free        (TokConfigStorage       *self);
/* @matrices: set of them. */
void              tok_config_storage_set         (TokConfigStorage       *self,
                                                  guint                   matrices,
                                                  TokConfigFormat         format);
/* Those a config means with @module: "model.layers.3.self_attn.q_proj", "lm_head", "model.layers.0.mlp*", "*.mlp.shared_expert.*" or
 * "re:.*self_attn.*". */
void              tok_config_storage_set_module  (TokConfigStorage       *self,
                                                  const char             *module,
                                                  TokConfigFormat         format);
/* Whether not all of @matrices are stored as @format. */
gboolean          tok_config_storage_is_mixed    (const TokConfigStorage *self,
                                                  guint                   matrices,
                                                  TokConfigFormat         format);
/* What the model's tensors add up to. */
TokModelWeights  *tok_config_storage_weigh       (const TokConfigStorage *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokConfigStorage, tok_config_storage_free)

G_END_DECLS
