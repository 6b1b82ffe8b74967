/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows beside the estimate: which of them say something of the plan's machine, what is predicted for them, what they calibrate. */

#include "core/comparison.h"

#include <math.h>
#include <string.h>

#include "constants.h"
#include "models.h"

static TokMeasurement
make_row (TokMeasuredKind kind,
          double          tok_s,
          double          n_tokens)
{
  TokMeasurement row = { .kind = kind, .tok_s = tok_s, .n_tokens = n_tokens, .batch = 1.0 };

  row.deviation = row.n_prompt = row.acceptance = row.gpu_layers = row.ubatch = row.threads = row.kv_k = row.kv_v = TOK_AUTO;
  row.flash_attention = row.split_mode = row.n_devices = row.expert_layers_cpu = row.kv_on_cpu = row.engine = TOK_AUTO;
  row.build_year = row.file_type = row.file_bytes = row.params = TOK_AUTO;
  return row;
}

static void
name_device (TokPlanFixture *self)
{
  g_strlcpy (self->plan.devices[0].device.name, "NVIDIA GeForce RTX 4090", sizeof self->plan.devices[0].device.name);
}

static TokRowState
state_of (TokPlanFixture       *self,
          const TokMeasurement *row)
{
  TokComparison comparison;

  tok_comparison_make (&self->plan, NULL, row, &comparison);
  return comparison.state;
}

static void
measure (TokPlan              *plan,
         const TokMeasurement *rows,
         guint                 n_rows,
         const char           *place,
         double                bytes)
{
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (TokMeasurement));
  g_autoptr (GArray) buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer));
  g_autoptr (TokMeasurements) measurements = NULL;
  TokLoggedBuffer buffer = { .kind = TOK_LOGGED_WEIGHTS, .bytes = bytes };

  g_array_append_vals (array, rows, n_rows);
  if (place != NULL)
    {
      g_strlcpy (buffer.place, place, sizeof buffer.place);
      g_array_append_val (buffers, buffer);
    }
  measurements = tok_measurements_new_added (plan->measurements, array, buffers);
  tok_plan_set_measurements (plan, measurements);
}

static void
test_rows_of_the_machine (TokPlanFixture *self,
                          gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_DECODE, 100.0, 128.0);

  name_device (self);
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_COMPARED);
  g_strlcpy (row.device, "RTX 4090", sizeof row.device);
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_COMPARED);
  row.engine = TOK_ENGINE_LLAMA_CUDA;
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_COMPARED);
  row.engine = TOK_ENGINE_VLLM;
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_OTHER_ENGINE);
  g_strlcpy (row.device, "NVIDIA GeForce RTX 3090", sizeof row.device);
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_OTHER_DEVICE);
  row.flags = TOK_MEASURED_OVERLAPPED;
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_OVERLAPPED);
  row.flags |= TOK_MEASURED_IMPLAUSIBLE;
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_IMPLAUSIBLE);
}

static void
test_more_cards_than_the_plan_has (TokPlanFixture *self,
                                   gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_DECODE, 100.0, 128.0);

  row.n_devices = 2.0;
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_OTHER_DEVICE);
}

/* Llama 3.1 8B has 8.03 billion parameters. */
static void
test_the_model (TokPlanFixture *self,
                gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_DECODE, 100.0, 128.0);

  g_strlcpy (row.model, "llama 8B Q4_K - Medium", sizeof row.model);
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_UNKNOWN_MODEL);
  row.params = 8.03;
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_COMPARED);
  row.file_bytes = self->plan.model->file_bytes * 1.001;
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_COMPARED);
  row.file_bytes = self->plan.model->file_bytes * 1.5;
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_UNKNOWN_MODEL);
  row.params = 7.0;
  row.file_bytes = TOK_AUTO;
  g_assert_cmpint (state_of (self, &row), ==, TOK_ROW_UNKNOWN_MODEL);
}

