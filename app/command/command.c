/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands, their help, and what becomes of errors. */

#include "command/command.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "command/command-private.h"
#include "command/error.h"
#include "command/help.h"
#include "command/nearest.h"
#include "command/output.h"
#include "formats/catalog.h"

typedef struct
{
  const char    *name;
  const char    *usage;      /* N_() */
  const char    *summary;    /* N_() */
  const char    *examples;
  TokOptionSet   set;
  TokCommandFunc run;
} Command;

static const Command commands[] = {
  { "estimate", N_("tokplan estimate --device NAME --model NAME [OPTION…]\ntokplan estimate FILE… [OPTION…]"),
    N_("How fast a model generates on a machine, and whether it fits."),
    "  tokplan estimate --device \"RTX 4090\" --model llama-3.1-8b --quant Q4_K_M --context 16k\n"
    "  tokplan estimate Qwen3-8B-Q4_K_M.gguf bench.md --device \"RTX 4090\"\n"
    "  tokplan estimate --device \"RTX 3090\" --device \"RTX 3090\" --model llama-3.3-70b --json\n"
    "  tokplan estimate --device \"RTX 5060 Ti 16 GB\" --model gpt-oss-120b --quant MXFP4_MOE --expert-layers-cpu 36 --host-memory 96\n",
    TOK_OPTIONS_PLAN | TOK_OPTIONS_JSON, tok_command_estimate },
  { "chart", N_("tokplan chart context|size|offload --device NAME --model NAME [OPTION…] [-o FILE]"),
    N_("A chart as PNG, SVG, PDF or CSV."),
    "  tokplan chart offload --device \"RTX 4090\" --model llama-3.3-70b --size 960x540 --theme dark -o cliff.svg\n"
    "  tokplan chart context --device \"RTX 3060 12 GB\" --model qwen3-8b -o -\n",
    TOK_OPTIONS_PLAN | TOK_OPTIONS_CHART, tok_command_chart },
  { "import", N_("tokplan import FILE… [--json]\ntokplan import FILE… --device NAME [OPTION…]"),
    N_("What a model file, a plan, or the output of a benchmark holds; with a device, measurements beside the prediction."),
    "  tokplan import Qwen3-8B-Q4_K_M.gguf\n"
    "  llama-bench -m Qwen3-8B-Q4_K_M.gguf | tokplan import - --device \"RTX 4090\"\n"
    "  tokplan import bench.md server.log --json\n",
    TOK_OPTIONS_PLAN | TOK_OPTIONS_JSON, tok_command_import },
  { "devices", N_("tokplan devices [WORDS] [--json]"), N_("The devices of the catalog."),
    "  tokplan devices rtx 40\n"
    "  tokplan devices ddr5 --json\n",
    TOK_OPTIONS_JSON, tok_command_devices },
  { "models", N_("tokplan models [WORDS] [--json]"), N_("The models of the catalog."),
    "  tokplan models qwen3 30b\n"
    "  tokplan models --json\n",
    TOK_OPTIONS_JSON, tok_command_models },
};

static const Command *
find_command (const char *word)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i].name, word) == 0)
      return &commands[i];
  return NULL;
}

static gboolean
is_help (const char *word)
{
  return strcmp (word, "--help") == 0 || strcmp (word, "-h") == 0 || strcmp (word, "help") == 0;
}

/* A desktop starts the program with it. */
static gboolean
is_service (const char *word)
{
  return strcmp (word, "--gapplication-service") == 0;
}

/* "-" and what stands behind "--" are files too. */
static gboolean
is_file (const char *word)
{
  if (word[0] == '-')
    return word[1] == '\0' || strcmp (word, "--") == 0;
  if (word[0] == '\0' || find_command (word) != NULL || is_help (word))
    return FALSE;
  return !g_ascii_isalpha (word[0]) || strpbrk (word, "./:") != NULL || g_file_test (word, G_FILE_TEST_EXISTS);
}

static gboolean
has_display (void)
{
  static const char *const variables[] = { "DISPLAY", "WAYLAND_DISPLAY" };

  for (gsize i = 0; i < G_N_ELEMENTS (variables); i++)
    if (g_getenv (variables[i]) != NULL && g_getenv (variables[i])[0] != '\0')
      return TRUE;
  return FALSE;
}

gboolean
tok_command_opens_window (int    argc,
                          char **argv)
{
  if (argc > 1 && is_service (argv[1]))
    return TRUE;
  return (argc < 2 || is_file (argv[1])) && has_display ();
}

