/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: everything the program does without a window.  Needs no display and no GTK. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TOK_EXIT_DONE = 0,
  TOK_EXIT_FAILED = 1,      /* could not be done: file, device */
  TOK_EXIT_WORDS = 2,       /* wrong words */
} TokExit;

/* TRUE when @argv, as main() got it, asks for the window and there is a display for it: without words or with files.  A word that
 * is neither an option nor a file can only be a command mistyped. */
gboolean tok_command_opens_window (int    argc,
                                   char **argv);
/* Runs the command of @argv and returns the exit code (TokExit).  Results go to standard output, sentences to standard error.
 * The locale is set by the caller. */
int      tok_command_run          (int    argc,
                                   char **argv);

G_END_DECLS
