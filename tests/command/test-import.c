/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokplan import, and files in place of names: what is printed, the stable names of its JSON, and its exit codes. */

#include <glib/gstdio.h>
#include <string.h>

#include "command/command.h"
#include "formats/catalog.h"
#include "gguf-catalog.h"
#include "run-tokplan.h"

#define BENCH "| model | size | params | backend | ngl | test | t/s |\n|---|---|---|---|---|---|---|\n" \
              "| qwen3 8B Q8_0 | 8.11 GiB | 8.19 B | CUDA | 99 | pp512 | 4400.00 ± 12.00 |\n" \
              "| qwen3 8B Q8_0 | 8.11 GiB | 8.19 B | CUDA | 99 | tg128 @ d4096 | 70.50 ± 0.11 |\n"
#define CONFIG "{ \"architectures\": [\"LlamaForCausalLM\"], \"model_type\": \"llama\", \"hidden_size\": 4096, \"intermediate_size\": 14336,\n" \
               "  \"num_hidden_layers\": 32, \"num_attention_heads\": 32, \"num_key_value_heads\": 8, \"vocab_size\": 128256,\n" \
               "  \"max_position_embeddings\": 131072, \"torch_dtype\": \"bfloat16\" }\n"
#define LOG "load_tensors:        CUDA0 model buffer size =  8300.25 MiB\nllama_kv_cache_init:      CUDA0 KV buffer size =   576.00 MiB\n" \
            "eval time =    1415.00 ms /   100 runs   (   14.15 ms per token,    70.67 tokens per second)\n"

#define BENCH_Q8_CACHE "| model | size | params | backend | ngl | type_k | type_v | test | t/s |\n|---|---|---|---|---|---|---|---|---|\n" \
                       "| qwen3 8B Q8_0 | 8.11 GiB | 8.19 B | CUDA | 99 | q8_0 | q8_0 | tg128 | 80.50 ± 0.11 |\n"

#define GGUF "8b-q4_k_m.gguf"
#define TENSOR_BYTES (4912898304 - 256)

/* The current folder while a test runs holds these files. */
typedef struct
{
  char *folder, *before;
} Fixture;

static const struct { const char *name, *text; } files[] = {
  { "bench.md", BENCH }, { "my-8b.config.json", CONFIG }, { "server.log", LOG }, { "notes.txt", "Hello, world.\n" },
};

static void
write_gguf (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load (NULL);
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (GFile) file = g_file_new_for_path (GGUF);

  gguf_write_model (writer, tok_catalog_find_model (catalog, "llama-3.1-8b")->architecture, TOK_FILE_Q4_K_M, GGUF_EXPERTS_STACKED);
  gguf_writer_save (writer, file);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->before = g_get_current_dir ();
  fixture->folder = g_dir_make_tmp ("tokplan-import-XXXXXX", NULL);
  g_assert_cmpint (g_chdir (fixture->folder), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert_true (g_file_set_contents (files[i].name, files[i].text, -1, NULL));
  write_gguf ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert_cmpint (g_remove (files[i].name), ==, 0);
  g_assert_cmpint (g_remove (GGUF), ==, 0);
  g_assert_cmpint (g_chdir (fixture->before), ==, 0);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->before);
}

static void
assert_says (const char *text,
             const char *words)
{
  if (strstr (text, words) == NULL)
    g_error ("“%s” does not say “%s”", text, words);
}

static JsonObject *
first_object (JsonArray *array)
{
  return json_array_get_object_element (array, 0);
}

static void
test_people_get_tables (Fixture *fixture, gconstpointer data)
{
  static const char *const words[] = {
    "bench.md: measurements\n", "Prefill, 512 tokens", "Decode, 128 tokens at depth 4096", "70.5", "qwen3-8b", "CUDA",
    "\nmy-8b.config.json: config.json\n", "8.03", "32, full attention", "BF16", "my-8b",
    "\nserver.log: measurements\n", "8.1", "576",
  };
  g_auto (TokRun) run = tok_run ("import bench.md my-8b.config.json server.log");

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
  g_assert_cmpstr (run.errors, ==, "");
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    assert_says (run.output, words[i]);
}

