/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models of GGUF files in plans: every place holds what the tensors that lie there hold, and plan files keep all of it. */

#include <stdio.h>
#include <string.h>

#include "core/estimate.h"
#include "core/units.h"
#include "formats/catalog.h"
#include "formats/error.h"
#include "formats/gguf-model.h"
#include "formats/json-parse.h"
#include "formats/json-write.h"
#include "formats/model-config.h"
#include "formats/plan-json-weights.h"
#include "formats/plan-json.h"
#include "gguf-catalog.h"
#include "plan-fixture.h"

/* The header that the file of a model of the catalog would have. */
static TokGguf *
look_alike (TokArchitecture *architecture, TokFileType file_type)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);

  gguf_write_model (writer, architecture, file_type, GGUF_EXPERTS_STACKED);
  return gguf_writer_read (writer);
}

static void
take_file (TokPlan *plan, const TokGguf *gguf)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokModelFile) file = tok_gguf_model_new (gguf, &error);

  g_assert_no_error (error);
  tok_plan_set_file_model (plan, file->architecture, file->weights, file->file_type, file->with_imatrix);
  g_assert_true (tok_plan_uses_weights (plan));
}

static char *
whole_text (const TokPlan *plan)
{
  g_autoptr (JsonNode) node = tok_plan_to_json_whole (plan, NULL);

  return tok_json_to_text (node);
}

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
reopen (const PlanFixture *fixture, const TokPlan *plan, TokPlan *opened)
{
  g_autofree char *text = whole_text (plan);
  g_autofree char *again = NULL;
  g_autoptr (GError) error = NULL;

  read_text (fixture, text, opened, &error);
  g_assert_no_error (error);
  again = whole_text (opened);
  g_assert_cmpstr (again, ==, text);
  g_assert_true (opened->weights == plan->weights || tok_model_weights_equal (opened->weights, plan->weights));
  g_assert_true (tok_plan_uses_weights (opened) == tok_plan_uses_weights (plan));
}

static void
assert_same_speed (const TokPlan *plan, const TokPlan *other)
{
  TokEstimate estimate, of_other;

  tok_estimate (plan, &estimate);
  tok_estimate (other, &of_other);
  g_assert_cmpfloat (estimate.decode.tok_s.likely, ==, of_other.decode.tok_s.likely);
  g_assert_cmpfloat (estimate.prefill_tok_s.high, ==, of_other.prefill_tok_s.high);
  g_assert_cmpfloat (estimate.memory.devices[0].free, ==, of_other.memory.devices[0].free);
  g_assert_cmpfloat (estimate.memory.host.free, ==, of_other.memory.host.free);
}

static void
test_every_model_survives_a_plan_file (PlanFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < tok_catalog_n_models (fixture->catalog); i++)
    {
      TokArchitecture *known = tok_catalog_model (fixture->catalog, i)->architecture;
      g_autoptr (TokGguf) gguf = look_alike (known, i % 2 == 0 ? TOK_FILE_Q4_K_M : TOK_FILE_IQ4_XS);
      g_auto (TokPlan) opened = { .n_devices = 0 };
      TokModel *model;

      g_test_message ("%s", known->id);
      take_file (&fixture->plan, gguf);
      model = fixture->plan.model;
      reopen (fixture, &fixture->plan, &opened);
      g_assert_cmpmem (opened.model->prefix, (model->architecture->n_layers + 1) * sizeof (TokLayerSums),
                       model->prefix, (model->architecture->n_layers + 1) * sizeof (TokLayerSums));
      g_assert_cmpfloat (opened.model->file_bytes, ==, model->file_bytes);
      assert_same_speed (&fixture->plan, &opened);
    }
}

/* A plan whose file type was changed remembers the file. */
static void
test_a_changed_plan_keeps_its_file (PlanFixture *fixture, gconstpointer data)
{
  g_autoptr (TokGguf) gguf = look_alike (fixture->plan.base, TOK_FILE_Q5_K_M);
  g_auto (TokPlan) opened = { .n_devices = 0 };
  TokPlan *plan = &fixture->plan;

  take_file (plan, gguf);
  tok_plan_set (plan, TOK_PARAM_FILE_TYPE, TOK_FILE_Q8_0);
  tok_plan_set (plan, TOK_PARAM_IMATRIX, 1.0);
  reopen (fixture, plan, &opened);
  g_assert_false (tok_plan_uses_weights (&opened));
  tok_plan_set (&opened, TOK_PARAM_FILE_TYPE, TOK_FILE_Q5_K_M);
  tok_plan_set (&opened, TOK_PARAM_IMATRIX, TOK_AUTO);
  g_assert_true (tok_plan_uses_weights (&opened));
  g_assert_cmpfloat (opened.model->file_bytes, ==, gguf->data_bytes);
}

