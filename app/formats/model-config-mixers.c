/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the latent, compressed, linear and state space layers of a config have in common. */

#include <glib/gi18n.h>

#include "formats/model-config-private.h"

#define LARGEST_HEAD 65535

static gboolean
has_mixer (const TokArchitecture *architecture, TokMixer mixer)
{
  for (guint i = 0; i < architecture->n_layers; i++)
    if (architecture->layers[i].mixer == mixer)
      return TRUE;
  return FALSE;
}

static void
read_indexer (TokConfigReading *reading)
{
  TokIndexer *indexer = &reading->architecture->indexer;

  indexer->top_k = tok_config_whole (reading, TOK_CONFIG_INDEX_TOP, 0);
  if (indexer->top_k == 0)
    return;
  indexer->n_heads = tok_config_whole (reading, TOK_CONFIG_INDEX_HEADS, 0);
  indexer->head_size = tok_config_whole (reading, TOK_CONFIG_INDEX_SIZE, 0);
}

static void
read_compressed (TokConfigReading *reading)
{
  reading->architecture->compressed = (TokCompressed) {
    .q_rank = tok_config_whole (reading, TOK_CONFIG_Q_RANK, 0),
    .output_groups = tok_config_whole (reading, TOK_CONFIG_OUTPUT_GROUPS, 1),
    .output_rank = tok_config_whole (reading, TOK_CONFIG_OUTPUT_RANK, 0),
    .rope_size = tok_config_whole (reading, TOK_CONFIG_ROPE_SIZE, 0),
  };
}

static void
read_delta_net (TokConfigReading *reading)
{
  TokLinear *linear = &reading->architecture->linear;

  linear->n_key_heads = tok_config_whole (reading, TOK_CONFIG_DELTA_KEY_HEADS, 0);
  linear->key_head_size = tok_config_whole (reading, TOK_CONFIG_DELTA_KEY_SIZE, 0);
  linear->n_value_heads = tok_config_whole (reading, TOK_CONFIG_DELTA_VALUE_HEADS, 0);
  linear->value_head_size = tok_config_whole (reading, TOK_CONFIG_DELTA_VALUE_SIZE, 0);
  linear->conv_kernel = tok_config_whole (reading, TOK_CONFIG_KERNEL, 0);
}

static void
read_kimi_delta (TokConfigReading *reading)
{
  TokLinear *linear = &reading->architecture->linear;

  linear->n_heads = tok_config_whole (reading, TOK_CONFIG_LINEAR_HEADS, 0);
  linear->head_size = tok_config_whole (reading, TOK_CONFIG_LINEAR_HEAD_SIZE, 0);
  linear->conv_kernel = tok_config_whole (reading, TOK_CONFIG_KERNEL, 0);
  linear->full_rank_gate = tok_config_flag (reading, TOK_CONFIG_FULL_RANK_GATE, FALSE);
}

static void
read_lightning (TokConfigReading *reading)
{
  TokLinear *linear = &reading->architecture->linear;

  linear->n_heads = tok_config_whole (reading, TOK_CONFIG_HEADS, 0);
  linear->head_size = tok_config_whole (reading, TOK_CONFIG_HEAD_SIZE, 0);
  if (linear->head_size == 0 && linear->n_heads > 0)
    linear->head_size = MIN (reading->architecture->hidden_size / linear->n_heads, LARGEST_HEAD);
}

/* The width of state spaces: as the file has it, which in models of nothing but the first Mamba is called that of a feed-forward
 * network; else that of the model times a factor. */
static guint
inner_width (TokConfigReading *reading)
{
  const double widest = 1e7;
  gboolean is_only = tok_config_has_trait (reading, TOK_TRAIT_MAMBA1) && tok_config_has_trait (reading, TOK_TRAIT_SINGLE_BLOCKS);
  double expanded = (double) reading->architecture->hidden_size * tok_config_whole (reading, TOK_CONFIG_STATE_EXPAND, 2);

  if (is_only && tok_config_whole (reading, TOK_CONFIG_FFN, 0) > 0)
    return tok_config_whole (reading, TOK_CONFIG_FFN, 0);
  return tok_config_whole (reading, TOK_CONFIG_STATE_WIDTH, (guint) MIN (expanded, widest));
}

static void
read_state_heads (TokConfigReading *reading)
{
  TokLinear *linear = &reading->architecture->linear;
  guint inner = inner_width (reading);
  guint heads = tok_config_whole (reading, TOK_CONFIG_STATE_HEADS, tok_config_whole (reading, TOK_CONFIG_HEADS, 1));
  guint size = tok_config_whole (reading, TOK_CONFIG_STATE_HEAD_SIZE, inner / MAX (heads, 1));

  linear->n_heads = heads;
  linear->head_size = MIN (size, LARGEST_HEAD);
  linear->n_groups = tok_config_whole (reading, TOK_CONFIG_STATE_GROUPS, 1);
  linear->gated_norm = TRUE;
}

/* The first kind of Mamba has no heads: each channel decays at its own pace.  What it has beyond the second kind counts as
 * further weights. */
static void
read_state_space (TokConfigReading *reading)
{
  TokLinear *linear = &reading->architecture->linear;

  if (tok_config_has_trait (reading, TOK_TRAIT_MAMBA1))
    {
      linear->n_heads = 1;
      linear->head_size = MIN (inner_width (reading), LARGEST_HEAD);
    }
  else
    read_state_heads (reading);
  linear->state_size = tok_config_whole (reading, TOK_CONFIG_STATE_SIZE, 0);
  linear->conv_kernel = tok_config_whole (reading, TOK_CONFIG_KERNEL, 4);
  linear->conv_bias = tok_config_flag (reading, TOK_CONFIG_CONV_BIAS, TRUE);
}

void
tok_config_read_mixers (TokConfigReading *reading)
{
  const struct { TokMixer mixer; void (*read) (TokConfigReading *reading); } readers[] = {
    { TOK_MIXER_COMPRESSED, read_compressed }, { TOK_MIXER_DELTA_NET, read_delta_net },
    { TOK_MIXER_KIMI_DELTA, read_kimi_delta }, { TOK_MIXER_LIGHTNING, read_lightning },
    { TOK_MIXER_MAMBA2, read_state_space },
  };
  const TokArchitecture *architecture = reading->architecture;

  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    if (has_mixer (architecture, readers[i].mixer))
      readers[i].read (reading);
  if (has_mixer (architecture, TOK_MIXER_SHORT_CONV))
    reading->architecture->linear.conv_kernel = tok_config_whole (reading, TOK_CONFIG_KERNEL, 0);
  if (has_mixer (architecture, TOK_MIXER_MLA) || has_mixer (architecture, TOK_MIXER_COMPRESSED))
    read_indexer (reading);
}