static void
test_another_file_type_is_another_file (TokPlanFixture *self,
                                        gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_DECODE, 100.0, 128.0);
  TokComparison own, other;

  row.file_type = TOK_FILE_Q4_K_M;
  tok_comparison_make (&self->plan, NULL, &row, &own);
  row.file_type = TOK_FILE_Q8_0;
  tok_comparison_make (&self->plan, NULL, &row, &other);
  g_assert_true (own.is_plans_model);
  g_assert_true (other.is_plans_model);
  g_assert_cmpfloat (other.predicted.likely, <, 0.75 * own.predicted.likely);
}

/* Files of one type differ in size: that of the row is what was read. */
static void
test_the_size_of_the_file (TokPlanFixture *self,
                           gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_DECODE, 100.0, 128.0);
  g_auto (TokPlan) as_measured = { 0 };

  row.params = 8.03;
  row.file_type = self->plan.values[TOK_PARAM_FILE_TYPE];
  row.file_bytes = self->plan.model->file_bytes * 1.008;
  g_assert_cmpint (tok_comparison_plan (&self->plan, NULL, &row, &as_measured), ==, TOK_ROW_COMPARED);
  tok_assert_near (as_measured.model->file_bytes, row.file_bytes, 1e-9);
}

/* The 32 layers and the output: 20 of these are 19 layers in builds that take the output first, 20 before. */
static void
test_counted_layers (TokPlanFixture *self,
                     gconstpointer   model)
{
  static const struct { double count, year, layers; } cases[] = {
    { 20, 2026, 19 }, { 20, 2025, 20 }, { 32, 2026, 31 }, { 32, 2025, 31 }, { 33, 2026, 32 }, { 33, 2025, 32 }, { 99, 2026, 32 },
    { 1, 2026, 0 }, { 0, 2025, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TokMeasurement row = make_row (TOK_MEASURED_DECODE, 100.0, 128.0);
      g_auto (TokPlan) as_measured = { 0 };
      TokSplit split;

      row.gpu_layers = cases[i].count;
      row.build_year = cases[i].year;
      g_assert_cmpint (tok_comparison_plan (&self->plan, NULL, &row, &as_measured), ==, TOK_ROW_COMPARED);
      g_assert_cmpfloat (as_measured.values[TOK_PARAM_GPU_LAYERS], ==, cases[i].layers);
      tok_split_resolve (&as_measured, &split);
      g_assert_cmpuint (tok_split_gpu_layers (&as_measured, &split), ==, cases[i].layers);
      /* But for the output alone on the CPU, the way back. */
      if (cases[i].year == 2026 ? cases[i].count > 1 : cases[i].count < 32)
        g_assert_cmpuint (tok_split_layer_count (&as_measured, &split), ==, MIN (cases[i].count, 33));
    }
}

/* What was measured is the estimate in the middle of the answer. */
static void
test_a_decode (TokPlanFixture *self,
               gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_DECODE, 0.0, 128.0);
  TokComparison comparison;
  TokEstimate estimate;

  row.depth = 4096.0;
  tok_plan_set (&self->plan, TOK_PARAM_CONTEXT, 4352.0);
  tok_plan_set (&self->plan, TOK_PARAM_DEPTH, 4160.0);
  tok_estimate (&self->plan, &estimate);
  row.tok_s = 1.1 * estimate.decode.tok_s.likely;
  tok_comparison_make (&self->plan, NULL, &row, &comparison);
  tok_assert_near (comparison.predicted.likely, estimate.decode.tok_s.likely, 1e-9);
  tok_assert_near (comparison.residual, 0.1, 1e-6);
  row.tok_s = 2.0 * comparison.predicted.high;
  tok_comparison_make (&self->plan, NULL, &row, &comparison);
  g_assert_false (comparison.is_inside);
}

static void
test_streams (TokPlanFixture *self,
              gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_DECODE, 100.0, 128.0);
  TokComparison one, eight;

  tok_comparison_make (&self->plan, NULL, &row, &one);
  row.batch = 8.0;
  tok_comparison_make (&self->plan, NULL, &row, &eight);
  tok_assert_between (eight.predicted.likely / one.predicted.likely, 2.0, 8.0);
}

