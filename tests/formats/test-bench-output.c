/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outputs of benchmarks, by their number in the list of awkward inputs. */

#include <string.h>

#include "core/engine.h"
#include "core/file-type.h"
#include "core/plan.h"
#include "measured.h"

#define HEAD "| model | size | params | backend | ngl | test | t/s |\n| --- | ---: | ---: | --- | --: | --- | ---: |\n"

static void
test_tests_of_every_year (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "| model                          |       size |     params | backend    | ngl |   sm | type_k | fa |          test |                  t/s |\n"
    "| ------------------------------ | ---------: | ---------: | ---------- | --: | ---: | -----: | -: | ------------: | -------------------: |\n"
    "| llama 7B mostly Q4_0           |   3.56 GiB |     6.74 B | CUDA       |  99 |  row |   q8_0 |  1 |        pp 512 |       2368.80 ± 8.50 |\n"
    "| llama 7B mostly Q4_0           |   3.56 GiB |     6.74 B | CUDA       |  -1 |  row |   q8_0 |  1 |        tg 128 |         90.50 ± 0.20 |\n"
    "| llama 7B mostly Q4_0           |   3.56 GiB |     6.74 B | CUDA       |  99 |  row |   q8_0 |  1 | pp512 @ d8192 |       1200.10 ± 3.10 |\n"
    "| llama 7B mostly Q4_0           |   3.56 GiB |     6.74 B | CUDA       |  99 |  row |   q8_0 |  1 |   pp512+tg128 |        400.00 ± 1.00 |\n"
    "\n"
    "build: 0badcafe (4500)\n");
  const Expected rows[] = {
    { PREFILL, 2368.8, 512, 0, 1, 0 },
    { DECODE, 90.5, 128, 0, 1, 0 },
    { PREFILL, 1200.1, 512, 8192, 1, 0 },
    { DECODE, 400, 128, 0, 1, TOK_MEASURED_COUNTS_PROMPT },
  };
  const TokMeasurement *row = measured_row (read, 0);

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpfloat (row->deviation, ==, 8.5);
  g_assert_cmpfloat (row->file_type, ==, TOK_FILE_Q4_0);
  g_assert_cmpfloat (row->engine, ==, TOK_ENGINE_LLAMA_CUDA);
  g_assert_cmpfloat (row->gpu_layers, ==, 99);
  g_assert_cmpfloat (row->kv_k, ==, TOK_KV_Q8_0);
  g_assert_cmpfloat (row->kv_v, ==, TOK_AUTO);
  g_assert_cmpfloat (row->split_mode, ==, TOK_SPLIT_ROW);
  g_assert_cmpfloat (row->flash_attention, ==, 1);
  g_assert_cmpfloat (row->params, ==, 6.74);
  g_assert_cmpfloat (row->build_year, ==, 2025);
  g_assert_cmpstr (row->tool, ==, "llama-bench");
  g_assert_cmpuint (row->line, ==, 3);
  g_assert_cmpfloat (measured_row (read, 1)->gpu_layers, ==, TOK_AUTO);
  g_assert_cmpfloat (measured_row (read, 3)->n_prompt, ==, 512);
}

static void
test_blank_cells_wrapped_lines_quotes_and_fences (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "> ```\n"
    "> | model | size | params | backend |\n"
    "> ngl | test | t/s |\n"
    "> | --- | ---: | ---: | --- |\n"
    "> --: | --- | ---: |\n"
    "> | qwen2 7B Q4_K - Medium | 4.36 GiB | 7.62 B |\n"
    "> Vulkan | 99 | pp512 | 800.\n"
    "> 25 ± 1.00 |\n"
    "> | | | | | | tg128 | 45.50 ± 0.10 |\n"
    "> ```\n");
  const Expected rows[] = { { PREFILL, 800.25, 512, 0, 1, 0 }, { DECODE, 45.5, 128, 0, 1, 0 } };
  const TokMeasurement *filled = measured_row (read, 1);

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpstr (filled->model, ==, "qwen2 7B Q4_K - Medium");
  g_assert_cmpfloat (filled->file_type, ==, TOK_FILE_Q4_K_M);
  g_assert_cmpfloat (filled->engine, ==, TOK_ENGINE_LLAMA_VULKAN);
  g_assert_cmpfloat (filled->gpu_layers, ==, 99);
  g_assert_cmpuint (filled->line, ==, 9);
}

