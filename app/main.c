/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokplan: nothing or files open the window where there is a display; anything else is the command line's. */

#include <glib/gi18n.h>
#include <locale.h>

#include "command/command.h"
#include "shell/application.h"

int
main (int    argc,
      char **argv)
{
  const char *locale_directory = g_getenv ("TOKPLAN_LOCALE_DIR");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_directory != NULL ? locale_directory : LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  if (tok_command_opens_window (argc, argv))
    return tok_application_start (argc, argv);
  return tok_command_run (argc, argv);
}
