/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of text. */

#include <stdio.h>
#include <string.h>

#include "calibrated.h"
#include "kinds.h"
#include "noise.h"
#include "report.h"

/* Which rows a line of a table is about. */
typedef struct
{
  TokAccuracyKind         kind;
  TokResultFilter part;         /* of them, or NULL */
  gconstpointer   part_data;
  gboolean        only_clean;
} Line;

static gboolean
is_of_line (const TokResult *result,
            gconstpointer    data)
{
  const Line *line = data;

  if (line->only_clean && !result->mapped->row->clean)
    return FALSE;
  return (line->kind == TOK_N_ACCURACY_KINDS || tok_kind_has (line->kind, result->mapped))
         && (line->part == NULL || line->part (result, line->part_data));
}

static gboolean
is_moe (const TokResult *result,
        gconstpointer    data)
{
  return tok_architecture_is_moe (result->mapped->plan.model->architecture);
}

static gboolean
is_dense (const TokResult *result,
          gconstpointer    data)
{
  return !is_moe (result, data);
}

static gboolean
has_split_mode (const TokResult *result,
                gconstpointer    data)
{
  return strcmp (result->mapped->row->split_mode, data) == 0;
}

static gboolean
has_test (const TokResult *result,
          gconstpointer    data)
{
  return result->mapped->row->test == *(const TokTest *) data;
}

static gboolean
has_host (const TokResult *result,
          gconstpointer    data)
{
  return result->mapped->host_chip != NULL;
}

static gboolean
is_on_one_device (const TokResult *result,
                  gconstpointer    data)
{
  return result->mapped->row->n_gpus <= 1.0 && !tok_kind_is_offloaded (result->mapped->row);
}

/* Neither Apple's chips nor HBM, which have aims of their own. */
static gboolean
is_plain_card (const TokResult *result,
               gconstpointer    data)
{
  return !tok_kind_has (TOK_ACCURACY_APPLE, result->mapped) && !tok_kind_has (TOK_ACCURACY_HBM, result->mapped);
}

static const TokTest decode = TOK_TEST_DECODE;

/* The kinds, and in brackets the parts the aims tell apart. */
static const struct { const char *name; TokAccuracyKind kind; TokResultFilter part; gconstpointer data; } lines[] = {
  { "decode", TOK_ACCURACY_DECODE, NULL, NULL },
  { "  (one device)", TOK_ACCURACY_DECODE, is_on_one_device, NULL },
  { "decode-dense", TOK_ACCURACY_DENSE, NULL, NULL },
  { "  (no Apple, no HBM)", TOK_ACCURACY_DENSE, is_plain_card, NULL },
  { "decode-deep", TOK_ACCURACY_DEEP, NULL, NULL },
  { "moe", TOK_ACCURACY_MOE, NULL, NULL },
  { "apple", TOK_ACCURACY_APPLE, NULL, NULL },
  { "hbm", TOK_ACCURACY_HBM, NULL, NULL },
  { "cpu", TOK_ACCURACY_CPU, NULL, NULL },
  { "  (decode)", TOK_ACCURACY_CPU, has_test, &decode },
  { "offload", TOK_ACCURACY_OFFLOAD, NULL, NULL },
  { "  (host stated)", TOK_ACCURACY_OFFLOAD, has_host, NULL },
  { "  (decode)", TOK_ACCURACY_OFFLOAD, has_test, &decode },
  { "prefill", TOK_ACCURACY_PREFILL, NULL, NULL },
  { "batch", TOK_ACCURACY_BATCH, NULL, NULL },
  { "  (dense)", TOK_ACCURACY_BATCH, is_dense, NULL },
  { "  (moe)", TOK_ACCURACY_BATCH, is_moe, NULL },
  { "multi-gpu", TOK_ACCURACY_SEVERAL_GPUS, NULL, NULL },
  { "  (layer split)", TOK_ACCURACY_SEVERAL_GPUS, has_split_mode, "layer" },
  { "  (tensor split)", TOK_ACCURACY_SEVERAL_GPUS, has_split_mode, "tensor" },
  { "  (row split)", TOK_ACCURACY_SEVERAL_GPUS, has_split_mode, "row" },
  { "speculative", TOK_ACCURACY_SPECULATION, NULL, NULL },
};

static void
print_head (const char *title)
{
  printf ("\n%-34s |%38s |%38s\n", title, "all rows          ", "clean rows         ");
  for (guint i = 0; i < 2; i++)
    printf ("%*s | %6s %7s %7s %7s %6s", i == 0 ? 34 : 0, "", "rows", "median", "p90", "bias", "inside");
  putchar ('\n');
}

