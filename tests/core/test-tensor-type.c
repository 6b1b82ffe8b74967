/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tensor types: bits per weight of the blocks, and names. */

#include "core/tensor-type.h"

/* ggml, src/ggml-common.h: bytes of a block over its elements; grouped formats: (bits x group + scale + zero point) / group. */
static const struct { TokTensorType type; double bits; guint block; } known[] = {
  { TOK_TENSOR_F32, 32, 1 },         { TOK_TENSOR_F16, 16, 1 },          { TOK_TENSOR_BF16, 16, 1 },
  { TOK_TENSOR_Q8_0, 8.5, 32 },      { TOK_TENSOR_Q6_K, 6.5625, 256 },   { TOK_TENSOR_Q5_1, 6, 32 },
  { TOK_TENSOR_Q5_0, 5.5, 32 },      { TOK_TENSOR_Q5_K, 5.5, 256 },      { TOK_TENSOR_Q4_1, 5, 32 },
  { TOK_TENSOR_Q4_0, 4.5, 32 },      { TOK_TENSOR_Q4_K, 4.5, 256 },      { TOK_TENSOR_Q3_K, 3.4375, 256 },
  { TOK_TENSOR_Q2_K, 2.625, 256 },   { TOK_TENSOR_IQ4_NL, 4.5, 32 },     { TOK_TENSOR_IQ4_XS, 4.25, 256 },
  { TOK_TENSOR_IQ3_S, 3.4375, 256 }, { TOK_TENSOR_IQ3_XXS, 3.0625, 256 }, { TOK_TENSOR_IQ2_S, 2.5625, 256 },
  { TOK_TENSOR_IQ2_XS, 2.3125, 256 }, { TOK_TENSOR_IQ2_XXS, 2.0625, 256 }, { TOK_TENSOR_IQ1_M, 1.75, 256 },
  { TOK_TENSOR_IQ1_S, 1.5625, 256 }, { TOK_TENSOR_TQ2_0, 2.0625, 256 },  { TOK_TENSOR_TQ1_0, 1.6875, 256 },
  { TOK_TENSOR_Q2_0, 2.25, 64 },     { TOK_TENSOR_Q1_0, 1.125, 128 },    { TOK_TENSOR_MXFP4, 4.25, 32 },
  { TOK_TENSOR_NVFP4, 4.5, 64 },     { TOK_TENSOR_FP8, 8, 1 },           { TOK_TENSOR_INT4_G128, 4.15625, 128 },
  { TOK_TENSOR_INT4_G32, 4.625, 32 }, { TOK_TENSOR_MLX3_G64, 3.5, 64 },  { TOK_TENSOR_MLX4_G64, 4.5, 64 },
  { TOK_TENSOR_MLX5_G64, 5.5, 64 },  { TOK_TENSOR_MLX6_G64, 6.5, 64 },   { TOK_TENSOR_MLX8_G64, 8.5, 64 },
  { TOK_TENSOR_EXL_2_5, 2.5, 16 },   { TOK_TENSOR_EXL_3_0, 3, 16 },
  { TOK_TENSOR_EXL_4_0, 4, 16 },     { TOK_TENSOR_EXL_5_0, 5, 16 },      { TOK_TENSOR_EXL_6_0, 6, 16 },
};

static void
test_bits_per_weight_are_those_of_the_formats (void)
{
  g_assert_cmpuint (G_N_ELEMENTS (known), ==, TOK_N_TENSOR_TYPES);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_test_message ("%s", tok_tensor_type_name (known[i].type));
      g_assert_cmpfloat (8.0 * tok_tensor_type_bytes_per_element (known[i].type), ==, known[i].bits);
      g_assert_cmpuint (tok_tensor_type_block_elements (known[i].type), ==, known[i].block);
    }
}

static void
test_every_name_leads_back_to_its_type (void)
{
  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    {
      g_autofree char *lower = g_ascii_strdown (tok_tensor_type_name (i), -1);
      TokTensorType type = TOK_N_TENSOR_TYPES;

      g_assert_true (tok_tensor_type_from_name (lower, &type));
      g_assert_cmpuint (type, ==, i);
    }
}

static void
test_an_unknown_name_leaves_the_type_alone (void)
{
  TokTensorType type = TOK_TENSOR_Q4_K;

  g_assert_false (tok_tensor_type_from_name ("Q9_K", &type));
  g_assert_false (tok_tensor_type_from_name ("", &type));
  g_assert_cmpuint (type, ==, TOK_TENSOR_Q4_K);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tensor-type/bits-per-weight-are-those-of-the-formats", test_bits_per_weight_are_those_of_the_formats);
  g_test_add_func ("/tensor-type/every-name-leads-back-to-its-type", test_every_name_leads_back_to_its_type);
  g_test_add_func ("/tensor-type/an-unknown-name-leaves-the-type-alone", test_an_unknown_name_leaves_the_type_alone);
  return g_test_run ();
}
