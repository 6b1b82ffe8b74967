/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From telling rows to their plans: devices, host, links and who holds which layers. */

#include "core/speculation.h"
#include "kinds.h"
#include "mapping-fixture.h"
#include "prediction.h"

static void
test_experts_on_host (TokMappingFixture *fixture,
                      gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "date=2025-05",
                                              "hardware=NVIDIA RTX A6000 48GB + AMD Ryzen Threadripper PRO 7965WX 8ch DDR5-4800",
                                              "engine=ik_llama.cpp", "model=DeepSeek-R1-671B", "quant=UD-Q2_K_XL", "moe_cpu=58",
                                              "fa=1", "test=pp", "n_tokens=2048", "ubatch=2048", "threads=24", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_true (plan->host_known);
  g_assert_cmpstr (plan->host.device.id, ==, "threadripper-pro-7000wx-ddr5-4800");
  /* 58 layers with experts behind three dense ones */
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_EXPERT_LAYERS_CPU), ==, 61);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_PROMPT), ==, 2048);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_UBATCH), ==, 2048);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_THREADS), ==, 24);
  g_assert_true (tok_kind_has (TOK_ACCURACY_OFFLOAD, &fixture->mapped));
  g_assert_true (tok_kind_has (TOK_ACCURACY_PREFILL, &fixture->mapped));
  g_assert_false (tok_kind_has (TOK_ACCURACY_DECODE, &fixture->mapped));
}

static void
test_host_not_stated (TokMappingFixture *fixture,
                      gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "date=2025-05", "hardware=NVIDIA GeForce RTX 3090 24GB + CPU not stated",
                                              "model=Llama-3.3-70B", "quant=Q4_K_M", "ngl=40", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_false (plan->host_known);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS), ==, 40);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_KV_ON_CPU), ==, 0);
}

/* A count of layers: the output is one of them from 2026 on, and came last before; in 2023 the cache came after it. */
static void
test_layer_counts (TokMappingFixture *fixture,
                   gconstpointer      data)
{
  static const struct { const char *date, *ngl; double layers, cache_on_cpu; } cases[] = {
    { "date=2026-05", "ngl=40", 39, 0 },
    { "date=2025-05", "ngl=40", 40, 0 },
    { "date=2025-05", "ngl=80", 79, 0 },
    { "date=2025-05", "ngl=81", 80, 0 },
    { "date=2023-11", "ngl=81", 80, 1 },
    { "date=2023-11", "ngl=83", 80, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokPlan *plan = tok_map_row (fixture, "hardware=NVIDIA GeForce RTX 3090 24GB + CPU not stated", "model=Llama-2-70B",
                                         cases[i].date, cases[i].ngl, NULL);

      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS), ==, cases[i].layers);
      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_KV_ON_CPU), ==, cases[i].cache_on_cpu);
    }
}

static void
test_several_gpus (TokMappingFixture *fixture,
                   gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "hardware=NVIDIA GeForce RTX 5060 Ti 16GB", "n_gpus=2", "split_mode=tensor",
                                              "model=Qwen3.8-27B", "quant=UD-Q4_K_XL", "n_tokens=400",
                                              "spec=MTP head n-max 3, acceptance 0.43-0.93", "os=windows", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpuint (plan->n_devices, ==, 2);
  g_assert_cmpstr (plan->devices[1].device.id, ==, "geforce-rtx-5060-ti-16gb");
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_SPLIT_MODE), ==, TOK_SPLIT_TENSOR);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_OS), ==, TOK_OS_WINDOWS);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DRAFT_LENGTH), ==, 3);
  g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_ACCEPTANCE), tok_speculation_acceptance (0.68, 3), 1e-9);
  g_assert_true (tok_kind_has (TOK_ACCURACY_SEVERAL_GPUS, &fixture->mapped));
  g_assert_true (tok_kind_has (TOK_ACCURACY_SPECULATION, &fixture->mapped));
}

/* Cards of a desktop are linked when the row says so; what the notes tell of the host's link holds. */
static void
test_links (TokMappingFixture *fixture,
            gconstpointer      data)
{
  static const struct { const char *hardware, *notes; TokLink link; } cases[] = {
    { "hardware=NVIDIA GeForce RTX 3090 24GB", "notes=narrative; NVLink NV4, 250 W", TOK_LINK_NVLINK },
    { "hardware=NVIDIA GeForce RTX 3090 24GB", "notes=PCIe, no NVLink", TOK_LINK_PCIE4X16 },
    { "hardware=NVIDIA GeForce RTX 3090 24GB", "notes=", TOK_LINK_PCIE4X16 },
    { "hardware=NVIDIA GeForce RTX 5060 Ti 16GB", "notes=two cards, PCIe 3.0 x8", TOK_LINK_PCIE3X8 },
    { "hardware=NVIDIA A100 SXM 80GB", "notes=", TOK_LINK_AUTO },
    { "hardware=NVIDIA A100 PCIe 80GB", "notes=PCIe, no NVLink", TOK_LINK_PCIE4X16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokPlan *plan = tok_map_row (fixture, "n_gpus=2", "split_mode=tensor", cases[i].hardware, cases[i].notes, NULL);

      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_LINK), ==, cases[i].link);
    }
}

