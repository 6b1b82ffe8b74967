/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats are named by bits, or by words that tell a kind of number. */

#include "formats/model-config-format.h"

#include <string.h>

/* Whole numbers of other widths than 4 and 8 bits are nearest to ExLlama's. */
static TokTensorType
type_of_whole_bits (double bits, double group)
{
  if (bits >= 7.0)
    return TOK_TENSOR_FP8;
  if (bits >= 5.5)
    return TOK_TENSOR_EXL_6_0;
  if (bits > 4.0)
    return TOK_TENSOR_EXL_5_0;
  if (bits >= 3.5)
    return group > 0.0 && group <= 32.0 ? TOK_TENSOR_INT4_G32 : TOK_TENSOR_INT4_G128;
  return bits > 2.5 ? TOK_TENSOR_EXL_3_0 : TOK_TENSOR_EXL_2_5;
}

TokConfigFormat
tok_config_format_whole (double   bits,
                         double   group,
                         gboolean has_zero)
{
  double shared = group > 0.0 ? (16.0 + (has_zero ? bits : 0.0)) / group : 0.0;

  bits = CLAMP (bits, 1.0, 16.0);
  return (TokConfigFormat) { MIN (bits + shared, 32.0), type_of_whole_bits (bits, group) };
}

TokConfigFormat
tok_config_format_float (double bits,
                         double group)
{
  if (bits > 6.0)
    return TOK_CONFIG_FP8;
  return group > 0.0 && group <= 16.0 ? TOK_CONFIG_NVFP4 : TOK_CONFIG_MXFP4;
}

TokConfigFormat
tok_config_format_exllama (double bits)
{
  TokTensorType type = bits < 2.75 ? TOK_TENSOR_EXL_2_5 : bits < 3.5 ? TOK_TENSOR_EXL_3_0 : bits < 4.5 ? TOK_TENSOR_EXL_4_0
                       : bits < 5.5 ? TOK_TENSOR_EXL_5_0 : TOK_TENSOR_EXL_6_0;

  return (TokConfigFormat) { CLAMP (bits, 1.0, 16.0), type };
}

/* MLX has a scale and a bias of 16 bits for every group, and a scale of 8 bits in the formats of microscaling. */
TokConfigFormat
tok_config_format_mlx (const char *mode,
                       double      bits,
                       double      group)
{
  TokTensorType type = bits < 2.5 ? TOK_TENSOR_EXL_2_5 : bits < 3.5 ? TOK_TENSOR_MLX3_G64 : bits < 4.5 ? TOK_TENSOR_MLX4_G64
                       : bits < 5.5 ? TOK_TENSOR_MLX5_G64 : bits < 7.0 ? TOK_TENSOR_MLX6_G64 : TOK_TENSOR_MLX8_G64;

  if (g_str_equal (mode, "mxfp4"))
    return TOK_CONFIG_MXFP4;
  if (g_str_equal (mode, "nvfp4"))
    return TOK_CONFIG_NVFP4;
  if (g_str_equal (mode, "mxfp8"))
    return (TokConfigFormat) { 8.25, TOK_TENSOR_MLX8_G64 };
  return (TokConfigFormat) { CLAMP (bits, 1.0, 16.0) + 32.0 / MAX (group, 16.0), type };
}

TokConfigFormat
tok_config_format_algorithm (const char *algorithm)
{
  if (strstr (algorithm, "NVFP4") != NULL)
    return TOK_CONFIG_NVFP4;
  if (strstr (algorithm, "MXFP4") != NULL)
    return TOK_CONFIG_MXFP4;
  if (strstr (algorithm, "W4") != NULL || strstr (algorithm, "INT4") != NULL)
    return tok_config_format_whole (4, 128, FALSE);
  return strstr (algorithm, "8") != NULL ? TOK_CONFIG_FP8 : TOK_CONFIG_PLAIN;
}

gboolean
tok_config_format_number (const char      *kind,
                          double           group,
                          TokConfigFormat *format,
                          gboolean        *is_float)
{
  g_autofree char *word = g_ascii_strdown (kind, -1);

  *is_float = strstr (word, "fp8") != NULL || strstr (word, "float8") != NULL;
  if (*is_float)
    *format = TOK_CONFIG_FP8;
  else if (strstr (word, "fp4") != NULL)
    *format = tok_config_format_float (4, group);
  else if (strstr (word, "int8") != NULL)
    *format = tok_config_format_whole (8, 0, FALSE);
  else if (strstr (word, "int4") != NULL)
    *format = tok_config_format_whole (4, group, TRUE);
  else
    return FALSE;
  return TRUE;
}
