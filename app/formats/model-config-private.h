/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A config.json on its way to a model: what the parts of that work share. */

#pragma once

#include "formats/model-config-family.h"
#include "formats/model-config-members.h"
#include "formats/model-config.h"

G_BEGIN_DECLS

#define TOK_CONFIG_LONGEST_TEXT 4096

struct _TokConfigReading
{
  JsonObject                 *root;
  const TokModelConfigBeside *beside;
  const char                 *name;         /* of the model */
  const char                 *prefix;       /* of the language model's members: "", "text_config." */
  const TokConfigFamily      *family;
  gboolean                    is_partial;   /* the config of a part, which leaves out what its class takes anyway */
  TokArchitecture            *architecture;
  GPtrArray                  *notes;
  GError                     *error;        /* the first one; from there on readers give their fallbacks */
};

/* Adds a translated sentence to the notes, unless it is there. */
void        tok_config_note             (TokConfigReading    *reading,
                                         const char          *format,
                                         ...) G_GNUC_PRINTF (2, 3);
/* Whether the family has one of @traits. */
gboolean    tok_config_has_trait        (const TokConfigReading *reading,
                                         guint                traits);
/* The text at @path of @object, at most TOK_CONFIG_LONGEST_TEXT bytes; "" when it is absent or no text. */
const char *tok_config_object_text      (JsonObject          *object,
                                         const char          *path);
/* Where the members of the language model are: "" or the path of an object inside with a dot behind; static. */
const char *tok_config_find_prefix      (JsonObject          *root);
/* Fails when @root is no config of a model that writes text, with the sentence that says what it is. */
gboolean    tok_config_check_kind       (JsonObject          *root,
                                         GError             **error);
/* Whether @root is one of the files beside a config that tok_config_check_kind() has a sentence for. */
gboolean    tok_config_is_other_file    (JsonObject          *root);

/* What the file says layer @index is, such as "mamba" or "full_attention"; NULL when it lists no names. */
const char *tok_config_layer_name       (TokConfigReading    *reading,
                                         guint                index);
/* Member @name of the layer's own block of a model made by architecture search; NULL when the layers have none. */
JsonObject *tok_config_block            (TokConfigReading    *reading,
                                         guint                index,
                                         const char          *name);
/* How each layer mixes tokens: fills the mixers of all layers. */
void        tok_config_read_kinds       (TokConfigReading    *reading);
/* Heads and their sizes of every layer, for which the mixers are known. */
void        tok_config_read_attention   (TokConfigReading    *reading);
/* What latent, compressed, linear and state space layers have in common. */
void        tok_config_read_mixers      (TokConfigReading    *reading);
/* Feed-forward networks and experts. */
void        tok_config_read_ffns        (TokConfigReading    *reading);
/* Norms, biases, gates, and the weights outside the usual blocks. */
void        tok_config_read_style       (TokConfigReading    *reading);
void        tok_config_read_extras      (TokConfigReading    *reading);
/* How many tokens the model was made for. */
void        tok_config_read_context     (TokConfigReading    *reading);
/* What the weights are stored in: the nearest file type, and notes on what is not the same. */
void        tok_config_read_file_type   (TokConfigReading    *reading,
                                         TokModelFile        *file);
/* Bytes of all tensors, from the index of the safetensors files. */
void        tok_config_read_index       (TokConfigReading    *reading,
                                         TokModelFile        *file);

G_END_DECLS
