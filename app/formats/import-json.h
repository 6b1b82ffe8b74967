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

TokImportJsonKind tok_import_json_kind     (JsonObject *object);
/* Whether @text, which is not well-formed, was to be one of these. */
gboolean          tok_import_json_is_meant (const char *text,
                                            gsize       length);

G_END_DECLS
