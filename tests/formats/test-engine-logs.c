/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of engines and statistics of servers, by their number in the list of awkward inputs. */

#include <string.h>

#include "core/engine.h"
#include "core/file-type.h"
#include "core/plan.h"
#include "measured.h"

#define PROMPT_TIME "prompt eval time =     500.00 ms /   100 tokens (    5.00 ms per token,   200.00 tokens per second)"
#define EVAL_TIME "eval time =    2000.00 ms /    50 runs   (   40.00 ms per token,    25.00 tokens per second)"

static void
test_timings_of_every_age (void)
{
  static const char *const ages[] = {
    "llama_print_timings: " PROMPT_TIME "\nllama_print_timings:        eval time =    2000.00 ms /    50 runs   (   40.00 ms per token)\n",
    "llama_perf_context_print: " PROMPT_TIME "\nllama_perf_context_print:        " EVAL_TIME "\n",
    "slot print_timing: id  0 | task 0 | \n" PROMPT_TIME "\n       " EVAL_TIME "\n",
    "slot print_timing: id  0 | task 0 | " PROMPT_TIME ", " EVAL_TIME "\n",
    "print_timings: " PROMPT_TIME "\nprint_timings:        " EVAL_TIME "\n",
    "{\"msg\":\"" PROMPT_TIME "\",\"slot_id\":0}\n{\"msg\":\"generation " EVAL_TIME "\",\"slot_id\":0}\n",
  };
  const Expected rows[] = { { PREFILL, 200, 100, 0, 1, 0 }, { DECODE, 25, 50, 100, 1, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (ages); i++)
    {
      g_autoptr (TokMeasurementsRead) read = measured_read (ages[i]);

      measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
    }
}

static void
test_prefixes_of_collectors (void)
{
  static const char *const prefixes[] = {
    "1.03.338.149 I ", "[47161] 0.15.036 D ", "Sep 26 10:33:42 secrethost ollama[6664]: ", "3月 13 09:03:54 ", "llama-1  | ",
  };
  const Expected rows[] = { { PREFILL, 200, 100, 0, 1, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      g_autofree char *text = g_strconcat (prefixes[i], "slot print_timing: id  0 | task 0 | " PROMPT_TIME "\n", NULL);
      g_autoptr (TokMeasurementsRead) read = measured_read (text);

      measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
      g_assert_null (strstr (read->raw->pdata[0], "secrethost"));
    }
}

static void
test_progress_and_acceptance (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "slot launch_slot_: id  0 | task 7 | processing task\n"
    "slot update_slots: id  0 | task 7 | new prompt, n_ctx_slot = 4096, n_keep = 0, task.n_tokens = 300\n"
    "slot update_slots: id  0 | task 7 | n_tokens = 200, memory_seq_rm [200, end)\n"
    "slot print_timing: id  0 | task 7 | n_decoded = 20, tg = 77.00 t/s, tg_3s = 78.00 t/s\n"
    "slot print_timing: id  0 | task 7 | n_gen = 40, tg = 76.00 t/s\n"
    "slot print_timing: id  0 | task 7 | \n" PROMPT_TIME "\n"
    "       eval time =    2000.00 ms /    50 tokens (   40.00 ms per token,    25.00 tokens per second)\n"
    "draft acceptance rate = 0.46218 (   55 accepted /   119 generated)\n");
  const Expected rows[] = { { PREFILL, 200, 100, 200, 1, 0 }, { DECODE, 25, 50, 300, 1, 0 } };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpfloat_with_epsilon (measured_row (read, 1)->acceptance, 55.0 / 119.0, 1e-9);
  g_assert_cmpfloat (measured_row (read, 0)->acceptance, ==, TOK_AUTO);
  g_assert_true (measured_has_note (read, 4, "2 lines tell progress"));
}

/* Without a line on the prompt, the end tells what was in the cache. */
static void
test_depth_from_the_end (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "5.27.000.000 I slot launch_slot_: id  2 | task 160 | processing task, is_child = 0\n"
    "5.27.453.094 I slot print_timing: id  2 | task 160 | " PROMPT_TIME "\n"
    "5.27.453.097 I slot print_timing: id  2 | task 160 |        " EVAL_TIME "\n"
    "5.27.453.129 I slot      release: id  2 | task 160 | stop processing: n_tokens = 8249, truncated = 0\n");
  const Expected rows[] = { { PREFILL, 200, 100, 8100, 1, 0 }, { DECODE, 25, 50, 8200, 1, 0 } };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
}

