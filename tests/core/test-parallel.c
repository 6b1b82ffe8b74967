/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several GPUs: worked examples, letter g, and what a split can and cannot gain. */

#include "constants.h"
#include "core/parallel.h"
#include "core/prefill.h"

#define ROUNDING 0.01

static double
card_tok_s (TokPlanFixture *self,
            const char     *model)
{
  g_auto (TokPlan) plan;

  tok_fixture_plan (&plan, self->table, &self->gpu, &self->cpu, model, TOK_FILE_Q4_K_M);
  return tok_fixture_tok_s (&plan, 0);
}

static double
pair_tok_s (TokPlanFixture *self,
            const char     *model,
            TokSplitMode    mode,
            double          interconnect_bandwidth)
{
  TokDevice gpu = self->gpu;
  g_auto (TokPlan) plan;

  gpu.interconnect_bandwidth = interconnect_bandwidth;
  tok_fixture_plan (&plan, self->table, &gpu, &self->cpu, model, TOK_FILE_Q4_K_M);
  tok_plan_set_device (&plan, 1, &gpu);
  tok_plan_set (&plan, TOK_PARAM_SPLIT_MODE, mode);
  return tok_fixture_tok_s (&plan, 0);
}

static void
test_two_gpus (TokPlanFixture *self,
               gconstpointer   model)
{
  static const struct { const char *model; double one, layer, tensor, linked; } rows[] = {
    { "Llama-3.1-8B", 168.6, 167.9, 178.2, 1.46 },
    { "Qwen3-32B", 43.8, 43.7, 59.6, 1.67 },
    { "Llama-3-70B", 20.9, 20.8, 32.5, 1.79 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double one = card_tok_s (self, rows[i].model);

      tok_assert_near (one, rows[i].one, ROUNDING);
      tok_assert_near (pair_tok_s (self, rows[i].model, TOK_SPLIT_LAYER, 0), rows[i].layer, ROUNDING);
      tok_assert_near (pair_tok_s (self, rows[i].model, TOK_SPLIT_TENSOR, 0), rows[i].tensor, ROUNDING);
      tok_assert_near (pair_tok_s (self, rows[i].model, TOK_SPLIT_TENSOR, 50e9) / one, rows[i].linked, ROUNDING);
    }
}

static void
test_two_5060_ti (TokPlanFixture *self,
                  gconstpointer   model)
{
  double one;

  self->gpu.bandwidth = 448e9;
  one = card_tok_s (self, "Qwen3-32B");
  tok_assert_near (pair_tok_s (self, "Qwen3-32B", TOK_SPLIT_TENSOR, 0) / one, 1.643, ROUNDING);
  tok_assert_near (pair_tok_s (self, "Qwen3-32B", TOK_SPLIT_TENSOR, 0) / one, 37.1 / 22.1, 0.03);
}

/* Time of a 4096-token prompt on one card over that on two. */
static void
test_pipeline (TokPlanFixture *self,
               gconstpointer   model)
{
  TokEstimate one, two;

  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 4096);
  tok_estimate (&self->plan, &one);
  tok_plan_set_device (&self->plan, 1, &self->gpu);
  tok_estimate (&self->plan, &two);
  tok_assert_near (two.prefill_tok_s.likely / one.prefill_tok_s.likely, 1.60, ROUNDING);
  tok_assert_near (two.prefill_tok_s.likely / one.prefill_tok_s.likely, 8422.0 / 5266.0, ROUNDING);
}

static void
test_short_prompt_gains_nothing (TokPlanFixture *self,
                                 gconstpointer   model)
{
  TokEstimate one, two;

  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 512);
  tok_estimate (&self->plan, &one);
  tok_plan_set_device (&self->plan, 1, &self->gpu);
  tok_estimate (&self->plan, &two);
  tok_assert_near (two.prefill_tok_s.likely, one.prefill_tok_s.likely, ROUNDING);
}

/* The plan with two cards and @gpu_layers on them. */
static void
init_pair (TokPlanFixture  *self,
           const TokDevice *second,
           guint            gpu_layers,
           TokWorkload     *workload)
{
  TokSplit split;

  tok_plan_set_device (&self->plan, 1, second);
  tok_fixture_split (&self->plan, gpu_layers, &split);
  tok_workload_init (workload, &self->plan, self->plan.model, &split, NULL);
}

static void
test_short_rest_gains_little (TokPlanFixture *self,
                              gconstpointer   model)
{
  TokWorkload workload;
  double seconds = 0.0;

  init_pair (self, &self->gpu, self->plan.model->architecture->n_layers, &workload);
  for (double n_tokens = 256; n_tokens < 2048; n_tokens++)
    {
      double longer = tok_prefill_seconds (&workload, n_tokens, 0);

      g_assert_cmpfloat (longer, >, seconds);
      seconds = longer;
    }
}

