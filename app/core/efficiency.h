/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fitted constants: what share of its peak figures a class of devices realizes with an engine.
 *
 * The numbers come from data/catalog/efficiency.json (read by formats/catalog), never from code. */

#pragma once

#include "core/device.h"
#include "core/tensor-type.h"

G_BEGIN_DECLS

typedef enum
{
  TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_LLAMA_VULKAN, TOK_ENGINE_LLAMA_ROCM, TOK_ENGINE_LLAMA_METAL, TOK_ENGINE_LLAMA_SYCL,
  TOK_ENGINE_LLAMA_CPU, TOK_ENGINE_IK_LLAMA, TOK_ENGINE_OLLAMA, TOK_ENGINE_VLLM, TOK_ENGINE_SGLANG, TOK_ENGINE_EXLLAMA, TOK_ENGINE_MLX,
  TOK_N_ENGINES,
} TokEngine;

/* Years of the build the constants stand for. */
#define TOK_FIRST_BUILD_YEAR 2023
#define TOK_LAST_BUILD_YEAR 2026
#define TOK_N_BUILD_YEARS (TOK_LAST_BUILD_YEAR - TOK_FIRST_BUILD_YEAR + 1)

/* Where a number comes from, from the best to the weakest. */
typedef enum
{
  TOK_BASIS_MEASUREMENT,     /* the person's own measurement */
  TOK_BASIS_CLASS,           /* constants of this class and engine */
  TOK_BASIS_FAMILY,          /* constants of a sister class, engine or build */
  TOK_BASIS_SPECIFICATION,   /* the vendor's or the general default */
} TokBasis;

/* Constants of one class x engine x build.  Shares are of the peak figure (0 < share <= 1 but for gemm shares). */
typedef struct
{
  double   weight_share;             /* ew: reading weights */
  double   cache_share;              /* ekv: reading the KV cache with flash attention */
  double   cache_share_no_flash;
  double   layer_seconds;            /* tl: fixed time per layer and step */
  double   moe_layer_seconds;        /* tm: extra per MoE layer */
  double   linear_layer_seconds;     /* extra per linear-attention layer */
  double   token_seconds;            /* t0: per token outside the model, behind a server */
  double   gemm_share;               /* large GEMMs, of matrix_flops */
  double   small_batch_share;        /* 2 … 8 tokens */
  double   attention_share;          /* prefill attention with flash attention */
  double   attention_share_no_flash;
  double   expert_gemm_share;        /* of gemm_share: expert GEMMs at a micro-batch of 512 … */
  double   expert_gemm_share_2048;   /* … and of 2048 and more */
  double   matrix_flops;             /* stands in where a device's own figure is not known, FLOP/s */
  double   thread_weights_per_second[TOK_N_TENSOR_TYPES]; /* CPUs: what one thread unpacks; 0 = no limit */
  double   thread_sync_seconds;      /* CPUs: per thread and layer */
  double   type_factor[TOK_N_TENSOR_TYPES];  /* q: realized share by weight type, 1 = bandwidth bound */
  double   cache_type_factor[TOK_N_TENSOR_TYPES]; /* the same for the KV cache's type */
  double   base_bytes;               /* context of the runtime on the device: libraries, kernels */
  TokBasis basis;
} TokEfficiency;

/* Constants that do not hang on a class. */
typedef struct
{
  double crossing_seconds;           /* one switch between backends: copy of a hidden vector and synchronization */
  double hop_seconds;                /* one switch between GPUs of a layer split */
  double allreduce_seconds_pcie, allreduce_seconds_pcie_4, allreduce_seconds_nvlink; /* small all-reduce: two, four and more, linked cards */
  double pipeline_share;             /* realized share of the ideal pipeline gain in prefill */
  double link_share_pinned, link_share_pageable; /* realized share of the host link */
  double host_tokenize_seconds;      /* per prompt token */
  double numa_factor;                /* second socket, NUMA-tuned */
  double four_norms_extra;           /* of its fixed time, what a layer with four norms adds by launching more kernels */
  double gemm_tile_tokens;           /* a GEMM of n > 8 tokens costs as much as n and these */
  double op_offload_min_tokens;      /* micro-batches of at least this many tokens compute CPU-resident weights on the GPU */
  double desktop_bytes[3];           /* display reserve by operating system: linux, windows, macos */
  double draft_buffer_bytes;         /* second compute buffer of a draft model */
  double comfortable_free_bytes;     /* less free memory than this is tight */
  double band_class[2], band_wide[2]; /* low and high factor on a speed: known class; anything else */
  double disk_bytes_per_second;      /* cold load where the person gives none */
  double assumed_host_bandwidth;     /* an unknown host: a common desktop, bytes/s … */
  double assumed_host_memory_bytes;  /* … and bytes */
} TokGeneralConstants;

/* All cells, resolved: no look-up can miss.  Immutable after it was read; lives as long as the program. */
typedef struct
{
  TokEfficiency       cells[TOK_N_CLASSES][TOK_N_ENGINES][TOK_N_BUILD_YEARS];
  TokEngine           default_engine[TOK_N_CLASSES];
  TokGeneralConstants general;
} TokEfficiencyTable;

/* "llama.cpp-cuda"; static.  The other way round returns FALSE when the name is unknown. */
const char          *tok_engine_name             (TokEngine                 engine);
gboolean             tok_engine_from_name        (const char               *name,
                                                  TokEngine                *engine);
/* TRUE for llama.cpp and what is built on it: mode A splits, embedding in host memory. */
gboolean             tok_engine_is_llama         (TokEngine                 engine);
/* TRUE for engines used behind a server, where sampling and the server's own work add to every token. */
gboolean             tok_engine_is_server        (TokEngine                 engine);
/* FALSE when the engine is known not to be made for @device. */
gboolean             tok_engine_runs_on          (TokEngine                 engine,
                                                  const TokDevice          *device);

/* A table is filled in two steps: the cells that were measured, then the rest by fallback class -> family -> vendor ->
 * specification (nearest build year, then sister engine, then sister class). */
TokEfficiencyTable  *tok_efficiency_table_new    (void);
void                 tok_efficiency_table_free   (TokEfficiencyTable       *table);
/* Sets one measured cell; its basis becomes TOK_BASIS_CLASS. */
void                 tok_efficiency_table_set    (TokEfficiencyTable       *table,
                                                  TokDeviceClass            device_class,
                                                  TokEngine                 engine,
                                                  guint                     build_year,
                                                  const TokEfficiency      *efficiency);
/* Fills every cell that was not set. @specification: the general default. */
void                 tok_efficiency_table_resolve (TokEfficiencyTable      *table,
                                                   const TokEfficiency     *specification);
/* Never NULL; @build_year is clamped. */
const TokEfficiency *tok_efficiency_table_cell   (const TokEfficiencyTable *table,
                                                  TokDeviceClass            device_class,
                                                  TokEngine                 engine,
                                                  guint                     build_year);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TokEfficiencyTable, tok_efficiency_table_free)

G_END_DECLS
