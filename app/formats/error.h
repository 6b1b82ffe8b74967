/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of reading and writing files: every message is one translated sentence with the place and what to do. */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  TOK_FORMAT_ERROR_SYNTAX,     /* not well-formed */
  TOK_FORMAT_ERROR_VALUE,      /* well-formed, but a value is missing, of the wrong kind or out of range */
  TOK_FORMAT_ERROR_LIMIT,      /* larger or deeper than the program accepts */
  TOK_FORMAT_ERROR_VERSION,    /* of a version or kind this program does not read */
} TokFormatError;

#define TOK_FORMAT_ERROR (tok_format_error_quark ())
GQuark          tok_format_error_quark       (void);

/* The value of a tree that @error, of this domain, is about; NULL when it is of none.  To compare with, not to use: the tree
 * may be gone. */
const JsonNode *tok_format_error_get_node    (const GError   *error);
void            tok_format_error_set_node    (GError         *error,
                                              const JsonNode *node);
/* Sets @error to @reason with @name, of a file, and, if it is not 0, the line in front. */
void            tok_format_error_set_in      (GError      **error,
                                              const char   *name,
                                              guint         line,
                                              const GError *reason);
/* The same for @file. */
void            tok_format_error_set_in_file (GError        **error,
                                              GFile          *file,
                                              guint           line,
                                              const GError   *reason);

G_END_DECLS