/* The speeds are of each stream; they add up where the streams ran together. */
static void
test_streams_at_once (void)
{
  const char *together =
    "slot launch_slot_: id  0 | task 1 | processing task\nslot launch_slot_: id  1 | task 2 | processing task\n"
    "slot print_timing: id  0 | task 1 | eval time = 2000.00 ms / 50 tokens (40.00 ms per token, 25.00 tokens per second)\n"
    "slot      release: id  0 | task 1 | stop processing: n_tokens = 99\n"
    "slot print_timing: id  1 | task 2 | eval time = 2100.00 ms / 50 tokens (42.00 ms per token, 23.81 tokens per second)\n"
    "slot      release: id  1 | task 2 | stop processing: n_tokens = 99\n"
    "slot launch_slot_: id  0 | task 3 | processing task\n"
    "slot print_timing: id  0 | task 3 | eval time = 1000.00 ms / 50 tokens (20.00 ms per token, 50.00 tokens per second)\n";
  const char *apart =
    "slot launch_slot_: id  0 | task 1 | processing task\nslot launch_slot_: id  1 | task 2 | processing task\n"
    "slot print_timing: id  0 | task 1 | eval time = 2000.00 ms / 50 tokens (40.00 ms per token, 25.00 tokens per second)\n"
    "slot      release: id  0 | task 1 | stop processing: n_tokens = 99\n"
    "slot print_timing: id  1 | task 2 | eval time = 9000.00 ms / 300 tokens (30.00 ms per token, 33.33 tokens per second)\n";
  const Expected rows[] = {
    { DECODE, 50, 50, 50, 2, TOK_MEASURED_PER_STREAM }, { DECODE, 47.62, 50, 50, 2, TOK_MEASURED_PER_STREAM }, { DECODE, 50, 50, 0, 1, 0 },
  };
  g_autoptr (TokMeasurementsRead) read = measured_read (together);
  g_autoptr (TokMeasurementsRead) mixed = measured_read (apart);

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmphex (measured_row (mixed, 0)->flags, ==, TOK_MEASURED_PER_STREAM | TOK_MEASURED_OVERLAPPED);
  g_assert_cmphex (measured_row (mixed, 1)->flags, ==, TOK_MEASURED_PER_STREAM | TOK_MEASURED_OVERLAPPED);
}

