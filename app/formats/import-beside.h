/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What names and neighbors of a file say about what is in it. */

#pragma once

#include "formats/json-parse.h"

G_BEGIN_DECLS

#define TOK_IMPORT_CONFIG_NAME "config.json"
#define TOK_IMPORT_INDEX_NAME "model.safetensors.index.json"
#define TOK_IMPORT_QUANTIZATION_NAME "hf_quant_config.json"   /* of NVIDIA's modelopt */

/* The file's name without its folder, for a sentence. */
char    *tok_import_source      (GFile        *file);
/* What a model is called by the name of its file, "" without one; @file may be NULL. */
char    *tok_import_model_name  (GFile        *file);
/* The same for a config, by the file or its folder; "" when these are no name of a model. */
char    *tok_import_config_name (GFile        *file);
/* The file @name in the folder of @file, NULL when it is not there, cannot be read, is no object or too large to be read along with
 * @json; @file may be NULL. */
TokJson *tok_import_json_beside (GFile        *file,
                                 const char   *name,
                                 const TokJson *json,
                                 GCancellable *cancellable);

G_END_DECLS
