/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modules a config names become sets of matrices of one layer or of all; then every tensor of the model is weighed. */

#include "formats/model-config-storage.h"

#include <math.h>
#include <string.h>

#define BITS_OF_BYTE 8.0
/* No tool names more patterns that are for all layers. */
#define MOST_FOR_ALL 256

struct _TokConfigStorage
{
  const TokArchitecture *architecture;
  TokConfigFormat       (*formats)[TOK_N_MATRICES];   /* of every layer; of those outside only the first row counts */
  guint                  n_for_all;                     /* modules named for all layers at once */
};

#define BIT(matrix) (1u << TOK_MATRIX_##matrix)
#define ATTENTION (BIT (Q) | BIT (K) | BIT (V) | BIT (OUTPUT) | BIT (MIXER))
#define DENSE (BIT (DENSE_GATE) | BIT (DENSE_UP) | BIT (DENSE_DOWN))
#define SHARED (BIT (SHARED_GATE) | BIT (SHARED_UP) | BIT (SHARED_DOWN))
#define GATES (BIT (DENSE_GATE) | BIT (SHARED_GATE) | BIT (EXPERT_GATE))
#define UPS (BIT (DENSE_UP) | BIT (SHARED_UP) | BIT (EXPERT_UP))
#define DOWNS (BIT (DENSE_DOWN) | BIT (SHARED_DOWN) | BIT (EXPERT_DOWN))

typedef struct { const char *word; guint matrices; } Word;

/* The first word a name has says which part of a layer it is of … */
static const Word parts[] = {
  { "lm_head", BIT (HEAD) },
  { "embed_tokens", BIT (EMBEDDING) },
  { "shared_expert", SHARED },
  { "shared_mlp", SHARED },
  { "experts", TOK_MATRICES_EXPERTS },
  { "switch_mlp", TOK_MATRICES_EXPERTS },
  { "attn", ATTENTION },
  { "attention", ATTENTION },
  { "mixer", ATTENTION },
  { "mamba", ATTENTION },
  { "mlp", DENSE },
  { "feed_forward", DENSE },
  { "ffn", DENSE },
};

/* … and which of its matrices. */
static const Word matrices_of_parts[] = {
  { "gate_up", GATES | UPS },
  { "gate_proj", GATES },
  { "up_proj", UPS },
  { "down_proj", DOWNS },
  { "q_proj", BIT (Q) },
  { "k_proj", BIT (K) },
  { "v_proj", BIT (V) },
  { "qkv", BIT (Q) | BIT (K) | BIT (V) },
  { "o_proj", BIT (OUTPUT) },
  { "out_proj", BIT (OUTPUT) | BIT (MIXER) },
  { "in_proj", BIT (V) | BIT (MIXER) },
  { "q_a_proj", BIT (MIXER) },
  { "q_b_proj", BIT (MIXER) },
  { "kv_a_proj", BIT (MIXER) },
  { "kv_b_proj", BIT (V) },
  { "indexer", BIT (MIXER) },
  { "conv1d", 0 },
  { "norm", 0 },
  { "router", 0 },
  { "mlp.gate", 0 },
  { "moe.gate", 0 },
  { "expert_gate", 0 },
  { "correction_bias", 0 },
};

TokConfigStorage *
tok_config_storage_new (const TokArchitecture *architecture)
{
  TokConfigStorage *self = g_new0 (TokConfigStorage, 1);

  self->architecture = architecture;
  self->formats = g_malloc0_n (architecture->n_layers, sizeof *self->formats);
  tok_config_storage_set (self, TOK_MATRICES_ALL, TOK_CONFIG_PLAIN);
  return self;
}

void
tok_config_storage_free (TokConfigStorage *self)
{
  g_free (self->formats);
  g_free (self);
}

static void
set_layer (TokConfigStorage *self, guint layer, guint matrices, TokConfigFormat format)
{
  for (guint i = 0; i < TOK_N_MATRICES; i++)
    if (matrices & 1u << i)
      self->formats[layer][i] = format;
}

void
tok_config_storage_set (TokConfigStorage *self,
                        guint             matrices,
                        TokConfigFormat   format)
{
  for (guint i = 0; i < self->architecture->n_layers; i++)
    set_layer (self, i, matrices, format);
}

