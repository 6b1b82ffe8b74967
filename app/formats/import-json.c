/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members that only one kind of file has. */

#include "formats/import-json.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/json-read.h"
#include "formats/model-config.h"

#define PLAN_FORMAT "tokplan-plan"
#define LONGEST_FORMAT 100

/* Files beside a model's config.json that people open instead. */
static const struct { const char *member, *sentence; } beside[] = {
  { "peft_type", N_("This is the config of an adapter (LoRA), which changes a model and is none; open the config.json of the model.") },
  { "chat_template", N_("This is a tokenizer's config, which does not describe the model; open the config.json beside it.") },
  { "tokenizer_class", N_("This is a tokenizer's config, which does not describe the model; open the config.json beside it.") },
  { "added_tokens", N_("This is a tokenizer, which does not describe the model; open the config.json beside it.") },
  { "image_processor_type", N_("This is the config of an image processor, not of a model; open the config.json beside it.") },
  { "_diffusers_version", N_("This is the config of a model that makes pictures; only language models can be planned.") },
  { "quantization", N_("This says how a model was quantized, not what it is; open the config.json beside it.") },
  { "bos_token_id", N_("These are defaults for generating text, not a model; open the config.json beside it.") },
};

/* What the words that only such files have look like in their text. */
static const char *const meant[] = {
  "\"" PLAN_FORMAT "\"", "\"architectures\"", "\"model_type\"", "\"text_config\"", "\"weight_map\"", "\"hidden_size\"", "\"n_embd\"",
};

/* Behind the string that begins at @at. */
static char *
skip_string (char *at, const char *end)
{
  for (at++; at < end && *at != '"'; at++)
    if (*at == '\\' && at + 1 < end)
      at++;
  return at < end ? at + 1 : at;
}

/* Blanks in front of "null" keep the length, and with it the lines. */
static void
replace_infinity (char *text, gsize length)
{
  static const char infinity[] = "Infinity";
  const gsize n = sizeof infinity - 1;
  const char *end = text + length;

  for (char *at = text; at < end;)
    if (*at == '"')
      at = skip_string (at, end);
    else if ((gsize) (end - at) >= n && memcmp (at, infinity, n) == 0)
      {
        memcpy (at, "    null", n);
        if (at > text && at[-1] == '-')
          at[-1] = ' ';
        at += n;
      }
    else
      at++;
}

TokJson *
tok_import_json_parse (char    *text,
                       gsize    length,
                       guint   *line,
                       GError **error)
{
  replace_infinity (text, length);
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
tok_import_json_kind (JsonObject  *object,
                      const char **sentence)
{
  if (is_plan (object))
    return TOK_IMPORT_JSON_PLAN;
  if (json_object_has_member (object, "weight_map"))
    return TOK_IMPORT_JSON_INDEX;
  if (tok_model_config_has_members (object))
    return TOK_IMPORT_JSON_CONFIG;
  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    if (json_object_has_member (object, beside[i].member))
      {
        *sentence = _(beside[i].sentence);
        return TOK_IMPORT_JSON_REFUSED;
      }
  return TOK_IMPORT_JSON_OTHER;
}

gboolean
tok_import_json_is_meant (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (meant); i++)
    if (strstr (text, meant[i]) != NULL)
      return TRUE;
  return FALSE;
}
