/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines: the programs that run a model, what each is made for, and which of them are alike. */

#pragma once

#include "core/device.h"

G_BEGIN_DECLS

typedef enum
{
  TOK_ENGINE_LLAMA_CUDA, TOK_ENGINE_LLAMA_VULKAN, TOK_ENGINE_LLAMA_ROCM, TOK_ENGINE_LLAMA_METAL, TOK_ENGINE_LLAMA_SYCL,
  TOK_ENGINE_LLAMA_CPU, TOK_ENGINE_IK_LLAMA, TOK_ENGINE_OLLAMA, TOK_ENGINE_VLLM, TOK_ENGINE_SGLANG, TOK_ENGINE_EXLLAMA, TOK_ENGINE_MLX,
  TOK_N_ENGINES,
} TokEngine;

/* How many stand-ins tok_engine_stand_in() tells of. */
#define TOK_N_STAND_INS (3 + TOK_N_ENGINES)

/* "llama.cpp-cuda"; static.  The other way round returns FALSE when the name is unknown. */
const char *tok_engine_name         (TokEngine        engine);
gboolean    tok_engine_from_name    (const char      *name,
                                     TokEngine       *engine);
/* TRUE for llama.cpp and what is built on it: mode A splits, embedding in host memory. */
gboolean    tok_engine_is_llama     (TokEngine        engine);
/* TRUE for engines used behind a server, where sampling and the server's own work add to every token. */
gboolean    tok_engine_is_server    (TokEngine        engine);
/* TRUE for engines whose kernels multiply a batch on matrix units while they load the weights. */
gboolean    tok_engine_hides_reading (TokEngine       engine);
/* FALSE when the engine is known not to be made for @device. */
gboolean    tok_engine_runs_on      (TokEngine        engine,
                                     const TokDevice *device);
/* What may stand in for @engine where nothing is known of it, by @rank 0 … TOK_N_STAND_INS - 1: the most alike first.  An engine
 * may come twice. */
TokEngine   tok_engine_stand_in     (TokEngine        engine,
                                     guint            rank);
/* TRUE for engines that are made for no CPU. */
gboolean    tok_engine_needs_gpu    (TokEngine        engine);
/* FALSE when one computes on a chip's CPU cores and the other does not.  @has_gpu: the chip has a GPU, which engines made for both
 * then use. */
gboolean    tok_engine_shares_cores (TokEngine        engine,
                                     TokEngine        other,
                                     gboolean         has_gpu);

G_END_DECLS