/* The matrices whose words are in @name; @fallback when none is. */
static guint
find_words (const char *name, const Word *words, guint n_words, gboolean all, guint fallback)
{
  guint found = 0;
  gboolean is_found = FALSE;

  for (guint i = 0; i < n_words && (all || !is_found); i++)
    if (strstr (name, words[i].word) != NULL)
      {
        is_found = TRUE;
        found |= words[i].matrices;
      }
  return is_found ? found : fallback;
}

/* Regular expressions here are names with alternatives: "mlp\.(gate|up|gate_up|down)_proj" is each of them. */
static char *
write_out (const char *module)
{
  const char *open = strchr (module, '('), *close = open != NULL ? strchr (open, ')') : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) choices = NULL;
  g_autofree char *inside = NULL;

  if (close == NULL)
    return g_strdup (module);
  inside = g_strndup (open + 1, (gsize) (close - open - 1));
  choices = g_strsplit (inside, "|", TOK_N_MATRICES);
  for (guint i = 0; choices[i] != NULL; i++)
    {
      g_string_append_len (text, module, open - module);
      g_string_append (text, choices[i]);
      g_string_append (text, close + 1);
      g_string_append_c (text, ' ');
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static guint
find_matrices (const char *name, gboolean is_layer)
{
  guint of_part = find_words (name, parts, G_N_ELEMENTS (parts), FALSE, is_layer ? TOK_MATRICES_LAYERS : 0);
  guint of_matrix = find_words (name, matrices_of_parts, G_N_ELEMENTS (matrices_of_parts), TRUE, TOK_MATRICES_ALL);

  return of_part & of_matrix;
}

/* The number behind "layers." or "blocks."; @rest: what follows. */
static gboolean
find_layer (const char *module, guint *layer, const char **rest)
{
  static const char *const words[] = { "layers.", "blocks.", ".h." };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *at = strstr (module, words[i]);
      char *end;
      guint64 number;

      if (at == NULL || !g_ascii_isdigit (at[strlen (words[i])]))
        continue;
      number = g_ascii_strtoull (at + strlen (words[i]), &end, 10);
      *layer = (guint) MIN (number, G_MAXUINT);
      *rest = end;
      return TRUE;
    }
  return FALSE;
}

