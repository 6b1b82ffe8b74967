/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The estimate: its parts agree with each other, bands and basis say what is known, and the founding text's numbers come out. */

#include "constants.h"
#include "core/units.h"
#include "models.h"

static void
test_parts_agree (TokPlanFixture *self,
                  gconstpointer   model)
{
  TokEstimate deep, empty;

  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 20);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 12000);
  tok_estimate (&self->plan, &deep);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 0);
  tok_estimate (&self->plan, &empty);
  g_assert_cmpmem (&empty.decode, sizeof empty.decode, &deep.decode_empty, sizeof deep.decode_empty);
  g_assert_cmpmem (&empty.decode_empty, sizeof empty.decode_empty, &deep.decode_empty, sizeof deep.decode_empty);
  g_assert_cmpfloat (deep.decode.tok_s.likely, <, empty.decode.tok_s.likely);
}

/* Every token of the answer, one by one. */
static void
test_answer (TokPlanFixture *self,
             gconstpointer   model)
{
  const guint prompt = 1000, answer = 2000;
  TokEstimate estimate;
  double sum;

  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, prompt);
  tok_plan_set (&self->plan, TOK_PARAM_ANSWER, answer);
  tok_estimate (&self->plan, &estimate);
  sum = estimate.ttft_seconds.likely;
  for (guint i = 1; i < answer; i++)
    sum += 1.0 / tok_fixture_tok_s (&self->plan, prompt + i);
  tok_assert_near (estimate.answer_seconds, sum, 0.005);
}

static void
test_load (TokPlanFixture *self,
           gconstpointer   model)
{
  TokEstimate estimate;

  tok_estimate (&self->plan, &estimate);
  tok_assert_near (estimate.load_seconds, self->plan.model->file_bytes / 3e9, 1e-9);
  tok_plan_set (&self->plan, TOK_PARAM_DISK, 0.5);
  tok_estimate (&self->plan, &estimate);
  tok_assert_near (estimate.load_seconds, self->plan.model->file_bytes / 0.5e9, 1e-9);
}

static void
assert_band (const TokPlan *plan,
             TokBandKind    kind,
             TokBasis       basis)
{
  const TokBand *decode = &plan->efficiency->general.bands[kind][basis];
  /* The CPU and several GPUs err in a prompt as they do in a decode. */
  gboolean is_like_decode = kind == TOK_BAND_CPU || kind == TOK_BAND_OFFLOAD || kind == TOK_BAND_SEVERAL_GPUS;
  const TokBand *prefill = &plan->efficiency->general.bands[is_like_decode ? kind : TOK_BAND_PREFILL][basis];
  TokEstimate estimate;

  tok_estimate (plan, &estimate);
  g_assert_cmpuint (estimate.band, ==, kind);
  g_assert_cmpuint (estimate.basis, ==, basis);
  tok_assert_near (estimate.decode.tok_s.low, decode->low * estimate.decode.tok_s.likely, 1e-9);
  tok_assert_near (estimate.decode.tok_s.high, MIN (decode->high * estimate.decode.tok_s.likely, estimate.decode.ceiling_tok_s), 1e-9);
  tok_assert_near (estimate.prefill_tok_s.low, prefill->low * estimate.prefill_tok_s.likely, 1e-9);
  tok_assert_near (estimate.prefill_tok_s.high, prefill->high * estimate.prefill_tok_s.likely, 1e-9);
  tok_assert_near (estimate.ttft_seconds.low, estimate.ttft_seconds.likely / prefill->high, 1e-9);
  tok_assert_near (estimate.ttft_seconds.high, estimate.ttft_seconds.likely / prefill->low, 1e-9);
}

static void
test_band_of_a_known_chip (TokPlanFixture *self,
                           gconstpointer   model)
{
  assert_band (&self->plan, TOK_BAND_GPU, TOK_BASIS_CLASS);
}

/* Of the class, and measured with another engine only. */
static void
test_band_of_an_unknown_chip (TokPlanFixture *self,
                              gconstpointer   model)
{
  TokDevice sister = self->gpu;

  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_OLLAMA);
  assert_band (&self->plan, TOK_BAND_GPU, TOK_BASIS_FAMILY);
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_AUTO);
  assert_band (&self->plan, TOK_BAND_GPU, TOK_BASIS_CLASS);
  sister.chip = 0;
  tok_plan_set_device (&self->plan, 0, &sister);
  assert_band (&self->plan, TOK_BAND_GPU, TOK_BASIS_FAMILY);
}

