/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layers in files.  The shape at the top of an entry is that of every layer; by_kind and explicit_layers say what differs. */

#include "formats/catalog-layers.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/catalog-layer.h"
#include "formats/error.h"
#include "formats/json-read.h"

/* What an entry says of its layers besides their shape. */
typedef struct
{
  const char *layer_pattern, *ffn_pattern;
  double      n_cache_sharing;      /* the last ones */
  double      cache_period;         /* one layer in so many owns a cache */
  double      wide_ffn, wide_from;
  JsonArray  *compress_ratios, *indexer_layers;
} Hints;

/* The first letter of @pattern nobody knows, 0 when all are known. */
static char
unknown_mixer (const char *pattern)
{
  TokMixer mixer;

  while (*pattern != '\0' && tok_layer_mixer_from_letter (*pattern, &mixer))
    pattern++;
  return *pattern;
}

static char
unknown_ffn (const char *pattern)
{
  TokFfn ffn;

  while (*pattern != '\0' && tok_layer_ffn_from_letter (*pattern, &ffn))
    pattern++;
  return *pattern;
}

static gboolean
check_pattern (JsonObject *object, const char *path, const char *pattern, char unknown, guint n_layers, GError **error)
{
  if (pattern[0] == '\0' || strlen (pattern) > n_layers)
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error,
                            _("“%s” must have one letter per layer, or fewer that repeat."), path);
  if (unknown != '\0')
    return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error,
                            _("“%s” has the unknown letter “%c”."), path, g_ascii_isprint (unknown) ? unknown : '?');
  return TRUE;
}

static gboolean
read_optional_string (JsonObject *object, const char *path, const char **value, GError **error)
{
  return !tok_json_has (object, path) || tok_json_read_string (object, path, TOK_MAX_LAYERS, value, error);
}

static gboolean
read_optional_whole (JsonObject *object, const char *path, double maximum, double *value, GError **error)
{
  return !tok_json_has (object, path) || tok_json_read_whole (object, path, 1, maximum, value, error);
}

static gboolean
read_optional_array (JsonObject *object, const char *path, JsonArray **value, GError **error)
{
  return !tok_json_has (object, path) || tok_json_read_array (object, path, TOK_MAX_LAYERS, value, error);
}

static gboolean
read_hints (JsonObject *object, guint n_layers, Hints *hints, GError **error)
{
  *hints = (Hints) { .layer_pattern = "F", .ffn_pattern = "d", .cache_period = 1, .wide_from = n_layers };

  return read_optional_string (object, "layer_pattern", &hints->layer_pattern, error)
         && read_optional_string (object, "ffn_pattern", &hints->ffn_pattern, error)
         && check_pattern (object, "layer_pattern", hints->layer_pattern, unknown_mixer (hints->layer_pattern), n_layers, error)
         && check_pattern (object, "ffn_pattern", hints->ffn_pattern, unknown_ffn (hints->ffn_pattern), n_layers, error)
         && read_optional_whole (object, "kv_shared_layers", n_layers, &hints->n_cache_sharing, error)
         && read_optional_whole (object, "cross_layer_kv_share", n_layers, &hints->cache_period, error)
         && read_optional_whole (object, "ffn_size_wide", TOK_LAYER_LARGEST_WIDTH, &hints->wide_ffn, error)
         && read_optional_whole (object, "ffn_wide_from", n_layers, &hints->wide_from, error)
         && read_optional_array (object, "attention.csa.compress_ratios", &hints->compress_ratios, error)
         && read_optional_array (object, "attention.indexer.layers", &hints->indexer_layers, error);
}

static gboolean
array_has (JsonArray *array, guint value)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      /* json-glib would make an integer of any number, however large. */
      if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64 && json_node_get_int (node) == value)
        return TRUE;
    }
  return FALSE;
}

