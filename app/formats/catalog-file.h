/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Catalog files: "devices" and "models". */

#pragma once

#include "core/catalog.h"
#include "formats/json-parse.h"

G_BEGIN_DECLS

/* Adds the entries of @json to @catalog; on error none, and @line is where the entry at fault begins. */
gboolean tok_catalog_read (TokCatalog *catalog,
                           TokJson    *json,
                           gboolean    is_own,
                           guint      *line,
                           GError    **error);

G_END_DECLS
