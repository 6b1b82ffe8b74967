/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real outputs, where they are at hand: the rows a careful person reads off them.
 *
 * They lie outside of the tree, in the folder that TOKPLAN_SHARED names; without it these tests are skipped. */

#include <string.h>

#include "measured.h"

/* The first and the last row, and what all of them share. */
typedef struct
{
  const char *name;
  guint       n_rows, n_buffers;   /* both 0: refused */
  Expected    first, last;
  const char *words;               /* of the model, or of the refusal */
} Sample;

static const Sample samples[] = {
  { "bench/llama-bench-2025-02.md", 3, 0, { PREFILL, 24.95, 128, 0, 1, 0 }, { DECODE, 9.51, 32, 0, 1, 0 }, "llama 1B Q4_K - Medium" },
  { "bench/llama-bench-2025-02.csv", 3, 0, { PREFILL, 25.962106, 128, 0, 1, 0 }, { DECODE, 9.565265, 32, 0, 1, 0 }, "llama 1B" },
  { "bench/llama-bench-2025-02.json", 3, 0, { PREFILL, 21.930446, 128, 0, 1, 0 }, { DECODE, 10.24301, 32, 0, 1, 0 }, "llama 1B" },
  { "bench/llama-bench-2025-02.jsonl", 3, 0, { PREFILL, 28.427759, 128, 0, 1, 0 }, { DECODE, 9.650755, 32, 0, 1, 0 }, "llama 1B" },
  { "bench/llama-bench-2025-02.sql", 4, 0, { PREFILL, 27.906481, 128, 0, 1, 0 }, { PREFILL, 47.822043, 128, 0, 1, 0 }, "llama 1B" },
  { "llama-bench/csv/strix-halo-gpt-oss-120b-mxfp4-b9049-vulkan-pp512-r3.csv", 1, 0,
    { PREFILL, 725.032278, 512, 0, 1, 0 }, { PREFILL, 725.032278, 512, 0, 1, 0 }, "gpt-oss 120B" },
  { "llama-bench/csv/strix-halo-qwen3-next-80b-ud-q4-k-xl-b9010-p4k-64k-r3.csv", 6, 0,
    { PREFILL, 741.677765, 4096, 0, 1, 0 }, { DECODE, 55.584298, 128, 0, 1, 0 }, "qwen3next 80B.A3B" },
  { "llama-bench/csv/strix-halo-qwen3.6-35b-a3b-ud-q4-k-m-b9010-r20.csv", 2, 0,
    { PREFILL, 1110.719025, 512, 0, 1, 0 }, { DECODE, 63.050968, 128, 0, 1, 0 }, "qwen35moe 35B.A3B" },
  { "llama-bench/json/cpu-gb10-lcpp_gemma4-e4b_q4k_taskset_decode.txt", 5, 0,
    { DECODE, 25.095412, 256, 128, 1, 0 }, { DECODE, 19.690873, 256, 8192, 1, 0 }, "gemma4 E4B" },
  { "llama-bench/json/cpu-gb10-lcpp_qwen3-4b_q8_0_default_prefill.txt", 1, 0,
    { PREFILL, 83.507247, 2048, 0, 1, 0 }, { PREFILL, 83.507247, 2048, 0, 1, 0 }, "qwen3 4B Q8_0" },
  { "llama-bench/json/readme-2025-02.json", 2, 0,
    { PREFILL, 2410.974041, 512, 0, 1, 0 }, { DECODE, 130.965708, 128, 0, 1, 0 }, "llama 7B mostly Q4_0" },
  { "llama-bench/json/readme-2026-08.json", 2, 0,
    { PREFILL, 7100.002165, 512, 0, 1, 0 }, { DECODE, 118.881588, 128, 0, 1, 0 }, "qwen2 7B" },
  { "llama-bench/jsonl/readme-2026-08.jsonl", 2, 0,
    { PREFILL, 7263.606, 512, 0, 1, 0 }, { DECODE, 119.845, 128, 0, 1, 0 }, "qwen2 7B" },
  { "llama-bench/jsonl/strix-halo-gpt-oss-20b.default-hip.jsonl", 10, 0,
    { PREFILL, 1472.012844, 512, 0, 1, 0 }, { DECODE, 34.758679, 128, 65536, 1, 0 }, "gpt-oss 20B" },
  { "llama-bench/jsonl/strix-halo-llama32-1b.default-rocwmma.jsonl", 10, 0,
    { PREFILL, 4884.423568, 512, 0, 1, 0 }, { DECODE, 27.345715, 128, 65536, 1, 0 }, "llama 1B" },
  /* 27 values under 26 names */
  { "llama-bench/sql/readme-2025-02.sql", 2, 0,
    { PREFILL, 2407.240204, 512, 0, 1, 0 }, { DECODE, 130.891159, 128, 0, 1, 0 }, "llama 7B mostly Q4_0" },
  { "llama-bench/sql/readme-2026-08.sql", 2, 0,
    { PREFILL, 7324.546977, 512, 0, 1, 0 }, { DECODE, 120.346696, 128, 0, 1, 0 }, "qwen2 7B" },
  { "llama-bench/batched/readme.jsonl", 4, 0,
    { PREFILL, 547.453064, 128, 0, 1, 0 }, { DECODE, 23.050371, 128, 128, 2, 0 }, "" },
  { "logs/llama-server-2025-02.log", 8, 4, { PREFILL, 26.17, 84, 0, 1, 0 }, { DECODE, 16.4, 24, 9, 1, 0 }, "model-1b-q4_k_m" },
  { "llama-server/b9010-coder-np1.log", 8, 6,
    { PREFILL, 140.14, 16, 0, 1, 0 }, { DECODE, 95.83, 128, 12, 1, 0 }, "Qwen3-Coder-30B-A3B-Instruct-UD-Q4_K_XL" },
  { "llama-server/b9010-coder-np4.log", 26, 6,
    { PREFILL, 169.38, 16, 0, 1, 0 }, { DECODE, 4 * 42.09, 128, 16, 4, TOK_MEASURED_PER_STREAM }, "Qwen3-Coder-30B" },
  { "llama-server/b9010-qwen36-35b-np1.log", 8, 7, { PREFILL, 215.43, 24, 0, 1, 0 }, { DECODE, 62.52, 128, 24, 1, 0 }, "Qwen3.6-35B-A3B" },
  { "llama-server/b1259-rocm-np1.log", 12, 7, { PREFILL, 169.58, 24, 0, 1, 0 }, { DECODE, 53.43, 128, 24, 1, 0 }, "Qwen3.6-35B-A3B" },
  { "llama-server/qwen36-35b-128k-q8kv.log", 4, 7,
    { PREFILL, 998.8, 32765, 0, 1, 0 }, { DECODE, 54.56, 128, 32765, 1, 0 }, "Qwen3.6-35B-A3B" },
  { "llama-server/qwen3-next-80b-128k.log", 4, 7,
    { PREFILL, 496.85, 131068, 0, 1, 0 }, { DECODE, 29.11, 128, 131068, 1, 0 }, "Qwen3-Next-80B" },
  { "llama-server/json-lines-2024-04.log", 2, 0, { PREFILL, 12.48, 18, 0, 1, 0 }, { DECODE, 6.49, 22, 18, 1, 0 }, "" },
  { "llama-server/json-lines-llamafile-2024-10.log", 2, 0, { PREFILL, 7.27, 63, 0, 1, 0 }, { DECODE, 3.31, 61, 63, 1, 0 }, "" },
  { "llama-server/json-lines-ik-2025-09.log", 2, 0, { PREFILL, 300.96, 2386, 0, 1, 0 }, { DECODE, 27.93, 44, 2386, 1, 0 }, "" },
  { "llama-server/snapdragon-perf-2026.txt", 2, 4, { PREFILL, 136.21, 11, 0, 1, 0 }, { DECODE, 51.57, 475, 11, 1, 0 }, "" },
  { "llama-server/fit-params-rtx4090-b6895.txt", 0, 5, { .batch = 1 }, { .batch = 1 }, "" },
  { "server/llama-server-2025-02-chat-usage.jsonl", 2, 0, { PREFILL, 26.165086, 84, 0, 1, 0 }, { DECODE, 19.290782, 48, 84, 1, 0 }, "" },
  { "server/llama-server-2025-02-chat.jsonl", 2, 0, { PREFILL, 20.134093, 1, 83, 1, 0 }, { DECODE, 21.743188, 24, 84, 1, 0 }, "" },
  { "server/llama-server-2025-02-completions-long.jsonl", 2, 0,
    { PREFILL, 47.97858, 1291, 0, 1, 0 }, { DECODE, 18.679979, 16, 1291, 1, 0 }, "" },
  { "server/llama-server-2025-02-native.jsonl", 2, 0, { PREFILL, 34.043712, 5, 4, 1, 0 }, { DECODE, 16.400937, 24, 9, 1, 0 }, "" },
  { "server/llama-server-2025-02-metrics.txt", 0, 0, { .batch = 1 }, { .batch = 1 }, "counters" },
  { "server/llama-server-2025-02-error.jsonl", 0, 0, { .batch = 1 }, { .batch = 1 }, "neither a measured speed" },
  { "server/llama-server-2025-02-health.txt", 0, 0, { .batch = 1 }, { .batch = 1 }, "neither a measured speed" },
  { "server/llama-server-2025-02-props.txt", 0, 0, { .batch = 1 }, { .batch = 1 }, "neither a measured speed" },
  { "server/llama-server-2025-02-slots.txt", 0, 0, { .batch = 1 }, { .batch = 1 }, "neither a measured speed" },
  { "server/llama-server-2025-02-v1-models.txt", 0, 0, { .batch = 1 }, { .batch = 1 }, "neither a measured speed" },
  { "ollama/verbose-jetson.txt", 2, 0, { PREFILL, 112.85, 76, 0, 1, 0 }, { DECODE, 33.8, 88, 76, 1, 0 }, "" },
  { "ollama/show-response.txt", 0, 0, { .batch = 1 }, { .batch = 1 }, "neither a measured speed" },
  { "ollama/llama3.1_q6k_48k.Modelfile", 0, 0, { .batch = 1 }, { .batch = 1 }, "neither a measured speed" },
  { "vllm/bench-serve.txt", 2, 0,
    { DECODE, 382.89, 221.2, 0, 3.1, TOK_MEASURED_WHOLE_TIME }, { DECODE, 619.85, 221.2, 0, 3.1, TOK_MEASURED_COUNTS_PROMPT }, "" },
  { "vllm/club3090-dual-bench.txt", 10, 0, { DECODE, 68.29, 1000, 0, 1, 0 }, { DECODE, 90.85, 800, 0, 1, 0 }, "" },
  { "other/club3090-offload-run.log", 13, 0, { DECODE, 18.54, 1000, 0, 1, 0 }, { PREFILL, 126.22, 10353, 0, 1, 0 }, "deepseek-v4-flash" },
  { "other/mistralrs-bench.txt", 2, 0, { PREFILL, 103.3, 2048, 0, 1, 0 }, { DECODE, 19.4, 256, 512, 1, 0 }, "" },
};

