/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are told apart by what is in them, never by their names; what cannot be read is told in one sentence. */

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/catalog.h"
#include "formats/import.h"
#include "gguf-small.h"

#define ROW "| model | size | params | backend | ngl | test | t/s |\n|---|---|---|---|---|---|---|\n" \
            "| qwen3 8B Q8_0 | 8.11 GiB | 8.19 B | CUDA | 99 | tg128 | 80.25 ± 0.11 |\n"
#define CONFIG "{ \"architectures\": [\"LlamaForCausalLM\"], \"model_type\": \"llama\", \"hidden_size\": 2048, \"intermediate_size\": 5632,\n" \
               "  \"num_hidden_layers\": 22, \"num_attention_heads\": 32, \"num_key_value_heads\": 4, \"vocab_size\": 32000,\n" \
               "  \"max_position_embeddings\": 2048, \"torch_dtype\": \"bfloat16\", \"rms_norm_eps\": 1e-05 }\n"
#define INDEX "{ \"metadata\": { \"total_size\": 2200119296 }, \"weight_map\": { \"lm_head.weight\": \"model.safetensors\" } }"
#define PLAN "{ \"format\": \"tokplan-plan\", \"version\": 1 }"

typedef struct
{
  char *folder;
} Fixture;

static TokCatalog *catalog;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("tokplan-import-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
}

static void
write_bytes (const Fixture *fixture, const char *name, const void *bytes, gsize length)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

static void
write_text (const Fixture *fixture, const char *name, const char *text)
{
  write_bytes (fixture, name, text, strlen (text));
}

static void
write_gguf (const Fixture *fixture, const char *name, gboolean big_endian)
{
  const GgufSmall small = { .architecture = "llama", .n_layers = 2 };
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, big_endian);
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gguf_write_small (writer, &small);
  gguf_writer_save (writer, file);
}

static TokImport *
import_named (const Fixture *fixture, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return tok_import_file (file, catalog, NULL, error);
}

static TokImport *
imported (const Fixture *fixture, const char *name, TokImportKind kind)
{
  g_autoptr (GError) error = NULL;
  TokImport *import = import_named (fixture, name, &error);

  g_assert_no_error (error);
  g_assert_cmpint (import->kind, ==, kind);
  g_assert_cmpstr (import->source, ==, name);
  return import;
}

/* One sentence that names the file, and nothing of its folder. */
static void
assert_refused (const Fixture *fixture, const char *name, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (import_named (fixture, name, &error));
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, name));
  g_assert_nonnull (strstr (error->message, words));
  g_assert_null (strstr (error->message, fixture->folder));
  g_assert_null (strchr (error->message, '\n'));
}

static void
test_names_say_nothing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TokImport) model = NULL;
  g_autoptr (TokImport) swapped = NULL;
  g_autoptr (TokImport) config = NULL;
  g_autoptr (TokImport) rows = NULL;
  g_autoptr (TokImport) plan = NULL;

  write_gguf (fixture, "sha256-1f3a", FALSE);
  write_gguf (fixture, "model.txt", TRUE);
  write_text (fixture, "bench.gguf", CONFIG);
  write_text (fixture, "config.json", ROW);
  write_text (fixture, "notes", PLAN);
  model = imported (fixture, "sha256-1f3a", TOK_IMPORT_MODEL);
  g_assert_cmpuint (model->model->architecture->n_layers, ==, 2);
  swapped = imported (fixture, "model.txt", TOK_IMPORT_MODEL);
  g_assert_cmpuint (swapped->model->architecture->n_layers, ==, 2);
  config = imported (fixture, "bench.gguf", TOK_IMPORT_MODEL);
  g_assert_cmpuint (config->model->architecture->n_layers, ==, 22);
  rows = imported (fixture, "config.json", TOK_IMPORT_MEASUREMENTS);
  g_assert_cmpuint (rows->measurements->rows->len, ==, 1);
  g_assert_cmpstr (g_array_index (rows->measurements->rows, TokMeasurement, 0).model_id, ==, "qwen3-8b");
  plan = imported (fixture, "notes", TOK_IMPORT_PLAN);
  g_assert_null (plan->model);
}

static void
test_names_of_models (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *file, *name; } names[] = {
    { "Qwen--Qwen3-8B_config.json", "Qwen3-8B" },
    { "phi-2.config.json", "phi-2" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TokImport) import = NULL;

      write_text (fixture, names[i].file, CONFIG);
      import = imported (fixture, names[i].file, TOK_IMPORT_MODEL);
      g_assert_cmpstr (import->model->architecture->name, ==, names[i].name);
    }
}

static void
test_index_leads_to_its_config (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TokImport) import = NULL;

  write_text (fixture, "model.safetensors.index.json", INDEX);
  assert_refused (fixture, "model.safetensors.index.json", "config.json");
  write_text (fixture, "config.json", CONFIG);
  import = imported (fixture, "model.safetensors.index.json", TOK_IMPORT_MODEL);
  g_assert_cmpuint (import->model->architecture->n_layers, ==, 22);
}

