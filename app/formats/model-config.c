/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model from its config.json. */

#include "formats/model-config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/catalog-layer.h"
#include "formats/json-read.h"
#include "formats/model-config-private.h"

#define LONGEST_NAME 50   /* characters; of at most four bytes */
#define LONGEST_TYPE 64

void
tok_config_note (TokConfigReading *reading,
                 const char       *format,
                 ...)
{
  va_list arguments;

  va_start (arguments, format);
  tok_model_file_note (reading->notes, format, arguments);
  va_end (arguments);
}

gboolean
tok_config_has_trait (const TokConfigReading *reading,
                      guint                   traits)
{
  return (reading->family->traits & traits) != 0;
}

static const char *
read_model_type (TokConfigReading *reading)
{
  const char *type = tok_config_text (reading, "model_type");

  return type[0] != '\0' ? type : tok_config_object_text (reading->root, "model_type");
}

/* A config without a kind is one of Mistral's own format or of Llama's, whose models are alike. */
static void
find_family (TokConfigReading *reading)
{
  const char *type = read_model_type (reading);
  gboolean is_known;

  reading->family = tok_config_family_find (type, &is_known);
  reading->is_partial = is_known && reading->prefix[0] != '\0';
  if (!is_known && type[0] != '\0' && g_utf8_strlen (type, -1) <= LONGEST_TYPE)
    tok_config_note (reading, _("“%s” is a kind of model not known here; it is taken for one built like Llama."), type);
}

/* The layers can be counted where they are listed.  Those that only attend to pictures are none of the text's. */
static guint
count_layers (TokConfigReading *reading)
{
  guint n = tok_config_whole (reading, TOK_CONFIG_LAYERS, 0);
  JsonArray *cross = tok_config_list (reading, TOK_CONFIG_CROSS_LAYERS);

  if (cross != NULL && json_array_get_length (cross) < n)
    return n - json_array_get_length (cross);
  while (n < TOK_MAX_LAYERS && !tok_config_has (reading, TOK_CONFIG_LAYERS) && tok_config_layer_name (reading, n) != NULL)
    n++;
  return n;
}

static gboolean
refuse_missing (const TokConfigReading *reading, const char *name, GError **error)
{
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
               _("“%s%s” is missing; without it the shape of the model is not known."), reading->prefix, name);
  return FALSE;
}

static gboolean
read_sizes (TokConfigReading *reading, GError **error)
{
  TokArchitecture *architecture;
  guint n_layers = count_layers (reading);

  if (reading->error == NULL && n_layers == 0)
    return refuse_missing (reading, "num_hidden_layers", error);
  architecture = reading->architecture = tok_architecture_new (MAX (n_layers, 1));
  architecture->hidden_size = tok_config_whole (reading, TOK_CONFIG_HIDDEN, 0);
  architecture->vocab_size = tok_config_whole (reading, TOK_CONFIG_VOCAB, 0);
  if (reading->error != NULL)
    return TRUE;
  if (architecture->hidden_size == 0)
    return refuse_missing (reading, "hidden_size", error);
  return architecture->vocab_size > 0 || refuse_missing (reading, "vocab_size", error);
}

static void
read_shape (TokConfigReading *reading)
{
  tok_config_read_context (reading);
  tok_config_read_kinds (reading);
  tok_config_read_attention (reading);
  tok_config_read_mixers (reading);
  tok_config_read_ffns (reading);
  tok_config_read_style (reading);
  tok_config_read_extras (reading);
}

/* The names a person knows from configs for those tok_layer_missing_member() tells. */
static const char *
name_in_config (const char *member)
{
  static const char *const names[][2] = {
    { "n_heads", "num_attention_heads" }, { "n_kv_heads", "num_key_value_heads" }, { "ffn_size", "intermediate_size" },
    { "attention.window", "sliding_window" }, { "attention.mla", "kv_lora_rank" }, { "moe", "num_experts" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i][0], member))
      return names[i][1];
  return member;
}

static const char *
missing_of_model (const TokArchitecture *architecture)
{
  const TokExperts *experts = &architecture->experts;
  gboolean has_indexer = FALSE;

  for (guint i = 0; i < architecture->n_layers; i++)
    {
      const TokLayer *layer = &architecture->layers[i];

      has_indexer = has_indexer || layer->has_indexer;
      if (layer->mixer == TOK_MIXER_MLA && architecture->mla.value_size == 0)
        return "v_head_dim";
      if (layer->mixer == TOK_MIXER_COMPRESSED && architecture->compressed.q_rank == 0)
        return "q_lora_rank";
    }
  if (has_indexer && (architecture->indexer.n_heads == 0 || architecture->indexer.head_size == 0))
    return "index_n_heads";
  if (experts->n_experts > 0 && experts->expert_size == 0)
    return "moe_intermediate_size";
  return experts->n_experts > 0 && experts->experts_per_token == 0 ? "num_experts_per_tok" : NULL;
}

static gboolean
check_shape (TokConfigReading *reading, GError **error)
{
  TokArchitecture *architecture = reading->architecture;
  const char *missing;

  if (reading->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&reading->error));
      return FALSE;
    }
  for (guint i = 0; i < architecture->n_layers; i++)
    {
      missing = tok_layer_missing_member (&architecture->layers[i], architecture);
      if (missing != NULL)
        return refuse_missing (reading, name_in_config (missing), error);
      tok_layer_tidy (&architecture->layers[i]);
    }
  missing = missing_of_model (architecture);
  return missing == NULL || refuse_missing (reading, missing, error);
}

static void
take_texts (TokConfigReading *reading)
{
  TokArchitecture *architecture = reading->architecture;
  const char *name = reading->name;
  const char *type = read_model_type (reading);
  gboolean is_text = g_utf8_validate (name, -1, NULL) && !tok_text_has_control (name);

  g_free (architecture->name);
  g_free (architecture->family);
  architecture->name = is_text ? g_utf8_substring (name, 0, MIN (g_utf8_strlen (name, -1), LONGEST_NAME)) : g_strdup ("");
  architecture->family = g_strdup (strlen (type) <= LONGEST_TYPE ? type : "");
}

static void
reading_clear (TokConfigReading *reading)
{
  g_clear_pointer (&reading->architecture, tok_architecture_unref);
  g_clear_error (&reading->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TokConfigReading, reading_clear)

TokModelFile *
tok_model_config_read (JsonObject                 *object,
                       const TokModelConfigBeside *beside,
                       const char                 *name,
                       GError                    **error)
{
  const TokModelConfigBeside nothing = { NULL, NULL };
  g_autoptr (TokModelFile) file = tok_model_file_new ();
  g_auto (TokConfigReading) reading = {
    .root = object, .beside = beside != NULL ? beside : &nothing, .name = name, .notes = file->notes,
  };

  if (!tok_config_check_kind (object, error))
    return NULL;
  reading.prefix = tok_config_find_prefix (object);
  find_family (&reading);
  if (!read_sizes (&reading, error))
    return NULL;
  if (reading.error == NULL)
    read_shape (&reading);
  if (reading.error == NULL)
    tok_config_read_file_type (&reading, file);
  tok_config_read_index (&reading, file);
  if (!check_shape (&reading, error) || !tok_model_file_check_savable (reading.architecture, file->weights, error))
    return NULL;
  take_texts (&reading);
  reading.architecture->usual_file_type = file->file_type;   /* which plan files keep */
  file->architecture = g_steal_pointer (&reading.architecture);
  return g_steal_pointer (&file);
}
