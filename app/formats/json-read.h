/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Typed readers of JSON members: presence, type and range are checked, errors name the member.
 *
 * Paths have dots between nested members: "moe.n_experts".  A member that is null counts as absent. */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

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
/* At most @max_bytes; @value is owned by @object. */
gboolean tok_json_read_string  (JsonObject  *object,
                                const char  *path,
                                gsize        max_bytes,
                                const char **value,
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
