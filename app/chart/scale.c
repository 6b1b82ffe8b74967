/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear scales, logarithmic ones, and logarithmic ones that begin with a short linear stretch from 0. */

#include "chart/scale.h"

#include <math.h>

#define LARGEST 1e24             /* beyond it, values are as good as infinite for a picture */
#define SMALLEST 1e-12           /* of a logarithmic axis */
#define SMALLEST_SHARE 1e-9      /* a range narrower than this part of its values is empty */
#define ZERO_STRETCH 0.08        /* length given to 0 … first on TOK_AXIS_LOG_FROM_ZERO */
#define ZERO_RATIO 256.0         /* maximum / first when the axis names no first value */
#define OUTSIDE 4.0              /* lengths beyond an end where pixels stop */
#define MAX_TICKS 12
#define NARROW_RATIO 8.0         /* logarithmic ranges below it get evenly stepped ticks */
#define TICK_SLACK 1e-9          /* of a step or of the range: a tick at the end of the range must survive rounding */

/* Steps of an even axis within one decade, and tick digits of a logarithmic decade from dense to sparse. */
static const double decimal_steps[] = { 1.0, 2.0, 5.0, 10.0 };
static const double decade_digits[][3] = { { 1.0, 2.0, 5.0 }, { 1.0, 3.0 }, { 1.0 } };

static double
finite_or (double value, double fallback)
{
  return isfinite (value) ? CLAMP (value, -LARGEST, LARGEST) : fallback;
}

static void
order_ends (TokScale *scale)
{
  double low = MIN (scale->minimum, scale->maximum);

  scale->maximum = MAX (scale->minimum, scale->maximum);
  scale->minimum = low;
}

static gboolean
is_empty (const TokScale *scale)
{
  double largest = MAX (fabs (scale->minimum), fabs (scale->maximum));

  return scale->maximum - scale->minimum <= largest * SMALLEST_SHARE;
}

static void
make_linear_valid (TokScale *scale)
{
  if (!is_empty (scale))
    return;

  if (scale->maximum == 0.0)
    scale->maximum = 1.0;
  else if (scale->maximum > 0.0)
    scale->minimum = 0.0;
  else
    scale->maximum = 0.0;
}

static void
make_log_valid (TokScale *scale)
{
  if (scale->maximum < SMALLEST)
    {
      scale->minimum = 1.0;
      scale->maximum = 10.0;
    }
  if (scale->minimum < SMALLEST)
    scale->minimum = scale->maximum / 1000.0;
  if (is_empty (scale))
    {
      scale->minimum /= 2.0;
      scale->maximum *= 2.0;
    }
}

/* The first value of the logarithm is the axis' minimum when it has a positive one, otherwise a round part of the maximum. */
static void
make_log_from_zero_valid (TokScale *scale)
{
  if (scale->maximum < SMALLEST)
    scale->maximum = 1.0;
  scale->first = scale->minimum;
  if (scale->first < SMALLEST || is_empty (scale))
    {
      scale->first = scale->maximum / ZERO_RATIO;
      if (scale->binary_ticks)
        scale->first = exp2 (floor (log2 (scale->first)));
    }
  scale->minimum = 0.0;
}

void
tok_scale_init (TokScale *scale, const TokChartAxis *axis, double from_pixel, double to_pixel)
{
  *scale = (TokScale) {
    .kind = axis->scale,
    .minimum = finite_or (axis->minimum, 0.0),
    .maximum = finite_or (axis->maximum, 0.0),
    .from_pixel = from_pixel,
    .to_pixel = to_pixel,
    .binary_ticks = axis->binary_ticks,
    .whole_numbers = axis->whole_numbers,
  };
  order_ends (scale);

  if (scale->kind == TOK_AXIS_LOG_FROM_ZERO)
    {
      make_log_from_zero_valid (scale);
      return;
    }
  if (scale->kind == TOK_AXIS_LOG)
    make_log_valid (scale);
  else
    make_linear_valid (scale);
  scale->first = scale->minimum;
}

/* Position of @value between first (0) and maximum (1) along the logarithm. */
static double
log_share (const TokScale *scale, double value)
{
  return log (MAX (value, SMALLEST) / scale->first) / log (scale->maximum / scale->first);
}

static double
fraction (const TokScale *scale, double value)
{
  switch (scale->kind)
    {
    case TOK_AXIS_LOG:
      return log_share (scale, value);
    case TOK_AXIS_LOG_FROM_ZERO:
      if (value <= scale->first)
        return ZERO_STRETCH * value / scale->first;
      return ZERO_STRETCH + (1.0 - ZERO_STRETCH) * log_share (scale, value);
    case TOK_AXIS_LINEAR:
    default:
      return (value - scale->minimum) / (scale->maximum - scale->minimum);
    }
}

