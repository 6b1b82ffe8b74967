/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules that give each tensor of a mix its type, one function per role.
 *
 * Source: llama.cpp, src/llama-quant.cpp, llama_tensor_get_type_impl() at 007dbbf3. */

#include "core/architecture.h"
#include "core/file-type.h"

/* Models of eight experts have their own branches. */
#define EIGHT_EXPERTS 8
#define FEW_EXPERTS 4
#define MANY_QUERIES_PER_KEY 4
/* Llama and Qwen2 of 80 layers, where eight query heads share one key head. */
#define LAYERS_OF_70B 80

typedef struct
{
  TokFileType   file_type;
  TokTensorType base;
  guint         layer, n_layers;
  guint         n_experts;
  gboolean      many_queries;        /* at least four query heads per KV head */
  gboolean      is_70b;
  gboolean      is_expert;
  gboolean      with_imatrix;
} Pick;

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
is_first_eighth (const Pick *pick)
{
  return pick->layer < pick->n_layers / 8;
}

/* The layers an M mix spends more bits on: both ends and every third between. */
static gboolean
gets_more_bits (const Pick *pick)
{
  guint eighth = pick->n_layers / 8;

  return pick->layer < eighth || pick->layer >= 7 * pick->n_layers / 8 || (pick->layer - eighth) % 3 == 2;
}

static TokTensorType
pick_head (const Pick *pick,
           guint       row_elements)
{
  if (pick->base == TOK_TENSOR_Q8_0 || pick->file_type == TOK_FILE_MXFP4_MOE
      || row_elements % tok_tensor_type_block_elements (pick->base) != 0)
    return TOK_TENSOR_Q8_0;
  if (is_one_or_two_bit_iq (pick->file_type) || pick->file_type == TOK_FILE_IQ3_XXS)
    return TOK_TENSOR_Q5_K;
  return TOK_TENSOR_Q6_K;
}

static TokTensorType
pick_embedding (const Pick *pick)
{
  TokFileType type = pick->file_type;

  if (type == TOK_FILE_MXFP4_MOE)
    return TOK_TENSOR_Q8_0;
  if (is_one_bit (type) || is_small_two_bit (type))
    return TOK_TENSOR_Q2_K;
  if (is_large_two_bit (type) || type == TOK_FILE_IQ3_XXS)
    return TOK_TENSOR_IQ3_S;
  if (type == TOK_FILE_TQ1_0 || type == TOK_FILE_TQ2_0)
    return TOK_TENSOR_Q4_K;
  return pick->base;
}

static TokTensorType
pick_attention_v_by_mix (const Pick *pick)
{
  switch (pick->file_type)
    {
    case TOK_FILE_Q2_K:
      return pick->many_queries ? TOK_TENSOR_Q4_K : TOK_TENSOR_Q3_K;
    case TOK_FILE_Q2_K_S:
    case TOK_FILE_IQ3_XS:
    case TOK_FILE_IQ3_S:
      return pick->many_queries ? TOK_TENSOR_Q4_K : pick->base;
    case TOK_FILE_IQ3_XXS:
      if (pick->many_queries)
        return TOK_TENSOR_Q4_K;
      return pick->with_imatrix ? TOK_TENSOR_IQ3_XXS : TOK_TENSOR_IQ3_S;
    case TOK_FILE_IQ3_M:
      return TOK_TENSOR_Q4_K;
    case TOK_FILE_Q3_K_M:
      return pick->layer < 2 ? TOK_TENSOR_Q5_K : TOK_TENSOR_Q4_K;
    case TOK_FILE_Q3_K_L:
      return TOK_TENSOR_Q5_K;
    case TOK_FILE_IQ4_XS:
    case TOK_FILE_IQ4_NL:
      return pick->many_queries ? TOK_TENSOR_Q5_K : pick->base;
    case TOK_FILE_Q4_K_S:
      return pick->layer < 4 ? TOK_TENSOR_Q5_K : pick->base;
    case TOK_FILE_Q4_K_M:
    case TOK_FILE_Q5_K_M:
      return gets_more_bits (pick) ? TOK_TENSOR_Q6_K : pick->base;
    default:
      return pick->base;
    }
}

