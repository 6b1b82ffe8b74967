/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of llama.cpp's mixes, one function per role.
 *
 * Source: llama.cpp, src/llama-quant.cpp, llama_tensor_get_type_impl() at 007dbbf3. */

#include "core/mix-rules.h"

#define EIGHT_EXPERTS 8
#define FEW_EXPERTS 4

static gboolean
is_one_bit (TokFileType type)
{
  return type == TOK_FILE_IQ1_S || type == TOK_FILE_IQ1_M;
}

static gboolean
is_small_two_bit (TokFileType type)
{
  return type == TOK_FILE_IQ2_XXS || type == TOK_FILE_IQ2_XS;
}

static gboolean
is_large_two_bit (TokFileType type)
{
  return type == TOK_FILE_IQ2_S || type == TOK_FILE_IQ2_M;
}

static gboolean
is_one_or_two_bit_iq (TokFileType type)
{
  return is_one_bit (type) || is_small_two_bit (type) || is_large_two_bit (type);
}

static gboolean
is_three_bit_iq (TokFileType type)
{
  return type == TOK_FILE_IQ3_XXS || type == TOK_FILE_IQ3_XS || type == TOK_FILE_IQ3_S || type == TOK_FILE_IQ3_M;
}

static gboolean
is_four_bit_iq (TokFileType type)
{
  return type == TOK_FILE_IQ4_XS || type == TOK_FILE_IQ4_NL;
}

static gboolean
is_medium (TokFileType type)
{
  return type == TOK_FILE_Q4_K_M || type == TOK_FILE_Q5_K_M;
}

static gboolean
is_first_eighth (const TokMixTensor *tensor)
{
  return tensor->layer < tensor->n_layers / 8;
}

/* The layers an M mix spends more bits on: both ends and every third between. */
static gboolean
gets_more_bits (const TokMixTensor *tensor)
{
  guint eighth = tensor->n_layers / 8;

  return tensor->layer < eighth || tensor->layer >= 7 * tensor->n_layers / 8 || (tensor->layer - eighth) % 3 == 2;
}

static TokTensorType
pick_head (const TokMixTensor *tensor,
           guint               row_elements)
{
  if (tensor->base == TOK_TENSOR_Q8_0 || tensor->file_type == TOK_FILE_MXFP4_MOE
      || row_elements % tok_tensor_type_block_elements (tensor->base) != 0)
    return TOK_TENSOR_Q8_0;
  if (is_one_or_two_bit_iq (tensor->file_type) || tensor->file_type == TOK_FILE_IQ3_XXS)
    return TOK_TENSOR_Q5_K;
  return TOK_TENSOR_Q6_K;
}

static TokTensorType
pick_embedding (const TokMixTensor *tensor)
{
  TokFileType type = tensor->file_type;

  if (type == TOK_FILE_MXFP4_MOE)
    return TOK_TENSOR_Q8_0;
  if (is_one_bit (type) || is_small_two_bit (type))
    return TOK_TENSOR_Q2_K;
  if (is_large_two_bit (type) || type == TOK_FILE_IQ3_XXS)
    return TOK_TENSOR_IQ3_S;
  if (type == TOK_FILE_TQ1_0 || type == TOK_FILE_TQ2_0)
    return TOK_TENSOR_Q4_K;
  return tensor->base;
}

