/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prefill: worked examples, letter i, and the closed form against the sum it stands for. */

#include "constants.h"
#include "core/prefill.h"

#define ROUNDING 0.01

/* The reference counts no tiles in a prompt, where they are 2 % of a micro-batch of 512 (physics notes 6.2). */
static void
forget_tiles (TokPlanFixture *self)
{
  self->table->general.gemm_tile_tokens = 0.0;
}

static void
test_prefill (TokPlanFixture *self,
              gconstpointer   model)
{
  static const struct { double n_tokens, tok_s, tok_s_2024; } rows[] = {
    { 512, 9422, 6957 }, { 2048, 9041, 6051 },  { 4096, 8578, 5155 },
    { 8192, 0, 3978 },   { 12288, 7121, 3238 }, { 32768, 4998, 1678 },
  };

  forget_tiles (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TokEstimate estimate;

      tok_plan_set (&self->plan, TOK_PARAM_CONTEXT, 65536);
      tok_plan_set (&self->plan, TOK_PARAM_PROMPT, rows[i].n_tokens);
      tok_plan_set (&self->plan, TOK_PARAM_ENGINE_BUILD, 2025);
      tok_plan_set (&self->plan, TOK_PARAM_FLASH_ATTENTION, 1);
      tok_estimate (&self->plan, &estimate);
      if (rows[i].tok_s > 0.0)
        tok_assert_near (estimate.prefill_tok_s.likely, rows[i].tok_s, ROUNDING);
      tok_plan_set (&self->plan, TOK_PARAM_ENGINE_BUILD, 2024);
      tok_estimate (&self->plan, &estimate);
      tok_assert_near (estimate.prefill_tok_s.likely, rows[i].tok_s_2024, ROUNDING);
    }
}

static void
test_paste (TokPlanFixture *self,
            gconstpointer   model)
{
  TokEstimate estimate;

  forget_tiles (self);
  tok_plan_set (&self->plan, TOK_PARAM_CONTEXT, 16384);
  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 12288);
  tok_estimate (&self->plan, &estimate);
  /* The reference has no host time per prompt token: 12 ms here. */
  tok_assert_near (estimate.ttft_seconds.likely, 1.733, 0.01 + ROUNDING);
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE_BUILD, 2024);
  tok_estimate (&self->plan, &estimate);
  tok_assert_near (estimate.ttft_seconds.likely, 3.807, 0.01 + ROUNDING);
  tok_assert_between (estimate.ttft_seconds.likely, 3, 5);
}

/* The sum over micro-batches, one after the other, which the closed form stands for. */
static void
test_closed_form (TokPlanFixture *self,
                  gconstpointer   model)
{
  const double n_tokens = 5000, ubatch = 512, past = 300;
  TokWorkload workload;
  TokSplit split;
  double sum = 0.0;

  tok_fixture_split (&self->plan, self->plan.model->architecture->n_layers, &split);
  tok_workload_init (&workload, &self->plan, self->plan.model, &split, NULL);
  for (double done = 0.0; done < n_tokens; done += ubatch)
    sum += tok_prefill_seconds (&workload, MIN (ubatch, n_tokens - done), past + done);
  tok_assert_near (tok_prefill_seconds (&workload, n_tokens, past), sum, 1e-12);
}

/* Attention's share of the time is quadratic in a model without windows and linear beyond the window. */
static void
test_windows (TokPlanFixture *self,
              gconstpointer   model)
{
  TokWorkload workload;
  TokSplit split;
  double far, farther;

  tok_fixture_split (&self->plan, self->plan.model->architecture->n_layers, &split);
  tok_workload_init (&workload, &self->plan, self->plan.model, &split, NULL);
  workload.places[0].cells[TOK_CELLS_FULL] = (TokCells) { 0 };
  far = tok_prefill_seconds (&workload, 512, 4096);
  farther = tok_prefill_seconds (&workload, 512, 65536);
  tok_assert_near (far, farther, 1e-12);
  g_assert_cmpfloat (far, >, tok_prefill_seconds (&workload, 512, 0));
}

/* One token at the end of a long cache reads all of it, as a decoded one does. */
static void
test_one_token_reads_the_cache (TokPlanFixture *self,
                                gconstpointer   model)
{
  const double past = 131072;
  TokWorkload workload;
  TokSplit split;
  TokStep step;

  tok_fixture_split (&self->plan, self->plan.model->architecture->n_layers, &split);
  tok_workload_init (&workload, &self->plan, self->plan.model, &split, NULL);
  tok_decode_step (&workload, past, 1, 1, &step);
  g_assert_cmpfloat (step.time.seconds[TOK_TERM_KV], >, step.time.seconds[TOK_TERM_WEIGHTS]);
  tok_assert_near (tok_prefill_seconds (&workload, 1, past), step.time.total, 1e-3);
  /* Two of them share the reading. */
  tok_assert_near (tok_prefill_seconds (&workload, 2, past), step.time.total, 0.05);
}

