/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the reader of GGUF headers: what gets through has a shape that can be estimated and saved, and weights that add
 * up. */

#include <math.h>

#include "core/model.h"
#include "formats/catalog-model.h"
#include "formats/gguf-model.h"
#include "formats/plan-json-weights.h"
#include "fuzz.h"

static void
check_weights (const TokModelWeights *weights, double file_bytes)
{
  g_autoptr (JsonObject) object = tok_model_weights_write (weights);
  g_autoptr (GError) error = NULL;
  g_autoptr (TokModelWeights) saved = tok_model_weights_read (object, weights->n_layers, &error);

  g_assert_no_error (error);
  g_assert_true (tok_model_weights_equal (saved, weights));
  g_assert_true (tok_model_weights_total (weights, TRUE).bytes <= file_bytes * 1.000001 + 1.0);
}

static void
check_model (const TokModelFile *model)
{
  g_autoptr (TokModel) computed = tok_model_new (model->architecture, model->file_type, model->with_imatrix, 0.0);
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (TokArchitecture) saved = NULL;
  g_autoptr (GError) error = NULL;
  TokLayerSums sums;

  tok_model_sum (computed, 0, model->architecture->n_layers, &sums);
  g_assert_true (isfinite (computed->file_bytes) && isfinite (sums.full_k) && isfinite (sums.state_bytes));
  g_assert_cmpuint (model->architecture->n_layers, <=, TOK_MAX_LAYERS);
  if (model->weights != NULL)
    check_weights (model->weights, model->file_bytes);
  tok_architecture_write (model->architecture, object);
  saved = tok_architecture_read (object, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < model->notes->len; i++)
    g_assert_true (g_utf8_validate (g_ptr_array_index (model->notes, i), -1, NULL));
}

static void
try_size (const uint8_t *data, size_t length, uint64_t size)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize) length, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TokGguf) gguf = tok_gguf_read (stream, size, NULL, &error);
  g_autoptr (TokModelFile) model = gguf != NULL ? tok_gguf_model_new (gguf, &error) : NULL;

  g_assert_true ((model == NULL) == (error != NULL));
  if (model != NULL)
    check_model (model);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  try_size (data, size, size);
  try_size (data, size, (uint64_t) size << 20);   /* a header whose data follows */
  return 0;
}