/* Bytes of the tensors of layers @first … @end - 1, by their names. */
static double
table_bytes (const TokGguf *gguf, guint first, guint end, gboolean experts)
{
  double bytes = 0.0;

  for (guint i = 0; i < gguf->tensors->len; i++)
    {
      const TokGgufTensor *tensor = &g_array_index (gguf->tensors, TokGgufTensor, i);
      const char *name = tok_gguf_tensor_name (gguf, tensor);
      guint layer;

      if (sscanf (name, "blk.%u.", &layer) == 1 && layer >= first && layer < end && experts == (strstr (name, "_exps.") != NULL))
        bytes += tensor->bytes;
    }
  return bytes;
}

static double
named_bytes (const TokGguf *gguf, const char *name)
{
  for (guint i = 0; i < gguf->tensors->len; i++)
    {
      const TokGgufTensor *tensor = &g_array_index (gguf->tensors, TokGgufTensor, i);

      if (g_str_equal (tok_gguf_tensor_name (gguf, tensor), name))
        return tensor->bytes;
    }
  return 0.0;
}

/* Without a head of its own a model's embedding is copied to where the head is computed. */
static double
head_bytes (const TokGguf *gguf)
{
  double head = named_bytes (gguf, "output.weight");

  return (head > 0.0 ? head : named_bytes (gguf, "token_embd.weight")) + named_bytes (gguf, "output_norm.weight");
}

static void
test_places_hold_their_tensors (PlanFixture *fixture, gconstpointer data)
{
  TokPlan *plan = &fixture->plan;
  TokArchitecture *known = tok_catalog_find_model (fixture->catalog, data)->architecture;
  g_autoptr (TokGguf) gguf = look_alike (known, TOK_FILE_Q4_K_M);
  guint n_layers = known->n_layers;

  take_file (plan, gguf);
  for (guint on_gpu = 1; on_gpu <= n_layers; on_gpu++)
    {
      guint on_cpu = n_layers - on_gpu;
      double weights = table_bytes (gguf, on_cpu, n_layers, FALSE) + table_bytes (gguf, on_cpu, n_layers, TRUE);
      double on_host = table_bytes (gguf, 0, on_cpu, FALSE) + table_bytes (gguf, 0, on_cpu, TRUE);
      TokEstimate estimate;

      tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, on_gpu);
      tok_estimate (plan, &estimate);
      g_assert_cmpfloat (estimate.memory.devices[0].weights, ==, weights + head_bytes (gguf));
      g_assert_cmpfloat (estimate.memory.host.weights, ==, on_host + named_bytes (gguf, "token_embd.weight"));
    }
}

/* The experts of the first layers stay with the CPU, all else of them goes to the card. */
static void
test_experts_lie_where_they_are_put (PlanFixture *fixture, gconstpointer data)
{
  TokPlan *plan = &fixture->plan;
  TokArchitecture *known = tok_catalog_find_model (fixture->catalog, data)->architecture;
  g_autoptr (TokGguf) gguf = look_alike (known, TOK_FILE_Q4_K_M);
  guint n_layers = known->n_layers;

  take_file (plan, gguf);
  tok_plan_set (plan, TOK_PARAM_GPU_LAYERS, n_layers);
  for (guint away = 0; away <= n_layers; away++)
    {
      TokEstimate estimate;

      tok_plan_set (plan, TOK_PARAM_EXPERT_LAYERS_CPU, away);
      tok_estimate (plan, &estimate);
      g_assert_cmpfloat (estimate.memory.devices[0].weights, ==,
                         table_bytes (gguf, 0, n_layers, FALSE) + table_bytes (gguf, away, n_layers, TRUE) + head_bytes (gguf));
      g_assert_cmpfloat (estimate.memory.host.weights, ==,
                         table_bytes (gguf, 0, away, TRUE) + named_bytes (gguf, "token_embd.weight"));
    }
}

