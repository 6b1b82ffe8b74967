/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan is sent to others: whatever files it was made from, nothing of a person is in it. */

#include <string.h>

#include "formats/catalog.h"
#include "formats/import.h"
#include "formats/json-write.h"
#include "formats/plan-json.h"
#include "gguf-small.h"
#include "plan-fixture.h"

enum { Q8_0 = 8 };

static const char *const secrets[] = { "annegret", "bob", "smith", "secret", "home", "Users", "192.168", "workbox" };

static TokImport *
import (const PlanFixture *fixture, GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  TokImport *import = tok_import_bytes (bytes, "pasted text", fixture->catalog, &error);

  g_assert_no_error (error);
  return import;
}

static void
assert_nothing_personal (const TokPlan *plan)
{
  g_autoptr (JsonNode) node = tok_plan_to_json_whole (plan, NULL);
  g_autofree char *text = tok_json_to_text (node);

  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    if (strstr (text, secrets[i]) != NULL)
      g_error ("“%s” is in the plan: %s", secrets[i], text);
}

static void
test_measurements (PlanFixture *fixture, gconstpointer data)
{
  static const char text[] =
    "Sep 26 10:33:42 workbox ollama[6664]: load_model: loading model '/home/annegret/secret/My Net-7B-Q4_K_M-00001-of-00002.gguf'\n"
    "Sep 26 10:33:42 workbox ollama[6664]: load_tensors: CUDA0 model buffer size = 4000.00 MiB\n"
    "prompt eval time = 500.00 ms / 100 tokens ( 5.00 ms per token, 200.00 tokens per second)\n"
    "{\"model_filename\": \"C:\\\\Users\\\\bob smith\\\\secret\\\\net.gguf\", \"n_prompt\": 5, \"n_gen\": 0, \"avg_ts\": 7.5,"
    " \"gpu_info\": \"/home/annegret/secret\"}\n"
    "| model | who | test | t/s |\n|---|---|---|---|\n| /home/annegret/secret/net.gguf | annegret@192.168.1.2 | tg32 | 8.5 |\n"
    "eval rate: 55.5 tokens/s\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (TokImport) read = import (fixture, bytes);
  g_autoptr (TokMeasurements) kept = tok_measurements_new_added (NULL, read->measurements->rows, read->measurements->buffers);

  g_assert_cmpuint (read->measurements->rows->len, >=, 3);
  g_assert_cmpuint (read->measurements->buffers->len, ==, 1);
  tok_plan_set_measurements (&fixture->plan, kept);
  assert_nothing_personal (&fixture->plan);
}

static void
write_model (GgufWriter *writer, const char *name)
{
  static const struct { const char *key; guint value; } numbers[] = {
    { "llama.block_count", 2 }, { "llama.context_length", 2048 }, { "llama.embedding_length", GGUF_SMALL_HIDDEN },
    { "llama.attention.head_count", 4 }, { "llama.attention.head_count_kv", 2 },
  };
  const GgufSmall small = { "llama", 2, FALSE, FALSE, Q8_0 };

  gguf_writer_text (writer, "general.architecture", "llama");
  gguf_writer_text (writer, "general.name", name);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    gguf_writer_u32 (writer, numbers[i].key, numbers[i].value);
  gguf_writer_tensor (writer, "token_embd.weight", Q8_0, GGUF_SMALL_HIDDEN, GGUF_SMALL_WORDS, 1);
  for (guint i = 0; i < small.n_layers; i++)
    gguf_write_small_layer (writer, &small, i);
}

/* Old converters wrote the folder as the name. */
static void
test_names (PlanFixture *fixture, gconstpointer data)
{
  static const char *const names[] = {
    "/home/annegret/secret/Net-7B", "C:\\Users\\bob smith\\Net-7B", "~/secret/Net-7B", "../secret/Net-7B",
    "file:///home/annegret/secret/Net-7B", "annegret@192.168.1.2:/secret/Net-7B", "Net-7B of /home/annegret/secret/x",
    "Net-7B by annegret@192.168.1.2",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (TokImport) read = NULL;
      guint64 size;

      write_model (writer, names[i]);
      bytes = gguf_writer_finish (writer, &size);
      read = import (fixture, bytes);
      tok_plan_set_file_model (&fixture->plan, read->model->architecture, read->model->weights, read->model->file_type, FALSE);
      g_assert_nonnull (strstr (read->model->architecture->name, "Net-7B"));
      assert_nothing_personal (&fixture->plan);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/plan-json/54-nothing-personal-of-measurements", PlanFixture, NULL, plan_fixture_set_up, test_measurements, plan_fixture_tear_down);
  g_test_add ("/plan-json/54-nothing-personal-of-names", PlanFixture, NULL, plan_fixture_set_up, test_names, plan_fixture_tear_down);
  return g_test_run ();
}
