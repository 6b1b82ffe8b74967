/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model from a GGUF header: checks what it is, sizes it, and tells what had to be assumed. */

#include "formats/gguf-model.h"

#include <glib/gi18n.h>
#include <math.h>

#include "formats/error.h"
#include "formats/gguf-notes.h"
#include "formats/gguf-private.h"
#include "formats/gguf-reading.h"

#define MOST_WORDS 100000000
/* Two bytes per element and more: not quantized. */
#define UNQUANTIZED_BYTES 1.9

const TokGgufValue *
tok_gguf_reading_value (const TokGgufReading *reading,
                        const char           *name)
{
  g_autofree char *key = g_strconcat (reading->gguf->architecture, ".", name, NULL);

  return tok_gguf_value (reading->gguf, key);
}

guint
tok_gguf_value_at (const TokGgufValue *value,
                   guint               layer,
                   guint               maximum,
                   guint               fallback)
{
  double number;

  if (value == NULL || (value->type != TOK_GGUF_NUMBER && value->type != TOK_GGUF_NUMBERS))
    return fallback;
  if (value->type == TOK_GGUF_NUMBERS && layer >= value->length)
    return fallback;
  number = value->type == TOK_GGUF_NUMBERS ? value->numbers[layer] : value->number;
  return number >= 0.0 && number <= maximum && number == floor (number) ? (guint) number : fallback;
}

guint
tok_gguf_reading_whole (const TokGgufReading *reading,
                        const char           *name,
                        guint                 maximum,
                        guint                 fallback)
{
  return tok_gguf_value_at (tok_gguf_reading_value (reading, name), 0, maximum, fallback);
}

guint
tok_gguf_size (guint64 number,
               guint   maximum)
{
  return number <= maximum ? (guint) number : 0;
}

void
tok_gguf_reading_note (TokGgufReading *reading,
                       const char     *format,
                       ...)
{
  va_list arguments;

  va_start (arguments, format);
  tok_model_file_note (reading->notes, format, arguments);
  va_end (arguments);
}

static void
reading_clear (TokGgufReading *self)
{
  g_clear_pointer (&self->architecture, tok_architecture_unref);
  g_clear_pointer (&self->layers, g_free);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TokGgufReading, reading_clear)

/* Blocks with tensors of multi-token prediction stand behind the layers and are counted with them. */
static void
count_layers (TokGgufReading *reading)
{
  guint n_blocks = tok_gguf_reading_whole (reading, "block_count", G_MAXINT, 0);
  guint n_prediction = tok_gguf_reading_whole (reading, "nextn_predict_layers", TOK_MAX_LAYERS, 0);
  guint most = 0, first_prediction = G_MAXUINT;

  for (guint i = 0; i < reading->gguf->tensors->len; i++)
    {
      const TokGgufTensor *tensor = &g_array_index (reading->gguf->tensors, TokGgufTensor, i);
      TokGgufName name;

      tok_gguf_parse_name (tok_gguf_tensor_name (reading->gguf, tensor), &name);
      if (name.layer < 0)
        continue;
      most = MAX (most, (guint) name.layer + 1);
      if (name.part == TOK_PART_NEXTN || name.part == TOK_PART_NEXTN_EMBD)
        first_prediction = MIN (first_prediction, (guint) name.layer);
    }
  if (n_blocks == 0)
    n_blocks = most;
  reading->n_layers = MIN (n_blocks, first_prediction);
  if (n_prediction > 0 && n_prediction < n_blocks && most <= n_blocks - n_prediction)
    reading->n_layers = MIN (reading->n_layers, n_blocks - n_prediction);
  reading->n_prediction = first_prediction != G_MAXUINT ? MAX (most, first_prediction) - first_prediction : 0;
}

static gboolean
refuse (const char *message, GError **error)
{
  g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, message);
  return FALSE;
}

static gboolean
has_layers (const TokGgufReading *reading)
{
  for (guint i = 0; i < reading->n_layers; i++)
    if (reading->layers[i].n_tensors > 0)
      return TRUE;
  return FALSE;
}

