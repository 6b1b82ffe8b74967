/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Field tables: one row says what a member of a file is called, where it lives in a C struct and what it may hold.
 *
 * The same table reads JSON, writes JSON, and packs a struct into the compiled catalog and back, so that a member is defined
 * once. */

#pragma once

#include <json-glib/json-glib.h>

#include "formats/pack.h"

G_BEGIN_DECLS

typedef enum
{
  TOK_FIELD_NUMBER,    /* double */
  TOK_FIELD_WHOLE,     /* guint */
  TOK_FIELD_FLAG,      /* gboolean: true, false */
  TOK_FIELD_CHOICE,    /* enumeration: one of the names */
  TOK_FIELD_CHARS,     /* char[size] */
  TOK_FIELD_TEXT,      /* char *, owned, at most size bytes */
  TOK_FIELD_TEXTS,     /* the same; in JSON a list of texts, joined with ", " */
} TokFieldType;

typedef const char *(*TokFieldNameFunc) (guint value);

typedef struct
{
  const char      *path;               /* in JSON, with dots between nested members */
  TokFieldType     type;
  gsize            offset;
  double           minimum, maximum;   /* of the JSON number */
  double           unit;               /* NUMBER: what 1 in JSON is in the struct, 0 = 1 */
  gsize            size;               /* CHARS: of the array with its end; TEXT, TEXTS: bytes */
  TokFieldNameFunc name;               /* CHOICE */
  guint            n_names;
  gboolean         is_required;
  gboolean         zero_is_unknown;    /* NUMBER: 0 may lie below the minimum */
} TokField;

/* Members that are absent leave @record as it is; on error it is partly set. */
gboolean  tok_fields_read   (const TokField *fields,
                             guint           n_fields,
                             JsonObject     *object,
                             gpointer        record,
                             GError        **error);
/* Whether a row of the table reads the member @name of the outermost object. */
gboolean  tok_fields_have   (const TokField *fields,
                             guint           n_fields,
                             const char     *name);
/* Leaves out what is as in @fallback, a record as tok_fields_read() would start with. */
void      tok_fields_write  (const TokField *fields,
                             guint           n_fields,
                             gconstpointer   record,
                             gconstpointer   fallback,
                             JsonObject     *object);
void      tok_fields_pack   (const TokField *fields,
                             guint           n_fields,
                             gconstpointer   record,
                             TokPacker      *packer);
/* @unpacker stands where tok_fields_pack() wrote with the same table. */
void      tok_fields_unpack (const TokField *fields,
                             guint           n_fields,
                             TokUnpacker    *unpacker,
                             gpointer        record);

G_END_DECLS
