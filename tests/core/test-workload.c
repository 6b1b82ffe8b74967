/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workload: what the weights of models come to, in bytes read and in FLOP, and where. */

#include "constants.h"
#include "core/decode.h"
#include "core/units.h"
#include "models.h"

static void
init_workload (TokWorkload *workload,
               TokPlan     *plan,
               TokFileType  file_type)
{
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, file_type);
  tok_workload_init_whole (workload, plan, plan->model);
}

/* Physics notes 2: bytes of steps of 1, 8 and 64 tokens. */
static void
test_bytes_of_a_step (TokPlanFixture *self,
                      gconstpointer   model)
{
  static const struct { double n_tokens, gigabytes, tolerance; } cases[] = { { 1, 1.84, 0.005 }, { 8, 7.39, 0.005 }, { 64, 16.9, 0.05 } };
  TokWorkload workload;

  init_workload (&workload, &self->plan, TOK_FILE_Q4_0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TokStep step;

      tok_decode_step (&workload, 0.0, cases[i].n_tokens, 1.0, &step);
      g_assert_cmpfloat_with_epsilon (step.weight_bytes / TOK_GB, cases[i].gigabytes, cases[i].tolerance);
    }
}

/* Physics notes 3: active matrix parameters in billions, two FLOP each.  The notes count the router, which is no quantized matrix
 * here: up to 0.5 %. */
static void
test_flops_of_a_token (TokPlanFixture *self,
                       gconstpointer   model)
{
  static const struct { const char *model; double billions; } cases[] = {
    { "Llama-3.1-8B", 7.50 }, { "Qwen3-30B-A3B", 3.04 }, { "DeepSeek-V3", 36.63 }, { "Mixtral-8x7B", 12.75 }, { "Gemma-3-27B", 27.01 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TokArchitecture) architecture = tok_fixture_model (cases[i].model);
      TokWorkload workload;

      g_test_message ("%s", cases[i].model);
      tok_plan_set_model (&self->plan, architecture);
      init_workload (&workload, &self->plan, TOK_FILE_F16);
      tok_assert_near ((workload.places[0].layer_flops + workload.places[0].head_flops) / 2e9, cases[i].billions, 0.005);
    }
}

/* A larger file holds the same matrices. */
static void
test_file_size_changes_no_flops (TokPlanFixture *self,
                                 gconstpointer   model)
{
  TokWorkload computed, scaled;

  init_workload (&computed, &self->plan, TOK_FILE_Q4_K_M);
  tok_plan_set (&self->plan, TOK_PARAM_FILE_BYTES, round (2.0 * self->plan.model->file_bytes));
  tok_workload_init_whole (&scaled, &self->plan, self->plan.model);
  tok_assert_near (scaled.places[0].dense_bytes, 2.0 * computed.places[0].dense_bytes, 1e-6);
  g_assert_cmpfloat (scaled.places[0].layer_flops, ==, computed.places[0].layer_flops);
}

/* Beside cards of all sizes, from one that has no room for a layer to one that has room for a dozen. */
static void
test_the_output_layer_is_read_where_it_is_held (TokPlanFixture *self,
                                                gconstpointer   model)
{
  for (double gib = 0.5; gib <= 4.0; gib += 0.1)
    {
      TokDevice second = self->gpu;
      TokWorkload workload;
      TokMemory memory;
      TokSplit split;

      second.memory_bytes = second.usable_bytes = gib * TOK_GIB;
      tok_plan_set_device (&self->plan, 1, &second);
      tok_split_resolve (&self->plan, &split);
      tok_memory_estimate (&self->plan, &split, &memory);
      tok_workload_init (&workload, &self->plan, self->plan.model, &split, &memory);
      g_assert_cmpuint (split.cpu_layers, ==, 0);
      g_assert_cmpuint (workload.n_places, ==, memory.devices[1].weights > 0.0 ? 2 : 1);
      for (guint i = 0; i < workload.n_places; i++)
        tok_assert_near (workload.places[i].dense_bytes, memory.devices[i].weights, 1e-9);
    }
}

static void
test_draft_of_the_cpu_engine (TokPlanFixture *self,
                              gconstpointer   model)
{
  TokWorkload workload;

  tok_workload_init_whole (&workload, &self->plan, self->plan.model);
  g_assert_true (workload.places[0].device == &self->plan.devices[0].device);
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_CPU);
  tok_workload_init_whole (&workload, &self->plan, self->plan.model);
  g_assert_true (workload.places[0].device == tok_plan_host (&self->plan));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  tok_add_plan_test ("/workload/bytes-of-a-step-are-those-of-the-notes", "Qwen3-30B-A3B", test_bytes_of_a_step);
  tok_add_plan_test ("/workload/flops-of-a-token-are-twice-the-active-matrices-within-0.5%-as-the-router-is-left-out", "Llama-3.1-8B",
                     test_flops_of_a_token);
  tok_add_plan_test ("/workload/file-size-changes-no-flops", "Qwen3-30B-A3B", test_file_size_changes_no_flops);
  tok_add_plan_test ("/workload/the-output-layer-is-read-where-it-is-held", "Llama-3.1-8B", test_the_output_layer_is_read_where_it_is_held);
  tok_add_plan_test ("/workload/the-cpu-engine-drafts-on-the-host", "Llama-3.2-1B", test_draft_of_the_cpu_engine);

  return g_test_run ();
}
