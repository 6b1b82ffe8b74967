/* SPDX-License-Identifier: GPL-3.0-or-later */
/* accuracy FILE [OPTION…]: how far the program's estimates lie from the measurements of a table. */

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "report.h"
#include "serve.h"

static gboolean as_json, publish_both, serve;
static char *folds;

static const GOptionEntry options[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Write JSON instead of tables", NULL },
  { "folds", 0, 0, G_OPTION_ARG_FILENAME, &folds, "Judge each row by constants it was left out of", "FOLDER" },
  { "publish", 0, 0, G_OPTION_ARG_NONE, &publish_both,
    "Write the errors for known and for unseen chips, by two folders of folds: of models and of chips", NULL },
  { "serve", 0, 0, G_OPTION_ARG_NONE, &serve, "Predict for each table of constants whose path is read from standard input",
    NULL },
  G_OPTION_ENTRY_NULL,
};

static gboolean
publish (TokRowTable *measurements,
         const char      *known,
         const char      *unseen,
         GError         **error)
{
  g_autoptr (TokResults) of_known = tok_results_new_left_out (measurements, known, error);
  g_autoptr (TokResults) of_unseen = of_known != NULL ? tok_results_new_left_out (measurements, unseen, error) : NULL;
  g_autofree char *text = of_unseen != NULL ? tok_report_to_published (of_known, of_unseen) : NULL;

  if (text != NULL)
    fputs (text, stdout);
  return text != NULL;
}

static gboolean
report (TokRowTable *measurements,
        GError         **error)
{
  g_autoptr (TokResults) results = folds != NULL ? tok_results_new_left_out (measurements, folds, error)
                                                 : tok_results_new (measurements);
  g_autofree char *text = results != NULL && as_json ? tok_report_to_json (results) : NULL;

  if (text != NULL)
    fputs (text, stdout);
  else if (results != NULL)
    tok_report_print (results, measurements);
  return results != NULL;
}

static gboolean
run (int      n_arguments,
     char   **arguments,
     GError **error)
{
  g_autoptr (TokRowTable) measurements = NULL;

  if (n_arguments != (publish_both ? 4 : 2))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                   "Name one table of measurements, and with --publish two folders of folds.");
      return FALSE;
    }
  measurements = tok_row_table_load (arguments[1], ALIASES_PATH, error);
  if (measurements == NULL)
    return FALSE;
  if (publish_both)
    return publish (measurements, arguments[2], arguments[3], error);
  if (!serve)
    return report (measurements, error);
  tok_serve (measurements);
  return TRUE;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE [KNOWN UNSEEN]");
  g_autoptr (GError) error = NULL;

  setlocale (LC_CTYPE, "");
  g_option_context_add_main_entries (context, options, NULL);
  if (g_option_context_parse (context, &argc, &argv, &error) && run (argc, argv, &error))
    return EXIT_SUCCESS;
  fprintf (stderr, "accuracy: %s\n", error->message);
  return EXIT_FAILURE;
}
