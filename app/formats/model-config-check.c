/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of a repository are: where a config has its language model, and which of them are no config of one. */

#include <glib/gi18n.h>
#include <string.h>

#include "formats/json-read.h"
#include "formats/model-config.h"
#include "formats/model-config-private.h"

static gboolean
has_any (JsonObject *object, const char *prefix, const char *const *names)
{
  for (; *names != NULL; names++)
    {
      g_autofree char *path = g_strconcat (prefix, *names, NULL);

      if (tok_json_has (object, path))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_layers (JsonObject *object, const char *prefix)
{
  static const char *const layers[] = {
    "num_hidden_layers", "n_layer", "n_layers", "num_layers", "layers_block_type", "hybrid_override_pattern", NULL,
  };
  static const char *const widths[] = { "hidden_size", "n_embd", "d_model", "dim", "n_embed", "model_dim", NULL };

  return has_any (object, prefix, layers) && has_any (object, prefix, widths);
}

const char *
tok_config_find_prefix (JsonObject *root)
{
  static const char *const prefixes[] = {
    "thinker_config.text_config.", "text_config.", "llm_config.", "language_config.", "language_model.", "text_model.",
    "thinker_config.",
  };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      g_autofree char *path = g_strndup (prefixes[i], strlen (prefixes[i]) - 1);
      JsonNode *node;

      if (tok_json_find (root, path, &node, NULL) && node != NULL && JSON_NODE_HOLDS_OBJECT (node)
          && (has_layers (root, prefixes[i]) || !has_layers (root, "")))
        return prefixes[i];
    }
  return "";
}

gboolean
tok_model_config_has_members (JsonObject *object)
{
  return has_layers (object, "") || tok_config_find_prefix (object)[0] != '\0' || tok_config_is_other_file (object);
}

typedef struct
{
  const char *names[4];      /* members such a file has, any of them … */
  const char *with;          /* … beside this one, if it is not NULL */
  const char *sentence;
} OtherFile;

/* Files of a repository that people open by mistake. */
static const OtherFile other_files[] = {
  { { "peft_type" }, NULL,
    N_("This is the config of an adapter (LoRA), which changes a model but is none; "
       "open the config.json of the model it goes with.") },
  { { "_diffusers_version" }, NULL,
    N_("This is the config of a part of a diffusion model, which draws pictures; the program estimates models that write text.") },
  { { "tokenizer_class", "added_tokens_decoder", "chat_template" }, NULL,
    N_("This is the config of a tokenizer; open the config.json beside it.") },
  { { "added_tokens", "pre_tokenizer" }, NULL, N_("This is a tokenizer; open the config.json beside it.") },
  { { "image_processor_type", "feature_extractor_type", "processor_class" }, NULL,
    N_("This tells how pictures or sounds are prepared for a model; open the config.json beside it.") },
  { { "weight_map" }, NULL, N_("This is the index of a model's weights; open the config.json beside it.") },
  { { "quantization" }, "producer", N_("This tells only how a model was quantized; open the config.json beside it.") },
  { { "_from_model_config", "do_sample", "bos_token_id", "eos_token_id" }, "transformers_version",
    N_("This is the config of how text is generated; open the config.json beside it.") },
};

static const OtherFile *
find_other_file (JsonObject *root)
{
  for (guint i = 0; i < G_N_ELEMENTS (other_files); i++)
    {
      const char *names[G_N_ELEMENTS (other_files[i].names) + 1] = { NULL };

      memcpy (names, other_files[i].names, sizeof other_files[i].names);
      if (has_any (root, "", names) && (other_files[i].with == NULL || tok_json_has (root, other_files[i].with)))
        return &other_files[i];
    }
  return NULL;
}

gboolean
tok_config_is_other_file (JsonObject *root)
{
  return find_other_file (root) != NULL;
}

static gboolean
is_type_of (const char *model_type, const char *const *types)
{
  return g_strv_contains (types, model_type);
}

static gboolean
is_encoder (JsonObject *root, const char *model_type)
{
  static const char *const encoders[] = {
    "albert", "bert", "deberta", "deberta-v2", "distilbert", "electra", "esm", "eurobert", "modernbert", "mpnet", "new",
    "nomic_bert", "roberta", "xlm-roberta", NULL,
  };
  static const char *const tasks[] = { "ForMaskedLM", "ForSequenceClassification", "ForTokenClassification", "ForQuestionAnswering" };
  JsonArray *names;

  if (is_type_of (model_type, encoders))
    return TRUE;
  if (!tok_json_read_array (root, "architectures", 16, &names, NULL) || json_array_get_length (names) == 0
      || !JSON_NODE_HOLDS_VALUE (json_array_get_element (names, 0)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    if (json_array_get_string_element (names, 0) != NULL && g_str_has_suffix (json_array_get_string_element (names, 0), tasks[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_both (JsonObject *root, const char *model_type)
{
  static const char *const types[] = {
    "bart", "blenderbot", "led", "longt5", "m2m_100", "marian", "mbart", "mt5", "pegasus", "seamless_m4t", "speech_to_text", "t5",
    "t5gemma", "umt5", "whisper", NULL,
  };
  gboolean is_set = FALSE;

  return is_type_of (model_type, types) || (tok_json_read_boolean (root, "is_encoder_decoder", &is_set, NULL) && is_set);
}

/* Configs of models that see have parts of that kind, but a language model too. */
static gboolean
is_vision (JsonObject *root, const char *model_type)
{
  static const char *const types[] = {
    "beit", "clip", "clip_vision_model", "convnext", "deit", "depth_anything", "detr", "dinov2", "dinov3_vit", "resnet", "sam",
    "segformer", "siglip", "siglip2", "siglip_vision_model", "swin", "vit", "vit_mae", "wav2vec2", "hubert", NULL,
  };

  return is_type_of (model_type, types)
         || (tok_json_has (root, "image_size") && tok_json_has (root, "patch_size") && !tok_json_has (root, "vocab_size"));
}

/* Shapes that no layer here has: taken for a usual one, an estimate would be wrong without a word. */
static gboolean
is_unlike_others (const char *model_type)
{
  static const char *const types[] = {
    "evo", "hymba", "jet_nemotron", "longcat_flash", "phi4flash", "plamo2", "recurrent_gemma", "retnet", "rwkv", "rwkv5", "rwkv6",
    "rwkv6qwen2", "rwkv7", "xlstm", "zamba", "zamba2", NULL,
  };

  return is_type_of (model_type, types);
}

static gboolean
refuse (GError **error, const char *sentence)
{
  g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, sentence);
  return FALSE;
}

gboolean
tok_config_check_kind (JsonObject *root,
                       GError    **error)
{
  const char *model_type = tok_config_object_text (root, "model_type");
  const char *prefix = tok_config_find_prefix (root);
  g_autofree char *path = g_strconcat (prefix, "model_type", NULL);
  const char *type_of_part = tok_config_object_text (root, path);
  const OtherFile *other = has_layers (root, prefix) ? NULL : find_other_file (root);

  if (other != NULL)
    return refuse (error, _(other->sentence));
  if (prefix[0] == '\0' && is_both (root, model_type))
    return refuse (error, _("This model turns one text into another with an encoder and a decoder; "
                            "the program estimates models that only go on writing."));
  if (prefix[0] == '\0' && is_encoder (root, model_type))
    return refuse (error, _("This model reads text but writes none (an encoder, for embeddings or ranking): "
                            "it has no speed of answers to estimate."));
  if (is_unlike_others (model_type) || is_unlike_others (type_of_part))
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                   _("The layers of “%s” are of a kind that is not read from a config; open a GGUF file of the model instead."),
                   type_of_part[0] != '\0' ? type_of_part : model_type);
      return FALSE;
    }
  if (is_vision (root, model_type))
    return refuse (error, _("This is the config of a model for pictures or sounds; the program estimates models that write text."));
  return TRUE;
}
