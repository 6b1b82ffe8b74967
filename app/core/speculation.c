/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speed-up = tokens of a cycle x T(1) / (length x T(draft) + T(length + 1)). */

#include "core/speculation.h"

#include "core/units.h"

#define BISECTION_STEPS 60

typedef struct
{
  const TokWorkload *workload;
  double depth;
  double single_seconds;
  double draft_seconds;      /* one drafted token */
  double acceptance;
} Draft;

/* A draft model runs whole on the first device; a model with multi-token-prediction blocks drafts by one of them and its output
 * matrix.  The server hears only of the verified tokens. */
static double
draft_seconds (const TokWorkload *workload,
               double             depth,
               const TokStep     *single)
{
  const TokPlan *plan = workload->plan;
  const TokModel *model = workload->model;
  TokWorkload draft;
  TokStep step;

  if (plan->draft == NULL)
    return (single->time.total - workload->server_seconds)
           * MIN (1.0 / model->architecture->n_layers + tok_ratio (model->head_bytes, single->weight_bytes), 1.0);
  tok_workload_init_whole (&draft, plan, plan->draft);
  draft.server_seconds = 0.0;
  tok_decode_step (&draft, depth, 1.0, 1.0, &step);
  return step.time.total;
}

static double
speedup (const Draft *self,
         guint        length)
{
  TokStep verify;

  tok_decode_step (self->workload, self->depth, length + 1.0, 1.0, &verify);
  return tok_ratio (tok_speculation_tokens_per_cycle (self->acceptance, length) * self->single_seconds,
                    length * self->draft_seconds + verify.time.total);
}

static void
find_best (const Draft    *self,
           TokSpeculation *speculation)
{
  guint longest = tok_plan_param_info (TOK_PARAM_DRAFT_LENGTH)->maximum;

  for (guint length = 1; length <= longest; length++)
    {
      double candidate = speedup (self, length);

      if (candidate > speculation->best_speedup)
        {
          speculation->best_speedup = candidate;
          speculation->best_length = length;
        }
    }
}

double
tok_speculation_tokens_per_cycle (double acceptance,
                                  guint  length)
{
  double tokens = 1.0, all_accepted = 1.0;

  for (guint i = 0; i < length; i++)
    {
      all_accepted *= acceptance;
      tokens += all_accepted;
    }
  return tokens;
}

double
tok_speculation_acceptance (double accepted_share,
                            guint  length)
{
  double low = 0.0, high = 1.0;

  g_return_val_if_fail (length > 0, 0.0);

  for (guint i = 0; i < BISECTION_STEPS; i++)
    {
      double middle = (low + high) / 2.0;

      if ((tok_speculation_tokens_per_cycle (middle, length) - 1.0) / length < accepted_share)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static gboolean
can_draft (const TokPlan *plan)
{
  return plan->draft != NULL || plan->model->architecture->mtp_layers > 0;
}

void
tok_speculation_estimate (const TokWorkload *workload,
                          double             depth,
                          const TokStep     *single,
                          TokSpeculation    *speculation)
{
  const TokPlan *plan = workload->plan;
  double length = plan->values[TOK_PARAM_DRAFT_LENGTH];
  Draft draft = { workload, depth, single->time.total, 0.0, plan->values[TOK_PARAM_ACCEPTANCE] };

  *speculation = (TokSpeculation) { .speedup = 1.0, .best_speedup = 1.0, .tokens_per_cycle = 1.0 };
  if (!can_draft (plan) || length == 0.0 || (length == TOK_AUTO && plan->draft == NULL))
    return;
  draft.draft_seconds = draft_seconds (workload, depth, single);
  find_best (&draft, speculation);
  speculation->length = length == TOK_AUTO ? speculation->best_length : (guint) length;
  if (speculation->length == 0)
    return;
  speculation->speedup = speedup (&draft, speculation->length);
  speculation->tokens_per_cycle = tok_speculation_tokens_per_cycle (draft.acceptance, speculation->length);
}
