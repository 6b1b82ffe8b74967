/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How good the numbers are, in words: the published errors by kind, and what they say about one estimate.  Translated; char *
 * are new strings. */

#pragma once

#include "core/accuracy.h"
#include "core/estimate.h"

G_BEGIN_DECLS

/* "One GPU, filled context" */
const char *tok_accuracy_label_kind     (TokAccuracyKind kind);
/* "calibrated class: this chip was measured with this engine" */
char       *tok_accuracy_describe_basis (const TokPlan *plan, const TokEstimate *estimate);
/* "8 %", or a dash where nothing was measured */
char       *tok_accuracy_format_share   (const TokAccuracyFigures *figures, double share);
/* How much was measured, and how it judges. */
char       *tok_accuracy_describe_rows  (const TokAccuracy *accuracy);
/* How far measurements are from each other. */
char       *tok_accuracy_describe_noise (const TokAccuracy *accuracy);
/* All figures of one kind in a sentence, for who cannot see the table. */
char       *tok_accuracy_describe_kind  (const TokAccuracy *accuracy, TokAccuracyKind kind);
/* The kind whose figures speak for the speed of @estimate, and what they are. */
TokAccuracyKind tok_accuracy_find_kind  (const TokEstimate *estimate);
char       *tok_accuracy_describe_error (const TokAccuracy *accuracy, const TokEstimate *estimate);
char       *tok_accuracy_describe_band  (const TokAccuracy *accuracy, const TokEstimate *estimate);
/* What would narrow the band. */
const char *tok_accuracy_advise         (const TokPlan *plan, const TokEstimate *estimate);

G_END_DECLS