/* The indexer picks cells of full and latent attention, and of the finely compressed layers. */
static gboolean
layer_has_indexer (const TokLayer *layer, guint index, const TokArchitecture *architecture, const Hints *hints)
{
  const guint fine_ratio = 4;

  if (architecture->indexer.n_heads == 0)
    return FALSE;
  if (layer->mixer == TOK_MIXER_COMPRESSED)
    return layer->compress_ratio == fine_ratio;
  if (layer->mixer != TOK_MIXER_FULL && layer->mixer != TOK_MIXER_MLA)
    return FALSE;
  return hints->indexer_layers == NULL || array_has (hints->indexer_layers, index);
}

static gboolean
set_compress_ratio (TokLayer *layer, guint index, const Hints *hints, GError **error)
{
  JsonArray *ratios = hints->compress_ratios;
  JsonNode *node;

  if (layer->mixer != TOK_MIXER_COMPRESSED || ratios == NULL)
    return TRUE;
  node = index < json_array_get_length (ratios) ? json_array_get_element (ratios, index) : NULL;
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64
      || json_node_get_int (node) < 0 || json_node_get_int (node) > TOK_LAYER_LARGEST_RATIO)
    {
      g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                   _("“%s” must have a whole number for every layer."), "attention.csa.compress_ratios");
      return FALSE;
    }
  layer->compress_ratio = (guint) json_node_get_int (node);
  return TRUE;
}

static gboolean
apply_kind (JsonObject *object, TokLayer *layer, GError **error)
{
  g_autofree char *path = g_strdup_printf ("by_kind.%c", tok_layer_mixer_letter (layer->mixer));
  JsonObject *exception;

  if (!tok_json_has (object, path))
    return TRUE;
  return tok_json_read_object (object, path, &exception, error) && tok_layer_read (exception, layer, error);
}

static gboolean
fill_layer (JsonObject *object, const TokLayer *base, guint index, const Hints *hints, TokArchitecture *architecture, GError **error)
{
  TokLayer *layer = &architecture->layers[index];

  *layer = *base;
  tok_layer_mixer_from_letter (hints->layer_pattern[index % strlen (hints->layer_pattern)], &layer->mixer);
  tok_layer_ffn_from_letter (hints->ffn_pattern[index % strlen (hints->ffn_pattern)], &layer->ffn);
  if (hints->wide_ffn > 0 && index >= hints->wide_from)
    layer->ffn_size = (guint) hints->wide_ffn;
  layer->shares_cache = index >= architecture->n_layers - hints->n_cache_sharing || index % (guint) hints->cache_period != 0;
  if (!apply_kind (object, layer, error) || !set_compress_ratio (layer, index, hints, error))
    return FALSE;
  layer->has_indexer = layer_has_indexer (layer, index, architecture, hints);
  return TRUE;
}

static gboolean
read_run (JsonArray *runs, guint index, const TokLayer *base, TokLayer *layer, double *repeat, GError **error)
{
  JsonObject *run;

  *layer = *base;
  *repeat = 1;
  return tok_json_read_element (runs, "explicit_layers", index, &run, error)
         && read_optional_whole (run, "repeat", TOK_MAX_LAYERS, repeat, error)
         && tok_layer_read (run, layer, error);
}