static void
test_rows_as_json (Fixture *fixture, gconstpointer data)
{
  g_autoptr (JsonArray) array = tok_run_array ("import bench.md --json");
  JsonObject *object = first_object (array);
  JsonArray *rows = json_object_get_array_member (object, "rows");
  JsonObject *row = json_array_get_object_element (rows, 1);

  g_assert_cmpuint (json_array_get_length (array), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (object, "source"), ==, "bench.md");
  g_assert_cmpstr (json_object_get_string_member (object, "kind"), ==, "measurements");
  g_assert_true (json_object_get_null_member (object, "error"));
  g_assert_cmpuint (json_array_get_length (rows), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (row, "kind"), ==, "decode");
  g_assert_cmpfloat (json_object_get_double_member (row, "tok_s"), ==, 70.5);
  g_assert_cmpfloat (json_object_get_double_member (row, "deviation"), ==, 0.11);
  g_assert_cmpint (json_object_get_int_member (row, "tokens"), ==, 128);
  g_assert_cmpint (json_object_get_int_member (row, "depth"), ==, 4096);
  g_assert_cmpstr (json_object_get_string_member (row, "model_id"), ==, "qwen3-8b");
  g_assert_cmpstr (json_object_get_string_member (row, "file_type"), ==, "Q8_0");
  g_assert_cmpstr (json_object_get_string_member (row, "engine"), ==, "llama.cpp-cuda");
  g_assert_cmpint (json_object_get_int_member (row, "line"), ==, 4);
  g_assert_true (json_object_get_null_member (row, "threads"));
  g_assert_true (json_object_get_null_member (row, "comparison"));
}

/* 32 layers of Llama 3.1 8B, whose published number of parameters is 8 030 261 248. */
static void
test_model_as_json (Fixture *fixture, gconstpointer data)
{
  g_autoptr (JsonArray) array = tok_run_array ("import my-8b.config.json --json");
  JsonObject *object = first_object (array);
  JsonObject *model = json_object_get_object_member (object, "model");

  g_assert_cmpstr (json_object_get_string_member (object, "kind"), ==, "model");
  g_assert_cmpint (json_object_get_int_member (model, "parameters"), ==, 8030261248);
  g_assert_cmpint (json_object_get_int_member (model, "layers"), ==, 32);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (model, "mixers"), "full"), ==, 32);
  g_assert_cmpint (json_object_get_int_member (model, "context_max"), ==, 131072);
  g_assert_cmpstr (json_object_get_string_member (model, "file_type"), ==, "BF16");
  g_assert_true (json_object_get_null_member (model, "file_bytes"));
}

/* llama-bench prints 4 912 898 304 bytes for such a file, of which 256 are factors of the position that the look-alike has not. */
static void
test_exact_bytes_as_json (Fixture *fixture, gconstpointer data)
{
  g_autoptr (JsonArray) array = tok_run_array ("import " GGUF " --json");
  JsonObject *model = json_object_get_object_member (first_object (array), "model");
  JsonObject *bytes = json_object_get_object_member (model, "bytes");
  JsonArray *types = json_object_get_array_member (model, "tensor_types");
  gint64 sum = 0;

  g_assert_cmpint (json_object_get_int_member (model, "file_bytes"), ==, TENSOR_BYTES);
  g_assert_cmpstr (json_object_get_string_member (model, "file_type"), ==, "Q4_K_M");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (bytes, "layers")), ==, 32);
  for (guint i = 0; i < json_array_get_length (types); i++)
    sum += json_object_get_int_member (json_array_get_object_element (types, i), "bytes");
  g_assert_cmpint (sum, ==, TENSOR_BYTES);
}

