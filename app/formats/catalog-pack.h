/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiled catalog: one GVariant that loads without parsing. */

#pragma once

#include <glib.h>

#include "core/catalog.h"

G_BEGIN_DECLS

/* @catalog's efficiency table is not resolved yet. */
GVariant *tok_catalog_pack   (const TokCatalog    *catalog,
                              const TokEfficiency *specification);
/* @bytes are those of tok_catalog_pack() on the same kind of machine. */
void      tok_catalog_unpack (GBytes              *bytes,
                              TokCatalog          *catalog);

G_END_DECLS
