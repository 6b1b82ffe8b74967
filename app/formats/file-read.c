/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading of foreign files, whatever their name leads to. */

#include "formats/file-read.h"

#include <glib/gi18n.h>

#include "formats/error.h"

/* A pipe or a device may never end. */
static gboolean
check_is_file (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, cancellable, error);

  if (info == NULL)
    return FALSE;
  if (g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR)
    return TRUE;
  g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                       g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY
                       ? _("It is not a file that can be read, but a folder; open a file in it.")
                       : _("It is not a file that can be read from start to end."));
  return FALSE;
}

GFileInputStream *
tok_file_open (GFile        *file,
               GCancellable *cancellable,
               GError      **error)
{
  return check_is_file (file, cancellable, error) ? g_file_read (file, cancellable, error) : NULL;
}

void
tok_file_set_unreadable (GError      **error,
                         const char   *name,
                         const GError *reason)
{
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_set_error (error, reason->domain, reason->code, _("There is no file “%s”; check its name and its folder."), name);
  else if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    g_set_error (error, reason->domain, reason->code, _("“%s” cannot be read: you lack the permission."), name);
  else
    tok_format_error_set_in (error, name, 0, reason);
}

/* The size a file claims may be wrong. */
static char *
read_bytes (GFile *file, gsize max_bytes, gsize *length, GError **error)
{
  g_autoptr (GFileInputStream) stream = tok_file_open (file, NULL, error);
  g_autofree char *bytes = NULL;

  if (stream == NULL)
    return NULL;
  bytes = g_malloc (max_bytes + 1);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), bytes, max_bytes + 1, length, NULL, error))
    return NULL;
  return g_steal_pointer (&bytes);
}

char *
tok_file_read (GFile   *file,
               gsize    max_bytes,
               gsize   *length,
               GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *name = g_file_get_parse_name (file);
  char *bytes = read_bytes (file, max_bytes, length, &reason);

  if (bytes == NULL)
    tok_file_set_unreadable (error, name, reason);
  return bytes;
}