static void
test_pipeline_needs_all_layers (TokPlanFixture *self,
                                gconstpointer   model)
{
  guint n_layers = self->plan.model->architecture->n_layers;
  TokWorkload workload;

  init_pair (self, &self->gpu, n_layers, &workload);
  g_assert_cmpfloat (tok_parallel_pipeline_gain (&workload, 8), >, 1.5);
  tok_plan_set (&self->plan, TOK_PARAM_KV_ON_CPU, 1);
  init_pair (self, &self->gpu, n_layers, &workload);
  g_assert_cmpfloat (tok_parallel_pipeline_gain (&workload, 8), ==, 1.0);
  tok_plan_set (&self->plan, TOK_PARAM_KV_ON_CPU, 0);
  init_pair (self, &self->gpu, n_layers - 8, &workload);
  g_assert_cmpfloat (tok_parallel_pipeline_gain (&workload, 8), ==, 1.0);
}

/* A card that multiplies at a twentieth of the other's rate. */
static void
test_pipeline_waits_for_the_slowest_card (TokPlanFixture *self,
                                          gconstpointer   model)
{
  TokDevice slow = self->gpu;
  TokWorkload pair, alone;
  double part;

  slow.matrix_flops /= 20.0;
  init_pair (self, &slow, self->plan.model->architecture->n_layers, &pair);
  alone = pair;
  alone.n_places = 1;
  alone.places[0] = pair.places[1];
  part = tok_prefill_seconds (&alone, 32768, 0);
  g_assert_cmpfloat (tok_prefill_seconds (&pair, 32768, 0), >=, part * (1.0 - 1e-3));
}

/* A tensor split sends every hidden vector of the micro-batch twice per layer. */
static void
test_tensor_split_of_a_prompt (TokPlanFixture *self,
                               gconstpointer   model)
{
  TokEstimate one, two;

  tok_estimate (&self->plan, &one);
  tok_plan_set_device (&self->plan, 1, &self->gpu);
  tok_plan_set (&self->plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_TENSOR);
  tok_estimate (&self->plan, &two);
  tok_assert_between (two.prefill_tok_s.likely / one.prefill_tok_s.likely, 0.43, 1.1);
}

/* Measured: gpt-oss-120b 180.4 -> 179.8 tok/s, GLM-4.5-Air 120.6 -> 92.6 (llama.cpp pull request 19378). */
static void
test_sparse_models_gain_nothing (TokPlanFixture *self,
                                 gconstpointer   model)
{
  double layer = pair_tok_s (self, "Qwen3-30B-A3B", TOK_SPLIT_LAYER, 0);

  g_assert_cmpfloat (pair_tok_s (self, "Qwen3-30B-A3B", TOK_SPLIT_TENSOR, 0), <=, layer);
}

static void
test_slowest_card_decides (TokPlanFixture *self,
                           gconstpointer   model)
{
  TokDevice slow = self->gpu;
  double even, uneven;

  tok_plan_set (&self->plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_TENSOR);
  slow.bandwidth /= 2.0;
  tok_plan_set_device (&self->plan, 1, &slow);
  uneven = tok_fixture_tok_s (&self->plan, 0);
  tok_plan_set_device (&self->plan, 0, &slow);
  even = tok_fixture_tok_s (&self->plan, 0);
  tok_assert_near (uneven, even, 1e-9);
}

/* Two cards take 33 us, four 40: six then take 47, and pass five sixths of the hidden vector in and out. */
static void
test_allreduce_of_six (TokPlanFixture *self,
                       gconstpointer   model)
{
  const double hidden_bytes = 4.0 * 4096.0, link = 0.8 * 31.5e9 / 2.0;
  TokEstimate estimate;

  for (guint i = 1; i < 6; i++)
    tok_plan_set_device (&self->plan, i, &self->gpu);
  tok_plan_set (&self->plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_TENSOR);
  tok_estimate (&self->plan, &estimate);
  tok_assert_near (estimate.decode.time.seconds[TOK_TERM_LINK], 2.0 * 32.0 * (47e-6 + 2.0 * 5.0 / 6.0 * hidden_bytes / link), ROUNDING);
}

