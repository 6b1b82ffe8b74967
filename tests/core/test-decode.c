/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decode: each term of a token's time against a hand computation, and worked examples, letter o: which way speed moves. */

#include "constants.h"
#include "core/decode.h"
#include "core/units.h"
#include "models.h"

static void
step_of (const TokPlan *plan,
         double         depth,
         TokStep       *step)
{
  TokSplit split;

  tok_split_resolve (plan, &split);
  tok_fixture_step (plan, &split, NULL, depth, step);
}

/* Those of the plan's card, to be changed. */
static TokEfficiency *
card_constants (TokPlanFixture *self)
{
  return &self->table->cells[TOK_CLASS_NV_ADA][TOK_ENGINE_LLAMA_CUDA][TOK_LAST_BUILD_YEAR - TOK_FIRST_BUILD_YEAR];
}

static const TokLayerSums *
all_layers (const TokPlan *plan)
{
  return &plan->model->prefix[plan->model->architecture->n_layers];
}

static void
test_terms (TokPlanFixture *self,
            gconstpointer   model)
{
  TokStep step;

  step_of (&self->plan, 1000, &step);
  tok_assert_near (step.time.seconds[TOK_TERM_WEIGHTS], 4.617e9 / (0.91 * 1008e9), 0.001);
  /* 1000 tokens are four blocks of 256 cells of 128 KiB. */
  tok_assert_near (step.time.seconds[TOK_TERM_KV], 1024 * 131072.0 / (0.92 * 1008e9), 1e-9);
  tok_assert_near (step.time.seconds[TOK_TERM_LAUNCHES], 32 * 28e-6, 1e-9);
  g_assert_cmpfloat (step.time.seconds[TOK_TERM_ATTENTION], ==, 0.0);
  g_assert_cmpfloat (step.time.seconds[TOK_TERM_CPU], ==, 0.0);
  g_assert_cmpfloat (step.time.seconds[TOK_TERM_LINK], ==, 0.0);
  g_assert_cmpfloat (step.time.seconds[TOK_TERM_OTHER], ==, 0.0);
}

static void
test_server (TokPlanFixture *self,
             gconstpointer   model)
{
  TokStep step;

  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_VLLM);
  step_of (&self->plan, 0, &step);
  g_assert_cmpfloat (step.time.seconds[TOK_TERM_OTHER], ==, 0.65e-3);
}

/* Types are read one after the other: their times add up, not their speeds. */
static void
test_type_factors (TokPlanFixture *self,
                   gconstpointer   model)
{
  const TokModel *file = self->plan.model;
  TokStep even, slow;

  step_of (&self->plan, 0, &even);
  card_constants (self)->type_factor[TOK_TENSOR_Q6_K] = 0.5;
  step_of (&self->plan, 0, &slow);
  tok_assert_near (slow.time.seconds[TOK_TERM_WEIGHTS],
                   even.time.seconds[TOK_TERM_WEIGHTS] * (1.0 + file->dense_type_share[TOK_TENSOR_Q6_K]), 1e-9);
}

static void
test_cache_types (TokPlanFixture *self,
                  gconstpointer   model)
{
  TokStep f16, mixed;

  step_of (&self->plan, 8192, &f16);
  tok_plan_set (&self->plan, TOK_PARAM_KV_V, TOK_KV_Q4_0);
  card_constants (self)->cache_type_factor[TOK_TENSOR_Q4_0] = 0.5;
  step_of (&self->plan, 8192, &mixed);
  tok_assert_near (mixed.cache_bytes, f16.cache_bytes * (2.0 + 0.5625) / 4.0, 1e-9);
  tok_assert_near (mixed.time.seconds[TOK_TERM_KV], f16.time.seconds[TOK_TERM_KV] * (2.0 + 2.0 * 0.5625) / 4.0, 1e-9);
}

static void
test_windows (TokPlanFixture *self,
              gconstpointer   model)
{
  TokStep at_8k, at_16k, whole_at_16k;

  step_of (&self->plan, 8192, &at_8k);
  step_of (&self->plan, 16384, &at_16k);
  /* 10 of 62 layers see everything: 32 heads x 128 x K and V x 2 bytes per cell; the others stay at 1024. */
  tok_assert_near (at_16k.cache_bytes - at_8k.cache_bytes, 10 * 8192.0 * 2 * 16 * 128 * 2, 1e-9);
  tok_assert_near (at_8k.cache_bytes, (10 * 8192.0 + 52 * 1024.0) * 2 * 16 * 128 * 2, 1e-9);
  tok_plan_set (&self->plan, TOK_PARAM_FULL_WINDOW, 1);
  step_of (&self->plan, 16384, &whole_at_16k);
  tok_assert_near (whole_at_16k.cache_bytes, 62 * 16384.0 * 2 * 16 * 128 * 2, 1e-9);
}

