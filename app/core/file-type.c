/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File types: their names, bases and properties, one row per type.  The rules of the mixes are in file-type-pick.c. */

#include "core/file-type.h"

#include <string.h>

#define NAME_SIZE 32

typedef struct
{
  const char   *name;
  TokTensorType base;
  gboolean      is_gguf;
  gboolean      needs_imatrix;
} FileTypeInfo;

static const FileTypeInfo types[TOK_N_FILE_TYPES] = {
  [TOK_FILE_IQ1_S] = { "IQ1_S", TOK_TENSOR_IQ1_S, TRUE, TRUE },
  [TOK_FILE_TQ1_0] = { "TQ1_0", TOK_TENSOR_TQ1_0, TRUE, FALSE },
  [TOK_FILE_IQ1_M] = { "IQ1_M", TOK_TENSOR_IQ1_M, TRUE, TRUE },
  [TOK_FILE_TQ2_0] = { "TQ2_0", TOK_TENSOR_TQ2_0, TRUE, FALSE },
  [TOK_FILE_IQ2_XXS] = { "IQ2_XXS", TOK_TENSOR_IQ2_XXS, TRUE, TRUE },
  [TOK_FILE_IQ2_XS] = { "IQ2_XS", TOK_TENSOR_IQ2_XS, TRUE, TRUE },
  [TOK_FILE_IQ2_S] = { "IQ2_S", TOK_TENSOR_IQ2_XS, TRUE, TRUE },
  [TOK_FILE_IQ2_M] = { "IQ2_M", TOK_TENSOR_IQ2_S, TRUE, TRUE },
  [TOK_FILE_Q2_K_S] = { "Q2_K_S", TOK_TENSOR_Q2_K, TRUE, TRUE },
  [TOK_FILE_Q2_K] = { "Q2_K", TOK_TENSOR_Q2_K, TRUE, FALSE },
  [TOK_FILE_IQ3_XXS] = { "IQ3_XXS", TOK_TENSOR_IQ3_XXS, TRUE, TRUE },
  [TOK_FILE_IQ3_XS] = { "IQ3_XS", TOK_TENSOR_IQ3_S, TRUE, TRUE },
  [TOK_FILE_IQ3_S] = { "IQ3_S", TOK_TENSOR_IQ3_S, TRUE, FALSE },
  [TOK_FILE_Q3_K_S] = { "Q3_K_S", TOK_TENSOR_Q3_K, TRUE, FALSE },
  [TOK_FILE_IQ3_M] = { "IQ3_M", TOK_TENSOR_IQ3_S, TRUE, FALSE },
  [TOK_FILE_Q3_K_M] = { "Q3_K_M", TOK_TENSOR_Q3_K, TRUE, FALSE },
  [TOK_FILE_Q3_K_L] = { "Q3_K_L", TOK_TENSOR_Q3_K, TRUE, FALSE },
  [TOK_FILE_MXFP4_MOE] = { "MXFP4_MOE", TOK_TENSOR_MXFP4, TRUE, FALSE },
  [TOK_FILE_IQ4_XS] = { "IQ4_XS", TOK_TENSOR_IQ4_XS, TRUE, FALSE },
  [TOK_FILE_Q4_0] = { "Q4_0", TOK_TENSOR_Q4_0, TRUE, FALSE },
  [TOK_FILE_IQ4_NL] = { "IQ4_NL", TOK_TENSOR_IQ4_NL, TRUE, FALSE },
  [TOK_FILE_Q4_K_S] = { "Q4_K_S", TOK_TENSOR_Q4_K, TRUE, FALSE },
  [TOK_FILE_Q4_K_M] = { "Q4_K_M", TOK_TENSOR_Q4_K, TRUE, FALSE },
  [TOK_FILE_Q4_1] = { "Q4_1", TOK_TENSOR_Q4_1, TRUE, FALSE },
  [TOK_FILE_Q5_0] = { "Q5_0", TOK_TENSOR_Q5_0, TRUE, FALSE },
  [TOK_FILE_Q5_K_S] = { "Q5_K_S", TOK_TENSOR_Q5_K, TRUE, FALSE },
  [TOK_FILE_Q5_K_M] = { "Q5_K_M", TOK_TENSOR_Q5_K, TRUE, FALSE },
  [TOK_FILE_Q5_1] = { "Q5_1", TOK_TENSOR_Q5_1, TRUE, FALSE },
  [TOK_FILE_Q6_K] = { "Q6_K", TOK_TENSOR_Q6_K, TRUE, FALSE },
  [TOK_FILE_Q8_0] = { "Q8_0", TOK_TENSOR_Q8_0, TRUE, FALSE },
  [TOK_FILE_BF16] = { "BF16", TOK_TENSOR_BF16, TRUE, FALSE },
  [TOK_FILE_F16] = { "F16", TOK_TENSOR_F16, TRUE, FALSE },
  [TOK_FILE_F32] = { "F32", TOK_TENSOR_F32, TRUE, FALSE },
  [TOK_FILE_EXL_2_5] = { "EXL_2_5", TOK_TENSOR_EXL_2_5, FALSE, FALSE },
  [TOK_FILE_EXL_3_0] = { "EXL_3_0", TOK_TENSOR_EXL_3_0, FALSE, FALSE },
  [TOK_FILE_MLX_3BIT] = { "MLX_3BIT", TOK_TENSOR_MLX3_G64, FALSE, FALSE },
  [TOK_FILE_EXL_4_0] = { "EXL_4_0", TOK_TENSOR_EXL_4_0, FALSE, FALSE },
  [TOK_FILE_AWQ] = { "AWQ", TOK_TENSOR_INT4_G128, FALSE, FALSE },
  [TOK_FILE_GPTQ] = { "GPTQ", TOK_TENSOR_INT4_G128, FALSE, FALSE },
  [TOK_FILE_MLX_MXFP4] = { "MLX_MXFP4", TOK_TENSOR_MXFP4, FALSE, FALSE },
  [TOK_FILE_MLX_MXFP4_Q8] = { "MLX_MXFP4_Q8", TOK_TENSOR_MXFP4, FALSE, FALSE },
  [TOK_FILE_MLX_4BIT] = { "MLX_4BIT", TOK_TENSOR_MLX4_G64, FALSE, FALSE },
  [TOK_FILE_NVFP4] = { "NVFP4", TOK_TENSOR_NVFP4, FALSE, FALSE },
  [TOK_FILE_GPTQ_G32] = { "GPTQ_G32", TOK_TENSOR_INT4_G32, FALSE, FALSE },
  [TOK_FILE_EXL_5_0] = { "EXL_5_0", TOK_TENSOR_EXL_5_0, FALSE, FALSE },
  [TOK_FILE_MLX_5BIT] = { "MLX_5BIT", TOK_TENSOR_MLX5_G64, FALSE, FALSE },
  [TOK_FILE_EXL_6_0] = { "EXL_6_0", TOK_TENSOR_EXL_6_0, FALSE, FALSE },
  [TOK_FILE_MLX_6BIT] = { "MLX_6BIT", TOK_TENSOR_MLX6_G64, FALSE, FALSE },
  [TOK_FILE_FP8] = { "FP8", TOK_TENSOR_FP8, FALSE, FALSE },
  [TOK_FILE_INT8] = { "INT8", TOK_TENSOR_FP8, FALSE, FALSE },
  [TOK_FILE_MLX_8BIT] = { "MLX_8BIT", TOK_TENSOR_MLX8_G64, FALSE, FALSE },
};

