/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Caveats: each holds where it must and nowhere beside it. */

#include "core/caveat.h"

#include "constants.h"
#include "models.h"

static gboolean
holds (const TokPlan *plan,
       TokCaveat      caveat)
{
  TokCaveat caveats[TOK_N_CAVEATS];
  guint n = tok_caveats (plan, caveats);

  for (guint i = 0; i < n; i++)
    if (caveats[i] == caveat)
      return TRUE;
  return FALSE;
}

/* The model of @plan with what a fixture leaves unknown. */
static void
tell (TokPlan    *plan,
      const char *tokenizer,
      guint       context_max)
{
  g_autoptr (TokArchitecture) told = tok_architecture_copy (plan->base);

  g_free (told->tokenizer_family);
  told->tokenizer_family = g_strdup (tokenizer);
  told->context_max = context_max;
  tok_plan_set_model (plan, told);
}

static void
test_names (void)
{
  g_assert_cmpstr (tok_caveat_name (TOK_CAVEAT_ENGINE_DEVICE), ==, "engine-device");
  for (guint i = 0; i < TOK_N_CAVEATS; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpstr (tok_caveat_name ((TokCaveat) i), !=, tok_caveat_name ((TokCaveat) j));
}

static void
test_a_usual_plan_has_none (TokPlanFixture *fixture,
                            gconstpointer   model)
{
  TokCaveat caveats[TOK_N_CAVEATS];

  g_assert_cmpuint (tok_caveats (&fixture->plan, caveats), ==, 0);
}

static void
test_an_engine_is_made_for_its_vendors (TokPlanFixture *fixture,
                                        gconstpointer   model)
{
  static const struct { TokEngine engine; TokDeviceClass device_class; gboolean runs; } cases[] = {
    { TOK_ENGINE_LLAMA_CUDA, TOK_CLASS_NV_ADA, TRUE },      { TOK_ENGINE_LLAMA_CUDA, TOK_CLASS_AMD_RDNA3, FALSE },
    { TOK_ENGINE_LLAMA_CUDA, TOK_CLASS_CPU_DESKTOP, FALSE }, { TOK_ENGINE_LLAMA_VULKAN, TOK_CLASS_INTEL_IGPU, TRUE },
    { TOK_ENGINE_LLAMA_VULKAN, TOK_CLASS_ARM_SBC, FALSE },  { TOK_ENGINE_LLAMA_ROCM, TOK_CLASS_AMD_CDNA3, TRUE },
    { TOK_ENGINE_LLAMA_ROCM, TOK_CLASS_NV_ADA, FALSE },     { TOK_ENGINE_LLAMA_METAL, TOK_CLASS_APPLE_M5, TRUE },
    { TOK_ENGINE_LLAMA_METAL, TOK_CLASS_NV_GB10, FALSE },   { TOK_ENGINE_LLAMA_SYCL, TOK_CLASS_INTEL_ARC_B, TRUE },
    { TOK_ENGINE_LLAMA_SYCL, TOK_CLASS_APPLE_M1, FALSE },   { TOK_ENGINE_LLAMA_CPU, TOK_CLASS_APPLE_M1, TRUE },
    { TOK_ENGINE_IK_LLAMA, TOK_CLASS_CPU_SERVER, TRUE },    { TOK_ENGINE_IK_LLAMA, TOK_CLASS_AMD_RDNA4, FALSE },
    { TOK_ENGINE_OLLAMA, TOK_CLASS_ARM_SBC, TRUE },         { TOK_ENGINE_VLLM, TOK_CLASS_INTEL_DC, TRUE },
    { TOK_ENGINE_VLLM, TOK_CLASS_ARM_SBC, FALSE },          { TOK_ENGINE_SGLANG, TOK_CLASS_APPLE_M2, FALSE },
    { TOK_ENGINE_EXLLAMA, TOK_CLASS_AMD_RDNA3, TRUE },      { TOK_ENGINE_EXLLAMA, TOK_CLASS_INTEL_ARC_A, FALSE },
    { TOK_ENGINE_MLX, TOK_CLASS_APPLE_M4, TRUE },           { TOK_ENGINE_MLX, TOK_CLASS_AMD_APU, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TokDevice device = tok_fixture_device (cases[i].device_class, 500, 64);

      g_test_message ("%s, %s", tok_engine_name (cases[i].engine), tok_device_class_name (cases[i].device_class));
      tok_plan_set_device (&fixture->plan, 0, &device);
      tok_plan_set (&fixture->plan, TOK_PARAM_ENGINE, cases[i].engine);
      g_assert_true (holds (&fixture->plan, TOK_CAVEAT_ENGINE_DEVICE) != cases[i].runs);
    }
}

/* A device of no vendor may run anything, but a chip that is no GPU only what its vendor ported. */
static void
test_what_is_not_known_of_a_device_is_not_doubted (TokPlanFixture *fixture,
                                                   gconstpointer   model)
{
  TokDevice device = tok_fixture_device (TOK_CLASS_OTHER, 500, 64);

  device.kind = TOK_DEVICE_SOC;
  for (guint engine = 0; engine < TOK_N_ENGINES; engine++)
    g_assert_true (tok_engine_runs_on ((TokEngine) engine, &device));
  device.kind = TOK_DEVICE_ACCELERATOR;
  g_assert_true (tok_engine_runs_on (TOK_ENGINE_VLLM, &device));
  g_assert_false (tok_engine_runs_on (TOK_ENGINE_LLAMA_VULKAN, &device));
}

static void
test_every_device_of_a_plan_counts (TokPlanFixture *fixture,
                                    gconstpointer   model)
{
  TokDevice other = tok_fixture_device (TOK_CLASS_AMD_RDNA3, 960, 24);

  tok_plan_set_device (&fixture->plan, 1, &fixture->gpu);
  g_assert_cmpuint (tok_caveat_device (&fixture->plan), ==, 2);
  tok_plan_set_device (&fixture->plan, 2, &other);
  g_assert_true (holds (&fixture->plan, TOK_CAVEAT_ENGINE_DEVICE));
  g_assert_cmpuint (tok_caveat_device (&fixture->plan), ==, 2);
}

static void
test_an_engine_reads_its_own_files (TokPlanFixture *fixture,
                                    gconstpointer   model)
{
  static const struct { TokEngine engine; TokFileType type; gboolean reads; } cases[] = {
    { TOK_ENGINE_LLAMA_CUDA, TOK_FILE_Q4_K_M, TRUE },   { TOK_ENGINE_LLAMA_CUDA, TOK_FILE_AWQ, FALSE },
    { TOK_ENGINE_IK_LLAMA, TOK_FILE_FP8, FALSE },       { TOK_ENGINE_OLLAMA, TOK_FILE_MXFP4_MOE, TRUE },
    { TOK_ENGINE_OLLAMA, TOK_FILE_MLX_4BIT, FALSE },    { TOK_ENGINE_VLLM, TOK_FILE_Q4_K_M, FALSE },
    { TOK_ENGINE_VLLM, TOK_FILE_AWQ, TRUE },            { TOK_ENGINE_VLLM, TOK_FILE_NVFP4, TRUE },
    { TOK_ENGINE_VLLM, TOK_FILE_MXFP4_MOE, TRUE },      { TOK_ENGINE_VLLM, TOK_FILE_EXL_4_0, FALSE },
    { TOK_ENGINE_SGLANG, TOK_FILE_INT8, TRUE },         { TOK_ENGINE_SGLANG, TOK_FILE_MLX_8BIT, FALSE },
    { TOK_ENGINE_EXLLAMA, TOK_FILE_EXL_6_0, TRUE },     { TOK_ENGINE_EXLLAMA, TOK_FILE_GPTQ, TRUE },
    { TOK_ENGINE_EXLLAMA, TOK_FILE_AWQ, FALSE },        { TOK_ENGINE_EXLLAMA, TOK_FILE_Q6_K, FALSE },
    { TOK_ENGINE_MLX, TOK_FILE_MLX_8BIT, TRUE },        { TOK_ENGINE_MLX, TOK_FILE_Q8_0, FALSE },
    { TOK_ENGINE_MLX, TOK_FILE_F32, FALSE },            { TOK_ENGINE_MLX, TOK_FILE_BF16, TRUE },
    { TOK_ENGINE_MLX, TOK_FILE_MLX_6BIT, TRUE },        { TOK_ENGINE_MLX, TOK_FILE_NVFP4, TRUE },
    { TOK_ENGINE_MLX, TOK_FILE_MLX_MXFP4_Q8, TRUE },    { TOK_ENGINE_MLX, TOK_FILE_GPTQ_G32, FALSE },
    { TOK_ENGINE_VLLM, TOK_FILE_GPTQ_G32, TRUE },       { TOK_ENGINE_VLLM, TOK_FILE_MLX_MXFP4, FALSE },
    { TOK_ENGINE_EXLLAMA, TOK_FILE_EXL_2_5, TRUE },     { TOK_ENGINE_LLAMA_METAL, TOK_FILE_MLX_3BIT, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s, %s", tok_engine_name (cases[i].engine), tok_file_type_name (cases[i].type));
      tok_plan_set (&fixture->plan, TOK_PARAM_ENGINE, cases[i].engine);
      tok_plan_set (&fixture->plan, TOK_PARAM_FILE_TYPE, cases[i].type);
      g_assert_true (holds (&fixture->plan, TOK_CAVEAT_ENGINE_FILE_TYPE) != cases[i].reads);
    }
}

/* The published weights of any model are read by every engine. */
static void
test_half_precision_is_read_by_all (TokPlanFixture *fixture,
                                    gconstpointer   model)
{
  for (guint engine = 0; engine < TOK_N_ENGINES; engine++)
    {
      tok_plan_set (&fixture->plan, TOK_PARAM_ENGINE, engine);
      tok_plan_set (&fixture->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_F16);
      g_assert_false (holds (&fixture->plan, TOK_CAVEAT_ENGINE_FILE_TYPE));
    }
}

static void
test_a_quantized_v_cache_needs_flash_attention (TokPlanFixture *fixture,
                                                gconstpointer   model)
{
  TokPlan *plan = &fixture->plan;

  tok_plan_set (plan, TOK_PARAM_KV_V, TOK_KV_Q8_0);
  g_assert_false (holds (plan, TOK_CAVEAT_CACHE_TYPE));
  tok_plan_set (plan, TOK_PARAM_FLASH_ATTENTION, FALSE);
  g_assert_true (holds (plan, TOK_CAVEAT_CACHE_TYPE));
  tok_plan_set (plan, TOK_PARAM_KV_V, TOK_KV_BF16);
  g_assert_false (holds (plan, TOK_CAVEAT_CACHE_TYPE));
  /* Keys may be quantized without it. */
  tok_plan_set (plan, TOK_PARAM_KV_K, TOK_KV_Q4_0);
  g_assert_false (holds (plan, TOK_CAVEAT_CACHE_TYPE));
  tok_plan_set (plan, TOK_PARAM_KV_V, TOK_KV_Q8_0);
  tok_plan_set (plan, TOK_PARAM_ENGINE, TOK_ENGINE_VLLM);
  g_assert_false (holds (plan, TOK_CAVEAT_CACHE_TYPE));
}

static void
test_a_context_ends_where_the_model_does (TokPlanFixture *fixture,
                                          gconstpointer   model)
{
  TokPlan *plan = &fixture->plan;

  tok_plan_set (plan, TOK_PARAM_CONTEXT, 8193);
  tell (plan, "", 0);
  g_assert_false (holds (plan, TOK_CAVEAT_CONTEXT));
  tell (plan, "", 8192);
  g_assert_true (holds (plan, TOK_CAVEAT_CONTEXT));
  tok_plan_set (plan, TOK_PARAM_CONTEXT, 8192);
  g_assert_false (holds (plan, TOK_CAVEAT_CONTEXT));
}

static void
test_a_draft_speaks_the_same_tokens (TokPlanFixture *fixture,
                                     gconstpointer   model)
{
  g_autoptr (TokArchitecture) draft = tok_fixture_model ("Llama-3.2-1B");
  TokPlan *plan = &fixture->plan;

  g_free (draft->tokenizer_family);
  draft->tokenizer_family = g_strdup ("llama3");
  tell (plan, "qwen2", 0);
  g_assert_false (holds (plan, TOK_CAVEAT_DRAFT_TOKENIZER));
  tok_plan_set_draft (plan, draft);
  g_assert_true (holds (plan, TOK_CAVEAT_DRAFT_TOKENIZER));
  tell (plan, "llama3", 0);
  g_assert_false (holds (plan, TOK_CAVEAT_DRAFT_TOKENIZER));
  tell (plan, "", 0);
  g_assert_false (holds (plan, TOK_CAVEAT_DRAFT_TOKENIZER));
}

/* ggml: CUDA (ROCm compiles it, too) and SYCL have split buffers, Vulkan and Metal do not. */
static void
test_few_engines_split_rows (TokPlanFixture *fixture,
                             gconstpointer   model)
{
  static const struct { TokEngine engine; gboolean splits; } cases[] = {
    { TOK_ENGINE_LLAMA_CUDA, TRUE }, { TOK_ENGINE_LLAMA_ROCM, TRUE }, { TOK_ENGINE_LLAMA_SYCL, TRUE }, { TOK_ENGINE_IK_LLAMA, TRUE },
    { TOK_ENGINE_LLAMA_VULKAN, FALSE }, { TOK_ENGINE_OLLAMA, FALSE }, { TOK_ENGINE_VLLM, FALSE },
  };
  TokPlan *plan = &fixture->plan;

  tok_plan_set (plan, TOK_PARAM_ENGINE, TOK_ENGINE_VLLM);
  tok_plan_set (plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_ROW);
  g_assert_false (holds (plan, TOK_CAVEAT_ENGINE_SPLIT));
  tok_plan_set_device (plan, 1, &fixture->gpu);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      tok_plan_set (plan, TOK_PARAM_ENGINE, cases[i].engine);
      g_assert_true (holds (plan, TOK_CAVEAT_ENGINE_SPLIT) != cases[i].splits);
    }
  tok_plan_set (plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_TENSOR);
  g_assert_false (holds (plan, TOK_CAVEAT_ENGINE_SPLIT));
}

static void
test_the_gravest_comes_first (TokPlanFixture *fixture,
                              gconstpointer   model)
{
  TokCaveat caveats[TOK_N_CAVEATS];
  TokPlan *plan = &fixture->plan;

  tell (plan, "", 512);
  tok_plan_set (plan, TOK_PARAM_KV_V, TOK_KV_Q8_0);
  tok_plan_set (plan, TOK_PARAM_FLASH_ATTENTION, FALSE);
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, TOK_FILE_AWQ);
  tok_plan_set (plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_METAL);
  g_assert_cmpuint (tok_caveats (plan, caveats), ==, 4);
  for (guint i = 1; i < 4; i++)
    g_assert_cmpuint (caveats[i - 1], <, caveats[i]);
  g_assert_cmpuint (caveats[0], ==, TOK_CAVEAT_ENGINE_DEVICE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/caveat/names-differ", test_names);
  tok_add_plan_test ("/caveat/a-usual-plan-has-none", "Llama-3.1-8B", test_a_usual_plan_has_none);
  tok_add_plan_test ("/caveat/an-engine-is-made-for-its-vendors", "Llama-3.1-8B", test_an_engine_is_made_for_its_vendors);
  tok_add_plan_test ("/caveat/what-is-not-known-of-a-device-is-not-doubted", "Llama-3.1-8B",
                     test_what_is_not_known_of_a_device_is_not_doubted);
  tok_add_plan_test ("/caveat/every-device-of-a-plan-counts", "Llama-3.1-8B", test_every_device_of_a_plan_counts);
  tok_add_plan_test ("/caveat/an-engine-reads-its-own-files", "Llama-3.1-8B", test_an_engine_reads_its_own_files);
  tok_add_plan_test ("/caveat/half-precision-is-read-by-all", "Llama-3.1-8B", test_half_precision_is_read_by_all);
  tok_add_plan_test ("/caveat/few-engines-split-rows", "Llama-3.1-8B", test_few_engines_split_rows);
  tok_add_plan_test ("/caveat/a-quantized-v-cache-needs-flash-attention", "Llama-3.1-8B",
                     test_a_quantized_v_cache_needs_flash_attention);
  tok_add_plan_test ("/caveat/a-context-ends-where-the-model-does", "Llama-3.1-8B", test_a_context_ends_where_the_model_does);
  tok_add_plan_test ("/caveat/a-draft-speaks-the-same-tokens", "Llama-3.1-8B", test_a_draft_speaks_the_same_tokens);
  tok_add_plan_test ("/caveat/the-gravest-comes-first", "Llama-3.1-8B", test_the_gravest_comes_first);

  return g_test_run ();
}
