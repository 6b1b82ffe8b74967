/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear scales in steps, logarithmic ones in log2 with three significant digits. */

#include "shell/slider-scale.h"

#include <math.h>

#define SIGNIFICANT_DIGITS 3
#define KEY_STEPS 100.0       /* of a whole slider */
#define ATTRACTION 0.012      /* share of the slider within which a power of two attracts it */

/* Dividing by a whole number keeps 0.1 what it is; multiplying by 0.1 would not. */
static double
round_to (double value, double unit)
{
  double per_one = round (1.0 / unit);

  return unit >= 1.0 ? round (value / unit) * unit : round (value * per_one) / per_one;
}

static double
round_to_digits (const TokSliderScale *scale, double value)
{
  double unit = pow (10.0, floor (log10 (value)) - (SIGNIFICANT_DIGITS - 1));

  return round_to (value, MAX (unit, scale->step));
}

static double
limit (const TokSliderScale *scale, double value)
{
  return CLAMP (value, scale->lowest, scale->maximum);
}

static double
attract (const TokSliderScale *scale, double position)
{
  double nearest = round (position);
  double length = log2 (scale->maximum / scale->minimum);

  return fabs (position - nearest) < ATTRACTION * length ? nearest : position;
}

static double
next_power_of_two (const TokSliderScale *scale, double value, int steps)
{
  double exponent = log2 (MAX (value, scale->minimum));

  return exp2 (steps > 0 ? floor (exponent) + steps : ceil (exponent) + steps);
}

void
tok_slider_scale_init (TokSliderScale *scale, const TokParamInfo *info, double minimum, double maximum)
{
  scale->is_logarithmic = info->scale == TOK_SCALE_LOG;
  scale->has_powers_of_two = scale->is_logarithmic && info->step >= 1.0;
  scale->step = info->step;
  scale->minimum = scale->is_logarithmic ? MAX (minimum, info->step) : minimum;
  scale->maximum = MAX (maximum, scale->minimum + info->step);
  scale->lowest = info->minimum > 0.0 ? scale->minimum : MIN (minimum, info->minimum);
}

double
tok_slider_scale_position (const TokSliderScale *scale, double value)
{
  value = CLAMP (value, scale->minimum, scale->maximum);
  return scale->is_logarithmic ? log2 (value) : value;
}

double
tok_slider_scale_value (const TokSliderScale *scale, double position)
{
  if (!scale->is_logarithmic)
    return limit (scale, round_to (position, scale->step));
  if (position <= log2 (scale->minimum))
    return scale->lowest;
  if (scale->has_powers_of_two)
    position = attract (scale, position);
  if (scale->has_powers_of_two && position == round (position))
    return limit (scale, exp2 (position));
  return limit (scale, round_to_digits (scale, exp2 (position)));
}

double
tok_slider_scale_move (const TokSliderScale *scale, double value, int steps)
{
  double length, moved;

  if (!scale->is_logarithmic)
    return limit (scale, round_to (value, scale->step) + steps * scale->step);
  if (steps < 0 && value <= scale->minimum)
    return scale->lowest;
  if (steps > 0 && value < scale->minimum)
    return scale->minimum;
  if (scale->has_powers_of_two)
    return limit (scale, next_power_of_two (scale, value, steps));

  length = log2 (scale->maximum / scale->minimum);
  moved = round_to_digits (scale, value * exp2 (steps * length / KEY_STEPS));
  if (fabs (moved - value) < 0.5 * scale->step)
    moved = round_to (value + (steps > 0 ? scale->step : -scale->step), scale->step);
  return limit (scale, moved);
}
