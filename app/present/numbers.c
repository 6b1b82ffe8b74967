/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people read them: decimal mark of the locale, groups of three from five digits on, no more digits than mean
 * something.  Reading them back is in numbers-parse.c. */

#include "present/numbers.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "core/units.h"
#include "present/labels.h"

/* ISO 80000-1 groups by a thin space; both spaces keep a number on one line. */
#define GROUP_SPACE "\u202f"
#define UNIT_SPACE "\u00a0"
#define MINUS_SIGN "\u2212"

#define GROUPED_FROM_DIGITS 5
#define LARGEST_PLAIN 1e15          /* above it a number is written with an exponent */
#define SECONDS_PER_MINUTE 60.0
#define SECONDS_PER_HOUR 3600.0
#define SECONDS_PER_DAY 86400.0
#define LARGEST_DAYS 9999.0

static char *
with_unit (const char *number,
           const char *unit)
{
  return g_strconcat (number, UNIT_SPACE, unit, NULL);
}

/* @digits with thin spaces between its groups of three, up to the decimal mark. */
static char *
group_digits (const char *digits)
{
  gsize n = strspn (digits, "0123456789");
  GString *grouped = g_string_new (NULL);

  if (n < GROUPED_FROM_DIGITS)
    return g_string_free (g_string_append (grouped, digits), FALSE);
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append (grouped, GROUP_SPACE);
      g_string_append_c (grouped, digits[i]);
    }
  return g_string_free (g_string_append (grouped, digits + n), FALSE);
}

/* Zeros behind the decimal mark say nothing where the precision is not the message. */
static void
strip_zeros (char *digits)
{
  gsize whole = strspn (digits, "0123456789");
  gsize length = strlen (digits);

  if (digits[whole] == '\0')
    return;
  while (length > whole && digits[length - 1] == '0')
    length--;
  /* What is left of the fraction may be its mark alone, in the locale's bytes. */
  if (strpbrk (digits + whole, "123456789") == NULL)
    length = whole;
  digits[length] = '\0';
}

static char *
format_magnitude (double   magnitude,
                  int      decimals,
                  gboolean keep_zeros)
{
  g_autofree char *digits = NULL;

  if (magnitude >= LARGEST_PLAIN)
    return g_strdup_printf ("%.1e", MIN (magnitude, TOK_LARGEST));
  digits = g_strdup_printf ("%.*f", decimals, magnitude);
  if (!keep_zeros)
    strip_zeros (digits);
  return group_digits (digits);
}

static char *
format_number (double   number,
               int      decimals,
               gboolean keep_zeros)
{
  g_autofree char *magnitude = format_magnitude (fabs (number), decimals, keep_zeros);

  if (number < 0.0 && strpbrk (magnitude, "123456789") != NULL)
    return g_strconcat (MINUS_SIGN, magnitude, NULL);
  return g_steal_pointer (&magnitude);
}

/* Decimals that leave @n_digits digits after rounding: 9.996 is 10.0, not 10.00. */
static int
decimals_for (double number,
              int    n_digits)
{
  int decimals = n_digits;
  double limit = 1.0;

  /* Below 1 the zero before the mark is not counted; further zeros are. */
  for (; decimals > 0 && fabs (number) >= limit - 0.5 * pow (10.0, -decimals); decimals--)
    limit *= 10.0;
  return decimals;
}

char *
tok_format_speed (double tok_s)
{
  int decimals = decimals_for (tok_s, 3);

  return format_number (tok_s, MIN (decimals, tok_s < 0.1 ? 3 : 2), tok_s > 0.0);
}

static char *
format_two_units (double      seconds,
                  double      large,
                  const char *large_unit,
                  double      small,
                  const char *small_unit)
{
  double smalls = round (seconds / small);
  double per_large = large / small;
  g_autofree char *first = format_number (floor (smalls / per_large), 0, FALSE);
  g_autofree char *second = format_number (fmod (smalls, per_large), 0, FALSE);
  g_autofree char *large_part = with_unit (first, large_unit);
  g_autofree char *small_part = with_unit (second, small_unit);

  if (fmod (smalls, per_large) == 0.0)
    return g_steal_pointer (&large_part);
  return g_strconcat (large_part, UNIT_SPACE, small_part, NULL);
}

char *
tok_format_seconds (double seconds)
{
  g_autofree char *number = NULL;

  if (seconds >= SECONDS_PER_DAY * LARGEST_DAYS)
    {
      number = format_number (LARGEST_DAYS, 0, FALSE);
      return g_strdup_printf (_("over %s days"), number);
    }
  /* Each limit is where rounding to the smaller unit gives one of the larger: nobody says 60 min. */
  if (seconds >= SECONDS_PER_DAY - SECONDS_PER_MINUTE / 2.0)
    return format_two_units (seconds, SECONDS_PER_DAY, C_("days, short", "d"), SECONDS_PER_HOUR, C_("hours, short", "h"));
  if (seconds >= SECONDS_PER_HOUR - 0.5)
    return format_two_units (seconds, SECONDS_PER_HOUR, C_("hours, short", "h"), SECONDS_PER_MINUTE, C_("minutes, short", "min"));
  if (seconds >= SECONDS_PER_MINUTE - 0.5)
    return format_two_units (seconds, SECONDS_PER_MINUTE, C_("minutes, short", "min"), 1.0, C_("seconds, short", "s"));
  if (seconds >= 0.0995 || seconds <= 0.0)
    {
      number = format_number (seconds, seconds < 9.95 ? 1 : 0, FALSE);
      return with_unit (number, C_("seconds, short", "s"));
    }
  number = format_number (seconds * 1e3, seconds < 0.00995 ? (seconds < 0.000995 ? 2 : 1) : 0, FALSE);
  return with_unit (number, C_("milliseconds, short", "ms"));
}

