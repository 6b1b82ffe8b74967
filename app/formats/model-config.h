/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model from the config.json of its repository on Hugging Face, and files that lie beside it.
 *
 * Configs of models that see or hear hold that of the language model inside ("text_config", …); the spelling of members differs by
 * family and year.  What is not said is derived and noted, never taken for zero. */

#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "formats/model-file.h"

G_BEGIN_DECLS

/* Each NULL when it is not there. */
typedef struct
{
  JsonObject *index;         /* model.safetensors.index.json */
  JsonObject *quantization;  /* hf_quant_config.json */
} TokModelConfigBeside;

/* Whether the members of @object are those of such a config, of any family, or of a file people take for one, for which
 * tok_model_config_read() has the sentence that says what it is. */
gboolean      tok_model_config_has_members (JsonObject   *object);
/* @name: of the file's folder, which usually is the model's, or ""; @beside can be NULL.  Fails for configs of what is no language
 * model and for those that lack what cannot be derived, saying which member. */
TokModelFile *tok_model_config_read        (JsonObject                 *object,
                                            const TokModelConfigBeside *beside,
                                            const char                 *name,
                                            GError                    **error);

G_END_DECLS
