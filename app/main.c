/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokplan: a sub-command or an option of the command line runs without a display; anything else opens the window. */

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

  if (argc > 1 && tok_command_is_command (argv[1]))
    return tok_command_run (argc, argv);
  return tok_application_start (argc, argv);
}
