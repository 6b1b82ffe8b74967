/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the file of a model holds, as "weights" of a plan file: a list of one number per layer for each role. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/weights.h"

G_BEGIN_DECLS

JsonObject      *tok_model_weights_write (const TokModelWeights *weights);
/* Of a model of @n_layers layers. */
TokModelWeights *tok_model_weights_read  (JsonObject            *object,
                                          guint                  n_layers,
                                          GError               **error);

G_END_DECLS