static void
test_cached_prefix (TokPlanFixture *self,
                    gconstpointer   model)
{
  TokEstimate cold, warm;

  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 12288);
  tok_estimate (&self->plan, &cold);
  tok_plan_set (&self->plan, TOK_PARAM_CACHED, 11776);
  tok_estimate (&self->plan, &warm);
  /* 512 of 12288 tokens are read, at the end, where they attend to all before them. */
  tok_assert_between (warm.ttft_seconds.likely / cold.ttft_seconds.likely, 512.0 / 12288.0, 0.08);
  g_assert_cmpfloat (warm.prefill_tok_s.likely, <, cold.prefill_tok_s.likely);
  /* The whole prompt cached: one token is still read for its logits. */
  tok_plan_set (&self->plan, TOK_PARAM_CACHED, 12288);
  tok_estimate (&self->plan, &warm);
  g_assert_cmpfloat (warm.ttft_seconds.likely, <, 0.05);
  g_assert_cmpfloat (warm.prefill_tok_s.likely, >, 0.0);
}

/* With weights in host memory every micro-batch sends them over the link again (physics notes 6.3, derived: 656, 1225, 2162
 * and 3500 tok/s over PCIe 4 x16 with pinned memory). */
static void
test_micro_batch_of_offloaded_experts (TokPlanFixture *self,
                                       gconstpointer   model)
{
  static const struct { double ubatch, tok_s; } rows[] = { { 512, 656 }, { 1024, 1225 }, { 2048, 2162 }, { 4096, 3500 } };

  self->table->general.link_share_pageable = self->table->general.link_share_pinned;
  tok_plan_set (&self->plan, TOK_PARAM_CONTEXT, 8192);
  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 4096);
  tok_plan_set (&self->plan, TOK_PARAM_EXPERT_LAYERS_CPU, 48);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TokEstimate estimate;

      tok_plan_set (&self->plan, TOK_PARAM_UBATCH, rows[i].ubatch);
      tok_estimate (&self->plan, &estimate);
      tok_assert_near (estimate.prefill_tok_s.likely, rows[i].tok_s, 0.15);
    }
}

/* RTX 3090 with 25 to 28 of gpt-oss-120b's layers of experts in host memory: every micro-batch waits for all the experts it visits, then
 * for its arithmetic.  All experts, 44 GB, in the 1.18 s that are not arithmetic would be more than PCIe 4 x16 carries; the 0.73 of
 * them that tokens of one text visit are 0.88 of it, which pinned memory reaches (physics notes, batch and links). */
static void
test_micro_batch_of_gpt_oss (TokPlanFixture *self,
                             gconstpointer   model)
{
  static const struct { double ubatch, prompt, expert_layers, measured; } rows[] = {
    { 256, 4096, 25, 240.03 },   { 512, 4096, 26, 380.27 },   { 2048, 4096, 25, 1112.54 },
    { 4096, 4096, 26, 1682.47 }, { 8192, 8192, 28, 2090.68 },
  };
  TokDevice rtx_3090 = tok_fixture_device (TOK_CLASS_NV_AMPERE, 936, 24);
  g_auto (TokPlan) plan;

  rtx_3090.link_bandwidth = tok_device_pcie_bandwidth (4, 16);
  self->table->general.link_share_pageable = 0.88;
  for (guint i = 0; i < TOK_N_BUILD_YEARS; i++)
    self->table->cells[TOK_CLASS_NV_AMPERE][TOK_ENGINE_LLAMA_CUDA][i].expert_union_factor = 0.73;
  tok_fixture_plan (&plan, self->table, &rtx_3090, &self->cpu, "gpt-oss-120b", TOK_FILE_MXFP4_MOE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TokEstimate estimate;

      tok_plan_set (&plan, TOK_PARAM_PROMPT, rows[i].prompt);
      tok_plan_set (&plan, TOK_PARAM_UBATCH, rows[i].ubatch);
      tok_plan_set (&plan, TOK_PARAM_EXPERT_LAYERS_CPU, rows[i].expert_layers);
      tok_estimate (&plan, &estimate);
      tok_assert_near (estimate.prefill_tok_s.likely, rows[i].measured, 0.16);
    }
}

/* RTX 3090 Ti, 7B Q4_0, no flash attention (llama.cpp pull request 4812): 4035 -> 238 tok/s with the cache on the CPU, which then
 * computes the attention of the whole prompt, 69 GFLOP at 34 GFLOP/s. */
