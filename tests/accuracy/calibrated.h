/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What calibration is worth: each machine of a table calibrated by its own decodes, and judged by those it was not told. */

#pragma once

#include "results.h"

G_BEGIN_DECLS

/* Fewest decodes of a machine by which it is judged: one left out, and four others. */
#define TOK_CALIBRATED_LEAST_ROWS 5u

typedef struct
{
  guint        machines;         /* a source's chip, engine and host with enough decodes */
  TokJudgement plain;            /* their decodes without calibration … */
  TokJudgement left_out;         /* … and with one by all others of the machine */
  guint        several;          /* machines with more than one decode … */
  double       better_percent;   /* … and those whose decodes are better predicted, at the median, by any other single one */
} TokCalibrated;

/* Each row with the constants it was predicted with. */
TokCalibrated tok_calibrated_judge (const TokResults *results);
/* The machine of a row, as a key; free with g_free(). */
char         *tok_machine_key      (const TokMapped  *mapped);

G_END_DECLS
