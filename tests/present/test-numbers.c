/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people read and type them, with a point and with a comma. */

#include "present/numbers.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>

#include "core/units.h"
#include "models.h"

#define NBSP "\u00a0"
#define THIN "\u202f"

/* Digits a field shows of what is not a whole number. */
#define FIELD_TOLERANCE 0.0006

static void
assert_text (char       *got,
             const char *expected)
{
  g_assert_cmpstr (got, ==, expected);
  g_free (got);
}

static void
test_speed_keeps_three_digits (void)
{
  assert_text (tok_format_speed (168.4), "168");
  assert_text (tok_format_speed (42.34), "42.3");
  assert_text (tok_format_speed (1.406), "1.41");
  assert_text (tok_format_speed (9.996), "10.0");
  assert_text (tok_format_speed (99.96), "100");
  assert_text (tok_format_speed (0.0042), "0.004");
  assert_text (tok_format_speed (0.0), "0");
  assert_text (tok_format_speed (9636.2), "9636");
  assert_text (tok_format_speed (12345.0), "12" THIN "345");
  assert_text (tok_format_speed (1234567.0), "1" THIN "234" THIN "567");
}

static void
test_seconds_take_the_unit_people_would (void)
{
  assert_text (tok_format_seconds (0.0), "0" NBSP "s");
  assert_text (tok_format_seconds (0.00932), "9.3" NBSP "ms");
  assert_text (tok_format_seconds (0.0414), "41" NBSP "ms");
  assert_text (tok_format_seconds (0.00004), "0.04" NBSP "ms");
  assert_text (tok_format_seconds (0.41), "0.4" NBSP "s");
  assert_text (tok_format_seconds (2.0), "2" NBSP "s");
  assert_text (tok_format_seconds (12.4), "12" NBSP "s");
  assert_text (tok_format_seconds (59.7), "1" NBSP "min");
  assert_text (tok_format_seconds (200.0), "3" NBSP "min" NBSP "20" NBSP "s");
  assert_text (tok_format_seconds (3600.0 * 2 + 300), "2" NBSP "h" NBSP "5" NBSP "min");
  assert_text (tok_format_seconds (3599.6), "1" NBSP "h");
  assert_text (tok_format_seconds (86399.0), "1" NBSP "d");
  assert_text (tok_format_seconds (86400.0 * 3), "3" NBSP "d");
  assert_text (tok_format_seconds (TOK_LARGEST), "over 9999 days");
}

static void
test_bytes_say_their_unit (void)
{
  assert_text (tok_format_gib (7.12 * TOK_GIB), "7.1" NBSP "GiB");
  assert_text (tok_format_gib (24.0 * TOK_GIB), "24" NBSP "GiB");
  assert_text (tok_format_gib (420.0 * TOK_MIB), "420" NBSP "MiB");
  assert_text (tok_format_gib (1023.9 * TOK_MIB), "1" NBSP "GiB");
  assert_text (tok_format_gib (0.0), "0" NBSP "GiB");
  assert_text (tok_format_gib (-2.26 * TOK_GIB), "\u2212" "2.3" NBSP "GiB");
  assert_text (tok_format_gib_of (7.12 * TOK_GIB, 23.5 * TOK_GIB), "7.1 of 23.5" NBSP "GiB");
  assert_text (tok_format_gib_of (0.0, 0.0), "0 of 0" NBSP "GiB");
  assert_text (tok_format_gb (4.921e9), "4.92" NBSP "GB");
  assert_text (tok_format_gb (141.3e9), "141" NBSP "GB");
  assert_text (tok_format_gb (33.6e6), "34" NBSP "MB");
  assert_text (tok_format_bandwidth (1008e9), "1008" NBSP "GB/s");
  assert_text (tok_format_bandwidth (83.2e9), "83.2" NBSP "GB/s");
  assert_text (tok_format_bandwidth (16.384e12), "16" THIN "384" NBSP "GB/s");
}

