/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From telling rows to their plans. */

#include <string.h>

#include "core/speculation.h"
#include "formats/catalog.h"
#include "kinds.h"
#include "mapping.h"
#include "prediction.h"

/* A row of every column; a test says what is different in its own. */
static const struct { const char *column, *value; } columns[] = {
  { "id", "1" }, { "source", "http://example.org/page (table 2)" }, { "date", "2026-05" },
  { "hardware", "NVIDIA GeForce RTX 3090 24GB" }, { "n_gpus", "1" }, { "split_mode", "none" },
  { "backend", "CUDA" }, { "engine", "llama.cpp" }, { "model", "Llama-3.1-8B" },
  { "quant", "Q4_0" }, { "weights_bytes", "" }, { "ngl", "all" }, { "moe_cpu", "" }, { "fa", "" }, { "kv_type", "" },
  { "test", "tg" }, { "n_tokens", "128" }, { "depth", "0" }, { "batch", "1" }, { "spec", "" }, { "tok_s", "50" },
  { "ubatch", "" }, { "threads", "" }, { "prompt_tokens", "" }, { "os", "" }, { "host_limited", "" },
  { "includes_prompt", "" }, { "variant", "" }, { "clean", "" }, { "notes", "" },
};

typedef struct
{
  TokCatalog *catalog;
  TokAliases *aliases;
  TokCsv     *csv;
  GPtrArray  *rows;
  TokMapped   mapped;
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "accuracy", "aliases.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  fixture->catalog = tok_catalog_load_builtin ();
  fixture->aliases = tok_aliases_load (file, &error);
  g_assert_no_error (error);
}

static void
clear_row (Fixture *fixture)
{
  if (fixture->rows == NULL)
    return;
  tok_mapping_clear (&fixture->mapped);
  g_clear_pointer (&fixture->rows, g_ptr_array_unref);
  g_clear_pointer (&fixture->csv, tok_csv_free);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  clear_row (fixture);
  tok_aliases_free (fixture->aliases);
  tok_catalog_free (fixture->catalog);
}

static void
append_field (GString    *text,
              const char *field)
{
  g_string_append_printf (text, "%s\"%s\"", text->len > 0 && text->str[text->len - 1] != '\n' ? "," : "", field);
}

/* A table of the row, in which "column=value", … NULL are different. */
static char *
row_text (va_list changes)
{
  GString *text = g_string_new (NULL);
  const char *values[G_N_ELEMENTS (columns)];

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      append_field (text, columns[i].column);
      values[i] = columns[i].value;
    }
  for (const char *change; (change = va_arg (changes, const char *)) != NULL;)
    for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
      if (g_str_has_prefix (change, columns[i].column) && change[strlen (columns[i].column)] == '=')
        values[i] = change + strlen (columns[i].column) + 1;
  g_string_append_c (text, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    append_field (text, values[i]);
  return g_string_free (text, FALSE);
}

/* The plan of the row; the reason for none is in fixture->mapped. */
static const TokPlan *G_GNUC_NULL_TERMINATED
map (Fixture *fixture,
     ...)
{
  TokMapper mapper = { fixture->catalog, fixture->aliases };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  va_list changes;

  va_start (changes, fixture);
  text = row_text (changes);
  va_end (changes);
  clear_row (fixture);
  fixture->csv = tok_csv_parse (text, strlen (text), &error);
  g_assert_no_error (error);
  fixture->rows = tok_rows_read (fixture->csv, &error);
  g_assert_no_error (error);
  tok_mapping_init (&fixture->mapped, &mapper, g_ptr_array_index (fixture->rows, 0));
  return &fixture->mapped.plan;
}

