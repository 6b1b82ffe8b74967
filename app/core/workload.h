/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workload: what every place of a plan computes and reads, and how fast it does.
 *
 * Worked out once per estimate from plan and split; decode, prefill, speculation and serving are sums over it. */

#pragma once

#include "core/memory.h"
#include "core/place.h"

G_BEGIN_DECLS

typedef struct
{
  const TokPlan  *plan;
  const TokModel *model;
  TokSplitMode mode;
  gboolean  host_computes;
  guint     n_places;             /* devices that compute */
  TokPlace  places[TOK_MAX_DEVICES];
  gboolean  cache_on_cpu;
  TokPlace  host;
  TokPlace  moved;                /* the host's part where large micro-batches take it: on the first device */
  double    visible_limit[TOK_N_CELL_KINDS]; /* the most cells one token sees … */
  double    read_limit[TOK_N_CELL_KINDS];    /* … and the engine reads for it, in blocks */
  double    cell_block;           /* cells the engine reads at a time */
  double    crossing_seconds;     /* per step: switches between CPU, devices and their peers */
  double    server_seconds;       /* per step, behind a server */
  double    layers;               /* on the devices */
  double    link_peak_seconds_per_byte; /* at the payload of the link */
  double    link_seconds_per_byte;   /* a stream of spilled bytes */
  double    upload_seconds_per_byte; /* weights of the CPU sent to a device for a micro-batch */
} TokWorkload;

/* @memory may be NULL: nothing spills. */
void tok_workload_init       (TokWorkload     *workload,
                              const TokPlan   *plan,
                              const TokModel  *model,
                              const TokSplit  *split,
                              const TokMemory *memory);
/* A model that lies whole on the first device, or on the host where the engine leaves devices alone: a draft. */
void tok_workload_init_whole (TokWorkload     *workload,
                              const TokPlan   *plan,
                              const TokModel  *model);

G_END_DECLS
