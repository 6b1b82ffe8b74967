/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attention kinds a person chooses for a model, put over the layers it has. */

#pragma once

#include "core/architecture.h"

G_BEGIN_DECLS

/* Gives every layer with a token mixer the mixer @kind has there; TOK_ATTENTION_OWN changes nothing. */
void tok_attention_kind_apply (TokArchitecture *architecture,
                               TokAttentionKind kind);

G_END_DECLS