static void
test_plain (Fixture      *fixture,
            gconstpointer data)
{
  const TokPlan *plan = map (fixture, "date=2026-02", "hardware=NVIDIA GeForce RTX 4090 24GB", "quant=Q4_K_M",
                                      "weights_bytes=4920000000", "fa=1", "kv_type=q8_0 K / f16 V", "depth=4096", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpstr (fixture->mapped.row->source, ==, "http://example.org/page");
  g_assert_cmpstr (plan->devices[0].device.id, ==, "geforce-rtx-4090");
  g_assert_cmpstr (plan->base->id, ==, "llama-3.1-8b");
  g_assert_cmpint (tok_plan_engine (plan), ==, TOK_ENGINE_LLAMA_CUDA);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_ENGINE_BUILD), ==, 2026);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_FILE_BYTES), ==, 4920000000.0);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DEPTH), ==, 4096 + 64);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_KV_K), ==, TOK_KV_Q8_0);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_KV_V), ==, TOK_KV_F16);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS), ==, 32);
  g_assert_true (fixture->mapped.exact);
  g_assert_true (tok_kind_has (TOK_ACCURACY_DEEP, &fixture->mapped));
  g_assert_false (tok_kind_has (TOK_ACCURACY_DENSE, &fixture->mapped));
}

static void
test_experts_on_host (Fixture      *fixture,
                      gconstpointer data)
{
  const TokPlan *plan = map (fixture, "date=2025-05",
                                      "hardware=NVIDIA RTX A6000 48GB + AMD Ryzen Threadripper PRO 7965WX 8ch DDR5-4800",
                                      "engine=ik_llama.cpp", "model=DeepSeek-R1-671B", "quant=UD-Q2_K_XL", "moe_cpu=58",
                                      "fa=1", "test=pp", "n_tokens=2048", "ubatch=2048", "threads=24", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_true (plan->host_known);
  g_assert_cmpstr (plan->host.device.id, ==, "threadripper-pro-7000wx-ddr5-4800");
  /* 58 layers with experts behind three dense ones */
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_EXPERT_LAYERS_CPU), ==, 61);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_PROMPT), ==, 2048);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_UBATCH), ==, 2048);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_THREADS), ==, 24);
  g_assert_true (tok_kind_has (TOK_ACCURACY_OFFLOAD, &fixture->mapped));
  g_assert_true (tok_kind_has (TOK_ACCURACY_PREFILL, &fixture->mapped));
  g_assert_false (tok_kind_has (TOK_ACCURACY_DECODE, &fixture->mapped));
}

static void
test_host_not_stated (Fixture      *fixture,
                      gconstpointer data)
{
  const TokPlan *plan = map (fixture, "date=2025-05", "hardware=NVIDIA GeForce RTX 3090 24GB + CPU not stated",
                                      "model=Llama-3.3-70B", "quant=Q4_K_M", "ngl=40", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_false (plan->host_known);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS), ==, 40);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_KV_ON_CPU), ==, 0);
}

/* A count of layers: the output is one of them from 2026 on, and came last before; in 2023 the cache came after it. */
static void
test_layer_counts (Fixture      *fixture,
                   gconstpointer data)
{
  static const struct { const char *date, *ngl; double layers, cache_on_cpu; } cases[] = {
    { "date=2026-05", "ngl=40", 39, 0 },
    { "date=2025-05", "ngl=40", 40, 0 },
    { "date=2025-05", "ngl=80", 79, 0 },
    { "date=2025-05", "ngl=81", 80, 0 },
    { "date=2023-11", "ngl=81", 80, 1 },
    { "date=2023-11", "ngl=83", 80, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokPlan *plan = map (fixture, "hardware=NVIDIA GeForce RTX 3090 24GB + CPU not stated", "model=Llama-2-70B",
                                 cases[i].date, cases[i].ngl, NULL);

      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_GPU_LAYERS), ==, cases[i].layers);
      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_KV_ON_CPU), ==, cases[i].cache_on_cpu);
    }
}

