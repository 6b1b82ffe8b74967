/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Softmax attention in a GGUF header: heads, their sizes and windows.
 *
 * Explicit lengths come before those that can be derived; what the file leaves out is taken from the tensors, else assumed and
 * noted. */

#include <glib/gi18n.h>
#include <string.h>

#include "formats/gguf-reading.h"

/* The usual size of a head, when nothing tells. */
#define USUAL_HEAD_SIZE 128

/* Which layers have a window where the file has no list of them: llama.cpp, src/models. */
typedef struct
{
  const char *architecture;
  guint       period;        /* the last of so many is full */
  gboolean    full_first;    /* the first one instead */
  guint       window;        /* where the file does not say, 0 = then none */
  TokMixer    mixer;
} WindowRule;

static const WindowRule window_rules[] = {
  { "afmoe", 4, FALSE, 0, TOK_MIXER_SLIDING },
  { "cohere2", 4, FALSE, 0, TOK_MIXER_SLIDING },
  { "exaone-moe", 4, FALSE, 0, TOK_MIXER_SLIDING },
  { "exaone4", 4, FALSE, 0, TOK_MIXER_SLIDING },
  { "gemma2", 2, FALSE, 4096, TOK_MIXER_SLIDING },
  { "gemma3", 6, FALSE, 0, TOK_MIXER_SLIDING },
  { "gemma3n", 5, FALSE, 0, TOK_MIXER_SLIDING },
  { "gpt-oss", 2, FALSE, 0, TOK_MIXER_SLIDING },
  { "llama4", 4, FALSE, 8192, TOK_MIXER_CHUNKED },
  { "olmo2", 4, FALSE, 0, TOK_MIXER_SLIDING },
  { "smallthinker", 4, TRUE, 0, TOK_MIXER_SLIDING },
};

static const WindowRule *
window_rule (const TokGgufReading *reading)
{
  for (guint i = 0; i < G_N_ELEMENTS (window_rules); i++)
    if (strcmp (window_rules[i].architecture, reading->gguf->architecture) == 0)
      return &window_rules[i];
  return NULL;
}

static guint
window_of (const TokGgufReading *reading)
{
  const WindowRule *rule = window_rule (reading);

  return tok_gguf_reading_whole (reading, "attention.sliding_window", TOK_GGUF_MOST_TOKENS, rule != NULL ? rule->window : 0);
}

static gboolean
is_sliding_in_period (guint layer, guint period, gboolean full_first)
{
  return period == 0 || layer % period != (full_first ? 0 : period - 1);
}

gboolean
tok_gguf_is_sliding (const TokGgufReading *reading,
                     guint                 layer)
{
  const TokGgufValue *pattern = tok_gguf_reading_value (reading, "attention.sliding_window_pattern");
  const WindowRule *rule = window_rule (reading);

  if (window_of (reading) == 0)
    return FALSE;
  if (pattern != NULL && pattern->type == TOK_GGUF_NUMBERS)
    return tok_gguf_value_at (pattern, layer, 1, 0) == 1;
  if (pattern != NULL && pattern->type == TOK_GGUF_NUMBER)
    return is_sliding_in_period (layer, tok_gguf_value_at (pattern, layer, TOK_MAX_LAYERS, 1), FALSE);
  return rule != NULL && is_sliding_in_period (layer, rule->period, rule->full_first);
}

static void
read_window (TokGgufReading *reading, guint index)
{
  const WindowRule *rule = window_rule (reading);
  TokLayer *layer = &reading->architecture->layers[index];

  if (!tok_gguf_is_sliding (reading, index))
    return;
  layer->mixer = rule != NULL ? rule->mixer : TOK_MIXER_SLIDING;
  reading->architecture->window = window_of (reading);
}

/* Heads of queries: the file's word, or rows of queries over the size a norm or custom gives a head. */
static guint
read_heads (TokGgufReading *reading, guint index)
{
  const TokGgufLayer *tensors = &reading->layers[index];
  guint heads = tok_gguf_value_at (tok_gguf_reading_value (reading, "attention.head_count"), index, TOK_GGUF_MOST_HEADS, 0);
  guint64 size = tensors->parts[TOK_PART_Q_NORM].has_weight ? tensors->parts[TOK_PART_Q_NORM].columns : USUAL_HEAD_SIZE;
  guint64 queries = tensors->parts[TOK_PART_Q].has_weight ? tensors->parts[TOK_PART_Q].rows : reading->architecture->hidden_size;

  if (heads > 0)
    return heads;
  heads = tok_gguf_size (queries / MAX (size, 1), TOK_GGUF_MOST_HEADS);
  tok_gguf_reading_note (reading, _("The file does not say how many attention heads there are; %u are assumed."),
                         MAX (heads, 1));
  return MAX (heads, 1);
}

/* Keys and values of the layer's heads together, from the tensors; 0 when they do not tell. */
static guint64
key_rows (const TokGgufReading *reading, guint index, guint64 queries)
{
  const TokGgufShape *parts = reading->layers[index].parts;

  if (parts[TOK_PART_K].has_weight)
    return parts[TOK_PART_K].rows;
  if (parts[TOK_PART_QKV].has_weight && parts[TOK_PART_QKV].rows > queries)
    return (parts[TOK_PART_QKV].rows - queries) / 2;
  return 0;
}

static guint
length_of (const TokGgufReading *reading, const char *name, const char *name_of_window, guint index, gboolean is_sliding)
{
  guint length = tok_gguf_value_at (tok_gguf_reading_value (reading, name), index, TOK_GGUF_LARGEST_HEAD, 0);

  if (!is_sliding)
    return length;
  return tok_gguf_value_at (tok_gguf_reading_value (reading, name_of_window), index, TOK_GGUF_LARGEST_HEAD, length);
}

