/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The child is this very test program, told by its first argument to be tokplan: nothing else has to be built or found. */

#include "run-tokplan.h"

#include <gio/gio.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"

#define AS_TOKPLAN "--as-tokplan"

static char *program;

void
tok_run_init (int    argc,
              char **argv)
{
  program = argv[0];
  if (argc < 2 || strcmp (argv[1], AS_TOKPLAN) != 0)
    return;
  setlocale (LC_ALL, "");
  exit (tok_command_run (argc - 1, argv + 1));
}

TokRun
tok_run (const char *command_line)
{
  return tok_run_with_input (command_line, "");
}

TokRun
tok_run_with_input (const char *command_line,
                    const char *input)
{
  const GSubprocessFlags pipes = G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE;
  g_auto (GStrv) words = NULL;
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  TokRun run = { 0 };

  g_assert_true (command_line[0] == '\0' || g_shell_parse_argv (command_line, NULL, &words, NULL));
  g_ptr_array_add (arguments, program);
  g_ptr_array_add (arguments, (gpointer) AS_TOKPLAN);
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    g_ptr_array_add (arguments, words[i]);
  g_ptr_array_add (arguments, NULL);

  process = g_subprocess_newv ((const char *const *) arguments->pdata, pipes, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, input, NULL, &run.output, &run.errors, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  run.exit_code = g_subprocess_get_exit_status (process);
  return run;
}

void
tok_run_clear (TokRun *run)
{
  g_clear_pointer (&run->output, g_free);
  g_clear_pointer (&run->errors, g_free);
}

static JsonNode *
run_json (const char *command_line)
{
  g_auto (TokRun) run = tok_run (command_line);
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (run.output, &error);

  g_assert_no_error (error);
  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
  return node;
}

JsonObject *
tok_run_object (const char *command_line)
{
  g_autoptr (JsonNode) node = run_json (command_line);

  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
  return json_node_dup_object (node);
}

JsonArray *
tok_run_array (const char *command_line)
{
  g_autoptr (JsonNode) node = run_json (command_line);

  g_assert_true (JSON_NODE_HOLDS_ARRAY (node));
  return json_node_dup_array (node);
}