static void
test_devices_and_settings (void)
{
  g_autoptr (TokMeasurementsRead) old = measured_read ("main: build = 901 (d5512b7)\nllama_print_timings: " EVAL_TIME "\n");
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "build: 6895 (4341dc8bc) with cc (GCC) 15.2.1\n"
    "llama_model_load_from_file_impl: using device CUDA0 (NVIDIA Card (X)) (0000:01:00.0) - 23000 MiB free\n"
    "llama_model_load_from_file_impl: using device CUDA1 (NVIDIA Card (X)) (0000:02:00.0) - 23000 MiB free\n"
    "srv    load_model: loading model '/m/net.gguf'\n"
    "llama_model_load_from_file_impl: using device CUDA0 (NVIDIA Card (X)) (0000:01:00.0) - 23000 MiB free\n"
    "llama_model_load_from_file_impl: using device CUDA1 (NVIDIA Card (X)) (0000:02:00.0) - 23000 MiB free\n"
    "llama_model_loader: loaded meta data with 20 key-value pairs and 291 tensors from /m/net.gguf (version GGUF V3 (latest))\n"
    "print_info: file type   = IQ4_XS - 4.25 bpw\nprint_info: file size   = 10.00 GiB (4.30 BPW)\nprint_info: model params = 500.00 M\n"
    "load_tensors: offloaded 20/49 layers to GPU\nllama_context: n_ubatch      = 1024\nllama_context: flash_attn    = enabled\n"
    "llama_kv_cache: size =  384.00 MiB (  4096 cells,  48 layers,  1/1 seqs), K (q8_0):  192.00 MiB, V (q4_0):  192.00 MiB\n"
    "slot print_timing: id  0 | task 0 | " PROMPT_TIME "\n");
  const TokMeasurement *row = measured_row (read, 0);

  g_assert_cmpfloat (measured_row (old, 0)->build_year, ==, 2023);
  g_assert_cmpstr (row->device, ==, "NVIDIA Card (X)");
  g_assert_cmpfloat (row->n_devices, ==, 2);
  g_assert_cmpstr (row->model, ==, "net");
  g_assert_cmpfloat (row->engine, ==, TOK_ENGINE_LLAMA_CUDA);
  g_assert_cmpfloat (row->build_year, ==, 2025);
  g_assert_cmpfloat (row->file_type, ==, TOK_FILE_IQ4_XS);
  g_assert_cmpfloat (row->file_bytes, ==, 10.0 * 1024 * 1024 * 1024);
  g_assert_cmpfloat (row->params, ==, 0.5);
  g_assert_cmpfloat (row->gpu_layers, ==, 20);
  g_assert_cmpfloat (row->ubatch, ==, 1024);
  g_assert_cmpfloat (row->flash_attention, ==, 1);
  g_assert_cmpfloat (row->kv_k, ==, TOK_KV_Q8_0);
  g_assert_cmpfloat (row->kv_v, ==, TOK_KV_Q4_0);
}

static void
test_buffers_by_age (void)
{
  g_autoptr (TokMeasurementsRead) old = measured_read (
    "llama_model_loader: loaded meta data with 20 key-value pairs and 291 tensors from /data/x/net.gguf (version GGUF V2)\n"
    "llm_load_tensors:        CPU buffer size =    70.31 MiB\n"
    "llm_load_tensors:      CUDA0 buffer size =  3577.56 MiB\n"
    "llama_kv_cache_init:      CUDA0 KV buffer size =   256.00 MiB\n"
    "llama_new_context_with_model: KV self size  =  256.00 MiB, K (f16):  128.00 MiB, V (f16):  128.00 MiB\n"
    "llama_new_context_with_model:      CUDA0 compute buffer size =    70.50 MiB\n");
  g_autoptr (TokMeasurementsRead) new = measured_read (
    "print_info: n_ctx_train      = 131072\n"
    "llama_context: n_ctx         = 4096\n"
    "load_tensors:   CPU_Mapped model buffer size =   100.00 MiB\n"
    "load_tensors:   CPU_Mapped model buffer size =    50.00 MiB\n"
    "load_tensors:        CUDA0 model buffer size =  4000.00 MiB\n"
    "llama_context:  CUDA_Host  output buffer size =     0.58 MiB\n"
    "llama_kv_cache_iswa: creating non-SWA KV cache, size = 4096 cells\n"
    "llama_kv_cache:      CUDA0 KV buffer size =   300.00 MiB\n"
    "llama_kv_cache: size =  300.00 MiB (  4096 cells,  10 layers,  1/1 seqs), K (q8_0):  150.00 MiB, V (q8_0):  150.00 MiB\n"
    "llama_kv_cache_iswa: creating     SWA KV cache, size = 1024 cells\n"
    "llama_kv_cache:      CUDA0 KV buffer size =    75.00 MiB\n"
    "llama_memory_recurrent:      CUDA0 RS buffer size =    62.81 MiB\n"
    "sched_reserve:      CUDA0 compute buffer size =   301.00 MiB\n"
    "llama_context:      CUDA0 compute buffer size is 301.0000 MiB, matches expectation of 301.0000 MiB\n");

  measured_assert_buffer (old, "CUDA0", TOK_LOGGED_WEIGHTS, FALSE, 3577.56);
  measured_assert_buffer (old, "CPU", TOK_LOGGED_WEIGHTS, FALSE, 70.31);
  measured_assert_buffer (old, "CUDA0", TOK_LOGGED_KV, FALSE, 256);
  measured_assert_buffer (old, "CUDA0", TOK_LOGGED_COMPUTE, FALSE, 70.5);
  g_assert_cmpuint (old->buffers->len, ==, 4);
  measured_assert_buffer (new, "CPU_Mapped", TOK_LOGGED_WEIGHTS, FALSE, 150);
  measured_assert_buffer (new, "CUDA0", TOK_LOGGED_KV, FALSE, 375);
  measured_assert_buffer (new, "CUDA0", TOK_LOGGED_STATE, FALSE, 62.81);
  measured_assert_buffer (new, "CUDA0", TOK_LOGGED_COMPUTE, FALSE, 301);
  measured_assert_buffer (new, "CUDA_Host", TOK_LOGGED_OUTPUT, FALSE, 0.58);
  g_assert_cmpuint (new->buffers->len, ==, 6);
  g_assert_cmpfloat (old->context_tokens, ==, 0.0);
  g_assert_cmpfloat (new->context_tokens, ==, 4096.0);
}

