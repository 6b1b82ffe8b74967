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

/* One device, or the CPU of the host. */
typedef struct
{
  const TokPlan       *plan;
  const TokModel      *model;
  const TokDevice     *device;
  const TokEfficiency *efficiency;
  double   share;                 /* of its layers it computes: below 1 under a tensor split */
  double   spilled_share;         /* of what it holds, streamed over the link for every step */
  double   peak_seconds_per_byte; /* at the bandwidth of the data sheet */
  double   seconds_per_byte;      /* reading weights */
  double   dense_bytes;           /* weights every token reads, the output matrix included where it lies here */
  double   expert_bytes;          /* routed experts, all of them */
  double   layer_flops;           /* of the matrices one token visits, without the output matrix */
  double   head_flops;
  double   gemm_flops_per_second, small_batch_flops_per_second, attention_flops_per_second;
  double   fixed_seconds;         /* per step, for all its layers */
  TokCells cells[TOK_N_CELL_KINDS];
  double   state_bytes;           /* recurrent state one token reads and writes */
  double   state_seconds;
} TokPlace;

/* An empty place of @device. */
void   tok_place_init         (TokPlace            *place,
                               const TokPlan       *plan,
                               const TokModel      *model,
                               const TokDevice     *device,
                               const TokEfficiency *efficiency);
/* Weights and launches of @layers, without their cache. */
void   tok_place_add_layers   (TokPlace            *place,
                               const TokLayerSums  *layers);
/* The output matrix. */
void   tok_place_add_head     (TokPlace            *place);
/* Cache and recurrent state of @layers, with the attention over them. */
void   tok_place_set_cache    (TokPlace            *place,
                               const TokLayerSums  *layers);
/* Share of GEMM speed matrices with routed experts reach at @n_tokens tokens; 1 for a dense model (physics notes 6.2). */
double tok_place_expert_share (const TokPlace      *place,
                               double               n_tokens);

G_END_DECLS
