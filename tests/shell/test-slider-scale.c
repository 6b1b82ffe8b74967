/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places on a slider and the round values they mean, for every parameter. */

#include <math.h>

#include "shell/slider-scale.h"

static TokSliderScale
scale_of (TokParam param, double minimum, double maximum)
{
  TokSliderScale scale;

  tok_slider_scale_init (&scale, tok_plan_param_info (param), minimum, maximum);
  return scale;
}

static TokSliderScale
whole_scale_of (TokParam param)
{
  const TokParamInfo *info = tok_plan_param_info (param);

  return scale_of (param, info->minimum, info->maximum);
}

static void
test_every_place_means_a_value_in_range_and_more_means_more (void)
{
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    {
      const TokParamInfo *info = tok_plan_param_info (param);
      TokSliderScale scale = whole_scale_of (param);
      double first = tok_slider_scale_position (&scale, scale.minimum);
      double last = tok_slider_scale_position (&scale, scale.maximum);
      double before = -1.0;

      for (int i = 0; i <= 1000; i++)
        {
          double value = tok_slider_scale_value (&scale, first + (last - first) * i / 1000.0);

          g_assert_cmpfloat (value, >=, info->minimum);
          g_assert_cmpfloat (value, <=, info->maximum);
          g_assert_cmpfloat (value, >=, before);
          before = value;
        }
      g_assert_cmpfloat (before, ==, info->maximum);
    }
}

static void
test_the_lowest_place_is_zero_where_zero_is_allowed (void)
{
  TokSliderScale cached = scale_of (TOK_PARAM_CACHED, 16, 4096);
  TokSliderScale context = scale_of (TOK_PARAM_CONTEXT, 256, 131072);

  g_assert_cmpfloat (tok_slider_scale_value (&cached, tok_slider_scale_position (&cached, 0)), ==, 0);
  g_assert_cmpfloat (tok_slider_scale_value (&context, tok_slider_scale_position (&context, 1)), ==, 256);
}

static void
test_a_value_beyond_the_slider_stands_at_its_end (void)
{
  TokSliderScale scale = scale_of (TOK_PARAM_BANDWIDTH, 10, 8000);

  g_assert_cmpfloat (tok_slider_scale_position (&scale, 20000), ==, log2 (8000));
  g_assert_cmpfloat (tok_slider_scale_position (&scale, 1), ==, log2 (10));
}

static void
test_powers_of_two_attract_tokens_but_not_bandwidths (void)
{
  TokSliderScale context = scale_of (TOK_PARAM_CONTEXT, 256, 131072);
  TokSliderScale bandwidth = scale_of (TOK_PARAM_BANDWIDTH, 10, 8000);

  g_assert_cmpfloat (tok_slider_scale_value (&context, log2 (16000)), ==, 16384);
  g_assert_cmpfloat (tok_slider_scale_value (&context, log2 (12000)), ==, 12000);
  g_assert_cmpfloat (tok_slider_scale_value (&bandwidth, log2 (500)), ==, 500);
}

static void
test_logarithmic_values_have_three_digits (void)
{
  TokSliderScale bandwidth = scale_of (TOK_PARAM_BANDWIDTH, 10, 8000);
  TokSliderScale parameters = scale_of (TOK_PARAM_PARAMETERS, 0.1, 1000);

  g_assert_cmpfloat (tok_slider_scale_value (&bandwidth, log2 (1013.27)), ==, 1010);
  g_assert_cmpfloat (tok_slider_scale_value (&bandwidth, log2 (51.237)), ==, 51.2);
  g_assert_cmpfloat (tok_slider_scale_value (&parameters, log2 (0.1234)), ==, 0.12);
}

static void
test_keys_double_tokens_and_step_everything_else (void)
{
  TokSliderScale context = scale_of (TOK_PARAM_CONTEXT, 256, 131072);
  TokSliderScale layers = scale_of (TOK_PARAM_GPU_LAYERS, 0, 32);
  TokSliderScale cached = scale_of (TOK_PARAM_CACHED, 16, 4096);

  g_assert_cmpfloat (tok_slider_scale_move (&context, 16384, 1), ==, 32768);
  g_assert_cmpfloat (tok_slider_scale_move (&context, 16384, -1), ==, 8192);
  g_assert_cmpfloat (tok_slider_scale_move (&context, 12000, 1), ==, 16384);
  g_assert_cmpfloat (tok_slider_scale_move (&context, 12000, -1), ==, 8192);
  g_assert_cmpfloat (tok_slider_scale_move (&layers, 31, 10), ==, 32);
  g_assert_cmpfloat (tok_slider_scale_move (&cached, 16, -1), ==, 0);
  g_assert_cmpfloat (tok_slider_scale_move (&cached, 0, 1), ==, 16);
}

static void
test_keys_never_get_stuck_before_the_end (void)
{
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    {
      TokSliderScale scale = whole_scale_of (param);
      double value = scale.lowest;
      guint n_steps = 0;

      while (value < scale.maximum)
        {
          double next = tok_slider_scale_move (&scale, value, 1);

          g_assert_cmpfloat (next, >, value);
          value = next;
          g_assert_cmpuint (++n_steps, <, 25000);
        }
      while (value > scale.lowest)
        {
          double next = tok_slider_scale_move (&scale, value, -1);

          g_assert_cmpfloat (next, <, value);
          value = next;
        }
    }
}

static void
test_an_empty_range_is_made_valid (void)
{
  TokSliderScale depth = scale_of (TOK_PARAM_DEPTH, 64, 1);

  g_assert_cmpfloat (depth.maximum, >, depth.minimum);
  g_assert_true (isfinite (tok_slider_scale_position (&depth, 0)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/slider-scale/every-place-means-a-value-in-range-and-more-means-more",
                   test_every_place_means_a_value_in_range_and_more_means_more);
  g_test_add_func ("/slider-scale/the-lowest-place-is-zero-where-zero-is-allowed",
                   test_the_lowest_place_is_zero_where_zero_is_allowed);
  g_test_add_func ("/slider-scale/a-value-beyond-the-slider-stands-at-its-end", test_a_value_beyond_the_slider_stands_at_its_end);
  g_test_add_func ("/slider-scale/powers-of-two-attract-tokens-but-not-bandwidths",
                   test_powers_of_two_attract_tokens_but_not_bandwidths);
  g_test_add_func ("/slider-scale/logarithmic-values-have-three-digits", test_logarithmic_values_have_three_digits);
  g_test_add_func ("/slider-scale/keys-double-tokens-and-step-everything-else", test_keys_double_tokens_and_step_everything_else);
  g_test_add_func ("/slider-scale/keys-never-get-stuck-before-the-end", test_keys_never_get_stuck_before_the_end);
  g_test_add_func ("/slider-scale/an-empty-range-is-made-valid", test_an_empty_range_is_made_valid);
  return g_test_run ();
}
