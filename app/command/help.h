/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --help says. */

#pragma once

#include "command/options.h"

G_BEGIN_DECLS

/* The options of @set and what they take, grouped as in the window. */
char *tok_help_options (TokOptionSet set);

G_END_DECLS
