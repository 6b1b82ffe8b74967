/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What measurements among the files of a command say of its plan: the model and engine they are of, and how fast the machine is. */

#include "command/plan-measured.h"

#include "core/comparison.h"

/* The first that runs on the plan's device; TOK_AUTO where some rows are of the usual one, or none tells its own. */
static double
measured_engine (const TokPlanFiles *files,
                 const TokPlan      *plan)
{
  double usual = tok_plan_engine (plan), first = TOK_AUTO;

  for (guint i = 0; i < files->measured->len; i++)
    {
      const GArray *rows = g_ptr_array_index (files->measured, i);

      for (guint j = 0; j < rows->len; j++)
        {
          double engine = g_array_index (rows, TokMeasurement, j).engine;

          if (engine == usual)
            return TOK_AUTO;
          if (first == TOK_AUTO && engine != TOK_AUTO && tok_engine_runs_on ((TokEngine) engine, &plan->devices[0].device))
            first = engine;
        }
    }
  return first;
}

/* Where nobody says which engine it is, it is that of the measurements, unless that leaves the device alone. */
static void
set_engine (const TokPlanFiles *files,
            TokPlan            *plan)
{
  if (files->plan != NULL || tok_plan_get (plan, TOK_PARAM_ENGINE) != TOK_AUTO)
    return;
  tok_plan_set (plan, TOK_PARAM_ENGINE, measured_engine (files, plan));
  if (!tok_plan_uses_devices (plan))
    tok_plan_set (plan, TOK_PARAM_ENGINE, TOK_AUTO);
}

const char *
tok_measured_model (const TokPlanFiles *files)
{
  for (guint i = 0; i < files->measured->len; i++)
    {
      const GArray *rows = g_ptr_array_index (files->measured, i);

      for (guint j = 0; j < rows->len; j++)
        if (g_array_index (rows, TokMeasurement, j).model_id[0] != '\0')
          return g_array_index (rows, TokMeasurement, j).model_id;
    }
  return NULL;
}

GArray *
tok_measured_rows (const TokOptions *options,
                   const GArray     *rows)
{
  GArray *own = g_array_copy ((GArray *) rows);

  for (guint i = 0; options->model_name != NULL && i < own->len; i++)
    {
      TokMeasurement *row = &g_array_index (own, TokMeasurement, i);

      if (row->model_id[0] == '\0' && row->params <= 0.0 && row->file_bytes <= 0.0)
        row->model[0] = '\0';
    }
  return own;
}

void
tok_measured_add (const TokOptions   *options,
                  const TokPlanFiles *files,
                  const TokCatalog   *catalog,
                  TokPlan            *plan)
{
  set_engine (files, plan);
  for (guint i = 0; i < files->imports->len; i++)
    {
      const TokMeasurementsRead *read = ((const TokImport *) g_ptr_array_index (files->imports, i))->measurements;
      g_autoptr (TokMeasurements) all = NULL;
      g_autoptr (GArray) rows = NULL;

      if (read == NULL)
        continue;
      rows = tok_measured_rows (options, read->rows);
      all = tok_measurements_new_added (plan->measurements, rows, read->buffers);
      tok_plan_set_measurements (plan, all);
      tok_comparison_calibrate (plan, catalog, &plan->calibration);
    }
}