static void
test_four_norms (TokPlanFixture *self,
                 gconstpointer   model)
{
  TokStep step;

  step_of (&self->plan, 0, &step);
  tok_assert_near (step.time.seconds[TOK_TERM_LAUNCHES], 62 * 1.5 * 28e-6, 1e-9);
}

static void
test_hybrid (TokPlanFixture *self,
             gconstpointer   model)
{
  const double state_bytes = 36.0 * 4.0 * (32 * 128 * 128 + 3 * 8192);
  TokStep step;

  step_of (&self->plan, 0, &step);
  /* Read and written once. */
  tok_assert_near (step.cache_bytes, 2.0 * state_bytes, 1e-9);
  tok_assert_near (step.time.seconds[TOK_TERM_LAUNCHES], 48 * 28e-6 + 48 * 14e-6 + 36 * 16e-6, 1e-9);
}

/* An MLA model with an indexer of 64 heads that picks 2048 cells: latents are read of those, index keys of all. */
static void
test_sparse_attention (TokPlanFixture *self,
                       gconstpointer   model)
{
  g_autoptr (TokArchitecture) sparse = tok_architecture_copy (self->plan.base);
  TokStep near, far;

  sparse->indexer = (TokIndexer) { .n_heads = 64, .head_size = 128, .top_k = 2048, .pool = 1 };
  for (guint i = 0; i < sparse->n_layers; i++)
    sparse->layers[i].has_indexer = TRUE;
  tok_plan_set_model (&self->plan, sparse);
  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 61);
  step_of (&self->plan, 1024, &near);
  step_of (&self->plan, 32768, &far);
  tok_assert_near (near.cache_bytes, 61.0 * 1024 * (576 + 128) * 2, 1e-9);
  tok_assert_near (far.cache_bytes, 61.0 * (2048 * 576 + 32768 * 128) * 2, 1e-9);
}

static void
test_experts_on_the_cpu (TokPlanFixture *self,
                         gconstpointer   model)
{
  const TokModel *file = self->plan.model;
  double read_by_cpu;
  TokStep step;

  tok_plan_set (&self->plan, TOK_PARAM_EXPERT_LAYERS_CPU, 40);
  step_of (&self->plan, 0, &step);
  read_by_cpu = file->prefix[40].expert_bytes * 8.0 / 128.0;
  tok_assert_near (step.time.seconds[TOK_TERM_CPU], read_by_cpu / (0.62 * 96e9) + 40 * 0.2 * 60e-6, 1e-9);
  /* There and back for each of the layers. */
  tok_assert_near (step.time.seconds[TOK_TERM_LINK], 2 * 40 * 30e-6, 1e-9);
  tok_assert_near (step.weight_bytes, all_layers (&self->plan)->dense_bytes + all_layers (&self->plan)->expert_bytes * 8.0 / 128.0
                                        + file->head_bytes, 1e-9);
}

/* RTX 3090 Ti, 7B Q4_0: 127 -> 60 tok/s with the cache on the CPU (llama.cpp pull request 4812). */
static void
test_cache_on_the_cpu (TokPlanFixture *self,
                       gconstpointer   model)
{
  TokDevice rtx_3090_ti = tok_fixture_device (TOK_CLASS_NV_AMPERE, 1008, 24);
  g_auto (TokPlan) plan;
  double on_gpu;
  TokStep step;

  tok_fixture_plan (&plan, self->table, &rtx_3090_ti, &self->cpu, "Llama-2-7B", TOK_FILE_Q4_0);
  on_gpu = tok_fixture_tok_s (&plan, 512);
  tok_plan_set (&plan, TOK_PARAM_KV_ON_CPU, 1);
  step_of (&plan, 512, &step);
  tok_assert_near (step.time.seconds[TOK_TERM_CPU], 512 * 2 * 4096 * 32 * 2 / (0.45 * 96e9), 0.01);
  tok_assert_near (step.time.seconds[TOK_TERM_LINK], 2 * 32 * 30e-6, 1e-9);
  tok_assert_between (1.0 / step.time.total / on_gpu, 60.0 / 127.0 * 0.7, 60.0 / 127.0 * 1.3);
}