static TokTensorType
pick_attention_v_by_mix (const TokMixTensor *tensor)
{
  switch (tensor->file_type)
    {
    case TOK_FILE_Q2_K:
      return tensor->many_queries ? TOK_TENSOR_Q4_K : TOK_TENSOR_Q3_K;
    case TOK_FILE_Q2_K_S:
    case TOK_FILE_IQ3_XS:
    case TOK_FILE_IQ3_S:
      return tensor->many_queries ? TOK_TENSOR_Q4_K : tensor->base;
    case TOK_FILE_IQ3_XXS:
      if (tensor->many_queries)
        return TOK_TENSOR_Q4_K;
      return tensor->with_imatrix ? TOK_TENSOR_IQ3_XXS : TOK_TENSOR_IQ3_S;
    case TOK_FILE_IQ3_M:
      return TOK_TENSOR_Q4_K;
    case TOK_FILE_Q3_K_M:
      return tensor->layer < 2 ? TOK_TENSOR_Q5_K : TOK_TENSOR_Q4_K;
    case TOK_FILE_Q3_K_L:
      return TOK_TENSOR_Q5_K;
    case TOK_FILE_IQ4_XS:
    case TOK_FILE_IQ4_NL:
      return tensor->many_queries ? TOK_TENSOR_Q5_K : tensor->base;
    case TOK_FILE_Q4_K_S:
      return tensor->layer < 4 ? TOK_TENSOR_Q5_K : tensor->base;
    case TOK_FILE_Q4_K_M:
    case TOK_FILE_Q5_K_M:
      return gets_more_bits (tensor) ? TOK_TENSOR_Q6_K : tensor->base;
    default:
      return tensor->base;
    }
}

static TokTensorType
pick_attention_v (const TokMixTensor *tensor)
{
  TokTensorType type;

  if (is_one_or_two_bit_iq (tensor->file_type))
    {
      if (tensor->many_queries || tensor->n_experts >= FEW_EXPERTS)
        return TOK_TENSOR_Q4_K;
      return is_large_two_bit (tensor->file_type) ? TOK_TENSOR_IQ3_S : TOK_TENSOR_Q2_K;
    }
  if (tensor->n_experts == EIGHT_EXPERTS)
    return TOK_TENSOR_Q8_0;
  type = pick_attention_v_by_mix (tensor);
  if (tensor->is_70b && (type == TOK_TENSOR_Q3_K || type == TOK_TENSOR_Q4_K))
    return TOK_TENSOR_Q5_K;
  return type;
}

static TokTensorType
pick_attention_q (const TokMixTensor *tensor)
{
  if (tensor->file_type == TOK_FILE_IQ3_XS)
    return TOK_TENSOR_IQ3_XXS;
  return tensor->file_type == TOK_FILE_IQ3_XXS ? TOK_TENSOR_IQ2_S : tensor->base;
}

static TokTensorType
pick_attention_k (const TokMixTensor *tensor)
{
  if (tensor->n_experts == EIGHT_EXPERTS)
    return is_one_or_two_bit_iq (tensor->file_type) ? TOK_TENSOR_Q4_K : TOK_TENSOR_Q8_0;
  return pick_attention_q (tensor);
}

static gboolean
raises_output_of_eight_experts (TokFileType type)
{
  return type == TOK_FILE_Q2_K || type == TOK_FILE_Q3_K_S || type == TOK_FILE_Q3_K_M || type == TOK_FILE_Q4_K_S
         || type == TOK_FILE_Q4_K_M || is_one_or_two_bit_iq (type) || is_three_bit_iq (type) || is_four_bit_iq (type);
}

static TokTensorType
pick_attention_output (const TokMixTensor *tensor)
{
  TokFileType type = tensor->file_type;

  if (tensor->n_experts == EIGHT_EXPERTS)
    return raises_output_of_eight_experts (type) ? TOK_TENSOR_Q5_K : tensor->base;
  if (is_one_bit (type))
    return TOK_TENSOR_IQ2_XXS;
  if (is_large_two_bit (type) || type == TOK_FILE_IQ3_XXS)
    return TOK_TENSOR_IQ3_S;
  if (type == TOK_FILE_Q2_K)
    return TOK_TENSOR_Q3_K;
  if (type == TOK_FILE_Q3_K_M || type == TOK_FILE_IQ3_M)
    return TOK_TENSOR_Q4_K;
  return type == TOK_FILE_Q3_K_L ? TOK_TENSOR_Q5_K : tensor->base;
}

