/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements and calibration in plan files: every row comes back as it was, and wrong ones are refused. */

#include <math.h>
#include <string.h>

#include "core/units.h"
#include "formats/catalog.h"
#include "formats/error.h"
#include "formats/json-parse.h"
#include "formats/json-write.h"
#include "formats/measurements-read.h"
#include "formats/plan-json.h"
#include "plan-fixture.h"

#define N_RANDOM_LISTS 100

static gboolean
read_text (const PlanFixture *fixture, const char *text, TokPlan *plan, GError **error)
{
  g_autoptr (TokJson) json = tok_json_parse (text, strlen (text), NULL, error);
  TokPlanExtra extra = { .name = NULL };

  if (json == NULL || !tok_plan_from_json (tok_json_root (json), fixture->catalog, plan, &extra, error))
    return FALSE;
  g_assert_null (extra.unknown);
  tok_plan_extra_clear (&extra);
  return TRUE;
}

static void
assert_survives (const PlanFixture *fixture)
{
  g_autoptr (JsonNode) node = tok_plan_to_json_whole (&fixture->plan, NULL);
  g_autofree char *text = tok_json_to_text (node);
  g_auto (TokPlan) opened = { .n_devices = 0 };
  g_autoptr (GError) error = NULL;

  read_text (fixture, text, &opened, &error);
  g_assert_no_error (error);
  g_assert_true (tok_plan_equal (&opened, &fixture->plan));
}

static double
random_number (void)
{
  return pow (10.0, g_test_rand_double_range (-5.0, 12.0));
}

/* A number as readers give it, or nothing. */
static double
perhaps (double number)
{
  return g_test_rand_bit () ? number : TOK_AUTO;
}

static double
random_choice (TokParam param)
{
  return perhaps (g_test_rand_int_range (0, (int) tok_plan_param_info (param)->maximum + 1));
}

static TokMeasurement
random_row (void)
{
  TokMeasurement row = {
    .kind = g_test_rand_int_range (0, TOK_N_MEASURED), .flags = g_test_rand_int_range (0, 2 * TOK_MEASURED_OVERLAPPED),
    .tok_s = random_number (), .deviation = perhaps (random_number ()), .n_tokens = perhaps (g_test_rand_int_range (1, 9999)),
    .n_prompt = perhaps (g_test_rand_int_range (1, 9999)), .depth = g_test_rand_int_range (0, 99999),
    .batch = g_test_rand_int_range (1, 99), .acceptance = perhaps (g_test_rand_double ()),
    .gpu_layers = perhaps (9999), .ubatch = perhaps (512), .threads = perhaps (0), .n_devices = perhaps (2),
    .expert_layers_cpu = perhaps (7), .build_year = perhaps (2025), .file_bytes = perhaps (random_number ()),
    .params = perhaps (random_number ()),
    .kv_k = random_choice (TOK_PARAM_KV_K), .kv_v = random_choice (TOK_PARAM_KV_V),
    .flash_attention = random_choice (TOK_PARAM_FLASH_ATTENTION), .split_mode = random_choice (TOK_PARAM_SPLIT_MODE),
    .kv_on_cpu = random_choice (TOK_PARAM_KV_ON_CPU), .engine = random_choice (TOK_PARAM_ENGINE),
    .file_type = random_choice (TOK_PARAM_FILE_TYPE),
  };

  g_snprintf (row.model, sizeof row.model, "„Modell“ \\ \"%d\"", g_test_rand_int ());
  g_strlcpy (row.model_id, g_test_rand_bit () ? "llama-3.1-8b" : "", sizeof row.model_id);
  memset (row.device, 'x', g_test_rand_int_range (0, sizeof row.device));
  g_strlcpy (row.tool, "llama-bench", sizeof row.tool);
  return row;
}

static TokLoggedBuffer
random_buffer (void)
{
  TokLoggedBuffer buffer = { .kind = g_test_rand_int_range (0, TOK_N_LOGGED), .is_draft = g_test_rand_bit (), .bytes = random_number () };

  g_snprintf (buffer.place, sizeof buffer.place, "CUDA%d", g_test_rand_int_range (0, 8));
  return buffer;
}