static void
test_signs_of_deviation (void)
{
  static const char *const signs[] = { " ± 0.25", " +/- 0.25", " Â± 0.25", " \xef\xbf\xbd 0.25", " ┬▒ 0.25" };

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      g_autofree char *text = g_strconcat (HEAD "| m Q8_0 | 1.00 GiB | 1.00 B | CPU | 0 | tg32 | 12.50", signs[i], " |\n", NULL);
      g_autoptr (TokMeasurementsRead) read = measured_read (text);

      g_assert_cmpfloat (measured_row (read, 0)->tok_s, ==, 12.5);
      g_assert_cmpfloat (measured_row (read, 0)->deviation, ==, 0.25);
    }
}

static void
test_hand_made_tables (void)
{
  g_autoptr (TokMeasurementsRead) named = measured_read (
    "Card | Prompt (t/s) | Generation (t/s) | notes\n"
    "--- | --- | --- | ---\n"
    "A | **512** | ~25.5 | quiet\n"
    "B | ? | 20 tok/s | -\n");
  const Expected rows[] = {
    { PREFILL, 512, -1, 0, 1, 0 }, { DECODE, 25.5, -1, 0, 1, 0 }, { DECODE, 20, -1, 0, 1, 0 },
  };
  g_autoptr (TokMeasurementsRead) bare = measured_read ("| Quant | t/s |\n|---|---|\n| Q4 | 33.5 |\n");
  g_autoptr (TokMeasurementsRead) quants = measured_read (
    "| Quant | Model | Device | tg128 t/s |\n|---|---|---|---|\n| Q5_K_M | Net 7B | Card A | 40 |\n| ? | Net 7B Q8_0 | Card A | 30 |\n");

  measured_assert_rows (named, rows, G_N_ELEMENTS (rows));
  g_assert_true (measured_has_note (named, 1, "Card, notes"));
  g_assert_cmpfloat (measured_row (named, 0)->deviation, ==, TOK_AUTO);
  g_assert_cmpfloat (measured_row (bare, 0)->tok_s, ==, 33.5);
  g_assert_true (measured_has_note (bare, 3, "generation"));
  g_assert_cmpfloat (measured_row (bare, 0)->file_type, ==, TOK_AUTO);
  g_assert_cmpfloat (measured_row (quants, 0)->file_type, ==, TOK_FILE_Q5_K_M);
  g_assert_cmpfloat (measured_row (quants, 1)->file_type, ==, TOK_FILE_Q8_0);
  g_assert_cmpstr (measured_row (quants, 0)->device, ==, "Card A");
}

#define RESULT(prompt, gen, speed) \
  "{ \"build_number\": 5000, \"gpu_info\": \"Card X, Card X\", \"backends\": \"CUDA\", \"model_filename\": \"/home/ann/m/Net-7B.gguf\",\n" \
  "  \"model_type\": \"net 7B Q6_K\", \"model_size\": 5500000000, \"model_n_params\": 7000000000, \"n_ubatch\": 512, \"n_threads\": 8,\n" \
  "  \"type_k\": \"f16\", \"type_v\": \"q4_0\", \"n_gpu_layers\": 33, \"n_cpu_moe\": 2, \"flash_attn\": true, \"split_mode\": \"layer\",\n" \
  "  \"moe_cache\": 7, \"n_prompt\": " prompt ", \"n_gen\": " gen ", \"n_depth\": 256, \"avg_ts\": " speed ", \"stddev_ts\": 0.5 }"

static void
test_json_in_a_log_and_cut (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "ggml_cuda_init: found 2 CUDA devices: {\n"
    "[\n" RESULT ("512", "0", "1500.5") ",\n" RESULT ("0", "64", "40.25") ",\n"
    "{ \"build_number\": 5000, \"n_prompt\": 0, \"n_gen\": 128, \"avg_ts\": 39");
  const Expected rows[] = { { PREFILL, 1500.5, 512, 256, 1, 0 }, { DECODE, 40.25, 64, 256, 1, 0 } };
  const TokMeasurement *row = measured_row (read, 0);

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpstr (row->device, ==, "Card X, Card X");
  g_assert_cmpfloat (row->n_devices, ==, 2);
  g_assert_cmpstr (row->model, ==, "net 7B Q6_K");
  g_assert_cmpfloat (row->kv_v, ==, TOK_KV_Q4_0);
  g_assert_cmpfloat (row->expert_layers_cpu, ==, 2);
  g_assert_cmpfloat (row->gpu_layers, ==, 33);
  g_assert_cmpfloat (row->params, ==, 7);
  g_assert_cmpuint (row->line, ==, 3);
  g_assert_true (measured_has_note (read, 11, "cut off"));
}

