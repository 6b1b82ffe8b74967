/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements for tests: of which nothing is known but what a test says. */

#pragma once

#include "core/comparison.h"

G_BEGIN_DECLS

/* One stream, an empty cache, nothing else printed. */
TokMeasurement tok_fixture_measured (TokMeasuredKind       kind,
                                     double                tok_s,
                                     double                n_tokens);
/* Gives @plan the row besides those it has. */
void           tok_fixture_measure  (TokPlan              *plan,
                                     const TokMeasurement *row);

G_END_DECLS