static void
test_a_load_starts_anew_and_a_draft_is_apart (void)
{
  g_autoptr (TokMeasurementsRead) prediction = measured_read (
    "llama_context: constructing llama_context\n"
    "llama_kv_cache:      CUDA0 KV buffer size =   200.00 MiB\n"
    "srv    load_model: creating MTP draft context against the target model '/x/net.gguf'\n"
    "llama_context: constructing llama_context\n"
    "llama_kv_cache:      CUDA0 KV buffer size =     8.00 MiB\n");
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "srv    load_model: loading model 'first.gguf'\n"
    "llama_model_loader: loaded meta data with 20 key-value pairs and 291 tensors from first.gguf (version GGUF V3 (latest))\n"
    "load_tensors:        CUDA0 model buffer size =  9999.00 MiB\n"
    "srv    load_model: loading model 'second.gguf'\n"
    "llama_model_loader: loaded meta data with 20 key-value pairs and 291 tensors from second.gguf (version GGUF V3 (latest))\n"
    "load_tensors:        CUDA0 model buffer size =  5000.00 MiB\n"
    "llama_context: constructing llama_context\n"
    "llama_kv_cache:      CUDA0 KV buffer size =   200.00 MiB\n"
    "srv    load_model: loading draft model 'small.gguf'\n"
    "llama_model_loader: loaded meta data with 20 key-value pairs and 291 tensors from small.gguf (version GGUF V3 (latest))\n"
    "load_tensors:        CUDA0 model buffer size =   400.00 MiB\n"
    "llama_context: constructing llama_context\n"
    "llama_kv_cache:      CUDA0 KV buffer size =    20.00 MiB\n"
    "llama_context:        CUDA0 compute buffer size =    90.00 MiB\n"
    "slot print_timing: id  0 | task 0 | " PROMPT_TIME "\n");

  measured_assert_buffer (read, "CUDA0", TOK_LOGGED_WEIGHTS, FALSE, 5000);
  measured_assert_buffer (read, "CUDA0", TOK_LOGGED_KV, FALSE, 200);
  measured_assert_buffer (read, "CUDA0", TOK_LOGGED_WEIGHTS, TRUE, 400);
  measured_assert_buffer (read, "CUDA0", TOK_LOGGED_KV, TRUE, 20);
  measured_assert_buffer (read, "CUDA0", TOK_LOGGED_COMPUTE, TRUE, 90);
  g_assert_cmpuint (read->buffers->len, ==, 5);
  measured_assert_buffer (prediction, "CUDA0", TOK_LOGGED_KV, FALSE, 200);
  measured_assert_buffer (prediction, "CUDA0", TOK_LOGGED_KV, TRUE, 8);
  g_assert_cmpstr (measured_row (read, 0)->model, ==, "second");
}