static void
test_several_gpus (Fixture      *fixture,
                   gconstpointer data)
{
  const TokPlan *plan = map (fixture, "hardware=NVIDIA GeForce RTX 5060 Ti 16GB", "n_gpus=2", "split_mode=tensor",
                                      "model=Qwen3.8-27B", "quant=UD-Q4_K_XL", "n_tokens=400",
                                      "spec=MTP head n-max 3, acceptance 0.43-0.93", "os=windows", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpuint (plan->n_devices, ==, 2);
  g_assert_cmpstr (plan->devices[1].device.id, ==, "geforce-rtx-5060-ti-16gb");
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_SPLIT_MODE), ==, TOK_SPLIT_TENSOR);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_OS), ==, TOK_OS_WINDOWS);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DRAFT_LENGTH), ==, 3);
  g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_ACCEPTANCE), tok_speculation_acceptance (0.68, 3), 1e-9);
  g_assert_true (tok_kind_has (TOK_ACCURACY_SEVERAL_GPUS, &fixture->mapped));
  g_assert_true (tok_kind_has (TOK_ACCURACY_SPECULATION, &fixture->mapped));
}

/* Cards of a desktop are linked when the row says so; what the notes tell of the host's link holds. */
static void
test_links (Fixture      *fixture,
            gconstpointer data)
{
  static const struct { const char *hardware, *notes; TokLink link; } cases[] = {
    { "hardware=NVIDIA GeForce RTX 3090 24GB", "notes=narrative; NVLink NV4, 250 W", TOK_LINK_NVLINK },
    { "hardware=NVIDIA GeForce RTX 3090 24GB", "notes=PCIe, no NVLink", TOK_LINK_PCIE4X16 },
    { "hardware=NVIDIA GeForce RTX 3090 24GB", "notes=", TOK_LINK_PCIE4X16 },
    { "hardware=NVIDIA GeForce RTX 5060 Ti 16GB", "notes=two cards, PCIe 3.0 x8", TOK_LINK_PCIE3X8 },
    { "hardware=NVIDIA A100 SXM 80GB", "notes=", TOK_LINK_AUTO },
    { "hardware=NVIDIA A100 PCIe 80GB", "notes=PCIe, no NVLink", TOK_LINK_PCIE4X16 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokPlan *plan = map (fixture, "n_gpus=2", "split_mode=tensor", cases[i].hardware, cases[i].notes, NULL);

      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_LINK), ==, cases[i].link);
    }
}

/* Words about drafts: how many tokens, and the acceptance of one of them behind the rate that is told. */
static void
test_drafts (Fixture      *fixture,
             gconstpointer data)
{
  static const struct { const char *spec; double length, accepted_share; } cases[] = {
    { "spec=MTP head n-max 2, acceptance 0.78", 2, 0.78 },
    { "spec=MTP head n=3, acceptance 78.7%", 3, 0.787 },
    { "spec=MTP 4 drafts, greedy, 2.9 tokens per step", 4, 1.9 / 4.0 },
    { "spec=MTP head draft len 3, acceptance 58.24%", 3, 0.5824 },
    { "spec=adaptive MTP k=2, acceptance 80.6%", 2, 0.806 },
    { "spec=MTP, acceptance 61%", 3, 0.61 },
  };
  const TokPlan *plan;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      plan = map (fixture, "model=Qwen3.8-27B", cases[i].spec, NULL);
      g_assert_null (fixture->mapped.reason);
      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DRAFT_LENGTH), ==, cases[i].length);
      g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_ACCEPTANCE),
                                      tok_speculation_acceptance (cases[i].accepted_share, (guint) cases[i].length), 1e-9);
    }
  plan = map (fixture, "model=Qwen2.5-Coder-32B", "spec=draft Qwen2.5-Coder-0.5B Q8_0, draft-max 16 min 4 p-min 0.4", NULL);
  g_assert_null (fixture->mapped.reason);
  g_assert_cmpstr (plan->draft_base->id, ==, "qwen2.5-coder-0.5b");
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DRAFT_LENGTH), ==, TOK_AUTO);
}