/* The row was measured on what the plan describes: the prediction stands beside it. */
static void
test_measured_beside_predicted (Fixture *fixture, gconstpointer data)
{
  g_autoptr (JsonArray) array = tok_run_array ("import bench.md --device 'RTX 4090' --json");
  g_autoptr (JsonObject) estimate = tok_run_object ("estimate --device 'RTX 4090' --model qwen3-8b --quant Q8_0 --context 4352 "
                                                    "--depth 4160 --json");
  JsonObject *row = json_array_get_object_element (json_object_get_array_member (first_object (array), "rows"), 1);
  JsonObject *comparison = json_object_get_object_member (row, "comparison");
  double predicted = json_object_get_double_member (comparison, "tok_s");
  double expected = json_object_get_double_member (json_object_get_object_member (estimate, "decode"), "tok_s");

  g_assert_cmpstr (json_object_get_string_member (comparison, "state"), ==, "compared");
  g_assert_cmpfloat_with_epsilon (predicted / expected, 1.0, 0.01);
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (comparison, "residual"), 70.5 / predicted - 1.0, 1e-4);
}

static void
test_logged_beside_predicted (Fixture *fixture, gconstpointer data)
{
  g_autoptr (JsonArray) array = tok_run_array ("import server.log --device 'RTX 4090' --model qwen3-8b --quant Q8_0 --context 4096 --json");
  JsonArray *memory = json_object_get_array_member (first_object (array), "memory");
  double logged = 0.0;

  for (guint i = 0; i < json_array_get_length (memory); i++)
    logged += json_object_get_int_member (json_array_get_object_element (memory, i), "logged_bytes");
  g_assert_cmpfloat_with_epsilon (logged, (8300.25 + 576.0) * 1048576.0, 1.0);
}

/* The cache is that of the log's context and types: 36 layers, 8 heads of 128, keys and values of 34 bytes for 32 numbers. */
static void
test_logged_under_its_own_settings (Fixture *fixture, gconstpointer data)
{
  static const char log[] = "llama_context: n_ctx         = 4096\n"
                            "llama_kv_cache:      CUDA0 KV buffer size =   306.00 MiB\n" BENCH_Q8_CACHE;
  g_auto (TokRun) run = tok_run_with_input ("import - --device 'RTX 4090' --model qwen3-8b --json", log);
  g_auto (TokRun) told = tok_run_with_input ("import - --device 'RTX 4090' --model qwen3-8b --context 8192", log);
  g_autoptr (JsonNode) node = json_from_string (run.output, NULL);
  JsonArray *memory = json_object_get_array_member (first_object (json_node_get_array (node)), "memory");
  double predicted = 0.0;

  for (guint i = 0; i < json_array_get_length (memory); i++)
    if (g_str_equal (json_object_get_string_member (json_array_get_object_element (memory, i), "kind"), "kv"))
      predicted += json_object_get_int_member (json_array_get_object_element (memory, i), "predicted_bytes");
  g_assert_cmpfloat_with_epsilon (predicted, 36.0 * 8 * 128 * 2 * 4096 * 34 / 32, 1.0);
  assert_says (told.output, "612");
  assert_says (told.output, "  –        –\n");
}

/* What fails is told by name, and the others are imported. */
static void
test_one_of_several_fails (Fixture *fixture, gconstpointer data)
{
  g_auto (TokRun) run = tok_run ("import notes.txt bench.md missing.gguf");
  g_auto (TokRun) json = tok_run ("import ./notes.txt bench.md --json");
  g_autoptr (JsonNode) node = json_from_string (json.output, NULL);

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_FAILED);
  assert_says (run.output, "bench.md: measurements");
  assert_says (run.errors, "tokplan: “notes.txt”: ");
  assert_says (run.errors, "“missing.gguf”");
  g_assert_cmpint (json.exit_code, ==, TOK_EXIT_FAILED);
  g_assert_cmpstr (json_object_get_string_member (first_object (json_node_get_array (node)), "source"), ==, "notes.txt");
  assert_says (json_object_get_string_member (first_object (json_node_get_array (node)), "error"), "“notes.txt”: ");
}