/* The size of a key where no key says it. */
static guint
derive_key_size (TokGgufReading *reading, guint index, guint n_heads, guint n_kv_heads)
{
  const TokGgufShape *keys = &reading->layers[index].parts[TOK_PART_K];
  guint hidden = reading->architecture->hidden_size;

  if (n_kv_heads > 0 && keys->has_weight && keys->rows % n_kv_heads == 0)
    return tok_gguf_size (keys->rows / n_kv_heads, TOK_GGUF_LARGEST_HEAD);
  if (hidden % n_heads != 0)
    tok_gguf_reading_note (reading, _("The file does not say how long keys are, and the heads do not divide the width; "
                                      "the length is rounded."));
  return tok_gguf_size (hidden / n_heads, TOK_GGUF_LARGEST_HEAD);
}

static guint
derive_kv_heads (TokGgufReading *reading, guint index, const TokLayer *layer)
{
  guint64 rows = key_rows (reading, index, (guint64) layer->n_heads * layer->key_head_size);
  guint heads = 0;

  if (layer->key_head_size > 0 && rows % layer->key_head_size == 0)
    heads = tok_gguf_size (rows / layer->key_head_size, TOK_GGUF_MOST_HEADS);
  if (heads > 0 && heads <= layer->n_heads && layer->n_heads % heads == 0)
    {
      tok_gguf_reading_note (reading, _("The file does not say how many heads keys and values have; its tensors have %u."),
                             heads);
      return heads;
    }
  tok_gguf_reading_note (reading, _("The file does not say how many heads keys and values have; "
                                    "as many as queries are assumed."));
  return layer->n_heads;
}

void
tok_gguf_read_attention (TokGgufReading *reading,
                         guint           index)
{
  TokLayer *layer = &reading->architecture->layers[index];
  const TokGgufShape *parts = reading->layers[index].parts;
  const TokGgufValue *kv_heads = tok_gguf_reading_value (reading, "attention.head_count_kv");
  gboolean is_sliding = tok_gguf_is_sliding (reading, index);

  layer->mixer = TOK_MIXER_FULL;
  layer->n_heads = read_heads (reading, index);
  layer->n_kv_heads = tok_gguf_value_at (kv_heads, index, TOK_GGUF_MOST_HEADS, 0);
  layer->key_head_size = length_of (reading, "attention.key_length", "attention.key_length_swa", index, is_sliding);
  layer->value_head_size = length_of (reading, "attention.value_length", "attention.value_length_swa", index, is_sliding);
  if (layer->key_head_size == 0)
    layer->key_head_size = derive_key_size (reading, index, layer->n_heads, layer->n_kv_heads);
  if (layer->n_kv_heads == 0)
    layer->n_kv_heads = derive_kv_heads (reading, index, layer);
  if (layer->value_head_size == 0 && parts[TOK_PART_V].has_weight && parts[TOK_PART_V].rows % layer->n_kv_heads == 0)
    layer->value_head_size = tok_gguf_size (parts[TOK_PART_V].rows / layer->n_kv_heads, TOK_GGUF_LARGEST_HEAD);
  if (layer->value_head_size == 0)
    layer->value_head_size = layer->key_head_size;
  layer->k_eq_v = parts[TOK_PART_K].has_weight && !parts[TOK_PART_V].has_weight;
  layer->has_indexer = parts[TOK_PART_INDEXER].has_weight;
  read_window (reading, index);
}

static const TokGgufLayer *
first_attention (const TokGgufReading *reading, guint *index)
{
  for (guint i = 0; i < reading->n_layers; i++)
    if (reading->architecture->layers[i].mixer >= TOK_MIXER_FULL && reading->architecture->layers[i].mixer <= TOK_MIXER_CHUNKED
        && reading->layers[i].n_tensors > 0)
      {
        *index = i;
        return &reading->layers[i];
      }
  return NULL;
}

static TokAttentionGate
read_gate (const TokGgufShape *parts, const TokLayer *layer)
{
  const TokGgufShape *gate = &parts[TOK_PART_ATTN_GATE];

  if (gate->has_weight)
    return gate->rows == layer->n_heads ? TOK_GATE_HEADWISE : TOK_GATE_FULL;
  if (parts[TOK_PART_Q].has_weight && parts[TOK_PART_Q].rows == 2 * (guint64) layer->n_heads * layer->key_head_size)
    return TOK_GATE_Q_DOUBLED;
  return TOK_GATE_NONE;
}

void
tok_gguf_read_attention_style (TokGgufReading *reading)
{
  TokArchitecture *architecture = reading->architecture;
  guint index = 0;
  const TokGgufLayer *tensors = first_attention (reading, &index);
  const TokGgufShape *norm;

  if (tensors == NULL)
    return;
  norm = &tensors->parts[TOK_PART_Q_NORM];
  architecture->fused_qkv = tensors->parts[TOK_PART_QKV].has_weight;
  architecture->qkv_bias = tensors->parts[TOK_PART_Q].has_bias || tensors->parts[TOK_PART_QKV].has_bias;
  architecture->attention_output_bias = tensors->parts[TOK_PART_ATTN_OUTPUT].has_bias;
  architecture->attention_sinks = tensors->parts[TOK_PART_SINKS].has_weight;
  architecture->attention_gate = read_gate (tensors->parts, &architecture->layers[index]);
  if (norm->has_weight)
    architecture->qk_norm = norm->columns * norm->rows == architecture->layers[index].key_head_size
                              ? TOK_QK_NORM_HEAD : TOK_QK_NORM_FULL;
}
