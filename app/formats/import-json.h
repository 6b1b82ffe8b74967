/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What JSON from outside is, told by its members. */

#pragma once

#include "formats/json-parse.h"

G_BEGIN_DECLS

typedef enum
{
  TOK_IMPORT_JSON_OTHER,     /* results of a benchmark, perhaps */
  TOK_IMPORT_JSON_PLAN,
  TOK_IMPORT_JSON_CONFIG,    /* config.json of a model, or what people take for it */
  TOK_IMPORT_JSON_INDEX,     /* model.safetensors.index.json */
} TokImportJsonKind;

/* As tok_json_parse(), but for “Infinity” and “NaN”, which Python writes and JSON does not have: they become 0.  Changes @text. */
TokJson          *tok_import_json_parse    (char       *text,
                                            gsize       length,
                                            guint      *line,
                                            GError    **error);
TokImportJsonKind tok_import_json_kind     (JsonObject *object);
/* Whether @text, which is not well-formed, was to be one of these. */
gboolean          tok_import_json_is_meant (const char *text);

G_END_DECLS
