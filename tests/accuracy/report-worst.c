/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows furthest off, and what the estimate rests on. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/units.h"
#include "report.h"

#define N_WORST 30u

static const char *const terms[TOK_N_TERMS] = {
  [TOK_TERM_WEIGHTS] = "weights",
  [TOK_TERM_KV] = "cache",
  [TOK_TERM_ATTENTION] = "attention",
  [TOK_TERM_LAUNCHES] = "launches",
  [TOK_TERM_CPU] = "CPU",
  [TOK_TERM_LINK] = "link",
  [TOK_TERM_OTHER] = "other",
};

/* Half and double are as far off as each other. */
static double
distance (const TokResult *result)
{
  return fabs (log (MAX (result->residual.ratio, 1.0 / TOK_LARGEST)));
}

static int
compare (gconstpointer one,
         gconstpointer other)
{
  double a = distance (*(const TokResult *const *) one), b = distance (*(const TokResult *const *) other);

  return (a < b) - (a > b);
}

static void
print_row (const TokRow *row)
{
  printf ("%s: %s x %.0f, %s %s, %s, %s", row->id, row->hardware, row->n_gpus, row->model, row->quant, row->engine,
          row->test == TOK_TEST_DECODE ? "tg" : "pp");
  if (row->n_tokens != TOK_ROW_NOT_STATED)
    printf (" %.0f", row->n_tokens);
  printf (" at depth %.0f", row->depth);
  if (row->batch > 1.0)
    printf (", batch %.0f", row->batch);
  if (row->n_gpus > 1.0 && row->split_mode[0] != '\0')
    printf (", split %s", row->split_mode);
  if (row->spec[0] != '\0')
    printf (", %s", row->spec);
  putchar ('\n');
}

/* Of one token of the answer; an estimate does not tell the like of a prompt. */
static void
print_step (const TokEstimate *estimate)
{
  printf ("; largest term %s; reads %.2f GB a token; %.0f%% of the ceiling", terms[estimate->bottleneck],
          estimate->decode.bytes_read / TOK_GB, 100.0 * estimate->decode.realized_share);
}

static void
print_reason (const TokResult *result)
{
  const TokPrediction *prediction = &result->prediction;
  const TokPlan *plan = &result->mapped->plan;

  printf ("    measured %.4g, predicted %.4g (x %.2f, band %.2f to %.2f); %s, %s, %s", result->mapped->row->tok_s,
          prediction->tok_s, result->residual.ratio, prediction->band.low, prediction->band.high,
          tok_prediction_basis_name (prediction->estimate.basis), tok_device_class_name (plan->devices[0].device.device_class),
          tok_engine_name (tok_plan_engine (plan)));
  if (result->mapped->row->test == TOK_TEST_DECODE)
    print_step (&prediction->estimate);
  printf ("%s\n", result->mapped->exact ? "" : "; engine, model or file type are only near");
}

void
tok_report_print_worst (const TokResults *results)
{
  g_autoptr (GPtrArray) worst = g_ptr_array_new ();

  for (guint i = 0; i < results->results->len; i++)
    g_ptr_array_add (worst, &g_array_index (results->results, TokResult, i));
  g_ptr_array_sort (worst, compare);
  printf ("\nThe %u rows furthest off\n", MIN (N_WORST, worst->len));
  for (guint i = 0; i < MIN (N_WORST, worst->len); i++)
    {
      const TokResult *result = g_ptr_array_index (worst, i);

      print_row (result->mapped->row);
      print_reason (result);
    }
}