/* Number 2, and what else is opened by mistake. */
/* NVIDIA's modelopt tells in a file of its own how it quantized; a broken one says nothing. */
static void
test_quantization_beside_a_config (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TokImport) silent = NULL;
  g_autoptr (TokImport) config = NULL;
  g_autoptr (TokImport) index = NULL;

  write_text (fixture, "config.json", CONFIG);
  write_text (fixture, "hf_quant_config.json", "[ 1 ]");
  silent = imported (fixture, "config.json", TOK_IMPORT_MODEL);
  g_assert_cmpint (silent->model->file_type, ==, TOK_FILE_BF16);
  write_text (fixture, "hf_quant_config.json",
              "{ \"producer\": { \"name\": \"modelopt\" }, \"quantization\": { \"quant_algo\": \"FP8\", \"exclude_modules\": [] } }");
  config = imported (fixture, "config.json", TOK_IMPORT_MODEL);
  g_assert_cmpint (config->model->file_type, ==, TOK_FILE_FP8);
  write_text (fixture, "model.safetensors.index.json", INDEX);
  index = imported (fixture, "model.safetensors.index.json", TOK_IMPORT_MODEL);
  g_assert_cmpint (index->model->file_type, ==, TOK_FILE_FP8);
  g_assert_cmpfloat (index->model->file_bytes, ==, 2200119296);
}

/* @start, as many values as asked for, and @end. */
static void
write_values (const Fixture *fixture, const char *name, const char *start, guint n_values, const char *end)
{
  g_autoptr (GString) text = g_string_new (start);

  for (guint i = 0; i < n_values; i++)
    g_string_append (text, ",0");
  g_string_append (text, end);
  write_bytes (fixture, name, text->str, text->len);
}

/* An index that would take more memory along with the config than one file may is passed over. */
static void
test_limits_of_files_in_pairs (Fixture *fixture, gconstpointer data)
{
  static const struct { guint n_values; double file_bytes; } configs[] = { { 1000, 2200119296 }, { 100000, 0 } };

  write_values (fixture, "model.safetensors.index.json", "{ \"metadata\": { \"total_size\": 2200119296 }, \"weight_map\": {}, \"a\": [0",
                80000, "] }");
  for (guint i = 0; i < G_N_ELEMENTS (configs); i++)
    {
      g_autofree char *start = g_strndup (CONFIG, strlen (CONFIG) - 2);
      g_autofree char *with_list = g_strconcat (start, ", \"a\": [0", NULL);
      g_autoptr (TokImport) import = NULL;

      write_values (fixture, "config.json", with_list, configs[i].n_values, "] }");
      import = imported (fixture, "config.json", TOK_IMPORT_MODEL);
      g_assert_cmpfloat (import->model->file_bytes, ==, configs[i].file_bytes);
    }
}