/* Partial sums: llama.cpp adds them up in 32 bits, others in 16.  Rows are gathered in 32 by all. */
static void
test_engines_pass_on_what_they_compute_in (TokPlanFixture *self,
                                           gconstpointer   model)
{
  static const struct { TokEngine engine; double bytes; } rows[] = {
    { TOK_ENGINE_LLAMA_CUDA, 4 }, { TOK_ENGINE_OLLAMA, 4 }, { TOK_ENGINE_IK_LLAMA, 2 }, { TOK_ENGINE_VLLM, 2 }, { TOK_ENGINE_SGLANG, 2 },
  };

  tok_plan_set_device (&self->plan, 1, &self->gpu);
  tok_plan_set (&self->plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_TENSOR);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TokWorkload workload = { .plan = &self->plan, .model = self->plan.model, .mode = TOK_SPLIT_TENSOR, .n_places = 2, .layers = 32,
                               .link_seconds_per_byte = 1e-10 };

      tok_plan_set (&self->plan, TOK_PARAM_ENGINE, rows[i].engine);
      tok_assert_near (tok_parallel_exchange_seconds (&workload, 1024.0) - tok_parallel_exchange_seconds (&workload, 0.0),
                       2.0 * 32.0 * rows[i].bytes * 4096.0 * 1024.0 * 2e-10, 1e-9);
      workload.mode = TOK_SPLIT_ROW;
      tok_assert_near (tok_parallel_exchange_seconds (&workload, 1024.0) - tok_parallel_exchange_seconds (&workload, 0.0),
                       7.0 * 32.0 * 4.0 * 4096.0 * 1024.0 * 2e-10, 1e-9);
    }
}

/* @n cards like the fixture's, which then read a share each; one of them starts all and keeps the cache. */
static void
init_rows (TokPlanFixture *self,
           TokPlan        *plan,
           const char     *model,
           TokFileType     file_type,
           guint           n)
{
  tok_fixture_plan (plan, self->table, &self->gpu, &self->cpu, model, file_type);
  for (guint i = 1; i < n; i++)
    tok_plan_set_device (plan, i, &self->gpu);
  tok_plan_set (plan, TOK_PARAM_SPLIT_MODE, TOK_SPLIT_ROW);
}

static void
test_row_split (TokPlanFixture *self,
                gconstpointer   model)
{
  const double passed_bytes = 7.0 * 4.0 * 4096.0, link = 0.8 * 31.5e9 / 2.0;
  const double *seconds;
  TokEstimate estimate;
  g_auto (TokPlan) plan;

  init_rows (self, &plan, "Llama-3.1-8B", TOK_FILE_Q4_K_M, 2);
  tok_plan_set (&plan, TOK_PARAM_DEPTH, 1024);
  tok_estimate (&plan, &estimate);
  seconds = estimate.decode.time.seconds;
  tok_assert_near (seconds[TOK_TERM_WEIGHTS], 4.617e9 / 2.0 / (0.91 * 1008e9), 0.001);
  tok_assert_near (seconds[TOK_TERM_KV], 1024 * 131072.0 / (0.92 * 1008e9), 1e-9);
  tok_assert_near (seconds[TOK_TERM_LAUNCHES], 32 * 28e-6, 1e-9);
  tok_assert_near (seconds[TOK_TERM_LINK], 32 * (3 * self->table->general.row_layer_seconds + passed_bytes / link), 0.001);
}

/* Ratios to one card of XiongjieDai's GPU-Benchmarks-on-LLM-Inference, builds of the winter of 2023, 1k tokens deep; one constant for
 * all of them. */
static void
test_rows_of_4090s (TokPlanFixture *self,
                    gconstpointer   data)
{
  static const struct { const char *model; TokFileType type; double tok_s[3]; } rows[] = {
    { "Llama-2-7B", TOK_FILE_Q4_0, { 66.21 / 149.35, 62.15 / 149.35, 38.24 / 149.35 } },
    { "Llama-2-7B", TOK_FILE_F16, { 49.25 / 60.75, 50.55 / 60.75, 37.50 / 60.75 } },
  };
  static const guint counts[] = { 2, 3, 6 };

  self->table->general.row_layer_seconds = 110e-6;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint j = 0; j < G_N_ELEMENTS (counts); j++)
      {
        g_auto (TokPlan) one, many;

        init_rows (self, &one, rows[i].model, rows[i].type, 1);
        init_rows (self, &many, rows[i].model, rows[i].type, counts[j]);
        tok_plan_set (&one, TOK_PARAM_ENGINE_BUILD, 2024);
        tok_plan_set (&many, TOK_PARAM_ENGINE_BUILD, 2024);
        tok_assert_near (tok_fixture_tok_s (&many, 1006) / tok_fixture_tok_s (&one, 1006), rows[i].tok_s[j], 0.10);
      }
}

