/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speculative decoding: a cheap draft, verified by the model in one step (arXiv:2211.17192; physics notes 9). */

#pragma once

#include "core/decode.h"

G_BEGIN_DECLS

/* Expected tokens of one cycle, the model's own included: (1 - a^(k+1)) / (1 - a) for acceptance @a of each of @length tokens. */
double tok_speculation_tokens_per_cycle (double              acceptance,
                                         guint               length);
/* The acceptance behind the rate servers print, accepted / drafted tokens: the other way round, by bisection. */
double tok_speculation_acceptance       (double              accepted_share,
                                         guint               length);
/* What the plan's draft brings at @depth, where @single is the step of one token without it. */
void   tok_speculation_estimate         (const TokWorkload  *workload,
                                         double              depth,
                                         const TokStep      *single,
                                         TokSpeculation     *speculation);

G_END_DECLS
