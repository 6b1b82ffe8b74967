/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places: what threads, cores, experts, batches and a measured chip make of a class's constants. */

#include "core/place.h"

#include "constants.h"
#include "core/prefill.h"
#include "core/units.h"
#include "models.h"

/* The constants of @device_class with @engine in the newest build, to be changed. */
static TokEfficiency *
constants_of (TokPlanFixture *self,
              TokDeviceClass  device_class,
              TokEngine       engine)
{
  return &self->table->cells[device_class][engine][TOK_LAST_BUILD_YEAR - TOK_FIRST_BUILD_YEAR];
}

static TokEfficiency *
card_constants (TokPlanFixture *self)
{
  return constants_of (self, TOK_CLASS_NV_ADA, TOK_ENGINE_LLAMA_CUDA);
}

static TokEfficiency *
cpu_constants (TokPlanFixture *self)
{
  return constants_of (self, TOK_CLASS_CPU_DESKTOP, TOK_ENGINE_LLAMA_CPU);
}

static TokPlace
card_place (TokPlanFixture *self)
{
  TokPlace place;

  tok_place_init (&place, &self->plan, self->plan.model, &self->plan.devices[0].device, TOK_ENGINE_LLAMA_CUDA);
  return place;
}

/* The fixture's desktop with @cores cores, working with @threads. */
static TokPlace
cpu_place (TokPlanFixture *self,
           guint           cores,
           double          threads)
{
  TokPlace place;

  self->cpu.cores = cores;
  tok_plan_set (&self->plan, TOK_PARAM_THREADS, threads);
  tok_place_init (&place, &self->plan, self->plan.model, &self->cpu, TOK_ENGINE_LLAMA_CPU);
  return place;
}

static void
test_a_cpu_unpacks_while_it_reads (TokPlanFixture *self,
                                   gconstpointer   model)
{
  const double read = 1.0 / (0.62 * 96e9), unpack = 1.0 / (4 * 10e9 * 0.5625);
  const double share = self->plan.model->dense_type_share[TOK_TENSOR_Q4_K];

  g_assert_cmpfloat (share, >, 0.5);
  tok_assert_near (cpu_place (self, 16, 4).dense_seconds_per_byte, read, 1e-12);
  cpu_constants (self)->thread_weights_per_second[TOK_TENSOR_Q4_K] = 10e9;
  tok_assert_near (cpu_place (self, 16, 4).dense_seconds_per_byte, (1.0 - share) * read + share * hypot (read, unpack), 1e-12);
  tok_assert_near (cpu_place (self, 16, TOK_AUTO).dense_seconds_per_byte,
                   (1.0 - share) * read + share * hypot (read, unpack / 4.0), 1e-12);
  /* Cores that nobody knows are no limit. */
  tok_assert_near (cpu_place (self, 0, TOK_AUTO).dense_seconds_per_byte, read, 1e-12);
}

/* Of gpt-oss only the experts are in MXFP4: on a CPU that holds them alone the eight bits of attention and head are no relief. */
static void
test_experts_are_read_at_the_pace_of_their_types (TokPlanFixture *self,
                                                  gconstpointer   model)
{
  const double read = 1.0 / (0.62 * 96e9), unpack = 1.0 / (4 * 10e9 * 0.53125);
  double share;

  tok_plan_set (&self->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_MXFP4_MOE);
  share = self->plan.model->expert_type_share[TOK_TENSOR_MXFP4];
  cpu_constants (self)->thread_weights_per_second[TOK_TENSOR_MXFP4] = 10e9;
  tok_assert_near (cpu_place (self, 16, 4).dense_seconds_per_byte, read, 1e-12);
  tok_assert_near (cpu_place (self, 16, 4).expert_seconds_per_byte, (1.0 - share) * read + share * hypot (read, unpack), 1e-12);
}

/* Speed of the plan's model on a CPU of @bandwidth bytes/s that realizes @weight_share of it, one thread unpacking
 * @thread_weights_per_second of @type. */