static void
take_rows (TokPlan *plan, const GArray *rows, const GArray *buffers)
{
  g_autoptr (TokMeasurements) measurements = tok_measurements_new_added (NULL, rows, buffers);

  tok_plan_set_measurements (plan, measurements);
}

static void
test_rows_survive_a_plan_file (PlanFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < N_RANDOM_LISTS; i++)
    {
      g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TokMeasurement));
      g_autoptr (GArray) buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer));
      guint n_rows = g_test_rand_int_range (0, 20), n_buffers = g_test_rand_int_range (0, 10);

      for (guint j = 0; j < n_rows; j++)
        {
          TokMeasurement row = random_row ();

          g_array_append_val (rows, row);
        }
      for (guint j = 0; j < n_buffers; j++)
        {
          TokLoggedBuffer buffer = random_buffer ();

          g_array_append_val (buffers, buffer);
        }
      take_rows (&fixture->plan, rows, buffers);
      assert_survives (fixture);
    }
}

/* As many as a plan keeps. */
static void
test_a_full_plan_survives (PlanFixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TokMeasurement));
  g_autoptr (GArray) buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer));

  for (guint i = 0; i < TOK_MOST_MEASUREMENTS + 1; i++)
    {
      TokMeasurement row = random_row ();

      row.depth = i;
      g_array_append_val (rows, row);
    }
  for (guint i = 0; i < TOK_MOST_BUFFERS + 1; i++)
    {
      TokLoggedBuffer buffer = random_buffer ();

      g_array_append_val (buffers, buffer);
    }
  take_rows (&fixture->plan, rows, buffers);
  g_assert_cmpuint (fixture->plan.measurements->rows->len, ==, TOK_MOST_MEASUREMENTS);
  g_assert_cmpuint (fixture->plan.measurements->buffers->len, ==, TOK_MOST_BUFFERS);
  assert_survives (fixture);
}

/* What readers make of a table and a log, as llama.cpp writes them. */
static void
test_what_was_read_survives (PlanFixture *fixture, gconstpointer data)
{
  static const char text[] =
    "| model                  |     size |  params | backend | ngl | fa |          test |              t/s |\n"
    "| ---------------------- | -------: | ------: | ------- | --: | -: | ------------: | ---------------: |\n"
    "| llama 8B Q4_K - Medium | 4.58 GiB |  8.03 B | CUDA    |  99 |  1 |         pp512 |  9876.54 ± 12.30 |\n"
    "| llama 8B Q4_K - Medium | 4.58 GiB |  8.03 B | CUDA    |  99 |  1 | tg128 @ d4096 |    123.45 ± 0.67 |\n"
    "load_tensors:        CUDA0 model buffer size =  4403.49 MiB\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  g_autoptr (TokMeasurementsRead) read = tok_measurements_read (bytes, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (read->rows->len, ==, 2);
  g_assert_cmpuint (read->buffers->len, ==, 1);
  take_rows (&fixture->plan, read->rows, read->buffers);
  assert_survives (fixture);
}

static void
test_a_calibration_survives (PlanFixture *fixture, gconstpointer data)
{
  TokCalibration *calibration = &fixture->plan.calibration;

  for (guint i = 0; i < N_RANDOM_LISTS; i++)
    {
      calibration->engine = g_test_rand_int_range (0, TOK_N_ENGINES);
      calibration->decode.n_rows = g_test_rand_int_range (0, 50);
      calibration->decode.factor = g_test_rand_double_range (TOK_CALIBRATION_SLOWEST, TOK_CALIBRATION_FASTEST);
      calibration->decode.cache_factor = g_test_rand_double_range (TOK_CALIBRATION_SLOWEST, TOK_CALIBRATION_FASTEST);
      calibration->decode.band_share = g_test_rand_double_range (0.01, 1.0);
      calibration->prefill = (TokCalibrationFactor) { i, TOK_CALIBRATION_FASTEST, 1.0, 1.0 };
      g_strlcpy (calibration->device, fixture->plan.devices[0].device.name, sizeof calibration->device);
      assert_survives (fixture);
    }
}

