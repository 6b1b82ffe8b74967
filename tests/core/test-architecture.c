/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Architectures: parameter counts against those llama.cpp prints, copies, and models scaled to a size. */

#include "core/architecture.h"
#include "core/units.h"

#include "models.h"

typedef struct { const char *model; double billions; } Params;

/* The params column of llama-bench in public logs. */
static const Params printed_params[] = {
  { "Llama-3.1-8B", 8.03 },      { "Llama-3-70B", 70.55 },     { "Qwen2.5-14B", 14.77 },     { "Qwen3-32B", 32.76 },
  { "Mistral-Small-24B", 23.57 }, { "Gemma-3-27B", 27.01 },    { "Phi-4-14B", 14.66 },       { "Mixtral-8x7B", 46.70 },
  { "Qwen3-30B-A3B", 30.53 },    { "Qwen3-235B-A22B", 235.09 }, { "gpt-oss-20b", 20.91 },    { "gpt-oss-120b", 116.83 },
  { "Llama-4-Scout", 107.77 },   { "DeepSeek-V3", 671.03 },    { "Qwen3-Next-80B", 79.67 },
};

static void
sum_elements (const TokTensor *tensor,
              gpointer         user_data)
{
  *(double *) user_data += tensor->elements;
}

static void
test_params_are_those_llama_bench_prints (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (printed_params); i++)
    {
      g_autoptr (TokArchitecture) architecture = tok_fixture_model (printed_params[i].model);
      double billions = tok_architecture_total_params (architecture) / TOK_BILLION;

      g_test_message ("%s", printed_params[i].model);
      g_assert_cmpfloat_with_epsilon (billions, printed_params[i].billions, 0.001 * printed_params[i].billions);
    }
}

/* llama-bench: 110.47 B, of which 3.62 B in the multi-token-prediction block; the model card says 106.85 B without it. */
static void
test_prediction_blocks_are_in_the_file_but_not_in_the_params (void)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model ("GLM-4.5-Air");
  double in_file = 0.0;

  tok_architecture_foreach_tensor (architecture, sum_elements, &in_file);
  g_assert_cmpfloat_with_epsilon (in_file / TOK_BILLION, 110.47, 0.01);
  g_assert_cmpfloat_with_epsilon (tok_architecture_total_params (architecture) / TOK_BILLION, 106.85, 0.01);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/architecture/params-are-those-llama-bench-prints", test_params_are_those_llama_bench_prints);
  g_test_add_func ("/architecture/prediction-blocks-are-in-the-file-but-not-in-the-params",
                   test_prediction_blocks_are_in_the_file_but_not_in_the_params);
  return g_test_run ();
}
