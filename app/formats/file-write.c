/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the libraries say of a failed write names a temporary file or nothing to do. */

#include "formats/file-write.h"

#include <glib/gi18n.h>

gboolean
tok_file_write (GFile       *file,
                const void  *bytes,
                gsize        size,
                GError     **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *name = g_file_get_parse_name (file);

  if (g_file_replace_contents (file, bytes, size, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, &reason))
    return TRUE;
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_set_error (error, reason->domain, reason->code,
                 _("“%s” cannot be written: there is no such folder; create it or name another."), name);
  else if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    g_set_error (error, reason->domain, reason->code,
                 _("“%s” cannot be written: you lack the permission; name another folder."), name);
  else if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    g_set_error (error, reason->domain, reason->code, _("“%s” cannot be written: the disk is full."), name);
  else
    g_set_error (error, reason->domain, reason->code, _("“%s” cannot be written: %s"), name, reason->message);
  return FALSE;
}
