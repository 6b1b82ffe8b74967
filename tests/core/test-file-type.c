/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File types: names people write, and which tensor a mix gives which type. */

#include "core/architecture.h"
#include "core/file-type.h"

#include "models.h"

static void
test_every_name_leads_back_to_its_type (void)
{
  for (guint i = 0; i < TOK_N_FILE_TYPES; i++)
    {
      g_autofree char *lower = g_ascii_strdown (tok_file_type_name (i), -1);
      TokFileType type = TOK_N_FILE_TYPES;

      g_strdelimit (lower, "_", '-');
      g_assert_true (tok_file_type_from_name (lower, &type));
      g_assert_cmpuint (type, ==, i);
    }
}

/* Names seen in file names of publishers and in the listings of other tools. */
static void
test_names_of_publishers_map_to_the_nearest_mix (void)
{
  static const struct { const char *name; TokFileType type; } cases[] = {
    { "UD-Q4_K_XL", TOK_FILE_Q4_K_M },  { "UD-Q2_K_XL", TOK_FILE_Q2_K },     { "UD-IQ1_M", TOK_FILE_IQ1_M },
    { "UD-Q8_K_XL", TOK_FILE_Q8_0 },    { "Q6_K_L", TOK_FILE_Q6_K },         { "Q3_K_L", TOK_FILE_Q3_K_L },
    { "Q4_K_L", TOK_FILE_Q4_K_M },      { "fp16", TOK_FILE_F16 },            { "mxfp4", TOK_FILE_MXFP4_MOE },
    { "4bit", TOK_FILE_MLX_4BIT },      { "MLX-8bit", TOK_FILE_MLX_8BIT },   { "EXL3-4.0", TOK_FILE_EXL_4_0 },
    { "q4km", TOK_FILE_Q4_K_M },        { "Q8", TOK_FILE_Q8_0 },             { "6bit", TOK_FILE_MLX_6BIT },
    { "MLX-3BIT-G64", TOK_FILE_MLX_3BIT }, { "MLX-4BIT-G64", TOK_FILE_MLX_4BIT }, { "MLX-5BIT-G64", TOK_FILE_MLX_5BIT },
    { "MLX-6BIT-G64", TOK_FILE_MLX_6BIT }, { "MLX-8BIT-G64", TOK_FILE_MLX_8BIT }, { "MLX-MXFP4", TOK_FILE_MLX_MXFP4 },
    { "MLX-MXFP4-Q8", TOK_FILE_MLX_MXFP4_Q8 }, { "MLX-NVFP4", TOK_FILE_NVFP4 },   { "MLX-bf16", TOK_FILE_BF16 },
    { "AWQ-4BIT-G128", TOK_FILE_AWQ },  { "GPTQ-4BIT-G128", TOK_FILE_GPTQ }, { "GPTQ-4BIT-G32", TOK_FILE_GPTQ_G32 },
    { "EXL2-2.5", TOK_FILE_EXL_2_5 },   { "EXL2-3.0", TOK_FILE_EXL_3_0 },    { "EXL2-4.0", TOK_FILE_EXL_4_0 },
    { "EXL2-5.0", TOK_FILE_EXL_5_0 },   { "EXL2-6.0", TOK_FILE_EXL_6_0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TokFileType type = TOK_N_FILE_TYPES;

      g_test_message ("%s", cases[i].name);
      g_assert_true (tok_file_type_from_name (cases[i].name, &type));
      g_assert_cmpuint (type, ==, cases[i].type);
    }
}

static void
test_an_unknown_name_leaves_the_type_alone (void)
{
  static const char *const names[] = { "", "L", "XL", "UD", "UD-XL", "Q7_K", "Q4_K_M_of_a_name_that_is_longer_than_any", "Ж",
                                       "MLX-4BIT-G32", "MLX-5BIT-G32", "IQ4_KS", "Q8_K_R8" };
  TokFileType type = TOK_FILE_Q4_0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_false (tok_file_type_from_name (names[i], &type));
  g_assert_cmpuint (type, ==, TOK_FILE_Q4_0);
}

/* llama-quantize: "this quantization requires an importance matrix". */
static void
test_the_smallest_types_need_an_importance_matrix (void)
{
  static const TokFileType needing[] = { TOK_FILE_IQ1_S, TOK_FILE_IQ1_M, TOK_FILE_IQ2_XXS, TOK_FILE_IQ2_XS, TOK_FILE_IQ2_S,
                                         TOK_FILE_IQ2_M, TOK_FILE_IQ3_XXS, TOK_FILE_IQ3_XS, TOK_FILE_Q2_K_S };
  guint n = 0;

  for (guint i = 0; i < TOK_N_FILE_TYPES; i++)
    n += tok_file_type_needs_imatrix (i);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (needing));
  for (guint i = 0; i < G_N_ELEMENTS (needing); i++)
    g_assert_true (tok_file_type_needs_imatrix (needing[i]));
}