static void
test_mixed_gpus (Fixture      *fixture,
                 gconstpointer data)
{
  const TokPlan *plan = map (fixture, "date=2024-05",
                                      "hardware=NVIDIA GeForce RTX 3090 24GB + NVIDIA GeForce GTX 1660 SUPER 6GB"
                                      " + Intel Core i7-10700 dual-channel DDR4-3867",
                                      "n_gpus=3", "split_mode=layer", "model=WizardLM-2-8x22B", "quant=Q4_K_M", "ngl=33",
                                      "n_tokens=199", "depth=18020", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpuint (plan->n_devices, ==, 3);
  g_assert_cmpstr (plan->devices[0].device.id, ==, "geforce-rtx-3090");
  g_assert_cmpstr (plan->devices[1].device.id, ==, "geforce-rtx-3090");
  g_assert_cmpstr (plan->devices[2].device.id, ==, "geforce-gtx-1660-super");
  g_assert_cmpstr (plan->host.device.id, ==, "cpu-dual-ddr4-3866");
}

/* llama.cpp has an engine for the cores; the fork's plan is of the cores as a CPU. */
static void
test_cores_of_a_chip (Fixture      *fixture,
                      gconstpointer data)
{
  const TokPlan *plan = map (fixture, "date=2024-05", "hardware=Apple M2 Max 30-core GPU", "n_gpus=0", "backend=CPU",
                                      "model=Llama-2-7B", "ngl=0", "threads=8", "os=macos", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpint (tok_plan_engine (plan), ==, TOK_ENGINE_LLAMA_CPU);
  g_assert_false (tok_plan_uses_devices (plan));
  plan = map (fixture, "date=2024-05", "hardware=Apple M2 Max 30-core GPU", "n_gpus=0", "backend=CPU", "engine=ik_llama.cpp",
                       "model=Llama-2-7B", "ngl=0", "threads=8", "os=macos", NULL);
  g_assert_null (fixture->mapped.reason);
  g_assert_cmpint (tok_plan_engine (plan), ==, TOK_ENGINE_IK_LLAMA);
  g_assert_true (tok_plan_is_cpu_only (plan));
  g_assert_true (tok_kind_has (TOK_ACCURACY_CPU, &fixture->mapped));
  g_assert_false (tok_kind_has (TOK_ACCURACY_APPLE, &fixture->mapped));
}

static void
test_sockets (Fixture      *fixture,
              gconstpointer data)
{
  static const struct { const char *hardware, *n_gpus, *notes; double sockets; } cases[] = {
    { "hardware=2x Intel Xeon Gold 6138 6ch DDR4-2666 per socket", "n_gpus=0", "notes=", 2 },
    { "hardware=2x Intel Xeon Gold 6138 6ch DDR4-2666 per socket", "n_gpus=0", "notes=64 threads, one socket of two", 1 },
    { "hardware=Intel Xeon Platinum 8480 ES 8ch DDR5-4800", "n_gpus=0", "notes=", 1 },
    { "hardware=NVIDIA GeForce RTX 3090 24GB", "n_gpus=2", "notes=", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokPlan *plan = map (fixture, cases[i].hardware, cases[i].n_gpus, cases[i].notes, NULL);

      g_assert_null (fixture->mapped.reason);
      g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_SOCKETS), ==, cases[i].sockets);
    }
}

/* What llama.cpp fits to a card by itself has a context of 4096 tokens at least. */
static void
test_fitted_context (Fixture      *fixture,
                     gconstpointer data)
{
  const char *hardware = "hardware=NVIDIA GeForce RTX 5070 12GB + Intel Core i9-13900HK";

  g_assert_cmpfloat (tok_plan_get (map (fixture, hardware, "model=Gemma-2-27B", "ngl=", NULL), TOK_PARAM_CONTEXT), ==, 4096);
  g_assert_cmpfloat (tok_plan_get (map (fixture, hardware, "model=Gemma-2-27B", "ngl=20", NULL), TOK_PARAM_CONTEXT), ==, 256);
  g_assert_cmpfloat (tok_plan_get (map (fixture, hardware, "model=Gemma-2-27B", "ngl=", "date=2025-03", NULL), TOK_PARAM_CONTEXT),
                     ==, 256);
}

static void
test_batch (Fixture      *fixture,
            gconstpointer data)
{
  const TokPlan *plan = map (fixture, "date=2025-10", "hardware=NVIDIA DGX Spark GB10 128GB", "model=gpt-oss-20b",
                                      "quant=MXFP4", "fa=1", "kv_type=f16", "n_tokens=32", "depth=4096", "batch=8", NULL);
  TokPrediction prediction;

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_REQUESTS), ==, 8);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_DEPTH), ==, 4096 + 16);
  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (prediction.tok_s, ==, prediction.estimate.serving.aggregate_tok_s);
  g_assert_cmpint (prediction.band_kind, ==, TOK_BAND_BATCH);
}