#define BREAKDOWN_HEAD "llama_memory_breakdown_print: | memory breakdown [MiB] | total   free     self   model   context   compute    unaccounted |\n"

static void
test_memory_breakdown (void)
{
  const char *table =
    "common_memory_breakdown_print: | memory breakdown [MiB] | total   free     self   model   context   compute    unaccounted |\n"
    "common_memory_breakdown_print: |   - CUDA0 (Card X)   | 24000 = 23000 + (12000 = 11000 +     600 +     400) +      -11000 |\n"
    BREAKDOWN_HEAD
    "llama_memory_breakdown_print: |   - CUDA0 (Card X)   | 24000 = 11500 + (12000 = 11000 +     600 +     400) +         500 |\n"
    "llama_memory_breakdown_print: |   - Host             |                   300 =   250 +       0 +      50                |\n";
  g_autoptr (TokMeasurementsRead) read = measured_read (table);
  g_autofree char *both = g_strconcat ("load_tensors:        CUDA0 model buffer size = 11000.40 MiB\n", table, NULL);
  g_autoptr (TokMeasurementsRead) once = measured_read (both);

  measured_assert_buffer (read, "CUDA0", TOK_LOGGED_WEIGHTS, FALSE, 11000);
  measured_assert_buffer (read, "CUDA0", TOK_LOGGED_KV, FALSE, 600);
  measured_assert_buffer (read, "CUDA0", TOK_LOGGED_COMPUTE, FALSE, 400);
  measured_assert_buffer (read, "Host", TOK_LOGGED_WEIGHTS, FALSE, 250);
  measured_assert_buffer (read, "Host", TOK_LOGGED_COMPUTE, FALSE, 50);
  g_assert_cmpuint (read->buffers->len, ==, 5);
  measured_assert_buffer (once, "CUDA0", TOK_LOGGED_WEIGHTS, FALSE, 11000.4);
  g_assert_cmpuint (once->buffers->len, ==, 1);
  /* a probe alone is no measurement */
  measured_refuse (BREAKDOWN_HEAD "x: |   - CUDA0 (Card X)   | 24000 = 23000 + (12000 = 11000 +     600 +     400) +      -11000 |\n", "neither");
}

static void
test_swapped_columns_and_bytes (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "llama_print_timings: eval time = 2000.00 ms / 50 runs (25.00 ms per token, 40.00 tokens per second)\n"
    "ggml_gallocr_reserve_n: failed to allocate CUDA0 buffer of size 17752270848\n");
  const Expected rows[] = { { DECODE, 25, 50, 0, 1, 0 } };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_true (measured_has_note (read, 1, "tokens over time"));
  g_assert_true (measured_has_note (read, 2, "16930 MiB"));
}

static void
test_durations_of_ollama (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "$ ollama run --verbose net:1b\n>>> why\ntotal duration:       2m27.989997625s\n"
    "load duration:        1.365523ms\nprompt eval count:    26 token(s)\n"
    "prompt eval duration: 204.563ms\nprompt eval rate:     127.10 tokens/s\neval count:           298 token(s)\n"
    "eval duration:        2m4s\neval rate:            2.40 tokens/s\n"
    "total duration:       1s\nprompt eval count:    26 token(s)\nprompt eval duration: 1\xc2\xb5s\nprompt eval rate:     26000000.00 tokens/s\n"
    "eval count:           10 token(s)\neval duration:        500ms\neval rate:            90.00 tokens/s\n");
  const Expected rows[] = {
    { PREFILL, 127.1, 26, 0, 1, 0 }, { DECODE, 2.4, 298, 26, 1, 0 },
    { PREFILL, 26e6, 26, 0, 1, TOK_MEASURED_IMPLAUSIBLE }, { DECODE, 20, 10, 26, 1, 0 },
  };
  g_autoptr (TokMeasurementsRead) json = measured_read (
    "{\"model\":\"net:7b\",\"response\":\"my secret\",\"done\":true,\"total_duration\":5000000000,\"prompt_eval_count\":40,"
    "\"prompt_eval_duration\":400000000,\"eval_count\":80,\"eval_duration\":4000000000}\n");
  const Expected of_json[] = { { PREFILL, 100, 40, 0, 1, 0 }, { DECODE, 20, 80, 40, 1, 0 } };

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_true (measured_has_note (read, 17, "tokens over time"));
  g_assert_cmpstr (measured_row (read, 3)->model, ==, "net:1b");
  measured_assert_rows (json, of_json, G_N_ELEMENTS (of_json));
  g_assert_cmpstr (measured_row (json, 0)->model, ==, "net:7b");
  g_assert_null (strstr (json->raw->pdata[0], "secret"));
}

