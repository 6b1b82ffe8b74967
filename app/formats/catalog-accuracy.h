/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The published errors of data/catalog/accuracy.json. */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "core/accuracy.h"
#include "formats/pack.h"

G_BEGIN_DECLS

/* A kind that @object does not name was never measured.  On error @accuracy is partly set. */
gboolean  tok_accuracy_read   (JsonObject        *object,
                               TokAccuracy       *accuracy,
                               GError           **error);
/* The same from a file; errors name it and the line. */
gboolean  tok_accuracy_load   (GFile             *file,
                               TokAccuracy       *accuracy,
                               GError           **error);
void      tok_accuracy_pack   (const TokAccuracy *accuracy,
                               TokPacker         *packer);
void      tok_accuracy_unpack (TokUnpacker       *unpacker,
                               TokAccuracy       *accuracy);

G_END_DECLS
