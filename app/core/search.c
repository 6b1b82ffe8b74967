/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding an entry by what a person types. */

#include "core/search.h"

#include <string.h>

#include "core/search-words.h"
#include "core/units.h"

#define NONE G_MAXUINT

/* What makes an entry another thing than the one without the word: it must be asked for. */
static const char *const device_qualifiers[] = { "laptop", "mobile", "ti", "super", "d", NULL };
static const char *const model_qualifiers[] = { "distill", "coder", "code", "vl", "vision", "draft", "math", "nemotron", "+", NULL };

/* An entry as words. */
typedef struct
{
  GStrv name;     /* of its name only: these count as further words */
  GStrv all;      /* of everything it may be called by */
} Entry;

static void
entry_clear (Entry *entry)
{
  g_strfreev (entry->name);
  g_strfreev (entry->all);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Entry, entry_clear)

static Entry
device_entry (const TokCatalogDevice *device)
{
  g_autofree char *all = g_strdup_printf ("%s %s %s %.0f GB", device->device.name, device->device.id, device->examples,
                                          device->device.memory_bytes / TOK_GIB);

  return (Entry) { tok_search_words (device->device.name), tok_search_words (all) };
}

static Entry
model_entry (const TokCatalogModel *model)
{
  const TokArchitecture *architecture = model->architecture;
  g_autofree char *all = g_strjoin (" ", architecture->name, architecture->id, model->aliases, model->repository, model->organization, NULL);

  return (Entry) { tok_search_words (architecture->name), tok_search_words (all) };
}

static Entry
entry_at (const TokCatalog *catalog, TokSearchKind kind, guint index)
{
  return kind == TOK_SEARCH_DEVICES ? device_entry (tok_catalog_device (catalog, index)) : model_entry (tok_catalog_model (catalog, index));
}

static guint
n_entries (const TokCatalog *catalog, TokSearchKind kind)
{
  return kind == TOK_SEARCH_DEVICES ? tok_catalog_n_devices (catalog) : tok_catalog_n_models (catalog);
}

static const char *
id_at (const TokCatalog *catalog, TokSearchKind kind, guint index)
{
  return kind == TOK_SEARCH_DEVICES ? tok_catalog_device (catalog, index)->device.id : tok_catalog_model (catalog, index)->architecture->id;
}

static gboolean
has_all (const Entry *entry, const char *const *words)
{
  return tok_search_words_missing (words, (const char *const *) entry->all) == 0;
}

