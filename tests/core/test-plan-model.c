/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model of a file in a plan: its weights count as long as nothing of the file was changed, and come back with it. */

#include "constants.h"
#include "models.h"

#define FILE_TYPE TOK_FILE_Q5_K_M
#define LAYER_BYTES 100e6
#define EMBEDDING_BYTES 300e6
#define HEAD_BYTES 430e6
#define OUTSIDE_BYTES 16384.0
#define PREDICTION_BYTES 50e6

/* Layer i holds 100 MB and i times 1 MB more, which no mix of the catalog would make. */
static TokModelWeights *
uneven_weights (guint n_layers)
{
  TokModelWeights *weights = tok_model_weights_new (n_layers);

  weights->file_type = FILE_TYPE;
  for (guint i = 0; i < n_layers; i++)
    {
      weights->layers[i].mixer = (TokWeightSum) { 40e6, 50e6, 50e6 };
      weights->layers[i].dense_ffn = (TokWeightSum) { LAYER_BYTES - 41e6 + i * 1e6, 170e6, 170e6 };
      weights->layers[i].vectors = (TokWeightSum) { 1e6, 0.25e6, 0.0 };
    }
  weights->embedding = (TokWeightSum) { EMBEDDING_BYTES, 525e6, 525e6 };
  weights->head = (TokWeightSum) { HEAD_BYTES, 525e6, 525e6 };
  weights->outside = (TokWeightSum) { OUTSIDE_BYTES, 4096.0, 0.0 };
  weights->prediction = (TokWeightSum) { PREDICTION_BYTES, 70e6, 70e6 };
  weights->dense_type_bytes[TOK_TENSOR_Q5_K] = 3e9;
  weights->dense_type_bytes[TOK_TENSOR_Q6_K] = 1e9;
  return weights;
}

static TokArchitecture *
file_model (const char *name)
{
  TokArchitecture *architecture = tok_fixture_model (name);

  g_free (architecture->id);
  architecture->id = g_strdup ("");
  return architecture;
}

static void
take_file (TokPlanFixture *fixture)
{
  g_autoptr (TokArchitecture) base = file_model ("Llama-3.1-8B");
  g_autoptr (TokModelWeights) weights = uneven_weights (base->n_layers);

  tok_plan_set_file_model (&fixture->plan, base, weights, FILE_TYPE, FALSE);
}

/* Layers 0 … n - 1: n times 100 MB, and 0 + 1 + … + n - 1 MB. */
static double
layer_bytes (guint n)
{
  return n * LAYER_BYTES + n * (n - 1) / 2 * 1e6;
}

static double
file_bytes (guint n_layers)
{
  return layer_bytes (n_layers) + EMBEDDING_BYTES + HEAD_BYTES + OUTSIDE_BYTES + PREDICTION_BYTES;
}

static void
test_a_file_is_taken_exactly (TokPlanFixture *fixture, gconstpointer data)
{
  const TokModel *model;
  TokLayerSums sums;

  take_file (fixture);
  model = fixture->plan.model;
  g_assert_true (tok_plan_uses_weights (&fixture->plan));
  g_assert_false (tok_plan_model_is_custom (&fixture->plan));
  g_assert_cmpfloat (model->file_bytes, ==, file_bytes (32));
  for (guint i = 0; i < 32; i++)
    {
      tok_model_sum (model, 0, i, &sums);
      g_assert_cmpfloat (sums.dense_bytes, ==, i > 0 ? layer_bytes (i) : 0.0);
      g_assert_cmpfloat (sums.dense_weights, ==, i * 220e6);
    }
  g_assert_cmpfloat (model->head_bytes, ==, HEAD_BYTES + OUTSIDE_BYTES);
  g_assert_cmpfloat (model->dense_type_share[TOK_TENSOR_Q5_K], ==, 0.75);
  g_assert_cmpfloat (tok_plan_get (&fixture->plan, TOK_PARAM_FILE_TYPE), ==, FILE_TYPE);
}

/* What each place holds of the weights is what the tensors that lie there hold, however many layers are on the card. */
static void
test_every_place_holds_its_own_tensors (TokPlanFixture *fixture, gconstpointer data)
{
  TokPlan *plan = &fixture->plan;

  take_file (fixture);
  tok_plan_set (plan, TOK_PARAM_ENGINE_BUILD, TOK_LAST_BUILD_YEAR);
  for (guint on_gpu = 0; on_gpu <= 32; on_gpu++)
    {
      double cpu_bytes = on_gpu < 32 ? layer_bytes (32 - on_gpu) : 0.0;
      double head = HEAD_BYTES + OUTSIDE_BYTES, idle = PREDICTION_BYTES;
      TokEstimate estimate;

      tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, on_gpu);
      tok_estimate (plan, &estimate);
      g_assert_cmpfloat (estimate.memory.devices[0].weights, ==, on_gpu > 0 ? layer_bytes (32) - cpu_bytes + head + idle : 0.0);
      g_assert_cmpfloat (estimate.memory.host.weights, ==, cpu_bytes + EMBEDDING_BYTES + (on_gpu == 0 ? head + idle : 0.0));
    }
}

