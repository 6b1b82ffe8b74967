/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fitted constants: what share of its peak figures a class of devices realizes with an engine.
 *
 * The numbers come from data/catalog/efficiency.json (read by formats/catalog), never from code. */

#pragma once

#include "core/engine.h"
#include "core/tensor-type.h"

G_BEGIN_DECLS

/* Years of the build the constants stand for. */
#define TOK_FIRST_BUILD_YEAR 2023
#define TOK_LAST_BUILD_YEAR 2026
#define TOK_N_BUILD_YEARS (TOK_LAST_BUILD_YEAR - TOK_FIRST_BUILD_YEAR + 1)

/* Where a number comes from, from the best to the weakest. */
typedef enum
{
  TOK_BASIS_MEASUREMENT,     /* the person's own measurement */
  TOK_BASIS_CLASS,           /* constants of this class and engine, and this chip was among the measured */
  TOK_BASIS_FAMILY,          /* the class was measured but not this chip, or constants of a sister class, engine or build */
  TOK_BASIS_SPECIFICATION,   /* the vendor's or the general default */
  TOK_N_BASES,
} TokBasis;

/* Kinds of figures whose errors differ. */
typedef enum
{
  TOK_BAND_GPU,              /* one GPU, dense model, near empty context */
  TOK_BAND_GPU_DEEP,         /* … at depth */
  TOK_BAND_GPU_MOE,          /* one GPU, mixture of experts, near empty context */
  TOK_BAND_GPU_MOE_DEEP,
  TOK_BAND_HBM,              /* GPUs with HBM, any depth */
  TOK_BAND_APPLE,            /* near empty context */
  TOK_BAND_APPLE_DEEP,
  TOK_BAND_CPU,              /* CPU only */
  TOK_BAND_OFFLOAD,          /* split between CPU and devices */
  TOK_BAND_SEVERAL_GPUS,
  TOK_BAND_BATCH,            /* several streams */
  TOK_BAND_SPECULATION,
  TOK_BAND_PREFILL,
  TOK_N_BANDS,
} TokBandKind;

/* Low and high factor on a speed: 80 % of measured speeds lie between them. */
typedef struct { double low, high; } TokBand;

/* Constants of one class x engine x build.  Shares are of the peak figure (0 < share <= 1 but for gemm shares). */
typedef struct
{
  double   weight_share;             /* ew: reading weights */
  double   cache_share;              /* ekv: reading the KV cache with flash attention */
  double   cache_share_no_flash;
  double   layer_seconds;            /* tl: fixed time per layer and step; until resolved, in a build of TOK_LAST_BUILD_YEAR … */
  double   layer_year_factor;        /* … and how much longer for each year before; so for the other fixed times per layer, too */
  double   moe_layer_seconds;        /* tm: extra per MoE layer with eight experts per token */
  double   linear_layer_seconds;     /* extra per linear-attention layer */
  double   token_seconds;            /* t0: per token outside the model, behind a server */
  double   gemm_share;               /* large GEMMs, of matrix_flops */
  double   small_batch_share;        /* 2 … 8 tokens */
  double   attention_share;          /* prefill attention with flash attention */
  double   attention_share_no_flash;
  double   expert_gemm_share;        /* of gemm_share: expert GEMMs where 512 tokens visit 8 of 128 experts, 32 rows for each … */
  double   expert_gemm_share_2048;   /* … and where 2048 tokens do, 128 rows and more */
  double   expert_union_factor;      /* on the different experts several tokens visit beyond those of one; 1 = independent routing */
  double   matrix_flops;             /* stands in where a device's own figure is not known, FLOP/s */
  double   core_flops;               /* CPUs: the same of one core; 0, or cores not known: matrix_flops of them all */
  double   thread_weights_per_second[TOK_N_TENSOR_TYPES]; /* CPUs: what one thread unpacks, on top of reading; 0 = free */
  double   thread_sync_seconds;      /* CPUs: per thread and layer */
  double   type_factor[TOK_N_TENSOR_TYPES];  /* q: realized share by weight type, 1 = bandwidth bound */
  double   cache_type_factor[TOK_N_TENSOR_TYPES]; /* the same for the KV cache's type */
  double   gemm_type_factor[TOK_N_TENSOR_TYPES]; /* on gemm_share, by weight type: 1 = as the usual quantized types */
  double   base_bytes;               /* context of the runtime on the device: libraries, kernels */
  TokBasis basis;
} TokEfficiency;

/* How far the speeds of machines and of single rows scatter, as standard deviations of logarithms; of decode and prefill. */
typedef struct
{
  double row_spread[2];                 /* a row about its machine, by TokMeasuredKind: beyond, it counts less and less */
  double cache_spread;                  /* of the cache's speed beside that of the machine's decode */
  double machine_spread[2][TOK_N_BASES]; /* a machine about its estimate, by what that rests on */
} TokCalibrationConstants;