static TokTensorType
pick_attention_v (const Pick *pick)
{
  TokTensorType type;

  if (is_one_or_two_bit_iq (pick->file_type))
    {
      if (pick->many_queries || pick->n_experts >= FEW_EXPERTS)
        return TOK_TENSOR_Q4_K;
      return is_large_two_bit (pick->file_type) ? TOK_TENSOR_IQ3_S : TOK_TENSOR_Q2_K;
    }
  if (pick->n_experts == EIGHT_EXPERTS)
    return TOK_TENSOR_Q8_0;
  type = pick_attention_v_by_mix (pick);
  if (pick->is_70b && (type == TOK_TENSOR_Q3_K || type == TOK_TENSOR_Q4_K))
    return TOK_TENSOR_Q5_K;
  return type;
}

static TokTensorType
pick_attention_q (const Pick *pick)
{
  if (pick->file_type == TOK_FILE_IQ3_XS)
    return TOK_TENSOR_IQ3_XXS;
  return pick->file_type == TOK_FILE_IQ3_XXS ? TOK_TENSOR_IQ2_S : pick->base;
}

static TokTensorType
pick_attention_k (const Pick *pick)
{
  if (pick->n_experts == EIGHT_EXPERTS)
    return is_one_or_two_bit_iq (pick->file_type) ? TOK_TENSOR_Q4_K : TOK_TENSOR_Q8_0;
  return pick_attention_q (pick);
}

static gboolean
raises_output_of_eight_experts (TokFileType type)
{
  return type == TOK_FILE_Q2_K || type == TOK_FILE_Q3_K_S || type == TOK_FILE_Q3_K_M || type == TOK_FILE_Q4_K_S
         || type == TOK_FILE_Q4_K_M || is_one_or_two_bit_iq (type) || is_three_bit_iq (type) || is_four_bit_iq (type);
}

static TokTensorType
pick_attention_output (const Pick *pick)
{
  TokFileType type = pick->file_type;

  if (pick->n_experts == EIGHT_EXPERTS)
    return raises_output_of_eight_experts (type) ? TOK_TENSOR_Q5_K : pick->base;
  if (is_one_bit (type))
    return TOK_TENSOR_IQ2_XXS;
  if (is_large_two_bit (type) || type == TOK_FILE_IQ3_XXS)
    return TOK_TENSOR_IQ3_S;
  if (type == TOK_FILE_Q2_K)
    return TOK_TENSOR_Q3_K;
  if (type == TOK_FILE_Q3_K_M || type == TOK_FILE_IQ3_M)
    return TOK_TENSOR_Q4_K;
  return type == TOK_FILE_Q3_K_L ? TOK_TENSOR_Q5_K : pick->base;
}

/* Mixes that spend more bits on the first eighth of the layers. */
static TokTensorType
pick_ffn_down_of_first_eighth (const Pick *pick)
{
  TokFileType type = pick->file_type;

  if (type == TOK_FILE_Q4_K_S || (is_four_bit_iq (type) && !pick->with_imatrix))
    return TOK_TENSOR_Q5_K;
  if (type == TOK_FILE_Q2_K_S || type == TOK_FILE_IQ3_M || (type == TOK_FILE_IQ3_XXS && !pick->with_imatrix))
    return TOK_TENSOR_Q4_K;
  if (is_one_bit (type) || is_small_two_bit (type))
    return TOK_TENSOR_Q2_K;
  if (is_large_two_bit (type))
    return TOK_TENSOR_IQ3_S;
  if (type == TOK_FILE_Q4_0 && pick->with_imatrix)
    return TOK_TENSOR_Q4_1;
  return type == TOK_FILE_Q5_0 && pick->with_imatrix ? TOK_TENSOR_Q5_1 : pick->base;
}

static TokTensorType
pick_ffn_down (const Pick *pick)
{
  TokFileType type = pick->file_type;

  if (type == TOK_FILE_Q2_K)
    return TOK_TENSOR_Q3_K;
  if (type == TOK_FILE_Q3_K_M)
    return pick->layer < pick->n_layers / 16 ? TOK_TENSOR_Q5_K : TOK_TENSOR_Q4_K;
  if (type == TOK_FILE_Q3_K_L)
    return TOK_TENSOR_Q5_K;
  if (is_medium (type))
    return gets_more_bits (pick) ? TOK_TENSOR_Q6_K : pick->base;
  if (is_first_eighth (pick))
    return pick_ffn_down_of_first_eighth (pick);
  if (type == TOK_FILE_IQ3_XXS && !pick->with_imatrix)
    return TOK_TENSOR_Q3_K;
  if (type == TOK_FILE_IQ3_M && pick->n_experts == EIGHT_EXPERTS && gets_more_bits (pick))
    return TOK_TENSOR_Q4_K;
  return pick->base;
}

