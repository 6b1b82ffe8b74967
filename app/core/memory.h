/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory: what every place holds under a split, in bytes (physics notes 4 and 10). */

#pragma once

#include "core/split.h"

G_BEGIN_DECLS

typedef struct
{
  double total;      /* what the runtime can use of the place */
  double weights, cache, state, compute, reserve;   /* reserve: runtime context, desktop, system */
  double free;       /* total less all of these; negative when it does not fit */
} TokMemoryPlace;

typedef enum
{
  TOK_FIT_FITS,
  TOK_FIT_TIGHT,     /* fits with less than the comfortable rest (1 GiB) free */
  TOK_FIT_SPILLS,    /* over, where the system moves the rest over the link (Windows, unified machines) */
  TOK_FIT_NO,
} TokFit;

typedef struct
{
  TokMemoryPlace devices[TOK_MAX_DEVICES];
  TokMemoryPlace host;          /* all zero for a machine whose device and host memory are one */
  guint          n_devices;
  /* Over the devices' memory, where the system moves that over the link; so it is whether or not there is room for it. */
  double         spilled_bytes;
  double         spilled_share[TOK_MAX_DEVICES]; /* of what each device holds */
  double         missing_bytes; /* what the place that is short lacks, when fit is TOK_FIT_NO, else 0 */
  TokFit         fit;
} TokMemory;

/* Scratch of the compute graph on one device, bytes. */
double tok_memory_compute_bytes (const TokPlan      *plan);
/* The same in host memory (masks and input). */
double tok_memory_host_compute_bytes (const TokPlan *plan);
void   tok_memory_estimate      (const TokPlan      *plan,
                                 const TokSplit     *split,
                                 TokMemory          *memory);

G_END_DECLS
