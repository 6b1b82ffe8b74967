/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of models as tools print them, as words. */

#pragma once

#include "core/catalog.h"

G_BEGIN_DECLS

/* Words as tok_search_words() has them, without the file type, the folder, and what is no part of a model's name:
 * "qwen3moe 30B.A3B Q4_K - Medium" is qwen 3 30b a3b.  Free with g_strfreev(). */
GStrv    tok_import_name_words     (const char            *name);
/* Whether one of them is a number of parameters: "8b", "a3b", "8x7b", "270m". */
gboolean tok_import_name_has_size  (GStrv                  words);
/* Whether @word, the first of a printed name, can stand for the architecture of @entry. */
gboolean tok_import_name_is_family (const char            *word,
                                    const TokCatalogModel *entry);

G_END_DECLS