static void
test_tokens_are_powers_of_two_in_k (void)
{
  assert_text (tok_format_tokens (16384), "16k");
  assert_text (tok_format_tokens (12288), "12k");
  assert_text (tok_format_tokens (512), "512");
  assert_text (tok_format_tokens (0), "0");
  assert_text (tok_format_tokens (1048576), "1M");
  assert_text (tok_format_tokens (1000), "1000");
  assert_text (tok_format_tokens (20000), "20" THIN "000");
  assert_text (tok_format_tokens_full (16384), "16" THIN "384");
}

static void
test_shares_and_sizes_of_models (void)
{
  assert_text (tok_format_params (8.03), "8.03" NBSP "B");
  assert_text (tok_format_params (235.09), "235" NBSP "B");
  assert_text (tok_format_params (0.494), "494" NBSP "M");
  assert_text (tok_format_params (1026.0), "1.03" NBSP "T");
  assert_text (tok_format_percent (0.7449), "74" NBSP "%");
  assert_text (tok_format_percent (0.004), "0.4" NBSP "%");
  assert_text (tok_format_percent (0.0), "0" NBSP "%");
}

static void
test_figures_are_finite_text_at_their_limits (void)
{
  char *(*const formats[]) (double) = { tok_format_speed, tok_format_seconds, tok_format_gib, tok_format_gb, tok_format_bandwidth,
                                        tok_format_tokens, tok_format_tokens_full, tok_format_params, tok_format_percent };
  const double limits[] = { 0.0, 1e-24, 1e-6, 1.0, 1e15, TOK_LARGEST };

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (limits); j++)
      {
        g_autofree char *text = formats[i] (limits[j]);

        g_assert_cmpuint (g_utf8_strlen (text, -1), <, 26);
        g_assert_null (strstr (text, "inf"));
        g_assert_null (strstr (text, "nan"));
      }
}

static void
assert_reads (TokParam    param,
              const char *text,
              double      expected)
{
  double value = NAN;

  if (!tok_parse_param (param, text, &value))
    g_error ("“%s” was not read", text);
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-12 * MAX (ABS (expected), 1.0));
}

static void
assert_refuses (TokParam    param,
                const char *text)
{
  double value = -7.0;

  if (tok_parse_param (param, text, &value))
    g_error ("“%s” was read as %g", text, value);
}

static void
test_reads_what_people_type (void)
{
  assert_reads (TOK_PARAM_CONTEXT, "16k", 16384);
  assert_reads (TOK_PARAM_CONTEXT, " 16 K ", 16384);
  assert_reads (TOK_PARAM_CONTEXT, "1M", 1048576);
  assert_reads (TOK_PARAM_CONTEXT, "16" THIN "384", 16384);
  assert_reads (TOK_PARAM_CONTEXT, "16,384", 16384);
  assert_reads (TOK_PARAM_CONTEXT, "512 tokens", 512);
  assert_reads (TOK_PARAM_PARAMETERS, "8B", 8);
  assert_reads (TOK_PARAM_PARAMETERS, "500M", 0.5);
  assert_reads (TOK_PARAM_PARAMETERS, "1.5 T", 1500);
  assert_reads (TOK_PARAM_BANDWIDTH, "1.5 TB/s", 1500);
  assert_reads (TOK_PARAM_BANDWIDTH, "1008 GB/s", 1008);
  assert_reads (TOK_PARAM_DEVICE_MEMORY, "24 GB", 24);
  assert_reads (TOK_PARAM_DEVICE_MEMORY, "512 MiB", 0.5);
  assert_reads (TOK_PARAM_FILE_BYTES, "4.9 GB", 4.9e9);
  assert_reads (TOK_PARAM_FILE_BYTES, "4.58GiB", 4.58 * TOK_GIB);
  assert_reads (TOK_PARAM_ACCEPTANCE, "80 %", 0.8);
  assert_reads (TOK_PARAM_ACCEPTANCE, "1,0", 1.0);
  assert_reads (TOK_PARAM_ACCEPTANCE, "0.75", 0.75);
  assert_reads (TOK_PARAM_ACCEPTANCE, ".5", 0.5);
  assert_reads (TOK_PARAM_HOST_TRANSFER_RATE, "6 GT/s", 6000);
  assert_reads (TOK_PARAM_GPU_LAYERS, "auto", TOK_AUTO);
  assert_reads (TOK_PARAM_GPU_LAYERS, "All", TOK_MAX_LAYERS);
  assert_reads (TOK_PARAM_FILE_TYPE, "q4_k_m", TOK_FILE_Q4_K_M);
  assert_reads (TOK_PARAM_KV_K, "Q8_0", TOK_KV_Q8_0);
  assert_reads (TOK_PARAM_FLASH_ATTENTION, "off", 0);
  assert_reads (TOK_PARAM_OS, "Windows", TOK_OS_WINDOWS);
  assert_reads (TOK_PARAM_LINK, "pcie4x16", TOK_LINK_PCIE4X16);
  assert_reads (TOK_PARAM_LINK, "PCIe 4.0 ×16", TOK_LINK_PCIE4X16);
}