static void
test_mixed_gpus (TokMappingFixture *fixture,
                 gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "date=2024-05",
                                              "hardware=NVIDIA GeForce RTX 3090 24GB + NVIDIA GeForce GTX 1660 SUPER 6GB"
                                              " + Intel Core i7-10700 dual-channel DDR4-3867",
                                              "n_gpus=3", "split_mode=layer", "model=WizardLM-2-8x22B", "quant=Q4_K_M", "ngl=33",
                                              "n_tokens=199", "depth=18020", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpuint (plan->n_devices, ==, 3);
  g_assert_cmpstr (plan->devices[0].device.id, ==, "geforce-rtx-3090");
  g_assert_cmpstr (plan->devices[1].device.id, ==, "geforce-rtx-3090");
  g_assert_cmpstr (plan->devices[2].device.id, ==, "geforce-gtx-1660-super");
  g_assert_cmpstr (plan->host.device.id, ==, "cpu-dual-ddr4-3866");
}

/* llama.cpp has an engine for the cores; the fork's plan is of the cores as a CPU. */
static void
test_cores_of_a_chip (TokMappingFixture *fixture,
                      gconstpointer      data)
{
  const TokPlan *plan = tok_map_row (fixture, "date=2024-05", "hardware=Apple M2 Max 30-core GPU", "n_gpus=0", "backend=CPU",
                                              "model=Llama-2-7B", "ngl=0", "threads=8", "os=macos", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpint (tok_plan_engine (plan), ==, TOK_ENGINE_LLAMA_CPU);
  g_assert_false (tok_plan_uses_devices (plan));
  plan = tok_map_row (fixture, "date=2024-05", "hardware=Apple M2 Max 30-core GPU", "n_gpus=0", "backend=CPU",
                               "engine=ik_llama.cpp", "model=Llama-2-7B", "ngl=0", "threads=8", "os=macos", NULL);
  g_assert_null (fixture->mapped.reason);
  g_assert_cmpint (tok_plan_engine (plan), ==, TOK_ENGINE_IK_LLAMA);
  g_assert_true (tok_plan_is_cpu_only (plan));
  g_assert_true (tok_kind_has (TOK_ACCURACY_CPU, &fixture->mapped));
  g_assert_false (tok_kind_has (TOK_ACCURACY_APPLE, &fixture->mapped));
}

static void
test_sockets (TokMappingFixture *fixture,
              gconstpointer      data)
{
  static const struct { const char *hardware, *n_gpus, *notes; double sockets; } cases[] = {
    { "hardware=2x Intel Xeon Gold 6138 6ch DDR4-2666 per socket", "n_gpus=0", "notes=", 2 },
    { "hardware=2x Intel Xeon Gold 6138 6ch DDR4-2666 per socket", "n_gpus=0", "notes=64 threads, one socket of two", 1 },
    { "hardware=Intel Xeon Platinum 8480 ES 8ch DDR5-4800", "n_gpus=0", "notes=", 1 },
    { "hardware=NVIDIA GeForce RTX 3090 24GB", "n_gpus=2", "notes=", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokPlan *plan = tok_map_row (fixture, cases[i].hardware, cases[i].n_gpus, cases[i].notes, NULL);

      g_assert_null (fixture->mapped.reason);
      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_SOCKETS), ==, cases[i].sockets);
    }
}

/* What ran did fit, whatever memory the catalog's entry has; on Windows it may not have. */
static void
test_memory_that_was_enough (TokMappingFixture *fixture,
                             gconstpointer      data)
{
  TokPrediction prediction;

  tok_map_row (fixture, "hardware=Apple M2 (MacBook Air, GPU core count not stated)", "backend=Metal", "model=Qwen2.5-32B", NULL);
  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (prediction.estimate.memory.spilled_bytes, ==, 0.0);
  tok_map_row (fixture, "model=Llama-3.3-70B", "os=windows", NULL);
  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (prediction.estimate.memory.spilled_bytes, >, 0.0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_mapping_test ("/mapping/experts on host", test_experts_on_host);
  tok_add_mapping_test ("/mapping/host not stated", test_host_not_stated);
  tok_add_mapping_test ("/mapping/layer counts", test_layer_counts);
  tok_add_mapping_test ("/mapping/several GPUs", test_several_gpus);
  tok_add_mapping_test ("/mapping/links", test_links);
  tok_add_mapping_test ("/mapping/mixed GPUs", test_mixed_gpus);
  tok_add_mapping_test ("/mapping/cores of a chip", test_cores_of_a_chip);
  tok_add_mapping_test ("/mapping/sockets", test_sockets);
  tok_add_mapping_test ("/mapping/memory that was enough", test_memory_that_was_enough);
  return g_test_run ();
}
