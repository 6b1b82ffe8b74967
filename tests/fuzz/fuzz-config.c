/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the reader of configs: what gets through has a shape that can be estimated and saved, and weights that add up.  An index and
 * what a tool says of the quantization may follow the config in a list. */

#include <math.h>

#include "core/model.h"
#include "formats/json-parse.h"
#include "formats/model-config.h"
#include "fuzz.h"

static void
check_weights (const TokModelFile *file)
{
  TokWeightSum total = tok_model_weights_total (file->weights, FALSE);
  double params = tok_architecture_total_params (file->architecture);

  g_assert_true (isfinite (total.bytes) && total.bytes >= 0.0 && total.matrix_elements <= total.elements);
  g_assert_true (fabs (total.elements - params) <= 1.0 + 1e-6 * params);
}

static void
check_model (const TokModelFile *file)
{
  g_autoptr (TokModel) model = file->weights != NULL ? tok_model_new_from_weights (file->architecture, file->weights)
                                                     : tok_model_new (file->architecture, file->file_type, FALSE, 0.0);
  g_autoptr (GError) error = NULL;
  TokLayerSums sums;

  tok_model_sum (model, 0, file->architecture->n_layers, &sums);
  g_assert_true (isfinite (model->file_bytes) && isfinite (sums.full_k) && isfinite (sums.state_bytes));
  g_assert_true (isfinite (file->file_bytes) && file->file_bytes >= 0.0);
  if (file->weights != NULL)
    check_weights (file);
  g_assert_true (tok_model_file_check_savable (file->architecture, file->weights, &error));
  for (guint i = 0; i < file->notes->len; i++)
    g_assert_true (g_utf8_validate (g_ptr_array_index (file->notes, i), -1, NULL));
}

static JsonObject *
object_at (JsonNode *root, guint index)
{
  JsonNode *node = root;

  if (JSON_NODE_HOLDS_ARRAY (root))
    node = index < json_array_get_length (json_node_get_array (root)) ? json_array_get_element (json_node_get_array (root), index) : NULL;
  else if (index > 0)
    node = NULL;
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokJson) json = tok_json_parse_python ((const char *) data, size, NULL, NULL);
  g_autoptr (TokModelFile) file = NULL;
  JsonObject *config = json != NULL ? object_at (tok_json_root (json), 0) : NULL;
  TokModelConfigBeside beside;

  if (config == NULL)
    return 0;
  beside = (TokModelConfigBeside) { object_at (tok_json_root (json), 1), object_at (tok_json_root (json), 2) };
  tok_model_config_has_members (config);
  file = tok_model_config_read (config, &beside, "folder", &error);
  g_assert_true ((file == NULL) == (error != NULL));
  if (file != NULL)
    check_model (file);
  return 0;
}
