/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain of the readers and the sentences every file shares. */

#include "formats/error.h"

#include <glib/gi18n.h>

typedef struct
{
  const JsonNode *node;
} TokFormatErrorPrivate;

static void
tok_format_error_private_init (TokFormatErrorPrivate *self)
{
  self->node = NULL;
}

static void
tok_format_error_private_copy (const TokFormatErrorPrivate *self, TokFormatErrorPrivate *copy)
{
  *copy = *self;
}

static void
tok_format_error_private_clear (TokFormatErrorPrivate *self)
{
}

G_DEFINE_EXTENDED_ERROR (TokFormatError, tok_format_error)

const JsonNode *
tok_format_error_get_node (const GError *error)
{
  return tok_format_error_get_private (error)->node;
}

void
tok_format_error_set_node (GError         *error,
                           const JsonNode *node)
{
  tok_format_error_get_private (error)->node = node;
}

void
tok_format_error_set_in (GError      **error,
                         const char   *name,
                         guint         line,
                         const GError *reason)
{
  if (line > 0)
    g_set_error (error, reason->domain, reason->code, _("“%s”, line %u: %s"), name, line, reason->message);
  else
    g_set_error (error, reason->domain, reason->code, _("“%s”: %s"), name, reason->message);
}

void
tok_format_error_set_in_file (GError      **error,
                              GFile        *file,
                              guint         line,
                              const GError *reason)
{
  g_autofree char *shown = g_file_get_parse_name (file);

  tok_format_error_set_in (error, shown, line, reason);
}
