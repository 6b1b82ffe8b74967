/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person would bring: measurements of the first plan's model, and files of models. */

#pragma once

#include "shell/session.h"

/* llama-bench's table: two decode rows of Llama 3.1 8B, empty and at depth 8192, and one prefill row. */
extern const char *const imported_table;
#define IMPORTED_ROWS 3
/* A config.json of a small model called "Tiny". */
extern const char *const imported_config;

/* The same as an import of pasted text. */
TokImport *imported_new     (TokSession *session,
                             const char *text);
/* A new file of that name in a folder of its own. */
GFile     *imported_file    (const char *name,
                             const char *text);
/* Removes it, and its folder. */
void       imported_delete  (GFile      *file);
