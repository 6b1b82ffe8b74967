/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file is shows its content; a name that ends as a plan's does is one, so that a broken plan is told as such. */

#include "command/plan-files.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "command/error.h"
#include "command/option-table.h"
#include "command/output.h"
#include "formats/plan-json.h"

#define PLAN_SUFFIX ".tokplan"
#define STANDARD_INPUT "-"
#define CHUNK_BYTES 65536

gboolean
tok_word_is_file (const char *word)
{
  static const char *const suffixes[] = { PLAN_SUFFIX, ".gguf", ".json" };
  g_autofree char *lower = g_ascii_strdown (word, -1);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (lower, suffixes[i]))
      return TRUE;
  return strchr (word, '/') != NULL && g_file_test (word, G_FILE_TEST_IS_REGULAR);
}

char *
tok_word_source (const char *word)
{
  return strcmp (word, STANDARD_INPUT) == 0 ? g_strdup (_("Standard input")) : g_filename_display_basename (word);
}

static gboolean
is_address (const char *word)
{
  const char *scheme = g_uri_peek_scheme (word);

  return scheme != NULL && (strcmp (scheme, "https") == 0 || strcmp (scheme, "http") == 0);
}

/* One byte more than is taken tells that it is too much. */
static GBytes *
read_standard_input (GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 chunk[CHUNK_BYTES];
  gsize n;

  while (bytes->len <= TOK_IMPORT_MOST_BYTES && (n = fread (chunk, 1, sizeof chunk, stdin)) > 0)
    g_byte_array_append (bytes, chunk, n);
  if (!ferror (stdin))
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  g_set_error_literal (error, TOK_COMMAND_ERROR, TOK_COMMAND_ERROR_FAILED, _("Standard input cannot be read."));
  return NULL;
}

TokImport *
tok_import_word (const char       *word,
                 const TokCatalog *catalog,
                 GError          **error)
{
  g_autoptr (GFile) file = NULL;

  if (strcmp (word, STANDARD_INPUT) == 0)
    {
      g_autoptr (GBytes) bytes = read_standard_input (error);

      return bytes != NULL ? tok_import_bytes (bytes, _("Standard input"), catalog, error) : NULL;
    }
  if (is_address (word))
    {
      g_autofree char *shown = tok_output_word (word);

      tok_option_refuse (error, _("“%s” is an address, and nothing is downloaded here; fetch the file and name that."), shown);
      return NULL;
    }
  file = g_file_new_for_commandline_arg (word);
  return tok_import_file (file, catalog, NULL, error);
}

gboolean
tok_plan_read_word (const char       *word,
                    const TokCatalog *catalog,
                    TokPlan          *plan,
                    GError          **error)
{
  g_autoptr (GFile) file = NULL;
  TokPlanExtra extra = { 0 };

  if (strcmp (word, STANDARD_INPUT) == 0)
    return tok_option_refuse (error, _("A plan cannot come from standard input; name its file."));
  file = g_file_new_for_commandline_arg (word);
  if (!tok_plan_load (file, catalog, plan, &extra, error))
    return FALSE;
  tok_plan_extra_clear (&extra);
  return TRUE;
}

static gboolean
take_plan (TokPlanFiles *files,
           const char   *word,
           GError      **error)
{
  g_autofree char *shown = tok_output_word (word);

  if (files->plan != NULL)
    return tok_option_refuse (error, _("There is a plan file already; leave out “%s”."), shown);
  files->plan = word;
  return TRUE;
}

static gboolean
take_file (TokPlanFiles     *files,
           const char       *word,
           const TokCatalog *catalog,
           GError          **error)
{
  TokImport *import;

  if (g_str_has_suffix (word, PLAN_SUFFIX))
    return take_plan (files, word, error);
  import = tok_import_word (word, catalog, error);
  if (import == NULL)
    return FALSE;
  g_ptr_array_add (files->imports, import);
  if (import->kind == TOK_IMPORT_PLAN)
    return take_plan (files, word, error);
  if (import->model != NULL && files->model != NULL)
    return tok_option_refuse (error, _("There is a model already; leave out “%s”."), import->source);
  if (import->model != NULL)
    files->model = import->model;
  if (import->measurements != NULL)
    g_ptr_array_add (files->measured, import->measurements->rows);
  return TRUE;
}

static gboolean
take_words (TokPlanFiles     *files,
            const TokOptions *options,
            const TokCatalog *catalog,
            GError          **error)
{
  for (guint i = 0; i < options->words->len; i++)
    {
      const char *word = g_ptr_array_index (options->words, i);
      g_autofree char *shown = tok_output_word (word);

      if (!tok_word_is_file (word) && strcmp (word, STANDARD_INPUT) != 0 && !g_file_test (word, G_FILE_TEST_EXISTS))
        return tok_option_refuse (error, _("“%s” is neither an option nor a file."), shown);
      if (!take_file (files, word, catalog, error))
        return FALSE;
    }
  return TRUE;
}

/* What --model names: a file, or something in the catalog. */
static gboolean
take_model_name (TokPlanFiles     *files,
                 const char       *name,
                 const TokCatalog *catalog,
                 GError          **error)
{
  g_autofree char *shown = tok_output_word (name);

  if (!tok_word_is_file (name))
    return files->model == NULL || tok_option_refuse (error, _("There is a model already; leave out “%s”."), shown);
  if (!take_file (files, name, catalog, error))
    return FALSE;
  if (files->model != NULL || files->plan != NULL)
    return TRUE;
  return tok_option_refuse (error, _("“%s” holds measurements, not a model."), shown);
}

static gboolean
take_draft (TokPlanFiles     *files,
            const char       *name,
            const TokCatalog *catalog,
            GError          **error)
{
  TokImport *import;

  if (!tok_word_is_file (name))
    return TRUE;
  import = tok_import_word (name, catalog, error);
  if (import == NULL)
    return FALSE;
  g_ptr_array_add (files->imports, import);
  files->draft = import->model;
  return files->draft != NULL || tok_option_refuse (error, _("“%s” is no model."), import->source);
}

gboolean
tok_plan_files_read (TokPlanFiles     *files,
                     const TokOptions *options,
                     const TokCatalog *catalog,
                     GError          **error)
{
  *files = (TokPlanFiles) {
    .imports = g_ptr_array_new_with_free_func ((GDestroyNotify) tok_import_free),
    .measured = g_ptr_array_new (),
  };
  return take_words (files, options, catalog, error)
         && (options->model_name == NULL || take_model_name (files, options->model_name, catalog, error))
         && (options->draft_name == NULL || take_draft (files, options->draft_name, catalog, error));
}

void
tok_plan_files_clear (TokPlanFiles *files)
{
  g_clear_pointer (&files->imports, g_ptr_array_unref);
  g_clear_pointer (&files->measured, g_ptr_array_unref);
}