static void
test_band_of_another_vendor (TokPlanFixture *self,
                             gconstpointer   model)
{
  TokDevice arc = tok_fixture_device (TOK_CLASS_INTEL_ARC_B, 456, 24);

  tok_plan_set_device (&self->plan, 0, &arc);
  assert_band (&self->plan, TOK_BAND_GPU, TOK_BASIS_SPECIFICATION);
}

/* One device of each kind that has bands of its own, near empty and deep. */
static void
test_band_by_device (TokPlanFixture *self,
                     gconstpointer   model)
{
  static const struct { TokDeviceClass device_class; TokBandKind empty, deep; } rows[] = {
    { TOK_CLASS_NV_AMPERE, TOK_BAND_GPU, TOK_BAND_GPU_DEEP },
    { TOK_CLASS_NV_HOPPER, TOK_BAND_HBM, TOK_BAND_HBM },
    { TOK_CLASS_APPLE_M3, TOK_BAND_APPLE, TOK_BAND_APPLE_DEEP },
    { TOK_CLASS_CPU_SERVER, TOK_BAND_CPU, TOK_BAND_CPU },
  };

  tok_plan_set (&self->plan, TOK_PARAM_CONTEXT, 4096);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TokDevice device = tok_fixture_device (rows[i].device_class, 800, 96);

      tok_plan_set_device (&self->plan, 0, &device);
      tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 0);
      assert_band (&self->plan, rows[i].empty, TOK_BASIS_FAMILY);
      tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 4096);
      assert_band (&self->plan, rows[i].deep, TOK_BASIS_FAMILY);
    }
}

/* From 4096 tokens on it stays; half of the way there it is half of both. */
static void
test_band_by_depth (TokPlanFixture *self,
                    gconstpointer   model)
{
  const TokGeneralConstants *general = &self->table->general;
  const TokBand *empty = &general->bands[TOK_BAND_GPU_MOE][TOK_BASIS_CLASS];
  const TokBand *deep = &general->bands[TOK_BAND_GPU_MOE_DEEP][TOK_BASIS_CLASS];
  TokEstimate estimate;

  tok_plan_set (&self->plan, TOK_PARAM_CONTEXT, 32768);
  assert_band (&self->plan, TOK_BAND_GPU_MOE, TOK_BASIS_CLASS);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 2048);
  tok_estimate (&self->plan, &estimate);
  tok_assert_near (estimate.decode.tok_s.low, (empty->low + deep->low) / 2.0 * estimate.decode.tok_s.likely, 1e-9);
  tok_assert_near (estimate.decode.tok_s.high, (empty->high + deep->high) / 2.0 * estimate.decode.tok_s.likely, 1e-9);
  tok_assert_near (estimate.decode_empty.tok_s.low, empty->low * estimate.decode_empty.tok_s.likely, 1e-9);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 4096);
  assert_band (&self->plan, TOK_BAND_GPU_MOE_DEEP, TOK_BASIS_CLASS);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 30000);
  assert_band (&self->plan, TOK_BAND_GPU_MOE_DEEP, TOK_BASIS_CLASS);
}

static void
test_band_of_several_devices (TokPlanFixture *self,
                              gconstpointer   model)
{
  tok_plan_set_device (&self->plan, 1, &self->gpu);
  assert_band (&self->plan, TOK_BAND_SEVERAL_GPUS, TOK_BASIS_CLASS);
  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 20);
  assert_band (&self->plan, TOK_BAND_OFFLOAD, TOK_BASIS_CLASS);
}

/* An assumed host counts as soon as it computes, and only then. */
static void
test_band_of_an_assumed_host (TokPlanFixture *self,
                              gconstpointer   model)
{
  g_auto (TokPlan) plan;

  tok_fixture_plan (&plan, self->table, &self->gpu, NULL, "Llama-3.1-8B", TOK_FILE_Q4_K_M);
  assert_band (&plan, TOK_BAND_GPU, TOK_BASIS_CLASS);
  tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, 30);
  assert_band (&plan, TOK_BAND_OFFLOAD, TOK_BASIS_SPECIFICATION);
  /* Whose it is nobody said. */
  tok_plan_set (&plan, TOK_PARAM_HOST_BANDWIDTH, 80);
  assert_band (&plan, TOK_BAND_OFFLOAD, TOK_BASIS_FAMILY);
}

