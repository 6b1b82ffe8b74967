/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serving: worked examples, letter j, and what requests share and do not. */

#include "constants.h"

#define ROUNDING 0.01

static void
test_batch (TokPlanFixture *self,
            gconstpointer   model)
{
  static const struct { double requests, aggregate, measured; } rows[] = {
    { 1, 177, 0 },         { 4, 636, 0 },          { 8, 1119, 0 },          { 16, 1997, 1930 },
    { 32, 3380, 3428 },    { 64, 5170, 5420 },     { 128, 7033, 7444 },     { 512, 9636, 10359 },
  };

  for (guint i = 0; i < TOK_N_BUILD_YEARS; i++)
    self->table->cells[TOK_CLASS_NV_ADA][TOK_ENGINE_LLAMA_CUDA][i].gemm_share = 165.0 / 330.3;
  tok_plan_set (&self->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_Q4_0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TokEstimate estimate;

      tok_plan_set (&self->plan, TOK_PARAM_REQUESTS, rows[i].requests);
      tok_estimate (&self->plan, &estimate);
      tok_assert_near (estimate.serving.aggregate_tok_s, rows[i].aggregate, ROUNDING);
      tok_assert_near (estimate.serving.per_stream_tok_s * rows[i].requests, estimate.serving.aggregate_tok_s, 1e-12);
      if (rows[i].measured > 0.0)
        tok_assert_near (estimate.serving.aggregate_tok_s, rows[i].measured, 0.08);
    }
}

static void
test_long_contexts_cost_each_stream (TokPlanFixture *self,
                                     gconstpointer   model)
{
  TokEstimate one, many;

  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 16384);
  tok_estimate (&self->plan, &one);
  tok_plan_set (&self->plan, TOK_PARAM_REQUESTS, 8);
  tok_estimate (&self->plan, &many);
  /* Eight caches are read, one set of weights. */
  tok_assert_between (1.0 / many.serving.per_stream_tok_s - 1.0 / one.serving.per_stream_tok_s,
                      7.0 * one.decode.time.seconds[TOK_TERM_KV], 8.0 * one.decode.time.seconds[TOK_TERM_KV]);
}

static void
test_one_request_is_the_plain_plan (TokPlanFixture *self,
                                    gconstpointer   model)
{
  TokEstimate estimate;

  tok_estimate (&self->plan, &estimate);
  tok_assert_near (estimate.serving.per_stream_tok_s, estimate.decode.tok_s.likely, 1e-12);
  tok_assert_near (estimate.serving.ttft_seconds, estimate.ttft_seconds.likely, 1e-12);
}

static void
test_prompts_queue (TokPlanFixture *self,
                    gconstpointer   model)
{
  TokEstimate one, many;

  tok_plan_set (&self->plan, TOK_PARAM_PROMPT, 4096);
  tok_estimate (&self->plan, &one);
  tok_plan_set (&self->plan, TOK_PARAM_REQUESTS, 9);
  tok_estimate (&self->plan, &many);
  tok_assert_near (many.serving.ttft_seconds - one.serving.ttft_seconds, 4.0 * 4096.0 / one.prefill_tok_s.likely, 1e-9);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  tok_add_plan_test ("/worked-examples/j/batches-within-1%-and-8%-of-measured", "Llama-3.1-8B", test_batch);
  tok_add_plan_test ("/serving/every-stream-reads-its-own-cache", "Llama-3.1-8B", test_long_contexts_cost_each_stream);
  tok_add_plan_test ("/serving/one-request-is-the-plain-plan", "Llama-3.1-8B", test_one_request_is_the_plain_plan);
  tok_add_plan_test ("/serving/a-request-waits-for-half-of-the-prompts-before-it", "Llama-3.1-8B", test_prompts_queue);

  return g_test_run ();
}
