/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured chips in files. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/efficiency.h"
#include "formats/pack.h"

G_BEGIN_DECLS

/* Adds the chips of @root's member "chips" to @table. */
gboolean  tok_efficiency_chips_read   (JsonObject               *root,
                                       TokEfficiencyTable       *table,
                                       GError                  **error);
/* @table is not resolved yet. */
void      tok_efficiency_chips_pack   (const TokEfficiencyTable *table,
                                       TokPacker                *packer);
void      tok_efficiency_chips_unpack (TokUnpacker              *unpacker,
                                       TokEfficiencyTable       *table);

G_END_DECLS