static void
test_a_change_leaves_the_file_and_the_way_back_returns_to_it (TokPlanFixture *fixture, gconstpointer data)
{
  static const struct { TokParam param; double value; gboolean is_whole; } changes[] = {
    { TOK_PARAM_FILE_TYPE, TOK_FILE_Q4_K_M, FALSE }, { TOK_PARAM_IMATRIX, 1.0, FALSE }, { TOK_PARAM_FILE_BYTES, 7e9, FALSE },
    { TOK_PARAM_LAYERS, 20, FALSE }, { TOK_PARAM_ATTENTION, TOK_ATTENTION_MHA, FALSE }, { TOK_PARAM_CONTEXT, 999, TRUE },
  };
  TokPlan *plan = &fixture->plan;

  take_file (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_auto (TokPlan) before = { .n_devices = 0 };

      tok_plan_copy (plan, &before);
      tok_plan_set (plan, changes[i].param, changes[i].value);
      g_assert_true (tok_plan_uses_weights (plan) == changes[i].is_whole);
      g_assert_true ((plan->model->file_bytes == file_bytes (32)) == changes[i].is_whole);
      g_assert_nonnull (plan->weights);
      tok_plan_set (plan, changes[i].param, tok_plan_get (&before, changes[i].param));
      g_assert_true (tok_plan_uses_weights (plan));
      g_assert_cmpfloat (plan->model->file_bytes, ==, file_bytes (32));
      g_assert_true (tok_plan_equal (plan, &before));
    }
}

static void
test_other_file_types_are_computed (TokPlanFixture *fixture, gconstpointer data)
{
  g_autoptr (TokArchitecture) base = file_model ("Llama-3.1-8B");
  g_autoptr (TokModel) computed = tok_model_new (base, TOK_FILE_Q8_0, FALSE, 0.0);

  take_file (fixture);
  tok_plan_set (&fixture->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  g_assert_cmpfloat (fixture->plan.model->file_bytes, ==, computed->file_bytes);
}

static void
test_scaling_leaves_the_file (TokPlanFixture *fixture, gconstpointer data)
{
  TokPlan *plan = &fixture->plan;
  double params;

  take_file (fixture);
  params = tok_plan_get (plan, TOK_PARAM_PARAMETERS);
  tok_plan_set (plan, TOK_PARAM_PARAMETERS, 2 * params);
  g_assert_false (tok_plan_uses_weights (plan));
  tok_assert_near (plan->model->total_params, 2e9 * params, 0.02);
  tok_plan_set (plan, TOK_PARAM_PARAMETERS, params);
  g_assert_true (tok_plan_uses_weights (plan));
}

/* Typing the size the file has is no change. */
static void
test_the_size_of_the_file_may_be_typed (TokPlanFixture *fixture, gconstpointer data)
{
  take_file (fixture);
  tok_plan_set (&fixture->plan, TOK_PARAM_FILE_BYTES, file_bytes (32));
  g_assert_cmpfloat (tok_plan_get (&fixture->plan, TOK_PARAM_FILE_BYTES), ==, file_bytes (32));
  g_assert_true (tok_plan_uses_weights (&fixture->plan));
}

static void
test_where_values_come_from (TokPlanFixture *fixture, gconstpointer data)
{
  TokPlan *plan = &fixture->plan;

  take_file (fixture);
  for (TokParam param = TOK_PARAM_PARAMETERS; param <= TOK_PARAM_FILE_BYTES; param++)
    g_assert_cmpint (tok_plan_origin (plan, param), ==, TOK_ORIGIN_FILE);
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_FILE_TYPE), ==, TOK_ORIGIN_TYPED);
  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_PARAMETERS), ==, TOK_ORIGIN_FILE);
  tok_plan_set (plan, TOK_PARAM_PARAMETERS, 20);
  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_PARAMETERS), ==, TOK_ORIGIN_TYPED);
}

