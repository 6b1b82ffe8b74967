/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error domain of the readers and the sentences every file shares. */

#include "formats/error.h"

#include <glib/gi18n.h>

G_DEFINE_QUARK (tok-format-error-quark, tok_format_error)

void
tok_format_error_set_in_file (GError      **error,
                              GFile        *file,
                              guint         line,
                              const GError *reason)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown = g_filename_display_name (name);

  if (line > 0)
    g_set_error (error, reason->domain, reason->code, _("“%s”, line %u: %s"), shown, line, reason->message);
  else
    g_set_error (error, reason->domain, reason->code, _("“%s”: %s"), shown, reason->message);
}