/* A run reads its prompt in n / prefill and writes its answer in m / decode, so that m / (both) is the rate over the whole time and
 * (n + m) / (both) the rate of all tokens. */
static void
test_rates_over_the_whole_time (TokPlanFixture *self,
                                gconstpointer   model)
{
  TokMeasurement decode = make_row (TOK_MEASURED_DECODE, 100.0, 128.0), prefill = make_row (TOK_MEASURED_PREFILL, 1000.0, 2048.0);
  TokComparison plain, prompt, whole, all;
  double seconds;

  decode.depth = 2048.0;
  tok_comparison_make (&self->plan, NULL, &decode, &plain);
  tok_comparison_make (&self->plan, NULL, &prefill, &prompt);
  decode.depth = 0.0;
  decode.n_prompt = 2048.0;
  decode.flags = TOK_MEASURED_WHOLE_TIME;
  tok_comparison_make (&self->plan, NULL, &decode, &whole);
  decode.flags = TOK_MEASURED_COUNTS_PROMPT;
  tok_comparison_make (&self->plan, NULL, &decode, &all);
  seconds = 2048.0 / prompt.predicted.likely + 128.0 / plain.predicted.likely;
  tok_assert_near (whole.predicted.likely, 128.0 / seconds, 0.02);
  tok_assert_near (all.predicted.likely, 2176.0 / seconds, 0.02);
}

static void
test_calibrated_by_what_was_measured (TokPlanFixture *self,
                                      gconstpointer   model)
{
  TokMeasurement rows[8];
  TokComparison before, after;

  name_device (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      rows[i] = make_row (TOK_MEASURED_DECODE, 1.0, 128.0);
      rows[i].depth = 1000.0 * i;
      tok_comparison_make (&self->plan, NULL, &rows[i], &before);
      rows[i].tok_s = 0.8 * before.predicted.likely;
    }
  measure (&self->plan, rows, G_N_ELEMENTS (rows), NULL, 0.0);
  tok_comparison_calibrate (&self->plan, NULL, &self->plan.calibration);
  g_assert_cmpuint (self->plan.calibration.decode.n_rows, ==, G_N_ELEMENTS (rows));
  g_assert_cmpuint (self->plan.calibration.prefill.n_rows, ==, 0);
  tok_assert_near (self->plan.calibration.decode.factor, 0.8, 0.02);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      tok_comparison_make (&self->plan, NULL, &rows[i], &after);
      tok_assert_between (after.residual, -0.02, 0.02);
    }
}

/* Calibrating again starts from the bare estimate. */
static void
test_calibration_is_no_sum (TokPlanFixture *self,
                            gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_DECODE, 100.0, 128.0);
  TokCalibration first;

  name_device (self);
  measure (&self->plan, &row, 1, NULL, 0.0);
  tok_comparison_calibrate (&self->plan, NULL, &self->plan.calibration);
  first = self->plan.calibration;
  tok_comparison_calibrate (&self->plan, NULL, &self->plan.calibration);
  g_assert_true (tok_calibration_equal (&first, &self->plan.calibration));
}

static void
test_rows_that_say_nothing_of_the_device (TokPlanFixture *self,
                                          gconstpointer   model)
{
  TokMeasurement rows[2] = { make_row (TOK_MEASURED_DECODE, 9.0, 128.0), make_row (TOK_MEASURED_DECODE, 100.0, 128.0) };
  TokCalibration calibration;

  name_device (self);
  rows[0].gpu_layers = 0.0;
  g_strlcpy (rows[1].device, "NVIDIA GeForce RTX 3090", sizeof rows[1].device);
  measure (&self->plan, rows, 2, NULL, 0.0);
  tok_comparison_calibrate (&self->plan, NULL, &calibration);
  g_assert_cmpstr (calibration.device, ==, "");
  g_assert_cmpuint (calibration.decode.n_rows, ==, 0);
  tok_plan_set (&self->plan, TOK_PARAM_ENGINE, TOK_ENGINE_LLAMA_CPU);
  tok_comparison_calibrate (&self->plan, NULL, &calibration);
  g_assert_cmpuint (calibration.decode.n_rows, ==, 1);
}

