/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File sizes: whole files against those that were published, which tests every rule of the mixes at once.  The whole collection
 * of published sizes is judged in tests/accuracy. */

#include "core/model.h"
#include "core/units.h"

#include "models.h"

typedef struct
{
  const char *model;
  const char *file_type;
  gboolean    with_imatrix;
  double      gib;
} Size;

#define SIZE_TOLERANCE 0.002
/* Publishers who choose types per tensor: this file is larger than the rules say by that much. */
#define PUBLISHER_TOLERANCE 0.008
/* Sizes are printed with two decimals. */
#define PRINTED_GIB 0.005

/* Published sizes: llama.cpp tools/quantize/README.md (8B), XiongjieDai/GPU-Benchmarks-on-LLM-Inference README (70B), the size
 * column of llama-bench in public repositories and pull requests for the rest. */
static const Size sizes[] = {
  { "Llama-3.1-8B", "IQ1_S", TRUE, 1.87 },
  { "Llama-3.1-8B", "IQ1_M", TRUE, 2.01 },
  { "Llama-3.1-8B", "IQ2_XXS", TRUE, 2.23 },
  { "Llama-3.1-8B", "IQ2_XS", TRUE, 2.42 },
  { "Llama-3.1-8B", "IQ2_S", TRUE, 2.56 },
  { "Llama-3.1-8B", "IQ2_M", TRUE, 2.74 },
  { "Llama-3.1-8B", "IQ3_XXS", TRUE, 3.04 },
  { "Llama-3.1-8B", "IQ3_XS", TRUE, 3.27 },
  { "Llama-3.1-8B", "IQ3_S", TRUE, 3.42 },
  { "Llama-3.1-8B", "IQ3_M", TRUE, 3.52 },
  { "Llama-3.1-8B", "IQ4_XS", FALSE, 4.17 },
  { "Llama-3.1-8B", "IQ4_NL", FALSE, 4.38 },
  { "Llama-3.1-8B", "Q2_K_S", TRUE, 2.78 },
  { "Llama-3.1-8B", "Q2_K", FALSE, 2.95 },
  { "Llama-3.1-8B", "Q3_K_S", FALSE, 3.41 },
  { "Llama-3.1-8B", "Q3_K_L", FALSE, 4.02 },
  { "Llama-3.1-8B", "Q4_K_S", FALSE, 4.36 },
  { "Llama-3.1-8B", "Q4_K_M", FALSE, 4.58 },
  { "Llama-3.1-8B", "Q5_K_S", FALSE, 5.21 },
  { "Llama-3.1-8B", "Q5_K_M", FALSE, 5.33 },
  { "Llama-3.1-8B", "Q6_K", FALSE, 6.14 },
  { "Llama-3.1-8B", "Q8_0", FALSE, 7.95 },
  { "Llama-3.1-8B", "F16", FALSE, 14.96 },
  { "Llama-3-70B", "IQ1_S", TRUE, 14.29 },
  { "Llama-3-70B", "IQ2_XS", TRUE, 19.69 },
  { "Llama-3-70B", "Q2_K", TRUE, 24.56 },
  { "Llama-3-70B", "IQ3_M", TRUE, 29.74 },
  { "Llama-3-70B", "Q3_K_M", TRUE, 31.91 },
  { "Llama-3-70B", "IQ4_XS", TRUE, 35.30 },
  { "Llama-3-70B", "Q4_K_M", TRUE, 39.60 },
  { "Llama-3-70B", "Q5_K_M", TRUE, 46.52 },
  { "Llama-3-70B", "Q6_K", TRUE, 53.91 },
  { "Llama-3-70B", "Q8_0", TRUE, 69.83 },
  { "Llama-2-7B", "Q4_0", FALSE, 3.56 },
  { "Llama-2-7B", "Q8_0", FALSE, 6.67 },
  { "Llama-2-13B", "Q4_0", FALSE, 6.86 },
  { "TinyLlama-1.1B", "Q4_K_M", FALSE, 636.18 / 1024 },
  { "Llama-3.2-3B", "Q4_K_M", FALSE, 1.87 },
  { "Qwen2.5-7B", "Q4_K_M", FALSE, 4.36 },
  { "Qwen2.5-14B", "Q4_K_M", FALSE, 8.37 },
  { "Qwen3-8B", "Q2_K", FALSE, 3.05 },
  { "Qwen3-8B", "Q4_K_M", FALSE, 4.68 },
  { "Qwen3-8B", "Q6_K", FALSE, 6.26 },
  { "Qwen3-8B", "Q8_0", FALSE, 8.11 },
  { "Mistral-Small-24B", "Q4_K_M", FALSE, 13.34 },
  { "Gemma-3-27B", "Q4_K_M", FALSE, 15.40 },
  { "Gemma-3-27B", "F16", FALSE, 50.31 },
  { "Phi-4-14B", "Q4_K_M", FALSE, 8.43 },
  { "Qwen3-30B-A3B", "Q4_K_M", FALSE, 17.28 },
  { "Qwen3-235B-A22B", "Q3_K_S", FALSE, 94.47 },
  { "Qwen3-235B-A22B", "Q2_K", FALSE, 79.80 },
  { "gpt-oss-20b", "MXFP4", FALSE, 11.27 },
  { "gpt-oss-120b", "MXFP4", FALSE, 59.02 },
  { "gpt-oss-20b", "F16", FALSE, 12.83 },
  { "gpt-oss-120b", "F16", FALSE, 60.87 },
  { "Mixtral-8x7B", "Q6_K", FALSE, 35.74 },
  { "Mixtral-8x7B", "Q8_0", FALSE, 46.22 },
  { "DeepSeek-V3", "Q4_K_M", FALSE, 376.65 },
  { "Llama-4-Scout", "Q4_K_M", FALSE, 60.86 },
  { "Qwen3-Next-80B", "Q8_0", FALSE, 79.57 },
  { "GLM-4.5-Air", "Q4_K_M", FALSE, 67.96 },
};