static void
test_offload_line_of_ollama (void)
{
  g_autoptr (TokMeasurementsRead) tries = measured_read (
    "time=1 level=INFO msg=\"offloaded 41/41 layers to GPU\"\n"
    "time=1 level=INFO msg=\"model weights\" buffer=CUDA0 size=\"11.5 GiB\"\n"
    "time=1 level=INFO msg=\"compute graph\" backend=CUDA0 buffer_type=CUDA0 size=\"0 B\"\n"
    "time=2 level=INFO msg=\"model weights\" device=CUDA0 size=\"11.0 GiB\"\n"
    "time=2 level=INFO msg=\"kv cache\" device=CUDA0 size=\"936.0 MiB\"\n");
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "time=2025-01-01T00:00:00.000Z level=INFO source=server.go:100 msg=\"offload to cuda\" layers.requested=-1 layers.model=33 "
    "layers.offload=28 layers.split=\"\" memory.available=\"[30.9 GiB 30.8 GiB]\" memory.required.kv=\"496.0 MiB\" "
    "memory.weights.total=\"4.5 GiB\" memory.graph.full=\"560.0 MiB\"\n"
    "Jan 01 00:00:00 host ollama[1]: llama_print_timings: eval time = 2000.00 ms / 50 runs (40.00 ms per token, 25.00 tokens per second)\n");

  measured_assert_buffer (tries, "CUDA0", TOK_LOGGED_WEIGHTS, FALSE, 11264);
  measured_assert_buffer (tries, "CUDA0", TOK_LOGGED_KV, FALSE, 936);
  g_assert_cmpuint (tries->buffers->len, ==, 2);
  measured_assert_buffer (read, "", TOK_LOGGED_KV, FALSE, 496);
  measured_assert_buffer (read, "", TOK_LOGGED_WEIGHTS, FALSE, 4608);
  g_assert_cmpfloat (measured_row (read, 0)->gpu_layers, ==, 28);
  g_assert_cmpfloat (measured_row (read, 0)->engine, ==, TOK_ENGINE_OLLAMA);
}

static void
test_start_of_vllm (void)
{
  g_autoptr (TokMeasurementsRead) new = measured_read (
    "(EngineCore pid=86) INFO 11-01 10:00:00 [gpu_model_runner.py:2653] Model loading took 14.9889 GiB and 3.2 seconds\n"
    "(EngineCore pid=86) INFO 11-01 10:00:00 [gpu_worker.py:298] Available KV cache memory: 9.57 GiB\n"
    "(EngineCore pid=86) INFO 11-01 10:00:00 [kv_cache_utils.py:1087] GPU KV cache size: 78,384 tokens\n");
  g_autoptr (TokMeasurementsRead) old = measured_read (
    "INFO 11-20 10:00:00 model_runner.py:1077] Loading model weights took 14.9888 GB\n"
    "INFO 11-20 10:00:00 worker.py:232] Memory profiling: model weights take 14.99GiB; PyTorch activation peak memory takes 1.23GiB; "
    "the rest of the memory reserved for KV Cache is 23.77GiB.\n"
    "INFO 11-20 10:00:00 gpu_executor.py:122] # GPU blocks: 1952, # CPU blocks: 2048\n");

  measured_assert_buffer (new, "GPU", TOK_LOGGED_WEIGHTS, FALSE, 14.9889 * 1024);
  measured_assert_buffer (new, "GPU", TOK_LOGGED_KV, FALSE, 9.57 * 1024);
  g_assert_true (measured_has_note (new, 3, "78384 tokens"));
  measured_assert_buffer (old, "GPU", TOK_LOGGED_WEIGHTS, FALSE, 14.9888 * 1024);
  measured_assert_buffer (old, "GPU", TOK_LOGGED_COMPUTE, FALSE, 1.23 * 1024);
  measured_assert_buffer (old, "GPU", TOK_LOGGED_KV, FALSE, 23.77 * 1024);
  g_assert_true (measured_has_note (old, 3, "31232 tokens"));
}

