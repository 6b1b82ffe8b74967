/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cursor over the bytes of JSON, and the tokens under it.  What fails says why in the cursor's error; the cursor then stands
 * at the fault. */

#pragma once

#include <json-glib/json-glib.h>

#include "formats/error.h"

G_BEGIN_DECLS

/* Whole numbers up to here are the same as a double. */
#define TOK_JSON_LARGEST_EXACT 9007199254740992.0

typedef struct
{
  const char *at;
  const char *end;
  guint       line;
  gboolean    takes_python;   /* "NaN" and "Infinity" are 0 */
  GError    **error;          /* the first failure stays */
} TokJsonCursor;

/* Sets the error and returns FALSE. */
gboolean  tok_json_cursor_fail       (TokJsonCursor *self,
                                      TokFormatError code,
                                      const char    *message);
void      tok_json_cursor_skip_space (TokJsonCursor *self);
/* TRUE, and past it, when @byte is the next one behind white space. */
gboolean  tok_json_cursor_accept     (TokJsonCursor *self,
                                      char           byte);
/* The text whose opening quotation mark is behind the cursor; NULL on error. */
char     *tok_json_cursor_string     (TokJsonCursor *self);
/* A number, true, false or null; NULL on error. */
JsonNode *tok_json_cursor_scalar     (TokJsonCursor *self);

G_END_DECLS
