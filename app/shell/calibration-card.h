/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plan's measurements say of its machine, and a button to let the estimates follow them or to stop that. */

#pragma once

#include "shell/session-view.h"

G_BEGIN_DECLS

#define TOK_TYPE_CALIBRATION_CARD (tok_calibration_card_get_type ())
G_DECLARE_FINAL_TYPE (TokCalibrationCard, tok_calibration_card, TOK, CALIBRATION_CARD, TokSessionView)

G_END_DECLS
