/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From telling rows to their plans: model, file, engine and what was measured. */

#include "core/speculation.h"
#include "kinds.h"
#include "mapping-fixture.h"
#include "prediction.h"

static void
test_plain (TokMappingFixture *fixture,
            gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "date=2026-02", "hardware=NVIDIA GeForce RTX 4090 24GB", "quant=Q4_K_M",
                                              "weights_bytes=4920000000", "fa=1", "kv_type=q8_0 K / f16 V", "depth=4096", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpstr (fixture->mapped.row->source, ==, "http://example.org/page");
  g_assert_cmpstr (plan->devices[0].device.id, ==, "geforce-rtx-4090");
  g_assert_cmpstr (plan->base->id, ==, "llama-3.1-8b");
  g_assert_cmpint (tok_plan_engine (plan), ==, TOK_ENGINE_LLAMA_CUDA);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_ENGINE_BUILD), ==, 2026);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_FILE_BYTES), ==, 4920000000.0);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DEPTH), ==, 4096 + 64);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_KV_K), ==, TOK_KV_Q8_0);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_KV_V), ==, TOK_KV_F16);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS), ==, 32);
  g_assert_true (fixture->mapped.exact);
  g_assert_true (tok_kind_has (TOK_ACCURACY_DEEP, &fixture->mapped));
  g_assert_false (tok_kind_has (TOK_ACCURACY_DENSE, &fixture->mapped));
}

/* Words about drafts: how many tokens, and the acceptance of one of them behind the rate that is told. */
static void
test_drafts (TokMappingFixture *fixture,
             gconstpointer      data)
{
  static const struct { const char *spec; double length, accepted_share; } cases[] = {
    { "spec=MTP head n-max 2, acceptance 0.78", 2, 0.78 },
    { "spec=MTP head n=3, acceptance 78.7%", 3, 0.787 },
    { "spec=MTP 4 drafts, greedy, 2.9 tokens per step", 4, 1.9 / 4.0 },
    { "spec=MTP head draft len 3, acceptance 58.24%", 3, 0.5824 },
    { "spec=adaptive MTP k=2, acceptance 80.6%", 2, 0.806 },
    { "spec=MTP, acceptance 61%", 3, 0.61 },
  };
  const TokPlan *plan;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      plan = tok_map_row (fixture, "model=Qwen3.8-27B", cases[i].spec, NULL);
      g_assert_null (fixture->mapped.reason);
      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DRAFT_LENGTH), ==, cases[i].length);
      g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_ACCEPTANCE),
                                      tok_speculation_acceptance (cases[i].accepted_share, (guint) cases[i].length), 1e-9);
    }
  plan = tok_map_row (fixture, "model=Qwen2.5-Coder-32B", "spec=draft Qwen2.5-Coder-0.5B Q8_0, draft-max 16 min 4 p-min 0.4",
                               NULL);
  g_assert_null (fixture->mapped.reason);
  g_assert_cmpstr (plan->draft_base->id, ==, "qwen2.5-coder-0.5b");
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DRAFT_LENGTH), ==, TOK_AUTO);
}

/* What llama.cpp fits to a card by itself has a context of 4096 tokens at least. */
static void
test_fitted_context (TokMappingFixture *fixture,
                     gconstpointer      data)
{
  static const struct { const char *layers, *date; double context; } cases[] = {
    { "ngl=", "date=2026-05", 4096 }, { "ngl=20", "date=2026-05", 256 }, { "ngl=", "date=2025-03", 256 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokPlan *plan = tok_map_row (fixture, "hardware=NVIDIA GeForce RTX 5070 12GB + Intel Core i9-13900HK",
                                                  "model=Gemma-2-27B", cases[i].layers, cases[i].date, NULL);

      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_CONTEXT), ==, cases[i].context);
    }
}

static void
test_batch (TokMappingFixture *fixture,
            gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "date=2025-10", "hardware=NVIDIA DGX Spark GB10 128GB", "model=gpt-oss-20b",
                                              "quant=MXFP4", "fa=1", "kv_type=f16", "n_tokens=32", "depth=4096", "batch=8", NULL);
  TokPrediction prediction;

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_REQUESTS), ==, 8);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DEPTH), ==, 4096 + 16);
  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (prediction.tok_s, ==, prediction.estimate.serving.aggregate_tok_s);
  g_assert_cmpint (prediction.band_kind, ==, TOK_BAND_BATCH);
}

