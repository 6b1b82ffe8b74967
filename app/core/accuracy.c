/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the kinds, and which of them speaks for which figure. */

#include "core/accuracy.h"

static const char *const kind_names[TOK_N_ACCURACY_KINDS] = {
  [TOK_ACCURACY_DECODE] = "decode",
  [TOK_ACCURACY_DENSE] = "decode-dense",
  [TOK_ACCURACY_DEEP] = "decode-deep",
  [TOK_ACCURACY_MOE] = "moe",
  [TOK_ACCURACY_HBM] = "hbm",
  [TOK_ACCURACY_APPLE] = "apple",
  [TOK_ACCURACY_CPU] = "cpu",
  [TOK_ACCURACY_OFFLOAD] = "offload",
  [TOK_ACCURACY_SEVERAL_GPUS] = "multi-gpu",
  [TOK_ACCURACY_BATCH] = "batch",
  [TOK_ACCURACY_SPECULATION] = "speculative",
  [TOK_ACCURACY_PREFILL] = "prefill",
};

static const TokAccuracyKind kinds_of_bands[TOK_N_BANDS] = {
  [TOK_BAND_GPU] = TOK_ACCURACY_DENSE,
  [TOK_BAND_GPU_DEEP] = TOK_ACCURACY_DEEP,
  [TOK_BAND_GPU_MOE] = TOK_ACCURACY_MOE,
  [TOK_BAND_GPU_MOE_DEEP] = TOK_ACCURACY_MOE,
  [TOK_BAND_HBM] = TOK_ACCURACY_HBM,
  [TOK_BAND_APPLE] = TOK_ACCURACY_APPLE,
  [TOK_BAND_APPLE_DEEP] = TOK_ACCURACY_APPLE,
  [TOK_BAND_CPU] = TOK_ACCURACY_CPU,
  [TOK_BAND_OFFLOAD] = TOK_ACCURACY_OFFLOAD,
  [TOK_BAND_SEVERAL_GPUS] = TOK_ACCURACY_SEVERAL_GPUS,
  [TOK_BAND_BATCH] = TOK_ACCURACY_BATCH,
  [TOK_BAND_SPECULATION] = TOK_ACCURACY_SPECULATION,
  [TOK_BAND_PREFILL] = TOK_ACCURACY_PREFILL,
};

const char *
tok_accuracy_kind_name (guint kind)
{
  g_return_val_if_fail (kind < TOK_N_ACCURACY_KINDS, "");

  return kind_names[kind];
}

TokAccuracyKind
tok_accuracy_kind_of_band (TokBandKind band)
{
  return kinds_of_bands[band];
}

const TokAccuracyFigures *
tok_accuracy_figures (const TokAccuracy *accuracy,
                      TokAccuracyKind    kind,
                      TokBasis           basis)
{
  return basis <= TOK_BASIS_CLASS ? &accuracy->known[kind] : &accuracy->unseen[kind];
}