static void
test_json_lines_and_a_crash_behind (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "{\"n_prompt\": 0, \"n_gen\": 32, \"avg_ns\": 2000000000, \"model_type\": \"a 1B F16\"}\n"
    "{\"n_prompt\": 0, \"n_gen\": 0, \"avg_ts\": 5}\n"
    "Segmentation fault (core dumped)\n");
  const Expected rows[] = { { DECODE, 16, 32, 0, 1, 0 } };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpfloat (measured_row (read, 0)->file_type, ==, TOK_FILE_F16);
  g_assert_true (measured_has_note (read, 2, "n_prompt"));
}

static void
test_csv_by_name (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "build_commit,gpu_info,model_type,load_mode,n_prompt,repack,n_gen,n_depth,avg_ts,stddev_ts,avg_gbs\n"
    "warning: a line of a log, with a comma\n"
    "\"abc\",\"Card \"\"X\"\", Card Y\",\"net 3B IQ4_XS - 4.25 bpw\",\"mmap\",\"0\",\"1\",\"128\",\"1024\",\"17.5\",\"0.1\",\"44\"\n"
    "\"abc\",\"Card\"\n");
  const Expected rows[] = { { DECODE, 17.5, 128, 1024, 1, 0 } };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpstr (measured_row (read, 0)->device, ==, "Card \"X\", Card Y");
  g_assert_cmpfloat (measured_row (read, 0)->file_type, ==, TOK_FILE_IQ4_XS);
  g_assert_true (measured_has_note (read, 1, "repack, avg_gbs"));
}

static void
test_sql_by_name (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "CREATE TABLE IF NOT EXISTS llama_bench (\n  model_type TEXT,\n  n_prompt INTEGER\n);\n"
    "INSERT INTO llama_bench (model_type, n_prompt, n_gen, avg_ns, avg_ts) VALUES ('it''s 1B Q8_0', '256', '0', '1000000000', '256.0');\n"
    "INSERT INTO llama_bench (model_type, n_prompt, n_gen, avg_ns, avg_ts) VALUES ('1', 'a 1B Q8_0', '0', '10', '2000000000', '5.0');\n"
    "INSERT INTO llama_bench (model_type, n_prompt, n_gen, avg_ns, avg_ts) VALUES ('1', 'a 1B Q8_0', '0', '10', '2000000000', '9.0');\n");
  const Expected rows[] = { { PREFILL, 256, 256, 0, 1, 0 }, { DECODE, 5, 10, 0, 1, 0 } };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpstr (measured_row (read, 0)->model, ==, "it's 1B Q8_0");
  g_assert_cmpstr (measured_row (read, 1)->model, ==, "a 1B Q8_0");
  g_assert_true (measured_has_note (read, 7, "6 values under 5 names"));
}

static void
test_batched_and_sweep_tables (void)
{
  g_autoptr (TokMeasurementsRead) batched = measured_read (
    "|    PP |     TG |    B |   N_KV |   T_PP s | S_PP t/s |   T_TG s | S_TG t/s |      T s |    S t/s |\n"
    "|-------|--------|------|--------|----------|----------|----------|----------|----------|----------|\n"
    "|   128 |     64 |    4 |    768 |    0.500 |  1024.00 |    2.000 |   128.00 |    2.500 |   307.20 |\n"
    "|   128 |     64 |    4 |    384 |    0.125 |  1024.00 |    2.000 |   128.00 |    2.125 |   180.70 |\n");
  g_autoptr (TokMeasurementsRead) sweep = measured_read (
    "|    PP |     TG |   N_KV |   T_PP s | S_PP t/s |   T_TG s | S_TG t/s |\n"
    "|-------|--------|--------|----------|----------|----------|----------|\n"
    "|   512 |    128 |   4096 |    1.000 |   512.00 |    4.000 |    32.00 |\n");
  const Expected of_batched[] = {
    { PREFILL, 1024, 128, 0, 4, 0 }, { DECODE, 128, 64, 128, 4, 0 },
    { PREFILL, 1024, 128, 0, 1, 0 }, { DECODE, 128, 64, 128, 4, 0 },
  };
  const Expected of_sweep[] = { { PREFILL, 512, 512, 4096, 1, 0 }, { DECODE, 32, 128, 4096, 1, 0 } };

  measured_assert_rows (batched, of_batched, G_N_ELEMENTS (of_batched));
  measured_assert_rows (sweep, of_sweep, G_N_ELEMENTS (of_sweep));
  g_assert_cmpstr (measured_row (batched, 0)->tool, ==, "llama-batched-bench");
  g_assert_cmpstr (measured_row (sweep, 0)->tool, ==, "llama-sweep-bench");
}

