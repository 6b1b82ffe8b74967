/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a language model: its life and the parameters it counts. */

#include "core/architecture.h"

typedef struct
{
  const TokArchitecture *architecture;
  double                 total, active;
} ParamCount;

static void
count_tensor (const TokTensor *tensor,
              gpointer         user_data)
{
  ParamCount *count = user_data;
  const TokExperts *experts = &count->architecture->experts;

  if (tensor->layer > count->architecture->n_layers)
    return;
  count->total += tensor->elements;
  if (tensor->is_expert)
    count->active += tensor->elements / experts->n_experts * MIN (experts->experts_per_token, experts->n_experts);
  else
    count->active += tensor->elements;
}

static ParamCount
count_params (const TokArchitecture *architecture)
{
  ParamCount count = { architecture, 0.0, 0.0 };

  tok_architecture_foreach_tensor (architecture, count_tensor, &count);
  return count;
}

TokArchitecture *
tok_architecture_new (guint n_layers)
{
  TokArchitecture *architecture;

  g_return_val_if_fail (n_layers >= 1 && n_layers <= TOK_MAX_LAYERS, NULL);

  architecture = g_new0 (TokArchitecture, 1);
  g_atomic_ref_count_init (&architecture->ref_count);
  architecture->id = g_strdup ("");
  architecture->name = g_strdup ("");
  architecture->family = g_strdup ("");
  architecture->tokenizer_family = g_strdup ("");
  architecture->usual_file_type = TOK_FILE_Q4_K_M;
  architecture->n_layers = n_layers;
  architecture->layers = g_new0 (TokLayer, n_layers);
  return architecture;
}

TokArchitecture *
tok_architecture_copy (const TokArchitecture *architecture)
{
  TokArchitecture *copy = g_memdup2 (architecture, sizeof *architecture);

  g_atomic_ref_count_init (&copy->ref_count);
  copy->id = g_strdup (architecture->id);
  copy->name = g_strdup (architecture->name);
  copy->family = g_strdup (architecture->family);
  copy->tokenizer_family = g_strdup (architecture->tokenizer_family);
  copy->layers = g_memdup2 (architecture->layers, architecture->n_layers * sizeof *architecture->layers);
  copy->extras = g_memdup2 (architecture->extras, architecture->n_extras * sizeof *architecture->extras);
  return copy;
}

TokArchitecture *
tok_architecture_ref (TokArchitecture *architecture)
{
  g_atomic_ref_count_inc (&architecture->ref_count);
  return architecture;
}

void
tok_architecture_unref (TokArchitecture *architecture)
{
  if (!g_atomic_ref_count_dec (&architecture->ref_count))
    return;
  g_free (architecture->id);
  g_free (architecture->name);
  g_free (architecture->family);
  g_free (architecture->tokenizer_family);
  g_free (architecture->layers);
  g_free (architecture->extras);
  g_free (architecture);
}

double
tok_architecture_total_params (const TokArchitecture *architecture)
{
  return count_params (architecture).total;
}

double
tok_architecture_active_params (const TokArchitecture *architecture)
{
  return count_params (architecture).active;
}

gboolean
tok_architecture_is_moe (const TokArchitecture *architecture)
{
  return architecture->experts.n_experts > 0;
}
