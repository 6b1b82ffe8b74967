/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The members of efficiency constants in files. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/efficiency.h"
#include "formats/pack.h"

G_BEGIN_DECLS

/* Reads the members of one cell over what @cell holds.  Factors by tensor type are sets that @root holds by name. */
gboolean  tok_efficiency_fields_read    (JsonObject                *root,
                                         JsonObject                *object,
                                         TokEfficiency             *cell,
                                         GError                   **error);
/* The same of the cell all others start from: nothing could stand for a missing share, rate or factor of it. */
gboolean  tok_specification_read        (JsonObject                *root,
                                         JsonObject                *object,
                                         TokEfficiency             *specification,
                                         GError                   **error);
void      tok_efficiency_fields_pack    (const TokEfficiency       *cell,
                                         TokPacker                 *packer);
void      tok_efficiency_fields_unpack  (TokUnpacker               *unpacker,
                                         TokEfficiency             *cell);
gboolean  tok_general_constants_read    (JsonObject                *object,
                                         TokGeneralConstants       *general,
                                         GError                   **error);
void      tok_general_constants_pack    (const TokGeneralConstants *general,
                                         TokPacker                 *packer);
void      tok_general_constants_unpack  (TokUnpacker               *unpacker,
                                         TokGeneralConstants       *general);

G_END_DECLS