/* A chip of the host's class is not the host, be it alone, beside an idle card or with a part of the layers. */
static void
test_band_of_an_unknown_host (TokPlanFixture *self,
                              gconstpointer   model)
{
  TokDevice sister = self->cpu;
  g_auto (TokPlan) plan;

  sister.chip = 0;
  tok_fixture_plan (&plan, self->table, &sister, NULL, "Llama-3.1-8B", TOK_FILE_Q4_K_M);
  assert_band (&plan, TOK_BAND_CPU, TOK_BASIS_FAMILY);
  tok_plan_set_host (&self->plan, &sister);
  assert_band (&self->plan, TOK_BAND_GPU, TOK_BASIS_CLASS);
  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 20);
  assert_band (&self->plan, TOK_BAND_OFFLOAD, TOK_BASIS_FAMILY);
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_CPU);
  assert_band (&self->plan, TOK_BAND_CPU, TOK_BASIS_FAMILY);
}

/* Nothing on the card, or an engine that leaves it alone: the host's speed. */
static void
test_band_of_an_idle_card (TokPlanFixture *self,
                           gconstpointer   model)
{
  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 0);
  assert_band (&self->plan, TOK_BAND_CPU, TOK_BASIS_CLASS);
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_CPU);
  assert_band (&self->plan, TOK_BAND_CPU, TOK_BASIS_CLASS);
}

/* A dense model has no experts to leave to the CPU. */
static void
test_band_ignores_missing_experts (TokPlanFixture *self,
                                   gconstpointer   model)
{
  g_auto (TokPlan) plan;

  tok_fixture_plan (&plan, self->table, &self->gpu, NULL, "Llama-3.1-8B", TOK_FILE_Q4_K_M);
  tok_plan_set (&plan, TOK_PARAM_EXPERT_LAYERS_CPU, 10);
  assert_band (&plan, TOK_BAND_GPU, TOK_BASIS_CLASS);
}

/* One request without a draft is a plain decode. */
static void
test_bands_of_batch_and_speculation (TokPlanFixture *self,
                                     gconstpointer   model)
{
  const TokBand (*bands)[TOK_N_BASES] = self->table->general.bands;
  g_autoptr (TokArchitecture) draft = tok_fixture_model ("Llama-3.2-1B");
  TokEstimate estimate;

  tok_estimate (&self->plan, &estimate);
  g_assert_cmpfloat (estimate.batch_band.low, ==, bands[TOK_BAND_GPU][TOK_BASIS_CLASS].low);
  g_assert_cmpfloat (estimate.speculation_band.high, ==, bands[TOK_BAND_GPU][TOK_BASIS_CLASS].high);
  tok_plan_set (&self->plan, TOK_PARAM_REQUESTS, 4);
  tok_plan_set_draft (&self->plan, draft);
  tok_plan_set (&self->plan, TOK_PARAM_DRAFT_LENGTH, 4);
  tok_estimate (&self->plan, &estimate);
  g_assert_cmpfloat (estimate.batch_band.low, ==, bands[TOK_BAND_BATCH][TOK_BASIS_CLASS].low);
  g_assert_cmpfloat (estimate.speculation_band.high, ==, bands[TOK_BAND_SPECULATION][TOK_BASIS_CLASS].high);
}

/* The weakest constants of all places decide. */
static void
test_basis (TokPlanFixture *self,
            gconstpointer   model)
{
  TokDevice laptop = tok_fixture_device (TOK_CLASS_CPU_LAPTOP, 80, 32);
  TokEstimate estimate;

  tok_plan_set_host (&self->plan, &laptop);
  tok_estimate (&self->plan, &estimate);
  g_assert_cmpuint (estimate.basis, ==, TOK_BASIS_CLASS);
  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 30);
  tok_estimate (&self->plan, &estimate);
  g_assert_cmpuint (estimate.basis, ==, TOK_BASIS_FAMILY);
}

static void
test_bottleneck (TokPlanFixture *self,
                 gconstpointer   model)
{
  TokEstimate estimate;

  tok_plan_set (&self->plan, TOK_PARAM_CONTEXT, 131072);
  tok_estimate (&self->plan, &estimate);
  g_assert_cmpuint (estimate.bottleneck, ==, TOK_TERM_WEIGHTS);
  g_assert_cmpfloat (estimate.gpu_wait_share, ==, 0.0);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 131072);
  tok_estimate (&self->plan, &estimate);
  g_assert_cmpuint (estimate.bottleneck, ==, TOK_TERM_KV);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 0);
  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 16);
  tok_estimate (&self->plan, &estimate);
  g_assert_cmpuint (estimate.bottleneck, ==, TOK_TERM_CPU);
  g_assert_cmpfloat (estimate.gpu_wait_share, >, 0.8);
}

