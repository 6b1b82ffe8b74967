/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which model of the catalog a measured row is of, by the name that was printed and the size beside it. */

#pragma once

#include "core/catalog.h"
#include "core/measurement.h"

G_BEGIN_DECLS

/* Sets `model_id` of every row (of TokMeasurement); "" where no model, or more than one of different shape, can be meant. */
void tok_import_find_models (GArray           *rows,
                             const TokCatalog *catalog);

G_END_DECLS
