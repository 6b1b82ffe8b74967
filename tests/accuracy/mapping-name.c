/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of models and devices: by the table of aliases, else by a search of the catalog. */

#include "mapping-private.h"

/* Names no table knows, as a person would type them: without what is said in brackets. */
static char *
without_brackets (const char *name)
{
  GString *text = g_string_new (NULL);
  guint depth = 0;

  for (; *name != '\0'; name++)
    {
      depth += *name == '(';
      if (depth == 0)
        g_string_append_c (text, *name);
      depth -= *name == ')' && depth > 0;
    }
  return g_string_free (text, FALSE);
}

static gboolean
find_by_words (const TokCatalog *catalog,
               TokSearchKind     kind,
               const char       *name,
               guint            *index)
{
  g_autofree char *bare = without_brackets (name);
  guint nearest[TOK_SEARCH_NEAREST];

  return tok_search_resolve (catalog, kind, name, index, nearest) <= TOK_SEARCH_FOUND_OF_SEVERAL
         || tok_search_resolve (catalog, kind, bare, index, nearest) <= TOK_SEARCH_FOUND_OF_SEVERAL;
}

const TokCatalogModel *
tok_mapping_model (const TokMapper *mapper,
                   const char      *name,
                   gboolean        *exact)
{
  const TokAlias *alias = tok_aliases_find (mapper->aliases, TOK_ALIAS_MODEL, name);
  guint index;

  if (alias == NULL)
    return find_by_words (mapper->catalog, TOK_SEARCH_MODELS, name, &index) ? tok_catalog_model (mapper->catalog, index) : NULL;
  if (tok_alias_is (alias, "nearest"))
    *exact = FALSE;
  return tok_catalog_find_model (mapper->catalog, alias->id);
}

const TokCatalogDevice *
tok_mapping_device (const TokMapper *mapper,
                    const char      *name)
{
  const TokAlias *alias = tok_aliases_find (mapper->aliases, TOK_ALIAS_HARDWARE, name);
  guint index;

  if (alias == NULL)
    return find_by_words (mapper->catalog, TOK_SEARCH_DEVICES, name, &index) ? tok_catalog_device (mapper->catalog, index) : NULL;
  return tok_catalog_find_device (mapper->catalog, alias->id);
}
