/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every point is the estimate of a changed copy of the plan: a curve cannot differ from the figures beside it. */

#include "core/sweep.h"

#include "core/units.h"

static double
least_free_bytes (const TokMemory *memory)
{
  double least = memory->devices[0].free;

  for (guint i = 1; i < memory->n_devices; i++)
    least = MIN (least, memory->devices[i].free);
  /* The host of a unified machine is its device. */
  return memory->host.total > 0.0 ? MIN (least, memory->host.free) : least;
}

static void
measure_point (const TokPlan *plan,
               double         x,
               TokSweepPoint *point)
{
  TokEstimate estimate;

  tok_estimate (plan, &estimate);
  point->x = x;
  point->tok_s = estimate.decode.tok_s;
  point->ceiling_tok_s = estimate.decode.ceiling_tok_s;
  point->ttft_seconds = estimate.ttft_seconds.likely;
  point->prefill_tok_s = estimate.prefill_tok_s.likely;
  point->free_bytes = least_free_bytes (&estimate.memory);
  point->gpu_wait_share = estimate.gpu_wait_share;
  point->fit = estimate.memory.fit;
}

void
tok_sweep_values (double        first,
                  double        last,
                  TokParamScale scale,
                  double        step,
                  guint         n,
                  double       *xs)
{
  gboolean by_ratio = scale == TOK_SCALE_LOG && first > 0.0 && last > 0.0;

  for (guint i = 0; i < n; i++)
    {
      double position = n > 1 ? i / (n - 1.0) : 0.0;

      xs[i] = by_ratio ? first * exp (log (last / first) * position) : first + (last - first) * position;
      if (step == 1.0)
        xs[i] = round (xs[i]);
    }
}

void
tok_sweep (const TokPlan *plan,
           TokParam       param,
           const double  *xs,
           guint          n,
           TokSweepPoint *points)
{
  for (guint i = 0; i < n; i++)
    {
      /* Afresh for every point: setting one parameter can clamp others. */
      g_auto (TokPlan) changed;

      tok_plan_copy (plan, &changed);
      tok_plan_set (&changed, param, xs[i]);
      measure_point (&changed, xs[i], &points[i]);
    }
}

void
tok_sweep_models (const TokPlan *plan,
                  TokModel      *const *models,
                  guint          n,
                  TokSweepPoint *points)
{
  /* Borrows all references. */
  TokPlan changed = *plan;

  for (guint i = 0; i < n; i++)
    {
      changed.model = models[i];
      measure_point (&changed, models[i]->total_params / TOK_BILLION, &points[i]);
    }
}