static void
test_cards_hold_their_layers (PlanFixture *fixture, gconstpointer data)
{
  TokPlan *plan = &fixture->plan;
  TokArchitecture *known = tok_catalog_find_model (fixture->catalog, "llama-3.1-70b")->architecture;
  g_autoptr (TokGguf) gguf = look_alike (known, TOK_FILE_Q4_K_M);
  TokEstimate estimate;

  tok_plan_set_device (plan, 1, &tok_catalog_find_device (fixture->catalog, "geforce-rtx-3090")->device);
  take_file (plan, gguf);
  tok_plan_set (plan, TOK_PARAM_CONTEXT, 4096);
  tok_estimate (plan, &estimate);
  g_assert_cmpuint (estimate.split.end[0], >, estimate.split.first[0]);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat (estimate.memory.devices[i].weights, ==,
                       table_bytes (gguf, estimate.split.first[i], estimate.split.end[i], FALSE)
                       + (estimate.split.head_device == i ? head_bytes (gguf) : 0.0));
}

/* What the command line shows is for reading: how the file is made up is in the file. */
static void
test_plans_for_readers_leave_the_weights_out (PlanFixture *fixture, gconstpointer data)
{
  g_autoptr (TokGguf) gguf = look_alike (fixture->plan.base, TOK_FILE_Q5_K_M);
  g_autoptr (JsonNode) node = NULL;
  JsonObject *object;

  take_file (&fixture->plan, gguf);
  node = tok_plan_to_json (&fixture->plan, NULL);
  object = json_node_get_object (node);
  g_assert_false (json_object_has_member (object, "weights"));
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (object, "model"), "n_layers"), ==, 32);
}

typedef struct
{
  const char *weights;
  const char *said;
} Refusal;

/* Of a model of two layers. */
static const Refusal refusals[] = {
  { "[]", "“weights” must be an object" },
  { "{}", "quant" },
  { "{ \"quant\": \"Q9_X\", \"imatrix\": false }", "Q9_X" },
  { "{ \"quant\": \"Q8_0\" }", "imatrix" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": \"yes\" }", "imatrix" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false }", "must hold bytes and elements" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"mixer\": 5 }", "mixer" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"mixer\": { \"bytes\": 5 } }", "“mixer.bytes” must be a list" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"mixer\": { \"bytes\": [1, 2, 3] } }", "“mixer.bytes” must have 2 elements, but has 3." },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"mixer\": { \"bytes\": [1] } }", "“mixer.bytes” must have 2 elements, but has 1." },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"mixer\": { \"bytes\": [1, -2] } }", "“mixer.bytes[1]” is -2" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"mixer\": { \"bytes\": [1, 1e300] } }", "mixer.bytes[1]" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"vectors\": { \"elements\": [\"1\", 2] } }", "vectors.elements[0]" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"head\": { \"bytes\": [1, 2] } }", "head.bytes" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"head\": { \"bytes\": 1e17 } }", "head.bytes" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"head\": { \"bytes\": 34, \"elements\": 32, \"matrix_elements\": 64 } }",
    "at most as many in matrices" },
  { "{ \"quant\": \"Q8_0\", \"imatrix\": false, \"head\": { \"bytes\": 34, \"elements\": 32 },"
    " \"dense_type_bytes\": { \"Q8_0\": -1 } }", "dense_type_bytes.Q8_0" },
};

#define PLAN "{ \"format\": \"tokplan-plan\", \"version\": 1, \"devices\": [ { \"id\": \"geforce-rtx-4090\" } ]," \
             " \"model\": { \"n_layers\": 2, \"hidden_size\": 64, \"vocab_size\": 100, \"explicit_layers\":" \
             " [ { \"repeat\": 2, \"n_heads\": 4, \"n_kv_heads\": 2, \"head_dim\": 16, \"v_head_dim\": 16, \"ffn_size\": 128 } ] }," \
             " \"weights\": %s }"

