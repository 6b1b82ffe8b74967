/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands share: each is a function from its options to text on standard output. */

#pragma once

#include <json-glib/json-glib.h>

#include "command/options.h"
#include "core/catalog.h"
#include "core/estimate.h"

G_BEGIN_DECLS

/* FALSE with @error set when the command could not be done. */
typedef gboolean (*TokCommandFunc) (const TokOptions *options,
                                    const TokCatalog *catalog,
                                    GError          **error);

gboolean  tok_command_estimate (const TokOptions  *options,
                                const TokCatalog  *catalog,
                                GError           **error);
gboolean  tok_command_chart    (const TokOptions  *options,
                                const TokCatalog  *catalog,
                                GError           **error);
gboolean  tok_command_import   (const TokOptions  *options,
                                const TokCatalog  *catalog,
                                GError           **error);
gboolean  tok_command_devices  (const TokOptions  *options,
                                const TokCatalog  *catalog,
                                GError           **error);
gboolean  tok_command_models   (const TokOptions  *options,
                                const TokCatalog  *catalog,
                                GError           **error);

/* The estimate as JSON with the stable names of the command line contract, SI units, null for what is not known. */
JsonNode *tok_estimate_to_json (const TokPlan     *plan,
                                const TokEstimate *estimate);
/* Writes data as it is, whatever the locale's charset; FALSE with @error when standard output does not take it. */
gboolean  tok_command_write    (const void        *data,
                                gsize              size,
                                GError           **error);
/* One line on standard error. */
void      tok_command_tell     (const GError      *error);

G_END_DECLS