static double
value_at (const TokScale *scale, double share)
{
  switch (scale->kind)
    {
    case TOK_AXIS_LOG:
      return scale->minimum * pow (scale->maximum / scale->minimum, share);
    case TOK_AXIS_LOG_FROM_ZERO:
      if (share <= ZERO_STRETCH)
        return scale->first * share / ZERO_STRETCH;
      return scale->first * pow (scale->maximum / scale->first, (share - ZERO_STRETCH) / (1.0 - ZERO_STRETCH));
    case TOK_AXIS_LINEAR:
    default:
      return scale->minimum + share * (scale->maximum - scale->minimum);
    }
}

double
tok_scale_pixel (const TokScale *scale, double value)
{
  double share = fraction (scale, finite_or (value, scale->minimum));

  return scale->from_pixel + CLAMP (share, -OUTSIDE, 1.0 + OUTSIDE) * (scale->to_pixel - scale->from_pixel);
}

double
tok_scale_value (const TokScale *scale, double pixel)
{
  double length = scale->to_pixel - scale->from_pixel;
  double share = length != 0.0 ? (pixel - scale->from_pixel) / length : 0.0;
  double value = value_at (scale, CLAMP (share, 0.0, 1.0));

  if (scale->whole_numbers)
    value = round (value);
  return CLAMP (value, scale->minimum, scale->maximum);
}

static void
add_tick (const TokScale *scale, double value, GArray *ticks)
{
  double share = fraction (scale, value);

  if (share >= fraction (scale, scale->first) - TICK_SLACK && share <= 1.0 + TICK_SLACK)
    g_array_append_val (ticks, value);
}

/* The @index-th step, from the finest that leaves at most MAX_TICKS ticks in @range: 1, 2, 5, 10 … or powers of two. */
static double
even_step (const TokScale *scale, double range, guint index)
{
  double least = range / MAX_TICKS;
  double decade;
  guint i = 0;

  if (scale->whole_numbers)
    least = MAX (least, 1.0);
  if (scale->binary_ticks)
    return exp2 (ceil (log2 (least) - TICK_SLACK) + index);

  decade = pow (10.0, floor (log10 (least)));
  while (decimal_steps[i] * decade < least * (1.0 - TICK_SLACK))
    i++;
  index += i;
  return decimal_steps[index % 3] * decade * pow (10.0, index / 3);
}

static gboolean
even_ticks (const TokScale *scale, guint level, GArray *ticks)
{
  double step = even_step (scale, scale->maximum - scale->minimum, level);
  double i = ceil (scale->minimum / step - TICK_SLACK);

  for (; i * step <= scale->maximum + TICK_SLACK * step; i++)
    add_tick (scale, i == 0.0 ? 0.0 : i * step, ticks);
  return ticks->len > 0;
}

/* Every @level + 1st power of two, counted down from the largest one. */
static gboolean
octave_ticks (const TokScale *scale, guint level, GArray *ticks)
{
  int lowest = (int) ceil (log2 (scale->first) - TICK_SLACK);
  int highest = (int) floor (log2 (scale->maximum) + TICK_SLACK);
  int stride = (int) level + 1;

  if (highest < lowest || stride > highest - lowest + 1)
    return FALSE;
  for (int exponent = lowest + (highest - lowest) % stride; exponent <= highest; exponent += stride)
    add_tick (scale, exp2 (exponent), ticks);
  return ticks->len > 0;
}

/* 1-2-5, then 1-3, then 1 in each decade, then every second, third … decade. */
static gboolean
decade_ticks (const TokScale *scale, guint level, GArray *ticks)
{
  int lowest = (int) floor (log10 (scale->first) + TICK_SLACK);
  int highest = (int) floor (log10 (scale->maximum) + TICK_SLACK);
  guint digits = MIN (level, G_N_ELEMENTS (decade_digits) - 1);
  int stride = (int) (level - digits) + 1;

  if (stride > highest - lowest + 1)
    return FALSE;
  for (int exponent = lowest + (highest - lowest) % stride; exponent <= highest; exponent += stride)
    for (guint i = 0; i < G_N_ELEMENTS (decade_digits[0]) && decade_digits[digits][i] > 0.0; i++)
      add_tick (scale, decade_digits[digits][i] * pow (10.0, exponent), ticks);
  return ticks->len > 0;
}

/* With 0, and on every second level without the first tick after it, which often has no room beside 0. */
static gboolean
ticks_from_zero (const TokScale *scale, guint level, GArray *ticks)
{
  double zero = 0.0;

  if (!(scale->binary_ticks ? octave_ticks : decade_ticks) (scale, level / 2, ticks))
    return FALSE;
  if (level % 2 != 0)
    g_array_remove_index (ticks, 0);
  g_array_prepend_val (ticks, zero);
  return TRUE;
}

gboolean
tok_scale_ticks (const TokScale *scale, guint level, GArray *ticks)
{
  g_array_set_size (ticks, 0);
  if (scale->kind == TOK_AXIS_LOG_FROM_ZERO)
    return ticks_from_zero (scale, level, ticks);
  if (scale->kind == TOK_AXIS_LINEAR || scale->maximum < scale->first * NARROW_RATIO)
    return even_ticks (scale, level, ticks);
  return (scale->binary_ticks ? octave_ticks : decade_ticks) (scale, level, ticks);
}