static void
test_wrong_weights_are_refused (PlanFixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *text = g_strdup_printf (PLAN, refusals[i].weights);
      g_autoptr (GError) error = NULL;
      TokPlan plan;

      g_assert_false (read_text (fixture, text, &plan, &error));
      g_test_message ("%s: %s", refusals[i].weights, error->message);
      g_assert_true (error->domain == TOK_FORMAT_ERROR);
      g_assert_nonnull (strstr (error->message, refusals[i].said));
    }
}

/* What a person may write: what is 0 is left out. */
static void
test_short_weights_are_read (PlanFixture *fixture, gconstpointer data)
{
  g_autofree char *text = g_strdup_printf (PLAN, "{ \"quant\": \"Q8_0\", \"imatrix\": false,"
                                                 " \"mixer\": { \"bytes\": [34, 68], \"elements\": [32, 64] },"
                                                 " \"dense_type_bytes\": { \"Q8_0\": 102 } }");
  g_autoptr (GError) error = NULL;
  g_auto (TokPlan) plan = { .n_devices = 0 };

  read_text (fixture, text, &plan, &error);
  g_assert_no_error (error);
  g_assert_true (tok_plan_uses_weights (&plan));
  g_assert_cmpfloat (plan.model->file_bytes, ==, 102);
  g_assert_cmpfloat (plan.model->prefix[1].dense_bytes, ==, 34);
  g_assert_cmpfloat (plan.model->dense_type_share[TOK_TENSOR_Q8_0], ==, 1.0);
}

/* A config has no tensors to sum up; what it is stored in is the file's all the same, and goes with it. */
static void
test_file_type_of_a_config_survives (PlanFixture *fixture, gconstpointer data)
{
  static const char config[] =
    "{\"model_type\":\"llama\",\"hidden_size\":2048,\"intermediate_size\":5632,\"num_hidden_layers\":22,\"num_attention_heads\":32,"
    "\"num_key_value_heads\":4,\"vocab_size\":32000,\"quantization_config\":{\"quant_method\":\"fp8\"}}";
  g_autoptr (TokJson) json = tok_json_parse (config, sizeof config - 1, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TokModelFile) file = tok_model_config_read (json_node_get_object (tok_json_root (json)), NULL, "", &error);
  TokPlan opened;

  g_assert_no_error (error);
  g_assert_null (file->weights);
  tok_plan_set_file_model (&fixture->plan, file->architecture, NULL, file->file_type, FALSE);
  reopen (fixture, &fixture->plan, &opened);
  g_assert_cmpfloat (tok_plan_get (&opened, TOK_PARAM_FILE_TYPE), ==, TOK_FILE_FP8);
  g_assert_cmpint (tok_plan_origin (&opened, TOK_PARAM_FILE_TYPE), ==, TOK_ORIGIN_FILE);
  tok_plan_set_model (&opened, tok_catalog_find_model (fixture->catalog, "llama-3.1-8b")->architecture);
  g_assert_cmpfloat (tok_plan_get (&opened, TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q4_K_M);
  tok_plan_clear (&opened);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, data, func) g_test_add ("/plan-weights/" name, PlanFixture, data, plan_fixture_set_up, func, plan_fixture_tear_down)
  ADD ("every-model-survives-a-plan-file", NULL, test_every_model_survives_a_plan_file);
  ADD ("file-type-of-a-config", NULL, test_file_type_of_a_config_survives);
  ADD ("a-changed-plan-keeps-its-file", NULL, test_a_changed_plan_keeps_its_file);
  ADD ("places-hold-their-tensors/dense", "llama-3.1-8b", test_places_hold_their_tensors);
  ADD ("places-hold-their-tensors/tied", "llama-3.2-1b", test_places_hold_their_tensors);
  ADD ("places-hold-their-tensors/experts", "qwen3-30b-a3b", test_places_hold_their_tensors);
  ADD ("experts-lie-where-they-are-put", "qwen3-30b-a3b", test_experts_lie_where_they_are_put);
  ADD ("cards-hold-their-layers", NULL, test_cards_hold_their_layers);
  ADD ("plans-for-readers-leave-the-weights-out", NULL, test_plans_for_readers_leave_the_weights_out);
  ADD ("wrong-weights-are-refused", NULL, test_wrong_weights_are_refused);
  ADD ("short-weights-are-read", NULL, test_short_weights_are_read);
  return g_test_run ();
}
