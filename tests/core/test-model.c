/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models: file sizes against published files, prefix sums, what a step reads. */

#include "core/model.h"
#include "core/units.h"

#include "models.h"

typedef struct
{
  const char *model;
  const char *file_type;
  gboolean    with_imatrix;
  double      gib;
  double      tolerance;     /* share; 0 = DEFAULT_TOLERANCE */
} Size;

#define DEFAULT_TOLERANCE 0.002
/* Sizes are printed with two decimals. */
#define PRINTED_GIB 0.005

/* Published sizes: llama.cpp tools/quantize/README.md (8B), XiongjieDai/GPU-Benchmarks-on-LLM-Inference README (70B), the size
 * column of llama-bench in public repositories and pull requests for the rest. */
static const Size sizes[] = {
  { "Llama-3.1-8B", "IQ1_S", TRUE, 1.87, 0.0 },
  { "Llama-3.1-8B", "IQ1_M", TRUE, 2.01, 0.0 },
  { "Llama-3.1-8B", "IQ2_XXS", TRUE, 2.23, 0.0 },
  { "Llama-3.1-8B", "IQ2_XS", TRUE, 2.42, 0.0 },
  { "Llama-3.1-8B", "IQ2_S", TRUE, 2.56, 0.0 },
  { "Llama-3.1-8B", "IQ2_M", TRUE, 2.74, 0.0 },
  { "Llama-3.1-8B", "IQ3_XXS", TRUE, 3.04, 0.0 },
  { "Llama-3.1-8B", "IQ3_XS", TRUE, 3.27, 0.0 },
  { "Llama-3.1-8B", "IQ3_S", TRUE, 3.42, 0.0 },
  { "Llama-3.1-8B", "IQ3_M", TRUE, 3.52, 0.0 },
  { "Llama-3.1-8B", "IQ4_XS", FALSE, 4.17, 0.0 },
  { "Llama-3.1-8B", "IQ4_NL", FALSE, 4.38, 0.0 },
  { "Llama-3.1-8B", "Q2_K_S", TRUE, 2.78, 0.0 },
  { "Llama-3.1-8B", "Q2_K", FALSE, 2.95, 0.0 },
  { "Llama-3.1-8B", "Q3_K_S", FALSE, 3.41, 0.0 },
  { "Llama-3.1-8B", "Q3_K_L", FALSE, 4.02, 0.0 },
  { "Llama-3.1-8B", "Q4_K_S", FALSE, 4.36, 0.0 },
  { "Llama-3.1-8B", "Q4_K_M", FALSE, 4.58, 0.0 },
  { "Llama-3.1-8B", "Q5_K_S", FALSE, 5.21, 0.0 },
  { "Llama-3.1-8B", "Q5_K_M", FALSE, 5.33, 0.0 },
  { "Llama-3.1-8B", "Q6_K", FALSE, 6.14, 0.0 },
  { "Llama-3.1-8B", "Q8_0", FALSE, 7.95, 0.0 },
  { "Llama-3.1-8B", "F16", FALSE, 14.96, 0.0 },
  { "Llama-3-70B", "IQ1_S", TRUE, 14.29, 0.0 },
  { "Llama-3-70B", "IQ2_XS", TRUE, 19.69, 0.0 },
  { "Llama-3-70B", "Q2_K", TRUE, 24.56, 0.0 },
  { "Llama-3-70B", "IQ3_M", TRUE, 29.74, 0.0 },
  { "Llama-3-70B", "Q3_K_M", TRUE, 31.91, 0.0 },
  { "Llama-3-70B", "IQ4_XS", TRUE, 35.30, 0.0 },
  { "Llama-3-70B", "Q4_K_M", TRUE, 39.60, 0.0 },
  { "Llama-3-70B", "Q5_K_M", TRUE, 46.52, 0.0 },
  { "Llama-3-70B", "Q6_K", TRUE, 53.91, 0.0 },
  { "Llama-3-70B", "Q8_0", TRUE, 69.83, 0.0 },
  { "Llama-2-7B", "Q4_0", FALSE, 3.56, 0.0 },
  { "Llama-2-7B", "Q8_0", FALSE, 6.67, 0.0 },
  { "Llama-2-13B", "Q4_0", FALSE, 6.86, 0.0 },
  { "TinyLlama-1.1B", "Q4_K_M", FALSE, 636.18 / 1024, 0.0 },
  { "Llama-3.2-3B", "Q4_K_M", FALSE, 1.87, 0.0 },
  { "Qwen2.5-7B", "Q4_K_M", FALSE, 4.36, 0.0 },
  { "Qwen2.5-14B", "Q4_K_M", FALSE, 8.37, 0.0 },
  { "Qwen3-8B", "Q2_K", FALSE, 3.05, 0.0 },
  { "Qwen3-8B", "Q4_K_M", FALSE, 4.68, 0.0 },
  { "Qwen3-8B", "Q6_K", FALSE, 6.26, 0.0 },
  { "Qwen3-8B", "Q8_0", FALSE, 8.11, 0.0 },
  { "Mistral-Small-24B", "Q4_K_M", FALSE, 13.34, 0.0 },
  { "Gemma-3-27B", "Q4_K_M", FALSE, 15.40, 0.0 },
  { "Gemma-3-27B", "F16", FALSE, 50.31, 0.0 },
  { "Phi-4-14B", "Q4_K_M", FALSE, 8.43, 0.0 },
  { "Qwen3-30B-A3B", "Q4_K_M", FALSE, 17.28, 0.0 },
  { "Qwen3-235B-A22B", "Q3_K_S", FALSE, 94.47, 0.0 },
  { "Qwen3-235B-A22B", "Q2_K", FALSE, 79.80, 0.0 },
  { "gpt-oss-20b", "MXFP4", FALSE, 11.27, 0.0 },
  { "gpt-oss-120b", "MXFP4", FALSE, 59.02, 0.0 },
  { "Mixtral-8x7B", "Q6_K", FALSE, 35.74, 0.0 },
  { "Mixtral-8x7B", "Q8_0", FALSE, 46.22, 0.0 },
  { "DeepSeek-V3", "Q4_K_M", FALSE, 376.65, 0.0 },
  { "Llama-4-Scout", "Q4_K_M", FALSE, 60.86, 0.0 },
  { "Qwen3-Next-80B", "Q8_0", FALSE, 79.57, 0.0 },
  { "GLM-4.5-Air", "Q4_K_M", FALSE, 67.96, 0.0 },
};

static TokModel *
fixture (const char  *name,
         TokFileType  file_type,
         gboolean     with_imatrix)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model (name);

  return tok_model_new (architecture, file_type, with_imatrix, 0.0);
}

static void
test_sizes_are_those_of_published_files (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const Size *size = &sizes[i];
      g_autoptr (TokModel) model = NULL;
      TokFileType file_type;
      double gib, tolerance = size->tolerance > 0.0 ? size->tolerance : DEFAULT_TOLERANCE;

      g_assert_true (tok_file_type_from_name (size->file_type, &file_type));
      model = fixture (size->model, file_type, size->with_imatrix);
      gib = model->file_bytes / TOK_GIB;
      if (fabs (gib - size->gib) > size->gib * tolerance + PRINTED_GIB)
        g_test_message ("%s %s: %.4f GiB, published %.4f", size->model, size->file_type, gib, size->gib), g_test_fail ();
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/sizes-are-those-of-published-files", test_sizes_are_those_of_published_files);
  return g_test_run ();
}
