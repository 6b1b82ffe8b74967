/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cairo numbers surfaces through the whole process and writes text as outlines; here the first is undone and the words are
 * brought back for readers that cannot see. */

#include "chart/svg.h"

#include <string.h>

typedef struct { GHashTable *numbers; const char *prefix; } Renaming;

/* Anything a person may name a chart becomes a valid start of an id. */
static char *
id_prefix (const char *name)
{
  char *prefix = g_strconcat ("chart-", name, NULL);

  return g_strcanon (prefix, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-", '-');
}

static GHashTable *
number_ids (const char *text)
{
  GHashTable *numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *mark = "id=\"";

  for (const char *at = strstr (text, mark); at != NULL; at = strstr (at, mark))
    {
      at += strlen (mark);
      g_hash_table_insert (numbers, g_strndup (at, strcspn (at, "\"")), GUINT_TO_POINTER (g_hash_table_size (numbers) + 1));
    }
  return numbers;
}

static gboolean
rename_one (const GMatchInfo *match, GString *result, gpointer data)
{
  const Renaming *renaming = data;
  g_autofree char *before = g_match_info_fetch (match, 1);
  g_autofree char *id = g_match_info_fetch (match, 2);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (renaming->numbers, id));

  if (number == 0)
    g_string_append_printf (result, "%s%s", before, id);
  else
    g_string_append_printf (result, "%s%s-%u", before, renaming->prefix, number);
  return FALSE;
}

static char *
rename_ids (const char *text, const char *name)
{
  g_autoptr (GRegex) regex = g_regex_new ("(id=\"|#)([A-Za-z][A-Za-z0-9-]*)", 0, 0, NULL);
  g_autoptr (GHashTable) numbers = number_ids (text);
  g_autofree char *prefix = id_prefix (name);
  Renaming renaming = { numbers, prefix };

  return g_regex_replace_eval (regex, text, -1, 0, 0, rename_one, &renaming, NULL);
}

GBytes *
tok_svg_finish (GBytes *drawn, const char *prefix, const char *title, const char *description)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (drawn, NULL), g_bytes_get_size (drawn));
  g_autofree char *renamed = rename_ids (text, prefix);
  g_autofree char *words = g_markup_printf_escaped ("\n<title>%s</title>\n<desc>%s</desc>", title, description);
  GString *whole = g_string_new (renamed);
  const char *root = strstr (whole->str, "<svg");
  const char *end = root != NULL ? strchr (root, '>') : NULL;

  if (end != NULL)
    {
      gssize at = end - whole->str;

      g_string_insert (whole, at + 1, words);
      g_string_insert (whole, at, " role=\"img\"");
    }
  return g_string_free_to_bytes (whole);
}