/* Windows moves what does not fit over the link; Linux refuses it and is estimated as if it fitted. */
static void
test_spill (TokPlanFixture *self,
            gconstpointer   model)
{
  TokEstimate refused, spilled;
  g_auto (TokPlan) plan;

  tok_fixture_plan (&plan, self->table, &self->gpu, &self->cpu, "Qwen3-32B", TOK_FILE_Q6_K);
  tok_plan_set (&plan, TOK_PARAM_OS, TOK_OS_LINUX);
  tok_estimate (&plan, &refused);
  g_assert_cmpuint (refused.memory.fit, ==, TOK_FIT_NO);
  g_assert_cmpfloat (refused.decode.time.seconds[TOK_TERM_LINK], ==, 0.0);
  tok_plan_set (&plan, TOK_PARAM_OS, TOK_OS_WINDOWS);
  tok_estimate (&plan, &spilled);
  g_assert_cmpuint (spilled.memory.fit, ==, TOK_FIT_SPILLS);
  g_assert_cmpfloat (spilled.decode.time.seconds[TOK_TERM_LINK], >, 0.0);
  g_assert_cmpfloat (spilled.decode.tok_s.likely, <, refused.decode.tok_s.likely / 2.0);
  g_assert_cmpfloat (spilled.decode.ceiling_tok_s, <, refused.decode.ceiling_tok_s);
  g_assert_cmpfloat (spilled.decode.bytes_read, ==, refused.decode.bytes_read);
}

/* Over its GPU's budget a unified machine reads the rest at the rate of its CPU cores. */
static void
test_over_budget (TokPlanFixture *self,
                  gconstpointer   model)
{
  TokDevice apple = tok_fixture_device (TOK_CLASS_APPLE_M3, 400, 64);
  TokEstimate inside, over;
  g_auto (TokPlan) plan;

  apple.cpu_bandwidth = 100e9;
  apple.usable_bytes = 48.0 * TOK_GIB;
  tok_fixture_plan (&plan, self->table, &apple, NULL, "Llama-3-70B", TOK_FILE_Q4_K_M);
  tok_plan_set (&plan, TOK_PARAM_CONTEXT, 4096);
  tok_estimate (&plan, &inside);
  tok_plan_set (&plan, TOK_PARAM_CONTEXT, 49152);
  tok_estimate (&plan, &over);
  g_assert_cmpuint (inside.memory.fit, <=, TOK_FIT_TIGHT);
  g_assert_cmpuint (over.memory.fit, ==, TOK_FIT_SPILLS);
  tok_assert_near (over.decode.time.seconds[TOK_TERM_LINK],
                   over.decode.bytes_read / 100e9 * over.memory.spilled_bytes
                   / (over.memory.devices[0].weights + over.memory.devices[0].cache), 1e-6);
  g_assert_cmpfloat (over.decode.tok_s.likely, <, inside.decode.tok_s.likely);
}

/* The founding text's numbers. */

static void
test_four_models_on_one_card (TokPlanFixture *self,
                              gconstpointer   model)
{
  static const char *const models[] = { "Llama-3.2-1B", "Llama-3.1-8B", "Qwen2.5-14B", "Qwen2.5-32B" };
  TokEstimate estimate;
  double before = TOK_LARGEST;

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (TokArchitecture) base = tok_fixture_model (models[i]);

      tok_plan_set_model (&self->plan, base);
      tok_plan_set (&self->plan, TOK_PARAM_CONTEXT, 8192);
      tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
      tok_plan_set (&self->plan, TOK_PARAM_DEPTH, TOK_AUTO);
      tok_estimate (&self->plan, &estimate);
      g_assert_cmpuint (estimate.memory.fit, <=, TOK_FIT_TIGHT);
      g_assert_cmpuint (estimate.split.cpu_layers, ==, 0);
      g_assert_cmpfloat (estimate.decode.tok_s.likely, <, before);
      before = estimate.decode.tok_s.likely;
    }
  /* Comfortable to read: the notes' band is 10 to 25 tok/s, and faster still. */
  g_assert_cmpfloat (before, >, 25.0);
  tok_plan_set (&self->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_F16);
  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, 64);
  tok_estimate (&self->plan, &estimate);
  g_assert_cmpuint (estimate.memory.fit, ==, TOK_FIT_NO);
}