static void
test_refuses_what_is_no_value (void)
{
  g_autofree char *endless = g_strnfill (100000, '9');
  const char *const texts[] = { "", " ", "abc", "-1", "16q", "1.2.3", "..", "1,2,3", "0x10", "1e5", "nan", "inf", "12 34k5", "\xff\xfe", "16 TB" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_refuses (TOK_PARAM_CONTEXT, texts[i]);
  assert_refuses (TOK_PARAM_CONTEXT, endless);
  assert_refuses (TOK_PARAM_CONTEXT, "auto");
  assert_refuses (TOK_PARAM_KV_K, "17");
  assert_refuses (TOK_PARAM_PARAMETERS, "all");
}

static void
assert_round_trip (TokParam param,
                   double   value)
{
  g_autofree char *text = tok_format_param (param, value);
  g_autofree char *again = NULL;
  double read = NAN;

  if (!tok_parse_param (param, text, &read))
    g_error ("%s: “%s” of %.10g was not read", tok_plan_param_info (param)->name, text, value);
  g_assert_cmpfloat_with_epsilon (read, value, FIELD_TOLERANCE * ABS (value) + tok_plan_param_info (param)->step / 2.0);
  again = tok_format_param (param, read);
  g_assert_cmpstr (again, ==, text);
}

/* A value of @info's range at @position 0 … 1. */
static double
value_at (const TokParamInfo *info,
          double              position)
{
  double value = info->minimum + (info->maximum - info->minimum) * position;

  if (info->scale == TOK_SCALE_LOG && info->minimum > 0.0)
    value = info->minimum * pow (info->maximum / info->minimum, position);
  return info->step == 1.0 ? round (value) : value;
}

static void
test_every_parameter_reads_what_it_shows (void)
{
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    {
      const TokParamInfo *info = tok_plan_param_info (param);

      assert_round_trip (param, info->fallback);
      for (guint i = 0; i <= 500; i++)
        assert_round_trip (param, value_at (info, i / 500.0));
      if (info->has_auto)
        assert_round_trip (param, TOK_AUTO);
    }
}

static void
test_options_mean_the_same_in_every_locale (void)
{
  double value;

  g_assert_true (tok_parse_option (TOK_PARAM_BANDWIDTH, "1.008", &value));
  g_assert_cmpfloat (value, ==, 1.008);
  g_assert_true (tok_parse_option (TOK_PARAM_BANDWIDTH, "1,008", &value));
  g_assert_cmpfloat (value, ==, 1008.0);
}

/* The locale, generated into a folder of its own where the system has none. */
static gboolean
enter_german (char **folder)
{
  g_autofree char *target = NULL;
  g_autofree char *command = NULL;

  if (setlocale (LC_ALL, "de_DE.UTF-8") != NULL)
    return TRUE;
  *folder = g_dir_make_tmp ("tokplan-locale-XXXXXX", NULL);
  target = g_build_filename (*folder, "de_DE.UTF-8", NULL);
  command = g_strdup_printf ("localedef -i de_DE -f UTF-8 '%s'", target);
  if (!g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL))
    return FALSE;
  g_setenv ("LOCPATH", *folder, TRUE);
  return setlocale (LC_ALL, "de_DE.UTF-8") != NULL;
}

