/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of logfmt, as Ollama writes them: key=value, key="a value with blanks", key="[30.9 GiB 30.8 GiB]". */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The value of @key in @line, without its quotation marks; NULL when there is none. */
char *tok_logfmt_value (const char *line,
                        const char *key);

G_END_DECLS
