/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One layer in files. */

#include "formats/catalog-layer.h"

#include <string.h>

#include "formats/field.h"

/* Two of these multiplied stay below 2^32. */
#define MOST_HEADS 65535
#define LARGEST_HEAD 65535

static const char *
mixer_letter (guint value)
{
  static const char *const letters[TOK_N_MIXERS] = {
    [TOK_MIXER_NONE] = "-", [TOK_MIXER_FULL] = "F", [TOK_MIXER_SLIDING] = "S", [TOK_MIXER_CHUNKED] = "C", [TOK_MIXER_MLA] = "X",
    [TOK_MIXER_COMPRESSED] = "Z", [TOK_MIXER_DELTA_NET] = "D", [TOK_MIXER_KIMI_DELTA] = "K", [TOK_MIXER_MAMBA2] = "M",
    [TOK_MIXER_LIGHTNING] = "L", [TOK_MIXER_SHORT_CONV] = "V", [TOK_MIXER_LINEAR] = "W",
  };

  return letters[value];
}

static const char *
ffn_letter (guint value)
{
  static const char *const letters[] = { ".", "d", "e", "w" };

  return letters[value];
}

#define N_FFNS (TOK_FFN_LINEAR + 1)
#define LAYER(member) .offset = G_STRUCT_OFFSET (TokLayer, member)

static const TokField layer_fields[] = {
  { "mixer", TOK_FIELD_CHOICE, LAYER (mixer), .name = mixer_letter, .n_names = TOK_N_MIXERS },
  { "ffn", TOK_FIELD_CHOICE, LAYER (ffn), .name = ffn_letter, .n_names = N_FFNS },
  { "n_heads", TOK_FIELD_WHOLE, LAYER (n_heads), 0, MOST_HEADS },
  { "n_kv_heads", TOK_FIELD_WHOLE, LAYER (n_kv_heads), 0, MOST_HEADS },
  { "head_dim", TOK_FIELD_WHOLE, LAYER (key_head_size), 0, LARGEST_HEAD },
  { "v_head_dim", TOK_FIELD_WHOLE, LAYER (value_head_size), 0, LARGEST_HEAD },
  { "ffn_size", TOK_FIELD_WHOLE, LAYER (ffn_size), 0, TOK_LAYER_LARGEST_WIDTH },
  { "compress_ratio", TOK_FIELD_WHOLE, LAYER (compress_ratio), 0, TOK_LAYER_LARGEST_RATIO },
  { "k_eq_v", TOK_FIELD_FLAG, LAYER (k_eq_v) },
  { "has_indexer", TOK_FIELD_FLAG, LAYER (has_indexer) },
  { "shares_cache", TOK_FIELD_FLAG, LAYER (shares_cache) },
};

static gboolean
letter_value (char letter, TokFieldNameFunc name, guint n_names, guint *value)
{
  for (guint i = 0; i < n_names; i++)
    if (name (i)[0] == letter)
      {
        *value = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
has_heads (const TokLayer *layer)
{
  return layer->mixer >= TOK_MIXER_FULL && layer->mixer <= TOK_MIXER_COMPRESSED;
}

gboolean
tok_layer_has_key_heads (const TokLayer *layer)
{
  return layer->mixer >= TOK_MIXER_FULL && layer->mixer <= TOK_MIXER_CHUNKED;
}

gboolean
tok_layer_mixer_from_letter (char      letter,
                             TokMixer *mixer)
{
  guint value;

  if (!letter_value (letter, mixer_letter, TOK_N_MIXERS, &value))
    return FALSE;
  *mixer = (TokMixer) value;
  return TRUE;
}

gboolean
tok_layer_ffn_from_letter (char    letter,
                           TokFfn *ffn)
{
  guint value;

  if (!letter_value (letter, ffn_letter, N_FFNS, &value))
    return FALSE;
  *ffn = (TokFfn) value;
  return TRUE;
}

char
tok_layer_mixer_letter (TokMixer mixer)
{
  return mixer_letter (mixer)[0];
}

gboolean
tok_layer_read (JsonObject *object,
                TokLayer   *layer,
                GError    **error)
{
  return tok_fields_read (layer_fields, G_N_ELEMENTS (layer_fields), object, layer, error);
}

gboolean
tok_layer_has_member (const char *name)
{
  return tok_fields_have (layer_fields, G_N_ELEMENTS (layer_fields), name);
}

void
tok_layer_write (const TokLayer *layer,
                 const TokLayer *fallback,
                 JsonObject     *object)
{
  tok_fields_write (layer_fields, G_N_ELEMENTS (layer_fields), layer, fallback, object);
}

void
tok_layer_pack (const TokLayer *layer,
                TokPacker      *packer)
{
  tok_fields_pack (layer_fields, G_N_ELEMENTS (layer_fields), layer, packer);
}

void
tok_layer_unpack (TokUnpacker *unpacker,
                  TokLayer    *layer)
{
  tok_fields_unpack (layer_fields, G_N_ELEMENTS (layer_fields), unpacker, layer);
}

void
tok_layer_tidy (TokLayer *layer)
{
  if (layer->value_head_size == 0)
    layer->value_head_size = layer->key_head_size;
  if (!has_heads (layer))
    {
      layer->n_heads = layer->n_kv_heads = layer->key_head_size = layer->value_head_size = 0;
      layer->k_eq_v = layer->has_indexer = layer->shares_cache = FALSE;
    }
  if (layer->ffn != TOK_FFN_DENSE)
    layer->ffn_size = 0;
}

gboolean
tok_layer_equal (const TokLayer *layer,
                 const TokLayer *other)
{
  return memcmp (layer, other, sizeof *layer) == 0;
}

const char *
tok_layer_missing_member (const TokLayer        *layer,
                          const TokArchitecture *architecture)
{
  gboolean is_windowed = layer->mixer == TOK_MIXER_SLIDING || layer->mixer == TOK_MIXER_CHUNKED || layer->mixer == TOK_MIXER_COMPRESSED;

  if (has_heads (layer) && layer->n_heads == 0)
    return "n_heads";
  if (tok_layer_has_key_heads (layer) && layer->n_kv_heads == 0)
    return "n_kv_heads";
  if (has_heads (layer) && layer->mixer != TOK_MIXER_MLA && layer->key_head_size == 0)
    return "head_dim";
  if (is_windowed && architecture->window == 0)
    return "attention.window";
  if (layer->mixer == TOK_MIXER_MLA && architecture->mla.kv_rank == 0)
    return "attention.mla";
  if (layer->mixer >= TOK_MIXER_DELTA_NET && layer->mixer <= TOK_MIXER_SHORT_CONV && architecture->linear.n_heads == 0
      && architecture->linear.n_key_heads == 0 && architecture->linear.conv_kernel == 0)
    return "attention.linear";
  if (layer->ffn == TOK_FFN_DENSE && layer->ffn_size == 0)
    return "ffn_size";
  if (layer->ffn == TOK_FFN_MOE && architecture->experts.n_experts == 0)
    return "moe";
  return NULL;
}