/* Parts that see or hear, and blocks that predict several tokens, number their layers too. */
static gboolean
is_beside_layers (const char *module)
{
  static const char *const words[] = { "vision", "visual", "audio", "mtp.", "multi_modal", "nextn" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (module, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

void
tok_config_storage_set_module (TokConfigStorage *self,
                               const char       *module,
                               TokConfigFormat   format)
{
  g_autofree char *name = write_out (module);
  const char *rest = name;
  guint layer;

  if (is_beside_layers (name))
    return;
  if (!find_layer (name, &layer, &rest))
    {
      if (self->n_for_all++ < MOST_FOR_ALL)
        tok_config_storage_set (self, find_matrices (name, FALSE), format);
    }
  else if (layer < self->architecture->n_layers)
    set_layer (self, layer, find_matrices (rest, rest[0] == '\0' || rest[strspn (rest, ".*")] == '\0'), format);
}

gboolean
tok_config_storage_is_mixed (const TokConfigStorage *self,
                             guint                   matrices,
                             TokConfigFormat         format)
{
  for (guint i = 0; i < self->architecture->n_layers; i++)
    for (guint j = 0; j < TOK_N_MATRICES; j++)
      if ((matrices & 1u << j) && fabs (self->formats[i][j].bits - format.bits) > 0.01)
        return TRUE;
  return FALSE;
}

static TokConfigMatrix
matrix_of_role (const TokTensor *tensor, const TokArchitecture *architecture)
{
  gboolean is_moe = tensor->layer < architecture->n_layers && architecture->layers[tensor->layer].ffn == TOK_FFN_MOE;
  gboolean is_shared = is_moe && architecture->experts.dense_parallel_size == 0;
  guint first = tensor->is_expert ? TOK_MATRIX_EXPERT_GATE : is_shared ? TOK_MATRIX_SHARED_GATE : TOK_MATRIX_DENSE_GATE;

  switch (tensor->role)
    {
    case TOK_ROLE_ATTN_Q:      return TOK_MATRIX_Q;
    case TOK_ROLE_ATTN_K:      return TOK_MATRIX_K;
    case TOK_ROLE_ATTN_V:      return TOK_MATRIX_V;
    case TOK_ROLE_ATTN_OUTPUT: return TOK_MATRIX_OUTPUT;
    case TOK_ROLE_FFN_GATE:    return first;
    case TOK_ROLE_FFN_UP:      return first + 1;
    case TOK_ROLE_FFN_DOWN:    return first + 2;
    case TOK_ROLE_EMBEDDING:   return TOK_MATRIX_EMBEDDING;
    case TOK_ROLE_HEAD:        return TOK_MATRIX_HEAD;
    default:                   return TOK_MATRIX_MIXER;
    }
}

static TokWeightSum *
sum_of_layer (TokLayerWeights *layer, TokConfigMatrix matrix)
{
  if (matrix < TOK_MATRIX_DENSE_GATE)
    return &layer->mixer;
  if (matrix < TOK_MATRIX_SHARED_GATE)
    return &layer->dense_ffn;
  return matrix < TOK_MATRIX_EXPERT_GATE ? &layer->shared_experts : &layer->routed_experts;
}

static TokWeightSum *
sum_of (TokModelWeights *weights, const TokTensor *tensor, TokConfigMatrix matrix)
{
  if (tensor->layer > weights->n_layers)
    return &weights->prediction;
  if (tensor->is_lookup)
    return &weights->lookup;
  if (tensor->layer < weights->n_layers)
    {
      TokLayerWeights *layer = &weights->layers[tensor->layer];

      if (tensor->role == TOK_ROLE_VECTOR)
        return tensor->is_expert ? &layer->routed_experts : &layer->vectors;
      return sum_of_layer (layer, matrix);
    }
  if (tensor->role == TOK_ROLE_EMBEDDING)
    return &weights->embedding;
  return tensor->role == TOK_ROLE_HEAD ? &weights->head : &weights->outside;
}

typedef struct
{
  const TokConfigStorage *storage;
  TokModelWeights        *weights;
} Weighing;

/* Tables and what lies outside of layers stay at 16 bit, but for the embedding and the head. */
static TokConfigFormat
format_of (const TokConfigStorage *self, const TokTensor *tensor, TokConfigMatrix matrix)
{
  if (tensor->role == TOK_ROLE_VECTOR || tensor->role == TOK_ROLE_KEPT || tensor->is_lookup)
    return TOK_CONFIG_PLAIN;
  if (matrix == TOK_MATRIX_EMBEDDING || matrix == TOK_MATRIX_HEAD)
    return self->formats[0][matrix];
  return tensor->layer < self->architecture->n_layers ? self->formats[tensor->layer][matrix] : TOK_CONFIG_PLAIN;
}

static void
weigh_tensor (const TokTensor *tensor, gpointer user_data)
{
  const Weighing *weighing = user_data;
  TokModelWeights *weights = weighing->weights;
  TokConfigMatrix matrix = matrix_of_role (tensor, weighing->storage->architecture);
  TokConfigFormat format = format_of (weighing->storage, tensor, matrix);
  TokWeightSum *sum = sum_of (weights, tensor, matrix);
  gboolean is_matrix = tensor->role != TOK_ROLE_VECTOR;
  gboolean is_idle_table = sum == &weights->embedding && !weighing->storage->architecture->tied_embeddings;
  TokWeightSum one = { tensor->elements * format.bits / BITS_OF_BYTE, tensor->elements, is_matrix ? tensor->elements : 0.0 };

  tok_weight_sum_add (sum, &one);
  if (sum != &weights->prediction && sum != &weights->lookup && !is_idle_table)
    (tensor->is_expert ? weights->expert_type_bytes : weights->dense_type_bytes)[format.type] += one.bytes;
}

TokModelWeights *
tok_config_storage_weigh (const TokConfigStorage *self)
{
  TokModelWeights *weights = tok_model_weights_new (self->architecture->n_layers);
  Weighing weighing = { self, weights };

  tok_architecture_foreach_tensor (self->architecture, weigh_tensor, &weighing);
  return weights;
}