typedef struct
{
  const char   *model;
  TokFileType   file_type;
  TokRole       role;
  guint         layer, row;
  gboolean      is_expert, with_imatrix;
  TokTensorType expected;
} PickCase;

/* llama.cpp, src/llama-quant.cpp. */
static const PickCase picks[] = {
  /* An M mix spends more on both ends and on every third layer between: 32 layers, so 0 … 3, 6, 9, … and 28 … 31. */
  { "Llama-3.1-8B", TOK_FILE_Q4_K_M, TOK_ROLE_FFN_DOWN, 3, 14336, FALSE, FALSE, TOK_TENSOR_Q6_K },
  { "Llama-3.1-8B", TOK_FILE_Q4_K_M, TOK_ROLE_FFN_DOWN, 4, 14336, FALSE, FALSE, TOK_TENSOR_Q4_K },
  { "Llama-3.1-8B", TOK_FILE_Q4_K_M, TOK_ROLE_FFN_DOWN, 6, 14336, FALSE, FALSE, TOK_TENSOR_Q6_K },
  { "Llama-3.1-8B", TOK_FILE_Q4_K_M, TOK_ROLE_ATTN_V, 28, 4096, FALSE, FALSE, TOK_TENSOR_Q6_K },
  { "Llama-3.1-8B", TOK_FILE_Q4_K_M, TOK_ROLE_ATTN_Q, 0, 4096, FALSE, FALSE, TOK_TENSOR_Q4_K },
  { "Llama-3.1-8B", TOK_FILE_Q4_K_M, TOK_ROLE_HEAD, 32, 4096, FALSE, FALSE, TOK_TENSOR_Q6_K },
  { "Llama-3.1-8B", TOK_FILE_Q4_K_M, TOK_ROLE_EMBEDDING, 32, 4096, FALSE, FALSE, TOK_TENSOR_Q4_K },
  { "Llama-3.1-8B", TOK_FILE_Q4_K_M, TOK_ROLE_VECTOR, 0, 1, FALSE, FALSE, TOK_TENSOR_F32 },
  /* A tied embedding is the head. */
  { "Llama-3.2-3B", TOK_FILE_Q4_K_M, TOK_ROLE_EMBEDDING, 28, 3072, FALSE, FALSE, TOK_TENSOR_Q6_K },
  /* Seventy billion parameters in 80 layers share V among eight heads. */
  { "Llama-3-70B", TOK_FILE_Q3_K_M, TOK_ROLE_ATTN_V, 10, 8192, FALSE, FALSE, TOK_TENSOR_Q5_K },
  { "Llama-3.1-8B", TOK_FILE_Q3_K_M, TOK_ROLE_ATTN_V, 10, 4096, FALSE, FALSE, TOK_TENSOR_Q4_K },
  /* Eight experts make V cheap. */
  { "Mixtral-8x7B", TOK_FILE_Q4_K_M, TOK_ROLE_ATTN_V, 10, 4096, FALSE, FALSE, TOK_TENSOR_Q8_0 },
  { "Mixtral-8x7B", TOK_FILE_Q4_K_M, TOK_ROLE_ATTN_OUTPUT, 10, 4096, FALSE, FALSE, TOK_TENSOR_Q5_K },
  { "Mixtral-8x7B", TOK_FILE_IQ2_XS, TOK_ROLE_ATTN_K, 10, 4096, FALSE, TRUE, TOK_TENSOR_Q4_K },
  /* Without grouped queries Q2_K keeps V at three bits. */
  { "Llama-2-7B", TOK_FILE_Q2_K, TOK_ROLE_ATTN_V, 10, 4096, FALSE, FALSE, TOK_TENSOR_Q3_K },
  { "Llama-3.1-8B", TOK_FILE_Q2_K, TOK_ROLE_ATTN_V, 10, 4096, FALSE, FALSE, TOK_TENSOR_Q4_K },
  /* The importance matrix changes what IQ4_XS and IQ3_XXS spend. */
  { "Llama-3.1-8B", TOK_FILE_IQ4_XS, TOK_ROLE_FFN_DOWN, 0, 14336, FALSE, FALSE, TOK_TENSOR_Q5_K },
  { "Llama-3.1-8B", TOK_FILE_IQ4_XS, TOK_ROLE_FFN_DOWN, 0, 14336, FALSE, TRUE, TOK_TENSOR_IQ4_XS },
  { "Llama-3.1-8B", TOK_FILE_IQ3_XXS, TOK_ROLE_FFN_DOWN, 10, 14336, FALSE, FALSE, TOK_TENSOR_Q3_K },
  { "Llama-3.1-8B", TOK_FILE_IQ3_XXS, TOK_ROLE_FFN_DOWN, 10, 14336, FALSE, TRUE, TOK_TENSOR_IQ3_XXS },
  { "Llama-3.1-8B", TOK_FILE_Q4_0, TOK_ROLE_FFN_DOWN, 0, 14336, FALSE, TRUE, TOK_TENSOR_Q4_1 },
  /* MXFP4 is for routed experts; everything else of such a file has eight bits. */
  { "gpt-oss-20b", TOK_FILE_MXFP4_MOE, TOK_ROLE_FFN_UP, 5, 2880, TRUE, FALSE, TOK_TENSOR_MXFP4 },
  { "gpt-oss-20b", TOK_FILE_MXFP4_MOE, TOK_ROLE_ATTN_Q, 5, 2880, FALSE, FALSE, TOK_TENSOR_Q8_0 },
  { "gpt-oss-20b", TOK_FILE_MXFP4_MOE, TOK_ROLE_EMBEDDING, 24, 2880, FALSE, FALSE, TOK_TENSOR_Q8_0 },
  /* Experts that were published in MXFP4 stay so in every file of llama.cpp, and there alone. */
  { "gpt-oss-20b", TOK_FILE_F16, TOK_ROLE_FFN_UP, 5, 2880, TRUE, FALSE, TOK_TENSOR_MXFP4 },
  { "gpt-oss-20b", TOK_FILE_F16, TOK_ROLE_ATTN_Q, 5, 2880, FALSE, FALSE, TOK_TENSOR_F16 },
  { "gpt-oss-20b", TOK_FILE_Q4_K_M, TOK_ROLE_FFN_DOWN, 5, 2880, TRUE, FALSE, TOK_TENSOR_MXFP4 },
  { "gpt-oss-20b", TOK_FILE_MLX_8BIT, TOK_ROLE_FFN_DOWN, 5, 2880, TRUE, FALSE, TOK_TENSOR_MLX8_G64 },
  { "Qwen3-30B-A3B", TOK_FILE_F16, TOK_ROLE_FFN_UP, 5, 2048, TRUE, FALSE, TOK_TENSOR_F16 },
  /* llama.cpp leaves some projections of Gemma 3n and 4 at 16 bit. */
  { "Gemma-3-4B", TOK_FILE_Q4_K_M, TOK_ROLE_KEPT, 34, 2560, FALSE, FALSE, TOK_TENSOR_F16 },
  { "Gemma-3-4B", TOK_FILE_F32, TOK_ROLE_KEPT, 34, 2560, FALSE, FALSE, TOK_TENSOR_F32 },
  { "Gemma-3-4B", TOK_FILE_MLX_4BIT, TOK_ROLE_KEPT, 34, 2560, FALSE, FALSE, TOK_TENSOR_MLX4_G64 },
  /* 2880 is no multiple of 256 but of 32; 100 is of neither. */
  { "gpt-oss-20b", TOK_FILE_Q4_K_S, TOK_ROLE_FFN_UP, 5, 2880, FALSE, FALSE, TOK_TENSOR_Q5_0 },
  { "gpt-oss-20b", TOK_FILE_Q6_K, TOK_ROLE_FFN_UP, 5, 2880, FALSE, FALSE, TOK_TENSOR_Q8_0 },
  { "gpt-oss-20b", TOK_FILE_IQ2_XS, TOK_ROLE_FFN_UP, 5, 2880, FALSE, TRUE, TOK_TENSOR_IQ4_NL },
  { "gpt-oss-20b", TOK_FILE_Q2_K, TOK_ROLE_ATTN_Q, 5, 2880, FALSE, FALSE, TOK_TENSOR_Q4_0 },
  { "Llama-3.1-8B", TOK_FILE_Q4_K_M, TOK_ROLE_ATTN_Q, 5, 100, FALSE, FALSE, TOK_TENSOR_F16 },
  /* Other engines: embedding and head stay at 16 bit, but for MLX and ExLlama's head. */
  { "Llama-3.1-8B", TOK_FILE_AWQ, TOK_ROLE_EMBEDDING, 32, 4096, FALSE, FALSE, TOK_TENSOR_F16 },
  { "Llama-3.1-8B", TOK_FILE_AWQ, TOK_ROLE_FFN_UP, 5, 4096, FALSE, FALSE, TOK_TENSOR_INT4_G128 },
  { "Llama-3.1-8B", TOK_FILE_MLX_4BIT, TOK_ROLE_EMBEDDING, 32, 4096, FALSE, FALSE, TOK_TENSOR_MLX4_G64 },
  { "Llama-3.1-8B", TOK_FILE_EXL_4_0, TOK_ROLE_HEAD, 32, 4096, FALSE, FALSE, TOK_TENSOR_EXL_6_0 },
  { "Llama-3.1-8B", TOK_FILE_EXL_2_5, TOK_ROLE_EMBEDDING, 32, 4096, FALSE, FALSE, TOK_TENSOR_F16 },
  { "Llama-3.1-8B", TOK_FILE_GPTQ_G32, TOK_ROLE_HEAD, 32, 4096, FALSE, FALSE, TOK_TENSOR_F16 },
  { "Llama-3.1-8B", TOK_FILE_GPTQ_G32, TOK_ROLE_VECTOR, 5, 1, FALSE, FALSE, TOK_TENSOR_F16 },
  { "Llama-3.1-8B", TOK_FILE_MLX_6BIT, TOK_ROLE_HEAD, 32, 4096, FALSE, FALSE, TOK_TENSOR_MLX6_G64 },
  { "Llama-3.1-8B", TOK_FILE_MLX_MXFP4, TOK_ROLE_EMBEDDING, 32, 4096, FALSE, FALSE, TOK_TENSOR_MXFP4 },
  { "gpt-oss-20b", TOK_FILE_MLX_MXFP4_Q8, TOK_ROLE_FFN_UP, 5, 2880, TRUE, FALSE, TOK_TENSOR_MXFP4 },
  { "gpt-oss-20b", TOK_FILE_MLX_MXFP4_Q8, TOK_ROLE_ATTN_Q, 5, 2880, FALSE, FALSE, TOK_TENSOR_MLX8_G64 },
};

