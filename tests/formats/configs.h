/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Configs written in tests: reads them and compares what comes out with the catalog. */

#pragma once

#include "core/catalog.h"
#include "formats/model-config.h"

G_BEGIN_DECLS

/* @text and @index (or NULL) are JSON with ' for quotation marks. */
TokModelFile *config_try    (const char            *text,
                             const char            *index,
                             GError               **error);
/* Must succeed. */
TokModelFile *config_read   (const char            *text);
/* Must fail with @words in the sentence. */
void          config_refuse (const char            *text,
                             const char            *words);
gboolean      config_has_members (const char       *text);
gboolean      config_notes  (const TokModelFile    *file,
                             const char            *words);
/* The same weights within a thousandth, the same layers, the same cache. */
void          config_compare (const TokArchitecture *found,
                              const TokArchitecture *wanted);

G_END_DECLS
