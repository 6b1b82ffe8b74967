/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tensor types: how one tensor stores its weights, as blocks of elements.
 *
 * Block sizes: ggml, src/ggml-common.h; grouped formats of other engines: their documentation (physics notes 1.1, 1.6).
 * The same types name the element types of the KV cache. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TOK_TENSOR_F32,
  TOK_TENSOR_F16,
  TOK_TENSOR_BF16,
  TOK_TENSOR_Q8_0,
  TOK_TENSOR_Q6_K,
  TOK_TENSOR_Q5_1,
  TOK_TENSOR_Q5_0,
  TOK_TENSOR_Q5_K,
  TOK_TENSOR_Q4_1,
  TOK_TENSOR_Q4_0,
  TOK_TENSOR_Q4_K,
  TOK_TENSOR_Q3_K,
  TOK_TENSOR_Q2_K,
  TOK_TENSOR_IQ4_NL,
  TOK_TENSOR_IQ4_XS,
  TOK_TENSOR_IQ3_S,
  TOK_TENSOR_IQ3_XXS,
  TOK_TENSOR_IQ2_S,
  TOK_TENSOR_IQ2_XS,
  TOK_TENSOR_IQ2_XXS,
  TOK_TENSOR_IQ1_M,
  TOK_TENSOR_IQ1_S,
  TOK_TENSOR_TQ2_0,
  TOK_TENSOR_TQ1_0,
  TOK_TENSOR_Q2_0,
  TOK_TENSOR_Q1_0,
  TOK_TENSOR_MXFP4,
  TOK_TENSOR_NVFP4,
  TOK_TENSOR_FP8,           /* one byte, one scale per channel (not counted) */
  TOK_TENSOR_INT4_G128,     /* AWQ, GPTQ: 4 bit, scale and zero point per 128 */
  TOK_TENSOR_INT4_G32,      /* the same per 32 */
  TOK_TENSOR_MLX3_G64,      /* MLX affine: bits in the name, scale and bias per 64 */
  TOK_TENSOR_MLX4_G64,
  TOK_TENSOR_MLX5_G64,
  TOK_TENSOR_MLX6_G64,
  TOK_TENSOR_MLX8_G64,
  TOK_TENSOR_EXL_2_5,       /* ExLlama, bits per weight in the name */
  TOK_TENSOR_EXL_3_0,
  TOK_TENSOR_EXL_4_0,
  TOK_TENSOR_EXL_5_0,
  TOK_TENSOR_EXL_6_0,
  TOK_N_TENSOR_TYPES,
} TokTensorType;

/* The name as ggml prints it, such as "Q4_K"; static. */
const char    *tok_tensor_type_name            (TokTensorType  type);
/* Compares without case; returns FALSE and leaves @type alone when the name is unknown. */
gboolean       tok_tensor_type_from_name       (const char    *name,
                                                TokTensorType *type);
/* Elements of one block, 1 or more. */
guint          tok_tensor_type_block_elements  (TokTensorType  type);
/* Bytes of one element, the block's scales included: 0.5625 for Q4_0. */
double         tok_tensor_type_bytes_per_element (TokTensorType type);

G_END_DECLS
