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

/* The vendors' own figures, embeddings included: Mistral AI, Meta, Qwen, DeepSeek. */
static void
test_active_params_are_those_the_vendors_state (void)
{
  static const Params stated[] = {
    { "Mixtral-8x7B", 12.9 },    { "Llama-4-Scout", 17.2 }, { "Qwen3-30B-A3B", 3.3 },
    { "Qwen3-235B-A22B", 22.2 }, { "DeepSeek-V3", 37.5 },   { "Llama-3.1-8B", 8.03 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (stated); i++)
    {
      g_autoptr (TokArchitecture) architecture = tok_fixture_model (stated[i].model);

      g_test_message ("%s", stated[i].model);
      g_assert_cmpfloat_with_epsilon (tok_architecture_active_params (architecture) / TOK_BILLION, stated[i].billions, 0.06);
    }
}

static void
test_a_copy_changes_alone (void)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model ("GLM-4.5-Air");
  g_autoptr (TokArchitecture) copy = tok_architecture_copy (architecture);

  copy->layers[3].n_kv_heads = 1;
  g_free (copy->name);
  copy->name = g_strdup ("another");
  g_assert_cmpuint (architecture->layers[3].n_kv_heads, ==, 8);
  g_assert_cmpstr (architecture->name, ==, "GLM-4.5-Air");
  g_assert_true (tok_architecture_is_moe (copy));
}

typedef struct { guint n, before; } Order;

static void
check_order (const TokTensor *tensor,
             gpointer         user_data)
{
  Order *order = user_data;

  g_assert_cmpuint (tensor->layer, >=, order->before);
  g_assert_cmpfloat (tensor->elements, >, 0.0);
  g_assert_cmpuint (tensor->row_elements, >, 0);
  order->before = tensor->layer;
  order->n++;
}

static void
test_tensors_come_in_layer_order (void)
{
  for (const char **name = tok_fixture_model_names (); *name != NULL; name++)
    {
      g_autoptr (TokArchitecture) architecture = tok_fixture_model (*name);
      Order order = { 0, 0 };

      tok_architecture_foreach_tensor (architecture, check_order, &order);
      g_assert_cmpuint (order.before, >=, architecture->n_layers);
      g_assert_cmpuint (order.n, >, 6 * architecture->n_layers);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/architecture/params-are-those-llama-bench-prints", test_params_are_those_llama_bench_prints);
  g_test_add_func ("/architecture/prediction-blocks-are-in-the-file-but-not-in-the-params",
                   test_prediction_blocks_are_in_the_file_but_not_in_the_params);
  g_test_add_func ("/architecture/active-params-are-those-the-vendors-state", test_active_params_are_those_the_vendors_state);
  g_test_add_func ("/architecture/a-copy-changes-alone", test_a_copy_changes_alone);
  g_test_add_func ("/architecture/tensors-come-in-layer-order", test_tensors_come_in_layer_order);
  return g_test_run ();
}
