/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nearest by edit distance: letters inserted, left out or replaced. */

#include "command/nearest.h"

#include <string.h>

/* Words are options and names of choices; of longer ones only the start is compared. */
#define LONGEST_WORD 63

static guint
edit_distance (const char *one,
               const char *other)
{
  guint row[LONGEST_WORD + 1];
  gsize n = MIN (strlen (other), LONGEST_WORD);
  gsize m = MIN (strlen (one), LONGEST_WORD);

  for (gsize j = 0; j <= n; j++)
    row[j] = j;
  for (gsize i = 1; i <= m; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (gsize j = 1; j <= n; j++)
        {
          guint above = row[j];
          guint replaced = diagonal + (g_ascii_tolower (one[i - 1]) != g_ascii_tolower (other[j - 1]));

          row[j] = MIN (replaced, MIN (above, row[j - 1]) + 1);
          diagonal = above;
        }
    }
  return row[n];
}

const char *
tok_nearest_word (const char      *word,
                  const GPtrArray *candidates)
{
  const char *nearest = NULL;
  guint least = G_MAXUINT;

  for (guint i = 0; i < candidates->len; i++)
    {
      const char *candidate = g_ptr_array_index (candidates, i);
      guint distance = edit_distance (word, candidate);

      if (distance < least)
        {
          least = distance;
          nearest = candidate;
        }
    }
  return nearest;
}

const char *
tok_nearest_word_close (const char      *word,
                        const GPtrArray *candidates)
{
  const char *nearest = tok_nearest_word (word, candidates);

  return edit_distance (word, nearest) <= 1 + MIN (strlen (word), LONGEST_WORD) / 4 ? nearest : NULL;
}
