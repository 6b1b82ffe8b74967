/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One decimal sign for a whole file: a program does not change its locale while it prints. */

#include "formats/text-number.h"

#include <math.h>
#include <string.h>

#include "core/units.h"

#define LONGEST_NUMBER 40u

typedef struct { const char *name; double factor; } Unit;

static const Unit byte_units[] = {
  { "KiB", TOK_KIB }, { "MiB", TOK_MIB }, { "GiB", TOK_GIB }, { "TiB", TOK_GIB * 1024.0 },
  { "kB", TOK_KIB }, { "KB", TOK_KIB }, { "MB", TOK_MIB }, { "GB", TOK_GIB }, { "TB", TOK_GIB * 1024.0 }, { "B", 1.0 },
};

/* "m" behind "ms", so that the longer one is found. */
static const Unit time_units[] = {
  { "ns", 1e-9 }, { "us", 1e-6 }, { "\xc2\xb5s", 1e-6 }, { "\xce\xbcs", 1e-6 },
  { "ms", 1e-3 }, { "s", 1.0 }, { "m", 60.0 }, { "h", 3600.0 },
};

static const char *
skip_blanks (const char *at)
{
  return at + strspn (at, " ");
}

/* What follows a number that a program printed with two decimals. */
static gboolean
is_unit (const char *at)
{
  static const char *const units[] = { "MiB", "GiB", "KiB", "ms", "s", "tok", "t/s", "T/s", "B ", "\xc2\xb1", "%", "+/-", "|" };

  at = skip_blanks (at);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_has_prefix (at, units[i]))
      return TRUE;
  return FALSE;
}

/* Behind the sign at @sign two digits and a unit. */
static gboolean
is_decimal (const char *line, const char *sign)
{
  return sign > line && g_ascii_isdigit (sign[-1]) && g_ascii_isdigit (sign[1]) && g_ascii_isdigit (sign[2])
         && !g_ascii_isdigit (sign[3]) && is_unit (sign + 3);
}

gboolean
tok_number_has_comma (const TokText *text)
{
  guint n_commas = 0, n_points = 0;

  for (guint i = 0; i < tok_text_length (text); i++)
    {
      const char *line = tok_text_line (text, i);

      for (const char *at = strpbrk (line, ",."); at != NULL; at = strpbrk (at + 1, ",."))
        if (is_decimal (line, at))
          (*at == ',') ? n_commas++ : n_points++;
    }
  return n_commas > n_points;
}

/* Three digits and no fourth behind @at, as after the sign between thousands. */
static gboolean
is_group (const char *at)
{
  return g_ascii_isdigit (at[0]) && g_ascii_isdigit (at[1]) && g_ascii_isdigit (at[2]) && !g_ascii_isdigit (at[3]);
}

/* The exponent at @at, if it is one. */
static const char *
read_exponent (const char *at, char *digits, gsize *n)
{
  const char *start;

  if (*at != 'e' && *at != 'E')
    return at;
  start = at + 1 + (at[1] == '-' || at[1] == '+');
  if (!g_ascii_isdigit (*start))
    return at;
  digits[(*n)++] = 'e';
  if (at[1] == '-')
    digits[(*n)++] = '-';
  for (at = start; g_ascii_isdigit (*at) && *n < LONGEST_NUMBER; at++)
    digits[(*n)++] = *at;
  return at;
}

gboolean
tok_number_read (const char **at,
                 gboolean     decimal_comma,
                 double      *value)
{
  char digits[LONGEST_NUMBER + 8];
  const char *now = skip_blanks (*at);
  char decimal = decimal_comma ? ',' : '.', group = decimal_comma ? '.' : ',';
  gboolean has_point = FALSE;
  gsize n = 0;

  if (*now == '-' || *now == '+')
    digits[n++] = *now++;
  if (!g_ascii_isdigit (*now))
    return FALSE;
  for (; n < LONGEST_NUMBER; now++)
    if (g_ascii_isdigit (*now))
      digits[n++] = *now;
    else if (!has_point && *now == group && is_group (now + 1))
      continue;
    else if (!has_point && (*now == decimal || *now == '.') && g_ascii_isdigit (now[1]))
      {
        digits[n++] = '.';
        has_point = TRUE;
      }
    else
      break;
  if (g_ascii_isdigit (*now))
    return FALSE;
  now = read_exponent (now, digits, &n);
  digits[n] = '\0';
  *value = g_ascii_strtod (digits, NULL);
  *at = now;
  return isfinite (*value) && fabs (*value) <= TOK_NUMBER_LARGEST;
}

gboolean
tok_number_read_whole (const char *at,
                       gboolean    decimal_comma,
                       double     *value)
{
  double read;

  if (!tok_number_read (&at, decimal_comma, &read) || *skip_blanks (at) != '\0')
    return FALSE;
  *value = read;
  return TRUE;
}

/* The unit behind blanks at *@at, and past it. */
static const Unit *
read_unit (const char **at, const Unit *units, guint n_units)
{
  const char *start = skip_blanks (*at);

  for (guint i = 0; i < n_units; i++)
    {
      gsize length = strlen (units[i].name);

      if (strncmp (start, units[i].name, length) == 0 && !g_ascii_isalpha (start[length]))
        {
          *at = start + length;
          return &units[i];
        }
    }
  return NULL;
}

gboolean
tok_number_read_bytes (const char **at,
                       gboolean     decimal_comma,
                       double      *bytes)
{
  const Unit *unit;
  double value;

  if (!tok_number_read (at, decimal_comma, &value))
    return FALSE;
  unit = read_unit (at, byte_units, G_N_ELEMENTS (byte_units));
  *bytes = value * (unit != NULL ? unit->factor : 1.0);
  return *bytes <= TOK_NUMBER_LARGEST;
}

gboolean
tok_number_read_duration (const char **at,
                          gboolean     decimal_comma,
                          double      *seconds)
{
  const char *now = *at;
  double sum = 0.0, value;
  gboolean found = FALSE;

  while (tok_number_read (&now, decimal_comma, &value))
    {
      const Unit *unit = read_unit (&now, time_units, G_N_ELEMENTS (time_units));

      if (unit == NULL)
        break;
      sum += value * unit->factor;
      found = TRUE;
      *at = now;
    }
  *seconds = sum;
  return found;
}

const char *
tok_text_behind (const char *line,
                 const char *key)
{
  const char *at = strstr (line, key);

  if (at == NULL)
    return NULL;
  at = skip_blanks (at + strlen (key));
  if (*at == '=' || *at == ':')
    at = skip_blanks (at + 1);
  return at;
}