/* A rate that counts the prompt is tokens over the time of the answer; a prefill at depth reads the rest of a longer prompt. */
static void
test_what_was_measured (Fixture      *fixture,
                        gconstpointer data)
{
  const TokPlan *plan = map (fixture, "date=2026-03", "hardware=Apple M4 Pro 24GB", "backend=Metal", "model=Qwen3.5-9B",
                                      "quant=Q4_K_M", "n_tokens=300", "prompt_tokens=20", "os=macos", "includes_prompt=1",
                                      NULL);
  TokPrediction prediction;

  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_PROMPT), ==, 20);
  g_assert_cmpfloat_with_epsilon (prediction.tok_s, 300.0 / prediction.estimate.answer_seconds, 1e-9);
  g_assert_cmpfloat (prediction.tok_s, <, prediction.estimate.decode.tok_s.likely);

  plan = map (fixture, "date=2026-03", "hardware=Apple M4 Pro 24GB", "backend=Metal", "model=Qwen3.5-9B", "quant=Q4_K_M",
                       "test=pp", "n_tokens=512", "depth=8192", "os=macos", NULL);
  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (tok_plan_fresh_tokens (plan), ==, 512);
  g_assert_cmpfloat (tok_plan_get (plan, TOK_PARAM_CACHED), ==, 8192);
  g_assert_cmpfloat (prediction.tok_s, ==, prediction.estimate.prefill_tok_s.likely);
  g_assert_cmpint (prediction.band_kind, ==, TOK_BAND_PREFILL);
}

/* What ran did fit, whatever memory the catalog's entry has; on Windows it may not have. */
static void
test_memory_that_was_enough (Fixture      *fixture,
                             gconstpointer data)
{
  TokPrediction prediction;

  map (fixture, "hardware=Apple M2 (MacBook Air, GPU core count not stated)", "backend=Metal", "model=Qwen2.5-32B", NULL);
  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (prediction.estimate.memory.spilled_bytes, ==, 0.0);
  map (fixture, "model=Llama-3.3-70B", "os=windows", NULL);
  tok_prediction_make (&fixture->mapped, &prediction);
  g_assert_cmpfloat (prediction.estimate.memory.spilled_bytes, >, 0.0);
}

