/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members by llama.cpp, tools/llama-bench/llama-bench.cpp, test::get_fields() and markdown_printer::get_field_display_name(). */

#include "formats/bench-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "core/units.h"
#include "formats/bench-words.h"
#include "formats/text-number.h"
#include "formats/text-privacy.h"

#define NANOSECONDS 1e9
#define LONGEST_NAME 63u

typedef void (*SetFunc) (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma);

/* A name without a function is known and of no use. */
typedef struct
{
  const char *name;
  SetFunc     set;
  gsize       offset;   /* of the number */
} Member;

#define NUMBER(member) G_STRUCT_OFFSET (TokBenchRow, member)

static void
set_number (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  if (!tok_number_read_whole (value, decimal_comma, number))
    *number = TOK_AUTO;
}

static void
set_billions (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  double count;

  if (tok_number_read_whole (value, decimal_comma, &count))
    *number = count / TOK_BILLION;
}

/* "1.10 B", "350.00 M". */
static void
set_params (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  double count;

  if (!tok_number_read (&value, decimal_comma, &count))
    return;
  value += strspn (value, " ");
  if (*value == 'B')
    *number = count;
  else if (*value == 'M')
    *number = count / 1000.0;
  else if (*value == 'T')
    *number = count * 1000.0;
}

static void
set_size (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  double bytes;

  if (tok_number_read_bytes (&value, decimal_comma, &bytes))
    *number = bytes;
}

/* -1 and "auto" leave it open. */
static void
set_switch (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  static const char *const on[] = { "1", "true", "on", "enabled", NULL };
  static const char *const off[] = { "0", "false", "off", "disabled", NULL };

  if (g_strv_contains (on, value))
    *number = 1.0;
  else if (g_strv_contains (off, value))
    *number = 0.0;
}

static void
set_kv (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  *number = tok_choice_from_name (TOK_PARAM_KV_K, value);
}

/* What stood in the place of the types until 2023. */
static void
set_kv_16 (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  self->row.kv_k = self->row.kv_v = g_str_equal (value, "0") || g_str_equal (value, "false") ? TOK_KV_F32 : TOK_KV_F16;
}

static void
set_split (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  *number = tok_choice_from_name (TOK_PARAM_SPLIT_MODE, value);
  if (g_str_equal (value, "none"))
    self->row.n_devices = 1.0;
}

static void
set_engine (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  *number = tok_engine_from_words (value);
}

/* Backends of 2023, a member each; the one that is on wins. */
static void
set_backend (TokBenchRow *self, const char *value, TokEngine engine)
{
  if (g_str_equal (value, "1") || g_str_equal (value, "true"))
    self->row.engine = engine;
}

static void
set_cuda (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  set_backend (self, value, TOK_ENGINE_LLAMA_CUDA);
}

static void
set_metal (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  set_backend (self, value, TOK_ENGINE_LLAMA_METAL);
}

static void
set_vulkan (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  set_backend (self, value, TOK_ENGINE_LLAMA_VULKAN);
}

/* In a column of its own in tables people make, before or behind that of the model. */
static void
set_file_type (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  double type = tok_file_type_from_words (value);

  if (type != TOK_AUTO)
    *number = type;
}

static void
set_model (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  tok_text_copy (self->row.model, sizeof self->row.model, value, strlen (value));
  set_file_type (self, &self->row.file_type, value, decimal_comma);
}

static void
set_model_file (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  if (self->row.model[0] == '\0')
    tok_text_copy_model (self->row.model, sizeof self->row.model, value, strlen (value));
}

/* "NVIDIA GeForce RTX 3090, NVIDIA GeForce RTX 3090". */
static void
set_gpu (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  double n_devices = 1.0;

  if (*value == '\0')
    return;
  for (const char *at = strchr (value, ','); at != NULL; at = strchr (at + 1, ','))
    n_devices += at[1] == ' ';
  if (self->row.n_devices < 0.0)
    self->row.n_devices = n_devices;
  tok_text_copy (self->row.device, sizeof self->row.device, value, strlen (value));
}

static void
set_cpu (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  if (self->row.device[0] == '\0')
    tok_text_copy (self->row.device, sizeof self->row.device, value, strlen (value));
}

static void
set_build (TokBenchRow *self, double *number, const char *value, gboolean decimal_comma)
{
  double build;

  if (tok_number_read_whole (value, FALSE, &build) && tok_year_from_build (build) > 0.0)
    self->row.build_year = tok_year_from_build (build);
}

