/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of measurements with everything it needs: catalog, aliases, rows, and their plans. */

#pragma once

#include "mapping.h"

G_BEGIN_DECLS

typedef struct
{
  TokCatalog *catalog;
  TokAliases *aliases;
  TokCsv     *csv;
  GPtrArray  *rows;      /* of TokRow */
  TokMapped  *mapped;    /* one per row */
  guint       n_mapped;  /* of them with a plan */
} TokRowTable;

/* @path: a CSV file.  An aliases.csv beside it is taken instead of @aliases_path. */
TokRowTable *tok_row_table_load (const char      *path,
                                        const char      *aliases_path,
                                        GError         **error);
void             tok_row_table_free (TokRowTable *measurements);
/* Another table of constants for all plans; NULL: the catalog's own. */
void             tok_row_table_set_table (TokRowTable          *measurements,
                                             const TokEfficiencyTable *table);
/* A table of constants as data/catalog/efficiency.json holds them, resolved. */
TokEfficiencyTable *tok_row_table_read_table (const char *path,
                                                 GError    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokRowTable, tok_row_table_free)

G_END_DECLS
