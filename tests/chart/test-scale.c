/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known ticks of each kind of axis, and validity for any range. */

#include "chart/scale.h"

#include <math.h>

#include "samples.h"

static TokScale
scale_of (TokAxisScale kind, double minimum, double maximum, gboolean binary, gboolean whole)
{
  const TokChartAxis axis = { .scale = kind, .minimum = minimum, .maximum = maximum, .binary_ticks = binary, .whole_numbers = whole };
  TokScale scale;

  tok_scale_init (&scale, &axis, 0.0, 1000.0);
  return scale;
}

static void
assert_ticks (const TokScale *scale, guint level, const double *expected, guint n)
{
  g_autoptr (GArray) ticks = g_array_new (FALSE, FALSE, sizeof (double));

  g_assert_true (tok_scale_ticks (scale, level, ticks));
  g_assert_cmpuint (ticks->len, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (g_array_index (ticks, double, i), expected[i], 1e-9 * MAX (1.0, fabs (expected[i])));
}

#define ASSERT_TICKS(scale, level, ...)                                             \
  G_STMT_START {                                                                    \
    const double expected[] = { __VA_ARGS__ };                                      \
    assert_ticks (scale, level, expected, G_N_ELEMENTS (expected));                 \
  } G_STMT_END

static void
test_linear_ticks_step_by_1_2_5 (void)
{
  TokScale scale = scale_of (TOK_AXIS_LINEAR, 0.0, 240.0, FALSE, FALSE);

  ASSERT_TICKS (&scale, 0, 0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240);
  ASSERT_TICKS (&scale, 1, 0, 50, 100, 150, 200);
  ASSERT_TICKS (&scale, 2, 0, 100, 200);
  ASSERT_TICKS (&scale, 3, 0, 200);
}

static void
test_whole_ticks_never_split_one (void)
{
  TokScale scale = scale_of (TOK_AXIS_LINEAR, 0.0, 3.0, FALSE, TRUE);

  ASSERT_TICKS (&scale, 0, 0, 1, 2, 3);
}

static void
test_linear_ticks_can_be_binary (void)
{
  TokScale scale = scale_of (TOK_AXIS_LINEAR, 0.0, 8192.0, TRUE, FALSE);

  ASSERT_TICKS (&scale, 0, 0, 1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192);
  ASSERT_TICKS (&scale, 1, 0, 2048, 4096, 6144, 8192);
}

static void
test_decades_get_sparser (void)
{
  TokScale scale = scale_of (TOK_AXIS_LOG, 3.0, 1000.0, FALSE, FALSE);

  ASSERT_TICKS (&scale, 0, 5, 10, 20, 50, 100, 200, 500, 1000);
  ASSERT_TICKS (&scale, 1, 3, 10, 30, 100, 300, 1000);
  ASSERT_TICKS (&scale, 2, 10, 100, 1000);
  ASSERT_TICKS (&scale, 3, 10, 1000);
}

static void
test_narrow_logarithm_has_even_ticks (void)
{
  TokScale scale = scale_of (TOK_AXIS_LOG, 20.0, 45.0, FALSE, FALSE);

  ASSERT_TICKS (&scale, 0, 20, 25, 30, 35, 40, 45);
}

static void
test_octaves_keep_the_largest_power (void)
{
  TokScale scale = scale_of (TOK_AXIS_LOG, 512.0, 131072.0, TRUE, FALSE);

  ASSERT_TICKS (&scale, 0, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072);
  ASSERT_TICKS (&scale, 1, 512, 2048, 8192, 32768, 131072);
  ASSERT_TICKS (&scale, 2, 2048, 16384, 131072);
}

static void
test_logarithm_from_zero_begins_with_zero (void)
{
  TokScale scale = scale_of (TOK_AXIS_LOG_FROM_ZERO, 512.0, 4096.0, TRUE, TRUE);

  ASSERT_TICKS (&scale, 0, 0, 512, 1024, 2048, 4096);
  ASSERT_TICKS (&scale, 1, 0, 1024, 2048, 4096);
  g_assert_cmpfloat (tok_scale_pixel (&scale, 0.0), ==, 0.0);
  g_assert_cmpfloat (tok_scale_pixel (&scale, 256.0), ==, tok_scale_pixel (&scale, 512.0) / 2.0);
  g_assert_cmpfloat_with_epsilon (tok_scale_pixel (&scale, 4096.0), 1000.0, 1e-9);
}

static void
test_logarithm_from_zero_finds_its_own_start (void)
{
  TokScale scale = scale_of (TOK_AXIS_LOG_FROM_ZERO, 0.0, 131072.0, TRUE, TRUE);

  g_assert_cmpfloat (scale.first, ==, 512.0);   /* a 256th of the maximum */
}

static void
test_degenerate_ranges_become_valid (void)
{
  static const struct { TokAxisScale kind; double minimum, maximum, low, high; } cases[] = {
    { TOK_AXIS_LINEAR, 0.0, 0.0, 0.0, 1.0 }, { TOK_AXIS_LINEAR, 5.0, 5.0, 0.0, 5.0 }, { TOK_AXIS_LINEAR, -5.0, -5.0, -5.0, 0.0 },
    { TOK_AXIS_LINEAR, 9.0, 2.0, 2.0, 9.0 }, { TOK_AXIS_LINEAR, NAN, 7.0, 0.0, 7.0 }, { TOK_AXIS_LINEAR, NAN, NAN, 0.0, 1.0 },
    { TOK_AXIS_LINEAR, -INFINITY, 3.0, 0.0, 3.0 }, { TOK_AXIS_LINEAR, 1.0, INFINITY, 0.0, 1.0 },
    { TOK_AXIS_LINEAR, 1e24, 1e24 + 1.0, 0.0, 1e24 }, { TOK_AXIS_LOG, 0.0, 1000.0, 1.0, 1000.0 }, { TOK_AXIS_LOG, 0.0, 0.0, 1.0, 10.0 },
    { TOK_AXIS_LOG, -3.0, -1.0, 1.0, 10.0 }, { TOK_AXIS_LOG, 8.0, 8.0, 4.0, 16.0 }, { TOK_AXIS_LOG, 100.0, 1.0, 1.0, 100.0 },
    { TOK_AXIS_LOG_FROM_ZERO, 0.0, 0.0, 0.0, 1.0 }, { TOK_AXIS_LOG_FROM_ZERO, 7.0, 7.0, 0.0, 7.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TokScale scale = scale_of (cases[i].kind, cases[i].minimum, cases[i].maximum, FALSE, FALSE);

      g_assert_cmpfloat_with_epsilon (scale.minimum, cases[i].low, 1e-9);
      g_assert_cmpfloat_with_epsilon (scale.maximum, cases[i].high, 1e-9 * cases[i].high + 1e-9);
    }
}

static void
test_pixel_and_value_are_inverse (void)
{
  for (TokAxisScale kind = TOK_AXIS_LINEAR; kind <= TOK_AXIS_LOG_FROM_ZERO; kind++)
    {
      TokScale scale = scale_of (kind, 2.0, 5000.0, FALSE, FALSE);

      for (double pixel = 0.0; pixel <= 1000.0; pixel += 12.5)
        g_assert_cmpfloat_with_epsilon (tok_scale_pixel (&scale, tok_scale_value (&scale, pixel)), pixel, 1e-6);
    }
}

static void
test_values_outside_stay_finite_and_in_order (void)
{
  TokScale scale = scale_of (TOK_AXIS_LINEAR, 0.0, 10.0, FALSE, FALSE);

  g_assert_cmpfloat (tok_scale_pixel (&scale, 20.0), ==, 2000.0);
  g_assert_true (isfinite (tok_scale_pixel (&scale, 1e300)));
  g_assert_true (isfinite (tok_scale_pixel (&scale, -INFINITY)));
  g_assert_true (isfinite (tok_scale_pixel (&scale, NAN)));
  g_assert_cmpfloat (tok_scale_pixel (&scale, 1e300), >, tok_scale_pixel (&scale, 10.0));
  g_assert_cmpfloat (tok_scale_value (&scale, 5000.0), ==, 10.0);
  g_assert_cmpfloat (tok_scale_value (&scale, -5000.0), ==, 0.0);
}

static void
test_whole_axis_gives_whole_values (void)
{
  TokScale scale = scale_of (TOK_AXIS_LINEAR, 0.0, 80.0, FALSE, TRUE);

  g_assert_cmpfloat (tok_scale_value (&scale, 512.0), ==, 41.0);   /* 40.96 */
}

/* Ranges of the random charts: ticks ascend inside the range, get no denser from level to level, and end or come down to one. */
static void
test_ticks_of_any_range_are_sound (void)
{
  for (guint32 seed = 0; seed < 2000; seed++)
    {
      g_autoptr (TokChartSpec) spec = sample_random (seed);
      g_autoptr (GArray) ticks = g_array_new (FALSE, FALSE, sizeof (double));
      guint before = G_MAXUINT, level;
      TokScale scale;

      tok_scale_init (&scale, &spec->x, 0.0, 1000.0);
      g_assert_cmpfloat (scale.minimum, <, scale.maximum);
      for (level = 0; tok_scale_ticks (&scale, level, ticks) && ticks->len > 1; level++)
        {
          g_assert_cmpuint (level, <, 200);
          g_assert_cmpuint (ticks->len - 1, <=, before);
          before = ticks->len;
          for (guint i = 0; i < ticks->len; i++)
            {
              double pixel = tok_scale_pixel (&scale, g_array_index (ticks, double, i));

              g_assert_true (pixel >= -0.01 && pixel <= 1000.01);
              if (i > 0)
                g_assert_cmpfloat (g_array_index (ticks, double, i), >, g_array_index (ticks, double, i - 1));
            }
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scale/linear-ticks-step-by-1-2-5", test_linear_ticks_step_by_1_2_5);
  g_test_add_func ("/scale/whole-ticks-never-split-one", test_whole_ticks_never_split_one);
  g_test_add_func ("/scale/linear-ticks-can-be-binary", test_linear_ticks_can_be_binary);
  g_test_add_func ("/scale/decades-get-sparser", test_decades_get_sparser);
  g_test_add_func ("/scale/narrow-logarithm-has-even-ticks", test_narrow_logarithm_has_even_ticks);
  g_test_add_func ("/scale/octaves-keep-the-largest-power", test_octaves_keep_the_largest_power);
  g_test_add_func ("/scale/logarithm-from-zero-begins-with-zero", test_logarithm_from_zero_begins_with_zero);
  g_test_add_func ("/scale/logarithm-from-zero-finds-its-own-start", test_logarithm_from_zero_finds_its_own_start);
  g_test_add_func ("/scale/degenerate-ranges-become-valid", test_degenerate_ranges_become_valid);
  g_test_add_func ("/scale/pixel-and-value-are-inverse", test_pixel_and_value_are_inverse);
  g_test_add_func ("/scale/values-outside-stay-finite-and-in-order", test_values_outside_stay_finite_and_in_order);
  g_test_add_func ("/scale/whole-axis-gives-whole-values", test_whole_axis_gives_whole_values);
  g_test_add_func ("/scale/ticks-of-any-range-are-sound", test_ticks_of_any_range_are_sound);
  return g_test_run ();
}
