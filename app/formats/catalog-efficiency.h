/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fitted constants of data/catalog/efficiency.json. */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "core/efficiency.h"
#include "formats/pack.h"

G_BEGIN_DECLS

/* Sets the cells the file names and everything general in @table; the rest waits for tok_efficiency_table_resolve() with
 * @specification. */
gboolean  tok_efficiency_read   (JsonObject               *object,
                                 TokEfficiencyTable       *table,
                                 TokEfficiency            *specification,
                                 GError                  **error);
/* The same from a file; errors name it and the line. */
gboolean  tok_efficiency_load   (GFile                    *file,
                                 TokEfficiencyTable       *table,
                                 TokEfficiency            *specification,
                                 GError                  **error);
/* @table is not resolved yet. */
void      tok_efficiency_pack   (const TokEfficiencyTable *table,
                                 const TokEfficiency      *specification,
                                 TokPacker                *packer);
/* Resolves @table too. */
void      tok_efficiency_unpack (TokUnpacker              *unpacker,
                                 TokEfficiencyTable       *table);

G_END_DECLS
