/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights of a config's model outside the usual blocks: tables looked up row by row, and what single families have. */

#include <glib/gi18n.h>

#include "formats/json-read.h"
#include "formats/model-config-private.h"

#define MOST_EXTRAS 8
#define MOST_ELEMENTS 1e14

static void
add (TokConfigReading *reading, double elements, gboolean is_lookup, gboolean is_kept)
{
  TokArchitecture *architecture = reading->architecture;

  if (elements <= 0.0 || architecture->n_extras == MOST_EXTRAS)
    return;
  architecture->extras[architecture->n_extras++] = (TokExtra) { MIN (elements, MOST_ELEMENTS), is_lookup, is_kept };
}

/* Gemma 3n and 4: every layer has an embedding of its own, read row by row, and projections into it and out of it. */
static void
add_layer_inputs (TokConfigReading *reading)
{
  const TokArchitecture *a = reading->architecture;
  double size = tok_config_whole (reading, TOK_CONFIG_LAYER_INPUT_SIZE, 0), hidden = a->hidden_size, layers = a->n_layers;

  if (size == 0.0)
    return;
  add (reading, size * layers * tok_config_whole (reading, TOK_CONFIG_LAYER_INPUT_VOCAB, a->vocab_size), TRUE, FALSE);
  add (reading, 3.0 * hidden * size * layers + hidden * layers + size, FALSE, TRUE);
}

/* Gemma 3n: alternating updates of several streams, and the learned augmented residual layer. */
static void
add_streams (TokConfigReading *reading)
{
  double n = tok_config_whole (reading, TOK_CONFIG_ALTUP_INPUTS, 0), rank = tok_config_whole (reading, TOK_CONFIG_LAUREL_RANK, 0);
  double hidden = reading->architecture->hidden_size, layers = reading->architecture->n_layers;
  double residual = 2.0 * hidden * rank + hidden, updates = hidden * n + 2.0 * hidden + n * n + n * n * n;

  if (n > 0.0)
    add (reading, layers * (residual + updates) + 2.0 * (n - 1.0) * hidden * hidden, FALSE, TRUE);
}

/* What the first kind of Mamba has instead of heads: projections of step, input and output, and a decay per channel and state. */
static void
add_state_spaces (TokConfigReading *reading)
{
  const TokArchitecture *a = reading->architecture;
  double inner = a->linear.head_size, state = a->linear.state_size;
  double rank = tok_config_whole (reading, TOK_CONFIG_STATE_STEP_RANK, (a->hidden_size + 15) / 16), layers = 0.0;

  if (!tok_config_has_trait (reading, TOK_TRAIT_MAMBA1))
    return;
  for (guint i = 0; i < a->n_layers; i++)
    layers += a->layers[i].mixer == TOK_MIXER_MAMBA2;
  add (reading, layers * (inner * (rank + 2.0 * state) + rank * inner + inner * state + 2.0 * inner), FALSE, TRUE);
}

/* Falcon-H1: a second kind of Mamba beside the attention of every layer. */
static void
add_parallel_state_spaces (TokConfigReading *reading)
{
  double heads = tok_config_whole (reading, TOK_CONFIG_STATE_HEADS, 0);
  double size = tok_config_whole (reading, TOK_CONFIG_STATE_HEAD_SIZE, 0);
  double groups = tok_config_whole (reading, TOK_CONFIG_STATE_GROUPS, 1);
  double state = tok_config_whole (reading, TOK_CONFIG_STATE_SIZE, 0);
  double inner = heads * size, hidden = reading->architecture->hidden_size, convolved = inner + 2.0 * groups * state;
  double kernel = tok_config_whole (reading, TOK_CONFIG_KERNEL, 4);

  if (!tok_config_has_trait (reading, TOK_TRAIT_PARALLEL_STATE))
    return;
  add (reading, reading->architecture->n_layers * (hidden * (inner + convolved + heads) + inner * hidden
                                                   + convolved * (kernel + 1.0) + 3.0 * heads), FALSE, FALSE);
  tok_config_note (reading, _("Layers have attention and a state space side by side; only the attention's cache is counted."));
}

/* MiniMax M3: heads of an index in some of the layers, which read all keys all the same. */
static void
add_index (TokConfigReading *reading)
{
  JsonNode *node = tok_config_node (reading, "sparse_attention_config");
  JsonArray *list;
  double heads, size, layers = 0.0;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node)
      || !tok_json_read_whole (json_node_get_object (node), "sparse_num_index_heads", 1, 65535, &heads, NULL)
      || !tok_json_read_whole (json_node_get_object (node), "sparse_index_dim", 1, 65535, &size, NULL)
      || !tok_json_read_array (json_node_get_object (node), "sparse_attention_freq", TOK_MAX_LAYERS, &list, NULL))
    return;
  for (guint i = 0; i < json_array_get_length (list); i++)
    layers += JSON_NODE_HOLDS_VALUE (json_array_get_element (list, i)) && json_array_get_int_element (list, i) != 0;
  add (reading, layers * reading->architecture->hidden_size * (heads + 1.0) * size, FALSE, FALSE);
}

/* Llama 3.2: further layers that attend to pictures, which a text does not go through; each has two gates. */
static void
add_cross_layers (TokConfigReading *reading)
{
  const TokArchitecture *a = reading->architecture;
  const TokLayer *layer = &a->layers[0];
  JsonArray *list = tok_config_list (reading, TOK_CONFIG_CROSS_LAYERS);
  double hidden = a->hidden_size, heads = (double) layer->n_heads * layer->key_head_size;
  double keys = (double) layer->n_kv_heads * layer->key_head_size;

  if (list == NULL)
    return;
  add (reading, json_array_get_length (list) * (2.0 * hidden * (heads + keys) + 3.0 * hidden * layer->ffn_size
                                                + 2.0 * (hidden + layer->key_head_size + 1.0)), TRUE, FALSE);
  tok_config_note (reading, _("Layers that attend to pictures are not counted as read: a text does not go through them."));
}

static void
add_sub_norms (TokConfigReading *reading)
{
  const TokArchitecture *a = reading->architecture;
  double elements = 0.0;

  for (guint i = 0; i < a->n_layers; i++)
    elements += (double) a->hidden_size + a->layers[i].ffn_size;
  if (tok_config_has_trait (reading, TOK_TRAIT_SUB_NORMS))
    add (reading, elements, FALSE, TRUE);
}

void
tok_config_read_extras (TokConfigReading *reading)
{
  TokArchitecture *architecture = reading->architecture;
  double offset = g_str_equal (reading->family->model_type, "opt") ? 2.0 : 0.0;

  architecture->extras = g_new0 (TokExtra, MOST_EXTRAS);
  add_layer_inputs (reading);
  add_streams (reading);
  add_state_spaces (reading);
  add_parallel_state_spaces (reading);
  add_index (reading);
  add_sub_norms (reading);
  add_cross_layers (reading);
  if (tok_config_has_trait (reading, TOK_TRAIT_POSITIONS) && architecture->context_max > 0)
    add (reading, (architecture->context_max + offset) * architecture->hidden_size, TRUE, FALSE);
  if (tok_config_flag (reading, TOK_CONFIG_HEAD_BIAS, tok_config_has_trait (reading, TOK_TRAIT_HEAD_BIAS)))
    add (reading, architecture->vocab_size, FALSE, TRUE);
}