static void
test_benchy_tables (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "| model | test | t/s | peak t/s | ttfr (ms) | est_ppt (ms) | e2e_ttft (ms) |\n"
    "|:--|--:|--:|--:|--:|--:|--:|\n"
    "| Org/Net-7B | pp2048 | 3000.00 ± 10.00 | | 700.00 ± 1.00 | 680.00 ± 1.00 | 705.00 ± 1.00 |\n"
    "| Org/Net-7B | tg32 @ d4096 | 55.00 ± 0.50 | 57.00 ± 0.10 | | | |\n"
    "| Org/Net-7B | ctx_pp @ d4096 | 2900.00 ± 5.00 | | | | |\n");
  const Expected rows[] = { { PREFILL, 3000, 2048, 0, 1, 0 }, { DECODE, 55, 32, 4096, 1, 0 }, { PREFILL, 2900, 4096, 0, 1, 0 } };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpstr (measured_row (read, 0)->tool, ==, "llama-benchy");
  g_assert_cmpstr (measured_row (read, 0)->model, ==, "Org/Net-7B");
}

static void
test_tables_one_below_the_other (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "ggml_vulkan: 0 = Card X (RADV Y) (radv) | uma: 0 | fp16: 0\n"
    "| GPU | Model | Microbatch size | Test | t/s master | t/s branch | Speedup |\n"
    "|:----|:------|----------------:|:-----|-----------:|-----------:|--------:|\n"
    "| Card Z | net 8B Q4_K_M | 256 | tg64@d4096 | 98.5 | 99.5 | 1.01 |\n"
    "main: n_kv_max = 32768, n_batch = 2048, n_ubatch = 1024, flash_attn = 1, n_gpu_layers = 77, n_threads = 16\n"
    "|    PP |     TG |   N_KV |   T_PP s | S_PP t/s |   T_TG s | S_TG t/s |\n"
    "|-------|--------|--------|----------|----------|----------|----------|\n"
    "|  2048 |    512 |      0 |    1.000 |  2048.00 |    8.000 |    64.00 |\n"
    "|    | F16 PP [t/s] | Q8_0 TG [t/s] |\n|---|---|---|\n| M1 | 108.5 | 14.25 |\n");
  const Expected rows[] = {
    { DECODE, 98.5, 64, 4096, 1, 0 }, { DECODE, 99.5, 64, 4096, 1, 0 }, { PREFILL, 2048, 2048, 0, 1, 0 }, { DECODE, 64, 512, 0, 1, 0 },
    { PREFILL, 108.5, -1, 0, 1, 0 }, { DECODE, 14.25, -1, 0, 1, 0 },
  };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpstr (measured_row (read, 0)->device, ==, "Card Z");
  g_assert_cmpfloat (measured_row (read, 0)->ubatch, ==, 256);
  g_assert_cmpfloat (measured_row (read, 0)->engine, ==, TOK_ENGINE_LLAMA_VULKAN);
  g_assert_cmpstr (measured_row (read, 2)->device, ==, "Card X (RADV Y) (radv)");
  g_assert_cmpfloat (measured_row (read, 2)->gpu_layers, ==, 77);
  g_assert_cmpfloat (measured_row (read, 2)->ubatch, ==, 1024);
  g_assert_cmpfloat (measured_row (read, 4)->file_type, ==, TOK_FILE_F16);
  g_assert_cmpfloat (measured_row (read, 5)->file_type, ==, TOK_FILE_Q8_0);
}

