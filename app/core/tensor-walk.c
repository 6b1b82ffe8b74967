/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk over the tensors of a model. */

#include "core/tensor-walk.h"

static void
emit (const TokTensorWalk *walk,
      TokRole              role,
      double               row,
      double               elements,
      gboolean             is_expert)
{
  TokTensor tensor = { role, walk->index, MIN (row, G_MAXUINT), elements, is_expert, FALSE };

  if (elements > 0.0)
    walk->func (&tensor, walk->user_data);
}

void
tok_tensor_walk_matrix (const TokTensorWalk *walk,
                        TokRole              role,
                        double               row,
                        double               n_rows)
{
  emit (walk, role, row, row * n_rows, FALSE);
}

void
tok_tensor_walk_experts (const TokTensorWalk *walk,
                         TokRole              role,
                         double               row,
                         double               n_rows)
{
  emit (walk, role, row, row * n_rows, TRUE);
}

void
tok_tensor_walk_vector (const TokTensorWalk *walk,
                        double               elements)
{
  emit (walk, TOK_ROLE_VECTOR, 1.0, elements, FALSE);
}