static void
test_f16_reads_three_times_as_much (TokPlanFixture *self,
                                    gconstpointer   model)
{
  TokEstimate small, large;

  tok_estimate (&self->plan, &small);
  tok_assert_near (self->plan.model->file_bytes, 4.9e9, 0.005);
  tok_plan_set (&self->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_F16);
  tok_estimate (&self->plan, &large);
  tok_assert_near (large.decode.bytes_read, 16e9, 0.08);
  tok_assert_near (small.decode.tok_s.likely / large.decode.tok_s.likely, 3.0, 0.10);
}

static void
test_prompt_costs_seconds_while_decode_runs_on (TokPlanFixture *self,
                                                gconstpointer   model)
{
  TokEstimate of_2024, of_2025;

  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 12000);
  tok_estimate (&self->plan, &of_2025);
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE_BUILD, 2024);
  tok_plan_set (&self->plan, TOK_PARAM_FLASH_ATTENTION, 0);
  tok_estimate (&self->plan, &of_2024);
  tok_assert_between (of_2024.ttft_seconds.likely, 3.0, 5.0);
  tok_assert_between (of_2025.ttft_seconds.likely, 1.0, 3.0);
  g_assert_cmpfloat (of_2024.decode.tok_s.likely, >, 100.0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  tok_add_plan_test ("/estimate/decode-is-the-curve's-point-at-its-depth", "Llama-3.1-8B", test_parts_agree);
  tok_add_plan_test ("/estimate/answer-is-the-sum-over-its-tokens-within-0.5%-for-cell-blocks", "Llama-3.1-8B", test_answer);
  tok_add_plan_test ("/estimate/load-is-the-file-at-the-disk's-speed", "Llama-3.1-8B", test_load);
  tok_add_plan_test ("/estimate/band/known-chip", "Llama-3.1-8B", test_band_of_a_known_chip);
  tok_add_plan_test ("/estimate/band/unknown-chip-of-a-known-class", "Llama-3.1-8B", test_band_of_an_unknown_chip);
  tok_add_plan_test ("/estimate/band/another-vendor", "Llama-3.1-8B", test_band_of_another_vendor);
  tok_add_plan_test ("/estimate/band/by-device", "Llama-3.1-8B", test_band_by_device);
  tok_add_plan_test ("/estimate/band/by-depth", "Qwen3-30B-A3B", test_band_by_depth);
  tok_add_plan_test ("/estimate/band/several-devices", "Llama-3.1-8B", test_band_of_several_devices);
  tok_add_plan_test ("/estimate/band/assumed-host", "Llama-3.1-8B", test_band_of_an_assumed_host);
  tok_add_plan_test ("/estimate/band/host-of-a-measured-class-is-family", "Llama-3.1-8B", test_band_of_an_unknown_host);
  tok_add_plan_test ("/estimate/band/idle-card", "Llama-3.1-8B", test_band_of_an_idle_card);
  tok_add_plan_test ("/estimate/band/no-experts-no-host", "Llama-3.1-8B", test_band_ignores_missing_experts);
  tok_add_plan_test ("/estimate/band/batch-and-speculation", "Llama-3.1-8B", test_bands_of_batch_and_speculation);
  tok_add_plan_test ("/estimate/basis-is-the-weakest-of-all-places", "Llama-3.1-8B", test_basis);
  tok_add_plan_test ("/estimate/bottleneck-is-the-largest-term", "Llama-3.1-8B", test_bottleneck);
  tok_add_plan_test ("/estimate/windows-spills-what-linux-refuses", "Llama-3.1-8B", test_spill);
  tok_add_plan_test ("/estimate/a-unified-machine-reads-what-is-over-budget-slower", "Llama-3.1-8B", test_over_budget);
  tok_add_plan_test ("/founding-text/1b-to-32b-fit-24-gb-and-the-32b's-f16-does-not", "Llama-3.1-8B",
                     test_four_models_on_one_card);
  tok_add_plan_test ("/founding-text/f16-reads-16-gb-within-8%-for-the-embedding-at-a-third-of-the-speed-within-10%",
                     "Llama-3.1-8B", test_f16_reads_three_times_as_much);
  tok_add_plan_test ("/founding-text/a-12k-prompt-costs-3-to-5-s-on-a-build-of-2024", "Llama-3.1-8B",
                     test_prompt_costs_seconds_while_decode_runs_on);

  return g_test_run ();
}
