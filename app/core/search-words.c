/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as lists of words. */

#include "core/search-words.h"

#include <string.h>

/* Longer words are compared by their first letters only. */
#define LONGEST_COMPARED 32

typedef enum { CLASS_GAP, CLASS_DIGIT, CLASS_LETTER, CLASS_PLUS } CharClass;

static CharClass
class_of (char c)
{
  if (g_ascii_isdigit (c) || c == '.')
    return CLASS_DIGIT;
  if (c == '+')
    return CLASS_PLUS;
  return g_ascii_isalpha (c) || (guchar) c >= 0x80 ? CLASS_LETTER : CLASS_GAP;
}

static gsize
run_length (const char *at, CharClass class)
{
  gsize n = 0;

  while (at[n] != '\0' && class_of (at[n]) == class)
    n++;
  return n;
}

/* One word from @at: runs of digits and letters hang together as long as the letters are single: "30b", "a3b", "8x7b". */
static gsize
word_length (const char *at)
{
  gsize length = run_length (at, class_of (at[0]));
  gboolean is_single = class_of (at[0]) == CLASS_DIGIT || length == 1;

  if (class_of (at[0]) == CLASS_PLUS)
    return 1;
  while (is_single && at[length] != '\0')
    {
      CharClass class = class_of (at[length]);
      gsize next = run_length (at + length, class);

      if (class == CLASS_GAP || class == CLASS_PLUS || (class == CLASS_LETTER && next > 1))
        break;
      length += next;
    }
  return length;
}

static void
add_word (GPtrArray *words, const char *at, gsize length)
{
  while (length > 0 && at[length - 1] == '.')
    length--;
  while (length > 0 && at[0] == '.')
    at++, length--;
  if (length > 0)
    g_ptr_array_add (words, g_strndup (at, length));
}

GStrv
tok_search_words (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);
  GPtrArray *words = g_ptr_array_new ();
  const char *at = folded;

  while (*at != '\0')
    {
      gsize length = class_of (*at) == CLASS_GAP ? 1 : word_length (at);

      if (class_of (*at) != CLASS_GAP)
        add_word (words, at, length);
      at += length;
    }
  g_ptr_array_add (words, NULL);
  return (GStrv) g_ptr_array_free (words, FALSE);
}

guint
tok_search_words_missing (const char *const *words,
                          const char *const *others)
{
  guint n = 0;

  for (guint i = 0; words[i] != NULL; i++)
    if (!g_strv_contains (others, words[i]))
      n++;
  return n;
}

/* Levenshtein distance, one row at a time. */
static guint
edit_distance (const char *one, const char *other)
{
  gsize n = MIN (strlen (one), LONGEST_COMPARED), m = MIN (strlen (other), LONGEST_COMPARED);
  guint row[LONGEST_COMPARED + 1];

  for (guint j = 0; j <= m; j++)
    row[j] = j;
  for (guint i = 1; i <= n; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= m; j++)
        {
          guint above = row[j];

          row[j] = MIN (MIN (row[j], row[j - 1]) + 1, diagonal + (one[i - 1] != other[j - 1]));
          diagonal = above;
        }
    }
  return row[m];
}

double
tok_search_words_distance (const char *const *words,
                           const char        *word)
{
  double nearest = 1.0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize longer = MIN (MAX (strlen (words[i]), strlen (word)), LONGEST_COMPARED);

      nearest = MIN (nearest, (double) edit_distance (words[i], word) / (double) MAX (longer, 1));
    }
  return nearest;
}
