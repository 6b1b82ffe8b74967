/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bands: how far measurements of a kind lie from the estimate, by what the constants rest on. */

#pragma once

#include "core/workload.h"

G_BEGIN_DECLS

/* The kind of a decode at @depth: the nearer of near empty and deep. */
TokBandKind tok_band_kind           (const TokWorkload *workload,
                                     double             depth);
/* The band of a decode at @depth: between near empty and deep it changes gradually, so that a curve over depth has no step. */
TokBand     tok_band_decode         (const TokWorkload *workload,
                                     double             depth);
/* The band of batches or speculation. */
TokBand     tok_band_of             (const TokWorkload *workload,
                                     TokBandKind        kind);
/* The kind of reading a prompt beside a decode of kind @decode: where the CPU or several GPUs work on it, it errs as that does. */
TokBandKind tok_band_kind_of_prompt (TokBandKind        decode);
TokBand     tok_band_prompt         (const TokWorkload *workload);
/* The weakest of the constants a decode uses, or a prompt. */
TokBasis    tok_band_basis          (const TokWorkload *workload,
                                     gboolean           in_prefill);

G_END_DECLS
