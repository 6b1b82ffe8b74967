/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of everything the Overview recomputes for one slider step: the estimate and every chart.
 * Prints "PLAN MICROSECONDS" per plan, the median over the steps. */

#include "formats/catalog.h"
#include "present/charts.h"

#define N_STEPS 400

static const struct { const char *name, *device, *model; } cases[] = {
  { "dense", "geforce-rtx-4090", "llama-3.1-8b" },
  { "moe", "geforce-rtx-4090", "qwen3-30b-a3b" },
  { "offloaded", "geforce-rtx-4090", "llama-3.3-70b" },
};

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
rebuild_everything (const TokPlan *plan, const TokCatalog *catalog, TokModelShelf *shelf)
{
  guint n_kinds;
  const TokChartKind *kinds = tok_chart_kinds (&n_kinds);
  TokEstimate estimate;
  TokChartInput input = { .plan = plan, .estimate = &estimate, .catalog = catalog, .shelf = shelf };

  tok_estimate (plan, &estimate);
  for (guint i = 0; i < n_kinds; i++)
    {
      g_autoptr (TokChartSpec) spec = kinds[i].build (&input);

      g_assert_nonnull (spec);
    }
}

static double
median_microseconds (TokPlan *plan, const TokCatalog *catalog, TokModelShelf *shelf)
{
  double times[N_STEPS];

  for (guint i = 0; i < N_STEPS; i++)
    {
      gint64 start = g_get_monotonic_time ();

      tok_plan_set (plan, TOK_PARAM_BANDWIDTH, 500 + i);
      rebuild_everything (plan, catalog, shelf);
      times[i] = g_get_monotonic_time () - start;
    }
  qsort (times, N_STEPS, sizeof (double), compare_doubles);
  return times[N_STEPS / 2];
}

int
main (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  TokModelShelf *shelf = tok_model_shelf_new (catalog);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokCatalogDevice *device = tok_catalog_find_device (catalog, cases[i].device);
      const TokCatalogModel *model = tok_catalog_find_model (catalog, cases[i].model);
      g_auto (TokPlan) plan = { 0 };

      g_assert (device != NULL && model != NULL);
      tok_plan_init (&plan, catalog->efficiency, &device->device, NULL, model->architecture);
      g_print ("%s %.0f\n", cases[i].name, median_microseconds (&plan, catalog, shelf));
    }
  tok_model_shelf_free (shelf);
  return 0;
}
