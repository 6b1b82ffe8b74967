/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quantization a config names, in the words of any of the tools that quantize. */

#pragma once

#include "formats/model-config-private.h"
#include "formats/model-config-storage.h"

G_BEGIN_DECLS

typedef struct
{
  TokConfigFormat   format;      /* of most matrices */
  gboolean          is_float;    /* 8 bit: floating point, not whole numbers */
  gboolean          is_awq;
  gboolean          is_mlx;
  TokConfigStorage *storage;
} TokConfigQuantization;

/* FALSE when the weights are plain numbers. */
gboolean tok_config_read_quantization (TokConfigReading      *reading,
                                       TokConfigQuantization *quantization);
void     tok_config_quantization_clear (TokConfigQuantization *quantization);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TokConfigQuantization, tok_config_quantization_clear)

G_END_DECLS
