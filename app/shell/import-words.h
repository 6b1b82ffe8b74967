/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an import brought, for the notice bar; translated. */

#pragma once

#include "formats/import.h"

G_BEGIN_DECLS

/* "12 measurements from bench.md." and, on lines of their own, what was assumed or left out.  @n_new: rows the plan did not have. */
char *tok_import_describe (const TokImport *import,
                           guint            n_new);

G_END_DECLS
