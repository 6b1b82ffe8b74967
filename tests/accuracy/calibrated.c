/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything goes through the program: the rows' calibration is put into the plan, and the plan is estimated again. */

#include "calibrated.h"

#include <math.h>

#include "core/comparison.h"
#include "core/units.h"
#include "kinds.h"

#define PERCENT 100.0

/* Rows of one machine. */
typedef struct
{
  const TokResult   **results;   /* not owned */
  TokCalibrationRow  *rows;
  guint               n;
} Machine;

char *
tok_machine_key (const TokMapped *mapped)
{
  const TokRow *row = mapped->row;

  return g_strdup_printf ("%s|%s|%.0f|%s", row->source, row->hardware, row->n_gpus, tok_engine_name (tok_plan_engine (&mapped->plan)));
}

/* Key -> GPtrArray of TokResult. */
static GHashTable *
group (const TokResults *results)
{
  GHashTable *machines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < results->results->len; i++)
    {
      const TokResult *result = &g_array_index (results->results, TokResult, i);
      g_autofree char *key = NULL;
      GPtrArray *rows;

      if (!tok_kind_has (TOK_ACCURACY_DECODE, result->mapped))
        continue;
      key = tok_machine_key (result->mapped);
      rows = g_hash_table_lookup (machines, key);
      if (rows == NULL)
        g_hash_table_insert (machines, g_steal_pointer (&key), rows = g_ptr_array_new ());
      g_ptr_array_add (rows, (gpointer) result);
    }
  return machines;
}

static TokCalibrationRow
row_of (const TokResult *result)
{
  const TokPrediction *prediction = &result->prediction;

  return tok_comparison_row (&prediction->estimate, TOK_MEASURED_DECODE, prediction->tok_s, result->mapped->row->tok_s);
}

static Machine *
machine_new (GPtrArray *results)
{
  Machine *self = g_new (Machine, 1);

  *self = (Machine) { (const TokResult **) results->pdata, g_new (TokCalibrationRow, results->len), results->len };
  for (guint i = 0; i < self->n; i++)
    self->rows[i] = row_of (self->results[i]);
  return self;
}

static void
machine_free (Machine *self)
{
  g_free (self->rows);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Machine, machine_free)

/* What is said to @result after calibration by @rows. */
static TokResidual
calibrated_residual (const TokResult         *result,
                     const TokCalibrationRow *rows,
                     guint                    n_rows)
{
  TokMapped mapped = *result->mapped;   /* keeps its model, whose references stay the table's */
  TokCalibration *calibration = &mapped.plan.calibration;
  TokPrediction prediction;
  double measured = mapped.row->tok_s;

  tok_mapping_set_table (&mapped, result->table);
  tok_calibration_clear (calibration);
  g_strlcpy (calibration->device, mapped.plan.devices[0].device.name, sizeof calibration->device);
  calibration->engine = tok_plan_engine (&mapped.plan);
  calibration->decode = tok_calibration_fit (rows, n_rows, TOK_MEASURED_DECODE, result->prediction.estimate.basis,
                                             &mapped.plan.efficiency->general.calibration);
  tok_prediction_make (&mapped, &prediction);
  return (TokResidual) {
    .ratio = tok_ratio (prediction.tok_s, measured),
    .inside_band = measured >= prediction.tok_s * prediction.band.low && measured <= prediction.tok_s * prediction.band.high,
  };
}

/* By all rows but @index, which goes to the end meanwhile. */
static TokResidual
leave_out (const Machine *machine,
           guint          index)
{
  TokCalibrationRow *rows = machine->rows, last = rows[machine->n - 1], own = rows[index];
  TokResidual residual;

  rows[index] = last;
  residual = calibrated_residual (machine->results[index], rows, machine->n - 1);
  rows[index] = own;
  return residual;
}

static double
error_of (const TokResidual *residual)
{
  return fabs (residual->ratio - 1.0);
}

/* Every row by every other one alone. */
static gboolean
gets_better (const Machine *machine)
{
  g_autoptr (GArray) plain = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) single = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < machine->n; i++)
    for (guint j = 0; j < machine->n; j++)
      {
        TokResidual residual;
        double before, after;

        if (i == j)
          continue;
        residual = calibrated_residual (machine->results[j], &machine->rows[i], 1);
        before = error_of (&machine->results[j]->residual);
        after = error_of (&residual);
        g_array_append_val (plain, before);
        g_array_append_val (single, after);
      }
  return tok_statistics_quantile ((double *) single->data, single->len, 0.5)
         < tok_statistics_quantile ((double *) plain->data, plain->len, 0.5);
}

static void
judge_left_out (const Machine *machine,
                GArray        *plain,
                GArray        *left_out)
{
  for (guint i = 0; i < machine->n; i++)
    {
      TokResidual residual = leave_out (machine, i);

      g_array_append_val (plain, machine->results[i]->residual);
      g_array_append_val (left_out, residual);
    }
}

TokCalibrated
tok_calibrated_judge (const TokResults *results)
{
  g_autoptr (GHashTable) machines = group (results);
  g_autoptr (GArray) plain = g_array_new (FALSE, FALSE, sizeof (TokResidual));
  g_autoptr (GArray) left_out = g_array_new (FALSE, FALSE, sizeof (TokResidual));
  TokCalibrated judged = { 0 };
  GHashTableIter iter;
  gpointer rows;
  guint n_better = 0, n_several = 0;

  g_hash_table_iter_init (&iter, machines);
  while (g_hash_table_iter_next (&iter, NULL, &rows))
    {
      g_autoptr (Machine) machine = machine_new (rows);

      if (machine->n >= TOK_CALIBRATED_LEAST_ROWS)
        {
          judge_left_out (machine, plain, left_out);
          judged.machines++;
        }
      if (machine->n > 1)
        {
          n_better += gets_better (machine);
          n_several++;
        }
    }
  judged.plain = tok_statistics_judge ((const TokResidual *) plain->data, plain->len);
  judged.left_out = tok_statistics_judge ((const TokResidual *) left_out->data, left_out->len);
  judged.several = n_several;
  judged.better_percent = PERCENT * tok_ratio (n_better, n_several);
  return judged;
}
