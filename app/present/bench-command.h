/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command that measures what a plan predicts. */

#pragma once

#include "core/estimate.h"

G_BEGIN_DECLS

/* For a terminal, with the plan's engine and settings, the model's file to be filled in: a new string, not translated.  NULL where the
 * engine brings no benchmark that is known here. */
char *tok_bench_command (const TokPlan     *plan,
                         const TokEstimate *estimate);

G_END_DECLS
