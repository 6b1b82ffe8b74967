/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of things for people, translated; static strings. */

#pragma once

#include "core/estimate.h"

G_BEGIN_DECLS

const char *tok_label_param       (TokParam param);
const char *tok_label_group       (TokParamGroup group);
const char *tok_label_origin      (TokOrigin origin);       /* "catalog", "typed", "auto" … */
const char *tok_label_term        (TokTerm term);           /* "weights", "KV cache" … */
const char *tok_label_fit         (TokFit fit);             /* "Fits", "Tight" … */
const char *tok_label_basis       (TokBasis basis);         /* "calibrated class" … */
const char *tok_label_engine      (TokEngine engine);       /* "llama.cpp, CUDA" … */
/* The visible name of choice @value of @param: "Linux", "f16", "Layer split". */
const char *tok_label_choice      (TokParam param, guint value);

G_END_DECLS
