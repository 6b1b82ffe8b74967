/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in the words of a row. */

#include <string.h>

#include "mapping-private.h"

/* More than any number in words means. */
#define LARGEST 1e9

static double
read_number (const char *text)
{
  double number = g_ascii_isdigit (*text) ? g_ascii_strtod (text, NULL) : 0.0;

  return number <= LARGEST ? number : 0.0;
}

double
tok_mapping_number_after (const char *text,
                          const char *words)
{
  const char *at = strstr (text, words);

  if (at == NULL)
    return 0.0;
  at += strlen (words);
  return read_number (at + strspn (at, " ~="));
}

double
tok_mapping_number_before (const char *text,
                           const char *words)
{
  const char *end = strstr (text, words), *begin = end;

  if (end == NULL)
    return 0.0;
  while (begin > text && (g_ascii_isdigit (begin[-1]) || begin[-1] == '.'))
    begin--;
  return begin < end ? read_number (begin) : 0.0;
}
