/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads options: those of the table in option-table.c, and one for every row of the plan's parameter table.  Values are read as
 * the window's number fields read them, but with "." as decimal mark in every locale: a command line is the same everywhere. */

#include "command/options.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "command/nearest.h"
#include "command/option-table.h"
#include "command/output.h"

#define DEFAULT_WIDTH 960
#define DEFAULT_HEIGHT 540

/* Where in the arguments the reader is. */
typedef struct
{
  TokOptions  *options;
  TokOptionSet set;
  int          argc;
  char       **argv;
  int          at;
} Reader;

gboolean
tok_option_is_of_device (TokParam param)
{
  return param == TOK_PARAM_BANDWIDTH || param == TOK_PARAM_DEVICE_MEMORY || param == TOK_PARAM_COMPUTE;
}

static void
init (TokOptions *options)
{
  memset (options, 0, sizeof *options);
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    {
      options->values[param] = NAN;
      for (guint i = 0; i < TOK_MAX_DEVICES; i++)
        options->device_values[i][param] = NAN;
    }
  options->width = DEFAULT_WIDTH;
  options->height = DEFAULT_HEIGHT;
  options->scale = 1.0;
  options->output = "-";
  options->words = g_ptr_array_new ();
}

void
tok_options_clear (TokOptions *options)
{
  g_clear_pointer (&options->words, g_ptr_array_unref);
}

/* The value of an option: behind its "=", or the next argument. */
static const char *
next_value (Reader     *reader,
            const char *inline_value)
{
  if (inline_value != NULL)
    return inline_value;
  return reader->at + 1 < reader->argc ? reader->argv[++reader->at] : NULL;
}

static gboolean
is_blank (const char *value)
{
  return value == NULL || value[strspn (value, " \t")] == '\0';
}

static gboolean
refuse_missing (const char *name,
                GError    **error)
{
  return tok_option_refuse (error, _("--%s needs a value."), name);
}

static gboolean
read_row (Reader             *reader,
          const TokOptionRow *row,
          const char         *inline_value,
          GError            **error)
{
  const char *value = row->takes != NULL ? next_value (reader, inline_value) : inline_value;

  if (row->takes == NULL && inline_value != NULL)
    {
      g_autofree char *shown = tok_output_word (inline_value);

      return tok_option_refuse (error, _("--%s takes no value; leave out “=%s”."), row->name, shown);
    }
  if (row->takes != NULL && is_blank (value))
    return refuse_missing (row->name, error);
  return tok_option_row_take (row, reader->options, value, error);
}

/* Device parameters belong to the device they follow, to the first one when they stand before any. */
static double *
value_place (TokOptions *options,
             TokParam    param)
{
  if (tok_option_is_of_device (param))
    return &options->device_values[MAX (options->n_devices, 1) - 1][param];
  return &options->values[param];
}

/* A switch may stand alone: it is on then. */
static gboolean
stands_alone (const Reader *reader,
              TokParam      param)
{
  double ignored;

  if (tok_plan_param_info (param)->scale != TOK_SCALE_SWITCH)
    return FALSE;
  return reader->at + 1 >= reader->argc || !tok_option_parse (param, reader->argv[reader->at + 1], &ignored);
}

static gboolean
read_param (Reader     *reader,
            TokParam    param,
            const char *inline_value,
            GError    **error)
{
  double *place = value_place (reader->options, param);
  g_autofree char *name = tok_option_name (param);
  const char *value;

  if (inline_value == NULL && stands_alone (reader, param))
    {
      *place = 1.0;
      return TRUE;
    }
  value = next_value (reader, inline_value);
  if (is_blank (value))
    return refuse_missing (name, error);
  return tok_option_read (param, name, value, place, error);
}

static const TokOptionRow *
find_row (TokOptionSet set,
          const char  *name,
          char         letter)
{
  guint n;
  const TokOptionRow *rows = tok_option_rows (&n);

  for (guint i = 0; i < n; i++)
    if (tok_option_row_is_in (&rows[i], set)
        && ((name != NULL && strcmp (rows[i].name, name) == 0) || (letter != 0 && rows[i].letter == letter)))
      return &rows[i];
  return NULL;
}

static gboolean
refuse_unknown (const Reader *reader,
                const char   *argument,
                const char   *name,
                GError      **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *shown = tok_output_word (argument);
  const char *nearest;
  guint n;
  const TokOptionRow *rows = tok_option_rows (&n);

  for (guint i = 0; i < n; i++)
    if (tok_option_row_is_in (&rows[i], reader->set))
      g_ptr_array_add (names, g_strdup (rows[i].name));
  for (guint param = 0; (reader->set & TOK_OPTIONS_PLAN) != 0 && param < TOK_N_PARAMS; param++)
    g_ptr_array_add (names, tok_option_name (param));
  nearest = tok_nearest_word_close (name, names);
  if (nearest != NULL)
    return tok_option_refuse (error, _("There is no option %s here; did you mean --%s?"), shown, nearest);
  return tok_option_refuse (error, _("There is no option %s here; --help lists what there is."), shown);
}

static gboolean
read_long (Reader     *reader,
           const char *argument,
           GError    **error)
{
  const char *equals = strchr (argument, '=');
  const char *inline_value = equals != NULL ? equals + 1 : NULL;
  g_autofree char *name = equals != NULL ? g_strndup (argument + 2, equals - argument - 2) : g_strdup (argument + 2);
  const TokOptionRow *row = find_row (reader->set, name, 0);
  TokParam param;

  if (row != NULL)
    return read_row (reader, row, inline_value, error);
  if ((reader->set & TOK_OPTIONS_PLAN) != 0 && tok_plan_param_from_name (name, &param))
    return read_param (reader, param, inline_value, error);
  return refuse_unknown (reader, argument, name, error);
}

static gboolean
read_argument (Reader  *reader,
               GError **error)
{
  const char *argument = reader->argv[reader->at];
  const TokOptionRow *row;

  if (g_str_has_prefix (argument, "--"))
    return read_long (reader, argument, error);
  if (argument[0] != '-' || argument[1] == '\0')
    {
      g_ptr_array_add (reader->options->words, (gpointer) argument);
      return TRUE;
    }
  row = argument[2] == '\0' ? find_row (reader->set, NULL, argument[1]) : NULL;
  return row != NULL ? read_row (reader, row, NULL, error) : refuse_unknown (reader, argument, argument + 1, error);
}

gboolean
tok_options_parse (TokOptions   *options,
                   TokOptionSet  set,
                   int           argc,
                   char        **argv,
                   GError      **error)
{
  Reader reader = { .options = options, .set = set, .argc = argc, .argv = argv };

  init (options);
  for (; reader.at < argc && strcmp (argv[reader.at], "--") != 0; reader.at++)
    if (!read_argument (&reader, error))
      return FALSE;
  for (reader.at++; reader.at < argc; reader.at++)
    g_ptr_array_add (options->words, argv[reader.at]);
  return TRUE;
}
