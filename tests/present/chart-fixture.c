/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog is made of the models of the fixture, the plan's own among them. */

#include "chart-fixture.h"

#include <string.h>

#include "models.h"

/* All models of the fixture; the plan's own is the very one. */
static TokCatalog *
make_catalog (const TokPlan *plan)
{
  TokCatalog *catalog = tok_catalog_new ();
  const char **names = tok_fixture_model_names ();

  for (gsize i = 0; names[i] != NULL; i++)
    {
      gboolean is_own = strcmp (names[i], plan->base->name) == 0;
      TokCatalogModel entry = { .architecture = is_own ? tok_architecture_ref (plan->base) : tok_fixture_model (names[i]) };

      g_array_append_val (catalog->models, entry);
    }
  return catalog;
}

TokChartSpec *
tok_fixture_chart (const char    *id,
                   const TokPlan *plan,
                   const TokPlan *baseline)
{
  g_autoptr (TokCatalog) catalog = make_catalog (plan);
  TokModelShelf *shelf = tok_model_shelf_new (catalog);
  TokEstimate estimate;
  TokChartInput input = { plan, &estimate, baseline, catalog, shelf };
  TokChartSpec *spec;

  tok_estimate (plan, &estimate);
  spec = tok_chart_kind_find (id)->build (&input);
  tok_model_shelf_free (shelf);
  return spec;
}

const TokChartSeries *
tok_find_series (const TokChartSpec *spec,
                 const char         *label)
{
  for (guint i = 0; i < spec->series->len; i++)
    if (strcmp (g_array_index (spec->series, TokChartSeries, i).label, label) == 0)
      return &g_array_index (spec->series, TokChartSeries, i);
  return NULL;
}

double
tok_series_value_at (const TokChartSeries *series,
                     double                x)
{
  for (guint i = 0; i < series->n_points; i++)
    if (series->x[i] == x)
      return series->y[i];
  g_error ("“%s” has no point at %g", series->label, x);
}

const TokChartPoint *
tok_find_point (const TokChartSpec *spec,
                const char         *label)
{
  for (guint i = 0; i < spec->points->len; i++)
    if (strcmp (g_array_index (spec->points, TokChartPoint, i).label, label) == 0)
      return &g_array_index (spec->points, TokChartPoint, i);
  return NULL;
}