static TokModel *
fixture (const char  *name,
         TokFileType  file_type,
         gboolean     with_imatrix)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model (name);

  return tok_model_new (architecture, file_type, with_imatrix, 0.0);
}

static double
published_tolerance (const Size *size)
{
  return g_str_equal (size->model, "Qwen3-Next-80B") ? PUBLISHER_TOLERANCE : SIZE_TOLERANCE;
}

static void
test_sizes_are_those_of_published_files (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const Size *size = &sizes[i];
      g_autoptr (TokModel) model = NULL;
      TokFileType file_type;

      g_assert_true (tok_file_type_from_name (size->file_type, &file_type));
      model = fixture (size->model, file_type, size->with_imatrix);
      g_test_message ("%s %s", size->model, size->file_type);
      g_assert_cmpfloat_with_epsilon (model->file_bytes / TOK_GIB, size->gib,
                                      size->gib * published_tolerance (size) + PRINTED_GIB);
    }
}

/* llama.cpp, tools/quantize/README.md: bits per weight of Llama-3.1-8B; IQ3_M from the same table. */
static void
test_bits_per_weight_are_those_llama_quantize_lists (void)
{
  static const struct { TokFileType type; gboolean with_imatrix; double bits; } cases[] = {
    { TOK_FILE_Q4_K_M, FALSE, 4.8944 }, { TOK_FILE_IQ3_M, TRUE, 3.7628 }, { TOK_FILE_Q8_0, FALSE, 8.5008 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TokModel) model = fixture ("Llama-3.1-8B", cases[i].type, cases[i].with_imatrix);

      g_assert_cmpfloat_with_epsilon (tok_model_bits_per_weight (model), cases[i].bits, 0.0001);
    }
}

/* Physics notes 1.6, from each format's documentation: GB of Llama-3.1-8B, with norms at 32 bit, which have 16 here.  Embedding
 * and head have 16 bit but for MLX, which quantizes them, and ExLlama, whose head has six. */
static void
test_sizes_of_other_engines_are_those_of_their_formats (void)
{
  static const struct { TokFileType type; double gb; } cases[] = {
    { TOK_FILE_FP8, 9.08 },       { TOK_FILE_INT8, 9.08 },      { TOK_FILE_AWQ, 5.73 },       { TOK_FILE_GPTQ, 5.73 },
    { TOK_FILE_NVFP4, 6.03 },     { TOK_FILE_EXL_4_0, 4.94 },   { TOK_FILE_MLX_4BIT, 4.52 },  { TOK_FILE_MLX_8BIT, 8.53 },
  };
  const double norms_gb = 65 * 4096 * 2 / TOK_GB;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TokModel) model = fixture ("Llama-3.1-8B", cases[i].type, FALSE);

      g_test_message ("%s", tok_file_type_name (cases[i].type));
      g_assert_cmpfloat_with_epsilon (model->file_bytes / TOK_GB, cases[i].gb, PRINTED_GIB + norms_gb);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-size/sizes-are-those-of-published-files", test_sizes_are_those_of_published_files);
  g_test_add_func ("/file-size/bits-per-weight-are-those-llama-quantize-lists",
                   test_bits_per_weight_are_those_llama_quantize_lists);
  g_test_add_func ("/file-size/sizes-of-other-engines-are-those-of-their-formats",
                   test_sizes_of_other_engines_are_those_of_their_formats);
  return g_test_run ();
}
