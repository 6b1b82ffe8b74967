/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tensors of a model's file, layer by layer: norms, feed-forward networks, experts, and what stands outside the layers. */

#include "core/tensor-walk.h"

static void
walk_ffn (const TokTensorWalk *walk,
          double      width)
{
  const TokArchitecture *a = walk->architecture;
  double hidden = a->hidden_size;

  if (a->mlp_gated)
    tok_tensor_walk_matrix (walk, TOK_ROLE_FFN_GATE, hidden, width);
  tok_tensor_walk_matrix (walk, TOK_ROLE_FFN_UP, hidden, width);
  tok_tensor_walk_matrix (walk, TOK_ROLE_FFN_DOWN, width, hidden);
  if (a->mlp_bias)
    tok_tensor_walk_vector (walk, (a->mlp_gated ? 2.0 : 1.0) * width + hidden);
}

static void
walk_routed_experts (const TokTensorWalk *walk)
{
  const TokArchitecture *a = walk->architecture;
  const TokExperts *experts = &a->experts;
  double n = experts->n_experts, width = experts->expert_size;
  double hidden = experts->latent_size > 0 ? experts->latent_size : a->hidden_size;

  if (a->mlp_gated)
    tok_tensor_walk_experts (walk, TOK_ROLE_FFN_GATE, hidden, n * width);
  tok_tensor_walk_experts (walk, TOK_ROLE_FFN_UP, hidden, n * width);
  tok_tensor_walk_experts (walk, TOK_ROLE_FFN_DOWN, width, n * hidden);
  if (a->moe_bias)
    tok_tensor_walk_experts (walk, TOK_ROLE_VECTOR, 1.0, n * ((a->mlp_gated ? 2.0 : 1.0) * width + hidden));
}

static void
walk_moe (const TokTensorWalk *walk)
{
  const TokExperts *experts = &walk->architecture->experts;
  double hidden = walk->architecture->hidden_size, latent = experts->latent_size;

  walk_routed_experts (walk);
  tok_tensor_walk_vector (walk, experts->n_experts * (hidden + (experts->router_bias ? 1.0 : 0.0)));
  if (experts->shared_size > 0)
    walk_ffn (walk, experts->shared_size);
  if (experts->shared_size > 0 && experts->shared_gate)
    tok_tensor_walk_vector (walk, hidden);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, hidden, latent);
  tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, latent, hidden);
  if (experts->latent_norm)
    tok_tensor_walk_vector (walk, latent);
  if (experts->dense_parallel_size > 0)
    walk_ffn (walk, experts->dense_parallel_size);
  tok_tensor_walk_vector (walk, experts->extra_norms * hidden);
}

static void
walk_norms (const TokTensorWalk *walk,
            double      n)
{
  tok_tensor_walk_vector (walk, n * walk->architecture->hidden_size * (walk->architecture->norm_bias ? 2.0 : 1.0));
}

static void
walk_layer (const TokTensorWalk *walk)
{
  const TokLayer *layer = walk->layer;
  guint n_blocks = (layer->mixer != TOK_MIXER_NONE) + (layer->ffn != TOK_FFN_NONE);

  tok_tensor_walk_mixer (walk);
  if (layer->ffn == TOK_FFN_DENSE)
    walk_ffn (walk, layer->ffn_size);
  else if (layer->ffn == TOK_FFN_MOE)
    walk_moe (walk);
  else if (layer->ffn == TOK_FFN_LINEAR)
    tok_tensor_walk_matrix (walk, TOK_ROLE_FFN_DOWN, walk->architecture->hidden_size, walk->architecture->hidden_size);
  walk_norms (walk, n_blocks == 2 ? walk->architecture->norms_per_layer : n_blocks);
}

static TokRole
extra_role (const TokExtra *extra)
{
  if (extra->is_lookup)
    return TOK_ROLE_EMBEDDING;
  return extra->is_kept ? TOK_ROLE_KEPT : TOK_ROLE_MIXER;
}

static void
walk_extras (const TokTensorWalk *walk)
{
  const TokArchitecture *a = walk->architecture;

  for (guint i = 0; i < a->n_extras; i++)
    {
      const TokExtra *extra = &a->extras[i];
      TokTensor tensor = { extra_role (extra), a->n_layers, a->hidden_size, extra->elements, FALSE, extra->is_lookup };

      walk->func (&tensor, walk->user_data);
    }
}

/* A multi-token-prediction block is a further layer like the last one, what joins it to the model, an embedding and a head. */
static void
walk_prediction_blocks (TokTensorWalk *walk)
{
  const TokArchitecture *a = walk->architecture;

  walk->layer = &a->layers[a->n_layers - 1];
  for (guint i = 0; i < a->mtp_layers; i++)
    {
      walk->index = a->n_layers + 1 + i;
      tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, 2.0 * a->hidden_size, a->hidden_size);
      tok_tensor_walk_matrix (walk, TOK_ROLE_MIXER, a->hidden_size, 2.0 * a->vocab_size);
      walk_norms (walk, 3.0);
      walk_layer (walk);
    }
}

void
tok_architecture_foreach_tensor (const TokArchitecture *architecture,
                                 TokTensorFunc          func,
                                 gpointer               user_data)
{
  TokTensorWalk walk = { architecture, NULL, 0, func, user_data };

  for (walk.index = 0; walk.index < architecture->n_layers; walk.index++)
    {
      walk.layer = &architecture->layers[walk.index];
      walk_layer (&walk);
    }
  tok_tensor_walk_matrix (&walk, TOK_ROLE_EMBEDDING, architecture->hidden_size, architecture->vocab_size);
  if (!architecture->tied_embeddings)
    tok_tensor_walk_matrix (&walk, TOK_ROLE_HEAD, architecture->hidden_size, architecture->vocab_size);
  walk_norms (&walk, 1.0);
  walk_extras (&walk);
  if (architecture->mtp_embeddings)
    walk_prediction_blocks (&walk);
}
