/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the way in for every file: what is told apart by its content is whole, and what is refused is told in one line. */

#include <math.h>
#include <string.h>

#include "formats/catalog.h"
#include "formats/import.h"
#include "formats/json-read.h"
#include "fuzz.h"

static void
check_model (const TokModelFile *model)
{
  const TokArchitecture *architecture = model->architecture;

  g_assert_cmpuint (architecture->n_layers, >, 0);
  g_assert_cmpstr (architecture->id, ==, "");
  g_assert_cmpstr (architecture->name, !=, "");
  g_assert_true (g_utf8_validate (architecture->name, -1, NULL));
  g_assert_true (isfinite (model->file_bytes) && model->file_bytes >= 0.0);
  g_assert_true (isfinite (tok_architecture_total_params (architecture)));
  g_assert_true (model->weights == NULL || model->weights->n_layers == architecture->n_layers);
}

static void
check_rows (const TokMeasurementsRead *read, const TokCatalog *catalog)
{
  for (guint i = 0; i < read->rows->len; i++)
    {
      const char *id = g_array_index (read->rows, TokMeasurement, i).model_id;

      g_assert_true (id[0] == '\0' || tok_catalog_find_model (catalog, id) != NULL);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TokCatalog *catalog;
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (TokImport) import = NULL;

  if (catalog == NULL)
    catalog = tok_catalog_load (NULL);
  import = tok_import_bytes (bytes, "Pasted text", catalog, &error);
  g_assert_true ((import == NULL) == (error != NULL));
  if (error != NULL)
    g_assert_true (g_utf8_validate (error->message, -1, NULL) && strstr (error->message, "Pasted text") != NULL);
  if (import == NULL)
    return 0;
  g_assert_true ((import->model != NULL) == (import->kind == TOK_IMPORT_MODEL));
  g_assert_true ((import->measurements != NULL) == (import->kind == TOK_IMPORT_MEASUREMENTS));
  if (import->model != NULL)
    check_model (import->model);
  if (import->measurements != NULL)
    check_rows (import->measurements, catalog);
  return 0;
}
