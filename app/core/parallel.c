/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tensor split: two all-reduces per layer (Megatron, arXiv:1909.08053).  Row split: every matrix sends its input to all devices and
 * gathers its rows from them (ggml_cuda_op_mul_mat in ggml's ggml-cuda.cu).  Layer split: a pipeline of micro-batches. */

#include "core/parallel.h"

#include "core/units.h"

/* Bytes of one element of the hidden vector on its way. */
#define HIDDEN_ELEMENT_BYTES 4.0
#define HALF_ELEMENT_BYTES 2.0

#define ALLREDUCES_PER_LAYER 2.0

/* Query, key, value, output, gate, up and down.  The input travels in 8 bits and the result in 32, but only its rows: with the wider
 * feed-forward layer about one hidden vector for each matrix. */
#define MATRICES_PER_LAYER 7.0

/* Cards are linked when the person says so or, unless told otherwise, when each of them can be. */
static gboolean
is_linked (const TokPlan *plan)
{
  if (plan->values[TOK_PARAM_LINK] != TOK_LINK_AUTO && plan->values[TOK_PARAM_LINK] != TOK_LINK_NVLINK)
    return FALSE;
  for (guint i = 0; i < plan->n_devices; i++)
    if (plan->devices[i].device.interconnect_bandwidth <= 0.0)
      return plan->values[TOK_PARAM_LINK] == TOK_LINK_NVLINK;
  return TRUE;
}

/* Every further card adds as much as each of the third and the fourth: seven and eight RTX 3090 reach 30 and 51 tok/s with GLM-4.7 and
 * MiniMax-M2.7 (ik_llama.cpp pull requests 1177 and 1644), half as much again as the time of four would give. */
static double
latency_seconds (const TokWorkload *workload)
{
  const TokGeneralConstants *general = &workload->plan->efficiency->general;
  double two = general->allreduce_seconds_pcie, four = general->allreduce_seconds_pcie_4;

  if (is_linked (workload->plan))
    return general->allreduce_seconds_nvlink;
  return MAX (two + (four - two) * (workload->n_places - 2.0) / 2.0, 0.0);
}

/* The slowest card decides.  Without a link of their own the cards pass every byte through the host: in and out again. */
static double
peer_seconds_per_byte (const TokWorkload *workload)
{
  const TokPlan *plan = workload->plan;
  double slowest = TOK_LARGEST;

  for (guint i = 0; i < plan->n_devices; i++)
    if (plan->devices[i].device.interconnect_bandwidth > 0.0)
      slowest = MIN (slowest, plan->devices[i].device.interconnect_bandwidth);
  if (is_linked (plan) && slowest < TOK_LARGEST)
    return tok_ratio (1.0, slowest);
  return 2.0 * workload->link_seconds_per_byte;
}

static double
allreduce_seconds (const TokWorkload *workload,
                   double             bytes)
{
  double n = workload->n_places;

  return ALLREDUCES_PER_LAYER * (latency_seconds (workload) + 2.0 * (n - 1.0) / n * bytes * peer_seconds_per_byte (workload));
}

/* Each device has to be started and the first then gathers: on two, three and six RTX 4090 a layer of Llama-2-7B takes 340, 400 and
 * 715 us more than its share of reading, on RTX 3090 400, 515 and 965 (XiongjieDai's GPU-Benchmarks-on-LLM-Inference): 3 : 4 : 7. */
static double
row_seconds (const TokWorkload *workload,
             double             bytes)
{
  double n = workload->n_places;

  return (n + 1.0) * workload->plan->efficiency->general.row_layer_seconds
         + (n - 1.0) * MATRICES_PER_LAYER * bytes * peer_seconds_per_byte (workload);
}

/* An all-reduce of llama.cpp adds up in 32 bits.  Its fork does so in 16 (--graph-reduce-type f16, its default), others hold all they
 * pass on in 16. */
static double
reduced_element_bytes (const TokPlan *plan)
{
  TokEngine engine = tok_plan_engine (plan);

  return tok_engine_is_llama (engine) && engine != TOK_ENGINE_IK_LLAMA ? HIDDEN_ELEMENT_BYTES : HALF_ELEMENT_BYTES;
}

double
tok_parallel_exchange_seconds (const TokWorkload *workload,
                               double             n_tokens)
{
  double n_elements = workload->model->architecture->hidden_size * n_tokens;

  if (workload->mode == TOK_SPLIT_LAYER || workload->n_places < 2)
    return 0.0;
  if (workload->mode == TOK_SPLIT_ROW)
    return workload->layers * row_seconds (workload, HIDDEN_ELEMENT_BYTES * n_elements);
  return workload->layers * allreduce_seconds (workload, reduced_element_bytes (workload->plan) * n_elements);
}

double
tok_parallel_pipeline_gain (const TokWorkload *workload,
                            double             n_steps)
{
  double n = workload->n_places;
  double ideal = n * n_steps / (n_steps + n - 1.0);

  /* llama.cpp works on several micro-batches only where every layer, the cache and all experts are on devices: pipeline_parallel in
   * src/llama-context.cpp. */
  if (workload->mode != TOK_SPLIT_LAYER || workload->host_computes)
    return 1.0;
  return MAX (ideal * workload->plan->efficiency->general.pipeline_share, 1.0);
}
