/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tools that quantize store a weight in, by the bits, groups and names they give.
 *
 * Bits of one weight include its share of what the group has in common: a scale of 16 bits, 8 for the small floating point formats, and
 * a zero point where it has one. */

#pragma once

#include "formats/model-config-storage.h"

G_BEGIN_DECLS

#define TOK_CONFIG_FP8   ((TokConfigFormat) { 8.0, TOK_TENSOR_FP8 })
#define TOK_CONFIG_NVFP4 ((TokConfigFormat) { 4.5, TOK_TENSOR_NVFP4 })
#define TOK_CONFIG_MXFP4 ((TokConfigFormat) { 4.25, TOK_TENSOR_MXFP4 })

/* Whole numbers; @group: 0 or less when a whole row shares its scale. */
TokConfigFormat tok_config_format_whole     (double           bits,
                                             double           group,
                                             gboolean         has_zero);
/* Floating point numbers. */
TokConfigFormat tok_config_format_float     (double           bits,
                                             double           group);
TokConfigFormat tok_config_format_exllama   (double           bits);
/* @mode: "affine", "mxfp4", … */
TokConfigFormat tok_config_format_mlx       (const char      *mode,
                                             double           bits,
                                             double           group);
/* The names of NVIDIA's modelopt: "FP8", "NVFP4", "W4A16_AWQ". */
TokConfigFormat tok_config_format_algorithm (const char      *algorithm);
/* The kinds of numbers of other tools: Quark's "fp8_e4m3", quanto's "int8", torchao's "Int4WeightOnlyConfig"; FALSE for others. */
gboolean        tok_config_format_number    (const char      *kind,
                                             double           group,
                                             TokConfigFormat *format,
                                             gboolean        *is_float);

G_END_DECLS
