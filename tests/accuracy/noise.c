/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same set-up: equal in first device, engine and year of its build, model, file, split, cache and length.  What few sources
 * state may differ (host, threads, flash attention): asked for, too, it would leave half of the few pairs there are. */

#include "noise.h"

#include <math.h>

#define PERCENT 100.0

static char *
set_up (const TokResult *result)
{
  const TokRow *row = result->mapped->row;
  const TokPlan *plan = &result->mapped->plan;
  double length = row->test == TOK_TEST_PREFILL ? row->n_tokens : 0.0;

  return g_strdup_printf ("%s|%.0f|%s|%d|%.0f|%s|%s|%s|%.0f|%.0f|%.0f|%s|%s|%s|%.0f", plan->devices[0].device.id, row->n_gpus,
                          row->split_mode, tok_plan_engine (plan), tok_plan_get (plan, TOK_PARAM_ENGINE_BUILD), plan->base->id,
                          row->quant, row->kv_type, row->depth, row->batch, length, row->spec, row->layers_on_gpu,
                          row->expert_layers_on_cpu, row->ubatch);
}

/* Of one set-up: source -> GArray of its speeds. */
static GHashTable *
sources_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
}

static GHashTable *
group (const TokResults *results,
       TokTest           test)
{
  GHashTable *set_ups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);

  for (guint i = 0; i < results->results->len; i++)
    {
      const TokResult *result = &g_array_index (results->results, TokResult, i);
      g_autofree char *key = set_up (result);
      GHashTable *sources;
      GArray *speeds;

      if (result->mapped->row->test != test)
        continue;
      sources = g_hash_table_lookup (set_ups, key);
      if (sources == NULL)
        g_hash_table_insert (set_ups, g_steal_pointer (&key), sources = sources_new ());
      speeds = g_hash_table_lookup (sources, result->mapped->row->source);
      if (speeds == NULL)
        g_hash_table_insert (sources, result->mapped->row->source, speeds = g_array_new (FALSE, FALSE, sizeof (double)));
      g_array_append_val (speeds, result->mapped->row->tok_s);
    }
  return set_ups;
}

/* Every two sources are a pair of their medians. */
static void
add_pairs (GHashTable *sources,
           GArray     *errors)
{
  g_autoptr (GArray) medians = g_array_new (FALSE, FALSE, sizeof (double));
  GHashTableIter iter;
  gpointer speeds;

  g_hash_table_iter_init (&iter, sources);
  while (g_hash_table_iter_next (&iter, NULL, &speeds))
    {
      GArray *values = speeds;
      double median = tok_statistics_quantile ((double *) values->data, values->len, 0.5);

      for (guint i = 0; i < medians->len; i++)
        {
          double other = g_array_index (medians, double, i);
          double error = PERCENT * fabs (median - other) / (median + other);

          g_array_append_val (errors, error);
        }
      g_array_append_val (medians, median);
    }
}

TokNoise
tok_noise_measure (const TokResults *results,
                   TokTest           test)
{
  g_autoptr (GHashTable) set_ups = group (results, test);
  g_autoptr (GArray) errors = g_array_new (FALSE, FALSE, sizeof (double));
  GHashTableIter iter;
  gpointer sources;

  g_hash_table_iter_init (&iter, set_ups);
  while (g_hash_table_iter_next (&iter, NULL, &sources))
    add_pairs (sources, errors);
  return (TokNoise) { errors->len, tok_statistics_quantile ((double *) errors->data, errors->len, 0.5) };
}