static void
test_cache_on_the_cpu (TokPlanFixture *self,
                       gconstpointer   model)
{
  const double attention_flops = 512.0 * 512.0 / 2.0 * 4.0 * 4096.0 * 32.0;
  TokDevice rtx_3090_ti = tok_fixture_device (TOK_CLASS_NV_AMPERE, 1008, 24);
  TokEstimate on_gpu, on_cpu;
  g_auto (TokPlan) plan;

  for (guint i = 0; i < TOK_N_BUILD_YEARS; i++)
    self->table->cells[TOK_CLASS_CPU_DESKTOP][TOK_ENGINE_LLAMA_CPU][i].attention_share_no_flash = 34e9 / 1.6e12;
  tok_fixture_plan (&plan, self->table, &rtx_3090_ti, &self->cpu, "Llama-2-7B", TOK_FILE_Q4_0);
  tok_plan_set (&plan, TOK_PARAM_FLASH_ATTENTION, 0);
  tok_plan_set (&plan, TOK_PARAM_PROMPT, 512);
  tok_estimate (&plan, &on_gpu);
  tok_plan_set (&plan, TOK_PARAM_KV_ON_CPU, 1);
  tok_estimate (&plan, &on_cpu);
  tok_assert_near (512.0 / on_cpu.prefill_tok_s.likely - 512.0 / on_gpu.prefill_tok_s.likely, attention_flops / 34e9, 0.01);
  tok_assert_near (on_cpu.prefill_tok_s.likely, 237.84, 0.05);
}

/* RTX 3090 Ti, 7B Q4_0, micro-batches of 1024 with no, three and six layers on the card (llama.cpp pull request 6083): 20.5 ms for each
 * layer that has to be sent are 6 GB/s, and the CPU has no part in it, so neither has the speed of its attention. */
static void
test_attention_moves_with_the_weights (TokPlanFixture *self,
                                       gconstpointer   model)
{
  static const struct { double gpu_layers, measured; } rows[] = { { 0, 1178.01 }, { 3, 1294.10 }, { 6, 1371.72 } };
  TokDevice rtx_3090_ti = tok_fixture_device (TOK_CLASS_NV_AMPERE, 1008, 24);
  g_auto (TokPlan) plan;

  rtx_3090_ti.link_bandwidth = tok_device_pcie_bandwidth (4, 16);
  self->table->general.link_share_pageable = 6e9 / rtx_3090_ti.link_bandwidth;
  for (guint i = 0; i < TOK_N_BUILD_YEARS; i++)
    self->table->cells[TOK_CLASS_CPU_DESKTOP][TOK_ENGINE_LLAMA_CPU][i].attention_share = 1e-6;
  tok_fixture_plan (&plan, self->table, &rtx_3090_ti, &self->cpu, "Llama-2-7B", TOK_FILE_Q4_0);
  tok_plan_set (&plan, TOK_PARAM_PROMPT, 1024);
  tok_plan_set (&plan, TOK_PARAM_UBATCH, 1024);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TokEstimate estimate;

      tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, rows[i].gpu_layers);
      tok_estimate (&plan, &estimate);
      tok_assert_near (estimate.prefill_tok_s.likely, rows[i].measured, 0.10);
    }
}

/* ik_llama.cpp uploads from 32 x 128 / 8 = 512 tokens on. */
static void
test_fork_waits_for_busy_experts (TokPlanFixture *self,
                                  gconstpointer   model)
{
  static const struct { double prompt; gboolean uploads; } rows[] = { { 511, FALSE }, { 512, TRUE } };

  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_IK_LLAMA);
  tok_plan_set (&self->plan, TOK_PARAM_EXPERT_LAYERS_CPU, 48);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TokEstimate before, after;

      tok_plan_set (&self->plan, TOK_PARAM_PROMPT, rows[i].prompt);
      self->plan.devices[0].device.link_bandwidth = 30e9;
      tok_estimate (&self->plan, &before);
      self->plan.devices[0].device.link_bandwidth = 10e9;
      tok_estimate (&self->plan, &after);
      g_assert_cmpint (after.prefill_tok_s.likely < before.prefill_tok_s.likely, ==, rows[i].uploads);
    }
}

