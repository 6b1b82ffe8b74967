/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measure: the plan's measurements beside the estimate, memory as an engine logged it, calibration, and how to bring more. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_MEASURE_PAGE (tok_measure_page_get_type ())
G_DECLARE_FINAL_TYPE (TokMeasurePage, tok_measure_page, TOK, MEASURE_PAGE, TokSessionView)

G_END_DECLS