static void
test_mixes_pick_what_llama_quantize_picks (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (picks); i++)
    {
      const PickCase *c = &picks[i];
      g_autoptr (TokArchitecture) architecture = tok_fixture_model (c->model);
      TokTensorType type =
        tok_file_type_pick (c->file_type, architecture, c->role, c->layer, c->row, c->is_expert, c->with_imatrix);

      g_test_message ("%s %s, row %u of the table", c->model, tok_file_type_name (c->file_type), i);
      g_assert_cmpstr (tok_tensor_type_name (type), ==, tok_tensor_type_name (c->expected));
    }
}

/* Whatever is picked must divide the row, or the file could not be written. */
static void
test_every_pick_divides_its_row (void)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model ("Llama-3.1-8B");
  static const guint rows[] = { 1, 31, 32, 64, 100, 128, 256, 1408, 2880, 4096 };

  for (guint file_type = 0; file_type < TOK_N_FILE_TYPES; file_type++)
    for (guint role = 0; role < TOK_N_ROLES; role++)
      for (guint i = 0; i < G_N_ELEMENTS (rows) && tok_file_type_is_gguf (file_type); i++)
        {
          TokTensorType type = tok_file_type_pick (file_type, architecture, role, i, rows[i], FALSE, FALSE);

          g_assert_cmpuint (rows[i] % tok_tensor_type_block_elements (type), ==, 0);
        }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-type/every-name-leads-back-to-its-type", test_every_name_leads_back_to_its_type);
  g_test_add_func ("/file-type/names-of-publishers-map-to-the-nearest-mix", test_names_of_publishers_map_to_the_nearest_mix);
  g_test_add_func ("/file-type/an-unknown-name-leaves-the-type-alone", test_an_unknown_name_leaves_the_type_alone);
  g_test_add_func ("/file-type/the-smallest-types-need-an-importance-matrix", test_the_smallest_types_need_an_importance_matrix);
  g_test_add_func ("/file-type/mixes-pick-what-llama-quantize-picks", test_mixes_pick_what_llama_quantize_picks);
  g_test_add_func ("/file-type/every-pick-divides-its-row", test_every_pick_divides_its_row);
  return g_test_run ();
}