static void
test_wrong_files (Fixture *fixture, gconstpointer data)
{
  static const struct { const char *bytes; gsize length; const char *words; } files[] = {
    { "", 0, "is empty" },
    { "<!DOCTYPE html><html><title>Sign in</title>", 43, "web page" },
    { "\n  <html><body>404", 18, "web page" },
    { "version https://git-lfs.github.com/spec/v1\noid sha256:1f\nsize 12\n", 65, "Git LFS pointer" },
    { "PK\x03\x04\x14\0\0\0", 8, "ZIP" },
    { "\x80\x02}q\0X\x05\0", 8, "PyTorch" },
    { "\x20\0\0\0\0\0\0\0{\"__metadata__\":{}}     ", 32, "safetensors" },
    { "%PDF-1.7\n", 9, "PDF" },
    { "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16, "picture" },
    { "\x1f\x8b\x08\0\0\0\0\0", 8, "compressed" },
    { "tjgg\x03\0\0\0", 8, "before GGUF" },
    { "\0\0\0\0\0\0\0\0", 8, "zeros" },
    { "\xde\xad\xbe\xef\0\x01\x02\x03\x04\x05\x06\x07", 12, "not text" },
    { "Hello, world.\n", 14, "neither a measured speed" },
    { "{ \"tokenizer_class\": \"LlamaTokenizer\" }", 39, "tokenizer" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      write_bytes (fixture, "opened.gguf", files[i].bytes, files[i].length);
      assert_refused (fixture, "opened.gguf", files[i].words);
    }
}

static void
test_what_is_no_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *fifo = g_build_filename (fixture->folder, "fifo", NULL);
  g_autofree char *folder = g_build_filename (fixture->folder, "folder", NULL);

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  assert_refused (fixture, "fifo", "not a file that can be read");
  assert_refused (fixture, "folder", "folder");
  assert_refused (fixture, "missing.md", "There is no file");
}

/* A shard that is a pipe would never end. */
static void
test_fifo_among_the_shards (Fixture *fixture, gconstpointer data)
{
  g_autofree char *fifo = g_build_filename (fixture->folder, "config.json", NULL);

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  write_text (fixture, "model.safetensors.index.json", INDEX);
  assert_refused (fixture, "model.safetensors.index.json", "config.json");
}

static void
test_line_of_the_fault (Fixture *fixture, gconstpointer data)
{
  write_text (fixture, "config.json", "{ \"architectures\": [\"LlamaForCausalLM\"],\n  \"hidden_size\": 2048,\n  \"vocab_size\": }\n");
  assert_refused (fixture, "config.json", "line 3");
  write_text (fixture, "config.json", "{ \"architectures\": [\"LlamaForCausalLM\"],\n  \"num_hidden_layers\": 22,\n  \"hidden_size\": -7 }\n");
  assert_refused (fixture, "config.json", "line 3");
  write_text (fixture, "config.json", "{ \"architectures\": [\"LlamaForCausalLM\"],\n  \"hidden_size\": 2048, \"vocab_size\": 32000 }\n");
  assert_refused (fixture, "config.json", "“num_hidden_layers” is missing");
}

/* JSON of a benchmark can be broken and still be read; its members are like those of a config. */
static void
test_benchmarks_that_look_like_configs (Fixture *fixture, gconstpointer data)
{
  static const char line[] = "{\"build_number\": 6000, \"backends\": \"CUDA\", \"model_type\": \"qwen3 8B Q8_0\", \"model_size\": 8709518624, "
                             "\"model_n_params\": 8190735360, \"n_prompt\": 0, \"n_gen\": 128, \"avg_ts\": 80.5, \"stddev_ts\": 0.1}\n";
  g_autofree char *two = g_strconcat (line, line, NULL);
  g_autofree char *cut = g_strndup (two, strlen (two) - 40);
  const struct { const char *text; guint n_rows; } texts[] = { { line, 1 }, { two, 2 }, { cut, 1 } };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TokImport) import = NULL;

      write_text (fixture, "bench.jsonl", texts[i].text);
      import = imported (fixture, "bench.jsonl", TOK_IMPORT_MEASUREMENTS);
      g_assert_cmpuint (import->measurements->rows->len, ==, texts[i].n_rows);
    }
}

static void
test_too_large (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = g_malloc (TOK_IMPORT_MOST_BYTES + 1);

  memset (text, 'x', TOK_IMPORT_MOST_BYTES + 1);
  write_bytes (fixture, "server.log", text, TOK_IMPORT_MOST_BYTES + 1);
  assert_refused (fixture, "server.log", "16 MiB");
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "bench.md", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  write_text (fixture, "bench.md", ROW);
  g_cancellable_cancel (cancellable);
  g_assert_null (tok_import_file (file, catalog, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Over a pipe there is no name and nothing beside it: a model is called after its kind. */
static void
test_bytes (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GBytes) row = g_bytes_new_static (ROW, strlen (ROW));
  g_autoptr (GBytes) config = g_bytes_new_static (CONFIG, strlen (CONFIG));
  g_autoptr (GBytes) nothing = g_bytes_new_static ("", 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (TokImport) rows = tok_import_bytes (row, "Pasted text", catalog, NULL);
  g_autoptr (TokImport) model = tok_import_bytes (config, "Pasted text", catalog, NULL);

  g_assert_cmpstr (rows->source, ==, "Pasted text");
  g_assert_cmpuint (rows->measurements->rows->len, ==, 1);
  g_assert_cmpuint (model->model->architecture->n_layers, ==, 22);
  g_assert_cmpstr (model->model->architecture->name, ==, "llama");
  g_assert_null (tok_import_bytes (nothing, "Pasted text", catalog, &error));
  g_assert_nonnull (strstr (error->message, "Pasted text"));
}

#define ADD(path, test) g_test_add ("/import/" path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = tok_catalog_load (NULL);
  ADD ("30-quantization-beside-a-config", test_quantization_beside_a_config);
  ADD ("limits-of-files-in-pairs", test_limits_of_files_in_pairs);
  ADD ("by-content", test_names_say_nothing);
  ADD ("model-names", test_names_of_models);
  ADD ("index", test_index_leads_to_its_config);
  ADD ("2-wrong-files", test_wrong_files);
  ADD ("no-file", test_what_is_no_file);
  ADD ("fifo-beside", test_fifo_among_the_shards);
  ADD ("line", test_line_of_the_fault);
  ADD ("like-configs", test_benchmarks_that_look_like_configs);
  ADD ("too-large", test_too_large);
  ADD ("cancelled", test_cancelled);
  ADD ("bytes", test_bytes);
  status = g_test_run ();
  tok_catalog_free (catalog);
  return status;
}
