/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What calibration is worth on the collection of measurements, with the committed constants. */

#include "calibrated.h"

/* Percent. */
#define MOST_LEFT_OUT_ERROR 5.0
#define LEAST_BETTER 70.0
#define LEAST_INSIDE 75.0
#define MOST_INSIDE 90.0

static TokRowTable *
load (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "accuracy", "train.csv", NULL);
  g_autofree char *aliases = g_test_build_filename (G_TEST_DIST, "accuracy", "aliases.csv", NULL);
  g_autoptr (GError) error = NULL;
  TokRowTable *table = tok_row_table_load (path, aliases, &error);

  g_assert_no_error (error);
  return table;
}

static void
test_by_all_others_of_the_machine (void)
{
  g_autoptr (TokRowTable) table = load ();
  g_autoptr (TokResults) results = tok_results_new (table);
  TokCalibrated judged = tok_calibrated_judge (results);

  g_test_message ("%u machines: %.2f %% plain, %.2f %% calibrated, %.0f %% inside the band", judged.machines,
                  judged.plain.median_error, judged.left_out.median_error, judged.left_out.inside_band);
  g_assert_cmpuint (judged.machines, >=, 130);
  g_assert_cmpfloat (judged.left_out.median_error, <=, MOST_LEFT_OUT_ERROR);
  g_assert_cmpfloat (judged.left_out.inside_band, >=, LEAST_INSIDE);
  g_assert_cmpfloat (judged.left_out.inside_band, <=, MOST_INSIDE);
}

/* Of a machine whose chip is in the constants a single row says little that they do not know; so here no chip is. */
static void
test_by_a_single_row (void)
{
  g_autoptr (TokRowTable) table = load ();
  g_autoptr (TokResults) results = NULL;
  TokCalibrated judged;

  for (guint i = 0; i < table->rows->len; i++)
    for (guint j = 0; j < TOK_MAX_DEVICES; j++)
      if (table->mapped[i].reason == NULL && table->mapped[i].chips[j] != NULL)
        table->mapped[i].chips[j] = "";
  tok_row_table_set_table (table, NULL);
  results = tok_results_new (table);
  judged = tok_calibrated_judge (results);
  g_test_message ("%u machines: %.1f %% better; by all others %.2f %% plain, %.2f %% calibrated, %.0f %% inside the band",
                  judged.several, judged.better_percent, judged.plain.median_error, judged.left_out.median_error,
                  judged.left_out.inside_band);
  g_assert_cmpuint (judged.several, >=, 240);
  g_assert_cmpfloat (judged.better_percent, >=, LEAST_BETTER);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/calibrated/by all others of the machine", test_by_all_others_of_the_machine);
  g_test_add_func ("/calibrated/by a single row", test_by_a_single_row);
  return g_test_run ();
}
