/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares names of devices word by word. */

#include "core/device-name.h"

#include <string.h>

#include "core/search-words.h"

/* Of chips that share a number. */
static const char *const qualifiers[] = {
  "ti", "super", "laptop", "mobile", "max", "pro", "ultra", "xt", "xtx", "gre", "ada", "d", "q", NULL,
};

/* What a driver adds behind the name is left out, and so are the marks in it. */
static GStrv
words_of (const char *printed)
{
  const char *end = strstr (printed, " (");
  g_autoptr (GString) name = g_string_new_len (printed, end != NULL && end > printed ? end - printed : (gssize) strlen (printed));

  g_string_replace (name, "(R)", " ", 0);
  g_string_replace (name, "(TM)", " ", 0);
  return tok_search_words (name->str);
}

/* The longest word with a digit, the first of equals; NULL when none has one. */
static const char *
model_number (const char *const *words)
{
  const char *number = NULL;

  for (guint i = 0; words[i] != NULL; i++)
    if (strpbrk (words[i], "0123456789") != NULL && (number == NULL || strlen (words[i]) > strlen (number)))
      number = words[i];
  return number;
}

/* Where @word stands; G_MAXUINT when it does not. */
static guint
find (const char *const *words,
      const char        *word)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (strcmp (words[i], word) == 0)
      return i;
  return G_MAXUINT;
}

/* Around the number at @index: "rtx pro 6000", "4070 ti super". */
static gboolean
is_qualified (const char *const *words,
              guint              index,
              const char        *qualifier)
{
  if (index > 0 && strcmp (words[index - 1], qualifier) == 0)
    return TRUE;
  for (guint i = index + 1; words[i] != NULL && g_strv_contains (qualifiers, words[i]); i++)
    if (strcmp (words[i], qualifier) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
are_same (const char *const *words,
          guint              index,
          const char *const *others,
          guint              other_index)
{
  for (guint i = 0; qualifiers[i] != NULL; i++)
    if (is_qualified (words, index, qualifiers[i]) != is_qualified (others, other_index, qualifiers[i]))
      return FALSE;
  return TRUE;
}

gboolean
tok_device_name_matches (const char *printed,
                         const char *name)
{
  g_auto (GStrv) printed_words = words_of (printed), name_words = tok_search_words (name);
  const char *const *words = (const char *const *) printed_words, *const *others = (const char *const *) name_words;
  const char *number = model_number (words);
  guint index;

  if (words[0] == NULL)
    return FALSE;
  if (number == NULL)
    return tok_search_words_missing (words, others) == 0;
  index = find (others, number);
  return index != G_MAXUINT && are_same (words, find (words, number), others, index);
}
