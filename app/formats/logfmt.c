/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As Go's log/slog writes it: a value is quoted when it has blanks, and a quotation mark in it is escaped. */

#include "formats/logfmt.h"

#include <string.h>

#define LONGEST_VALUE 1000u

static char *
read_value (const char *at)
{
  GString *value = g_string_new (NULL);
  gboolean is_quoted = *at == '"';

  for (at += is_quoted; *at != '\0' && value->len < LONGEST_VALUE; at++)
    {
      if (*at == (is_quoted ? '"' : ' '))
        break;
      if (is_quoted && *at == '\\' && at[1] != '\0')
        at++;
      g_string_append_c (value, *at);
    }
  return g_string_free (value, FALSE);
}

char *
tok_logfmt_value (const char *line,
                  const char *key)
{
  gsize length = strlen (key);

  for (const char *at = strstr (line, key); at != NULL; at = strstr (at + 1, key))
    if ((at == line || at[-1] == ' ') && at[length] == '=')
      return read_value (at + length + 1);
  return NULL;
}
