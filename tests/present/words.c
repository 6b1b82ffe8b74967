/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failures show the whole text. */

#include "words.h"

#include <string.h>

void
tok_name_device (TokPlanDevice *device,
                 const char    *name)
{
  g_strlcpy (device->picked.name, name, sizeof device->picked.name);
  g_strlcpy (device->device.name, name, sizeof device->device.name);
}

void
tok_assert_text (char       *got,
                 const char *expected)
{
  g_assert_cmpstr (got, ==, expected);
  g_free (got);
}

void
tok_assert_says (const char *text,
                 const char *words)
{
  if (strstr (text, words) == NULL)
    g_error ("“%s” does not say “%s”", text, words);
}

void
tok_assert_silent (const char *text,
                   const char *words)
{
  if (strstr (text, words) != NULL)
    g_error ("“%s” says “%s”", text, words);
}
