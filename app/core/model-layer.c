/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cache, state and attention arithmetic of one layer (physics notes 4).
 *
 * FLOP per visible cell and token: one score and one weighted sum per query head, two FLOP per element. */

#include "core/model-layer.h"

/* Recurrent state is kept in F32. */
#define STATE_ELEMENT_BYTES 4.0
/* Compressed sparse attention picks among the cells of this ratio (DeepSeek-V4). */
#define SELECTING_RATIO 4

/* Where a layer's cache elements and FLOP go: by what bounds the number of its cells. */
typedef struct
{
  double k, v, flops, prefill_flops;   /* per cell */
} CellCost;

static void
add_full (const TokLayer *layer,
          CellCost        cost,
          TokLayerSums   *sums)
{
  if (!layer->shares_cache)
    {
      sums->full_k += cost.k;
      sums->full_v += cost.v;
    }
  sums->read_full_k += cost.k;
  sums->read_full_v += cost.v;
  sums->full_flops += cost.flops;
  sums->prefill_full_flops += cost.prefill_flops;
}

static void
add_window (const TokLayer *layer,
            CellCost        cost,
            TokLayerSums   *sums)
{
  if (!layer->shares_cache)
    {
      sums->window_k += cost.k;
      sums->window_v += cost.v;
    }
  sums->read_window_k += cost.k;
  sums->read_window_v += cost.v;
  sums->window_flops += cost.flops;
  sums->prefill_window_flops += cost.prefill_flops;
}

/* Allocated for every cell, read for the selected ones. */
static void
add_selected (const TokLayer *layer,
              CellCost        cost,
              TokLayerSums   *sums)
{
  if (!layer->shares_cache)
    {
      sums->full_k += cost.k;
      sums->full_v += cost.v;
    }
  sums->read_selected_k += cost.k;
  sums->read_selected_v += cost.v;
  sums->selected_flops += cost.flops;
  sums->prefill_selected_flops += cost.prefill_flops;
}

static CellCost
softmax_cost (const TokLayer *layer)
{
  double flops = 2.0 * layer->n_heads * ((double) layer->key_head_size + layer->value_head_size);

  return (CellCost) {
    .k = (double) layer->n_kv_heads * layer->key_head_size,
    .v = (double) layer->n_kv_heads * layer->value_head_size,
    .flops = flops,
    .prefill_flops = flops,
  };
}

/* Decode works on the latent itself; prefill unpacks keys and values of every head first. */
static CellCost
mla_cost (const TokArchitecture *architecture,
          const TokLayer        *layer)
{
  const TokMla *mla = &architecture->mla;

  return (CellCost) {
    .k = (double) mla->kv_rank + mla->rope_size,
    .flops = 2.0 * layer->n_heads * (2.0 * mla->kv_rank + mla->rope_size),
    .prefill_flops = 4.0 * layer->n_heads * ((double) mla->nope_size + mla->rope_size),
  };
}

/* The indexer scores every cell (every @cells_per_key cells as one) with its own keys. */
static CellCost
indexer_cost (const TokIndexer *indexer,
              double            cells_per_key)
{
  double flops = 2.0 * indexer->n_heads * indexer->head_size / cells_per_key;

  return (CellCost) { .k = indexer->head_size / cells_per_key, .flops = flops, .prefill_flops = flops };
}

static void
add_softmax (const TokArchitecture *architecture,
             const TokLayer        *layer,
             CellCost               cost,
             TokLayerSums          *sums)
{
  gboolean is_sparse = architecture->indexer.top_k > 0 && (layer->has_indexer || layer->mixer == TOK_MIXER_MLA);

  if (is_sparse)
    add_selected (layer, cost, sums);
  else
    add_full (layer, cost, sums);
  if (layer->has_indexer)
    add_full (layer, indexer_cost (&architecture->indexer, MAX (architecture->indexer.pool, 1)), sums);
}

/* A window of plain cells, and every @compress_ratio cells of the rest as one; K and V are the same vector. */
static void
add_compressed (const TokArchitecture *architecture,
                const TokLayer        *layer,
                TokLayerSums          *sums)
{
  double size = layer->key_head_size, flops = 4.0 * layer->n_heads * size, ratio = layer->compress_ratio;
  CellCost plain = { size, 0.0, flops, flops };
  CellCost packed;

  add_window (layer, plain, sums);
  if (layer->compress_ratio == 0)
    return;
  packed = (CellCost) { size / ratio, 0.0, flops / ratio, flops / ratio };
  if (layer->compress_ratio == SELECTING_RATIO)
    {
      add_selected (layer, packed, sums);
      add_full (layer, indexer_cost (&architecture->indexer, ratio), sums);
    }
  else
    add_full (layer, packed, sums);
}

/* Elements of recurrent state one sequence keeps in a layer: the matrix of each head and the tail of the convolution. */
static double
state_elements (const TokArchitecture *architecture,
                TokMixer               mixer)
{
  const TokLinear *linear = &architecture->linear;
  double tail = MAX (linear->conv_kernel, 1) - 1.0;
  double keys = (double) linear->n_key_heads * linear->key_head_size;
  double values = (double) linear->n_value_heads * linear->value_head_size;
  double inner = (double) linear->n_heads * linear->head_size;

  switch (mixer)
    {
    case TOK_MIXER_DELTA_NET:
      return values * linear->key_head_size + tail * (2.0 * keys + values);
    case TOK_MIXER_KIMI_DELTA:
      return inner * linear->head_size + tail * 3.0 * inner;
    case TOK_MIXER_MAMBA2:
      return inner * linear->state_size + tail * (inner + 2.0 * linear->n_groups * linear->state_size);
    case TOK_MIXER_LIGHTNING:
      return inner * linear->head_size;
    case TOK_MIXER_SHORT_CONV:
      return tail * architecture->hidden_size;
    default:
      return 0.0;
    }
}

static void
add_linear (const TokArchitecture *architecture,
            const TokLayer        *layer,
            TokLayerSums          *sums)
{
  sums->linear_layers += 1.0;
  sums->state_bytes += state_elements (architecture, layer->mixer) * STATE_ELEMENT_BYTES;
}

void
tok_model_layer_add_mixer (const TokArchitecture *architecture,
                           const TokLayer        *layer,
                           TokLayerSums          *sums)
{
  switch (layer->mixer)
    {
    case TOK_MIXER_FULL:
      add_softmax (architecture, layer, softmax_cost (layer), sums);
      break;
    case TOK_MIXER_MLA:
      add_softmax (architecture, layer, mla_cost (architecture, layer), sums);
      break;
    case TOK_MIXER_SLIDING:
    case TOK_MIXER_CHUNKED:
      add_window (layer, softmax_cost (layer), sums);
      break;
    case TOK_MIXER_COMPRESSED:
      add_compressed (architecture, layer, sums);
      break;
    case TOK_MIXER_DELTA_NET:
    case TOK_MIXER_KIMI_DELTA:
    case TOK_MIXER_MAMBA2:
    case TOK_MIXER_LIGHTNING:
    case TOK_MIXER_SHORT_CONV:
      add_linear (architecture, layer, sums);
      break;
    default:
      break;
    }
}

double
tok_model_layer_selected_cells (const TokArchitecture *architecture)
{
  double cells_per_pick = 1.0;

  for (guint i = 0; i < architecture->n_layers; i++)
    if (architecture->layers[i].mixer == TOK_MIXER_COMPRESSED)
      cells_per_pick = SELECTING_RATIO;
  return architecture->indexer.top_k * cells_per_pick;
}
