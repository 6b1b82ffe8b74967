/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The split: which layers lie where.  Layers 0 … cpu_layers - 1 are on the CPU, the rest on the devices in order
 * (llama.cpp's -ngl counts from the end; physics notes 7.1). */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

typedef struct
{
  guint    cpu_layers;             /* layers computed by the CPU */
  guint    expert_layers_cpu;      /* layers 0 … n - 1 keep their routed experts on the CPU */
  gboolean head_on_cpu;            /* the output layer is computed by the CPU … */
  guint    head_device;            /* … or in a layer split by this device; in the others by all */
  gboolean cache_on_cpu;           /* KV cache and attention on the CPU */
  TokSplitMode mode;               /* a layer split where there is one device */
  guint    first[TOK_MAX_DEVICES]; /* device i holds weights of layers first[i] … end[i] - 1 … */
  guint    end[TOK_MAX_DEVICES];
  double   share[TOK_MAX_DEVICES]; /* … this share of each: all of it in a layer split, else the shares sum to 1 … */
  double   cache_share[TOK_MAX_DEVICES]; /* … and this share of their cache: all of it is on the first device of a row split */
  guint    max_gpu_layers;         /* the most repeating layers that fit, n_layers when all do */
  gboolean fits;                   /* the devices hold their part */
} TokSplit;

/* The plan's split, its automatic layer count resolved against memory; a typed one holds whatever memory says. */
void tok_split_resolve (const TokPlan *plan,
                        TokSplit      *split);
/* Repeating layers on the devices where llama.cpp is told to offload @count (-ngl): it counts the output as a layer, too. */
double tok_split_counted_layers (const TokPlan *plan,
                                 double         count);
/* The @count that makes this split. */
guint tok_split_layer_count (const TokPlan  *plan,
                             const TokSplit *split);
/* Repeating layers on the devices. */
guint tok_split_gpu_layers (const TokPlan  *plan,
                            const TokSplit *split);

G_END_DECLS