static GBytes *
load (const Sample *sample)
{
  g_autofree char *path = g_build_filename (g_getenv ("TOKPLAN_SHARED"), "samples", sample->name, NULL);
  char *bytes;
  gsize length;

  if (!g_file_get_contents (path, &bytes, &length, NULL))
    return NULL;
  return g_bytes_new_take (bytes, length);
}

static void
assert_row (const TokMeasurementsRead *read, guint index, const Expected *expected)
{
  TokMeasurementsRead one = *read;

  one.rows = g_array_new (FALSE, FALSE, sizeof (TokMeasurement));
  one.raw = g_ptr_array_new ();
  g_array_append_vals (one.rows, measured_row (read, index), 1);
  g_ptr_array_add (one.raw, read->raw->pdata[index]);
  measured_assert_rows (&one, expected, 1);
  g_array_unref (one.rows);
  g_ptr_array_unref (one.raw);
}

static void
test_sample (gconstpointer data)
{
  const Sample *sample = data;
  g_autoptr (GBytes) bytes = load (sample);
  g_autoptr (TokMeasurementsRead) read = NULL;
  g_autoptr (GError) error = NULL;

  if (bytes == NULL)
    {
      g_test_skip ("the sample is not at hand");
      return;
    }
  read = tok_measurements_read (bytes, &error);
  if (sample->n_rows == 0 && sample->n_buffers == 0)
    {
      g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE);
      g_assert_nonnull (strstr (error->message, sample->words));
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (read->rows->len, ==, sample->n_rows);
  g_assert_cmpuint (read->buffers->len, ==, sample->n_buffers);
  if (sample->n_rows == 0)
    return;
  assert_row (read, 0, &sample->first);
  assert_row (read, read->rows->len - 1, &sample->last);
  g_assert_nonnull (strstr (measured_row (read, 0)->model, sample->words));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_strconcat ("/measurements/samples/", samples[i].name, NULL);

      g_test_add_data_func (name, &samples[i], test_sample);
    }
  return g_test_run ();
}
