/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One entry of "models" in a catalog file, and the shape of a model in plan files. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/catalog.h"
#include "formats/pack.h"

G_BEGIN_DECLS

/* Reads one entry.  @entry is zeroed memory; free it with tok_catalog_model_clear() whatever comes back. */
gboolean         tok_catalog_model_read   (JsonObject       *object,
                                           TokCatalogModel  *entry,
                                           GError          **error);
/* The shape alone, with explicit layers. */
TokArchitecture *tok_architecture_read    (JsonObject            *object,
                                           GError               **error);
void             tok_architecture_write   (const TokArchitecture *architecture,
                                           JsonObject            *object);
void             tok_catalog_model_pack   (const TokCatalogModel *entry,
                                           TokPacker        *packer);
void             tok_catalog_model_unpack (TokUnpacker      *unpacker,
                                           TokCatalogModel  *entry);

G_END_DECLS
