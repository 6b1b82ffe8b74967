/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes tables of measurements: whatever a row says, it has a reason or a plan, and what is predicted is a number. */

#include <math.h>

#include "fuzz.h"
#include "formats/catalog.h"
#include "prediction.h"

/* More rows say nothing new. */
#define MOST_ROWS 64u

static void
check_row (const TokMapper *mapper, const TokRow *row)
{
  g_auto (TokMapped) mapped;
  TokPrediction prediction;

  tok_mapping_init (&mapped, mapper, row);
  if (mapped.reason != NULL)
    return;
  tok_prediction_make (&mapped, &prediction);
  g_assert_true (isfinite (prediction.tok_s) && prediction.tok_s >= 0.0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static TokMapper mapper;
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCsv) csv = tok_csv_parse ((const char *) data, size, &error);
  g_autoptr (GPtrArray) rows = csv != NULL ? tok_rows_read (csv, &error) : NULL;

  if (mapper.catalog == NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (ALIASES_PATH);

      mapper.catalog = tok_catalog_load_builtin ();
      mapper.aliases = tok_aliases_load (file, NULL);
    }
  if (rows == NULL)
    {
      g_assert_nonnull (error);
      return 0;
    }
  for (guint i = 0; i < MIN (rows->len, MOST_ROWS); i++)
    check_row (&mapper, g_ptr_array_index (rows, i));
  return 0;
}