/* The plan has no draft, so that a drafted row would make the card look fast. */
static void
test_drafts_the_plan_has_not (TokPlanFixture *self,
                              gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_DECODE, 300.0, 128.0);
  TokCalibration calibration;

  name_device (self);
  row.acceptance = 0.8;
  measure (&self->plan, &row, 1, NULL, 0.0);
  tok_comparison_calibrate (&self->plan, NULL, &calibration);
  g_assert_cmpuint (calibration.decode.n_rows, ==, 0);
}

/* What is known before of prompts counts for them, and not what is known of decoding: the less that is, the more a row says. */
static void
test_prompts_have_a_basis_of_their_own (TokPlanFixture *self,
                                        gconstpointer   model)
{
  TokMeasurement row = make_row (TOK_MEASURED_PREFILL, 1.0, 512.0);
  TokCalibration known, unknown;
  TokComparison before;
  TokChip chip = { .name = "AD102" };

  name_device (self);
  tok_comparison_make (&self->plan, NULL, &row, &before);
  row.tok_s = 0.9 * before.predicted.likely;
  measure (&self->plan, &row, 1, NULL, 0.0);
  tok_comparison_calibrate (&self->plan, NULL, &known);
  for (guint i = 0; i < TOK_N_ENGINES; i++)
    {
      chip.decode.factor[i] = chip.prefill.factor[i] = 1.0;
      chip.decode.basis[i] = TOK_BASIS_CLASS;
      chip.prefill.basis[i] = TOK_BASIS_SPECIFICATION;
    }
  g_array_append_val (self->table->chips, chip);
  self->plan.devices[0].device.chip = self->table->chips->len;
  tok_comparison_calibrate (&self->plan, NULL, &unknown);
  g_assert_cmpfloat (unknown.prefill.factor, <, known.prefill.factor);
}

static double
logged_on (TokPlanFixture *self,
           const char     *place,
           const char     *name)
{
  g_autoptr (GArray) rows = NULL;
  TokEstimate estimate;
  double bytes = 0.0;

  measure (&self->plan, NULL, 0, place, 1e9);
  tok_estimate (&self->plan, &estimate);
  rows = tok_comparison_memory (&self->plan, &estimate);
  for (guint i = 0; i < rows->len; i++)
    {
      const TokMemoryComparison *row = &g_array_index (rows, TokMemoryComparison, i);

      g_assert_cmpfloat (row->estimated_bytes + row->logged_bytes, >, 0.0);
      g_assert_true (row->is_host == (strcmp (row->place, self->plan.host.device.name) == 0));
      if (strcmp (row->place, name) == 0 && row->kind == TOK_LOGGED_WEIGHTS)
        bytes = row->logged_bytes;
    }
  return bytes;
}

static void
test_buffers_by_place (TokPlanFixture *self,
                       gconstpointer   model)
{
  const char *card, *host;

  name_device (self);
  g_strlcpy (self->plan.host.device.name, "Desktop", sizeof self->plan.host.device.name);
  card = self->plan.devices[0].device.name;
  host = self->plan.host.device.name;
  g_assert_cmpfloat (logged_on (self, "CUDA0", card), ==, 1e9);
  g_assert_cmpfloat (logged_on (self, "Metal", card), ==, 1e9);
  g_assert_cmpfloat (logged_on (self, "CUDA0", host), ==, 0.0);
  g_assert_cmpfloat (logged_on (self, "CPU_Mapped", host), ==, 1e9);
  g_assert_cmpfloat (logged_on (self, "CUDA_Host", host), ==, 1e9);
  g_assert_cmpfloat (logged_on (self, "AMX", host), ==, 1e9);
  g_assert_cmpfloat (logged_on (self, "CUDA3", ""), ==, 1e9);
}