static double
cpu_tok_s (TokPlanFixture *self,
           double          bandwidth,
           double          weight_share,
           TokTensorType   type,
           double          thread_weights_per_second,
           double          threads)
{
  TokEfficiency *constants = cpu_constants (self);

  constants->weight_share = weight_share;
  constants->thread_weights_per_second[type] = thread_weights_per_second;
  self->cpu.bandwidth = bandwidth;
  tok_plan_set_device (&self->plan, 0, &self->cpu);
  tok_plan_set (&self->plan, TOK_PARAM_THREADS, threads);
  return tok_fixture_tok_s (&self->plan, 0);
}

/* i9-13900K, 7B Q4_0 (llama.cpp's llama-bench README): its memory is not told, so DDR5-5600 at 80 %; 28 billion weights per second
 * and thread are the 15 to 16 GB/s of physics notes 5.2. */
static void
test_threads_of_an_i9_13900k (TokPlanFixture *self,
                              gconstpointer   model)
{
  static const struct { double threads, measured; } rows[] = { { 1, 4.05 }, { 2, 7.80 }, { 4, 12.22 }, { 8, 16.71 } };

  tok_plan_set (&self->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_Q4_0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    tok_assert_near (cpu_tok_s (self, 89.6e9, 0.8, TOK_TENSOR_Q4_0, 28e9, rows[i].threads), rows[i].measured, 0.06);
}

/* Ryzen 9 7950X with DDR5-5200, 8B IQ3_S: 3.71 tok/s with 2 threads (ik_llama.cpp discussion 164), 16.14 with 16 (pull request 518). */
static void
test_threads_of_a_ryzen_7950x (TokPlanFixture *self,
                               gconstpointer   model)
{
  tok_plan_set (&self->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_IQ3_S);
  tok_assert_near (cpu_tok_s (self, 83.2e9, 0.8, TOK_TENSOR_IQ3_S, 13.5e9, 2), 3.71, 0.05);
  tok_assert_near (cpu_tok_s (self, 83.2e9, 0.8, TOK_TENSOR_IQ3_S, 13.5e9, 16), 16.14, 0.05);
}

static void
test_a_gpu_unpacks_while_it_reads (TokPlanFixture *self,
                                   gconstpointer   model)
{
  card_constants (self)->thread_weights_per_second[TOK_TENSOR_Q4_K] = 10e9;
  tok_plan_set (&self->plan, TOK_PARAM_THREADS, 4);
  tok_assert_near (card_place (self).dense_seconds_per_byte, 1.0 / (0.91 * 1008e9), 1e-12);
}

/* A Xeon 6980P has 128 cores: 6.60 tok/s with 128 threads and 5.05 with 172 (ik_llama.cpp discussion 201). */
static void
test_threads_beyond_the_cores_only_wait_for_each_other (TokPlanFixture *self,
                                                        gconstpointer   model)
{
  const TokLayerSums layers = { .layers = 32 };
  TokPlace all, beyond;

  cpu_constants (self)->thread_weights_per_second[TOK_TENSOR_Q4_K] = 10e9;
  cpu_constants (self)->thread_sync_seconds = 1.4e-6;
  all = cpu_place (self, 128, 128);
  tok_place_add_launches (&all, &layers);
  beyond = cpu_place (self, 128, 172);
  tok_place_add_launches (&beyond, &layers);
  g_assert_cmpfloat (beyond.dense_seconds_per_byte, ==, all.dense_seconds_per_byte);
  tok_assert_near (beyond.fixed_seconds - all.fixed_seconds, 32 * 44 * 1.4e-6, 1e-9);
}

/* The rest of such a layer is somewhere else: four operations of some thirty, each of which all threads wait for. */
static void
test_experts_alone_take_a_part_of_a_layer (TokPlanFixture *self,
                                           gconstpointer   model)
{
  const TokLayerSums layers = { .layers = 48, .moe_layers = 48 };
  TokPlace place;

  cpu_constants (self)->thread_sync_seconds = 2e-6;
  self->table->general.expert_launch_share = 0.25;
  place = cpu_place (self, 16, 16);
  tok_place_add_expert_launches (&place, &layers);
  tok_assert_near (place.fixed_seconds, 48 * 0.25 * (cpu_constants (self)->layer_seconds + 16 * 2e-6), 1e-12);
}

static void
test_arithmetic_of_a_cpu_follows_its_cores (TokPlanFixture *self,
                                            gconstpointer   model)
{
  const double of_class = 1.6e12;

  tok_assert_near (cpu_place (self, 8, TOK_AUTO).gemm_flops_per_second, of_class, 1e-12);
  cpu_constants (self)->core_flops = 100e9;
  tok_assert_near (cpu_place (self, 8, TOK_AUTO).gemm_flops_per_second, 8 * 100e9, 1e-12);
  tok_assert_near (cpu_place (self, 8, 4).gemm_flops_per_second, 4 * 100e9, 1e-12);
  tok_assert_near (cpu_place (self, 8, 16).gemm_flops_per_second, 8 * 100e9, 1e-12);
  tok_assert_near (cpu_place (self, 0, TOK_AUTO).gemm_flops_per_second, of_class, 1e-12);
  self->cpu.matrix_flops = 3e12;
  tok_assert_near (cpu_place (self, 8, TOK_AUTO).gemm_flops_per_second, 3e12, 1e-12);
}

/* F16 needs no unpacking, and experts decide where there are any. */
static void
test_products_run_by_the_type_of_their_weights (TokPlanFixture *self,
                                                gconstpointer   model)
{
  g_autoptr (TokArchitecture) sparse = tok_fixture_model ("gpt-oss-20b");
  double usual = card_place (self).gemm_flops_per_second;

  card_constants (self)->gemm_type_factor[TOK_TENSOR_F16] = 1.25;
  g_assert_cmpfloat (card_place (self).gemm_flops_per_second, ==, usual);
  tok_plan_set (&self->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_F16);
  tok_assert_near (card_place (self).gemm_flops_per_second, 1.25 * usual, 0.001);
  tok_plan_set_model (&self->plan, sparse);
  tok_plan_set (&self->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_MXFP4_MOE);
  card_constants (self)->gemm_type_factor[TOK_TENSOR_MXFP4] = 1.6;
  tok_assert_near (card_place (self).gemm_flops_per_second, 1.6 * usual, 0.001);
}

/* Physics notes: launches of a MoE layer grow with (k / 8)^0.2 … 0.4. */
static void
test_launches_of_experts_grow_with_their_number (TokPlanFixture *self,
                                                 gconstpointer   model)
{
  TokExperts *experts = &self->plan.model->architecture->experts;

  self->table->general.expert_count_exponent = 0.3;
  tok_assert_near (card_place (self).moe_layer_seconds, 14e-6, 1e-12);
  experts->experts_per_token = 22;
  tok_assert_near (card_place (self).moe_layer_seconds, 14e-6 * pow (22.0 / 8.0, 0.3), 1e-12);
  experts->experts_per_token = 1;
  tok_assert_near (card_place (self).moe_layer_seconds, 14e-6 * pow (8.0, -0.3), 1e-12);
}

/* Physics notes, batch: with CUDA 0.73 of the further experts that routing by chance visits, with Metal twice as many are read. */
static void
test_tokens_of_a_batch_share_experts (TokPlanFixture *self,
                                      gconstpointer   model)
{
  static const double factors[] = { 0.0, 0.73, 1.0, 2.0 };
  const double one = 8.0 / 128.0, by_chance = 1.0 - pow (1.0 - one, 8);
  TokPlace place = card_place (self);

  for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
    {
      card_constants (self)->expert_union_factor = factors[i];
      g_assert_cmpfloat (tok_place_visited_share (&place, one), ==, one);
      tok_assert_near (tok_place_visited_share (&place, by_chance), one + factors[i] * (by_chance - one), 1e-12);
      g_assert_cmpfloat (tok_place_visited_share (&place, 1.0), <=, 1.0);
    }
}

/* Bytes a step of @n_tokens reads beyond those of one token, over all the experts of the model. */
static double
further_share (TokPlanFixture *self,
               double          n_tokens)
{
  const TokModel *model = self->plan.model;
  TokWorkload workload;
  TokStep one, several;

  tok_workload_init_whole (&workload, &self->plan, model);
  tok_decode_step (&workload, 0.0, 1.0, 1.0, &one);
  tok_decode_step (&workload, 0.0, n_tokens, n_tokens, &several);
  return (several.weight_bytes - one.weight_bytes) / model->prefix[model->architecture->n_layers].expert_bytes;
}

static void
test_steps_and_prompts_read_the_shared_experts (TokPlanFixture *self,
                                                gconstpointer   model)
{
  double by_chance = further_share (self, 8);
  TokEstimate estimate;
  double slow;

  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 32);
  tok_estimate (&self->plan, &estimate);
  slow = estimate.prefill_tok_s.likely;
  card_constants (self)->expert_union_factor = 0.73;
  tok_assert_near (further_share (self, 8), 0.73 * by_chance, 1e-9);
  tok_estimate (&self->plan, &estimate);
  g_assert_cmpfloat (estimate.prefill_tok_s.likely, >, slow);
}

