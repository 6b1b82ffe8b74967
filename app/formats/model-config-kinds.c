/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How each layer of a config mixes tokens.  Families say it in a dozen ways, tried one after the other: lists of names, letters or
 * numbers, indices, intervals, a period, or one window for all. */

#include <glib/gi18n.h>
#include <string.h>

#include "formats/json-read.h"
#include "formats/model-config-private.h"

/* What stands for attention to every cell, for a window and for linear attention in this model. */
typedef struct
{
  TokMixer full, window, linear;
} Kinds;

typedef gboolean (*KindSource) (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer);

static TokMixer
full_kind (TokConfigReading *reading)
{
  if (tok_config_whole (reading, TOK_CONFIG_OUTPUT_RANK, 0) > 0)
    return TOK_MIXER_COMPRESSED;
  return tok_config_whole (reading, TOK_CONFIG_KV_RANK, 0) > 0 ? TOK_MIXER_MLA : TOK_MIXER_FULL;
}

static TokMixer
linear_kind (TokConfigReading *reading)
{
  if (tok_config_has (reading, TOK_CONFIG_LINEAR_HEADS))
    return TOK_MIXER_KIMI_DELTA;
  if (tok_config_has (reading, TOK_CONFIG_DELTA_VALUE_HEADS))
    return TOK_MIXER_DELTA_NET;
  return TOK_MIXER_LIGHTNING;
}

/* A window of no cells, of less, or as long as the context bounds nothing. */
static guint
read_window (TokConfigReading *reading)
{
  guint context = reading->architecture->context_max;
  guint window = tok_config_whole (reading, TOK_CONFIG_WINDOW, reading->family->window);

  if (tok_config_has_trait (reading, TOK_TRAIT_CHUNKED))
    window = tok_config_whole (reading, TOK_CONFIG_CHUNK, 0);
  if (!tok_config_flag (reading, TOK_CONFIG_USE_WINDOW, TRUE) || tok_config_has_trait (reading, TOK_TRAIT_NO_WINDOW))
    return 0;
  return context > 0 && window >= context ? 0 : window;
}

static TokMixer
window_kind (TokConfigReading *reading, TokMixer full)
{
  if (reading->architecture->window == 0 || full == TOK_MIXER_COMPRESSED)
    return full;
  return tok_config_has_trait (reading, TOK_TRAIT_CHUNKED) ? TOK_MIXER_CHUNKED : TOK_MIXER_SLIDING;
}

JsonObject *
tok_config_block (TokConfigReading *reading,
                  guint             index,
                  const char       *name)
{
  JsonNode *blocks = tok_config_node (reading, "block_configs"), *block;

  if (blocks == NULL || !JSON_NODE_HOLDS_ARRAY (blocks) || index >= json_array_get_length (json_node_get_array (blocks)))
    return NULL;
  block = json_array_get_element (json_node_get_array (blocks), index);
  if (!JSON_NODE_HOLDS_OBJECT (block))
    return NULL;
  block = json_object_get_member (json_node_get_object (block), name);
  return block != NULL && JSON_NODE_HOLDS_OBJECT (block) ? json_node_get_object (block) : NULL;
}

static const char *
name_of_letter (char letter)
{
  switch (letter)
    {
    case 'M': return "mamba";
    case '*': return "attention";
    case '-': return "mlp";
    case 'E': return "moe";
    default:  return NULL;
    }
}

const char *
tok_config_layer_name (TokConfigReading *reading,
                       guint             index)
{
  static const char *const lists[] = { "layer_types", "layers_block_type", "attention_layers" };
  const char *letters = tok_config_text (reading, "hybrid_override_pattern"), *name;

  if (index < strlen (letters))
    return name_of_letter (letters[index]);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if ((name = tok_config_name_in_list (reading, lists[i], index)) != NULL)
      return name;
  return NULL;
}

static gboolean
kind_of_block (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer)
{
  JsonObject *block = tok_config_block (reading, index, "attention");
  gboolean is_set = FALSE;

  if (block == NULL)
    return FALSE;
  *mixer = kinds->full;
  if (tok_json_read_boolean (block, "no_op", &is_set, NULL) && is_set)
    *mixer = TOK_MIXER_NONE;
  else if (tok_json_read_boolean (block, "replace_with_linear", &is_set, NULL) && is_set)
    *mixer = TOK_MIXER_LINEAR;
  return TRUE;
}

static gboolean
kind_of_name (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer)
{
  const struct { const char *name; TokMixer mixer; } names[] = {
    { "full_attention", kinds->full }, { "attention", kinds->full }, { "global", kinds->full },
    { "sliding_attention", kinds->window }, { "chunked_attention", kinds->window }, { "local", kinds->window },
    { "linear_attention", kinds->linear }, { "mamba", TOK_MIXER_MAMBA2 }, { "mamba2", TOK_MIXER_MAMBA2 },
    { "conv", TOK_MIXER_SHORT_CONV }, { "mlp", TOK_MIXER_NONE }, { "moe", TOK_MIXER_NONE },
  };
  const char *name = tok_config_layer_name (reading, index);

  if (name == NULL)
    return FALSE;
  *mixer = kinds->full;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i].name, name))
      {
        *mixer = names[i].mixer;
        return TRUE;
      }
  if (kinds->full != TOK_MIXER_COMPRESSED)
    tok_config_note (reading, _("Some layers are of a kind not known here; full attention is assumed for them."));
  return TRUE;
}