static void
test_pairs_and_question_marks (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (HEAD
    "| m Q8_0 | 22.7 GB | 1.00 B | CUDA | 99 | tg128 | 68.6 / 69.2 |\n"
    "| m Q8_0 | 23,264 MiB | 1.00 B | CUDA | 99 | tg128 | ? |\n"
    "| m Q8_0 | 23,264 MiB | 1.00 B | CUDA | 99 | tg128 | 70.5 |\n");
  const Expected rows[] = { { DECODE, 70.5, 128, 0, 1, 0 } };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpfloat (measured_row (read, 0)->file_bytes, ==, 23264.0 * 1024 * 1024);
  g_assert_true (measured_has_note (read, 3, "68.6 / 69.2"));
}

static void
test_implausible_speeds_are_flagged (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (HEAD
    "| m Q8_0 | 1.0 GiB | 1.00 B | CUDA | 99 | pp512 | 50001 |\n"
    "| m Q8_0 | 1.0 GiB | 1.00 B | CUDA | 99 | pp512 | 49999 |\n"
    "| m Q8_0 | 1.0 GiB | 1.00 B | CUDA | 99 | tg32 | 3001 |\n"
    "| m Q8_0 | 1.0 GiB | 1.00 B | CUDA | 99 | tg32 | 0.00 |\n");

  g_assert_cmpuint (read->rows->len, ==, 3);
  g_assert_cmphex (measured_row (read, 0)->flags, ==, TOK_MEASURED_IMPLAUSIBLE);
  g_assert_cmphex (measured_row (read, 1)->flags, ==, 0);
  g_assert_cmphex (measured_row (read, 2)->flags, ==, TOK_MEASURED_IMPLAUSIBLE);
  g_assert_true (measured_has_note (read, 3, "not used"));
  g_assert_true (measured_has_note (read, 6, "no speed"));
}

static void
test_plain_words (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "On my box pp512: 1,234.5 t/s and tg128 @ d4096 = 45.6 t/s, nice.\n"
    "[ Prompt: 123.4 t/s | Generation: 45.5 t/s ]\n"
    "Generation: 100 tokens, 61.250 tokens-per-sec\n");
  const Expected rows[] = {
    { PREFILL, 1234.5, 512, 0, 1, 0 }, { DECODE, 45.6, 128, 4096, 1, 0 },
    { PREFILL, 123.4, -1, 0, 1, 0 }, { DECODE, 45.5, -1, 0, 1, 0 }, { DECODE, 61.25, 100, 0, 1, 0 },
  };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpfloat (measured_row (read, 4)->engine, ==, TOK_ENGINE_MLX);
  measured_refuse ("| path | PP | S_PP t/s | S_TG t/s |\n|---|---|---|---|\n| a | `512` | `2327.69` | `399.87` |\n", "neither a measured speed");
  measured_refuse ("I get 45 t/s with it.\n", "Line 1: A speed is left out");
  measured_refuse ("Hello, world.\n", "neither a measured speed");
  measured_refuse ("", "no text");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measurements/33-tests-of-every-year", test_tests_of_every_year);
  g_test_add_func ("/measurements/34-blank-cells-wrapped-lines-quotes-and-fences", test_blank_cells_wrapped_lines_quotes_and_fences);
  g_test_add_func ("/measurements/35-signs-of-deviation", test_signs_of_deviation);
  g_test_add_func ("/measurements/35-hand-made-tables", test_hand_made_tables);
  g_test_add_func ("/measurements/36-json-in-a-log-and-cut", test_json_in_a_log_and_cut);
  g_test_add_func ("/measurements/37-json-lines-and-a-crash-behind", test_json_lines_and_a_crash_behind);
  g_test_add_func ("/measurements/37-csv-by-name", test_csv_by_name);
  g_test_add_func ("/measurements/37-sql-by-name", test_sql_by_name);
  g_test_add_func ("/measurements/38-batched-and-sweep-tables", test_batched_and_sweep_tables);
  g_test_add_func ("/measurements/38-benchy-tables", test_benchy_tables);
  g_test_add_func ("/measurements/38-tables-one-below-the-other", test_tables_one_below_the_other);
  g_test_add_func ("/measurements/49-implausible-speeds-are-flagged", test_implausible_speeds_are_flagged);
  g_test_add_func ("/measurements/53-pairs-and-question-marks", test_pairs_and_question_marks);
  g_test_add_func ("/measurements/plain-words", test_plain_words);
  return g_test_run ();
}
