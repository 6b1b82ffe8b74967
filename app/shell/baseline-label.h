/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of one figure to the baseline, "+41 against the baseline"; hidden while none is pinned. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_BASELINE_LABEL (tok_baseline_label_get_type ())
G_DECLARE_FINAL_TYPE (TokBaselineLabel, tok_baseline_label, TOK, BASELINE_LABEL, TokSessionView)

typedef double (*TokFigure)       (const TokEstimate *estimate);
typedef char  *(*TokFigureFormat) (double value);

/* @more_is_better decides what counts as a gain. */
void tok_baseline_label_set_figure (TokBaselineLabel *label,
                                    TokFigure         figure,
                                    TokFigureFormat   format,
                                    gboolean          more_is_better);

G_END_DECLS
