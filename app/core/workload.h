/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workload: what every place of a plan computes and reads, and how fast it does.
 *
 * Worked out once per estimate from plan and split; decode, prefill, speculation and serving are sums over it. */

#pragma once

#include "core/memory.h"

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
  guint    device;                /* of the plan; the host is none */
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

typedef struct
{
  const TokPlan *plan;
  const TokModel *model;
  gboolean  tensor_split;
  gboolean  host_computes;
  guint     n_places;             /* devices that compute */
  TokPlace  places[TOK_MAX_DEVICES];
  TokPlace  host;
  double    visible_limit[TOK_N_CELL_KINDS];   /* the most cells one token sees … */
  double    read_limit[TOK_N_CELL_KINDS];      /* … and the engine reads for it, in blocks */
  double    cell_block;           /* cells the engine reads at a time */
  double    crossing_seconds;     /* per step: switches between CPU, devices and their peers */
  double    server_seconds;       /* per step, behind a server */
  double    layers;               /* on the devices */
  double    link_seconds_per_byte;     /* a stream of spilled bytes */
  double    upload_seconds_per_byte;   /* weights of the CPU sent to a device for a micro-batch */
} TokWorkload;

/* @memory may be NULL: nothing spills. */
void   tok_workload_init          (TokWorkload       *workload,
                                   const TokPlan     *plan,
                                   const TokModel    *model,
                                   const TokSplit    *split,
                                   const TokMemory   *memory);
/* A model that lies whole on the first device: a draft. */
void   tok_workload_init_whole    (TokWorkload       *workload,
                                   const TokPlan     *plan,
                                   const TokModel    *model);
/* Share of GEMM speed matrices with routed experts reach at @n_tokens tokens; 1 for a dense model (physics notes 6.2). */
double tok_workload_expert_share  (const TokWorkload *workload,
                                   const TokPlace    *place,
                                   double             n_tokens);

G_END_DECLS
