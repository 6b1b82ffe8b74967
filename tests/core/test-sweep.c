/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps: values to sweep over, and curves that equal the estimates they stand for. */

#include "constants.h"
#include "core/sweep.h"
#include "core/units.h"
#include "models.h"

#define N_POINTS 24

static void
test_even_values (void)
{
  double xs[5];

  tok_sweep_values (0, 10, TOK_SCALE_LINEAR, 0.1, 5, xs);
  g_assert_cmpfloat (xs[0], ==, 0);
  g_assert_cmpfloat (xs[1], ==, 2.5);
  g_assert_cmpfloat (xs[4], ==, 10);
  tok_sweep_values (0, 10, TOK_SCALE_LINEAR, 1, 5, xs);
  g_assert_cmpfloat (xs[1], ==, 3);
}

static void
test_values_by_ratio (void)
{
  double xs[5];

  tok_sweep_values (1, 10000, TOK_SCALE_LOG, 0.1, 5, xs);
  for (guint i = 0; i < 5; i++)
    tok_assert_near (xs[i], pow (10, i), 1e-12);
  /* There is no ratio to 0. */
  tok_sweep_values (0, 8, TOK_SCALE_LOG, 0.1, 5, xs);
  g_assert_cmpfloat (xs[2], ==, 4);
  tok_sweep_values (7, 9, TOK_SCALE_LOG, 0.1, 1, xs);
  g_assert_cmpfloat (xs[0], ==, 7);
}

static void
assert_point (const TokSweepPoint *point,
              const TokPlan       *plan)
{
  TokEstimate estimate;

  tok_estimate (plan, &estimate);
  g_assert_cmpfloat (point->tok_s.likely, ==, estimate.decode.tok_s.likely);
  g_assert_cmpfloat (point->tok_s.low, ==, estimate.decode.tok_s.low);
  g_assert_cmpfloat (point->tok_s.high, ==, estimate.decode.tok_s.high);
  g_assert_cmpfloat (point->ceiling_tok_s, ==, estimate.decode.ceiling_tok_s);
  g_assert_cmpfloat (point->ttft_seconds, ==, estimate.ttft_seconds.likely);
  g_assert_cmpfloat (point->prefill_tok_s, ==, estimate.prefill_tok_s.likely);
  g_assert_cmpfloat (point->gpu_wait_share, ==, estimate.gpu_wait_share);
  g_assert_cmpuint (point->fit, ==, estimate.memory.fit);
  g_assert_cmpfloat (point->free_bytes, ==, MIN (estimate.memory.devices[0].free, estimate.memory.host.free));
}

static void
test_points_are_estimates (TokPlanFixture *self,
                           gconstpointer   model)
{
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    {
      TokSweepPoint points[N_POINTS];
      double xs[N_POINTS], minimum, maximum;
      const TokParamInfo *info = tok_plan_param_info ((TokParam) param);

      tok_plan_range (&self->plan, (TokParam) param, &minimum, &maximum);
      tok_sweep_values (MAX (minimum, info->step), maximum, info->scale, info->step, N_POINTS, xs);
      tok_sweep (&self->plan, (TokParam) param, xs, N_POINTS, points);
      for (guint i = 0; i < N_POINTS; i++)
        {
          g_auto (TokPlan) changed;

          tok_plan_copy (&self->plan, &changed);
          tok_plan_set (&changed, (TokParam) param, xs[i]);
          g_assert_cmpfloat (points[i].x, ==, xs[i]);
          assert_point (&points[i], &changed);
        }
    }
}

/* A short context clamps the depth; the next point must not see that. */
static void
test_points_do_not_leak (TokPlanFixture *self,
                         gconstpointer   model)
{
  const double xs[] = { 16384, 1024, 16384 };
  TokSweepPoint points[3];

  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 16384);
  tok_sweep (&self->plan, TOK_PARAM_CONTEXT, xs, 3, points);
  g_assert_cmpfloat (points[1].tok_s.likely, >, points[0].tok_s.likely);
  g_assert_cmpfloat (points[2].tok_s.likely, ==, points[0].tok_s.likely);
  g_assert_cmpfloat (tok_plan_get (&self->plan, TOK_PARAM_CONTEXT), ==, 16384);
}

static void
test_models (TokPlanFixture *self,
             gconstpointer   model)
{
  static const char *const names[] = { "Llama-3.2-1B", "Qwen3-30B-A3B", "Llama-3-70B" };
  TokModel *models[G_N_ELEMENTS (names)];
  TokSweepPoint points[G_N_ELEMENTS (names)];

  tok_plan_set (&self->plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TokArchitecture) architecture = tok_fixture_model (names[i]);

      models[i] = tok_model_new (architecture, TOK_FILE_Q4_K_M, FALSE, 0.0);
    }
  tok_sweep_models (&self->plan, models, G_N_ELEMENTS (names), points);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (TokPlan) plan;

      tok_fixture_plan (&plan, self->table, &self->gpu, &self->cpu, names[i], TOK_FILE_Q4_K_M);
      tok_plan_set (&plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
      tok_assert_near (points[i].x, models[i]->total_params / TOK_BILLION, 1e-12);
      assert_point (&points[i], &plan);
      tok_model_unref (models[i]);
    }
}

/* The host of a unified machine is its device, not a place of no memory. */
static void
test_unified_machine (TokPlanFixture *self,
                      gconstpointer   model)
{
  TokDevice apple = tok_fixture_device (TOK_CLASS_APPLE_M3, 400, 64);
  const double xs[] = { 4096 };
  TokSweepPoint point;
  TokEstimate estimate;
  g_auto (TokPlan) plan;

  tok_fixture_plan (&plan, self->table, &apple, NULL, "Llama-3.1-8B", TOK_FILE_Q4_K_M);
  tok_plan_set (&plan, TOK_PARAM_CONTEXT, 4096);
  tok_estimate (&plan, &estimate);
  tok_sweep (&plan, TOK_PARAM_CONTEXT, xs, 1, &point);
  g_assert_cmpfloat (point.free_bytes, ==, estimate.memory.devices[0].free);
  g_assert_cmpfloat (point.free_bytes, >, 0.0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sweep/values-evenly-and-in-whole-steps", test_even_values);
  g_test_add_func ("/sweep/values-by-ratio", test_values_by_ratio);
  tok_add_plan_test ("/sweep/every-point-of-every-parameter-is-its-estimate", "Llama-3.1-8B", test_points_are_estimates);
  tok_add_plan_test ("/sweep/points-do-not-leak-into-each-other", "Llama-3.1-8B", test_points_do_not_leak);
  tok_add_plan_test ("/sweep/models-are-plans-with-those-models", "Llama-3.1-8B", test_models);
  tok_add_plan_test ("/sweep/free-memory-of-a-unified-machine", "Llama-3.1-8B", test_unified_machine);

  return g_test_run ();
}
