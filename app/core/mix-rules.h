/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of llama.cpp's mixes: which type a tensor gets by what it is for, before its row length is looked at. */

#pragma once

#include "core/file-type.h"

G_BEGIN_DECLS

/* What the rules ask about a tensor. */
typedef struct
{
  TokFileType   file_type;
  TokTensorType base;
  guint         layer, n_layers;
  guint         n_experts;
  gboolean      many_queries;        /* at least four query heads per KV head */
  gboolean      is_70b;              /* Llama and Qwen2 of 80 layers */
  gboolean      is_expert;
  gboolean      is_tied;             /* the embedding is the head */
  gboolean      with_imatrix;
} TokMixTensor;

TokTensorType tok_mix_rules_pick (const TokMixTensor *tensor,
                                  TokRole             role,
                                  guint               row_elements);

G_END_DECLS
