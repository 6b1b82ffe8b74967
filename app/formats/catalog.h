/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the built-in catalog (JSON compiled into one GVariant at build time) and the person's own file on top. */

#pragma once

#include <gio/gio.h>

#include "core/catalog.h"

G_BEGIN_DECLS

/* The built-in catalog; cannot fail for a correctly built program. */
TokCatalog *tok_catalog_load_builtin (void);
/* Adds the devices and models of the person's own file (same members as the built-in one, "devices" and "models"), replacing
 * entries of the same id.  On error nothing is added: the message names file, line and reason. */
gboolean    tok_catalog_add_file     (TokCatalog *catalog,
                                      GFile      *file,
                                      GError    **error);
/* Where the person's own file is looked for: $XDG_CONFIG_HOME/tokplan/catalog.json; it need not exist. */
GFile      *tok_catalog_own_file     (void);
/* The built-in catalog with the own file on top where there is one.  A broken own file: the built-in one, and @error set. */
TokCatalog *tok_catalog_load         (GError    **error);

G_END_DECLS