/* The rate of a chip's GPU says nothing about its CPU. */
static void
test_cpu_engine_leaves_the_gpu_alone (TokPlanFixture *self,
                                      gconstpointer   model)
{
  TokDevice slow = tok_fixture_device (TOK_CLASS_APPLE_M3, 400, 64), fast = slow;
  TokEstimate with_slow, with_fast;

  slow.matrix_flops = 10e12;
  fast.matrix_flops = 40e12;
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_CPU);
  tok_plan_set_device (&self->plan, 0, &slow);
  tok_estimate (&self->plan, &with_slow);
  tok_plan_set_device (&self->plan, 0, &fast);
  tok_estimate (&self->plan, &with_fast);
  g_assert_cmpfloat (with_slow.prefill_tok_s.likely, ==, with_fast.prefill_tok_s.likely);
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_METAL);
  tok_estimate (&self->plan, &with_fast);
  tok_plan_set_device (&self->plan, 0, &slow);
  tok_estimate (&self->plan, &with_slow);
  g_assert_cmpfloat (with_slow.prefill_tok_s.likely, <, with_fast.prefill_tok_s.likely);
}

/* Neither the card nor its link has a part in it. */
static void
test_cpu_engine_uploads_nothing (TokPlanFixture *self,
                                 gconstpointer   model)
{
  TokEstimate beside_card, alone;

  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 4096);
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_CPU);
  tok_estimate (&self->plan, &beside_card);
  tok_plan_set_device (&self->plan, 0, &self->cpu);
  tok_estimate (&self->plan, &alone);
  tok_assert_near (beside_card.prefill_tok_s.likely, alone.prefill_tok_s.likely, 0.001);
}

/* Below 32 tokens the CPU computes its own weights: no upload, but a slower rate. */
static void
test_short_prompts_stay_on_the_cpu (TokPlanFixture *self,
                                    gconstpointer   model)
{
  TokEstimate short_prompt, long_prompt;

  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 0);
  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 31);
  tok_estimate (&self->plan, &short_prompt);
  self->plan.devices[0].device.link_bandwidth = 1e9;
  tok_estimate (&self->plan, &long_prompt);
  tok_assert_near (long_prompt.prefill_tok_s.likely, short_prompt.prefill_tok_s.likely, 1e-12);
  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 512);
  tok_estimate (&self->plan, &long_prompt);
  g_assert_cmpfloat (long_prompt.prefill_tok_s.likely, <, 512.0 * 0.5 * 1e9 / 4.3e9);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  tok_add_plan_test ("/worked-examples/i/prefill-by-length-within-1%", "Llama-3.1-8B", test_prefill);
  tok_add_plan_test ("/worked-examples/i/12k-paste-within-2%-as-tokenizing-is-counted", "Llama-3.1-8B", test_paste);
  tok_add_plan_test ("/prefill/closed-form-is-the-sum-over-micro-batches", "Llama-3.1-8B", test_closed_form);
  tok_add_plan_test ("/prefill/closed-form-is-the-sum-with-windows-and-experts", "gpt-oss-20b", test_closed_form);
  tok_add_plan_test ("/prefill/windowed-attention-stops-growing", "Gemma-3-27B", test_windows);
  tok_add_plan_test ("/prefill/one-token-reads-the-cache-as-a-decoded-one-does", "Llama-3.1-8B", test_one_token_reads_the_cache);
  tok_add_plan_test ("/prefill/cached-prefix-is-not-read-again", "Llama-3.1-8B", test_cached_prefix);
  tok_add_plan_test ("/prefill/micro-batch-of-offloaded-experts-within-15%-as-the-notes-overlap-copies", "Qwen3-30B-A3B",
                     test_micro_batch_of_offloaded_experts);
  tok_add_plan_test ("/prefill/micro-batches-of-gpt-oss-120b-within-16%-of-measured-as-256-tokens-visit-fewer", "gpt-oss-120b",
                     test_micro_batch_of_gpt_oss);
  tok_add_plan_test ("/prefill/attention-moves-with-the-weights-within-10%-of-measured", "Llama-2-7B", test_attention_moves_with_the_weights);
  tok_add_plan_test ("/prefill/a-cache-on-the-cpu-has-the-cpu-attend-within-5%-of-measured", "Llama-2-7B", test_cache_on_the_cpu);
  tok_add_plan_test ("/prefill/a-cpu-engine-leaves-the-gpu-alone", "Llama-3.1-8B", test_cpu_engine_leaves_the_gpu_alone);
  tok_add_plan_test ("/prefill/a-cpu-engine-uploads-nothing-so-is-as-fast-as-the-cpu-alone", "Llama-3.1-8B", test_cpu_engine_uploads_nothing);
  tok_add_plan_test ("/prefill/the-fork-waits-for-32-tokens-per-expert", "Qwen3-30B-A3B", test_fork_waits_for_busy_experts);
  tok_add_plan_test ("/prefill/fewer-than-32-tokens-are-computed-where-the-weights-lie", "Llama-3.1-8B",
                     test_short_prompts_stay_on_the_cpu);

  return g_test_run ();
}
