/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File types: the mixes of tensor types a model file is quantized to, such as Q4_K_M. */

#pragma once

#include "core/tensor-type.h"

G_BEGIN_DECLS

struct _TokArchitecture;

/* From the fewest bits per weight to the most within each group; the order of sliders, tables and charts. */
typedef enum
{
  TOK_FILE_IQ1_S,
  TOK_FILE_TQ1_0,
  TOK_FILE_IQ1_M,
  TOK_FILE_TQ2_0,
  TOK_FILE_IQ2_XXS,
  TOK_FILE_IQ2_XS,
  TOK_FILE_IQ2_S,
  TOK_FILE_IQ2_M,
  TOK_FILE_Q2_K_S,
  TOK_FILE_Q2_K,
  TOK_FILE_IQ3_XXS,
  TOK_FILE_IQ3_XS,
  TOK_FILE_IQ3_S,
  TOK_FILE_Q3_K_S,
  TOK_FILE_IQ3_M,
  TOK_FILE_Q3_K_M,
  TOK_FILE_Q3_K_L,
  TOK_FILE_MXFP4_MOE,
  TOK_FILE_IQ4_XS,
  TOK_FILE_Q4_0,
  TOK_FILE_IQ4_NL,
  TOK_FILE_Q4_K_S,
  TOK_FILE_Q4_K_M,
  TOK_FILE_Q4_1,
  TOK_FILE_Q5_0,
  TOK_FILE_Q5_K_S,
  TOK_FILE_Q5_K_M,
  TOK_FILE_Q5_1,
  TOK_FILE_Q6_K,
  TOK_FILE_Q8_0,
  TOK_FILE_BF16,
  TOK_FILE_F16,
  TOK_FILE_F32,
  /* formats of other engines */
  TOK_FILE_EXL_2_5,
  TOK_FILE_EXL_3_0,
  TOK_FILE_MLX_3BIT,
  TOK_FILE_EXL_4_0,
  TOK_FILE_AWQ,
  TOK_FILE_GPTQ,
  TOK_FILE_MLX_MXFP4,
  TOK_FILE_MLX_MXFP4_Q8,
  TOK_FILE_MLX_4BIT,
  TOK_FILE_NVFP4,
  TOK_FILE_GPTQ_G32,
  TOK_FILE_EXL_5_0,
  TOK_FILE_MLX_5BIT,
  TOK_FILE_EXL_6_0,
  TOK_FILE_MLX_6BIT,
  TOK_FILE_FP8,
  TOK_FILE_INT8,
  TOK_FILE_MLX_8BIT,
  TOK_N_FILE_TYPES,
} TokFileType;

/* What a tensor is for; decides its tensor type in a mix and who reads it. */
typedef enum
{
  TOK_ROLE_EMBEDDING,       /* input token embedding (also the head when tied) */
  TOK_ROLE_HEAD,            /* output matrix */
  TOK_ROLE_ATTN_Q,
  TOK_ROLE_ATTN_K,
  TOK_ROLE_ATTN_V,          /* also fused QKV and MLA's kv_b */
  TOK_ROLE_ATTN_OUTPUT,
  TOK_ROLE_MIXER,           /* any other quantized matrix of a token mixer: MLA a/b, linear attention, indexer, gates */
  TOK_ROLE_FFN_GATE,
  TOK_ROLE_FFN_UP,
  TOK_ROLE_FFN_DOWN,
  TOK_ROLE_KEPT,            /* matrices llama.cpp leaves at 16 bit; other engines quantize them */
  TOK_ROLE_VECTOR,          /* never quantized: norms, biases, router, convolutions, sinks; F32 in GGUF, else 16 bit */
  TOK_N_ROLES,
} TokRole;

/* The name as llama-quantize prints it, such as "Q4_K_M"; static. */
const char    *tok_file_type_name          (TokFileType  type);
/* Accepts the name, without case, "_" or "-", "UD-" prefixes and "_XL" and "_L" suffixes mapped to the nearest mix ("UD-Q4_K_XL"
 * is Q4_K_M), and the common aliases (FP16, MXFP4, 4bit, MLX-4BIT-G64); returns FALSE and leaves @type alone when the name is unknown. */
gboolean       tok_file_type_from_name     (const char  *name,
                                            TokFileType *type);
/* TRUE for the types llama.cpp writes and reads. */
gboolean       tok_file_type_is_gguf       (TokFileType  type);
/* TRUE when llama-quantize refuses to write the type without an importance matrix. */
gboolean       tok_file_type_needs_imatrix (TokFileType  type);
/* The base tensor type of the mix: most of its bytes. */
TokTensorType  tok_file_type_base          (TokFileType  type);

/* The tensor type the mix @type gives the tensor of @role in layer @layer (0 … n_layers - 1; n_layers for the rest),
 * whose rows have @row_elements elements.  @is_expert: routed expert tensor.
 * Rules: llama.cpp, src/llama-quant.cpp (physics notes 1.2). */
TokTensorType  tok_file_type_pick          (TokFileType                    type,
                                            const struct _TokArchitecture *architecture,
                                            TokRole                        role,
                                            guint                          layer,
                                            guint                          row_elements,
                                            gboolean                       is_expert,
                                            gboolean                       with_imatrix);

G_END_DECLS
