/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Typed readers of JSON members: presence, type and range are checked, errors name the member.
 *
 * Paths have dots between nested members: "moe.n_experts".  A member that is null counts as absent.  An error knows the value
 * it is about, see tok_json_error_line(). */

#pragma once

#include "formats/error.h"

G_BEGIN_DECLS

/* Sets @error about the value at @path, if there is one; FALSE. */
gboolean tok_json_refuse       (JsonObject     *object,
                                const char     *path,
                                TokFormatError  code,
                                GError        **error,
                                const char     *format,
                                ...) G_GNUC_PRINTF (5, 6);
/* The value at @path, NULL when it is absent; an error when something on the way is no object. */
gboolean tok_json_find         (JsonObject  *object,
                                const char  *path,
                                JsonNode   **value,
                                GError     **error);
gboolean tok_json_has          (JsonObject  *object,
                                const char  *path);
/* The following fail when the member is absent; call tok_json_has() for optional ones. */
gboolean tok_json_find_present (JsonObject  *object,
                                const char  *path,
                                JsonNode   **value,
                                GError     **error);
/* Fails when @object has a member @is_known does not know. */
gboolean tok_json_check_names  (JsonObject  *object,
                                gboolean   (*is_known) (const char *name),
                                GError     **error);
/* A finite number, @minimum … @maximum. */
gboolean tok_json_read_double  (JsonObject  *object,
                                const char  *path,
                                double       minimum,
                                double       maximum,
                                double      *value,
                                GError     **error);
/* The same without a fraction. */
gboolean tok_json_read_whole   (JsonObject  *object,
                                const char  *path,
                                double       minimum,
                                double       maximum,
                                double      *value,
                                GError     **error);
gboolean tok_json_read_boolean (JsonObject  *object,
                                const char  *path,
                                gboolean    *value,
                                GError     **error);
/* TRUE for what would break a line or drive a terminal. */
gboolean tok_text_has_control  (const char  *text);
/* At most @max_bytes without control characters; @value is owned by @object. */
gboolean tok_json_read_string  (JsonObject  *object,
                                const char  *path,
                                gsize        max_bytes,
                                const char **value,
                                GError     **error);
/* The same, and not blank. */
gboolean tok_json_read_name    (JsonObject  *object,
                                const char  *path,
                                gsize        max_bytes,
                                const char **value,
                                GError     **error);
/* The year of a date "YYYY-MM". */
gboolean tok_json_read_year    (JsonObject  *object,
                                const char  *path,
                                guint       *year,
                                GError     **error);
/* A list of two numbers, @minimum … @middle and @middle … @maximum. */
gboolean tok_json_read_pair    (JsonObject  *object,
                                const char  *path,
                                double       minimum,
                                double       middle,
                                double       maximum,
                                double      *low,
                                double      *high,
                                GError     **error);
/* A list of exactly @n numbers. */
gboolean tok_json_read_numbers (JsonObject  *object,
                                const char  *path,
                                guint        n,
                                double       minimum,
                                double       maximum,
                                double      *values,
                                GError     **error);
/* @value and @elements are owned by @object. */
gboolean tok_json_read_object  (JsonObject  *object,
                                const char  *path,
                                JsonObject **value,
                                GError     **error);
gboolean tok_json_read_array   (JsonObject  *object,
                                const char  *path,
                                guint        max_length,
                                JsonArray  **elements,
                                GError     **error);
/* Element @index of @elements, the array at @path, as an object. */
gboolean tok_json_read_element (JsonArray   *elements,
                                const char  *path,
                                guint        index,
                                JsonObject **value,
                                GError     **error);

G_END_DECLS