static void
leave_german (char *folder)
{
  g_autofree char *command = NULL;

  setlocale (LC_ALL, "C");
  g_unsetenv ("LOCPATH");
  if (folder == NULL)
    return;
  command = g_strdup_printf ("rm -r '%s'", folder);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
}

static void
test_german_writes_and_reads_commas (void)
{
  g_autofree char *folder = NULL;

  if (!enter_german (&folder))
    {
      leave_german (folder);
      g_test_skip ("no German locale and no localedef");
      return;
    }
  assert_text (tok_format_speed (42.34), "42,3");
  assert_text (tok_format_gib (7.12 * TOK_GIB), "7,1" NBSP "GiB");
  assert_text (tok_format_gib (24.0 * TOK_GIB), "24" NBSP "GiB");
  assert_text (tok_format_speed (12345.0), "12" THIN "345");
  assert_text (tok_format_param (TOK_PARAM_PARAMETERS, 8.03), "8,03");
  assert_reads (TOK_PARAM_ACCEPTANCE, "1,0", 1.0);
  assert_reads (TOK_PARAM_ACCEPTANCE, "1.0", 1.0);
  assert_reads (TOK_PARAM_BANDWIDTH, "1.008", 1008);
  assert_reads (TOK_PARAM_BANDWIDTH, "1.008,5", 1008.5);
  assert_reads (TOK_PARAM_BANDWIDTH, "1,008", 1.008);
  test_every_parameter_reads_what_it_shows ();
  test_options_mean_the_same_in_every_locale ();
  leave_german (folder);
}

static void
test_units_qualify_the_field (void)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model ("Llama-3.1-8B");
  g_autoptr (TokModel) model = tok_model_new (architecture, TOK_FILE_Q4_K_M, FALSE, 0.0);
  TokPlan plan = { .model = model };

  assert_text (tok_format_param_unit (&plan, TOK_PARAM_GPU_LAYERS), "of 32");
  assert_text (tok_format_param_unit (&plan, TOK_PARAM_FILE_TYPE), "4.9 bit");
  assert_text (tok_format_param_unit (&plan, TOK_PARAM_BANDWIDTH), "GB/s");
  assert_text (tok_format_param_unit (&plan, TOK_PARAM_REQUESTS), "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/numbers/speed-keeps-three-digits", test_speed_keeps_three_digits);
  g_test_add_func ("/numbers/seconds-take-the-unit-people-would", test_seconds_take_the_unit_people_would);
  g_test_add_func ("/numbers/bytes-say-their-unit", test_bytes_say_their_unit);
  g_test_add_func ("/numbers/tokens-are-powers-of-two-in-k", test_tokens_are_powers_of_two_in_k);
  g_test_add_func ("/numbers/shares-and-sizes-of-models", test_shares_and_sizes_of_models);
  g_test_add_func ("/numbers/figures-are-finite-text-at-their-limits", test_figures_are_finite_text_at_their_limits);
  g_test_add_func ("/numbers/reads-what-people-type", test_reads_what_people_type);
  g_test_add_func ("/numbers/refuses-what-is-no-value", test_refuses_what_is_no_value);
  g_test_add_func ("/numbers/every-parameter-reads-what-it-shows", test_every_parameter_reads_what_it_shows);
  g_test_add_func ("/numbers/options-mean-the-same-in-every-locale", test_options_mean_the_same_in_every_locale);
  g_test_add_func ("/numbers/german-writes-and-reads-commas", test_german_writes_and_reads_commas);
  g_test_add_func ("/numbers/units-qualify-the-field", test_units_qualify_the_field);
  return g_test_run ();
}
