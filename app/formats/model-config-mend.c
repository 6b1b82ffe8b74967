/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that Python writes and JSON does not have. */

#include <string.h>

#include "formats/model-config.h"

/* Past the string that begins at @at, or the end. */
static gsize
skip_string (const char *text, gsize length, gsize at)
{
  for (at++; at < length && text[at] != '"'; at++)
    if (text[at] == '\\')
      at++;
  return MIN (at, length);
}

static gsize
length_of_word (const char *text, gsize length)
{
  static const char *const words[] = { "-Infinity", "Infinity", "NaN" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (length >= strlen (words[i]) && memcmp (text, words[i], strlen (words[i])) == 0)
      return strlen (words[i]);
  return 0;
}

void
tok_model_config_mend (char  *text,
                       gsize  length)
{
  for (gsize at = 0; at < length; at++)
    {
      gsize n = length_of_word (text + at, length - at);

      if (text[at] == '"')
        at = skip_string (text, length, at);
      else if (n > 0)
        {
          memset (text + at, ' ', n);
          text[at] = '0';
        }
    }
}