static void
test_standard_input (Fixture *fixture, gconstpointer data)
{
  g_auto (TokRun) run = tok_run_with_input ("import -", BENCH);
  g_auto (TokRun) empty = tok_run_with_input ("import - --json", "");
  g_auto (TokRun) plan = tok_run_with_input ("import -", "{ \"format\": \"tokplan-plan\" }");

  g_assert_cmpint (run.exit_code, ==, TOK_EXIT_DONE);
  assert_says (run.output, "Standard input: measurements\n");
  assert_says (run.output, "70.5");
  g_assert_cmpint (empty.exit_code, ==, TOK_EXIT_FAILED);
  assert_says (empty.output, "\"source\": \"Standard input\"");
  assert_says (empty.errors, "Standard input");
  g_assert_cmpint (plan.exit_code, ==, TOK_EXIT_WORDS);
  assert_says (plan.errors, "name its file");
}

/* A model's file stands for a name of the catalog, among the words or behind --model. */
static void
test_files_in_place_of_names (Fixture *fixture, gconstpointer data)
{
  static const char *const lines[] = {
    "estimate my-8b.config.json --device 'RTX 4090' --json", "estimate --model my-8b.config.json --device 'RTX 4090' --json",
    "estimate --model llama-3.1-8b --quant BF16 --device 'RTX 4090' --json",
    "estimate " GGUF " --device 'RTX 4090' --json", "estimate --model llama-3.1-8b --quant Q4_K_M --device 'RTX 4090' --json",
  };
  double tok_s[G_N_ELEMENTS (lines)];

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (JsonObject) object = tok_run_object (lines[i]);

      tok_s[i] = json_object_get_double_member (json_object_get_object_member (object, "decode"), "tok_s");
    }
  g_assert_cmpfloat (tok_s[0], ==, tok_s[1]);
  g_assert_cmpfloat_with_epsilon (tok_s[0] / tok_s[2], 1.0, 0.001);
  g_assert_cmpfloat_with_epsilon (tok_s[3] / tok_s[4], 1.0, 0.001);
}

/* Measurements of the plan's machine move its estimate towards them, and say so. */
static void
test_measurements_calibrate (Fixture *fixture, gconstpointer data)
{
  static const char plan[] = "--device 'RTX 4090' --model qwen3-8b --quant Q8_0 --context 4352 --depth 4160 --json";
  g_autofree char *plain_line = g_strconcat ("estimate ", plan, NULL);
  g_autofree char *calibrated_line = g_strconcat ("estimate bench.md ", plan, NULL);
  g_autoptr (JsonObject) plain = tok_run_object (plain_line);
  g_autoptr (JsonObject) calibrated = tok_run_object (calibrated_line);
  double before = json_object_get_double_member (json_object_get_object_member (plain, "decode"), "tok_s");
  double after = json_object_get_double_member (json_object_get_object_member (calibrated, "decode"), "tok_s");

  g_assert_cmpstr (json_object_get_string_member (calibrated, "basis"), ==, "your measurement");
  g_assert_cmpfloat (ABS (after - 70.5), <, ABS (before - 70.5));
}

/* As in import: what was measured is of the model it names, and of the one the person names where its own name says nothing. */
static void
test_measurements_name_the_model (Fixture *fixture, gconstpointer data)
{
  g_auto (TokRun) named = tok_run ("estimate bench.md --device 'RTX 4090'");
  g_auto (TokRun) several = tok_run ("import server.log bench.md --device 'RTX 4090'");
  g_auto (TokRun) unknown = tok_run_with_input ("estimate - --device 'RTX 4090' --model qwen3-8b",
                                                "{\"model\":\"mine:latest\",\"done\":true,\"eval_count\":400,\"eval_duration\":5600000000}\n");

  g_assert_cmpint (named.exit_code, ==, TOK_EXIT_DONE);
  assert_says (named.output, "RTX 4090 · Qwen3 8B");
  assert_says (named.output, "your measurement");
  g_assert_cmpint (several.exit_code, ==, TOK_EXIT_DONE);
  assert_says (several.output, "compared with RTX 4090 · Qwen3 8B");
  assert_says (unknown.output, "your measurement");
}

#define OLLAMA "{\"model\":\"qwen3:8b\",\"done\":true,\"eval_count\":400,\"eval_duration\":5600000000}\n"

