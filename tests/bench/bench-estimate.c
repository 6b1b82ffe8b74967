/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of one estimate: decode, prefill and memory with the model's table ready.
 *
 * usage: bench-estimate                prints nanoseconds per estimate for every plan
 *        bench-estimate --once N PLAN  makes N estimates of one plan, for counting instructions:
 *          valgrind --tool=callgrind --toggle-collect=tok_estimate bench-estimate --once 100 dense */

#include <stdlib.h>

#include "constants.h"

#define N_ROUNDS 21
#define N_ESTIMATES 20000

static const struct { const char *name, *model; } cases[] = {
  { "dense", "Llama-3.1-8B" },
  { "moe", "Qwen3-30B-A3B" },
  { "hybrid", "Qwen3-Next-80B" },
};

/* Keeps the compiler from leaving the estimates out. */
static volatile double sink;

static void
init_plan (TokPlan            *plan,
           TokEfficiencyTable *table,
           const char         *model)
{
  TokDevice gpu = tok_fixture_rtx_4090 ();
  TokDevice cpu = tok_fixture_desktop ();

  tok_fixture_plan (plan, table, &gpu, &cpu, model, TOK_FILE_Q4_K_M);
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, TOK_AUTO);
  tok_plan_set (plan, TOK_PARAM_DEPTH, TOK_AUTO);
}

static void
make_estimates (const TokPlan *plan,
                guint          n)
{
  for (guint i = 0; i < n; i++)
    {
      TokEstimate estimate;

      tok_estimate (plan, &estimate);
      sink += estimate.decode.tok_s.likely;
    }
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median_nanoseconds (const TokPlan *plan)
{
  const double nanoseconds_per_microsecond = 1e3;
  double times[N_ROUNDS];

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      gint64 start = g_get_monotonic_time ();

      make_estimates (plan, N_ESTIMATES);
      times[i] = (g_get_monotonic_time () - start) * nanoseconds_per_microsecond / N_ESTIMATES;
    }
  qsort (times, N_ROUNDS, sizeof *times, compare_doubles);
  return times[N_ROUNDS / 2];
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (TokEfficiencyTable) table = tok_fixture_constants ();
  gboolean once = argc == 4 && g_str_equal (argv[1], "--once");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (TokPlan) plan = { 0 };

      init_plan (&plan, table, cases[i].model);
      if (!once)
        g_print ("one estimate, %-32s %17.0f ns   aim: at most 1000 ns\n", cases[i].name, median_nanoseconds (&plan));
      else if (g_str_equal (argv[3], cases[i].name))
        make_estimates (&plan, g_ascii_strtoull (argv[2], NULL, 10));
    }
  return 0;
}
