/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members that only one kind of file has. */

#include "formats/import-json.h"

#include <string.h>

#include "formats/json-read.h"
#include "formats/model-config.h"

#define PLAN_FORMAT "tokplan-plan"
#define LONGEST_FORMAT 100

/* Past the string that begins at @at, or the end. */
static gsize
skip_string (const char *text, gsize length, gsize at)
{
  for (at++; at < length && text[at] != '"'; at++)
    if (text[at] == '\\')
      at++;
  return MIN (at, length);
}

static gsize
length_of_word (const char *text, gsize length)
{
  static const char *const words[] = { "-Infinity", "Infinity", "NaN" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (length >= strlen (words[i]) && memcmp (text, words[i], strlen (words[i])) == 0)
      return strlen (words[i]);
  return 0;
}

/* Blanks keep the lines and places of what follows. */
static void
mend (char *text, gsize length)
{
  for (gsize at = 0; at < length; at++)
    {
      gsize n = length_of_word (text + at, length - at);

      if (text[at] == '"')
        at = skip_string (text, length, at);
      else if (n > 0)
        {
          memset (text + at, ' ', n);
          text[at] = '0';
        }
    }
}

TokJson *
tok_import_json_parse (char    *text,
                       gsize    length,
                       guint   *line,
                       GError **error)
{
  mend (text, MIN (length, TOK_JSON_MAX_BYTES));
  return tok_json_parse (text, length, line, error);
}

static gboolean
is_plan (JsonObject *object)
{
  const char *format;

  return tok_json_has (object, "format") && tok_json_read_string (object, "format", LONGEST_FORMAT, &format, NULL)
         && g_str_equal (format, PLAN_FORMAT);
}

TokImportJsonKind
tok_import_json_kind (JsonObject *object)
{
  if (is_plan (object))
    return TOK_IMPORT_JSON_PLAN;
  if (json_object_has_member (object, "weight_map"))
    return TOK_IMPORT_JSON_INDEX;
  return tok_model_config_has_members (object) ? TOK_IMPORT_JSON_CONFIG : TOK_IMPORT_JSON_OTHER;
}

gboolean
tok_import_json_is_meant (const char *text)
{
  static const char *const words[] = {
    PLAN_FORMAT, "\"architectures\"", "\"model_type\"", "\"text_config\"", "\"weight_map\"", "\"hidden_size\"", "\"n_embd\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (text, words[i]) != NULL)
      return TRUE;
  return FALSE;
}