/* A rate that counts the prompt is tokens over the time of the answer; a prefill at depth reads the rest of a longer prompt. */
static void
test_what_was_measured (TokMappingFixture *fixture,
                        gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "date=2026-03", "hardware=Apple M4 Pro 24GB", "backend=Metal", "model=Qwen3.5-9B",
                                              "quant=Q4_K_M", "n_tokens=300", "prompt_tokens=20", "os=macos", "includes_prompt=1",
                                              NULL);
  TokPrediction prediction;

  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_PROMPT), ==, 20);
  g_assert_cmpfloat_with_epsilon (prediction.tok_s, 300.0 / prediction.estimate.answer_seconds, 1e-9);
  g_assert_cmpfloat (prediction.tok_s, <, prediction.estimate.decode.tok_s.likely);

  plan = tok_map_row (fixture, "date=2026-03", "hardware=Apple M4 Pro 24GB", "backend=Metal", "model=Qwen3.5-9B", "quant=Q4_K_M",
                       "test=pp", "n_tokens=512", "depth=8192", "os=macos", NULL);
  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (tok_plan_fresh_tokens (plan), ==, 512);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_CACHED), ==, 8192);
  g_assert_cmpfloat (prediction.tok_s, ==, prediction.estimate.prefill_tok_s.likely);
  g_assert_cmpint (prediction.band_kind, ==, TOK_BAND_PREFILL);
}

/* Engines by name and backend; the last ones only have near ones. */
static void
test_engines (TokMappingFixture *fixture,
              gconstpointer      data)
{
#define AMD "hardware=AMD Radeon RX 7900 XT 20GB"
#define APPLE "hardware=Apple M4 Pro 24GB"
#define NVIDIA "hardware=NVIDIA GeForce RTX 3090 24GB"
  static const struct { const char *hardware, *backend, *engine, *quant; TokEngine expected; gboolean exact; } cases[] = {
    { AMD, "backend=ROCm", "engine=llama.cpp", "quant=Q4_0", TOK_ENGINE_LLAMA_ROCM, TRUE },
    { AMD, "backend=ROCm or Vulkan", "engine=llama.cpp", "quant=Q4_0", TOK_ENGINE_LLAMA_ROCM, FALSE },
    { AMD, "backend=Vulkan", "engine=LM Studio (llama.cpp)", "quant=Q4_0", TOK_ENGINE_LLAMA_VULKAN, TRUE },
    { APPLE, "backend=Metal", "engine=vllm-mlx", "quant=MLX-4bit", TOK_ENGINE_MLX, TRUE },
    { APPLE, "backend=Metal", "engine=Rapid-MLX 0.7.26", "quant=MLX-6bit", TOK_ENGINE_MLX, TRUE },
    { APPLE, "backend=Metal", "engine=ollama", "quant=Q4_K_M", TOK_ENGINE_OLLAMA, TRUE },
    { APPLE, "backend=Metal", "engine=LM Studio", "quant=MLX-4bit", TOK_ENGINE_MLX, TRUE },
    { APPLE, "backend=Metal", "engine=ds4", "quant=Q4_0", TOK_ENGINE_LLAMA_METAL, FALSE },
    { NVIDIA, "backend=CUDA", "engine=vLLM 0.27.1 (patched)", "quant=AWQ-4bit", TOK_ENGINE_VLLM, TRUE },
    { NVIDIA, "backend=CUDA", "engine=AutoAWQ 0.1.6", "quant=AWQ-4bit", TOK_ENGINE_VLLM, FALSE },
    { NVIDIA, "backend=CUDA", "engine=exllamav2", "quant=EXL2-4.0bpw", TOK_ENGINE_EXLLAMA, TRUE },
    { NVIDIA, "backend=CUDA", "engine=gpt-fast", "quant=INT8", TOK_ENGINE_EXLLAMA, FALSE },
    { NVIDIA, "backend=CUDA", "engine=one of tomorrow", "quant=FP8", TOK_ENGINE_VLLM, FALSE },
    { NVIDIA, "backend=CUDA", "engine=one of tomorrow", "quant=Q4_0", TOK_ENGINE_LLAMA_CUDA, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokPlan *plan = tok_map_row (fixture, cases[i].hardware, cases[i].backend, cases[i].engine, cases[i].quant, NULL);

      g_assert_null (fixture->mapped.reason);
      g_assert_cmpint (tok_plan_engine (plan), ==, cases[i].expected);
      g_assert_cmpint (fixture->mapped.exact, ==, cases[i].exact);
    }
}

/* Speeds of engines that work in another way say nothing about the program's. */
static void
test_engines_unlike_ours (TokMappingFixture *fixture,
                          gconstpointer      data)
{
  static const char *const engines[] = { "engine=Transformers", "engine=KTransformers 0.5.2 (SGLang)", "engine=RKLLM (NPU)",
                                         "engine=AutoAWQ (HF generator, IPEX)" };

  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    {
      tok_map_row (fixture, "hardware=NVIDIA GeForce RTX 3090 24GB", "backend=CUDA", engines[i], NULL);
      g_assert_cmpstr (fixture->mapped.reason, ==, "no engine of the program is like it");
    }
}

/* No aliases: the words of the names are enough. */
static void
test_names_by_search (TokMappingFixture *fixture,
                      gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "hardware=NVIDIA GeForce RTX 4080 SUPER 16GB (rented)", "model=Llama 3.1 8B",
                                              "quant=Q5_K_S", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpstr (plan->devices[0].device.id, ==, "geforce-rtx-4080-super");
  g_assert_cmpstr (plan->base->id, ==, "llama-3.1-8b");
}

/* Sizes and bits in names stand in for types nobody knows. */
static void
test_sizes_in_names (TokMappingFixture *fixture,
                     gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "engine=ik_llama.cpp", "model=Llama-3.3-70B", "quant=IQ4_KS", NULL);

  /* 4.25 bits of 70.55 billion weights */
  g_assert_null (fixture->mapped.reason);
  g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_FILE_BYTES), 70.55e9 * 4.25 / 8.0, 0.01e9);
  g_assert_false (fixture->mapped.exact);
  plan = tok_map_row (fixture, "engine=NInfer", "model=Qwen3.8-27B", "quant=NInfer mixed ~5bpw (16.3 GiB file)", NULL);
  g_assert_null (fixture->mapped.reason);
  g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_FILE_BYTES), 16.3 * 1024 * 1024 * 1024, 1.0);
}