/* Widths that everything else is counted in. */
static gboolean
read_widths (TokGgufReading *reading, GError **error)
{
  const TokGgufLayer *outside = &reading->layers[reading->n_layers];
  const TokGgufShape *embedding = &outside->parts[TOK_PART_TOKEN_EMBD];
  const TokGgufValue *tokens = tok_gguf_value (reading->gguf, "tokenizer.ggml.tokens");
  TokArchitecture *architecture = reading->architecture;
  guint n_words = tokens != NULL ? tok_gguf_size (tokens->length, MOST_WORDS) : 0;

  architecture->hidden_size = tok_gguf_reading_whole (reading, "embedding_length", TOK_GGUF_LARGEST_WIDTH,
                                                      tok_gguf_size (embedding->columns, TOK_GGUF_LARGEST_WIDTH));
  architecture->vocab_size = embedding->has_weight ? tok_gguf_size (embedding->rows, MOST_WORDS)
                                                   : tok_gguf_reading_whole (reading, "vocab_size", MOST_WORDS, n_words);
  architecture->context_max = tok_gguf_reading_whole (reading, "context_length", TOK_GGUF_MOST_TOKENS, 0);
  /* a model in parts is one of the large, which have a head: it is in a part that is missing */
  architecture->tied_embeddings = !outside->parts[TOK_PART_OUTPUT].has_weight && reading->gguf->missing_shards->len == 0;
  if (architecture->hidden_size > 0 && architecture->vocab_size > 0)
    return TRUE;
  return refuse (_("The file says neither how wide the model is nor how many words it knows; it is no language model."), error);
}

/* What keys tell of a layer's kind. */
static guint *
find_kinds (const TokGgufReading *reading)
{
  const TokGgufValue *kv_heads = tok_gguf_reading_value (reading, "attention.head_count_kv");
  guint interval = MAX (tok_gguf_reading_whole (reading, "full_attention_interval", TOK_MAX_LAYERS, 1), 1);
  guint *kinds = g_new (guint, reading->n_layers);

  for (guint i = 0; i < reading->n_layers; i++)
    kinds[i] = 4 * tok_gguf_value_at (kv_heads, i, TOK_GGUF_MOST_HEADS, 0) + 2 * tok_gguf_is_sliding (reading, i)
               + ((i + 1) % interval == 0);
  return kinds;
}

/* A layer whose tensors are missing is like the nearest before it of the same kind, else the first after it. */
static void
fill_layers (TokGgufReading *reading)
{
  g_autofree guint *kinds = find_kinds (reading);
  guint n_missing = 0;

  for (guint i = 0; i < reading->n_layers; i++)
    {
      guint like = G_MAXUINT;

      if (reading->layers[i].n_tensors > 0)
        continue;
      n_missing++;
      for (guint j = 0; j < reading->n_layers; j++)
        if (reading->layers[j].n_tensors > 0 && kinds[j] == kinds[i] && (like == G_MAXUINT || j < i))
          like = j;
      if (like != G_MAXUINT)
        reading->architecture->layers[i] = reading->architecture->layers[like];
    }
  if (n_missing > 0)
    tok_gguf_reading_note (reading,
                           ngettext ("%u layer has no tensors in what was found; it is taken for one like the others.",
                                     "%u layers have no tensors in what was found; they are taken for ones like the others.",
                                     n_missing), n_missing);
}

static gboolean
read_shape (TokGgufReading *reading, GError **error)
{
  count_layers (reading);
  if (reading->n_layers == 0)
    return refuse (_("The file has no layers of a language model."), error);
  if (reading->n_layers > TOK_MAX_LAYERS)
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT, _("The file has %u layers; the program takes up to %u."),
                   reading->n_layers, TOK_MAX_LAYERS);
      return FALSE;
    }
  reading->architecture = tok_architecture_new (reading->n_layers);
  reading->layers = tok_gguf_find_layers (reading->gguf, reading->n_layers);
  if (!has_layers (reading))
    return refuse (_("The file has no layers of a language model."), error);
  if (!read_widths (reading, error))
    return FALSE;
  tok_gguf_read_mixers (reading);
  tok_gguf_read_ffns (reading);
  fill_layers (reading);
  return tok_gguf_check_shape (reading, error);
}