static void
print_judgement (const TokJudgement *judgement)
{
  if (judgement->rows == 0)
    printf (" | %6s %7s %7s %7s %6s", "-", "", "", "", "");
  else
    printf (" | %6u %6.1f%% %6.1f%% %+6.1f%% %5.0f%%", judgement->rows, judgement->median_error, judgement->p90_error,
            judgement->bias, judgement->inside_band);
}

static void
print_line (const TokResults *results,
            const char       *name,
            Line              line)
{
  TokJudgement all = tok_results_judge (results, is_of_line, &line), clean;

  if (all.rows == 0)
    return;
  line.only_clean = TRUE;
  clean = tok_results_judge (results, is_of_line, &line);
  printf ("%-34s", name);
  print_judgement (&all);
  print_judgement (&clean);
  putchar ('\n');
}

static void
print_kinds (const TokResults *results)
{
  print_head ("Kind");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    print_line (results, lines[i].name, (Line) { lines[i].kind, lines[i].part, lines[i].data, FALSE });
}

typedef struct { TokDeviceClass device_class; TokEngine engine; TokTest test; } Cell;

static gboolean
is_of_cell (const TokResult *result,
            gconstpointer    data)
{
  const TokPlan *plan = &result->mapped->plan;
  const Cell *cell = data;

  return plan->devices[0].device.device_class == cell->device_class && tok_plan_engine (plan) == cell->engine
         && result->mapped->row->test == cell->test;
}

static void
print_cells (const TokResults *results,
             TokTest           test)
{
  print_head (test == TOK_TEST_DECODE ? "Decode by device class and engine" : "Prefill by device class and engine");
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      {
        Cell cell = { i, j, test };
        g_autofree char *name = g_strdup_printf ("%s, %s", tok_device_class_name (i), tok_engine_name (j));

        print_line (results, name, (Line) { TOK_N_ACCURACY_KINDS, is_of_cell, &cell, FALSE });
      }
}

static void
print_reasons (const TokResults *results)
{
  for (guint i = 0; i < results->reasons->len; i++)
    {
      const TokReason *reason = g_ptr_array_index (results->reasons, i);

      printf ("%u rows: %s\n", reason->rows->len, reason->text);
      for (guint j = 0; j < reason->rows->len; j++)
        {
          const TokRow *row = g_ptr_array_index (reason->rows, j);

          printf ("    %s: %s x %.0f, %s %s, %s\n", row->id, row->hardware, row->n_gpus, row->model, row->quant, row->engine);
        }
    }
}

static void
print_noise (const TokResults *results)
{
  TokNoise tg = tok_noise_measure (results, TOK_TEST_DECODE), pp = tok_noise_measure (results, TOK_TEST_PREFILL);

  printf ("\nNoise floor, half of what two sources differ in for one set-up: "
          "decode %.1f%% (%u pairs), prefill %.1f%% (%u pairs).\n",
          tg.floor, tg.pairs, pp.floor, pp.pairs);
}

static void
print_calibrated (const TokResults *results)
{
  TokCalibrated judged = tok_calibrated_judge (results);

  printf ("\nCalibration, %u machines with %u or more decodes: median error %.1f%% (%.0f%% inside the band), "
          "calibrated by all others of the machine %.1f%% (%.0f%%);\n"
          "by a single one the others are better predicted on %.0f%% of %u machines.\n",
          judged.machines, TOK_CALIBRATED_LEAST_ROWS, judged.plain.median_error, judged.plain.inside_band,
          judged.left_out.median_error, judged.left_out.inside_band, judged.better_percent, judged.several);
}

void
tok_report_print (const TokResults      *results,
                  const TokRowTable *measurements)
{
  Line all = { TOK_N_ACCURACY_KINDS, NULL, NULL, FALSE };
  TokJudgement judgement = tok_results_judge (results, is_of_line, &all);

  printf ("Errors are of predicted against measured tok/s.  At most %u rows of one source count in a line.\n",
          TOK_RESULTS_OF_ONE_SOURCE);
  print_kinds (results);
  print_cells (results, TOK_TEST_DECODE);
  print_cells (results, TOK_TEST_PREFILL);
  tok_report_print_worst (results);
  print_noise (results);
  print_calibrated (results);
  printf ("\n%u of %u rows have no prediction\n", tok_results_n_without (results), measurements->rows->len);
  print_reasons (results);
  printf ("%u rows judged of %u; all kinds together: median error %.1f%%, bias %+.1f%%, %.0f%% inside the band\n",
          results->results->len, measurements->rows->len, judgement.median_error, judgement.bias, judgement.inside_band);
}