static char *
gib_number (double bytes)
{
  return format_number (bytes / TOK_GIB, fabs (bytes) >= 99.95 * TOK_GIB ? 0 : 1, FALSE);
}

char *
tok_format_gib (double bytes)
{
  gboolean is_small = bytes != 0.0 && fabs (bytes) < TOK_GIB - TOK_MIB / 2.0;
  g_autofree char *number = is_small ? format_number (bytes / TOK_MIB, 0, FALSE) : gib_number (bytes);

  return with_unit (number, is_small ? _("MiB") : _("GiB"));
}

char *
tok_format_gib_of (double bytes,
                   double total)
{
  g_autofree char *part = gib_number (bytes);
  g_autofree char *whole = gib_number (total);
  g_autofree char *whole_with_unit = with_unit (whole, _("GiB"));

  return g_strdup_printf (C_("memory: 7.1 of 24 GiB", "%s of %s"), part, whole_with_unit);
}

char *
tok_format_gb (double bytes)
{
  const double mb = 1e6;
  gboolean is_small = bytes < 0.9995 * TOK_GB && bytes > 0.0;
  double amount = bytes / (is_small ? mb : TOK_GB);
  g_autofree char *number = format_number (amount, is_small ? decimals_for (amount, 1) : MIN (decimals_for (amount, 3), 2), FALSE);

  return with_unit (number, is_small ? _("MB") : _("GB"));
}

char *
tok_format_bandwidth (double bytes_per_second)
{
  double amount = bytes_per_second / TOK_GB;
  g_autofree char *number = format_number (amount, decimals_for (amount, 3), FALSE);

  return with_unit (number, _("GB/s"));
}

char *
tok_format_tokens_full (double tokens)
{
  return format_number (round (tokens), 0, FALSE);
}

char *
tok_format_tokens (double tokens)
{
  const double kibi = 1024.0, mebi = 1024.0 * 1024.0;
  gboolean is_mebi = tokens >= mebi && fmod (tokens, mebi) == 0.0;
  g_autofree char *number = NULL;

  if (tokens < kibi || tokens >= LARGEST_PLAIN || fmod (tokens, kibi) != 0.0)
    return tok_format_tokens_full (tokens);
  number = format_number (tokens / (is_mebi ? mebi : kibi), 0, FALSE);
  return g_strconcat (number, is_mebi ? "M" : "k", NULL);
}

char *
tok_format_params (double billions)
{
  const double million = 1e-3, trillion = 1e3;
  double scale = billions < 0.9995 ? million : billions < 999.5 ? 1.0 : trillion;
  const char *unit = billions < 0.9995 ? C_("millions of parameters", "M")
                     : billions < 999.5 ? C_("billions of parameters", "B")
                                        : C_("trillions of parameters", "T");
  g_autofree char *number = format_number (billions / scale, MIN (decimals_for (billions / scale, 3), 2), FALSE);

  return with_unit (number, unit);
}

char *
tok_format_percent (double share)
{
  double percent = 100.0 * share;
  g_autofree char *number = format_number (percent, percent > 0.0 && percent < 0.95 ? 1 : 0, FALSE);

  return with_unit (number, "%");
}

/* Fields are edited: no groups, and four digits of what is not a whole number. */
static char *
format_field (double value,
              double step)
{
  char *digits = g_strdup_printf ("%.*f", step == 1.0 ? 0 : MIN (decimals_for (value, 4), 3), value);

  strip_zeros (digits);
  return digits;
}

char *
tok_format_param (TokParam param,
                  double   value)
{
  const TokParamInfo *info = tok_plan_param_info (param);

  if (value == TOK_AUTO && info->has_auto)
    return g_strdup (C_("value of a parameter", "auto"));
  value = CLAMP (value, info->minimum, info->maximum);
  if (info->choice_name != NULL)
    return g_strdup (tok_label_choice (param, (guint) value));
  return format_field (value, info->step);
}

char *
tok_format_param_unit (const TokPlan *plan,
                       TokParam       param)
{
  const char *unit = tok_plan_param_info (param)->unit;
  g_autofree char *number = NULL;

  switch ((int) param)
    {
    case TOK_PARAM_GPU_LAYERS:
    case TOK_PARAM_EXPERT_LAYERS_CPU:
      number = format_number (plan->model->architecture->n_layers, 0, FALSE);
      return g_strdup_printf (C_("layers: 20 of 32", "of %s"), number);
    case TOK_PARAM_FILE_TYPE:
      number = format_number (tok_model_bits_per_weight (plan->model), 1, FALSE);
      return g_strdup_printf (C_("bits per weight", "%s bit"), number);
    default:
      return g_strdup (unit[0] != '\0' ? _(unit) : "");
    }
}