/* Engines by name and backend; the last ones only have near ones. */
static void
test_engines (Fixture      *fixture,
              gconstpointer data)
{
#define AMD "hardware=AMD Radeon RX 7900 XT 20GB"
#define APPLE "hardware=Apple M4 Pro 24GB"
#define NVIDIA "hardware=NVIDIA GeForce RTX 3090 24GB"
  static const struct { const char *hardware, *backend, *engine, *quant; TokEngine expected; gboolean exact; } cases[] = {
    { AMD, "backend=ROCm", "engine=llama.cpp", "quant=Q4_0", TOK_ENGINE_LLAMA_ROCM, TRUE },
    { AMD, "backend=ROCm or Vulkan", "engine=llama.cpp", "quant=Q4_0", TOK_ENGINE_LLAMA_ROCM, FALSE },
    { AMD, "backend=Vulkan", "engine=LM Studio (llama.cpp)", "quant=Q4_0", TOK_ENGINE_LLAMA_VULKAN, TRUE },
    { APPLE, "backend=Metal", "engine=vllm-mlx", "quant=MLX-4bit", TOK_ENGINE_MLX, TRUE },
    { APPLE, "backend=Metal", "engine=Rapid-MLX 0.7.26", "quant=MLX-6bit", TOK_ENGINE_MLX, TRUE },
    { APPLE, "backend=Metal", "engine=ollama", "quant=Q4_K_M", TOK_ENGINE_OLLAMA, TRUE },
    { APPLE, "backend=Metal", "engine=LM Studio", "quant=MLX-4bit", TOK_ENGINE_MLX, TRUE },
    { APPLE, "backend=Metal", "engine=ds4", "quant=Q4_0", TOK_ENGINE_LLAMA_METAL, FALSE },
    { NVIDIA, "backend=CUDA", "engine=vLLM 0.27.1 (patched)", "quant=AWQ-4bit", TOK_ENGINE_VLLM, TRUE },
    { NVIDIA, "backend=CUDA", "engine=AutoAWQ 0.1.6", "quant=AWQ-4bit", TOK_ENGINE_VLLM, FALSE },
    { NVIDIA, "backend=CUDA", "engine=exllamav2", "quant=EXL2-4.0bpw", TOK_ENGINE_EXLLAMA, TRUE },
    { NVIDIA, "backend=CUDA", "engine=gpt-fast", "quant=INT8", TOK_ENGINE_EXLLAMA, FALSE },
    { NVIDIA, "backend=CUDA", "engine=one of tomorrow", "quant=FP8", TOK_ENGINE_VLLM, FALSE },
    { NVIDIA, "backend=CUDA", "engine=one of tomorrow", "quant=Q4_0", TOK_ENGINE_LLAMA_CUDA, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TokPlan *plan = map (fixture, cases[i].hardware, cases[i].backend, cases[i].engine, cases[i].quant, NULL);

      g_assert_null (fixture->mapped.reason);
      g_assert_cmpint (tok_plan_engine (plan), ==, cases[i].expected);
      g_assert_cmpint (fixture->mapped.exact, ==, cases[i].exact);
    }
}

/* Speeds of engines that work in another way say nothing about the program's. */
static void
test_engines_unlike_ours (Fixture      *fixture,
                          gconstpointer data)
{
  static const char *const engines[] = { "engine=Transformers", "engine=KTransformers 0.5.2 (SGLang)", "engine=RKLLM (NPU)",
                                         "engine=AutoAWQ (HF generator, IPEX)" };

  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    {
      map (fixture, "hardware=NVIDIA GeForce RTX 3090 24GB", "backend=CUDA", engines[i], NULL);
      g_assert_cmpstr (fixture->mapped.reason, ==, "no engine of the program is like it");
    }
}

/* No aliases: the words of the names are enough. */
static void
test_names_by_search (Fixture      *fixture,
                      gconstpointer data)
{
  const TokPlan *plan = map (fixture, "hardware=NVIDIA GeForce RTX 4080 SUPER 16GB (rented)", "model=Llama 3.1 8B",
                                      "quant=Q5_K_S", NULL);

  g_assert_null (fixture->mapped.reason);
  g_assert_cmpstr (plan->devices[0].device.id, ==, "geforce-rtx-4080-super");
  g_assert_cmpstr (plan->base->id, ==, "llama-3.1-8b");
}

/* Sizes and bits in names stand in for types nobody knows. */
static void
test_sizes_in_names (Fixture      *fixture,
                     gconstpointer data)
{
  const TokPlan *plan = map (fixture, "engine=ik_llama.cpp", "model=Llama-3.3-70B", "quant=IQ4_KS", NULL);

  /* 4.25 bits of 70.55 billion weights */
  g_assert_null (fixture->mapped.reason);
  g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_FILE_BYTES), 70.55e9 * 4.25 / 8.0, 0.01e9);
  g_assert_false (fixture->mapped.exact);
  plan = map (fixture, "engine=NInfer", "model=Qwen3.8-27B", "quant=NInfer mixed ~5bpw (16.3 GiB file)", NULL);
  g_assert_null (fixture->mapped.reason);
  g_assert_cmpfloat_with_epsilon (tok_plan_get (plan, TOK_PARAM_FILE_BYTES), 16.3 * 1024 * 1024 * 1024, 1.0);
}