/* The importance matrix stays automatic where the file is as files of its type are. */
static void
test_the_importance_matrix_is_that_of_the_file (TokPlanFixture *fixture, gconstpointer data)
{
  g_autoptr (TokArchitecture) base = file_model ("Llama-3.1-8B");
  TokPlan *plan = &fixture->plan;

  tok_plan_set_file_model (plan, base, NULL, TOK_FILE_Q4_K_M, FALSE);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_IMATRIX), ==, TOK_AUTO);
  g_assert_false (plan->model->with_imatrix);
  tok_plan_set_file_model (plan, base, NULL, TOK_FILE_Q4_K_M, TRUE);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_IMATRIX), ==, 1.0);
  g_assert_true (plan->model->with_imatrix);
  tok_plan_set_file_model (plan, base, NULL, TOK_FILE_IQ3_XXS, TRUE);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_IMATRIX), ==, TOK_AUTO);
}

static void
test_another_model_comes_as_usual (TokPlanFixture *fixture, gconstpointer data)
{
  g_autoptr (TokArchitecture) other = tok_fixture_model ("Qwen3-30B-A3B");
  TokPlan *plan = &fixture->plan;

  take_file (fixture);
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, 32);
  tok_plan_set_model (plan, other);
  g_assert_null (plan->weights);
  g_assert_false (tok_plan_uses_weights (plan));
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q4_K_M);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_IMATRIX), ==, TOK_AUTO);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS), ==, other->n_layers);
}

/* A config.json says a type, too, though it holds no weights. */
static void
test_a_type_without_weights_is_the_files (TokPlanFixture *fixture, gconstpointer data)
{
  g_autoptr (TokArchitecture) base = file_model ("Llama-3.1-8B"), other = tok_fixture_model ("Qwen3-30B-A3B");
  TokPlan *plan = &fixture->plan;

  tok_plan_set_file_model (plan, base, NULL, TOK_FILE_Q4_K_M, FALSE);
  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_FILE_TYPE), ==, TOK_ORIGIN_FILE);
  tok_plan_set_file_model (plan, base, NULL, TOK_FILE_BF16, FALSE);
  g_assert_cmpint (tok_plan_origin (plan, TOK_PARAM_FILE_TYPE), ==, TOK_ORIGIN_FILE);
  tok_plan_set_model (plan, other);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q4_K_M);
}

static void
test_a_typed_file_type_outlives_the_file (TokPlanFixture *fixture, gconstpointer data)
{
  g_autoptr (TokArchitecture) other = tok_fixture_model ("Qwen3-30B-A3B");

  take_file (fixture);
  tok_plan_set (&fixture->plan, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  tok_plan_set_model (&fixture->plan, other);
  g_assert_cmpfloat (tok_plan_get (&fixture->plan, TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q8_0);
}

/* Undo keeps hundreds of plans. */
static void
test_copies_share_what_files_hold (TokPlanFixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (TokMeasurement));
  g_autoptr (GArray) buffers = g_array_new (FALSE, TRUE, sizeof (TokLoggedBuffer));
  g_autoptr (TokMeasurements) measurements = NULL;
  g_auto (TokPlan) copy = { .n_devices = 0 };
  TokPlan *plan = &fixture->plan;

  take_file (fixture);
  g_array_set_size (rows, 1);
  measurements = tok_measurements_new_added (NULL, rows, buffers);
  tok_plan_set_measurements (plan, measurements);
  tok_plan_copy (plan, &copy);
  g_assert_true (copy.weights == plan->weights);
  g_assert_true (copy.model == plan->model);
  g_assert_true (copy.measurements == plan->measurements);
  tok_plan_set (&copy, TOK_PARAM_CONTEXT, 4096);
  g_assert_true (copy.model == plan->model);
}

static void
test_equal_means_equal_to_the_last_number (TokPlanFixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (TokMeasurement));
  g_autoptr (GArray) buffers = g_array_new (FALSE, TRUE, sizeof (TokLoggedBuffer));
  g_autoptr (TokMeasurements) measurements = NULL, others = NULL;
  g_autoptr (TokModelWeights) same = uneven_weights (32), different = uneven_weights (32);
  g_auto (TokPlan) copy = { .n_devices = 0 };
  TokPlan *plan = &fixture->plan;

  take_file (fixture);
  tok_plan_copy (plan, &copy);
  tok_plan_set_file_model (&copy, plan->base, same, FILE_TYPE, FALSE);
  g_assert_true (tok_plan_equal (plan, &copy));
  different->layers[31].vectors.bytes += 1.0;
  tok_plan_set_file_model (&copy, plan->base, different, FILE_TYPE, FALSE);
  g_assert_false (tok_plan_equal (plan, &copy));
  tok_plan_set_file_model (&copy, plan->base, NULL, FILE_TYPE, FALSE);
  g_assert_false (tok_plan_equal (plan, &copy));
  tok_plan_set_file_model (&copy, plan->base, same, FILE_TYPE, FALSE);

  g_array_set_size (rows, 1);
  measurements = tok_measurements_new_added (NULL, rows, buffers);
  others = tok_measurements_new_added (NULL, rows, buffers);
  tok_plan_set_measurements (plan, measurements);
  g_assert_false (tok_plan_equal (plan, &copy));
  tok_plan_set_measurements (&copy, others);
  g_assert_true (tok_plan_equal (plan, &copy));
  tok_plan_set_measurements (&copy, NULL);
  g_assert_false (tok_plan_equal (plan, &copy));
  tok_plan_set_measurements (&copy, measurements);
  copy.calibration = (TokCalibration) { "Card", TOK_ENGINE_LLAMA_CUDA, { 3, 1.25, 0.5, 1.0 }, { 0, 1.0, 1.0, 1.0 } };
  g_assert_false (tok_plan_equal (plan, &copy));
}