static TokTensorType
pick_ffn_gate (const Pick *pick)
{
  gboolean is_middle = !is_first_eighth (pick) && pick->layer < 7 * pick->n_layers / 8;

  return pick->file_type == TOK_FILE_IQ3_XS && is_middle ? TOK_TENSOR_IQ3_XXS : pick->base;
}

static TokTensorType
pick_by_role (const Pick *pick,
              TokRole     role)
{
  if (pick->file_type == TOK_FILE_MXFP4_MOE)
    return pick->is_expert ? TOK_TENSOR_MXFP4 : TOK_TENSOR_Q8_0;
  switch (role)
    {
    case TOK_ROLE_ATTN_Q:
      return pick_attention_q (pick);
    case TOK_ROLE_ATTN_K:
      return pick_attention_k (pick);
    case TOK_ROLE_ATTN_V:
      return pick_attention_v (pick);
    case TOK_ROLE_ATTN_OUTPUT:
      return pick_attention_output (pick);
    case TOK_ROLE_FFN_GATE:
    case TOK_ROLE_FFN_UP:
      return pick_ffn_gate (pick);
    case TOK_ROLE_FFN_DOWN:
      return pick_ffn_down (pick);
    default:
      return pick->base;
    }
}

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

/* Formats of other engines quantize the linear layers alike and leave embedding and head at 16 bit, but for MLX, which
 * quantizes all, and ExLlama, whose head has 6 bits (physics notes 1.6). */
static TokTensorType
pick_other_engine (const Pick *pick,
                   TokRole     role)
{
  gboolean is_mlx = pick->base == TOK_TENSOR_MLX4_G64 || pick->base == TOK_TENSOR_MLX8_G64;
  gboolean is_exllama = pick->base >= TOK_TENSOR_EXL_3_0 && pick->base <= TOK_TENSOR_EXL_6_0;

  if (is_mlx || (role != TOK_ROLE_EMBEDDING && role != TOK_ROLE_HEAD))
    return pick->base;
  return is_exllama && role == TOK_ROLE_HEAD ? TOK_TENSOR_EXL_6_0 : TOK_TENSOR_F16;
}

static gboolean
is_unquantized (TokTensorType type)
{
  return type == TOK_TENSOR_F32 || type == TOK_TENSOR_F16 || type == TOK_TENSOR_BF16;
}

static gboolean
is_70b (const TokArchitecture *architecture)
{
  const TokLayer *first = &architecture->layers[0];

  return architecture->n_layers == LAYERS_OF_70B && architecture->experts.n_experts == 0 && architecture->mlp_gated
         && first->mixer == TOK_MIXER_FULL && first->n_kv_heads < first->n_heads;
}

static TokTensorType
pick_gguf (const Pick            *pick,
           const TokArchitecture *architecture,
           TokRole                role,
           guint                  row_elements)
{
  if (role == TOK_ROLE_HEAD || (role == TOK_ROLE_EMBEDDING && architecture->tied_embeddings))
    return pick_head (pick, row_elements);
  if (role == TOK_ROLE_EMBEDDING)
    return pick_embedding (pick);
  return pick_by_role (pick, role);
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
  Pick pick;

  if (role == TOK_ROLE_VECTOR)
    return TOK_TENSOR_F32;
  if (is_unquantized (base))
    return base;

  layer = MIN (layer, architecture->n_layers - 1);
  shape = &architecture->layers[layer];
  pick = (Pick) {
    .file_type = type,
    .base = base,
    .layer = layer,
    .n_layers = architecture->n_layers,
    .n_experts = architecture->experts.n_experts,
    .many_queries = shape->n_kv_heads > 0 && shape->n_heads >= MANY_QUERIES_PER_KEY * shape->n_kv_heads,
    .is_70b = is_70b (architecture),
    .is_expert = is_expert,
    .with_imatrix = with_imatrix,
  };
  if (!tok_file_type_is_gguf (type))
    return pick_other_engine (&pick, role);
  return fit_row (pick_gguf (&pick, architecture, role, row_elements), row_elements);
}