/* Of Ollama, unless the person says otherwise; where one row is of the usual engine, the plan is too. */
static void
test_measurements_name_the_engine (Fixture *fixture, gconstpointer data)
{
  g_auto (TokRun) ours = tok_run_with_input ("import - --device 'RTX 4090'", OLLAMA);
  g_auto (TokRun) other = tok_run_with_input ("import - --device 'RTX 4090' --engine llama.cpp-cuda", OLLAMA);
  g_auto (TokRun) both = tok_run_with_input ("import bench.md - --device 'RTX 4090'", OLLAMA);
  g_auto (TokRun) foreign = tok_run_with_input ("import - --device 'RX 7900 XTX'", BENCH);

  g_assert_null (strstr (ours.output, "another engine"));
  assert_says (ours.output, "below the band");
  assert_says (other.output, "another engine");
  assert_says (both.output, "another engine");
  assert_says (foreign.output, "another engine");
}

/* One that says nothing of the machine is told as such. */
static void
test_estimate_says_what_measurements_do (Fixture *fixture, gconstpointer data)
{
  g_auto (TokRun) plain = tok_run ("estimate --device 'RTX 4090' --model qwen3-8b");
  g_auto (TokRun) used = tok_run ("estimate bench.md --device 'RTX 4090'");
  g_auto (TokRun) other = tok_run ("estimate bench.md --device 'RTX 4090' --engine vllm");

  g_assert_null (strstr (plain.output, "easurement"));
  assert_says (used.output, "\n\nAccording to 1 measurement this machine decodes ");
  assert_says (other.output, "\n\nNone of these measurements can be compared with this machine");
}

static void
test_wrong_words (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *line, *words; } cases[] = {
    { "import", "Name a file to import" },
    { "estimate https://example.org/net.gguf --device 'RTX 4090'", "nothing is downloaded" },
    { "import bench.md --device nowhere", "There is no device" },
    { "import server.log --device 'RTX 4090'", "Name a model" },
    { "estimate --device 'RTX 4090' --model bench.md/x", "There is no model" },
    { "estimate --device 'RTX 4090' --model phi-4 my-8b.config.json", "There is a model already" },
    { "estimate --device 'RTX 4090' --model ./bench.md", "holds measurements, not a model" },
    { "estimate --device 'RTX 4090' --model phi-4 --draft-model ./bench.md", "is no model" },
    { "estimate --device 'RTX 4090' --model phi-4 nothing", "neither an option nor a file" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (TokRun) run = tok_run (cases[i].line);

      g_test_message ("%s", cases[i].line);
      g_assert_cmpint (run.exit_code, ==, TOK_EXIT_WORDS);
      g_assert_cmpstr (run.output, ==, "");
      assert_says (run.errors, cases[i].words);
    }
}

#define ADD(path, test) g_test_add ("/import/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int    argc,
      char **argv)
{
  g_autofree char *program = g_canonicalize_filename (argv[0], NULL);

  argv[0] = program;
  /* What it looks for in texts is English; other tests run in every language. */
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_setenv ("LANGUAGE", "en", TRUE);
  tok_run_init (argc, argv);
  g_test_init (&argc, &argv, NULL);
  ADD ("people-get-tables", test_people_get_tables);
  ADD ("rows-as-json", test_rows_as_json);
  ADD ("model-as-json", test_model_as_json);
  ADD ("exact-bytes-as-json", test_exact_bytes_as_json);
  ADD ("measured-beside-predicted", test_measured_beside_predicted);
  ADD ("logged-beside-predicted", test_logged_beside_predicted);
  ADD ("logged-under-its-own-settings", test_logged_under_its_own_settings);
  ADD ("one-of-several-fails", test_one_of_several_fails);
  ADD ("standard-input", test_standard_input);
  ADD ("files-in-place-of-names", test_files_in_place_of_names);
  ADD ("measurements-calibrate", test_measurements_calibrate);
  ADD ("measurements-name-the-model", test_measurements_name_the_model);
  ADD ("measurements-name-the-engine", test_measurements_name_the_engine);
  ADD ("estimate-says-what-measurements-do", test_estimate_says_what_measurements_do);
  ADD ("wrong-words", test_wrong_words);
  return g_test_run ();
}