/* Where it was measured, and nowhere else. */
static void
test_a_calibration_belongs_to_device_and_engine (TokPlanFixture *fixture, gconstpointer data)
{
  TokPlan *plan = &fixture->plan;
  TokDevice other = plan->devices[0].device;

  g_assert_null (tok_plan_calibration (plan));
  plan->calibration = (TokCalibration) { .engine = tok_plan_engine (plan), .decode = { 3, 1.1, 0.5, 1.0 } };
  g_strlcpy (plan->calibration.device, other.name, sizeof plan->calibration.device);
  g_assert_true (tok_plan_calibration (plan) == &plan->calibration);
  tok_plan_set (plan, TOK_PARAM_BANDWIDTH, 900);
  g_assert_nonnull (tok_plan_calibration (plan));
  tok_plan_set (plan, TOK_PARAM_ENGINE, TOK_ENGINE_EXLLAMA);
  g_assert_null (tok_plan_calibration (plan));
  tok_plan_set (plan, TOK_PARAM_ENGINE, TOK_AUTO);
  g_assert_nonnull (tok_plan_calibration (plan));
  g_strlcpy (other.name, "Another card", sizeof other.name);
  tok_plan_set_device (plan, 0, &other);
  g_assert_null (tok_plan_calibration (plan));
}

/* A draft is in the plan's file type, whatever the model's file holds. */
static void
test_a_draft_goes_with_the_file (TokPlanFixture *fixture, gconstpointer data)
{
  g_autoptr (TokArchitecture) draft = tok_fixture_model ("Llama-3.2-1B");
  TokEstimate estimate;

  tok_plan_set_draft (&fixture->plan, draft);
  take_file (fixture);
  g_assert_cmpint (fixture->plan.draft->file_type, ==, FILE_TYPE);
  tok_plan_set (&fixture->plan, TOK_PARAM_DEPTH, 0);
  tok_estimate (&fixture->plan, &estimate);
  g_assert_cmpuint (estimate.speculation.length, >, 0);
  g_assert_cmpfloat (estimate.speculation.speedup, >, 1.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) tok_add_plan_test ("/plan-model/" path, "Llama-3.1-8B", test)
  ADD ("a-file-is-taken-exactly", test_a_file_is_taken_exactly);
  ADD ("every-place-holds-its-own-tensors", test_every_place_holds_its_own_tensors);
  ADD ("a-change-leaves-the-file-and-the-way-back-returns-to-it", test_a_change_leaves_the_file_and_the_way_back_returns_to_it);
  ADD ("other-file-types-are-computed", test_other_file_types_are_computed);
  ADD ("scaling-leaves-the-file", test_scaling_leaves_the_file);
  ADD ("the-size-of-the-file-may-be-typed", test_the_size_of_the_file_may_be_typed);
  ADD ("where-values-come-from", test_where_values_come_from);
  ADD ("the-importance-matrix-is-that-of-the-file", test_the_importance_matrix_is_that_of_the_file);
  ADD ("another-model-comes-as-usual", test_another_model_comes_as_usual);
  ADD ("a-type-without-weights-is-the-files", test_a_type_without_weights_is_the_files);
  ADD ("a-typed-file-type-outlives-the-file", test_a_typed_file_type_outlives_the_file);
  ADD ("copies-share-what-files-hold", test_copies_share_what_files_hold);
  ADD ("equal-means-equal-to-the-last-number", test_equal_means_equal_to_the_last_number);
  ADD ("a-calibration-belongs-to-device-and-engine", test_a_calibration_belongs_to_device_and_engine);
  ADD ("a-draft-goes-with-the-file", test_a_draft_goes_with_the_file);
  return g_test_run ();
}
