/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where on a slider a value stands, and which round value a place on it means.  The number field knows every value; a slider
 * only offers round ones. */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean is_logarithmic;
  gboolean has_powers_of_two;  /* they attract the slider, and keys go from one to the next */
  double   minimum, maximum;   /* natural units; minimum > 0 when logarithmic */
  double   lowest;             /* the value of the lowest place: 0 where the parameter can be 0, else minimum */
  double   step;
} TokSliderScale;

/* The scale of a parameter between @minimum and @maximum, the range of the slider. */
void   tok_slider_scale_init     (TokSliderScale       *scale,
                                  const TokParamInfo   *info,
                                  double                minimum,
                                  double                maximum);
/* Places run from tok_slider_scale_position (minimum) up; values beyond the slider stand at its ends. */
double tok_slider_scale_position (const TokSliderScale *scale,
                                  double                value);
double tok_slider_scale_value    (const TokSliderScale *scale,
                                  double                position);
/* The value @steps key presses away from @value (negative: down), another one unless the slider ends. */
double tok_slider_scale_move     (const TokSliderScale *scale,
                                  double                value,
                                  int                   steps);

G_END_DECLS