/* Lists of 0 and 1, one for every layer. */
static gboolean
kind_of_number (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer)
{
  const struct { TokConfigMember member; TokMixer zero, one; } lists[] = {
    { TOK_CONFIG_WINDOW_FLAGS, kinds->full, kinds->window },
    { TOK_CONFIG_FULL_FLAGS, kinds->linear, kinds->full },
    { TOK_CONFIG_ROPE_FLAGS, kinds->full, kinds->window },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      JsonArray *list = tok_config_list (reading, lists[i].member);

      if (list == NULL || index >= json_array_get_length (list))
        continue;
      *mixer = tok_config_whole_at (reading, lists[i].member, index, 0) == 1 ? lists[i].one : lists[i].zero;
      return TRUE;
    }
  return FALSE;
}

/* Lists of the layers that are not like the others. */
static gboolean
kind_of_index (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer)
{
  const struct { TokConfigMember member; guint first; TokMixer others; } lists[] = {
    { TOK_CONFIG_FULL_AT_FROM_ONE, 1, kinds->linear },
    { TOK_CONFIG_FULL_AT, 0, TOK_MIXER_SHORT_CONV },
    { TOK_CONFIG_ATTENTION_AT, 0, TOK_MIXER_MAMBA2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (tok_config_list (reading, lists[i].member) != NULL)
      {
        *mixer = tok_config_list_has (reading, lists[i].member, index + lists[i].first) ? kinds->full : lists[i].others;
        return TRUE;
      }
  return FALSE;
}

/* The last of every group is full; with groups of layers those that fill none are full too. */
static gboolean
kind_of_interval (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer)
{
  guint n_layers = reading->architecture->n_layers;
  guint interval = tok_config_whole (reading, TOK_CONFIG_FULL_INTERVAL, 0);
  guint group = tok_config_whole (reading, TOK_CONFIG_GROUP_SIZE, 0);
  guint size = interval > 0 ? interval : group;

  if (size == 0)
    return FALSE;
  *mixer = (index + 1) % size == 0 ? kinds->full : kinds->linear;
  if (interval == 0 && index >= n_layers / group * group)
    *mixer = kinds->full;
  return TRUE;
}

static gboolean
kind_of_period (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer)
{
  guint period = tok_config_whole (reading, TOK_CONFIG_ATTENTION_PERIOD, 0);

  if (period == 0)
    return FALSE;
  *mixer = index % period == tok_config_whole (reading, TOK_CONFIG_ATTENTION_OFFSET, 0) ? kinds->full : TOK_MIXER_MAMBA2;
  return TRUE;
}

/* Families whose every layer has a state space. */
static gboolean
kind_of_state_space (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer)
{
  *mixer = TOK_MIXER_MAMBA2;
  return tok_config_has_trait (reading, TOK_TRAIT_SINGLE_BLOCKS);
}

/* "LLLG": local, local, local, global. */
static gboolean
kind_of_pattern_letter (const char *pattern, const Kinds *kinds, guint index, TokMixer *mixer)
{
  if (pattern[0] == '\0')
    return FALSE;
  *mixer = pattern[index % strlen (pattern)] == 'L' ? kinds->window : kinds->full;
  return TRUE;
}

static gboolean
kind_of_pattern (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer)
{
  const char *letters = tok_config_text (reading, "sliding_window_pattern");
  JsonArray *list = tok_config_list (reading, TOK_CONFIG_WINDOW_PATTERN);
  guint period = reading->family->window_period;

  if (kind_of_pattern_letter (letters, kinds, index, mixer))
    return TRUE;
  if (list != NULL)
    {
      JsonNode *node = index < json_array_get_length (list) ? json_array_get_element (list, index) : NULL;
      gboolean is_window = node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_boolean (node);

      *mixer = is_window ? kinds->window : kinds->full;
      return TRUE;
    }
  period = tok_config_whole (reading, TOK_CONFIG_WINDOW_PATTERN, period);
  *mixer = period > 0 && (index + 1) % period != 0 ? kinds->window : kinds->full;
  return period > 0;
}

/* One window for all, or for those from a layer on. */
static gboolean
kind_of_all (TokConfigReading *reading, const Kinds *kinds, guint index, TokMixer *mixer)
{
  gboolean is_asked = tok_config_has (reading, TOK_CONFIG_USE_WINDOW);
  guint from = is_asked ? tok_config_whole (reading, TOK_CONFIG_WINDOW_FROM, 0) : 0;

  *mixer = index >= from ? kinds->window : kinds->full;
  return TRUE;
}

void
tok_config_read_kinds (TokConfigReading *reading)
{
  static const KindSource sources[] = {
    kind_of_block, kind_of_name, kind_of_number, kind_of_index, kind_of_interval, kind_of_period, kind_of_state_space,
    kind_of_pattern, kind_of_all,
  };
  TokArchitecture *architecture = reading->architecture;
  Kinds kinds = { .full = full_kind (reading), .linear = linear_kind (reading) };

  architecture->window = read_window (reading);
  kinds.window = window_kind (reading, kinds.full);
  for (guint i = 0; i < architecture->n_layers; i++)
    for (guint j = 0; j < G_N_ELEMENTS (sources); j++)
      if (sources[j] (reading, &kinds, i, &architecture->layers[i].mixer))
        break;
}