/* The command line shows the calibration, which its speeds hang on, and not the rows behind it. */
static void
test_plans_for_readers_leave_the_rows_out (PlanFixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TokMeasurement));
  g_autoptr (GArray) buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer));
  g_autoptr (JsonNode) node = NULL;
  TokMeasurement row = random_row ();

  g_array_append_val (rows, row);
  take_rows (&fixture->plan, rows, buffers);
  fixture->plan.calibration = (TokCalibration) { "Card", TOK_ENGINE_LLAMA_CUDA, { 3, 1.25, 0.5, 0.9 }, { 0, 1.0, 1.0, 1.0 } };
  node = tok_plan_to_json (&fixture->plan, NULL);
  g_assert_false (json_object_has_member (json_node_get_object (node), "measurements"));
  g_assert_true (json_object_has_member (json_node_get_object (node), "calibration"));
}

typedef struct
{
  const char *member;
  const char *said;
} Refusal;

#define ROW(members) "\"measurements\": { \"rows\": [ { \"kind\": \"decode\", \"tok_s\": 9, " members " } ] }"
#define BUFFER(members) "\"measurements\": { \"buffers\": [ { " members " } ] }"
#define CALIBRATION(members) "\"calibration\": { \"device\": \"Card\", \"engine\": \"llama.cpp-cuda\", " members " }"

static const Refusal refusals[] = {
  { "\"measurements\": []", "measurements" },
  { "\"measurements\": { \"rows\": 3 }", "“rows” must be a list" },
  { "\"measurements\": { \"rows\": [ 3 ] }", "rows" },
  { "\"measurements\": { \"rows\": [ {} ] }", "kind" },
  { "\"measurements\": { \"rows\": [ { \"kind\": \"sleep\", \"tok_s\": 1 } ] }", "“kind” cannot be “sleep”" },
  { "\"measurements\": { \"rows\": [ { \"kind\": \"decode\" } ] }", "tok_s" },
  { "\"measurements\": { \"rows\": [ { \"kind\": \"decode\", \"tok_s\": 0 } ] }", "tok_s" },
  { "\"measurements\": { \"rows\": [ { \"kind\": \"decode\", \"tok_s\": 1e300 } ] }", "tok_s" },
  { ROW ("\"batch\": 0"), "batch" },
  { ROW ("\"depth\": -1"), "“depth” is -1" },
  { ROW ("\"acceptance\": 1.5"), "acceptance" },
  { ROW ("\"engine\": \"steam\""), "steam" },
  { ROW ("\"quant\": 5"), "quant" },
  { ROW ("\"kv_k\": \"auto\""), "kv_k" },
  { ROW ("\"flash_attention\": \"on\""), "flash_attention" },
  { ROW ("\"overlapped\": 1"), "overlapped" },
  { ROW ("\"device\": \"two\\nlines\""), "device" },
  { ROW ("\"tool\": \"a name of thirty-two bytes or more\""), "“tool” is longer than 31 bytes" },
  { BUFFER (""), "kind" },
  { BUFFER ("\"kind\": \"kv\""), "bytes" },
  { BUFFER ("\"kind\": \"kv\", \"bytes\": -1"), "bytes" },
  { BUFFER ("\"kind\": \"soup\", \"bytes\": 1"), "soup" },
  { "\"calibration\": 5", "calibration" },
  { "\"calibration\": {}", "device" },
  { "\"calibration\": { \"device\": \"Card\" }", "engine" },
  { "\"calibration\": { \"device\": \"Card\", \"engine\": \"steam\" }", "steam" },
  { CALIBRATION ("\"decode\": { \"factor\": 0 }"), "decode.factor" },
  { CALIBRATION ("\"decode\": { \"factor\": 1e9 }"), "decode.factor" },
  { CALIBRATION ("\"decode\": { \"band_share\": 0 }"), "decode.band_share" },
  { CALIBRATION ("\"prefill\": { \"band_share\": 2 }"), "prefill.band_share" },
  { CALIBRATION ("\"prefill\": { \"rows\": 1.5 }"), "prefill.rows" },
};

