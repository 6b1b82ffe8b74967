/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tensor types: one row per type with the elements and bytes of its block. */

#include "core/tensor-type.h"

typedef struct
{
  const char *name;
  guint       block_elements;
  double      bytes_per_element;
} TypeInfo;

/* A block of @elements in @bytes. */
#define BLOCK(name, elements, bytes) { name, elements, (double) (bytes) / (elements) }

static const TypeInfo types[TOK_N_TENSOR_TYPES] = {
  [TOK_TENSOR_F32] = BLOCK ("F32", 1, 4),
  [TOK_TENSOR_F16] = BLOCK ("F16", 1, 2),
  [TOK_TENSOR_BF16] = BLOCK ("BF16", 1, 2),
  [TOK_TENSOR_Q8_0] = BLOCK ("Q8_0", 32, 34),
  [TOK_TENSOR_Q6_K] = BLOCK ("Q6_K", 256, 210),
  [TOK_TENSOR_Q5_1] = BLOCK ("Q5_1", 32, 24),
  [TOK_TENSOR_Q5_0] = BLOCK ("Q5_0", 32, 22),
  [TOK_TENSOR_Q5_K] = BLOCK ("Q5_K", 256, 176),
  [TOK_TENSOR_Q4_1] = BLOCK ("Q4_1", 32, 20),
  [TOK_TENSOR_Q4_0] = BLOCK ("Q4_0", 32, 18),
  [TOK_TENSOR_Q4_K] = BLOCK ("Q4_K", 256, 144),
  [TOK_TENSOR_Q3_K] = BLOCK ("Q3_K", 256, 110),
  [TOK_TENSOR_Q2_K] = BLOCK ("Q2_K", 256, 84),
  [TOK_TENSOR_IQ4_NL] = BLOCK ("IQ4_NL", 32, 18),
  [TOK_TENSOR_IQ4_XS] = BLOCK ("IQ4_XS", 256, 136),
  [TOK_TENSOR_IQ3_S] = BLOCK ("IQ3_S", 256, 110),
  [TOK_TENSOR_IQ3_XXS] = BLOCK ("IQ3_XXS", 256, 98),
  [TOK_TENSOR_IQ2_S] = BLOCK ("IQ2_S", 256, 82),
  [TOK_TENSOR_IQ2_XS] = BLOCK ("IQ2_XS", 256, 74),
  [TOK_TENSOR_IQ2_XXS] = BLOCK ("IQ2_XXS", 256, 66),
  [TOK_TENSOR_IQ1_M] = BLOCK ("IQ1_M", 256, 56),
  [TOK_TENSOR_IQ1_S] = BLOCK ("IQ1_S", 256, 50),
  [TOK_TENSOR_TQ2_0] = BLOCK ("TQ2_0", 256, 66),
  [TOK_TENSOR_TQ1_0] = BLOCK ("TQ1_0", 256, 54),
  [TOK_TENSOR_Q2_0] = BLOCK ("Q2_0", 64, 18),
  [TOK_TENSOR_Q1_0] = BLOCK ("Q1_0", 128, 18),
  [TOK_TENSOR_MXFP4] = BLOCK ("MXFP4", 32, 17),
  [TOK_TENSOR_NVFP4] = BLOCK ("NVFP4", 64, 36),
  [TOK_TENSOR_FP8] = BLOCK ("FP8", 1, 1),
  [TOK_TENSOR_INT4_G128] = BLOCK ("INT4_G128", 128, 66.5),
  [TOK_TENSOR_INT4_G32] = BLOCK ("INT4_G32", 32, 18.5),
  [TOK_TENSOR_MLX3_G64] = BLOCK ("MLX3_G64", 64, 28),
  [TOK_TENSOR_MLX4_G64] = BLOCK ("MLX4_G64", 64, 36),
  [TOK_TENSOR_MLX5_G64] = BLOCK ("MLX5_G64", 64, 44),
  [TOK_TENSOR_MLX6_G64] = BLOCK ("MLX6_G64", 64, 52),
  [TOK_TENSOR_MLX8_G64] = BLOCK ("MLX8_G64", 64, 68),
  [TOK_TENSOR_EXL_2_5] = BLOCK ("EXL_2_5", 16, 5),
  [TOK_TENSOR_EXL_3_0] = BLOCK ("EXL_3_0", 16, 6),
  [TOK_TENSOR_EXL_4_0] = BLOCK ("EXL_4_0", 16, 8),
  [TOK_TENSOR_EXL_5_0] = BLOCK ("EXL_5_0", 16, 10),
  [TOK_TENSOR_EXL_6_0] = BLOCK ("EXL_6_0", 16, 12),
};

const char *
tok_tensor_type_name (TokTensorType type)
{
  g_return_val_if_fail (type < TOK_N_TENSOR_TYPES, "F32");
  return types[type].name;
}

gboolean
tok_tensor_type_from_name (const char    *name,
                           TokTensorType *type)
{
  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    if (g_ascii_strcasecmp (name, types[i].name) == 0)
      {
        *type = i;
        return TRUE;
      }
  return FALSE;
}

guint
tok_tensor_type_block_elements (TokTensorType type)
{
  g_return_val_if_fail (type < TOK_N_TENSOR_TYPES, 1);
  return types[type].block_elements;
}

double
tok_tensor_type_bytes_per_element (TokTensorType type)
{
  g_return_val_if_fail (type < TOK_N_TENSOR_TYPES, 0.0);
  return types[type].bytes_per_element;
}