static void
test_no_log_no_memory (TokPlanFixture *self,
                       gconstpointer   model)
{
  g_autoptr (GArray) rows = NULL;
  TokEstimate estimate;

  tok_estimate (&self->plan, &estimate);
  rows = tok_comparison_memory (&self->plan, &estimate);
  g_assert_cmpuint (rows->len, ==, 0);
}

static double
any_number (void)
{
  return g_test_rand_bit () ? TOK_AUTO : pow (10.0, g_test_rand_double_range (-3.0, 24.0));
}

/* Whatever a file says, figures stay figures. */
static void
test_any_row (TokPlanFixture *self,
              gconstpointer   model)
{
  for (guint i = 0; i < 2000; i++)
    {
      TokMeasurement row = make_row (g_test_rand_int_range (0, TOK_N_MEASURED), 1.0, any_number ());
      TokComparison comparison;

      row.tok_s = fabs (any_number ());
      row.flags = g_test_rand_int_range (0, 32) & ~(TOK_MEASURED_IMPLAUSIBLE | TOK_MEASURED_OVERLAPPED);
      row.depth = fabs (any_number ());
      row.batch = fabs (any_number ());
      row.n_prompt = any_number ();
      row.gpu_layers = any_number ();
      row.ubatch = any_number ();
      row.threads = any_number ();
      row.build_year = any_number ();
      row.kv_k = row.kv_v = g_test_rand_int_range (-1, TOK_N_KV_TYPES);
      row.file_type = g_test_rand_int_range (-1, TOK_N_FILE_TYPES);
      row.acceptance = g_test_rand_bit () ? TOK_AUTO : g_test_rand_double ();
      tok_comparison_make (&self->plan, NULL, &row, &comparison);
      g_assert_cmpint (comparison.state, ==, TOK_ROW_COMPARED);
      tok_assert_between (comparison.predicted.likely, 0.0, TOK_LARGEST);
      g_assert_true (isfinite (comparison.residual));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  tok_add_plan_test ("/comparison/rows of the machine", "Llama-3.1-8B", test_rows_of_the_machine);
  tok_add_plan_test ("/comparison/more cards than the plan has", "Llama-3.1-8B", test_more_cards_than_the_plan_has);
  tok_add_plan_test ("/comparison/the model", "Llama-3.1-8B", test_the_model);
  tok_add_plan_test ("/comparison/another file type is another file", "Llama-3.1-8B", test_another_file_type_is_another_file);
  tok_add_plan_test ("/comparison/the size of the file", "Llama-3.1-8B", test_the_size_of_the_file);
  tok_add_plan_test ("/comparison/counted layers", "Llama-3.1-8B", test_counted_layers);
  tok_add_plan_test ("/comparison/a decode", "Llama-3.1-8B", test_a_decode);
  tok_add_plan_test ("/comparison/streams", "Llama-3.1-8B", test_streams);
  tok_add_plan_test ("/comparison/rates over the whole time", "Llama-3.1-8B", test_rates_over_the_whole_time);
  tok_add_plan_test ("/comparison/calibrated by what was measured", "Llama-3.1-8B", test_calibrated_by_what_was_measured);
  tok_add_plan_test ("/comparison/calibration is no sum", "Llama-3.1-8B", test_calibration_is_no_sum);
  tok_add_plan_test ("/comparison/rows that say nothing of the device", "Llama-3.1-8B", test_rows_that_say_nothing_of_the_device);
  tok_add_plan_test ("/comparison/drafts the plan has not", "Llama-3.1-8B", test_drafts_the_plan_has_not);
  tok_add_plan_test ("/comparison/prompts have a basis of their own", "Llama-3.1-8B", test_prompts_have_a_basis_of_their_own);
  tok_add_plan_test ("/comparison/buffers by place", "Llama-3.1-8B", test_buffers_by_place);
  tok_add_plan_test ("/comparison/no log, no memory", "Llama-3.1-8B", test_no_log_no_memory);
  tok_add_plan_test ("/comparison/any row", "Llama-3.1-8B", test_any_row);
  return g_test_run ();
}