static void
test_no_plan (Fixture      *fixture,
              gconstpointer data)
{
  static const struct { const char *change, *reason; } cases[] = {
    { "hardware=A toaster", "hardware not in the catalog" },
    { "n_gpus=16", "more devices than a plan holds" },
    { "model=Llama-3-pruned-45B", "model not in the catalog" },
    { "quant=", "quantization not stated" },
    { "quant=secret sauce", "unknown quantization without a file size" },
    { "spec=ngram-mod n 48, draft-max 128", "a draft no plan can say" },
    { "spec=MTP head n=3", "a draft no plan can say" },   /* Llama 3.1 has none */
    { "depth=nan", "unreadable depth" },
    { "tok_s=0", "unreadable tok_s" },
    { "test=xy", "unreadable test" },
    { "n_gpus=1.5", "unreadable n_gpus" },
    { "fa=2", "unreadable fa" },
    { "ngl=most", "unreadable ngl" },
    { "ngl=-1", "unreadable ngl" },
    { "moe_cpu=some", "unreadable moe_cpu" },
    { "clean=yes", "unreadable clean" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      map (fixture, cases[i].change, NULL);
      g_assert_cmpstr (fixture->mapped.reason, ==, cases[i].reason);
    }
  map (fixture, "test=pp", "n_tokens=", NULL);
  g_assert_cmpstr (fixture->mapped.reason, ==, "prompt length not stated");
  map (fixture, "weights_bytes=16449724744", "notes=-ot exps=CPU; 16 GB RAM", NULL);
  g_assert_cmpstr (fixture->mapped.reason, ==, "a file larger than the memory beside it");
  map (fixture, "weights_bytes=16449724744", "notes=-ot exps=CPU; 32 GB RAM", NULL);
  g_assert_null (fixture->mapped.reason);
  map (fixture, "weights_bytes=16449724744", "notes=16 GB RAM", NULL);
  g_assert_null (fixture->mapped.reason);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add ("/mapping/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("plain", test_plain);
  ADD ("experts on host", test_experts_on_host);
  ADD ("host not stated", test_host_not_stated);
  ADD ("layer counts", test_layer_counts);
  ADD ("several GPUs", test_several_gpus);
  ADD ("links", test_links);
  ADD ("drafts", test_drafts);
  ADD ("mixed GPUs", test_mixed_gpus);
  ADD ("cores of a chip", test_cores_of_a_chip);
  ADD ("sockets", test_sockets);
  ADD ("fitted context", test_fitted_context);
  ADD ("batch", test_batch);
  ADD ("what was measured", test_what_was_measured);
  ADD ("memory that was enough", test_memory_that_was_enough);
  ADD ("engines", test_engines);
  ADD ("engines unlike ours", test_engines_unlike_ours);
  ADD ("names by search", test_names_by_search);
  ADD ("sizes in names", test_sizes_in_names);
  ADD ("no plan", test_no_plan);
  return g_test_run ();
}
