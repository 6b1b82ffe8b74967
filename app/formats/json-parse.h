/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads JSON from outside into json-glib's tree, strictly (RFC 8259).
 *
 * json-glib's own parser overflows the stack on deep nesting, reads 1e400 as infinity and 20-digit integers as -1, takes
 * comments and hexadecimal numbers, and lets the last of two equal members win; none of that gets through here. */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define TOK_JSON_MAX_BYTES (16u * 1024 * 1024)
#define TOK_JSON_MAX_DEPTH 64
#define TOK_JSON_MAX_VALUES 150000   /* bounds the memory a small file can ask for */

typedef struct _TokJson TokJson;

/* @length bytes of UTF-8.  On error, @line (optional) is the line of the fault. */
TokJson    *tok_json_parse    (const char  *text,
                               gsize        length,
                               guint       *line,
                               GError     **error);
/* The same, but for "NaN" and "Infinity", which Python writes and JSON does not have: they become 0. */
TokJson    *tok_json_parse_python (const char *text,
                               gsize        length,
                               guint       *line,
                               GError     **error);
/* A file of the second kind that is read along with @other: the two together keep within the limits of one, so that files in pairs take
 * no more memory than one.  @length is at most tok_json_room() of @other. */
TokJson    *tok_json_parse_beside (const TokJson *other,
                                   const char *text,
                                   gsize       length,
                                   GError    **error);
/* How many bytes a file read along with @json may have. */
gsize       tok_json_room     (const TokJson *json);
/* The whole of @file; errors name it and the line. */
TokJson    *tok_json_load     (GFile       *file,
                               GError     **error);
void        tok_json_free     (TokJson     *json);
/* Never NULL. */
JsonNode   *tok_json_root     (TokJson     *json);
/* The same as an object; NULL and @error, which calls it @name, when it is none. */
JsonObject *tok_json_object   (TokJson     *json,
                               const char  *name,
                               GError     **error);
/* The line where @object, one of @json's, begins; 0 when it is of another tree. */
guint       tok_json_line     (const TokJson *json,
                               JsonObject    *object);
/* The line of the member of @json that @error is about; 0 when it is about none. */
guint       tok_json_error_line (const TokJson *json,
                                 const GError  *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokJson, tok_json_free)

G_END_DECLS