/* Names other tools print, and the nearest mix of publishers who choose their own types per tensor. */
static const struct { const char *name; TokFileType type; } aliases[] = {
  { "FP32", TOK_FILE_F32 },
  { "FP16", TOK_FILE_F16 },
  { "MXFP4", TOK_FILE_MXFP4_MOE },
  { "MLXBF16", TOK_FILE_BF16 },
  { "MLXFP16", TOK_FILE_F16 },
  { "3BIT", TOK_FILE_MLX_3BIT },
  { "4BIT", TOK_FILE_MLX_4BIT },
  { "5BIT", TOK_FILE_MLX_5BIT },
  { "6BIT", TOK_FILE_MLX_6BIT },
  { "8BIT", TOK_FILE_MLX_8BIT },
  { "MLX3BITG64", TOK_FILE_MLX_3BIT },
  { "MLX4BITG64", TOK_FILE_MLX_4BIT },
  { "MLX5BITG64", TOK_FILE_MLX_5BIT },
  { "MLX6BITG64", TOK_FILE_MLX_6BIT },
  { "MLX8BITG64", TOK_FILE_MLX_8BIT },
  { "MLXNVFP4", TOK_FILE_NVFP4 },
  { "AWQ4BITG128", TOK_FILE_AWQ },
  { "GPTQ4BITG128", TOK_FILE_GPTQ },
  { "GPTQ4BITG32", TOK_FILE_GPTQ_G32 },
  { "Q3K", TOK_FILE_Q3_K_M },
  { "Q4K", TOK_FILE_Q4_K_M },
  { "Q5K", TOK_FILE_Q5_K_M },
  { "Q8K", TOK_FILE_Q8_0 },
  { "Q8", TOK_FILE_Q8_0 },
  { "EXL225", TOK_FILE_EXL_2_5 },
  { "EXL230", TOK_FILE_EXL_3_0 },
  { "EXL240", TOK_FILE_EXL_4_0 },
  { "EXL250", TOK_FILE_EXL_5_0 },
  { "EXL260", TOK_FILE_EXL_6_0 },
  { "EXL325", TOK_FILE_EXL_2_5 },
  { "EXL330", TOK_FILE_EXL_3_0 },
  { "EXL340", TOK_FILE_EXL_4_0 },
  { "EXL350", TOK_FILE_EXL_5_0 },
  { "EXL360", TOK_FILE_EXL_6_0 },
};