static void
test_serving_benchmarks (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "============ Serving Benchmark Result ============\nBackend:                                 sglang    \n"
    "Max request concurrency:                 8         \nSuccessful requests:                     16        \n"
    "Benchmark duration (s):                  10.00     \nTotal input tokens:                      3200      \n"
    "Total generated tokens:                  1600      \nOutput token throughput (tok/s):         160.00    \n"
    "Peak output token throughput (tok/s):    999.00    \nTotal token throughput (tok/s):          480.00    \n"
    "Mean TPOT (ms):                          40.00     \n==================================================\n");
  const Expected rows[] = {
    { DECODE, 160, 100, 0, 8, TOK_MEASURED_WHOLE_TIME },
    { DECODE, 480, 100, 0, 8, TOK_MEASURED_COUNTS_PROMPT },
    { DECODE, 200, 100, 200, 8, TOK_MEASURED_PER_STREAM },
  };
  g_autoptr (TokMeasurementsRead) single = measured_read (
    "============ Serving Benchmark Result ============\nMaximum request concurrency:             not set\n"
    "Successful requests:                     10\nBenchmark duration (s):                  4.00\nTotal input tokens:                      8000\n"
    "Total generated tokens:                  10\nOutput token throughput (tok/s):         2.50\nTotal Token throughput (tok/s):          2002.50\n"
    "Mean TPOT (ms):                          0.00\n");
  const Expected of_single[] = { { PREFILL, 2000, 800, 0, 10, 0 } };
  g_autoptr (TokMeasurementsRead) json = measured_read (
    "{\"backend\": \"vllm\", \"max_concurrency\": 4, \"duration\": 10.0, \"completed\": 4, \"total_input_tokens\": 400, "
    "\"total_output_tokens\": 2000, \"output_throughput\": 200.0, \"total_token_throughput\": 240.0, \"mean_tpot_ms\": 20.0}\n");

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  g_assert_cmpfloat (measured_row (read, 0)->engine, ==, TOK_ENGINE_SGLANG);
  g_assert_cmpfloat (measured_row (read, 0)->n_prompt, ==, 200);
  measured_assert_rows (single, of_single, G_N_ELEMENTS (of_single));
  g_assert_cmpuint (json->rows->len, ==, 3);
  g_assert_cmpfloat (measured_row (json, 0)->engine, ==, TOK_ENGINE_VLLM);
}

static void
test_parts_of_serving_benchmarks (void)
{
  g_autoptr (TokMeasurementsRead) above = measured_read (
    "Traffic request rate: inf\nMaximum request concurrency: 30\n============ Serving Benchmark Result ============\n"
    "Successful requests: 100\nBenchmark duration (s): 80.00\nTotal input tokens: 77700\nTotal generated tokens: 600\n"
    "Output token throughput (tok/s): 7.50\n");
  const Expected rows[] = { { DECODE, 7.5, 6, 0, 30, TOK_MEASURED_WHOLE_TIME } };

  measured_assert_rows (above, rows, G_N_ELEMENTS (rows));
  measured_refuse ("============ Serving Benchmark Result ============\nOutput token throughput (tok/s): 3000.00\n", "how many requests");
}