static gboolean
read_runs (JsonObject *object, const TokLayer *base, TokArchitecture *architecture, GError **error)
{
  JsonArray *runs;
  guint n = 0;

  if (!tok_json_read_array (object, "explicit_layers", architecture->n_layers, &runs, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (runs); i++)
    {
      TokLayer layer;
      double repeat;

      if (!read_run (runs, i, base, &layer, &repeat, error))
        return FALSE;
      for (; repeat > 0; repeat--, n++)
        if (n < architecture->n_layers)
          architecture->layers[n] = layer;
    }
  if (n == architecture->n_layers)
    return TRUE;
  return tok_json_refuse (object, "explicit_layers", TOK_FORMAT_ERROR_VALUE, error,
                          _("The runs in “%s” add up to %u layers instead of %u."), "explicit_layers", n, architecture->n_layers);
}

/* Every key-value head serves the same number of query heads. */
static gboolean
check_heads (JsonObject *object, const TokLayer *layer, guint index, GError **error)
{
  gboolean is_own = tok_json_has (object, "by_kind") || tok_json_has (object, "explicit_layers");

  if (!tok_layer_has_key_heads (layer) || layer->n_heads % layer->n_kv_heads == 0)
    return TRUE;
  return tok_json_refuse (object, is_own ? "" : "n_kv_heads", TOK_FORMAT_ERROR_VALUE, error,
                          _("“n_kv_heads” must divide “n_heads”, but in layer %u they are %u and %u."),
                          index + 1, layer->n_kv_heads, layer->n_heads);
}

static gboolean
finish_layers (JsonObject *object, TokArchitecture *architecture, GError **error)
{
  for (guint i = 0; i < architecture->n_layers; i++)
    {
      TokLayer *layer = &architecture->layers[i];
      const char *missing = tok_layer_missing_member (layer, architecture);

      if (missing != NULL)
        return tok_json_refuse (object, missing, TOK_FORMAT_ERROR_VALUE, error,
                                _("“%s” is missing or 0, but layer %u needs it."), missing, i + 1);
      if (!check_heads (object, layer, i, error))
        return FALSE;
      tok_layer_tidy (layer);
    }
  return TRUE;
}

gboolean
tok_layers_read (JsonObject      *object,
                 TokArchitecture *architecture,
                 GError         **error)
{
  TokLayer base = { .mixer = TOK_MIXER_FULL, .ffn = TOK_FFN_DENSE };
  Hints hints;

  if (!tok_layer_read (object, &base, error))
    return FALSE;
  if (tok_json_has (object, "explicit_layers"))
    return read_runs (object, &base, architecture, error) && finish_layers (object, architecture, error);
  if (!read_hints (object, architecture->n_layers, &hints, error))
    return FALSE;
  for (guint i = 0; i < architecture->n_layers; i++)
    if (!fill_layer (object, &base, i, &hints, architecture, error))
      return FALSE;
  return finish_layers (object, architecture, error);
}

gboolean
tok_layers_have (const char *name)
{
  static const char *const others[] = {
    "by_kind", "cross_layer_kv_share", "explicit_layers", "ffn_pattern", "ffn_size_wide", "ffn_wide_from", "kv_shared_layers",
    "layer_pattern", NULL,
  };

  return tok_layer_has_member (name) || g_strv_contains (others, name);
}

/* The end of the run of equal layers that begins at @start. */
static guint
run_end (const TokArchitecture *architecture, guint start)
{
  guint end = start + 1;

  while (end < architecture->n_layers && tok_layer_equal (&architecture->layers[end], &architecture->layers[start]))
    end++;
  return end;
}

void
tok_layers_write (const TokArchitecture *architecture,
                  JsonObject            *object)
{
  const TokLayer fallback = { .mixer = TOK_MIXER_FULL, .ffn = TOK_FFN_DENSE };
  JsonArray *runs = json_array_new ();

  for (guint start = 0, end; start < architecture->n_layers; start = end)
    {
      JsonObject *run = json_object_new ();

      end = run_end (architecture, start);
      if (end - start > 1)
        json_object_set_int_member (run, "repeat", end - start);
      tok_layer_write (&architecture->layers[start], &fallback, run);
      json_array_add_object_element (runs, run);
    }
  json_object_set_array_member (object, "explicit_layers", runs);
}

void
tok_layers_pack (const TokArchitecture *architecture,
                 TokPacker             *packer)
{
  for (guint start = 0, end; start < architecture->n_layers; start = end)
    {
      end = run_end (architecture, start);
      tok_packer_number (packer, end - start);
      tok_layer_pack (&architecture->layers[start], packer);
    }
}

void
tok_layers_unpack (TokUnpacker     *unpacker,
                   TokArchitecture *architecture)
{
  for (guint start = 0, end; start < architecture->n_layers; start = end)
    {
      guint length = tok_unpacker_whole (unpacker);

      end = CLAMP (start + length, start + 1, architecture->n_layers);
      tok_layer_unpack (unpacker, &architecture->layers[start]);
      for (guint i = start + 1; i < end; i++)
        architecture->layers[i] = architecture->layers[start];
    }
}
