/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The members of efficiency constants in files. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/efficiency.h"

G_BEGIN_DECLS

/* Reads the members of one cell over what @cell holds.  Factors by tensor type are sets that @root holds by name. */
gboolean  tok_efficiency_fields_read    (JsonObject                *root,
                                         JsonObject                *object,
                                         TokEfficiency             *cell,
                                         GError                   **error);
GVariant *tok_efficiency_fields_pack    (const TokEfficiency       *cell);
void      tok_efficiency_fields_unpack  (GVariant                  *packed,
                                         TokEfficiency             *cell);
gboolean  tok_general_constants_read    (JsonObject                *object,
                                         TokGeneralConstants       *general,
                                         GError                   **error);
GVariant *tok_general_constants_pack    (const TokGeneralConstants *general);
void      tok_general_constants_unpack  (GVariant                  *packed,
                                         TokGeneralConstants       *general);

G_END_DECLS
