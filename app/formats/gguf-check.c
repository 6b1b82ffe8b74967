/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shape read from a GGUF header must be one the program can compute with. */

#include <glib/gi18n.h>

#include "formats/catalog-layer.h"
#include "formats/error.h"
#include "formats/gguf-reading.h"

/* Every key-value head serves the same number of query heads. */
static void
mend_heads (TokGgufReading *reading, TokLayer *layer)
{
  if (!tok_layer_has_key_heads (layer) || (layer->n_kv_heads > 0 && layer->n_heads % layer->n_kv_heads == 0))
    return;
  layer->n_kv_heads = layer->n_heads;
  tok_gguf_reading_note (reading, _("The heads of keys and values do not fit those of queries; as many are assumed."));
}

static const char *
missing_of_experts (const TokExperts *experts)
{
  if (experts->n_experts > 0 && experts->expert_size == 0)
    return "expert_feed_forward_length";
  return NULL;
}

static const char *
missing_of_model (const TokArchitecture *architecture)
{
  gboolean has_indexer = FALSE, is_latent = FALSE, is_compressed = FALSE;

  for (guint i = 0; i < architecture->n_layers; i++)
    {
      has_indexer = has_indexer || architecture->layers[i].has_indexer;
      is_latent = is_latent || architecture->layers[i].mixer == TOK_MIXER_MLA;
      is_compressed = is_compressed || architecture->layers[i].mixer == TOK_MIXER_COMPRESSED;
    }
  if (has_indexer && (architecture->indexer.n_heads == 0 || architecture->indexer.head_size == 0))
    return "attention.indexer";
  if (is_latent && architecture->mla.value_size == 0)
    return "attention.value_length_mla";
  if (is_compressed && (architecture->compressed.q_rank == 0 || architecture->compressed.output_groups == 0
                        || architecture->compressed.output_rank == 0))
    return "attention.output_lora_rank";
  return missing_of_experts (&architecture->experts);
}

static gboolean
refuse (guint layer, const char *missing, GError **error)
{
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
               _("The file does not tell the shape of layer %u (“%s”); it is damaged, or a model of a kind not known yet."),
               layer, missing);
  return FALSE;
}

gboolean
tok_gguf_check_shape (TokGgufReading *reading,
                      GError        **error)
{
  TokArchitecture *architecture = reading->architecture;
  const char *missing;

  for (guint i = 0; i < reading->n_layers; i++)
    {
      TokLayer *layer = &architecture->layers[i];

      mend_heads (reading, layer);
      missing = tok_layer_missing_member (layer, architecture);
      if (missing != NULL)
        return refuse (i + 1, missing, error);
      tok_layer_tidy (layer);
    }
  missing = missing_of_model (architecture);
  return missing == NULL || refuse (1, missing, error);
}