/* Physics notes 6.1 at the rates of an RTX 3090, 15 GFLOP per token: nothing for one, vector kernels to 8 tokens, then tiles of a
 * product that counts ten tokens more and never beats the vector kernels. */
static void
test_arithmetic_by_tokens (TokPlanFixture *self,
                           gconstpointer   model)
{
  const double flops = 15e9, vector = 14e12, gemm = 80e12;
  static const struct { double n_tokens, vector_tokens, gemm_tokens; } rows[] = {
    { 2, 1, 0 }, { 8, 7, 0 }, { 9, 7, 0 }, { 29, 7, 0 }, { 31, 0, 41 }, { 512, 0, 522 }, { 8192, 0, 8202 },
  };
  TokPlace place = card_place (self);

  place.small_batch_flops_per_second = vector;
  place.gemm_flops_per_second = gemm;
  g_assert_cmpfloat (tok_place_arithmetic_seconds (&place, flops, 1.0), ==, 0.0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    tok_assert_near (tok_place_arithmetic_seconds (&place, flops, rows[i].n_tokens),
                     rows[i].vector_tokens * flops / vector + rows[i].gemm_tokens * flops / gemm, 1e-12);
}

/* vLLM's kernels multiply a batch while they load the weights: it takes the longer of the two. */
static void
test_servers_multiply_while_they_read (TokPlanFixture *self,
                                       gconstpointer   model)
{
  const double flops = 15e9, gemm = 80e12;
  TokPlace card = card_place (self), server;

  tok_place_init (&server, &self->plan, self->plan.model, &self->plan.devices[0].device, TOK_ENGINE_VLLM);
  server.gemm_flops_per_second = gemm;
  g_assert_cmpfloat (tok_place_arithmetic_seconds (&server, flops, 1.0), ==, 0.0);
  tok_assert_near (tok_place_arithmetic_seconds (&server, flops, 2.0), 12 * flops / gemm, 1e-12);
  tok_assert_near (tok_place_arithmetic_seconds (&server, flops, 64.0), 74 * flops / gemm, 1e-12);
  g_assert_cmpfloat (tok_place_matrix_seconds (&server, 0.005, 0.002), ==, 0.005);
  g_assert_cmpfloat (tok_place_matrix_seconds (&server, 0.005, 0.009), ==, 0.009);
  g_assert_cmpfloat (tok_place_matrix_seconds (&card, 0.005, 0.002), ==, 0.005 + 0.002);
}

static double
arithmetic_of_experts (TokPlanFixture *self,
                       guint           n_experts,
                       double          n_tokens)
{
  TokPlace place = card_place (self);

  self->plan.model->experts_share = n_experts / 128.0;
  place.gemm_flops_per_second = 80e12;
  return tok_place_arithmetic_seconds (&place, 6e9, n_tokens) / ((n_tokens + 10) * 6e9 / 80e12);
}

/* What experts reach of a GEMM's speed hangs on the rows each of them multiplies: few up to 32, many from 128 on. */
static void
test_experts_with_many_rows_reach_more (TokPlanFixture *self,
                                        gconstpointer   model)
{
  card_constants (self)->expert_gemm_share = 0.4;
  card_constants (self)->expert_gemm_share_2048 = 0.6;
  tok_assert_near (arithmetic_of_experts (self, 8, 64), 1.0 / 0.4, 1e-6);
  tok_assert_near (arithmetic_of_experts (self, 8, 512), 1.0 / 0.4, 1e-6);
  tok_assert_near (arithmetic_of_experts (self, 8, 1024), 1.0 / sqrt (0.4 * 0.6), 1e-6);
  tok_assert_near (arithmetic_of_experts (self, 8, 4096), 1.0 / 0.6, 1e-6);
  tok_assert_near (arithmetic_of_experts (self, 32, 512), 1.0 / 0.6, 1e-6);
  tok_assert_near (arithmetic_of_experts (self, 4, 1024), 1.0 / 0.4, 1e-6);
}

/* However much better large GEMMs do: the fitted shares are up to 3.2 times apart. */
static void
test_more_tokens_never_take_less_time (TokPlanFixture *self,
                                       gconstpointer   model)
{
  double before = 0.0;

  card_constants (self)->expert_gemm_share = 0.2;
  card_constants (self)->expert_gemm_share_2048 = 0.65;
  for (guint n_tokens = 2; n_tokens <= 8192; n_tokens += 2)
    {
      double seconds = (n_tokens + 10.0) * arithmetic_of_experts (self, 8, n_tokens);

      g_assert_cmpfloat (seconds, >=, before);
      before = seconds;
    }
}

/* A prompt is a forward pass like any other: 16 tokens cost what 16 streams cost, but for the output matrix and attention. */
static void
test_a_short_prompt_is_a_batch (TokPlanFixture *self,
                                gconstpointer   model)
{
  TokWorkload workload;
  TokStep step;

  tok_workload_init_whole (&workload, &self->plan, self->plan.model);
  workload.places[0].head_flops = 0.0;
  workload.places[0].cells[TOK_CELLS_FULL] = (TokCells) { 0 };
  tok_decode_step (&workload, 0.0, 16.0, 16.0, &step);
  tok_assert_near (tok_prefill_seconds (&workload, 16.0, 0.0), step.time.total, 1e-12);
}

/* Gives the card a chip with factors of its own. */
static void
set_chip (TokPlanFixture *self,
          double          decode,
          double          prefill)
{
  TokChip *chip = &g_array_index (self->table->chips, TokChip, self->plan.devices[0].device.chip - 1);

  chip->decode.factor[TOK_ENGINE_LLAMA_CUDA] = decode;
  chip->prefill.factor[TOK_ENGINE_LLAMA_CUDA] = prefill;
}

static void
test_a_chip_is_faster_in_all_it_does (TokPlanFixture *self,
                                      gconstpointer   model)
{
  TokEstimate plain, chip;

  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 8192);
  tok_plan_set (&self->plan, TOK_PARAM_REQUESTS, 4);
  tok_estimate (&self->plan, &plain);
  set_chip (self, 1.05, 1.0);
  tok_estimate (&self->plan, &chip);
  tok_assert_near (chip.decode.tok_s.likely, 1.05 * plain.decode.tok_s.likely, 1e-9);
  tok_assert_near (chip.serving.aggregate_tok_s, 1.05 * plain.serving.aggregate_tok_s, 1e-9);
  g_assert_cmpfloat (chip.prefill_tok_s.likely, ==, plain.prefill_tok_s.likely);
  set_chip (self, 1.0, 1.05);
  tok_estimate (&self->plan, &chip);
  g_assert_cmpfloat (chip.decode.tok_s.likely, ==, plain.decode.tok_s.likely);
  tok_assert_near (chip.prefill_tok_s.likely, 1.05 * plain.prefill_tok_s.likely, 1e-9);
  set_chip (self, 0.5, 0.5);
  tok_estimate (&self->plan, &chip);
  tok_assert_near (chip.decode.tok_s.likely, 0.5 * plain.decode.tok_s.likely, 1e-9);
  tok_assert_near (chip.prefill_tok_s.likely, 0.5 * plain.prefill_tok_s.likely, 1e-9);
}