/* Constants that do not hang on a class. */
typedef struct
{
  double crossing_seconds;           /* one switch between backends: copy of a hidden vector and synchronization */
  double hop_seconds;                /* one switch between GPUs of a layer split */
  double allreduce_seconds_pcie, allreduce_seconds_pcie_4, allreduce_seconds_nvlink; /* small all-reduce: two, four, linked cards */
  double pipeline_share;             /* realized share of the ideal pipeline gain in prefill */
  double link_share_pinned, link_share_pageable; /* realized share of the host link */
  double host_tokenize_seconds;      /* per prompt token */
  double row_layer_seconds;          /* row split: what each device, and the gathering, adds to each layer */
  double numa_factor;                /* second socket, NUMA-tuned */
  double expert_count_exponent;      /* moe_layer_seconds grows with (experts per token / 8) to this power */
  double expert_launch_share;        /* of its fixed time, what a layer takes of which a CPU computes the routed experts alone */
  double four_norms_extra;           /* of its fixed time, what a layer with four norms adds by launching more kernels */
  double gemm_tile_tokens;           /* a GEMM of n > 8 tokens costs as much as n and these */
  double op_offload_min_tokens;      /* micro-batches of at least this many tokens compute CPU-resident weights on the GPU */
  double desktop_bytes[3];           /* display reserve by operating system: linux, windows, macos */
  double draft_buffer_bytes;         /* second compute buffer of a draft model */
  double comfortable_free_bytes;     /* less free memory than this is tight */
  TokBand bands[TOK_N_BANDS][TOK_N_BASES]; /* a person's own measurement: as the class, narrowed by calibration */
  TokCalibrationConstants calibration;
  double disk_bytes_per_second;      /* cold load where the person gives none */
  double assumed_host_bandwidth;     /* an unknown host: a common desktop, bytes/s … */
  double assumed_host_memory_bytes;  /* … and bytes */
} TokGeneralConstants;

/* Factors on a speed, by engine. */
typedef struct
{
  double   factor[TOK_N_ENGINES];    /* until resolved, 0 = not measured */
  TokBasis basis[TOK_N_ENGINES];
} TokChipFactors;

/* What measurements of one chip say beyond its class. */
typedef struct
{
  char           name[64];           /* as in the catalog's devices */
  TokChipFactors decode, prefill;
} TokChip;

/* All cells, resolved: no look-up can miss.  Immutable after it was read; lives as long as the program. */
typedef struct
{
  TokEfficiency       cells[TOK_N_CLASSES][TOK_N_ENGINES][TOK_N_BUILD_YEARS];
  TokEngine           default_engine[TOK_N_CLASSES];
  GArray             *chips;         /* of TokChip; TokDevice.chip is 1 + an index */
  TokGeneralConstants general;
} TokEfficiencyTable;

/* "gpu-moe-deep"; static. */
const char          *tok_band_kind_name          (TokBandKind               kind);

/* A table is filled in two steps: the cells and chips that were measured, then the rest by fallback class -> family -> vendor ->
 * specification (nearest build year, then sister engine, then sister class). */
TokEfficiencyTable  *tok_efficiency_table_new    (void);
void                 tok_efficiency_table_free   (TokEfficiencyTable       *table);
/* Sets one measured cell.  Its basis is TOK_BASIS_CLASS at best, and what @efficiency says where that is weaker. */
void                 tok_efficiency_table_set    (TokEfficiencyTable       *table,
                                                  TokDeviceClass            device_class,
                                                  TokEngine                 engine,
                                                  guint                     build_year,
                                                  const TokEfficiency      *efficiency);
/* Fills every cell that was not set and brings the fixed times to each cell's build year; once.  @specification: the general
 * default. */
void                 tok_efficiency_table_resolve (TokEfficiencyTable      *table,
                                                   const TokEfficiency     *specification);
/* Never NULL; @build_year is clamped. */
const TokEfficiency *tok_efficiency_table_cell   (const TokEfficiencyTable *table,
                                                  TokDeviceClass            device_class,
                                                  TokEngine                 engine,
                                                  guint                     build_year);

/* Adds a measured chip, before the table is resolved.  @decode and @prefill: factors on the speeds of its class with @engine,
 * 0 = not measured. */
void                 tok_efficiency_table_add_chip (TokEfficiencyTable     *table,
                                                    const char             *name,
                                                    TokEngine               engine,
                                                    double                  decode,
                                                    double                  prefill);
/* What TokDevice.chip is for a chip of that name: 0 when it was never measured. */
guint                tok_efficiency_table_find_chip (const TokEfficiencyTable *table,
                                                     const char               *name);
/* The chip's factors with @engine, or with the most alike engine it was measured with; 1 for @chip 0 and for what was never
 * measured.  Each may be NULL.  @basis, optional too, is TOK_BASIS_CLASS when those asked for were measured with @engine itself,
 * else TOK_BASIS_FAMILY. */
void                 tok_efficiency_table_chip   (const TokEfficiencyTable *table,
                                                  guint                     chip,
                                                  TokEngine                 engine,
                                                  double                   *decode,
                                                  double                   *prefill,
                                                  TokBasis                 *basis);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokEfficiencyTable, tok_efficiency_table_free)

G_END_DECLS