/* A CPU alone is the device: its time is told by cause, and nothing waits for it. */
static void
test_cpu_only (TokPlanFixture *self,
               gconstpointer   model)
{
  TokEstimate estimate;
  g_auto (TokPlan) plan;

  tok_fixture_plan (&plan, self->table, &self->cpu, NULL, "Llama-3.1-8B", TOK_FILE_Q4_K_M);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 0);
  tok_estimate (&plan, &estimate);
  g_assert_cmpfloat (estimate.decode.time.seconds[TOK_TERM_CPU], ==, 0.0);
  tok_assert_near (estimate.decode.time.seconds[TOK_TERM_WEIGHTS], 4.617e9 / (0.62 * 96e9), 0.001);
  g_assert_cmpfloat (estimate.gpu_wait_share, ==, 0.0);
}

static void
test_sockets (TokPlanFixture *self,
              gconstpointer   model)
{
  TokDevice epyc = tok_fixture_device (TOK_CLASS_CPU_SERVER, 460.8, 768);
  TokStep one, two;
  g_auto (TokPlan) plan;

  tok_fixture_plan (&plan, self->table, &epyc, NULL, "Llama-3.1-8B", TOK_FILE_Q4_K_M);
  step_of (&plan, 0, &one);
  tok_plan_set (&plan, TOK_PARAM_SOCKETS, 2);
  step_of (&plan, 0, &two);
  tok_assert_near (one.time.seconds[TOK_TERM_WEIGHTS] / two.time.seconds[TOK_TERM_WEIGHTS], 1.3, 1e-9);
}

static void
test_ceiling_of_a_split (TokPlanFixture *self,
                         gconstpointer   model)
{
  TokEstimate estimate;
  const TokDecode *decode = &estimate.decode;

  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 16);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 0);
  tok_estimate (&self->plan, &estimate);
  /* The mean of 1008 and 96 GB/s by bytes, not by count. */
  tok_assert_near (decode->ceiling_bandwidth, 1.0 / (0.5 / 1008e9 + 0.5 / 96e9), 0.10);
  tok_assert_near (decode->ceiling_tok_s, decode->ceiling_bandwidth / decode->bytes_read, 1e-9);
  g_assert_cmpfloat (decode->realized_share, <, 1.0);
}

static void
test_more_layers (TokPlanFixture *self,
                  gconstpointer   model)
{
  guint n_layers = self->plan.model->architecture->n_layers;
  double before = 0.0;

  for (guint i = 0; i <= n_layers; i++)
    {
      double tok_s = tok_fixture_split_tok_s (&self->plan, i, 0);

      g_assert_cmpfloat (tok_s, >=, before);
      before = tok_s;
    }
}

static void
test_more_depth (TokPlanFixture *self,
                 gconstpointer   data)
{
  const char **models = tok_fixture_model_names ();

  for (guint i = 0; models[i] != NULL; i++)
    {
      double before = TOK_LARGEST;
      g_auto (TokPlan) plan;

      tok_fixture_plan (&plan, self->table, &self->gpu, &self->cpu, models[i], TOK_FILE_Q4_K_M);
      for (double depth = 0; depth <= 131072; depth += 1000)
        {
          double tok_s = tok_fixture_tok_s (&plan, depth);

          g_assert_cmpfloat (tok_s, <=, before);
          before = tok_s;
        }
    }
}

static void
test_more_bandwidth (TokPlanFixture *self,
                     gconstpointer   data)
{
  double before = 0.0;

  for (double bandwidth = 100; bandwidth <= 2000; bandwidth += 50)
    {
      double tok_s;

      tok_plan_set (&self->plan, TOK_PARAM_BANDWIDTH, bandwidth);
      tok_s = tok_fixture_tok_s (&self->plan, 4096);
      g_assert_cmpfloat (tok_s, >, before);
      before = tok_s;
    }
}

/* From half a billion on: below, a width that fills the blocks of K types can hold more weights in fewer bytes. */
static void
test_more_parameters (TokPlanFixture *self,
                      gconstpointer   data)
{
  double before = TOK_LARGEST;

  for (double billions = 0.5; billions < 2000; billions *= 1.08)
    {
      double tok_s;

      tok_plan_set (&self->plan, TOK_PARAM_PARAMETERS, billions);
      tok_s = tok_fixture_tok_s (&self->plan, 4096);
      g_assert_cmpfloat (tok_s, <=, before);
      before = tok_s;
    }
}

