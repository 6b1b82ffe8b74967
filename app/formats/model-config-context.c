/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many tokens a config's model was made for: its positions, and how far they are stretched. */

#include "formats/json-read.h"
#include "formats/model-config-private.h"

#define MOST_TOKENS 1e9
#define LARGEST_FACTOR 1e6

/* Older configs call it "type"; what Mistral's own files call it is the name of the object. */
static const char *
stretching_of (JsonObject *scaling)
{
  const char *type = tok_config_object_text (scaling, "rope_type");

  if (type[0] == '\0')
    type = tok_config_object_text (scaling, "type");
  return type[0] == '\0' && tok_json_has (scaling, "original_max_position_embeddings") ? "yarn" : type;
}

/* YaRN stretches the original positions, and not all configs say the result; linear stretching multiplies what they say.  What
 * others do is part of the positions already. */
static double
stretch (JsonObject *scaling, double positions, gboolean is_included)
{
  static const char *const linear[] = { "linear", "dynamic", "ntk", NULL };
  static const char *const original[] = { "yarn", "deepseek_yarn", NULL };
  const char *type = stretching_of (scaling);
  double factor, from;

  if (!tok_json_read_double (scaling, "factor", 1, LARGEST_FACTOR, &factor, NULL))
    return positions;
  if (g_strv_contains (original, type))
    {
      if (!tok_json_read_double (scaling, "original_max_position_embeddings", 1, MOST_TOKENS, &from, NULL))
        from = is_included ? 0.0 : positions;
      return MAX (positions, from * factor);
    }
  return g_strv_contains (linear, type) && !is_included ? positions * factor : positions;
}

/* Parameters can be those of all layers, or an object of them for every kind of layer. */
static double
longest_stretch (JsonObject *parameters, double positions, gboolean is_included)
{
  g_autoptr (GList) values = json_object_get_values (parameters);
  double longest = stretch (parameters, positions, is_included);

  for (GList *at = values; at != NULL; at = at->next)
    if (JSON_NODE_HOLDS_OBJECT ((JsonNode *) at->data))
      longest = MAX (longest, stretch (json_node_get_object (at->data), positions, is_included));
  return longest;
}

void
tok_config_read_context (TokConfigReading *reading)
{
  static const char *const members[] = { "rope_scaling", "rope_parameters", "yarn" };
  gboolean is_included = g_str_has_prefix (reading->family->model_type, "gemma");
  double positions = tok_config_whole (reading, TOK_CONFIG_CONTEXT, 0), longest = positions;

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      JsonNode *node = tok_config_node (reading, members[i]);

      if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
        longest = MAX (longest, longest_stretch (json_node_get_object (node), positions, is_included));
    }
  reading->architecture->context_max = (guint) MIN (longest, MOST_TOKENS);
}
