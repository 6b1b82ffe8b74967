/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One thing over and over, as much of it as a file may hold: in the memory that all hostile input has to do with, each in a program
 * of its own, and in seconds.  Asked to be quick it takes a little of each; "-m slow" goes to the limits. */

#include <glib/gstdio.h>
#include <string.h>

#include "formats/import.h"
#include "formats/text.h"
#include "hostile.h"

#define QUICK_BYTES (256u * 1024)
#define MOST_SECONDS 10.0
/* With which as many members as JSON may have take the most bytes it may have. */
#define LONG_NAME "model.layers.0.mlp.experts.0.down_proj.model.layers.0.mlp.experts.0.down_proj.weight.of.the.first.layer.and."

/* Behind a start and before an end that make it that kind of file; "%u" is a number that is new each time. */
typedef struct
{
  const char *name, *start, *again, *end;
} Flood;

static const Flood floods[] = {
  { "nothing", "", "\n", "" },
  { "blanks", "", " ", "" },
  { "zeros", "a", "\x01", "" },
  { "escapes", "", "\x1b[", "" },
  { "titles", "", "\x1b]", "" },
  { "returns", "", "a\r", "" },
  { "quotes", "", "> ", "" },
  { "broken-bytes", "text \xc3\xa9", "\xff", "" },
  { "braces", "", "{", "" },
  { "brackets", "{\"a\":", "[", "" },
  { "nested-objects", "", "{\"a\":", "" },
  { "empty-objects", "{\"a\":[0", ",{}", "]}" },
  { "empty-lists", "{\"a\":[0", ",[]", "]}" },
  { "numbers", "{\"a\":[0", ",1", "]}" },
  { "members", "{\"a\":0", ",\"%u\":1", "}" },
  { "members-of-a-config", "{\"model_type\":\"llama\"", ",\"%u\":[]", "}" },
  { "long-members-of-a-config", "{\"model_type\":\"llama\"", ",\"" LONG_NAME "%u\":[]", "}" },
  { "long-members-of-an-index", "{\"weight_map\":{\"a\":0", ",\"" LONG_NAME "%u\":\"a\"", "}}" },
  { "long-text", "{\"a\":\"", "a", "\"}" },
  { "long-text-of-escapes", "{\"a\":\"", "\\u00e9", "\"}" },
  { "digits", "{\"a\":", "1", "}" },
  { "cut-objects-with-results", "", "{\"avg_ts\":1,", "" },
  { "objects-with-results", "", "{\"n_prompt\":1,\"n_gen\":0,\"avg_ts\":1}\n", "" },
  { "objects-in-objects-with-results", "", "{\"avg_ts\":{\"n_gen\":1}},", "" },
  { "results-in-a-table", "| model | test | t/s |\n|---|---|---|\n", "| llama | pp512 | 10.00 ± 1.00 |\n", "" },
  { "tables", "", "| model | test | t/s |\n|---|---|---|\n| llama | pp512 | 10.00 |\n", "" },
  { "columns", "", "| t/s ", "|\n" },
  { "rules", "", "|---", "" },
  { "results-in-CSV", "model_type,n_prompt,n_gen,avg_ts\n", "llama,512,0,10\n", "" },
  { "cells-of-CSV", "model_type,n_prompt,n_gen,avg_ts\n", "a,", "" },
  { "quotes-of-CSV", "model_type,n_prompt,n_gen,avg_ts\n", "\"a\"\"", "" },
  { "results-in-SQL", "", "INSERT INTO test (n_prompt, n_gen, avg_ts) VALUES ('512', '0', '10');\n", "" },
  { "values-of-SQL", "INSERT INTO test (n_prompt) VALUES (", "'1', ", ");" },
  { "timings", "", "prompt eval time = 100.00 ms / 10 tokens ( 10.00 ms per token, 100.00 tokens per second)\n", "" },
  { "timings-in-one-line", "", "eval time = 100.00 ms / 10 runs ( 10.00 ms per token, 100.00 tokens per second) ", "" },
  { "tasks", "", "slot launch_slot_: id  0 | task %u | processing task\n", "" },
  { "buffers", "", "load_tensors: CUDA%u model buffer size = 10.00 MiB\n", "" },
  { "buffers-in-one-line", "", "model buffer size = 10.00 MiB ", "" },
  { "loads", "", "llama_model_loader: loaded meta data with 1 key-value pairs\nCPU buffer size = 1.00 MiB\n", "" },
  { "members-of-logfmt", "msg=offload ", "memory.required.kv=\"1 MiB\" ", "" },
  { "statistics-of-Ollama", "", "eval count: 10 token(s)\neval duration: 1s\neval rate: 10 tokens/s\n", "" },
  { "rates", "", "10 tok/s\n", "" },
  { "rates-in-one-line", "", "10 tok/s ", "" },
  { "serving", "", "Output token throughput (tok/s): 10.00\n", "" },
  { "paths", "", "/home/a/", " 10 tok/s\n" },
};

