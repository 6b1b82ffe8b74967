/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the reader of fitted constants: what gets through makes a whole table of sane numbers. */

#include <math.h>

#include "formats/catalog-efficiency.h"
#include "formats/json-parse.h"
#include "fuzz.h"

static void
check_cell (const TokEfficiency *cell)
{
  g_assert_true (cell->weight_share > 0.0 && cell->weight_share <= 1.0);
  g_assert_true (isfinite (cell->layer_seconds) && cell->layer_seconds >= 0.0);
  g_assert_true (isfinite (cell->matrix_flops) && isfinite (cell->core_flops) && isfinite (cell->base_bytes));
}

static void
check_table (const TokEfficiencyTable *table)
{
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint year = TOK_FIRST_BUILD_YEAR; year <= TOK_LAST_BUILD_YEAR; year++)
        check_cell (tok_efficiency_table_cell (table, (TokDeviceClass) i, (TokEngine) j, year));
  for (guint i = 0; i < TOK_N_BANDS; i++)
    for (guint j = 0; j < TOK_N_BASES; j++)
      g_assert_true (table->general.bands[i][j].low <= 1.0 && table->general.bands[i][j].high >= 1.0);
}

static void
check_chips (const TokEfficiencyTable *table)
{
  for (guint i = 0; i <= table->chips->len; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      {
        double decode, prefill;

        tok_efficiency_table_chip (table, i, (TokEngine) j, &decode, &prefill, NULL);
        g_assert_true (isfinite (decode) && decode > 0.0 && isfinite (prefill) && prefill > 0.0);
      }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokEfficiencyTable) table = tok_efficiency_table_new ();
  g_autoptr (TokJson) json = tok_json_parse ((const char *) data, size, NULL, &error);
  TokEfficiency specification;

  g_assert_true ((json == NULL) == (error != NULL));
  if (json == NULL || !JSON_NODE_HOLDS_OBJECT (tok_json_root (json)))
    return 0;
  if (!tok_efficiency_read (json_node_get_object (tok_json_root (json)), table, &specification, &error))
    {
      g_assert_nonnull (error);
      return 0;
    }
  tok_efficiency_table_resolve (table, &specification);
  check_table (table);
  check_chips (table);
  return 0;
}
