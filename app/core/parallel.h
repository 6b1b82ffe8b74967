/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several devices: what they lose by talking to each other and gain by working at once (physics notes 8). */

#pragma once

#include "core/workload.h"

G_BEGIN_DECLS

/* What devices that work at once tell each other in one step of @n_tokens tokens, seconds: two all-reduces per layer under a tensor
 * split, the input and the result of every matrix under a row split; 0 under a layer split. */
double tok_parallel_exchange_seconds (const TokWorkload *workload,
                                      double             n_tokens);
/* How much faster @n_steps micro-batches (1 or more, the last may be a part of one) run through the devices of a layer split that work
 * on them at once; 1 or more, and 1 where the CPU has a part, too. */
double tok_parallel_pipeline_gain    (const TokWorkload *workload,
                                      double             n_steps);

G_END_DECLS
