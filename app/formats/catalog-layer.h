/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One layer in files: its letters, its members and what it cannot do without. */

#pragma once

#include <json-glib/json-glib.h>

#include "core/architecture.h"
#include "formats/pack.h"

G_BEGIN_DECLS

#define TOK_LAYER_LARGEST_WIDTH 1e7
#define TOK_LAYER_LARGEST_RATIO 1e6

/* Of a pattern: "F" for full attention, "d" for a dense FFN, …; FALSE when the letter is unknown. */
gboolean    tok_layer_mixer_from_letter (char                   letter,
                                         TokMixer              *mixer);
gboolean    tok_layer_ffn_from_letter   (char                   letter,
                                         TokFfn                *ffn);
char        tok_layer_mixer_letter      (TokMixer               mixer);
/* TRUE when its cache is kept by heads of keys and values. */
gboolean    tok_layer_has_key_heads     (const TokLayer        *layer);
/* Members that are absent leave @layer as it is. */
gboolean    tok_layer_read              (JsonObject            *object,
                                         TokLayer              *layer,
                                         GError               **error);
/* Whether tok_layer_read() reads the member @name. */
gboolean    tok_layer_has_member        (const char            *name);
/* Leaves out what is as in @fallback. */
void        tok_layer_write             (const TokLayer        *layer,
                                         const TokLayer        *fallback,
                                         JsonObject            *object);
void        tok_layer_pack              (const TokLayer        *layer,
                                         TokPacker             *packer);
void        tok_layer_unpack            (TokUnpacker           *unpacker,
                                         TokLayer              *layer);
/* Members that @layer's kind does not have become 0, so that equal layers are equal. */
void        tok_layer_tidy              (TokLayer              *layer);
gboolean    tok_layer_equal             (const TokLayer        *layer,
                                         const TokLayer        *other);
/* The member @layer cannot do without, NULL when it has them all; static. */
const char *tok_layer_missing_member    (const TokLayer        *layer,
                                         const TokArchitecture *architecture);

G_END_DECLS