static void
test_no_paths_users_and_hosts (void)
{
  static const char *const secrets[] = { "ann", "bob", "secret", "home", "Users", "192.168", NULL };
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "srv    load_model: loading model '/home/ann/secret/My Net-7B-Q4_K_M-00001-of-00002.gguf'\n"
    "slot print_timing: id  0 | task 0 | " PROMPT_TIME "\n"
    "{\"model_filename\": \"C:\\\\Users\\\\bob smith\\\\secret\\\\net.gguf\", \"n_prompt\": 5, \"n_gen\": 0, \"avg_ts\": 7.5}\n"
    "| model | who | test | t/s |\n|---|---|---|---|\n| /home/ann/secret/net.gguf | ann@192.168.1.2 | tg32 | 8.5 |\n");

  g_assert_cmpuint (read->rows->len, ==, 3);
  for (guint i = 0; i < read->rows->len; i++)
    for (guint j = 0; secrets[j] != NULL; j++)
      {
        g_assert_null (strstr (measured_row (read, i)->model, secrets[j]));
        g_assert_null (strstr (read->raw->pdata[i], secrets[j]));
      }
}

static void
test_counters_are_refused (void)
{
  measured_refuse ("# TYPE llamacpp:predicted_tokens_seconds gauge\nllamacpp:predicted_tokens_seconds 18.95\n", "counters");
}

static void
test_throughput_of_moments_is_refused (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "INFO [gpu_model_runner.py:1338] Model loading took 14.9889 GiB and 5.5 seconds\n"
    "INFO [loggers.py:87] Engine 000: Avg prompt throughput: 51.2 tokens/s, Avg generation throughput: 102.3 tokens/s, Running: 1 reqs\n");

  measured_refuse ("INFO Engine 000: Avg prompt throughput: 51.2 tokens/s, Avg generation throughput: 102.3 tokens/s, Running: 1 reqs\n",
                   "throughput of moments");
  measured_refuse ("[TP0] Decode batch. #running-req: 1, #token: 545, token usage: 0.00, gen throughput (token/s): 102.30, #queue-req: 0\n",
                   "throughput of moments");
  g_assert_true (measured_has_note (read, 2, "progress"));
  g_assert_false (measured_has_note (read, 2, "does not say of what"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measurements/41-timings-of-every-age", test_timings_of_every_age);
  g_test_add_func ("/measurements/42-prefixes-of-collectors", test_prefixes_of_collectors);
  g_test_add_func ("/measurements/43-progress-and-acceptance", test_progress_and_acceptance);
  g_test_add_func ("/measurements/43-depth-from-the-end", test_depth_from_the_end);
  g_test_add_func ("/measurements/43-streams-at-once", test_streams_at_once);
  g_test_add_func ("/measurements/42-devices-and-settings", test_devices_and_settings);
  g_test_add_func ("/measurements/44-buffers-by-age", test_buffers_by_age);
  g_test_add_func ("/measurements/44-a-load-starts-anew-and-a-draft-is-apart", test_a_load_starts_anew_and_a_draft_is_apart);
  g_test_add_func ("/measurements/45-memory-breakdown", test_memory_breakdown);
  g_test_add_func ("/measurements/46-swapped-columns-and-bytes", test_swapped_columns_and_bytes);
  g_test_add_func ("/measurements/49-durations-of-ollama", test_durations_of_ollama);
  g_test_add_func ("/measurements/50-offload-line-of-ollama", test_offload_line_of_ollama);
  g_test_add_func ("/measurements/51-start-of-vllm", test_start_of_vllm);
  g_test_add_func ("/measurements/52-serving-benchmarks", test_serving_benchmarks);
  g_test_add_func ("/measurements/52-parts-of-serving-benchmarks", test_parts_of_serving_benchmarks);
  g_test_add_func ("/measurements/54-no-paths-users-and-hosts", test_no_paths_users_and_hosts);
  g_test_add_func ("/measurements/counters-are-refused", test_counters_are_refused);
  g_test_add_func ("/measurements/throughput-of-moments-is-refused", test_throughput_of_moments_is_refused);
  return g_test_run ();
}
