/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bands in files: for every kind and basis a pair of factors. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/efficiency.h"
#include "formats/pack.h"

G_BEGIN_DECLS

/* Reads all of @object's member "bands".  What holds for a class holds for a person's own measurement until it says more. */
gboolean  tok_efficiency_bands_read   (JsonObject                *object,
                                       TokGeneralConstants       *general,
                                       GError                   **error);
void      tok_efficiency_bands_pack   (const TokGeneralConstants *general,
                                       TokPacker                 *packer);
void      tok_efficiency_bands_unpack (TokUnpacker               *unpacker,
                                       TokGeneralConstants       *general);

G_END_DECLS
