/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Configs written in tests: reads them and compares what comes out with the catalog. */

#pragma once

#include "core/catalog.h"
#include "formats/model-config.h"

G_BEGIN_DECLS

/* Width 64, four heads of 16, two of keys and values, two layers, 100 words. */
#define CONFIG_SIZES "'hidden_size':64,'num_hidden_layers':2,'num_attention_heads':4,'num_key_value_heads':2,'head_dim':16," \
                     "'intermediate_size':128,'vocab_size':100,'max_position_embeddings':4096,'torch_dtype':'bfloat16'"
#define CONFIG_SMALL(members) "{'model_type':'llama'," CONFIG_SIZES members "}"
/* Queries and output, keys and values, three matrices of the feed-forward network and two norms in each layer. */
#define CONFIG_PARAMS (2.0 * (2 * 64 * 64 + 2 * 64 * 32 + 3 * 64 * 128 + 2 * 64) + 2 * 6400 + 64)

/* @text and @index (or NULL) are JSON with ' for quotation marks. */
TokModelFile *config_try    (const char            *text,
                             const char            *index,
                             GError               **error);
/* The same with what modelopt says of the quantization (or NULL). */
TokModelFile *config_try_beside (const char        *text,
                                 const char        *index,
                                 const char        *quantization,
                                 GError           **error);
/* Must succeed. */
TokModelFile *config_read   (const char            *text);
/* Must fail with @words in the sentence. */
void          config_refuse (const char            *text,
                             const char            *words);
gboolean      config_has_members (const char       *text);
gboolean      config_notes  (const TokModelFile    *file,
                             const char            *words);
/* The same weights but for vectors of a few thousand, the same layers, the same cache. */
void          config_compare (const TokArchitecture *found,
                              const TokArchitecture *wanted);

G_END_DECLS
