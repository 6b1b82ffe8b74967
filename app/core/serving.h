/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serving: several requests decoded in one step, each with a cache of its own (physics notes 6.1). */

#pragma once

#include "core/decode.h"

G_BEGIN_DECLS

/* The plan's requests at @depth each, where one alone takes @single per token.  @prefill_seconds: one request's prompt;
 * @first_seconds: what its first token costs besides. */
void tok_serving_estimate (const TokWorkload *workload,
                           double             depth,
                           const TokStep     *single,
                           double             prefill_seconds,
                           double             first_seconds,
                           TokServing        *serving);

G_END_DECLS
