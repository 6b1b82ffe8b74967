/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three ways, the surest first: the name is an entry's; an entry's name is in it, as of fine-tuned models; there is only the
 * architecture, as llama-bench prints it, and the number of parameters.  Models of one shape are as fast as each other, so that
 * any of them will do: llama-bench calls Llama 3 and Llama 3.1 the same. */

#include "formats/import-rows.h"

#include <math.h>
#include <string.h>

#include "core/model.h"
#include "core/search-words.h"
#include "core/search.h"
#include "core/units.h"
#include "formats/catalog-layer.h"
#include "formats/import-name.h"

#define MOST_NAMES 64                /* different ones that are looked up: a search goes over the whole catalog */
#define PARAMS_TOLERANCE 0.04        /* blocks for prediction may be counted or not */
#define PARAMS_ALONE_TOLERANCE 0.0005 /* where the number alone tells */
#define PARAMS_ROUNDING 0.005        /* billions: half of the last decimal */
#define BYTES_TOLERANCE 0.12         /* mixes differ by who made the file */
#define SHAPE_TOLERANCE 0.005        /* vocabularies differ by a few words */

typedef enum { SIZE_UNKNOWN, SIZE_FITS, SIZE_DIFFERS } SizeMatch;

/* A row on its way to its model. */
typedef struct
{
  const TokCatalog     *catalog;
  const TokMeasurement *row;
  GStrv                 words;   /* of the printed name, without the file type */
} Wanted;

static SizeMatch
match_size (const TokMeasurement *row, TokArchitecture *architecture)
{
  double params = tok_architecture_total_params (architecture);

  if (row->params > 0.0)
    return fabs (row->params * TOK_BILLION / params - 1.0) <= PARAMS_TOLERANCE ? SIZE_FITS : SIZE_DIFFERS;
  if (row->file_bytes > 0.0 && row->file_type >= 0.0)
    {
      g_autoptr (TokModel) model = tok_model_new (architecture, (TokFileType) row->file_type, FALSE, 0.0);

      return fabs (row->file_bytes / model->file_bytes - 1.0) <= BYTES_TOLERANCE ? SIZE_FITS : SIZE_DIFFERS;
    }
  return SIZE_UNKNOWN;
}

static gboolean
has_same_shape (const TokArchitecture *one, const TokArchitecture *other)
{
  double ratio = tok_architecture_total_params (one) / tok_architecture_total_params (other);

  if (one->n_layers != other->n_layers || one->hidden_size != other->hidden_size || one->window != other->window
      || fabs (ratio - 1.0) > SHAPE_TOLERANCE)
    return FALSE;
  for (guint i = 0; i < one->n_layers; i++)
    if (!tok_layer_equal (&one->layers[i], &other->layers[i]))
      return FALSE;
  return TRUE;
}

/* The first of the entries that were found, where they are of one shape. */
static const TokCatalogModel *
pick (const GPtrArray *found)
{
  const TokCatalogModel *first = found->len > 0 ? g_ptr_array_index (found, 0) : NULL;

  for (guint i = 1; i < found->len; i++)
    if (!has_same_shape (first->architecture, ((const TokCatalogModel *) g_ptr_array_index (found, i))->architecture))
      return NULL;
  return first;
}

/* Whether no other entry's name has these words too: "deepseek-r1" is what people call many. */
static gboolean
is_unique (const Wanted *self, const char *words)
{
  guint n = 0;

  for (guint i = 0; i < tok_catalog_n_models (self->catalog); i++)
    n += tok_search_matches (self->catalog, TOK_SEARCH_MODELS, i, words);
  return n == 1;
}

/* As a person would ask for it.  Where no size stands beside the name, the name must say enough. */
static const TokCatalogModel *
find_named (const Wanted *self)
{
  g_autofree char *words = g_strjoinv (" ", self->words);
  guint index;
  const TokCatalogModel *entry;

  if (tok_search_resolve (self->catalog, TOK_SEARCH_MODELS, words, &index, NULL) > TOK_SEARCH_FOUND_OF_SEVERAL)
    return NULL;
  entry = tok_catalog_model (self->catalog, index);
  switch (match_size (self->row, entry->architecture))
    {
    case SIZE_FITS:
      return entry;
    case SIZE_DIFFERS:
      return NULL;
    case SIZE_UNKNOWN:
      break;
    }
  return tok_import_name_has_size (self->words) || is_unique (self, words) ? entry : NULL;
}

