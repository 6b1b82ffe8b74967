/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a number as a person types it: the locale's decimal mark or the other one, groups, and a unit behind it. */

#include <glib/gi18n.h>
#include <langinfo.h>
#include <string.h>

#include "core/units.h"
#include "present/labels.h"
#include "present/numbers.h"

#define LONGEST_TEXT 64

/* @unit: the parameter's own; @suffix: what may stand behind the number, without case; the value is multiplied by @factor. */
typedef struct { const char *unit, *suffix; double factor; } UnitSuffix;

static const UnitSuffix suffixes[] = {
  { "GB/s", "TB/s", 1e3 },        { "GB/s", "T", 1e3 },           { "GB/s", "MB/s", 1e-3 },       { "GB/s", "G", 1.0 },
  { "GB/s", "GiB/s", TOK_GIB / TOK_GB },
  /* Memory is sold in "GB" that are GiB. */
  { "GiB", "GB", 1.0 },           { "GiB", "G", 1.0 },            { "GiB", "TiB", 1024.0 },       { "GiB", "TB", 1024.0 },
  { "GiB", "MiB", 1.0 / 1024.0 }, { "GiB", "MB", 1.0 / 1024.0 },
  { "TFLOP/s", "TFLOPS", 1.0 },   { "TFLOP/s", "T", 1.0 },        { "TFLOP/s", "GFLOP/s", 1e-3 }, { "TFLOP/s", "PFLOP/s", 1e3 },
  { "MT/s", "GT/s", 1e3 },        { "MT/s", "MHz", 1.0 },
  { "B", "M", 1e-3 },             { "B", "T", 1e3 },
  { "bytes", "B", 1.0 },          { "bytes", "KB", 1e3 },         { "bytes", "MB", 1e6 },         { "bytes", "GB", TOK_GB },
  { "bytes", "TB", 1e12 },        { "bytes", "KiB", TOK_KIB },    { "bytes", "MiB", TOK_MIB },    { "bytes", "GiB", TOK_GIB },
  { "bytes", "G", TOK_GB },
  { "tokens", "k", 1024.0 },      { "tokens", "M", 1048576.0 },   { "tokens", "tok", 1.0 },
  { "", "%", 0.01 },
};

static gboolean
is_space (gunichar c)
{
  return g_unichar_isspace (c) || g_unichar_type (c) == G_UNICODE_SPACE_SEPARATOR;
}

/* TRUE when the last of the @marks in @digits starts a group of three, the first group has one to three digits and no zero
 * leads: "1.008" is a thousand and eight where "." is not the decimal mark, "0.800" and "1.5" are not groups. */
static gboolean
is_grouping (const char *digits,
             char        mark)
{
  const char *from = digits;
  const char *next = strchr (digits, mark);

  if (next == NULL || digits[0] == '0' || next == digits || next - digits > 3)
    return FALSE;
  for (; next != NULL; next = strchr (from, mark))
    {
      from = next + 1;
      if (strspn (from, "0123456789") != 3)
        return FALSE;
    }
  return TRUE;
}

static void
remove_mark (char *digits,
             char  mark)
{
  char *to = digits;

  for (const char *from = digits; *from != '\0'; from++)
    if (*from != mark)
      *to++ = *from;
  *to = '\0';
}

/* Turns @digits of 0-9 "." and "," into what g_ascii_strtod() reads; @decimal is the mark that never groups. */
static void
normalize_marks (char *digits,
                 char  decimal)
{
  char other = decimal == ',' ? '.' : ',';
  char *mark;

  if (strchr (digits, decimal) != NULL || is_grouping (digits, other))
    remove_mark (digits, other);
  for (mark = digits; *mark != '\0'; mark++)
    if (*mark == ',')
      *mark = '.';
}

/* Takes the digits at the start of @text, spaces between them skipped, and returns what follows, NULL when there are none. */
static const char *
take_digits (const char *text,
             GString    *digits)
{
  const char *end = text;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c < 0x80 && strchr ("0123456789.,", (int) c) != NULL)
        {
          g_string_append_c (digits, (char) c);
          end = g_utf8_next_char (at);
        }
      else if (!is_space (c))
        break;
    }
  return digits->len > 0 ? end : NULL;
}

/* TRUE when @suffix is nothing, the parameter's unit in either language, or one of its table. */
static gboolean
suffix_factor (const char *unit,
               const char *suffix,
               double     *factor)
{
  const char *translated = unit[0] != '\0' ? _(unit) : "";

  *factor = 1.0;
  if (suffix[0] == '\0' || g_ascii_strcasecmp (suffix, unit) == 0 || strcmp (suffix, translated) == 0)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (strcmp (suffixes[i].unit, unit) == 0 && g_ascii_strcasecmp (suffixes[i].suffix, suffix) == 0)
      {
        *factor = suffixes[i].factor;
        return TRUE;
      }
  return FALSE;
}

static gboolean
parse_number (const TokParamInfo *info,
              const char         *text,
              char                decimal,
              double             *value)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  g_autofree char *suffix = NULL;
  const char *rest = take_digits (text, digits);
  char *end = NULL;
  double number, factor;

  if (rest == NULL)
    return FALSE;
  while (is_space (g_utf8_get_char (rest)))
    rest = g_utf8_next_char (rest);
  suffix = g_strdup (rest);
  if (!suffix_factor (info->unit, g_strchomp (suffix), &factor))
    return FALSE;

  normalize_marks (digits->str, decimal);
  number = g_ascii_strtod (digits->str, &end);
  if (end == digits->str || *end != '\0')
    return FALSE;
  *value = tok_saturate (number * factor);
  return TRUE;
}

static gboolean
equal_without_case (const char *one,
                    const char *other)
{
  g_autofree char *folded_one = g_utf8_casefold (one, -1);
  g_autofree char *folded_other = g_utf8_casefold (other, -1);

  return strcmp (folded_one, folded_other) == 0;
}

/* By the stable name, or by the one that is shown. */
static gboolean
parse_choice (TokParam    param,
              const char *text,
              double     *value)
{
  if (tok_plan_choice_from_name (param, text, value))
    return TRUE;
  for (guint i = 0; i <= (guint) tok_plan_param_info (param)->maximum; i++)
    if (equal_without_case (text, tok_label_choice (param, i)))
      {
        *value = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_word (const char *text,
         const char *word,
         const char *translated)
{
  return equal_without_case (text, word) || equal_without_case (text, translated);
}

static gboolean
parse (TokParam    param,
       const char *text,
       char        decimal,
       double     *value)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  g_autofree char *trimmed = NULL;

  if (strlen (text) > LONGEST_TEXT || !g_utf8_validate (text, -1, NULL))
    return FALSE;
  trimmed = g_strstrip (g_strdup (text));

  if (info->choice_name != NULL && parse_choice (param, trimmed, value))
    return TRUE;
  if (info->has_auto && is_word (trimmed, "auto", C_("value of a parameter", "auto")))
    {
      *value = TOK_AUTO;
      return TRUE;
    }
  if (info->group == TOK_GROUP_SPLIT && is_word (trimmed, "all", C_("value of a parameter", "all")))
    {
      *value = info->maximum;
      return TRUE;
    }
  return info->choice_name == NULL && parse_number (info, trimmed, decimal, value);
}

gboolean
tok_parse_param (TokParam    param,
                 const char *text,
                 double     *value)
{
  return parse (param, text, strcmp (nl_langinfo (RADIXCHAR), ",") == 0 ? ',' : '.', value);
}

gboolean
tok_parse_option (TokParam    param,
                  const char *text,
                  double     *value)
{
  return parse (param, text, '.', value);
}
