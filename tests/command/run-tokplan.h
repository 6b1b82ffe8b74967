/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the command line in a process of its own, as a shell would. */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct
{
  int   exit_code;
  char *output;       /* standard output */
  char *errors;       /* standard error */
} TokRun;

/* To be called first in main(): when this process is a child made by tok_run(), it becomes tokplan and does not return. */
void        tok_run_init    (int         argc,
                             char      **argv);
/* Runs tokplan with the words of @command_line, split as a shell does. */
TokRun      tok_run         (const char *command_line);
/* The same with @input on its standard input. */
TokRun      tok_run_with_input (const char *command_line,
                                const char *input);
void        tok_run_clear   (TokRun     *run);
/* The JSON of a run that ended well; fails the test when there is none. */
JsonObject *tok_run_object  (const char *command_line);
JsonArray  *tok_run_array   (const char *command_line);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TokRun, tok_run_clear)

G_END_DECLS