static const TokCatalogModel *
find_repository (const Wanted *self)
{
  for (guint i = 0; i < tok_catalog_n_models (self->catalog); i++)
    {
      const TokCatalogModel *entry = tok_catalog_model (self->catalog, i);

      if (entry->repository[0] != '\0' && g_ascii_strcasecmp (entry->repository, self->row->model) == 0
          && match_size (self->row, entry->architecture) != SIZE_DIFFERS)
        return entry;
    }
  return NULL;
}

/* How many words the name of @entry has, where they stand one after the other in the printed name; else 0. */
static guint
contained_words (const char *printed, const TokCatalogModel *entry)
{
  g_auto (GStrv) words = tok_import_name_words (entry->architecture->name);
  g_autofree char *joined = g_strjoinv (" ", words);
  g_autofree char *phrase = g_strdup_printf (" %s ", joined);

  return strstr (printed, phrase) != NULL ? g_strv_length (words) : 0;
}

/* "Hermes-3-Llama-3.1-8B" has the shape of Llama 3.1 8B, where the size agrees. */
static const TokCatalogModel *
find_contained (const Wanted *self)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autofree char *joined = g_strjoinv (" ", self->words);
  g_autofree char *printed = g_strdup_printf (" %s ", joined);
  guint most = 1;

  for (guint i = 0; i < tok_catalog_n_models (self->catalog); i++)
    {
      const TokCatalogModel *entry = tok_catalog_model (self->catalog, i);
      guint n = contained_words (printed, entry);

      if (n < most || match_size (self->row, entry->architecture) != SIZE_FITS)
        continue;
      if (n > most)
        g_ptr_array_set_size (found, 0);
      most = n;
      g_ptr_array_add (found, (gpointer) entry);
    }
  return pick (found);
}

/* Printed with two decimals. */
static gboolean
is_rounded (double params)
{
  const double cents = 100.0 * params;

  return fabs (cents - round (cents)) < 1e-6;
}

/* "llama 8B" with 8.03 billion parameters. */
static const TokCatalogModel *
find_by_params (const Wanted *self)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  double params = self->row->params;
  double tolerance = PARAMS_ALONE_TOLERANCE * params + (is_rounded (params) ? PARAMS_ROUNDING : 0.0);

  if (params <= 0.0 || self->words[0] == NULL)
    return NULL;
  for (guint i = 0; i < tok_catalog_n_models (self->catalog); i++)
    {
      const TokCatalogModel *entry = tok_catalog_model (self->catalog, i);

      if (tok_import_name_is_family (self->words[0], entry)
          && fabs (tok_architecture_total_params (entry->architecture) / TOK_BILLION - params) <= tolerance)
        g_ptr_array_add (found, (gpointer) entry);
    }
  return pick (found);
}

/* The words of all entries, to tell quickly that a name is none of theirs. */
static char *
catalog_words (const TokCatalog *catalog)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    {
      const TokCatalogModel *entry = tok_catalog_model (catalog, i);
      const TokArchitecture *architecture = entry->architecture;

      g_string_append_printf (text, "%s %s %s %s %s\n",
                              architecture->name, architecture->id, architecture->family, entry->aliases, entry->repository);
    }
  g_string_ascii_down (text);
  return g_string_free (text, FALSE);
}

static gboolean
has_known_word (GStrv words, const char *known)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_isalpha (words[i][0]) && words[i][1] != '\0' && strstr (known, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

static const TokCatalogModel *
find_model (const TokCatalog *catalog, const TokMeasurement *row, const char *known)
{
  g_auto (GStrv) words = tok_import_name_words (row->model);
  const Wanted wanted = { catalog, row, words };
  const TokCatalogModel *found;

  if (!has_known_word (words, known))
    return NULL;
  found = find_repository (&wanted);
  found = found != NULL ? found : find_named (&wanted);
  found = found != NULL ? found : find_contained (&wanted);
  return found != NULL ? found : find_by_params (&wanted);
}

void
tok_import_find_models (GArray           *rows,
                        const TokCatalog *catalog)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *known = catalog_words (catalog);

  for (guint i = 0; i < rows->len; i++)
    {
      TokMeasurement *row = &g_array_index (rows, TokMeasurement, i);
      g_autofree char *key = g_strdup_printf ("%s %g %g %g", row->model, row->params, row->file_bytes, row->file_type);
      const TokCatalogModel *entry = g_hash_table_lookup (found, key);

      if (row->model[0] != '\0' && !g_hash_table_contains (found, key) && g_hash_table_size (found) < MOST_NAMES)
        {
          entry = find_model (catalog, row, known);
          g_hash_table_insert (found, g_steal_pointer (&key), (gpointer) entry);
        }
      g_strlcpy (row->model_id, entry != NULL ? entry->architecture->id : "", sizeof row->model_id);
    }
}
