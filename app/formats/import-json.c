/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members that only one kind of file has. */

#include "formats/import-json.h"

#include "formats/json-read.h"
#include "formats/model-config.h"

#define PLAN_FORMAT "tokplan-plan"
#define LONGEST_FORMAT 100

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
  /* a config may lack what it needs: its reader says so */
  if (tok_model_config_has_members (object) || json_object_has_member (object, "architectures"))
    return TOK_IMPORT_JSON_CONFIG;
  return TOK_IMPORT_JSON_OTHER;
}

gboolean
tok_import_json_is_meant (const char *text,
                          gsize       length)
{
  static const char *const words[] = {
    PLAN_FORMAT, "\"architectures\"", "\"model_type\"", "\"text_config\"", "\"weight_map\"", "\"hidden_size\"", "\"n_embd\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strstr_len (text, (gssize) length, words[i]) != NULL)
      return TRUE;
  return FALSE;
}