/* The same source: a prompt of 494 tokens sends every hidden vector over the link for every matrix. */
static void
test_rows_lose_prompt_speed (TokPlanFixture *self,
                             gconstpointer   data)
{
  static const struct { guint n; double ratio; } rows[] = { { 2, 1716.80 / 5528.08 }, { 3, 1006.45 / 5528.08 }, { 6, 440.64 / 5528.08 } };
  TokEstimate one, many;

  self->table->general.row_layer_seconds = 110e-6;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (TokPlan) plan;

      init_rows (self, &plan, "Llama-2-7B", TOK_FILE_Q4_0, rows[i].n);
      tok_plan_set (&plan, TOK_PARAM_ENGINE_BUILD, 2024);
      tok_plan_set (&plan, TOK_PARAM_PROMPT, 494);
      tok_estimate (&plan, &many);
      while (plan.n_devices > 1)
        tok_plan_remove_device (&plan, 1);
      tok_estimate (&plan, &one);
      tok_assert_near (many.prefill_tok_s.likely / one.prefill_tok_s.likely, rows[i].ratio, 0.15);
    }
}

static void
test_rows_wait_for_the_slowest_card (TokPlanFixture *self,
                                     gconstpointer   model)
{
  TokDevice slow = self->gpu;
  TokEstimate even, uneven;
  g_auto (TokPlan) plan;

  init_rows (self, &plan, model, TOK_FILE_Q4_K_M, 2);
  tok_plan_set (&plan, TOK_PARAM_DEPTH, 1024);
  tok_estimate (&plan, &even);
  slow.bandwidth /= 2.0;
  tok_plan_set_device (&plan, 1, &slow);
  tok_estimate (&plan, &uneven);
  /* Only its rows are slower: the cache is not its own. */
  tok_assert_near (uneven.decode.time.total - even.decode.time.total, even.decode.time.seconds[TOK_TERM_WEIGHTS], 1e-9);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  tok_add_plan_test ("/worked-examples/g/layer-and-tensor-split-over-two-4090", "Llama-3.1-8B", test_two_gpus);
  tok_add_plan_test ("/worked-examples/g/tensor-split-over-two-5060-ti-within-3%-of-measured", "Llama-3.1-8B", test_two_5060_ti);
  tok_add_plan_test ("/worked-examples/g/pipeline-prefill-within-1%-of-measured-1.60", "Llama-3.1-8B", test_pipeline);
  tok_add_plan_test ("/parallel/one-micro-batch-gains-nothing-from-a-pipeline", "Llama-3.1-8B", test_short_prompt_gains_nothing);
  tok_add_plan_test ("/parallel/a-longer-prompt-never-takes-less-time", "Llama-3.1-8B", test_short_rest_gains_little);
  tok_add_plan_test ("/parallel/nothing-is-pipelined-beside-the-cpu", "Llama-3.1-8B", test_pipeline_needs_all_layers);
  tok_add_plan_test ("/parallel/a-pipeline-is-no-faster-than-its-slowest-card", "Llama-3.1-8B", test_pipeline_waits_for_the_slowest_card);
  tok_add_plan_test ("/parallel/tensor-split-of-a-prompt-inside-the-measured-0.43-to-1.1", "Llama-3.1-8B",
                     test_tensor_split_of_a_prompt);
  tok_add_plan_test ("/parallel/sparse-models-gain-nothing-from-a-tensor-split", "Llama-3.1-8B", test_sparse_models_gain_nothing);
  tok_add_plan_test ("/parallel/an-even-tensor-split-waits-for-the-slowest-card", "Llama-3.1-8B", test_slowest_card_decides);

  tok_add_plan_test ("/parallel/every-further-card-lengthens-an-all-reduce", "Llama-3.1-8B", test_allreduce_of_six);

  tok_add_plan_test ("/parallel/engines-pass-on-what-they-compute-in", "Llama-3.1-8B", test_engines_pass_on_what_they_compute_in);
  tok_add_plan_test ("/parallel/a-row-split-shares-weights-only", "Llama-3.1-8B", test_row_split);
  tok_add_plan_test ("/parallel/rows-of-4090s-within-10%-of-measured-with-one-constant", "Llama-3.1-8B", test_rows_of_4090s);
  tok_add_plan_test ("/parallel/rows-lose-prompt-speed-within-15%-of-measured-as-the-link-is-unnamed", "Llama-3.1-8B", test_rows_lose_prompt_speed);
  tok_add_plan_test ("/parallel/rows-wait-for-the-slowest-card", "Llama-3.1-8B", test_rows_wait_for_the_slowest_card);

  return g_test_run ();
}