const char *
tok_file_type_name (TokFileType type)
{
  g_return_val_if_fail (type < TOK_N_FILE_TYPES, "F16");
  return types[type].name;
}

/* @name in upper case without punctuation; a name too long for the table is cut and matches nothing. */
static void
fold_name (const char *name,
           char        folded[NAME_SIZE])
{
  gsize n = 0;

  for (const char *c = name; *c != '\0' && n + 1 < NAME_SIZE; c++)
    if (g_ascii_isalnum (*c))
      folded[n++] = g_ascii_toupper (*c);
  folded[n] = '\0';
}

static gboolean
find_folded (const char  *folded,
             TokFileType *type)
{
  char other[NAME_SIZE];

  for (guint i = 0; i < TOK_N_FILE_TYPES; i++)
    {
      fold_name (types[i].name, other);
      if (g_str_equal (folded, other))
        {
          *type = i;
          return TRUE;
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (g_str_equal (folded, aliases[i].name))
      {
        *type = aliases[i].type;
        return TRUE;
      }
  return FALSE;
}

gboolean
tok_file_type_from_name (const char  *name,
                         TokFileType *type)
{
  static const char *const suffixes[] = { "XL", "L" };
  char folded[NAME_SIZE];
  const char *start = folded;

  fold_name (name, folded);
  if (g_str_has_prefix (folded, "UD"))
    start += strlen ("UD");
  if (find_folded (start, type))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (start, suffixes[i]))
      {
        folded[strlen (folded) - strlen (suffixes[i])] = '\0';
        return find_folded (start, type);
      }
  return FALSE;
}

gboolean
tok_file_type_is_gguf (TokFileType type)
{
  g_return_val_if_fail (type < TOK_N_FILE_TYPES, FALSE);
  return types[type].is_gguf;
}

gboolean
tok_file_type_needs_imatrix (TokFileType type)
{
  g_return_val_if_fail (type < TOK_N_FILE_TYPES, FALSE);
  return types[type].needs_imatrix;
}

TokTensorType
tok_file_type_base (TokFileType type)
{
  g_return_val_if_fail (type < TOK_N_FILE_TYPES, TOK_TENSOR_F16);
  return types[type].base;
}