/* What the inventory of the architecture does not name: tables, and matrices every token reads. */
static void
add_extras (TokArchitecture *architecture, const TokModelWeights *weights)
{
  double total = tok_model_weights_total (weights, FALSE).elements;
  double rest = total - weights->lookup.elements - tok_architecture_total_params (architecture);
  TokWeightSum all = tok_model_weights_total (weights, FALSE);
  gboolean is_kept = weights->outside.elements > 0.0
                     && weights->outside.bytes >= UNQUANTIZED_BYTES * weights->outside.elements
                     && all.bytes < UNQUANTIZED_BYTES * all.elements;

  architecture->extras = g_new0 (TokExtra, 2);
  if (weights->lookup.elements > 0.0)
    architecture->extras[architecture->n_extras++] = (TokExtra) { weights->lookup.elements, TRUE, FALSE };
  if (rest > 0.5)
    architecture->extras[architecture->n_extras++] = (TokExtra) { rest, FALSE, is_kept };
}

static void
read_prediction (TokGgufReading *reading)
{
  const TokGguf *gguf = reading->gguf;

  reading->architecture->mtp_layers = MIN (reading->n_prediction, 64);
  for (guint i = 0; i < gguf->tensors->len; i++)
    {
      TokGgufName name;

      tok_gguf_parse_name (tok_gguf_tensor_name (gguf, &g_array_index (gguf->tensors, TokGgufTensor, i)), &name);
      if (name.part == TOK_PART_NEXTN_EMBD)
        reading->architecture->mtp_embeddings = TRUE;
    }
}

static void
take_texts (TokGgufReading *reading)
{
  TokArchitecture *architecture = reading->architecture;

  g_free (architecture->name);
  g_free (architecture->family);
  architecture->name = g_strdup (reading->gguf->name);
  architecture->family = tok_gguf_shown_name (reading->gguf->architecture, TOK_GGUF_SHOWN_BYTES);
}

static gboolean
check_kind (const TokGguf *gguf, GError **error)
{
  switch (gguf->kind)
    {
    case TOK_GGUF_VOCABULARY:
      return refuse (_("The file holds only a vocabulary, no weights; open the model's own file."), error);
    case TOK_GGUF_PROJECTOR:
      return refuse (_("This is a projector (mmproj), which gives a model eyes or ears; open the model it goes with."), error);
    case TOK_GGUF_ADAPTER:
      return refuse (_("This is a LoRA adapter, which changes a model but is none; open the model it goes with."), error);
    case TOK_GGUF_IMATRIX:
      return refuse (_("This is an importance matrix, which is used to quantize a model; open the model itself."), error);
    case TOK_GGUF_ENCODER:
      return refuse (_("This model reads text but writes none (an encoder, for embeddings or ranking): "
                       "it has no speed of answers to estimate."), error);
    default:
      break;
    }
  if (gguf->split_index == 0)
    return TRUE;
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
               _("This is part %u of %u, and only part 1 says what the model is; open that."),
               gguf->split_index + 1, gguf->split_count);
  return FALSE;
}

TokModelFile *
tok_gguf_model_new (const TokGguf *gguf,
                    GError       **error)
{
  g_autoptr (TokModelFile) file = tok_model_file_new ();
  g_auto (TokGgufReading) reading = { .gguf = gguf, .notes = g_ptr_array_ref (file->notes) };
  g_autoptr (TokModelWeights) weights = NULL;

  if (!check_kind (gguf, error) || !read_shape (&reading, error))
    return NULL;
  take_texts (&reading);
  weights = tok_gguf_read_weights (gguf, reading.n_layers);
  if (gguf->missing_shards->len == 0)
    add_extras (reading.architecture, weights);
  read_prediction (&reading);
  if (!tok_model_file_check_savable (reading.architecture, weights, error))
    return NULL;

  weights->with_imatrix = tok_gguf_value (gguf, "quantize.imatrix.file") != NULL;
  weights->file_type = tok_gguf_pick_file_type (gguf, weights, reading.architecture, weights->with_imatrix);
  file->file_bytes = gguf->data_bytes;
  file->with_imatrix = weights->with_imatrix;
  file->file_type = weights->file_type;
  if (gguf->missing_shards->len == 0)
    file->weights = g_steal_pointer (&weights);
  else if (reading.architecture->usual_file_type != TOK_FILE_MXFP4_MOE)   /* which says how the experts stay */
    reading.architecture->usual_file_type = file->file_type;              /* plan files keep it */
  tok_gguf_count_types (gguf, file->types);
  tok_gguf_note_file (&reading, file->types);
  file->architecture = g_steal_pointer (&reading.architecture);
  return g_steal_pointer (&file);
}
