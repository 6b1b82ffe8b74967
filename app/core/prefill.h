/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prefill: the time to read a prompt, in micro-batches (physics notes 6.2 and 6.3). */

#pragma once

#include "core/workload.h"

G_BEGIN_DECLS

/* Seconds to process @n_tokens tokens (1 or more) after @past tokens that are in the cache already. */
double tok_prefill_seconds (const TokWorkload *workload,
                            double             n_tokens,
                            double             past);

G_END_DECLS
