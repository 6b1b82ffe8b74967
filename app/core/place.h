/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A place that computes: one device, or the CPU of the host, with the part of the model that lies there and how fast it works. */

#pragma once

#include "core/plan.h"

G_BEGIN_DECLS

/* Attention of the layers whose cache lies at one place, of one sequence.  Layers fall into three kinds by the cells one token
 * sees: all of them, the last `window`, or a selection. */
typedef struct
{
  double bytes_per_cell;
  double seconds_per_cell;        /* reading it */
  double flops_per_cell;          /* one decoded token */
  double prefill_flops_per_cell;
} TokCells;

typedef enum { TOK_CELLS_FULL, TOK_CELLS_WINDOW, TOK_CELLS_SELECTED, TOK_N_CELL_KINDS } TokCellKind;

/* One device, or the CPU of the host.  Times and rates are those of its class: a chip is faster by its factors. */
typedef struct
{
  const TokPlan       *plan;
  const TokModel      *model;
  const TokDevice     *device;
  const TokEfficiency *efficiency;
  double   decode_factor;         /* on its speed in steps that decode or verify … */
  double   prefill_factor;        /* … and in prompts, where the plan's calibration is in it */
  double   spilled_share;         /* of what it holds, streamed over the link for every step */
  double   peak_seconds_per_byte; /* at the bandwidth of the data sheet */
  double   dense_seconds_per_byte, expert_seconds_per_byte;   /* reading weights, and unpacking them on a CPU */
  double   dense_bytes;           /* weights every token reads, the output matrix included where it lies here */
  double   expert_bytes;          /* routed experts, all of them */
  double   layer_flops;           /* of the matrices one token visits, without the output matrix */
  double   head_flops;
  double   gemm_flops_per_second, small_batch_flops_per_second, attention_flops_per_second;
  gboolean hides_reading;         /* multiplies while it reads */
  double   moe_layer_seconds;     /* extra per MoE layer of this model */
  double   fixed_seconds;         /* per step, for all its layers */
  TokCells cells[TOK_N_CELL_KINDS];
  double   state_bytes;           /* recurrent state one token reads and writes */
  double   state_seconds;
} TokPlace;

/* An empty place of @device, where @engine computes. */
void   tok_place_init         (TokPlace            *place,
                               const TokPlan       *plan,
                               const TokModel      *model,
                               const TokDevice     *device,
                               TokEngine            engine);
/* A @share of the weights of @layers … */
void   tok_place_add_weights  (TokPlace            *place,
                               const TokLayerSums  *layers,
                               double               share);
/* … the fixed time of these layers … */
void   tok_place_add_launches (TokPlace            *place,
                               const TokLayerSums  *layers);
/* … or what remains of it on a CPU that computes the routed experts of these alone … */
void   tok_place_add_expert_launches (TokPlace           *place,
                                      const TokLayerSums *layers);
/* … a share of the output matrix … */
void   tok_place_add_head     (TokPlace            *place,
                               double               share);
/* … and of the cache and recurrent state of @layers, with the attention over them. */
void   tok_place_set_cache    (TokPlace            *place,
                               const TokLayerSums  *layers,
                               double               share);
/* Share of its experts several tokens visit that would visit @distinct_share of them if each were routed by chance: tokens of one
 * text share experts, and some engines read an expert more than once. */
double tok_place_visited_share      (const TokPlace *place,
                                     double          distinct_share);
/* Arithmetic that one forward pass of @n_tokens tokens adds to that of one, which is hidden behind the reading of weights, for
 * @flops per token (physics notes 6.1): vector kernels for a few tokens, tiles of a matrix product for more. */
double tok_place_arithmetic_seconds (const TokPlace *place,
                                     double          flops,
                                     double          n_tokens);
/* Both together: one after the other, or the longer of them where the place multiplies while it reads. */
double tok_place_matrix_seconds     (const TokPlace *place,
                                     double          read_seconds,
                                     double          arithmetic_seconds);

G_END_DECLS