static void
test_no_plan (TokMappingFixture *fixture,
              gconstpointer      data)
{
  static const struct { const char *change, *reason; } cases[] = {
    { "hardware=A toaster", "hardware not in the catalog" },
    { "n_gpus=16", "more devices than a plan holds" },
    { "model=Llama-3-pruned-45B", "model not in the catalog" },
    { "quant=", "quantization not stated" },
    { "quant=secret sauce", "unknown quantization without a file size" },
    { "spec=ngram-mod n 48, draft-max 128", "a draft no plan can say" },
    { "spec=MTP head n=3", "a draft no plan can say" },   /* Llama 3.1 has none */
    { "depth=nan", "unreadable depth" },
    { "tok_s=0", "unreadable tok_s" },
    { "test=xy", "unreadable test" },
    { "n_gpus=1.5", "unreadable n_gpus" },
    { "fa=2", "unreadable fa" },
    { "ngl=most", "unreadable ngl" },
    { "ngl=-1", "unreadable ngl" },
    { "moe_cpu=some", "unreadable moe_cpu" },
    { "clean=yes", "unreadable clean" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      tok_map_row (fixture, cases[i].change, NULL);
      g_assert_cmpstr (fixture->mapped.reason, ==, cases[i].reason);
    }
  tok_map_row (fixture, "test=pp", "n_tokens=", NULL);
  g_assert_cmpstr (fixture->mapped.reason, ==, "prompt length not stated");
  tok_map_row (fixture, "weights_bytes=16449724744", "notes=-ot exps=CPU; 16 GB RAM", NULL);
  g_assert_cmpstr (fixture->mapped.reason, ==, "a file larger than the memory beside it");
  tok_map_row (fixture, "weights_bytes=16449724744", "notes=-ot exps=CPU; 32 GB RAM", NULL);
  g_assert_null (fixture->mapped.reason);
  tok_map_row (fixture, "weights_bytes=16449724744", "notes=16 GB RAM", NULL);
  g_assert_null (fixture->mapped.reason);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_mapping_test ("/mapping/plain", test_plain);
  tok_add_mapping_test ("/mapping/drafts", test_drafts);
  tok_add_mapping_test ("/mapping/fitted context", test_fitted_context);
  tok_add_mapping_test ("/mapping/batch", test_batch);
  tok_add_mapping_test ("/mapping/what was measured", test_what_was_measured);
  tok_add_mapping_test ("/mapping/engines", test_engines);
  tok_add_mapping_test ("/mapping/engines unlike ours", test_engines_unlike_ours);
  tok_add_mapping_test ("/mapping/names by search", test_names_by_search);
  tok_add_mapping_test ("/mapping/sizes in names", test_sizes_in_names);
  tok_add_mapping_test ("/mapping/no plan", test_no_plan);
  return g_test_run ();
}