/* Sorted by use; what is behind the first empty function is known and says nothing of the speed's definition. */
static const Member members[] = {
  { "model", set_model, 0 }, { "model_type", set_model, 0 }, { "model_filename", set_model_file, 0 },
  { "quant", set_file_type, NUMBER (row.file_type) }, { "quantization", set_file_type, NUMBER (row.file_type) },
  { "size", set_size, NUMBER (row.file_bytes) }, { "model_size", set_number, NUMBER (row.file_bytes) },
  { "params", set_params, NUMBER (row.params) }, { "model_n_params", set_billions, NUMBER (row.params) },
  { "backend", set_engine, NUMBER (row.engine) }, { "backends", set_engine, NUMBER (row.engine) },
  { "cuda", set_cuda, 0 }, { "metal", set_metal, 0 }, { "vulkan", set_vulkan, 0 },
  { "gpu_info", set_gpu, 0 }, { "gpu", set_gpu, 0 }, { "device", set_gpu, 0 }, { "hardware", set_gpu, 0 },
  { "cpu_info", set_cpu, 0 }, { "build_number", set_build, 0 },
  { "ngl", set_number, NUMBER (row.gpu_layers) }, { "n_gpu_layers", set_number, NUMBER (row.gpu_layers) },
  { "threads", set_number, NUMBER (row.threads) }, { "n_threads", set_number, NUMBER (row.threads) },
  { "n_ubatch", set_number, NUMBER (row.ubatch) }, { "microbatch size", set_number, NUMBER (row.ubatch) },
  { "n_cpu_moe", set_number, NUMBER (row.expert_layers_cpu) }, { "ncmoe", set_number, NUMBER (row.expert_layers_cpu) },
  { "nkvo", set_switch, NUMBER (row.kv_on_cpu) }, { "no_kv_offload", set_switch, NUMBER (row.kv_on_cpu) },
  { "type_k", set_kv, NUMBER (row.kv_k) }, { "type_v", set_kv, NUMBER (row.kv_v) }, { "f16_kv", set_kv_16, 0 },
  { "fa", set_switch, NUMBER (row.flash_attention) }, { "flash_attn", set_switch, NUMBER (row.flash_attention) },
  { "sm", set_split, NUMBER (row.split_mode) }, { "split_mode", set_split, NUMBER (row.split_mode) },
  { "n_prompt", set_number, NUMBER (n_prompt) }, { "n_gen", set_number, NUMBER (n_gen) },
  { "n_depth", set_number, NUMBER (depth) },
  { "avg_ts", set_number, NUMBER (mean_tok_s) }, { "stddev_ts", set_number, NUMBER (row.deviation) },
  { "avg_ns", set_number, NUMBER (mean_nanoseconds) },
  { "build_commit", NULL, 0 }, { "opencl", NULL, 0 }, { "gpu_blas", NULL, 0 }, { "blas", NULL, 0 }, { "kompute", NULL, 0 },
  { "sycl", NULL, 0 }, { "rpc", NULL, 0 }, { "n_batch", NULL, 0 }, { "cpu_mask", NULL, 0 }, { "cpu_strict", NULL, 0 },
  { "poll", NULL, 0 }, { "main_gpu", NULL, 0 }, { "mg", NULL, 0 }, { "tensor_split", NULL, 0 }, { "ts", NULL, 0 },
  { "tensor_buft_overrides", NULL, 0 }, { "ot", NULL, 0 }, { "use_mmap", NULL, 0 }, { "mmap", NULL, 0 }, { "mmp", NULL, 0 },
  { "use_direct_io", NULL, 0 }, { "dio", NULL, 0 }, { "load_mode", NULL, 0 }, { "lm", NULL, 0 }, { "embeddings", NULL, 0 },
  { "embd", NULL, 0 }, { "no_op_offload", NULL, 0 }, { "nopo", NULL, 0 }, { "no_host", NULL, 0 }, { "fit_target", NULL, 0 },
  { "fit_min_ctx", NULL, 0 }, { "fitt", NULL, 0 }, { "fitc", NULL, 0 }, { "devices", NULL, 0 }, { "dev", NULL, 0 },
  { "mul_mat_q", NULL, 0 }, { "test_time", NULL, 0 }, { "stddev_ns", NULL, 0 }, { "samples_ns", NULL, 0 },
  { "samples_ts", NULL, 0 },
};

void
tok_bench_row_init (TokBenchRow *self,
                    const char  *tool)
{
  *self = (TokBenchRow) { .mean_tok_s = TOK_AUTO, .mean_nanoseconds = TOK_AUTO };
  tok_measurement_init (&self->row, TOK_MEASURED_DECODE, tool);
}

static const Member *
find_member (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (g_ascii_strcasecmp (members[i].name, name) == 0)
      return &members[i];
  return NULL;
}

gboolean
tok_bench_row_knows (const char *name)
{
  return find_member (name) != NULL;
}

gboolean
tok_bench_row_set (TokBenchRow *self,
                   const char  *name,
                   const char  *value,
                   gboolean     decimal_comma)
{
  const Member *member = find_member (name);

  if (member == NULL)
    return FALSE;
  if (member->set != NULL)
    member->set (self, G_STRUCT_MEMBER_P (self, member->offset), value, decimal_comma);
  return TRUE;
}

static double
mean_speed (const TokBenchRow *self)
{
  double n = MAX (self->n_prompt, 0.0) + MAX (self->n_gen, 0.0);

  return self->mean_nanoseconds > 0.0 ? n / self->mean_nanoseconds * NANOSECONDS : TOK_AUTO;
}

gboolean
tok_bench_row_is_sane (const TokBenchRow *self)
{
  return self->mean_tok_s > 0.0 && self->mean_nanoseconds > 0.0 && tok_rates_agree (mean_speed (self), self->mean_tok_s);
}

void
tok_bench_row_finish (TokBenchRow *self,
                      TokReading  *reading,
                      guint        line,
                      const char  *raw)
{
  TokMeasurement *row = &self->row;
  gboolean reads = self->n_prompt > 0.0, writes = self->n_gen > 0.0;

  if (!reads && !writes)
    {
      tok_reading_note (reading, line, _("A result is left out: it says neither n_prompt nor n_gen."));
      return;
    }
  row->kind = writes ? TOK_MEASURED_DECODE : TOK_MEASURED_PREFILL;
  row->n_tokens = writes ? self->n_gen : self->n_prompt;
  row->depth = MAX (self->depth, 0.0);
  row->tok_s = self->mean_tok_s > 0.0 ? self->mean_tok_s : mean_speed (self);
  if (reads && writes)
    {
      row->flags |= TOK_MEASURED_COUNTS_PROMPT;
      row->n_prompt = self->n_prompt;
    }
  tok_reading_add (reading, row, line, raw);
}
