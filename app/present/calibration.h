/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plan's measurements say of its machine, in words; and which further ones would say most.  Translated; char * are new
 * strings. */

#pragma once

#include "core/comparison.h"

G_BEGIN_DECLS

/* How the plan's measurements and its calibration stand to each other. */
typedef enum
{
  TOK_CALIBRATION_NOTHING,     /* nothing can be compared with this machine */
  TOK_CALIBRATION_OFFERED,     /* it can be, and is not used */
  TOK_CALIBRATION_IN_USE,
  TOK_CALIBRATION_DORMANT,     /* there is one, of another device or engine */
} TokCalibrationState;

/* What is asked for, the most telling first. */
typedef enum { TOK_HELPFUL_DECODE, TOK_HELPFUL_SIZE, TOK_HELPFUL_DEPTH, TOK_N_HELPFUL } TokHelpful;

/* @offered: what tok_comparison_calibrate() makes of the plan's measurements. */
TokCalibrationState tok_calibration_find_state (const TokPlan        *plan,
                                                const TokCalibration *offered);
/* What it says, or why it says nothing: one to three sentences. */
char       *tok_calibration_describe      (const TokPlan        *plan,
                                           const TokCalibration *offered);
/* What an unused calibration of another device or engine is; "" when the state is another. */
char       *tok_calibration_describe_rest (const TokPlan        *plan,
                                           const TokCalibration *offered);
/* Which of the helpful kinds of rows the plan has. */
void        tok_calibration_find_helpful  (const TokPlan        *plan,
                                           const TokCatalog     *catalog,
                                           gboolean              has[TOK_N_HELPFUL]);
const char *tok_label_helpful             (TokHelpful            helpful);

G_END_DECLS
