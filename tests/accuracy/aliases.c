/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aliases.csv in memory, by kind and name. */

#include "aliases.h"

#include "formats/error.h"

struct _TokAliases
{
  TokCsv     *csv;
  TokAlias   *entries;
  GHashTable *by_name;   /* "model Qwen3-8B" -> TokAlias */
};

static const char *const kinds[] = { "hardware", "model", "quant" };

static gboolean
find_columns (const TokCsv *csv,
              guint         columns[4],
              GError      **error)
{
  static const char *const names[] = { "kind", "corpus_name", "catalog_id", "note" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!tok_csv_find (csv, names[i], &columns[i]))
      {
        g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, "The table of aliases has no column “%s”.", names[i]);
        return FALSE;
      }
  return TRUE;
}

static char *
make_key (const char *kind,
          const char *name)
{
  return g_strconcat (kind, " ", name, NULL);
}

TokAliases *
tok_aliases_load (GFile   *file,
                  GError **error)
{
  g_autoptr (TokCsv) csv = tok_csv_load (file, error);
  g_autoptr (GError) reason = NULL;
  TokAliases *aliases;
  guint columns[4];

  if (csv == NULL)
    return NULL;
  if (!find_columns (csv, columns, &reason))
    {
      tok_format_error_set_in_file (error, file, 0, reason);
      return NULL;
    }
  aliases = g_new0 (TokAliases, 1);
  aliases->entries = g_new0 (TokAlias, tok_csv_n_records (csv));
  aliases->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < tok_csv_n_records (csv); i++)
    {
      TokAlias *alias = &aliases->entries[i];

      *alias = (TokAlias) { tok_csv_field (csv, i, columns[2]), tok_csv_field (csv, i, columns[3]) };
      g_hash_table_insert (aliases->by_name, make_key (tok_csv_field (csv, i, columns[0]), tok_csv_field (csv, i, columns[1])),
                           alias);
    }
  aliases->csv = g_steal_pointer (&csv);
  return aliases;
}

void
tok_aliases_free (TokAliases *aliases)
{
  g_hash_table_unref (aliases->by_name);
  g_free (aliases->entries);
  tok_csv_free (aliases->csv);
  g_free (aliases);
}

const TokAlias *
tok_aliases_find (const TokAliases *aliases,
                  TokAliasKind      kind,
                  const char       *name)
{
  g_autofree char *key = make_key (kinds[kind], name);

  return g_hash_table_lookup (aliases->by_name, key);
}

gboolean
tok_alias_is (const TokAlias *alias,
              const char     *word)
{
  return g_str_has_prefix (alias->note, word);
}
