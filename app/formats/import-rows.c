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
#include "formats/import-name.h"

#define MOST_NAMES 64                /* different ones that are looked up: a search goes over the whole catalog */
#define PARAMS_TOLERANCE 0.03        /* blocks for prediction may be counted or not */
#define PARAMS_ALONE_TOLERANCE 0.002 /* where the number alone tells */
#define PARAMS_ROUNDING 0.005        /* billions: printed with two decimals */
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

  return one->n_layers == other->n_layers && one->hidden_size == other->hidden_size && one->window == other->window
         && fabs (ratio - 1.0) <= SHAPE_TOLERANCE
         && memcmp (one->layers, other->layers, one->n_layers * sizeof one->layers[0]) == 0;
}

/* The entry of all that were found, where they are of one shape: the one with the fewest other words in its name. */
static const TokCatalogModel *
pick (const Wanted *self, const GPtrArray *found)
{
  const TokCatalogModel *best = NULL;
  guint fewest = G_MAXUINT;

  for (guint i = 0; i < found->len; i++)
    {
      const TokCatalogModel *entry = g_ptr_array_index (found, i);
      g_auto (GStrv) words = tok_search_words (entry->architecture->name);
      guint n_others = tok_search_words_missing ((const char *const *) words, (const char *const *) self->words);

      if (best != NULL && !has_same_shape (best->architecture, entry->architecture))
        return NULL;
      if (n_others >= fewest)
        continue;
      best = entry;
      fewest = n_others;
    }
  return best;
}

/* As a person would ask for it.  Without a size beside it the name must have one: "deepseek-r1" is what people call many. */
static const TokCatalogModel *
find_named (const Wanted *self)
{
  g_autofree char *words = g_strjoinv (" ", self->words);
  guint index, nearest[TOK_SEARCH_NEAREST];
  const TokCatalogModel *entry;
  SizeMatch match;

  if (tok_search_resolve (self->catalog, TOK_SEARCH_MODELS, words, &index, nearest) > TOK_SEARCH_FOUND_OF_SEVERAL)
    return NULL;
  entry = tok_catalog_model (self->catalog, index);
  match = match_size (self->row, entry->architecture);
  return match == SIZE_FITS || (match == SIZE_UNKNOWN && tok_import_name_has_size (self->words)) ? entry : NULL;
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

/* How many words of an entry's name there are, all of them in the printed name; 0 when one is not. */
static guint
contained_words (const Wanted *self, const TokCatalogModel *entry)
{
  g_auto (GStrv) words = tok_import_name_words (entry->architecture->name);

  if (tok_search_words_missing ((const char *const *) words, (const char *const *) self->words) > 0)
    return 0;
  return g_strv_length (words);
}

/* "Hermes-3-Llama-3.1-8B" has the shape of Llama 3.1 8B, where the size agrees. */
static const TokCatalogModel *
find_contained (const Wanted *self)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  guint most = 1;

  for (guint i = 0; i < tok_catalog_n_models (self->catalog); i++)
    {
      const TokCatalogModel *entry = tok_catalog_model (self->catalog, i);
      guint n = contained_words (self, entry);

      if (n < most || match_size (self->row, entry->architecture) != SIZE_FITS)
        continue;
      if (n > most)
        g_ptr_array_set_size (found, 0);
      most = n;
      g_ptr_array_add (found, (gpointer) entry);
    }
  return pick (self, found);
}

/* "llama 8B" with 8.03 billion parameters. */
static const TokCatalogModel *
find_by_params (const Wanted *self)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  double params = self->row->params;

  if (params <= 0.0 || self->words[0] == NULL)
    return NULL;
  for (guint i = 0; i < tok_catalog_n_models (self->catalog); i++)
    {
      const TokCatalogModel *entry = tok_catalog_model (self->catalog, i);
      double difference = fabs (tok_architecture_total_params (entry->architecture) / TOK_BILLION - params);

      if (difference <= PARAMS_ROUNDING + PARAMS_ALONE_TOLERANCE * params && tok_import_name_is_family (self->words[0], entry))
        g_ptr_array_add (found, (gpointer) entry);
    }
  return pick (self, found);
}

static const TokCatalogModel *
find_model (const TokCatalog *catalog, const TokMeasurement *row)
{
  g_auto (GStrv) words = tok_import_name_words (row->model);
  const Wanted wanted = { catalog, row, words };
  const TokCatalogModel *found = find_repository (&wanted);

  found = found != NULL ? found : find_named (&wanted);
  found = found != NULL ? found : find_contained (&wanted);
  return found != NULL ? found : find_by_params (&wanted);
}

void
tok_import_find_models (GArray           *rows,
                        const TokCatalog *catalog)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      TokMeasurement *row = &g_array_index (rows, TokMeasurement, i);
      g_autofree char *key = g_strdup_printf ("%s %g %g %g", row->model, row->params, row->file_bytes, row->file_type);
      const TokCatalogModel *entry = g_hash_table_lookup (known, key);

      if (row->model[0] != '\0' && !g_hash_table_contains (known, key) && g_hash_table_size (known) < MOST_NAMES)
        {
          entry = find_model (catalog, row);
          g_hash_table_insert (known, g_steal_pointer (&key), (gpointer) entry);
        }
      g_strlcpy (row->model_id, entry != NULL ? entry->architecture->id : "", sizeof row->model_id);
    }
}
