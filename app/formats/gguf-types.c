/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tensor types and file types by their numbers. */

#include "formats/gguf-types.h"

#include <math.h>

/* What ggml has and core does not, as it never holds weights that are run. */
typedef struct
{
  const char *name;
  guint       block_elements;
  guint       block_bytes;
} OtherType;

#define N_TYPES 43
#define UNKNOWN_TYPE "type "

/* enum ggml_type of ggml's include/ggml.h; 4, 5 and 36 … 38 were withdrawn. */
static const TokTensorType core_types[N_TYPES] = {
  [0] = TOK_TENSOR_F32,      [1] = TOK_TENSOR_F16,      [2] = TOK_TENSOR_Q4_0,     [3] = TOK_TENSOR_Q4_1,
  [6] = TOK_TENSOR_Q5_0,     [7] = TOK_TENSOR_Q5_1,     [8] = TOK_TENSOR_Q8_0,     [10] = TOK_TENSOR_Q2_K,
  [11] = TOK_TENSOR_Q3_K,    [12] = TOK_TENSOR_Q4_K,    [13] = TOK_TENSOR_Q5_K,    [14] = TOK_TENSOR_Q6_K,
  [16] = TOK_TENSOR_IQ2_XXS, [17] = TOK_TENSOR_IQ2_XS,  [18] = TOK_TENSOR_IQ3_XXS, [19] = TOK_TENSOR_IQ1_S,
  [20] = TOK_TENSOR_IQ4_NL,  [21] = TOK_TENSOR_IQ3_S,   [22] = TOK_TENSOR_IQ2_S,   [23] = TOK_TENSOR_IQ4_XS,
  [29] = TOK_TENSOR_IQ1_M,   [30] = TOK_TENSOR_BF16,    [31] = TOK_TENSOR_Q4_0,    [32] = TOK_TENSOR_Q4_0,
  [33] = TOK_TENSOR_Q4_0,    [34] = TOK_TENSOR_TQ1_0,   [35] = TOK_TENSOR_TQ2_0,   [36] = TOK_TENSOR_IQ4_NL,
  [37] = TOK_TENSOR_IQ4_NL,  [38] = TOK_TENSOR_IQ4_NL,  [39] = TOK_TENSOR_MXFP4,   [40] = TOK_TENSOR_NVFP4,
  [41] = TOK_TENSOR_Q1_0,    [42] = TOK_TENSOR_Q2_0,
};

static const OtherType other_types[N_TYPES] = {
  [9] = { "Q8_1", 32, 36 }, [15] = { "Q8_K", 256, 292 }, [24] = { "I8", 1, 1 }, [25] = { "I16", 1, 2 },
  [26] = { "I32", 1, 4 },   [27] = { "I64", 1, 8 },      [28] = { "F64", 1, 8 },
};

/* enum llama_ftype; 4 … 6 were withdrawn, 33 … 35 were Q4_0 repacked. */
static const gint8 file_types[] = {
  TOK_FILE_F32, TOK_FILE_F16, TOK_FILE_Q4_0, TOK_FILE_Q4_1, -1, -1, -1, TOK_FILE_Q8_0, TOK_FILE_Q5_0, TOK_FILE_Q5_1,
  TOK_FILE_Q2_K, TOK_FILE_Q3_K_S, TOK_FILE_Q3_K_M, TOK_FILE_Q3_K_L, TOK_FILE_Q4_K_S, TOK_FILE_Q4_K_M, TOK_FILE_Q5_K_S,
  TOK_FILE_Q5_K_M, TOK_FILE_Q6_K, TOK_FILE_IQ2_XXS, TOK_FILE_IQ2_XS, TOK_FILE_Q2_K_S, TOK_FILE_IQ3_XS, TOK_FILE_IQ3_XXS,
  TOK_FILE_IQ1_S, TOK_FILE_IQ4_NL, TOK_FILE_IQ3_S, TOK_FILE_IQ3_M, TOK_FILE_IQ2_S, TOK_FILE_IQ2_M, TOK_FILE_IQ4_XS,
  TOK_FILE_IQ1_M, TOK_FILE_BF16, TOK_FILE_Q4_0, TOK_FILE_Q4_0, TOK_FILE_Q4_0, TOK_FILE_TQ1_0, TOK_FILE_TQ2_0,
  TOK_FILE_MXFP4_MOE, TOK_FILE_NVFP4,
};

gboolean
tok_gguf_type_to_core (guint32        type,
                       TokTensorType *core)
{
  if (type >= N_TYPES || other_types[type].name != NULL || type == 4 || type == 5)
    return FALSE;
  *core = core_types[type];
  return TRUE;
}

double
tok_gguf_type_bytes (guint32 type,
                     guint64 row_elements,
                     double  elements)
{
  TokTensorType core;

  if (type < N_TYPES && other_types[type].name != NULL)
    {
      const OtherType *other = &other_types[type];

      return row_elements % other->block_elements == 0 ? elements / other->block_elements * other->block_bytes : -1.0;
    }
  if (!tok_gguf_type_to_core (type, &core) || row_elements % tok_tensor_type_block_elements (core) != 0)
    return -1.0;
  return elements * tok_tensor_type_bytes_per_element (core);
}

char *
tok_gguf_type_name (guint32 type)
{
  TokTensorType core;

  if (type < N_TYPES && other_types[type].name != NULL)
    return g_strdup (other_types[type].name);
  if (tok_gguf_type_to_core (type, &core))
    return g_strdup (tok_tensor_type_name (core));
  return g_strdup_printf (UNKNOWN_TYPE "%u", type);
}

gboolean
tok_gguf_type_is_known (const char *name)
{
  return !g_str_has_prefix (name, UNKNOWN_TYPE);
}

TokTensorType
tok_gguf_type_nearest (double bytes_per_element)
{
  TokTensorType best = TOK_TENSOR_F32;

  for (TokTensorType type = TOK_TENSOR_F32; type <= TOK_TENSOR_NVFP4; type++)
    if (fabs (tok_tensor_type_bytes_per_element (type) - bytes_per_element)
        < fabs (tok_tensor_type_bytes_per_element (best) - bytes_per_element))
      best = type;
  return best;
}

gboolean
tok_gguf_file_type (double       number,
                    TokFileType *type)
{
  guint index;

  if (!(number >= 0.0 && number < G_N_ELEMENTS (file_types)))
    return FALSE;
  index = (guint) number;
  if (file_types[index] < 0)
    return FALSE;
  *type = (TokFileType) file_types[index];
  return TRUE;
}
