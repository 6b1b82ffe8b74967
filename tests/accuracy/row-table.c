/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading: every row is mapped once, and only the constants change after that. */

#include "row-table.h"

#include "formats/catalog-efficiency.h"
#include "formats/catalog.h"
#include "formats/error.h"

#define ALIASES_NAME "aliases.csv"

static TokAliases *
load_aliases (GFile      *table,
              const char *path,
              GError    **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (table);
  g_autoptr (GFile) beside = g_file_get_child (folder, ALIASES_NAME);
  g_autoptr (GFile) own = g_file_new_for_path (path);

  return tok_aliases_load (g_file_query_exists (beside, NULL) ? beside : own, error);
}

static void
map_rows (TokRowTable *self)
{
  TokMapper mapper = { self->catalog, self->aliases };

  self->mapped = g_new0 (TokMapped, self->rows->len);
  for (guint i = 0; i < self->rows->len; i++)
    {
      tok_mapping_init (&self->mapped[i], &mapper, g_ptr_array_index (self->rows, i));
      self->n_mapped += self->mapped[i].reason == NULL;
    }
}

TokRowTable *
tok_row_table_load (const char *path,
                       const char *aliases_path,
                       GError    **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (TokRowTable) self = g_new0 (TokRowTable, 1);
  g_autoptr (GError) reason = NULL;

  self->catalog = tok_catalog_load_builtin ();
  self->csv = tok_csv_load (file, error);
  if (self->csv == NULL)
    return NULL;
  self->aliases = load_aliases (file, aliases_path, error);
  if (self->aliases == NULL)
    return NULL;
  self->rows = tok_rows_read (self->csv, &reason);
  if (self->rows == NULL)
    {
      tok_format_error_set_in_file (error, file, 0, reason);
      return NULL;
    }
  map_rows (self);
  return g_steal_pointer (&self);
}

void
tok_row_table_free (TokRowTable *self)
{
  for (guint i = 0; self->mapped != NULL && i < self->rows->len; i++)
    tok_mapping_clear (&self->mapped[i]);
  g_free (self->mapped);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->csv, tok_csv_free);
  g_clear_pointer (&self->aliases, tok_aliases_free);
  tok_catalog_free (self->catalog);
  g_free (self);
}

void
tok_row_table_set_table (TokRowTable          *self,
                            const TokEfficiencyTable *table)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (self->mapped[i].reason == NULL)
      tok_mapping_set_table (&self->mapped[i], table != NULL ? table : self->catalog->efficiency);
}

TokEfficiencyTable *
tok_row_table_read_table (const char *path,
                             GError    **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();
  TokEfficiency specification;

  if (!tok_efficiency_load (file, table, &specification, error))
    return NULL;
  tok_efficiency_table_resolve (table, &specification);
  return g_steal_pointer (&table);
}
