/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two logarithms, of the speed as a whole and of that of the cache beside it, by Gauss-Newton: first what the rows say together,
 * then the posterior mode. */

#include "core/calibration.h"

#include <math.h>
#include <string.h>

/* Enough for any digit a person sees. */
#define MOST_STEPS 30
#define LONGEST_STEP 0.5
#define CLOSE_ENOUGH 1e-9

/* Rows a row spread off that are added to those there are: how few of them scatter says little of how many would. */
#define ROWS_BEFORE 2.0

typedef struct { double speed, cache; } Logs;

/* Sums over rows and priors: of the squares of derivatives, and of derivatives times residuals. */
typedef struct
{
  double speed_speed, speed_cache, cache_cache;
  double speed, cache;
} Normal;

typedef struct
{
  const TokCalibrationRow *rows;
  guint                    n_rows;
  double                   row_spread;
  double                   machine_precision, cache_precision;   /* of what is known before */
} Problem;

static double
bounded (double log_factor)
{
  return CLAMP (log_factor, log (TOK_CALIBRATION_SLOWEST), log (TOK_CALIBRATION_FASTEST));
}

static double
precision (double spread)
{
  return 1.0 / (spread * spread);
}

/* How far the row lies from where the logs put it, and how it changes with that of the cache. */
static double
residual_of (const TokCalibrationRow *row,
             const Logs              *logs,
             double                  *derivative)
{
  double cache = row->cache_share * exp (-logs->cache), time = 1.0 - row->cache_share + cache;

  *derivative = cache / time;
  return row->log_ratio - (logs->speed - log (time));
}

/* How near a row lies to what all of them say: one that does not fit the others is of something else (Cauchy). */
static double
nearness (const Problem           *problem,
          const TokCalibrationRow *row,
          const Logs              *own)
{
  double derivative, distance = residual_of (row, own, &derivative) / problem->row_spread;

  return 1.0 / (1.0 + distance * distance);
}

/* The further rows pull, the less each unit of it counts, but a longer pull is never a weaker one (soft L1). */
static double
pull_weight (const Problem *problem,
             double         residual)
{
  return 1.0 / hypot (1.0, residual / problem->row_spread);
}

/* Of a row about @logs, as these rows scatter. */
static double
row_variance (const Problem *problem,
              const Logs    *logs,
              const Logs    *own)
{
  double sum = ROWS_BEFORE * problem->row_spread * problem->row_spread;

  for (guint i = 0; i < problem->n_rows; i++)
    {
      double derivative, residual = residual_of (&problem->rows[i], logs, &derivative);

      sum += nearness (problem, &problem->rows[i], own) * residual * residual;
    }
  return sum / problem->n_rows;
}

static Normal
normal_equations (const Problem *problem,
                  const Logs    *logs,
                  const Logs    *own)
{
  double machine = problem->machine_precision, cache = problem->cache_precision;
  double variance = row_variance (problem, own, own);
  Normal normal = { machine, 0.0, cache, -machine * logs->speed, -cache * logs->cache };

  for (guint i = 0; i < problem->n_rows; i++)
    {
      double derivative, residual = residual_of (&problem->rows[i], logs, &derivative);
      double weight = nearness (problem, &problem->rows[i], own) * pull_weight (problem, residual) / variance;

      normal.speed_speed += weight;
      normal.speed_cache += weight * derivative;
      normal.cache_cache += weight * derivative * derivative;
      normal.speed += weight * residual;
      normal.cache += weight * derivative * residual;
    }
  return normal;
}

/* Positive: rows tell of the speed, and of the cache something is known before. */
static double
determinant (const Normal *normal)
{
  return normal->speed_speed * normal->cache_cache - normal->speed_cache * normal->speed_cache;
}

/* How far it went. */
static double
step (Logs         *logs,
      const Normal *normal)
{
  Logs before = *logs;
  double speed = (normal->cache_cache * normal->speed - normal->speed_cache * normal->cache) / determinant (normal);
  double cache = (normal->speed_speed * normal->cache - normal->speed_cache * normal->speed) / determinant (normal);

  logs->speed = bounded (logs->speed + CLAMP (speed, -LONGEST_STEP, LONGEST_STEP));
  logs->cache = bounded (logs->cache + CLAMP (cache, -LONGEST_STEP, LONGEST_STEP));
  return MAX (fabs (logs->speed - before.speed), fabs (logs->cache - before.cache));
}

/* @own: what the rows say together, or NULL to find that. */
static Logs
solve (const Problem *problem,
       const Logs    *own)
{
  Logs logs = { 0.0, 0.0 };

  for (guint i = 0; i < MOST_STEPS; i++)
    {
      Normal normal = normal_equations (problem, &logs, own != NULL ? own : &logs);

      if (step (&logs, &normal) < CLOSE_ENOUGH)
        break;
    }
  return logs;
}

/* Of the width without rows. */
static double
band_share (const Problem *problem,
            const Logs    *logs,
            const Logs    *own)
{
  Normal normal = normal_equations (problem, logs, own);
  double row = row_variance (problem, logs, own), posterior = normal.cache_cache / determinant (&normal);
  double row_before = problem->row_spread * problem->row_spread, machine_before = 1.0 / problem->machine_precision;

  return MIN (sqrt ((row + posterior) / (row_before + machine_before)), 1.0);
}

static const TokCalibrationFactor no_factor = { .factor = 1.0, .cache_factor = 1.0, .band_share = 1.0 };

void
tok_calibration_clear (TokCalibration *calibration)
{
  memset (calibration, 0, sizeof *calibration);
  calibration->decode = calibration->prefill = no_factor;
}

static gboolean
factors_equal (const TokCalibrationFactor *factor,
               const TokCalibrationFactor *other)
{
  return factor->n_rows == other->n_rows && factor->factor == other->factor && factor->cache_factor == other->cache_factor
         && factor->band_share == other->band_share;
}

gboolean
tok_calibration_equal (const TokCalibration *calibration,
                       const TokCalibration *other)
{
  if (strcmp (calibration->device, other->device) != 0)
    return FALSE;
  return calibration->device[0] == '\0'
         || (calibration->engine == other->engine && factors_equal (&calibration->decode, &other->decode)
             && factors_equal (&calibration->prefill, &other->prefill));
}

TokCalibrationFactor
tok_calibration_fit (const TokCalibrationRow       *rows,
                     guint                          n_rows,
                     TokMeasuredKind                kind,
                     TokBasis                       basis,
                     const TokCalibrationConstants *constants)
{
  Problem problem = { rows, n_rows, constants->row_spread[kind], 0.0, precision (constants->cache_spread) };
  Logs own, logs;

  if (n_rows == 0)
    return no_factor;
  own = solve (&problem, NULL);
  problem.machine_precision = precision (constants->machine_spread[kind][basis]);
  logs = solve (&problem, &own);
  return (TokCalibrationFactor) {
    .n_rows = n_rows,
    .factor = exp (logs.speed),
    .cache_factor = exp (logs.cache),
    .band_share = band_share (&problem, &logs, &own),
  };
}