static void
test_a_chip_reads_no_faster_than_its_bandwidth (TokPlanFixture *self,
                                                gconstpointer   model)
{
  const double *seconds;
  TokEstimate estimate;

  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 8192);
  set_chip (self, 4.0, 1.0);
  tok_estimate (&self->plan, &estimate);
  seconds = estimate.decode.time.seconds;
  tok_assert_near (seconds[TOK_TERM_WEIGHTS], estimate.decode.weight_bytes_read / 1008e9, 1e-9);
  tok_assert_near (seconds[TOK_TERM_KV], estimate.decode.cache_bytes_read / 1008e9, 1e-9);
  tok_assert_near (seconds[TOK_TERM_LAUNCHES], 32 * 28e-6 / 4.0, 1e-9);
}

#define ADD(path, model, test) tok_add_plan_test ("/place/" path, model, test)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("a-cpu-unpacks-while-it-reads", "Llama-3.1-8B", test_a_cpu_unpacks_while_it_reads);
  ADD ("experts-are-read-at-the-pace-of-their-types", "gpt-oss-20b", test_experts_are_read_at_the_pace_of_their_types);
  ADD ("threads-of-an-i9-13900k-within-6%-of-measured-as-its-memory-is-unnamed", "Llama-2-7B", test_threads_of_an_i9_13900k);
  ADD ("threads-of-a-ryzen-7950x-within-5%-of-measured", "Llama-3.1-8B", test_threads_of_a_ryzen_7950x);
  ADD ("a-gpu-unpacks-while-it-reads", "Llama-3.1-8B", test_a_gpu_unpacks_while_it_reads);
  ADD ("threads-beyond-the-cores-only-wait-for-each-other", "Llama-3.1-8B", test_threads_beyond_the_cores_only_wait_for_each_other);
  ADD ("experts-alone-take-a-part-of-a-layer", "Qwen3-30B-A3B", test_experts_alone_take_a_part_of_a_layer);
  ADD ("arithmetic-of-a-cpu-follows-its-cores", "Llama-3.1-8B", test_arithmetic_of_a_cpu_follows_its_cores);
  ADD ("products-run-by-the-type-of-their-weights", "Llama-3.1-8B", test_products_run_by_the_type_of_their_weights);
  ADD ("launches-of-experts-grow-with-their-number", "Qwen3-30B-A3B", test_launches_of_experts_grow_with_their_number);
  ADD ("tokens-of-a-batch-share-experts", "Qwen3-30B-A3B", test_tokens_of_a_batch_share_experts);
  ADD ("steps-and-prompts-read-the-shared-experts", "Qwen3-30B-A3B", test_steps_and_prompts_read_the_shared_experts);
  ADD ("arithmetic-by-tokens", "Llama-3.1-8B", test_arithmetic_by_tokens);
  ADD ("servers-multiply-while-they-read", "Llama-3.1-8B", test_servers_multiply_while_they_read);
  ADD ("experts-with-many-rows-reach-more", "Qwen3-30B-A3B", test_experts_with_many_rows_reach_more);
  ADD ("more-tokens-never-take-less-time", "Qwen3-30B-A3B", test_more_tokens_never_take_less_time);
  ADD ("a-short-prompt-is-a-batch", "Llama-3.1-8B", test_a_short_prompt_is_a_batch);
  ADD ("a-chip-is-faster-in-all-it-does", "Llama-3.1-8B", test_a_chip_is_faster_in_all_it_does);
  ADD ("a-chip-reads-no-faster-than-its-bandwidth", "Llama-3.1-8B", test_a_chip_reads_no_faster_than_its_bandwidth);

  return g_test_run ();
}
