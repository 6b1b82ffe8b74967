/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of JSON that people's programs read: SI units, six digits, null for what is not known. */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* @string may be NULL: null. */
void tok_json_add_string  (JsonBuilder *builder,
                           const char  *name,
                           const char  *string);
void tok_json_add_number  (JsonBuilder *builder,
                           const char  *name,
                           double       number);
/* Null for TOK_AUTO. */
void tok_json_add_known   (JsonBuilder *builder,
                           const char  *name,
                           double       number);
/* Bytes and other counts, every one of them shown. */
void tok_json_add_count   (JsonBuilder *builder,
                           const char  *name,
                           double       count);
void tok_json_add_flag    (JsonBuilder *builder,
                           const char  *name,
                           gboolean     flag);
void tok_json_add_null    (JsonBuilder *builder,
                           const char  *name);
void tok_json_begin_object (JsonBuilder *builder,
                            const char  *name);
void tok_json_begin_array (JsonBuilder *builder,
                           const char  *name);

G_END_DECLS
