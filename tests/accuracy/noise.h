/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The floor under every error: how far two sources lie apart that measured the same set-up. */

#pragma once

#include "results.h"

G_BEGIN_DECLS

typedef struct
{
  guint  pairs;
  double floor;     /* percent: half the relative difference, at the median */
} TokNoise;

TokNoise tok_noise_measure (const TokResults *results,
                            TokTest           test);

G_END_DECLS
