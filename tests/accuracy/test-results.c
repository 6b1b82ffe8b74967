/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole tables: caps, folds, reasons, noise and the report for machines, on tables made here. */

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/catalog-accuracy.h"
#include "formats/json-parse.h"
#include "formats/json-read.h"
#include "kinds.h"
#include "noise.h"
#include "report.h"

#define HEADER "id,source,date,hardware,n_gpus,split_mode,backend,engine,model,quant,weights_bytes,ngl,moe_cpu,fa,kv_type," \
               "test,n_tokens,depth,batch,spec,tok_s,ubatch,threads,prompt_tokens,os,host_limited,includes_prompt,variant,clean,notes\n"

typedef struct
{
  char            *folder;
  TokRowTable *measurements;
} Fixture;

static char *
committed_table (void)
{
  return g_test_build_filename (G_TEST_DIST, "..", "data", "catalog", "efficiency.json", NULL);
}

static char *
committed_aliases (void)
{
  return g_test_build_filename (G_TEST_DIST, "accuracy", "aliases.csv", NULL);
}

static void
write_file (const Fixture *fixture,
            const char    *name,
            const char    *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
append_row (GString    *text,
            const char *source,
            const char *depth,
            double      tok_s)
{
  g_string_append_printf (text, "row-%u,%s,2026,NVIDIA GeForce RTX 3090 24GB,1,none,CUDA,llama.cpp,Llama-3.1-8B,Q4_0,,all,,,,"
                                "tg,128,%s,1,,%g,,,,,,,,,\n", (guint) text->len, source, depth, tok_s);
}

static void
load (Fixture    *fixture,
      const char *rows)
{
  g_autofree char *text = g_strconcat (HEADER, rows, NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "measured.csv", NULL);
  g_autofree char *aliases = committed_aliases ();
  g_autoptr (GError) error = NULL;

  write_file (fixture, "measured.csv", text);
  fixture->measurements = tok_row_table_load (path, aliases, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("tokplan-XXXXXX", NULL);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  static const char *const names[] = { "measured.csv", "aliases.csv", "folds.json", "fold.json" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_clear_pointer (&fixture->measurements, tok_row_table_free);
}

static gboolean
every_row (const TokResult *result,
           gconstpointer    data)
{
  return TRUE;
}

/* Of a hundred rows of one source forty count, of ten of another all. */
static void
test_one_source (Fixture      *fixture,
                 gconstpointer data)
{
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (TokResults) results = NULL;

  for (guint i = 0; i < 110; i++)
    append_row (rows, i < 100 ? "http://one/page" : "http://other", "0", 100.0);
  load (fixture, rows->str);
  results = tok_results_new (fixture->measurements);
  g_assert_cmpuint (results->results->len, ==, 110);
  g_assert_cmpuint (tok_results_judge (results, every_row, NULL).rows, ==, 50);
}

/* 100 and 110 tok/s lie 10 / 105 apart, and half of that is the best a prediction of both can do. */
static void
test_noise (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (TokResults) results = NULL;
  TokNoise noise;

  append_row (rows, "http://one", "0", 100.0);
  append_row (rows, "http://other", "0", 110.0);
  append_row (rows, "http://other", "4096", 50.0);
  append_row (rows, "http://one", "8192", 40.0);
  load (fixture, rows->str);
  results = tok_results_new (fixture->measurements);
  noise = tok_noise_measure (results, TOK_TEST_DECODE);
  g_assert_cmpuint (noise.pairs, ==, 1);
  g_assert_cmpfloat_with_epsilon (noise.floor, 100.0 * 10.0 / 105.0 / 2.0, 1e-9);
  g_assert_cmpuint (tok_noise_measure (results, TOK_TEST_PREFILL).pairs, ==, 0);
}

/* A fold with the committed constants predicts what they predict; a row in no fold is told. */
static void
test_folds (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *path = committed_table (), *table = NULL, *index = NULL;
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (TokResults) plain = NULL, folds = NULL;
  g_autoptr (GError) error = NULL;
  const TokResult *result;

  append_row (rows, "http://one", "0", 100.0);
  append_row (rows, "http://one", "4096", 50.0);
  load (fixture, rows->str);
  g_assert_true (g_file_get_contents (path, &table, NULL, NULL));
  write_file (fixture, "fold.json", table);
  plain = tok_results_new (fixture->measurements);
  index = g_strdup_printf ("{ \"kind\": \"chip\", \"folds\": [ { \"file\": \"fold.json\", \"ids\": [ \"%s\", \"unknown\" ] } ] }",
                           fixture->measurements->mapped[1].row->id);
  write_file (fixture, "folds.json", index);
  folds = tok_results_new_left_out (fixture->measurements, fixture->folder, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (folds->results->len, ==, 1);
  g_assert_cmpuint (tok_results_n_without (folds), ==, 1);
  result = &g_array_index (folds->results, TokResult, 0);
  g_assert_cmpfloat (result->prediction.tok_s, ==, g_array_index (plain->results, TokResult, 1).prediction.tok_s);
  g_assert_true (fixture->measurements->mapped[1].plan.efficiency == fixture->measurements->catalog->efficiency);
}

static void
test_broken_folds (Fixture      *fixture,
                   gconstpointer data)
{
  static const char *const indexes[] = {
    "[]", "{}", "{ \"folds\": [ 1 ] }", "{ \"folds\": [ { \"file\": \"missing.json\", \"ids\": [] } ] }",
    "{ \"folds\": [ { \"file\": \"folds.json\", \"ids\": [] } ] }",
  };

  load (fixture, "");
  for (guint i = 0; i < G_N_ELEMENTS (indexes); i++)
    {
      g_autoptr (GError) error = NULL;

      write_file (fixture, "folds.json", indexes[i]);
      g_assert_null (tok_results_new_left_out (fixture->measurements, fixture->folder, &error));
      g_assert_nonnull (strstr (error->message, "folds.json"));
    }
}

/* Of two rows with one id a fold cannot say which it left out. */
static void
test_ids_of_several_rows (Fixture      *fixture,
                          gconstpointer data)
{
  g_autofree char *path = committed_table (), *table = NULL, *rows = NULL;
  g_autoptr (GString) row = g_string_new (NULL);
  g_autoptr (TokResults) results = NULL;

  append_row (row, "http://one", "0", 100.0);
  rows = g_strconcat (row->str, row->str, row->str, NULL);
  load (fixture, rows);
  g_assert_true (g_file_get_contents (path, &table, NULL, NULL));
  write_file (fixture, "fold.json", table);
  write_file (fixture, "folds.json", "{ \"folds\": [ { \"file\": \"fold.json\", \"ids\": [ \"row-0\" ] } ] }");
  results = tok_results_new_left_out (fixture->measurements, fixture->folder, NULL);
  g_assert_cmpuint (results->results->len, ==, 0);
  g_assert_cmpuint (tok_results_n_without (results), ==, 3);
}

/* An error names the file; a pipe nobody writes to would be read for ever. */
static void
test_unreadable_tables (Fixture      *fixture,
                        gconstpointer data)
{
  static const struct { const char *text, *part; } cases[] = {
    { NULL, "There is no file" }, { "", "no column" }, { "id\n1\n", "no column" }, { "id,id\n", "two columns" },
  };
  g_autofree char *path = g_build_filename (fixture->folder, "measured.csv", NULL);
  g_autofree char *aliases = committed_aliases ();

  for (guint i = 0; i <= G_N_ELEMENTS (cases); i++)
    {
      const char *part = i < G_N_ELEMENTS (cases) ? cases[i].part : "not a file that can be read";
      g_autoptr (GError) error = NULL;

      if (i == G_N_ELEMENTS (cases))
        g_assert_true (g_remove (path) == 0 && mkfifo (path, 0600) == 0);
      else if (cases[i].text != NULL)
        write_file (fixture, "measured.csv", cases[i].text);
      g_assert_null (tok_row_table_load (path, aliases, &error));
      g_assert_nonnull (strstr (error->message, path));
      g_assert_nonnull (strstr (error->message, part));
    }
}

/* A column no row states may be missing, and the order of the others does not matter. */
static void
test_few_columns (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "measured.csv", NULL), *aliases = committed_aliases ();
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (TokResults) all = NULL, few = NULL;
  g_autoptr (GError) error = NULL;

  append_row (rows, "http://one", "0", 100.0);
  load (fixture, rows->str);
  all = tok_results_new (fixture->measurements);
  g_clear_pointer (&fixture->measurements, tok_row_table_free);
  write_file (fixture, "measured.csv", "tok_s,test,n_tokens,ngl,quant,model,engine,backend,n_gpus,hardware,date,source,id\n"
                                       "100,tg,128,all,Q4_0,Llama-3.1-8B,llama.cpp,CUDA,1,NVIDIA GeForce RTX 3090 24GB,2026,,1\n");
  fixture->measurements = tok_row_table_load (path, aliases, &error);
  g_assert_no_error (error);
  few = tok_results_new (fixture->measurements);
  g_assert_cmpuint (few->results->len, ==, 1);
  g_assert_cmpfloat (g_array_index (few->results, TokResult, 0).prediction.tok_s, ==,
                     g_array_index (all->results, TokResult, 0).prediction.tok_s);
}

/* A table of names beside the rows holds, and the committed one does not. */
static void
test_aliases_beside (Fixture      *fixture,
                     gconstpointer data)
{
  g_autoptr (GString) rows = g_string_new (NULL);

  append_row (rows, "http://one", "0", 100.0);
  write_file (fixture, "aliases.csv", "kind,corpus_name,catalog_id,note\nmodel,Llama-3.1-8B,qwen3-8b,same\n");
  load (fixture, rows->str);
  g_assert_null (fixture->measurements->mapped[0].reason);
  g_assert_cmpstr (fixture->measurements->mapped[0].plan.base->id, ==, "qwen3-8b");
  g_assert_cmpstr (fixture->measurements->mapped[0].plan.devices[0].device.id, ==, "geforce-rtx-3090");
}

static void
test_json (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (TokResults) results = NULL;
  g_autoptr (TokJson) json = NULL;
  g_autofree char *text = NULL;
  JsonObject *root, *kind;
  JsonArray *kinds;
  double n;

  append_row (rows, "http://one", "0", 100.0);
  append_row (rows, "http://one", "xy", 100.0);
  load (fixture, rows->str);
  results = tok_results_new (fixture->measurements);
  text = tok_report_to_json (results);
  json = tok_json_parse (text, strlen (text), NULL, NULL);
  root = json_node_get_object (tok_json_root (json));
  g_assert_true (tok_json_read_whole (root, "unmapped", 0, 10, &n, NULL));
  g_assert_cmpfloat (n, ==, 1);
  g_assert_true (tok_json_read_array (root, "kinds", 100, &kinds, NULL));
  g_assert_cmpuint (json_array_get_length (kinds), ==, TOK_N_ACCURACY_KINDS);
  kind = json_array_get_object_element (kinds, TOK_ACCURACY_DENSE);
  g_assert_cmpstr (json_object_get_string_member (kind, "kind"), ==, "decode-dense");
  g_assert_cmpint (json_object_get_int_member (kind, "rows"), ==, 1);
  g_assert_true (json_object_has_member (kind, "median_error_percent"));
  g_assert_true (json_object_has_member (kind, "p90_error_percent"));
  g_assert_true (json_object_has_member (kind, "bias_percent"));
  g_assert_true (json_object_has_member (kind, "inside_band_percent"));
}

/* What is published is what the program reads; a row that no known chip's fit judges counts, too. */
static void
test_published (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *path = committed_table (), *table = NULL, *text = NULL;
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (TokResults) known = NULL, unseen = NULL;
  g_autoptr (TokJson) json = NULL;
  g_autoptr (GError) error = NULL;
  TokAccuracy accuracy;

  append_row (rows, "http://one", "0", 100.0);
  append_row (rows, "http://other", "0", 110.0);
  load (fixture, rows->str);
  g_assert_true (g_file_get_contents (path, &table, NULL, NULL));
  write_file (fixture, "fold.json", table);
  write_file (fixture, "folds.json", "{ \"folds\": [ { \"file\": \"fold.json\", \"ids\": [ \"row-0\" ] } ] }");
  known = tok_results_new_left_out (fixture->measurements, fixture->folder, &error);
  g_assert_no_error (error);
  unseen = tok_results_new (fixture->measurements);
  text = tok_report_to_published (known, unseen);
  json = tok_json_parse (text, strlen (text), NULL, NULL);
  tok_accuracy_read (json_node_get_object (tok_json_root (json)), &accuracy, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (accuracy.rows, ==, 2);
  g_assert_cmpuint (accuracy.sources, ==, 2);
  g_assert_cmpuint (accuracy.known[TOK_ACCURACY_DENSE].rows, ==, 1);
  g_assert_cmpuint (accuracy.unseen[TOK_ACCURACY_DENSE].rows, ==, 2);
  g_assert_cmpfloat (accuracy.decode_noise, >, 0.0);
}

/* A source that tells its micro-batch in one table has it in the other; one that tells two has none. */
static void
test_micro_batches (Fixture      *fixture,
                    gconstpointer data)
{
  static const struct { const char *source, *ubatch; double expected; } cases[] = {
    { "http://one", "2048", 2048 }, { "http://one", "", 2048 }, { "http://two", "512", 512 }, { "http://two", "1024", 1024 },
    { "http://two", "", TOK_ROW_NOT_STATED }, { "http://three", "", TOK_ROW_NOT_STATED },
  };
  g_autoptr (GString) rows = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_string_append_printf (rows, "%u,%s,2026,NVIDIA GeForce RTX 3090 24GB,1,none,CUDA,llama.cpp,Llama-3.1-8B,Q4_0,,all,,,,"
                                  "pp,512,0,1,,100,%s,,,,,,,,\n", i, cases[i].source, cases[i].ubatch);
  load (fixture, rows->str);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat (fixture->measurements->mapped[i].row->ubatch, ==, cases[i].expected);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/results/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("one source", test_one_source);
  ADD ("micro-batches", test_micro_batches);
  ADD ("noise", test_noise);
  ADD ("folds", test_folds);
  ADD ("broken folds", test_broken_folds);
  ADD ("ids of several rows", test_ids_of_several_rows);
  ADD ("unreadable tables", test_unreadable_tables);
  ADD ("few columns", test_few_columns);
  ADD ("aliases beside the table", test_aliases_beside);
  ADD ("json", test_json);
  ADD ("published", test_published);
  return g_test_run ();
}
