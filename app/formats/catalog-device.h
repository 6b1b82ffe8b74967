/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One entry of "devices" in a catalog file, and the same members in plan files. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/catalog.h"
#include "formats/pack.h"

G_BEGIN_DECLS

/* Reads one entry.  @entry is zeroed memory; free it with tok_catalog_device_clear() whatever comes back. */
gboolean  tok_catalog_device_read   (JsonObject       *object,
                                     TokCatalogDevice *entry,
                                     GError          **error);
/* The facts of a device as an entry, without words about it; what is absent is as in @fallback, if there is one. */
gboolean  tok_device_read           (JsonObject       *object,
                                     const TokDevice  *fallback,
                                     TokDevice        *device,
                                     GError          **error);
void      tok_device_write          (const TokDevice  *device,
                                     JsonObject       *object);
void      tok_catalog_device_pack   (const TokCatalogDevice *entry,
                                     TokPacker        *packer);
void      tok_catalog_device_unpack (TokUnpacker      *unpacker,
                                     TokCatalogDevice *entry);

G_END_DECLS
