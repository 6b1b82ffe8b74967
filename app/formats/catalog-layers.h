/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layers of a model in files: patterns, exceptions and runs of equal layers become one TokLayer each. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/architecture.h"
#include "formats/pack.h"

G_BEGIN_DECLS

/* Fills the layers of @architecture, whose other members are read already. */
gboolean  tok_layers_read   (JsonObject            *object,
                             TokArchitecture       *architecture,
                             GError               **error);
/* Whether tok_layers_read() reads the member @name. */
gboolean  tok_layers_have   (const char            *name);
/* As runs of equal layers, "explicit_layers". */
void      tok_layers_write  (const TokArchitecture *architecture,
                             JsonObject            *object);
/* As runs too. */
void      tok_layers_pack   (const TokArchitecture *architecture,
                             TokPacker             *packer);
/* The number of layers is that of the architecture tok_layers_pack() was given. */
void      tok_layers_unpack (TokUnpacker           *unpacker,
                             TokArchitecture       *architecture);

G_END_DECLS