#define HEAD "{ \"format\": \"tokplan-plan\", \"version\": 1, \"devices\": [ { \"id\": \"geforce-rtx-4090\" } ], " \
             "\"model\": { \"id\": \"llama-3.1-8b\" }, "

static void
test_wrong_ones_are_refused (PlanFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *text = g_strconcat (HEAD, refusals[i].member, "}", NULL);
      g_autoptr (GError) error = NULL;
      TokPlan plan;

      g_assert_false (read_text (fixture, text, &plan, &error));
      g_test_message ("%s: %s", refusals[i].member, error->message);
      g_assert_true (error->domain == TOK_FORMAT_ERROR);
      g_assert_nonnull (strstr (error->message, refusals[i].said));
    }
}

static void
test_too_many_rows_are_refused (PlanFixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (HEAD "\"measurements\": { \"rows\": [");
  g_autoptr (GError) error = NULL;
  TokPlan plan;

  for (guint i = 0; i <= TOK_MOST_MEASUREMENTS; i++)
    g_string_append_printf (text, "%s{ \"kind\": \"decode\", \"tok_s\": %u }", i > 0 ? ", " : "", i + 1);
  g_string_append (text, "] } }");
  g_assert_false (read_text (fixture, text->str, &plan, &error));
  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "rows"));
}

/* What a person may write, and a calibration with one half. */
static void
test_short_ones_are_read (PlanFixture *fixture, gconstpointer data)
{
  g_auto (TokPlan) plan = { .n_devices = 0 };
  g_autoptr (GError) error = NULL;
  const TokMeasurement *row;

  read_text (fixture, HEAD "\"measurements\": { \"rows\": [ { \"kind\": \"prefill\", \"tok_s\": 1234.5, \"gpu_layers\": 99 } ] },"
                           CALIBRATION ("\"decode\": { \"rows\": 2, \"factor\": 0.9, \"band_share\": 0.5 }") "}", &plan, &error);
  g_assert_no_error (error);
  row = &g_array_index (plan.measurements->rows, TokMeasurement, 0);
  g_assert_cmpint (row->kind, ==, TOK_MEASURED_PREFILL);
  g_assert_cmpfloat (row->tok_s, ==, 1234.5);
  g_assert_cmpfloat (row->gpu_layers, ==, 99);
  g_assert_cmpfloat (row->batch, ==, 1);
  g_assert_cmpfloat (row->threads, ==, TOK_AUTO);
  g_assert_cmpfloat (row->engine, ==, TOK_AUTO);
  g_assert_cmpfloat (plan.calibration.decode.factor, ==, 0.9);
  g_assert_cmpuint (plan.calibration.prefill.n_rows, ==, 0);
  g_assert_cmpfloat (plan.calibration.prefill.factor, ==, 1.0);
  g_assert_cmpfloat (plan.calibration.prefill.band_share, ==, 1.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/plan-measurements/" name, PlanFixture, NULL, plan_fixture_set_up, func, plan_fixture_tear_down)
  ADD ("rows-survive-a-plan-file", test_rows_survive_a_plan_file);
  ADD ("a-full-plan-survives", test_a_full_plan_survives);
  ADD ("what-was-read-survives", test_what_was_read_survives);
  ADD ("a-calibration-survives", test_a_calibration_survives);
  ADD ("plans-for-readers-leave-the-rows-out", test_plans_for_readers_leave_the_rows_out);
  ADD ("wrong-ones-are-refused", test_wrong_ones_are_refused);
  ADD ("too-many-rows-are-refused", test_too_many_rows_are_refused);
  ADD ("short-ones-are-read", test_short_ones_are_read);
  return g_test_run ();
}