/* Mixes that spend more bits on the first eighth of the layers. */
static TokTensorType
pick_ffn_down_of_first_eighth (const TokMixTensor *tensor)
{
  TokFileType type = tensor->file_type;

  if (type == TOK_FILE_Q4_K_S || (is_four_bit_iq (type) && !tensor->with_imatrix))
    return TOK_TENSOR_Q5_K;
  if (type == TOK_FILE_Q2_K_S || type == TOK_FILE_IQ3_M || (type == TOK_FILE_IQ3_XXS && !tensor->with_imatrix))
    return TOK_TENSOR_Q4_K;
  if (is_one_bit (type) || is_small_two_bit (type))
    return TOK_TENSOR_Q2_K;
  if (is_large_two_bit (type))
    return TOK_TENSOR_IQ3_S;
  if (type == TOK_FILE_Q4_0 && tensor->with_imatrix)
    return TOK_TENSOR_Q4_1;
  return type == TOK_FILE_Q5_0 && tensor->with_imatrix ? TOK_TENSOR_Q5_1 : tensor->base;
}

static TokTensorType
pick_ffn_down (const TokMixTensor *tensor)
{
  TokFileType type = tensor->file_type;

  if (type == TOK_FILE_Q2_K)
    return TOK_TENSOR_Q3_K;
  if (type == TOK_FILE_Q3_K_M)
    return tensor->layer < tensor->n_layers / 16 ? TOK_TENSOR_Q5_K : TOK_TENSOR_Q4_K;
  if (type == TOK_FILE_Q3_K_L)
    return TOK_TENSOR_Q5_K;
  if (is_medium (type))
    return gets_more_bits (tensor) ? TOK_TENSOR_Q6_K : tensor->base;
  if (is_first_eighth (tensor))
    return pick_ffn_down_of_first_eighth (tensor);
  if (type == TOK_FILE_IQ3_XXS && !tensor->with_imatrix)
    return TOK_TENSOR_Q3_K;
  if (type == TOK_FILE_IQ3_M && tensor->n_experts == EIGHT_EXPERTS && gets_more_bits (tensor))
    return TOK_TENSOR_Q4_K;
  return tensor->base;
}

static TokTensorType
pick_ffn_gate (const TokMixTensor *tensor)
{
  gboolean is_middle = !is_first_eighth (tensor) && tensor->layer < 7 * tensor->n_layers / 8;

  return tensor->file_type == TOK_FILE_IQ3_XS && is_middle ? TOK_TENSOR_IQ3_XXS : tensor->base;
}

static TokTensorType
pick_by_role (const TokMixTensor *tensor,
              TokRole             role)
{
  if (tensor->file_type == TOK_FILE_MXFP4_MOE)
    return tensor->is_expert ? TOK_TENSOR_MXFP4 : TOK_TENSOR_Q8_0;
  switch (role)
    {
    case TOK_ROLE_ATTN_Q:
      return pick_attention_q (tensor);
    case TOK_ROLE_ATTN_K:
      return pick_attention_k (tensor);
    case TOK_ROLE_ATTN_V:
      return pick_attention_v (tensor);
    case TOK_ROLE_ATTN_OUTPUT:
      return pick_attention_output (tensor);
    case TOK_ROLE_FFN_GATE:
    case TOK_ROLE_FFN_UP:
      return pick_ffn_gate (tensor);
    case TOK_ROLE_FFN_DOWN:
      return pick_ffn_down (tensor);
    default:
      return tensor->base;
    }
}

TokTensorType
tok_mix_rules_pick (const TokMixTensor *tensor,
                    TokRole             role,
                    guint               row_elements)
{
  if (role == TOK_ROLE_HEAD || (role == TOK_ROLE_EMBEDDING && tensor->is_tied))
    return pick_head (tensor, row_elements);
  if (role == TOK_ROLE_EMBEDDING)
    return pick_embedding (tensor);
  return pick_by_role (tensor, role);
}
