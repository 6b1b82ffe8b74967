/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The type a tensor gets: by the rules of its mix, fitted to the length of its rows; other engines' formats are simpler. */

#include "core/architecture.h"
#include "core/file-type.h"
#include "core/mix-rules.h"

#define MANY_QUERIES_PER_KEY 4
/* Llama and Qwen2 of 80 layers, where eight query heads share one KV head. */
#define LAYERS_OF_70B 80

/* The type for rows the block of @type does not divide; 32 elements is the smallest block there is. */
static TokTensorType
smaller_block (TokTensorType type)
{
  switch (type)
    {
    case TOK_TENSOR_Q6_K:
      return TOK_TENSOR_Q8_0;
    case TOK_TENSOR_Q5_K:
      return TOK_TENSOR_Q5_1;
    case TOK_TENSOR_Q4_K:
      return TOK_TENSOR_Q5_0;
    case TOK_TENSOR_Q3_K:
    case TOK_TENSOR_Q2_K:
    case TOK_TENSOR_TQ1_0:
    case TOK_TENSOR_TQ2_0:
    case TOK_TENSOR_Q2_0:
      return TOK_TENSOR_Q4_0;
    default:
      return TOK_TENSOR_IQ4_NL;
    }
}

static TokTensorType
fit_row (TokTensorType type,
         guint         row_elements)
{
  if (row_elements % tok_tensor_type_block_elements (type) == 0)
    return type;
  type = smaller_block (type);
  return row_elements % tok_tensor_type_block_elements (type) == 0 ? type : TOK_TENSOR_F16;
}

static gboolean
is_mlx (TokFileType type)
{
  return type == TOK_FILE_MLX_3BIT || type == TOK_FILE_MLX_4BIT || type == TOK_FILE_MLX_5BIT || type == TOK_FILE_MLX_6BIT
         || type == TOK_FILE_MLX_8BIT || type == TOK_FILE_MLX_MXFP4 || type == TOK_FILE_MLX_MXFP4_Q8;
}

static gboolean
is_exllama (TokFileType type)
{
  return type == TOK_FILE_EXL_2_5 || type == TOK_FILE_EXL_3_0 || type == TOK_FILE_EXL_4_0 || type == TOK_FILE_EXL_5_0
         || type == TOK_FILE_EXL_6_0;
}

/* Formats of other engines quantize the linear layers alike and leave embedding and head at 16 bit, but for MLX, which
 * quantizes all, and ExLlama, whose head has 6 bits (physics notes 1.6).  MXFP4_Q8 is for routed experts alone. */
static TokTensorType
pick_other_engine (TokFileType type,
                   TokRole     role,
                   gboolean    is_expert)
{
  if (role == TOK_ROLE_VECTOR)
    return TOK_TENSOR_F16;
  if (type == TOK_FILE_MLX_MXFP4_Q8 && !is_expert)
    return TOK_TENSOR_MLX8_G64;
  if (is_mlx (type) || (role != TOK_ROLE_EMBEDDING && role != TOK_ROLE_HEAD))
    return tok_file_type_base (type);
  return is_exllama (type) && role == TOK_ROLE_HEAD ? TOK_TENSOR_EXL_6_0 : TOK_TENSOR_F16;
}

static gboolean
is_unquantized (TokTensorType type)
{
  return type == TOK_TENSOR_F32 || type == TOK_TENSOR_F16 || type == TOK_TENSOR_BF16;
}

/* Experts that were published in MXFP4 stay so whatever a file is named after: llama.cpp does not quantize them anew. */
static gboolean
keeps_published_experts (const TokArchitecture *architecture,
                         gboolean               is_expert)
{
  return is_expert && architecture->usual_file_type == TOK_FILE_MXFP4_MOE;
}

static gboolean
is_70b (const TokArchitecture *architecture)
{
  const TokLayer *first = &architecture->layers[0];

  return architecture->n_layers == LAYERS_OF_70B && architecture->experts.n_experts == 0 && architecture->mlp_gated
         && first->mixer == TOK_MIXER_FULL && first->n_kv_heads < first->n_heads;
}

TokTensorType
tok_file_type_pick (TokFileType            type,
                    const TokArchitecture *architecture,
                    TokRole                role,
                    guint                  layer,
                    guint                  row_elements,
                    gboolean               is_expert,
                    gboolean               with_imatrix)
{
  TokTensorType base = tok_file_type_base (type);
  const TokLayer *shape;
  TokMixTensor tensor;

  if (!tok_file_type_is_gguf (type))
    return pick_other_engine (type, role, is_expert);
  if (role == TOK_ROLE_VECTOR)
    return TOK_TENSOR_F32;
  if (keeps_published_experts (architecture, is_expert))
    return TOK_TENSOR_MXFP4;
  if (is_unquantized (base))
    return base;
  if (role == TOK_ROLE_KEPT)
    return TOK_TENSOR_F16;

  layer = MIN (layer, architecture->n_layers - 1);
  shape = &architecture->layers[layer];
  tensor = (TokMixTensor) {
    .file_type = type,
    .base = base,
    .layer = layer,
    .n_layers = architecture->n_layers,
    .n_experts = architecture->experts.n_experts,
    .many_queries = shape->n_kv_heads > 0 && shape->n_heads >= MANY_QUERIES_PER_KEY * shape->n_kv_heads,
    .is_70b = is_70b (architecture),
    .is_expert = is_expert,
    .is_tied = architecture->tied_embeddings,
    .with_imatrix = with_imatrix,
  };
  return fit_row (tok_mix_rules_pick (&tensor, role, row_elements), row_elements);
}