/* TRUE when the name has a qualifier that was not asked for. */
static gboolean
is_qualified (const Entry *entry, TokSearchKind kind, const char *const *words)
{
  const char *const *qualifiers = kind == TOK_SEARCH_DEVICES ? device_qualifiers : model_qualifiers;

  for (guint i = 0; qualifiers[i] != NULL; i++)
    if (g_strv_contains ((const char *const *) entry->name, qualifiers[i]) && !g_strv_contains (words, qualifiers[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_number (const char *word)
{
  return word[strspn (word, "0123456789.")] == '\0';
}

static gboolean
names_memory_type (const char *word)
{
  return strstr (word, "ddr") != NULL;
}

/* The size and speed of memory and the number of GPU cores: what machines of one kind differ in. */
static gboolean
is_variant (GStrv words, guint i)
{
  if (!is_number (words[i]))
    return FALSE;
  if (words[i + 1] != NULL && (strcmp (words[i + 1], "gb") == 0 || strcmp (words[i + 1], "core") == 0))
    return TRUE;
  return i >= 2 && names_memory_type (words[i - 2]) && strlen (words[i]) >= 4;
}

/* The words of a name without those a variant of it differs in. */
static char *
stem (GStrv words)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (!is_variant (words, i))
      g_string_append_printf (text, "%s ", words[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
are_variants (const TokCatalog *catalog, TokSearchKind kind, const GArray *indices)
{
  g_auto (Entry) first = entry_at (catalog, kind, g_array_index (indices, guint, 0));
  g_autofree char *first_stem = stem (first.name);

  for (guint i = 1; i < indices->len; i++)
    {
      g_auto (Entry) other = entry_at (catalog, kind, g_array_index (indices, guint, i));
      g_autofree char *other_stem = stem (other.name);

      if (strcmp (first_stem, other_stem) != 0)
        return FALSE;
    }
  return TRUE;
}

/* How far an entry that has all the words is from them: by its other words, and among equals by whether the name itself has them. */
static guint
surplus (const Entry *entry, const char *const *words)
{
  const char *const *name = (const char *const *) entry->name;

  return 2 * tok_search_words_missing (name, words) + (tok_search_words_missing (words, name) > 0);
}

/* The entries that have all the words and, of these, the least surplus. */
static GArray *
find_best (const TokCatalog *catalog, TokSearchKind kind, const char *const *words)
{
  GArray *best = g_array_new (FALSE, FALSE, sizeof (guint));
  guint least = NONE;

  for (guint i = 0; i < n_entries (catalog, kind); i++)
    {
      g_auto (Entry) entry = entry_at (catalog, kind, i);
      guint n = surplus (&entry, words);

      if (n > least || !has_all (&entry, words) || is_qualified (&entry, kind, words))
        continue;
      if (n < least)
        g_array_set_size (best, 0);
      least = n;
      g_array_append_val (best, i);
    }
  return best;
}

static double
distance (const Entry *entry, const char *const *words)
{
  const double other_word = 0.01;
  double sum = tok_search_words_missing ((const char *const *) entry->name, words) * other_word;

  for (guint i = 0; words[i] != NULL; i++)
    sum += tok_search_words_distance ((const char *const *) entry->all, words[i]);
  return sum;
}

/* Keeps @nearest sorted. */
static void
insert_nearest (guint index, double value, guint nearest[TOK_SEARCH_NEAREST], double values[TOK_SEARCH_NEAREST])
{
  guint place = TOK_SEARCH_NEAREST;

  while (place > 0 && (nearest[place - 1] == NONE || value < values[place - 1]))
    place--;
  if (place == TOK_SEARCH_NEAREST)
    return;
  for (guint i = TOK_SEARCH_NEAREST - 1; i > place; i--)
    {
      nearest[i] = nearest[i - 1];
      values[i] = values[i - 1];
    }
  nearest[place] = index;
  values[place] = value;
}

static void
find_nearest (const TokCatalog *catalog, TokSearchKind kind, const char *const *words, guint nearest[TOK_SEARCH_NEAREST])
{
  double values[TOK_SEARCH_NEAREST];

  for (guint i = 0; i < n_entries (catalog, kind); i++)
    {
      g_auto (Entry) entry = entry_at (catalog, kind, i);

      insert_nearest (i, distance (&entry, words), nearest, values);
    }
}

static gboolean
find_id (const TokCatalog *catalog, TokSearchKind kind, const char *id, guint *index)
{
  for (guint i = 0; i < n_entries (catalog, kind); i++)
    if (strcmp (id_at (catalog, kind, i), id) == 0)
      {
        *index = i;
        return TRUE;
      }
  return FALSE;
}

static TokSearchResult
resolve_words (const TokCatalog *catalog, TokSearchKind kind, const char *const *words, guint *index, guint nearest[TOK_SEARCH_NEAREST])
{
  g_autoptr (GArray) best = find_best (catalog, kind, words);

  if (best->len == 0)
    {
      if (nearest != NULL)
        find_nearest (catalog, kind, words, nearest);
      return TOK_SEARCH_UNKNOWN;
    }
  *index = g_array_index (best, guint, 0);
  if (best->len == 1)
    return TOK_SEARCH_FOUND;
  if (are_variants (catalog, kind, best))
    return TOK_SEARCH_FOUND_OF_SEVERAL;
  *index = NONE;
  for (guint i = 0; nearest != NULL && i < MIN (best->len, TOK_SEARCH_NEAREST); i++)
    nearest[i] = g_array_index (best, guint, i);
  return TOK_SEARCH_AMBIGUOUS;
}

/* What a person typed as words, cut to a length that can be compared quickly. */
static GStrv
asked_words (const char *text)
{
  GStrv words = tok_search_words (text);

  if (g_strv_length (words) > TOK_SEARCH_MOST_WORDS)
    for (guint i = TOK_SEARCH_MOST_WORDS, n = g_strv_length (words); i < n; i++)
      g_clear_pointer (&words[i], g_free);
  return words;
}

TokSearchResult
tok_search_resolve (const TokCatalog *catalog,
                    TokSearchKind     kind,
                    const char       *words,
                    guint            *index,
                    guint             nearest[TOK_SEARCH_NEAREST])
{
  g_auto (GStrv) asked = asked_words (words);

  *index = NONE;
  for (guint i = 0; nearest != NULL && i < TOK_SEARCH_NEAREST; i++)
    nearest[i] = NONE;
  if (find_id (catalog, kind, words, index))
    return TOK_SEARCH_FOUND;
  if (asked[0] == NULL)
    return TOK_SEARCH_UNKNOWN;
  return resolve_words (catalog, kind, (const char *const *) asked, index, nearest);
}

static gboolean
has_part (GStrv words, const char *part)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (words[i], part) != NULL)
      return TRUE;
  return FALSE;
}

gboolean
tok_search_matches (const TokCatalog *catalog,
                    TokSearchKind     kind,
                    guint             index,
                    const char       *words)
{
  g_auto (GStrv) asked = asked_words (words);
  g_auto (Entry) entry = entry_at (catalog, kind, index);

  for (guint i = 0; asked[i] != NULL; i++)
    if (!has_part (entry.all, asked[i]))
      return FALSE;
  return TRUE;
}