static gboolean
flush_output (GError **error)
{
  if (fflush (stdout) == 0 && ferror (stdout) == 0)
    return TRUE;
  g_set_error (error, TOK_COMMAND_ERROR, TOK_COMMAND_ERROR_FAILED,
               _("The result could not be written to standard output: %s."), g_strerror (errno));
  return FALSE;
}

gboolean
tok_command_write (const void *data,
                   gsize       size,
                   GError    **error)
{
  fwrite (data, 1, size, stdout);
  return flush_output (error);
}

static void
print_command_help (const Command *command)
{
  g_autofree char *options = tok_help_options (command->set);

  g_print ("%s\n\n%s\n\n%s\n%s\n%s", _(command->usage), _(command->summary), options, _("Examples"), command->examples);
}

static void
print_help (void)
{
  g_print ("%s\n\n%s\n", _("tokplan [FILE…]\ntokplan COMMAND …"),
           _("Predicts how fast a language model generates text on given hardware.  Without a command the window opens."));
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("\n%s\n  %s\n", _(commands[i].usage), _(commands[i].summary));
  g_print ("\n%s\n", _("“tokplan COMMAND --help” lists the options of a command."));
}

void
tok_command_tell (const GError *error)
{
  g_autofree char *message = tok_output_escape (error->message);

  g_printerr ("tokplan: %s\n", message);
}

static int
report (const GError *error)
{
  tok_command_tell (error);
  return g_error_matches (error, TOK_COMMAND_ERROR, TOK_COMMAND_ERROR_WORDS) ? TOK_EXIT_WORDS : TOK_EXIT_FAILED;
}

/* What has been printed counts only when it arrived. */
static int
finish (void)
{
  g_autoptr (GError) error = NULL;

  return flush_output (&error) ? TOK_EXIT_DONE : report (error);
}

/* A broken catalog of the person's own is told, and the built-in one serves. */
static TokCatalog *
load_catalog (void)
{
  g_autoptr (GError) error = NULL;
  TokCatalog *catalog = tok_catalog_load (&error);

  if (error != NULL)
    tok_command_tell (error);
  return catalog;
}

static int
run (const Command *command,
     int            argc,
     char         **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (TokOptions) options = { 0 };
  g_autoptr (TokCatalog) catalog = NULL;

  if (!tok_options_parse (&options, command->set, argc, argv, &error))
    return report (error);
  if (options.help)
    {
      print_command_help (command);
      return finish ();
    }
  catalog = load_catalog ();
  if (!command->run (&options, catalog, &error))
    return report (error);
  return finish ();
}

static int
refuse_command (const char *word)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *shown = tok_output_word (word);
  const char *name;

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_ptr_array_add (names, (gpointer) commands[i].name);
  name = tok_nearest_word_close (word, names);
  if (word[0] == '-')
    g_printerr (_("tokplan: There is no option %s; “tokplan --help” lists what there is.\n"), shown);
  else if (name != NULL)
    g_printerr (_("tokplan: There is no command or file “%s”; did you mean “%s”?\n"), shown, name);
  else
    g_printerr (_("tokplan: There is no command or file “%s”; “tokplan --help” lists the commands.\n"), shown);
  return TOK_EXIT_WORDS;
}

/* A file for the window, but no display. */
static int
refuse_window (const char *path)
{
  g_autofree char *shown = tok_output_word (path);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_printerr (_("tokplan: There is no file “%s”.\n"), shown);
  else
    g_printerr (_("tokplan: There is no display for the window; “tokplan %s %s” prints what it can tell.\n"),
                g_str_has_suffix (path, ".tokplan") ? "estimate" : "import", shown);
  return TOK_EXIT_FAILED;
}

int
tok_command_run (int    argc,
                 char **argv)
{
  const char *word = argc > 1 ? argv[1] : "--help";
  const Command *command = find_command (word);

  tok_output_init ();
  if (command != NULL)
    return run (command, argc - 2, argv + 2);
  if (is_file (word))
    return refuse_window (argc > 2 && strcmp (word, "--") == 0 ? argv[2] : word);
  if (strcmp (word, "--version") == 0)
    {
      g_print ("tokplan %s\n", TOK_VERSION);
      return finish ();
    }
  if (!is_help (word))
    return refuse_command (word);
  if (argc < 2)
    g_printerr ("%s\n", _("There is no display for the window; this is what Tokplan does without one:"));
  print_help ();
  return finish ();
}