/* Where bandwidth bounds every type, more bits are never faster. */
static void
test_more_bits (TokPlanFixture *self,
                gconstpointer   data)
{
  double bytes[TOK_N_FILE_TYPES], tok_s[TOK_N_FILE_TYPES];

  for (guint i = 0; i < TOK_N_FILE_TYPES; i++)
    {
      TokSplit split;
      TokStep step;

      tok_plan_set (&self->plan, TOK_PARAM_FILE_TYPE, i);
      tok_fixture_split (&self->plan, 32, &split);
      tok_fixture_step (&self->plan, &split, NULL, 0, &step);
      bytes[i] = step.weight_bytes;
      tok_s[i] = 1.0 / step.time.total;
    }
  for (guint i = 0; i < TOK_N_FILE_TYPES; i++)
    for (guint j = 0; j < TOK_N_FILE_TYPES; j++)
      if (bytes[i] < bytes[j])
        g_assert_cmpfloat (tok_s[i], >=, tok_s[j]);
}

static void
test_more_requests (TokPlanFixture *self,
                    gconstpointer   data)
{
  double step_before = 0.0;

  for (guint requests = 1; requests <= 64; requests++)
    {
      TokEstimate estimate;

      tok_plan_set (&self->plan, TOK_PARAM_REQUESTS, requests);
      tok_estimate (&self->plan, &estimate);
      g_assert_cmpfloat (1.0 / estimate.serving.per_stream_tok_s, >=, step_before);
      step_before = 1.0 / estimate.serving.per_stream_tok_s;
    }
}

#define ADD(path, model, test) tok_add_plan_test (path, model, test)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/decode/terms-of-a-token", "Llama-3.1-8B", test_terms);
  ADD ("/decode/a-server-adds-its-own-time", "Llama-3.1-8B", test_server);
  ADD ("/decode/weight-types-add-up-by-time", "Llama-3.1-8B", test_type_factors);
  ADD ("/decode/keys-and-values-have-types-of-their-own", "Llama-3.1-8B", test_cache_types);
  ADD ("/decode/windowed-layers-read-their-window", "Gemma-3-27B", test_windows);
  ADD ("/decode/layers-with-four-norms-launch-half-as-much-again", "Gemma-3-27B", test_four_norms);
  ADD ("/decode/recurrent-state-is-read-and-written", "Qwen3-Next-80B", test_hybrid);
  ADD ("/decode/sparse-attention-reads-what-its-indexer-picks", "DeepSeek-V3", test_sparse_attention);
  ADD ("/decode/experts-on-the-cpu-cross-twice-per-layer", "Qwen3-30B-A3B", test_experts_on_the_cpu);
  ADD ("/decode/cache-on-the-cpu-within-30%-of-measured-as-its-host-is-unnamed", "Llama-3.1-8B", test_cache_on_the_cpu);
  ADD ("/decode/a-cpu-alone-is-the-device", "Llama-3.1-8B", test_cpu_only);
  ADD ("/decode/a-second-socket-adds-a-third", "Llama-3.1-8B", test_sockets);
  ADD ("/decode/ceiling-weighs-places-by-bytes-within-10%-as-the-head-lies-on-the-gpu", "Llama-3.1-8B", test_ceiling_of_a_split);
  ADD ("/worked-examples/o/more-layers-on-the-gpu-are-never-slower/8b", "Llama-3.1-8B", test_more_layers);
  ADD ("/worked-examples/o/more-layers-on-the-gpu-are-never-slower/moe", "GLM-4.5-Air", test_more_layers);
  ADD ("/worked-examples/o/more-depth-is-never-faster", "Llama-3.1-8B", test_more_depth);
  ADD ("/worked-examples/o/more-bandwidth-is-faster", "Llama-3.1-8B", test_more_bandwidth);
  ADD ("/worked-examples/o/more-parameters-are-never-faster-from-half-a-billion-on", "Llama-3.1-8B", test_more_parameters);
  ADD ("/worked-examples/o/more-bits-are-never-faster", "Llama-3.1-8B", test_more_bits);
  ADD ("/worked-examples/o/more-requests-never-shorten-a-step", "Llama-3.1-8B", test_more_requests);

  return g_test_run ();
}
