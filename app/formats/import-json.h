/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What JSON from outside is, told by its members. */

#pragma once

#include "formats/json-parse.h"

G_BEGIN_DECLS

typedef enum
{
  TOK_IMPORT_JSON_OTHER,     /* results of a benchmark, perhaps */
  TOK_IMPORT_JSON_PLAN,
  TOK_IMPORT_JSON_CONFIG,    /* config.json of a model */
  TOK_IMPORT_JSON_INDEX,     /* model.safetensors.index.json */
  TOK_IMPORT_JSON_REFUSED,   /* what lies beside a model and does not describe it */
} TokImportJsonKind;

/* As tok_json_parse(), but for “Infinity”, which Python writes: here it becomes null.  Changes @text. */
TokJson          *tok_import_json_parse  (char         *text,
                                          gsize         length,
                                          guint        *line,
                                          GError      **error);
/* @sentence: why it is refused. */
TokImportJsonKind tok_import_json_kind   (JsonObject   *object,
                                          const char  **sentence);
/* Whether @text, which is not well-formed, was to be one of those that are read. */
gboolean          tok_import_json_is_meant (const char *text);

G_END_DECLS