static void
append (char **at, const char *text, gsize length)
{
  memcpy (*at, text, length);
  *at += length;
}

/* At most @n_bytes. */
static char *
make (const Flood *flood, gsize n_bytes, gsize *length)
{
  const char *number = strstr (flood->again, "%u");
  char *bytes = g_malloc (n_bytes), *at = bytes, digits[16];
  gsize reserved = strlen (flood->again) + sizeof digits + strlen (flood->end);

  append (&at, flood->start, strlen (flood->start));
  for (guint i = 0; (gsize) (at - bytes) + reserved < n_bytes; i++)
    if (number == NULL)
      append (&at, flood->again, strlen (flood->again));
    else
      {
        append (&at, flood->again, (gsize) (number - flood->again));
        append (&at, digits, (gsize) g_snprintf (digits, sizeof digits, "%u", i));
        append (&at, number + 2, strlen (number + 2));
      }
  append (&at, flood->end, strlen (flood->end));
  *length = (gsize) (at - bytes);
  return bytes;
}

static void
try_flood (const Flood *flood, gsize n_bytes)
{
  gsize length;
  g_autofree char *bytes = make (flood, n_bytes, &length);

  hostile_try ((guint8 *) bytes, length, MOST_SECONDS);
}

static void
test_quick (gconstpointer flood)
{
  try_flood (flood, QUICK_BYTES);
}

static void
test_most (gconstpointer flood, gsize n_bytes)
{
  if (g_test_subprocess ())
    {
      try_flood (flood, n_bytes);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

static void
test_most_text (gconstpointer flood)
{
  test_most (flood, TOK_TEXT_MAX_BYTES);
}

static void
test_most_of_all (gconstpointer flood)
{
  test_most (flood, TOK_IMPORT_MOST_BYTES);
}

#define CONFIG "{\"model_type\":\"llama\",\"hidden_size\":64,\"num_hidden_layers\":2,\"num_attention_heads\":4,\"num_key_value_heads\":2," \
               "\"intermediate_size\":128,\"vocab_size\":100"

/* A config and what is read along with it. */
static const Flood neighbors[] = {
  { "config.json", CONFIG, ",\"" LONG_NAME "%u\":[]", "}" },
  { "model.safetensors.index.json", "{\"weight_map\":{\"a\":0", ",\"" LONG_NAME "%u\":\"a\"", "}}" },
  { "hf_quant_config.json", "{\"quantization\":{\"quant_algo\":\"FP8\"", ",\"" LONG_NAME "%u\":\"a\"", "}}" },
};

static GFile *
neighbor (const char *folder, guint index)
{
  g_autofree char *path = g_build_filename (folder, neighbors[index].name, NULL);

  return g_file_new_for_path (path);
}

/* File @large is as large as a file may be, the others an eighth of that; if there is none, all are a third. */
static void
try_neighbors (guint large, gsize most)
{
  g_autofree char *folder = g_dir_make_tmp ("tokplan-hostile-XXXXXX", NULL);
  g_autoptr (GFile) config = neighbor (folder, 0);

  for (guint i = 0; i < G_N_ELEMENTS (neighbors); i++)
    {
      g_autoptr (GFile) file = neighbor (folder, i);
      gsize length;
      g_autofree char *bytes = make (&neighbors[i], large == G_N_ELEMENTS (neighbors) ? most / 3 : large == i ? most : most / 8, &length);

      g_assert_true (g_file_set_contents (g_file_peek_path (file), bytes, (gssize) length, NULL));
    }
  hostile_try_model (config, MOST_SECONDS);
  for (guint i = 0; i < G_N_ELEMENTS (neighbors); i++)
    {
      g_autoptr (GFile) file = neighbor (folder, i);

      g_assert_true (g_file_delete (file, NULL, NULL));
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_neighbors (gconstpointer large)
{
  if (!g_test_slow () || g_test_subprocess ())
    {
      try_neighbors (GPOINTER_TO_UINT (large), g_test_slow () || g_test_subprocess () ? TOK_IMPORT_MOST_BYTES : QUICK_BYTES);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

static void
add (const char *kind, const Flood *flood, GTestDataFunc function)
{
  g_autofree char *name = g_strconcat ("/hostile-size/", kind, "/", flood->name, NULL);

  g_test_add_data_func (name, flood, function);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  hostile_start ();
  for (guint i = 0; i < G_N_ELEMENTS (floods); i++)
    if (g_test_slow () || g_test_subprocess ())
      {
        add ("most-text", &floods[i], test_most_text);
        add ("most-of-all", &floods[i], test_most_of_all);
      }
    else
      add ("quick", &floods[i], test_quick);
  for (guint i = 0; i <= G_N_ELEMENTS (neighbors); i++)
    {
      g_autofree char *name = g_strconcat ("/hostile-size/neighbors/", i < G_N_ELEMENTS (neighbors) ? neighbors[i].name : "all", NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_neighbors);
    }
  return g_test_run ();
}
