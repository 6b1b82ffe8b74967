/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units and the saturating arithmetic every figure goes through.
 *
 * Bytes, seconds, FLOP and tokens are doubles: exact for whole numbers up to 2^53, and a product of bounded inputs cannot
 * wrap.  A figure is never NaN, infinite or negative: tok_saturate() is the one place that says so. */

#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

#define TOK_KIB 1024.0
#define TOK_MIB (1024.0 * 1024.0)
#define TOK_GIB (1024.0 * 1024.0 * 1024.0)
#define TOK_GB 1e9
#define TOK_BILLION 1e9
#define TOK_TERA 1e12

/* A value that was not given and is worked out: as many layers as fit, depth follows the context, … */
#define TOK_AUTO (-1.0)

/* The largest figure of any unit.  Sums and ratios stop here. */
#define TOK_LARGEST 1e24

/* @x limited to 0 … TOK_LARGEST; NaN becomes 0. */
static inline double
tok_saturate (double x)
{
  if (!(x > 0.0))
    return 0.0;
  return x < TOK_LARGEST ? x : TOK_LARGEST;
}

/* @numerator / @denominator, saturated: 0 / 0 is 0, anything else / 0 is TOK_LARGEST. */
static inline double
tok_ratio (double numerator, double denominator)
{
  if (!(numerator > 0.0))
    return 0.0;
  if (!(denominator > 0.0))
    return TOK_LARGEST;
  return tok_saturate (numerator / denominator);
}

/* The smallest multiple of @step (> 0) that is at least @x (>= 0). */
static inline double
tok_round_up (double x, double step)
{
  return ceil (x / step) * step;
}

G_END_DECLS
