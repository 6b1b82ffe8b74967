/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the reader of catalog files, and walks the models that get through. */

#include <math.h>

#include "core/model.h"
#include "formats/catalog-file.h"
#include "fuzz.h"

static void
check_model (const TokArchitecture *architecture)
{
  g_autoptr (TokModel) model = tok_model_new ((TokArchitecture *) architecture, TOK_FILE_Q4_K_M, FALSE, 0.0);

  g_assert_true (isfinite (model->file_bytes) && model->file_bytes >= 0.0);
  g_assert_true (isfinite (model->total_params) && model->active_params <= model->total_params);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCatalog) catalog = tok_catalog_new ();
  g_autoptr (TokJson) json = tok_json_parse ((const char *) data, size, NULL, &error);
  guint line;

  g_assert_true ((json == NULL) == (error != NULL));
  if (json == NULL)
    return 0;
  if (!tok_catalog_read (catalog, json, TRUE, &line, &error))
    {
      g_assert_nonnull (error);
      g_assert_cmpuint (tok_catalog_n_devices (catalog) + tok_catalog_n_models (catalog), ==, 0);
      return 0;
    }
  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    check_model (tok_catalog_model (catalog, i)->architecture);
  return 0;
}
