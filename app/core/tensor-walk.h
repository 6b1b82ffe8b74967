/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk over the tensors of a model: where it is, and how it says what it finds. */

#pragma once

#include "core/architecture.h"

G_BEGIN_DECLS

typedef struct
{
  const TokArchitecture *architecture;
  const TokLayer        *layer;
  guint                  index;        /* written into every tensor */
  TokTensorFunc          func;
  gpointer               user_data;
} TokTensorWalk;

/* @n_rows rows of @row elements; nothing when there are none. */
void tok_tensor_walk_matrix  (const TokTensorWalk *walk,
                              TokRole              role,
                              double               row,
                              double               n_rows);
/* The same of routed experts. */
void tok_tensor_walk_experts (const TokTensorWalk *walk,
                              TokRole              role,
                              double               row,
                              double               n_rows);
/* Norms, biases, the router: what is never quantized. */
void tok_tensor_walk_vector  (const TokTensorWalk *walk,
                              double               elements);
/* Every tensor of the layer's token mixer. */
void tok_tensor_walk_mixer   (const TokTensorWalk *walk);

G_END_DECLS
