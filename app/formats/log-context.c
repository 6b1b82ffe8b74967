/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of llama.cpp and of what is built on it, of all ages; prefixes of log collectors may stand in front. */

#include "formats/log-context.h"

#include <string.h>

#include "core/units.h"
#include "formats/bench-words.h"
#include "formats/logfmt.h"
#include "formats/text-number.h"
#include "formats/text-privacy.h"

/* Copies without their history count from 1. */
#define FIRST_OF_FORKS 1000.0

void
tok_log_context_init (TokLogContext *self)
{
  *self = (TokLogContext) { .is_draft = FALSE };
  tok_measurement_init (&self->known, TOK_MEASURED_DECODE, "");
}

double
tok_log_build_year (const char *line)
{
  const char *at = tok_text_behind (line, "build_info:");
  const char *bracket;
  double number;

  if (at != NULL)
    return *at == 'b' && ++at && tok_number_read (&at, FALSE, &number) ? tok_year_from_build (number) : TOK_AUTO;
  /* until 2024, "main: build = 901 (d5512b7)" */
  at = tok_text_behind (line, "build = ");
  if (at != NULL && tok_number_read (&at, FALSE, &number) && g_str_has_prefix (at, " ("))
    return number < FIRST_OF_FORKS ? 2023.0 : tok_year_from_build (number);
  at = tok_text_behind (line, "build:");
  if (at == NULL)
    return TOK_AUTO;
  /* llama-bench prints the commit first, which may be all digits */
  bracket = strchr (at, '(');
  if (bracket != NULL)
    {
      const char *inside = bracket + 1;

      if (tok_number_read (&inside, FALSE, &number) && *inside == ')' && tok_year_from_build (number) > 0.0 && number < 1e5)
        return tok_year_from_build (number);
    }
  return tok_number_read (&at, FALSE, &number) && *at == ' ' && number < 1e5 ? tok_year_from_build (number) : TOK_AUTO;
}

static void
set_device (TokLogContext *self, const char *name, gsize length)
{
  if (length > 0 && self->known.device[0] == '\0')
    tok_text_copy (self->known.device, sizeof self->known.device, name, length);
}

/* Each device of a load is named once; with the first one a load begins anew. */
static void
count_device (TokLogContext *self, const char *name, gsize length)
{
  g_autofree char *device = g_strndup (name, MIN (length, sizeof self->last_device - 1));

  if (self->first_device[0] == '\0' || g_str_equal (device, self->first_device))
    {
      self->known.n_devices = 1.0;
      g_strlcpy (self->first_device, device, sizeof self->first_device);
    }
  else if (!g_str_equal (device, self->last_device))
    self->known.n_devices += 1.0;
  g_strlcpy (self->last_device, device, sizeof self->last_device);
}

/* "using device Vulkan0 (Radeon 8060S Graphics (RADV STRIX_HALO)) (0000:c6:00.0) - 129924 MiB free". */
static void
read_using_device (TokLogContext *self, const char *at)
{
  gsize length = strcspn (at, " ");
  guint depth = 0;
  const char *start;

  if (self->known.engine < 0.0 || self->known.engine == TOK_ENGINE_LLAMA_CPU)
    self->known.engine = tok_engine_from_words (at);
  count_device (self, at, length);
  start = at + length + strspn (at + length, " ");
  if (*start++ != '(')
    return;
  for (const char *end = start; *end != '\0'; end++)
    if (*end == '(')
      depth++;
    else if (*end == ')' && depth-- == 0)
      {
        set_device (self, start, (gsize) (end - start));
        return;
      }
}

/* "Device 0: NVIDIA GeForce RTX 4090, compute capability 8.9, VMM: yes", of CUDA and ROCm. */
static void
read_listed_device (TokLogContext *self, const char *at)
{
  if (g_ascii_isdigit (*at) && strchr (at, ':') != NULL)
    {
      at = strchr (at, ':') + 1;
      set_device (self, at, strcspn (at, ","));
    }
}

/* A load forgets the model before it. */
static void
forget_model (TokLogContext *self)
{
  TokMeasurement *known = &self->known;

  known->file_type = known->file_bytes = known->params = TOK_AUTO;
  known->gpu_layers = known->kv_k = known->kv_v = known->flash_attention = known->ubatch = TOK_AUTO;
}

/* "loading model 'path'" of the server: what follows up to the next one is of one load. */
static void
read_model_path (TokLogContext *self, const char *at)
{
  forget_model (self);
  self->first_device[0] = '\0';
  tok_text_copy_model (self->known.model, sizeof self->known.model, at + 1, strcspn (at + 1, "'\""));
}

/* "loaded meta data with … tensors from path (version …": all that other programs print; Ollama's files have no names. */
static void
read_meta_path (TokLogContext *self, const char *at)
{
  const char *end = strstr (at, " (version");

  forget_model (self);
  self->known.model[0] = '\0';
  if (end != NULL && strstr (at, "sha256") == NULL)
    tok_text_copy_model (self->known.model, sizeof self->known.model, at, (gsize) (end - at));
}

static void
read_billions (double *number, const char *at, gboolean decimal_comma)
{
  double count;

  if (!tok_number_read (&at, decimal_comma, &count))
    return;
  at += strspn (at, " ");
  if (*at == 'B' || *at == 'M' || *at == 'T')
    *number = *at == 'B' ? count : *at == 'M' ? count / 1000.0 : count * 1000.0;
}

static void
read_switch (double *number, const char *at)
{
  if (g_str_has_prefix (at, "enabled") || *at == '1')
    *number = 1.0;
  else if (g_str_has_prefix (at, "disabled") || *at == '0')
    *number = 0.0;
}

/* "K (f16):" behind a size of the cache. */
static void
read_cache_type (double *number, const char *line, const char *key)
{
  const char *at = strstr (line, key);
  g_autofree char *name = NULL;

  if (at == NULL)
    return;
  at += strlen (key);
  name = g_strndup (at, MIN (strcspn (at, ")"), 16));
  *number = tok_choice_from_name (TOK_PARAM_KV_K, name);
}

static void
read_model (TokLogContext *self, const char *line, gboolean decimal_comma)
{
  TokMeasurement *known = &self->known;
  g_autofree char *layers = NULL;
  const char *at;

  if ((at = tok_text_behind (line, "general.name")) != NULL && strstr (line, "- kv") == NULL
      && *at != '\0' && known->model[0] == '\0')
    tok_text_copy (known->model, sizeof known->model, at, strlen (at));
  if ((at = tok_text_behind (line, "file type ")) != NULL || (at = tok_text_behind (line, "model ftype")) != NULL)
    known->file_type = tok_file_type_from_words (at);
  if ((at = tok_text_behind (line, "file size ")) != NULL || (at = tok_text_behind (line, "print_meta: model size")) != NULL)
    tok_number_read_bytes (&at, decimal_comma, &known->file_bytes);
  if ((at = tok_text_behind (line, "model params")) != NULL)
    read_billions (&known->params, at, decimal_comma);
  if ((at = tok_text_behind (line, "offloaded ")) != NULL && strstr (at, "layers to GPU") != NULL)
    tok_number_read (&at, FALSE, &known->gpu_layers);
  if ((layers = tok_logfmt_value (line, "layers.offload")) != NULL)
    tok_number_read_whole (layers, FALSE, &known->gpu_layers);
  if (strstr (line, "MiB, K (") != NULL || strstr (line, "seqs), K (") != NULL)
    {
      read_cache_type (&known->kv_k, line, " K (");
      read_cache_type (&known->kv_v, line, " V (");
    }
}

/* "ggml_vulkan: 0 = AMD Radeon RX 580 Series (RADV POLARIS10) (radv) | uma: 0 | …" and "GPU name:   Apple M1 Max". */
static void
read_other_devices (TokLogContext *self, const char *line)
{
  const char *at = tok_text_behind (line, "ggml_vulkan:");

  if (at != NULL && g_ascii_isdigit (*at) && (at = strstr (at, " = ")) != NULL)
    {
      at += strlen (" = ");
      set_device (self, at, strcspn (at, "|"));
      if (self->known.engine < 0.0)
        self->known.engine = TOK_ENGINE_LLAMA_VULKAN;
    }
  if (strstr (line, "ggml_metal") == NULL)
    return;
  at = tok_text_behind (line, "GPU name:");
  if (at == NULL)
    at = tok_text_behind (line, "found device:");
  if (at != NULL)
    set_device (self, at, strlen (at));
  if (self->known.engine < 0.0)
    self->known.engine = TOK_ENGINE_LLAMA_METAL;
}

/* "main: n_kv_max = 32768, n_batch = 2048, n_ubatch = 512, flash_attn = 1, …" above the table of a batched or sweep bench. */
static void
read_settings (TokLogContext *self, const char *line)
{
  static const struct { const char *key; gsize offset; } numbers[] = {
    { "n_ubatch =", G_STRUCT_OFFSET (TokMeasurement, ubatch) },
    { "n_gpu_layers =", G_STRUCT_OFFSET (TokMeasurement, gpu_layers) },
    { "n_threads =", G_STRUCT_OFFSET (TokMeasurement, threads) },
  };
  const char *at;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if ((at = tok_text_behind (line, numbers[i].key)) != NULL)
      tok_number_read (&at, FALSE, G_STRUCT_MEMBER_P (&self->known, numbers[i].offset));
  if ((at = tok_text_behind (line, "flash_attn =")) != NULL)
    read_switch (&self->known.flash_attention, at);
}

static gboolean
is_context_line (const char *line)
{
  return strstr (line, "llama_context: ") != NULL || strstr (line, "llama_init_from_model: ") != NULL
         || strstr (line, "llama_new_context_with_model: ") != NULL;
}

static void
read_line (TokLogContext *self, const char *line, gboolean decimal_comma)
{
  TokMeasurement *known = &self->known;
  double year = strstr (line, "build") != NULL ? tok_log_build_year (line) : TOK_AUTO;
  const char *at;

  if (year > 0.0)
    known->build_year = year;
  if ((at = tok_text_behind (line, "using device ")) != NULL && !self->is_draft)
    read_using_device (self, at);
  if ((at = tok_text_behind (line, " Device ")) != NULL
      || (g_str_has_prefix (line, "Device ") && (at = line + strlen ("Device "))))
    read_listed_device (self, at);
  read_other_devices (self, line);
  if (strstr (line, "n_kv_max = ") != NULL)
    read_settings (self, line);
  if (strstr (line, "ollama[") != NULL || strstr (line, "starting ollama engine") != NULL)
    known->engine = TOK_ENGINE_OLLAMA;
  /* settings that only ik_llama.cpp has */
  if (strstr (line, "_model: mla_attn") != NULL || strstr (line, "_model: fused_moe") != NULL)
    known->engine = TOK_ENGINE_IK_LLAMA;
  if (strstr (line, "(APIServer pid=") != NULL || strstr (line, "(EngineCore") != NULL)
    known->engine = TOK_ENGINE_VLLM;
  if (strstr (line, "ggml_cuda_init: found") != NULL && known->engine < 0.0)
    known->engine = strstr (line, "ROCm") != NULL ? TOK_ENGINE_LLAMA_ROCM : TOK_ENGINE_LLAMA_CUDA;
  if ((at = tok_text_behind (line, "ggml_cuda_init: found ")) != NULL)
    tok_number_read (&at, FALSE, &known->n_devices);
  if ((at = tok_text_behind (line, "system_info: n_threads")) != NULL)
    tok_number_read (&at, FALSE, &known->threads);
  /* multi-token prediction has a context of its own on the same model */
  if (strstr (line, "loading draft model") != NULL || strstr (line, "creating MTP draft context") != NULL)
    self->is_draft = TRUE;
  else if ((at = tok_text_behind (line, "loading model ")) != NULL && (*at == '\'' || *at == '"'))
    {
      self->is_draft = FALSE;
      read_model_path (self, at);
    }
  if (self->is_draft)
    return;
  if ((at = tok_text_behind (line, " tensors from ")) != NULL)
    read_meta_path (self, at);
  read_model (self, line, decimal_comma);
  if (!is_context_line (line))
    return;
  if ((at = tok_text_behind (line, ": n_ubatch")) != NULL)
    tok_number_read (&at, FALSE, &known->ubatch);
  if ((at = tok_text_behind (line, ": flash_attn")) != NULL)
    read_switch (&known->flash_attention, at);
}

guint8 *
tok_log_context_scan (const TokText *text,
                      gboolean       decimal_comma)
{
  guint8 *tells = g_malloc0 (tok_text_length (text) + 1);
  TokLogContext context;

  tok_log_context_init (&context);
  for (guint i = 0; i < tok_text_length (text); i++)
    {
      TokLogContext before = context;

      read_line (&context, tok_text_line (text, i), decimal_comma);
      tells[i] = memcmp (&before, &context, sizeof context) != 0;
    }
  return tells;
}

void
tok_log_context_read (TokLogContext    *self,
                      const TokReading *reading,
                      guint             index)
{
  if (reading->context_lines[index])
    read_line (self, tok_text_line (reading->text, index), reading->decimal_comma);
}

/* Numbers not known, and texts that are empty. */
void
tok_log_context_apply (const TokLogContext *self,
                       TokMeasurement      *row)
{
  static const gsize numbers[] = {
    G_STRUCT_OFFSET (TokMeasurement, gpu_layers), G_STRUCT_OFFSET (TokMeasurement, ubatch),
    G_STRUCT_OFFSET (TokMeasurement, threads),
    G_STRUCT_OFFSET (TokMeasurement, kv_k), G_STRUCT_OFFSET (TokMeasurement, kv_v),
    G_STRUCT_OFFSET (TokMeasurement, flash_attention), G_STRUCT_OFFSET (TokMeasurement, n_devices),
    G_STRUCT_OFFSET (TokMeasurement, engine), G_STRUCT_OFFSET (TokMeasurement, build_year),
    G_STRUCT_OFFSET (TokMeasurement, file_type), G_STRUCT_OFFSET (TokMeasurement, file_bytes),
    G_STRUCT_OFFSET (TokMeasurement, params),
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      double *number = G_STRUCT_MEMBER_P (row, numbers[i]);

      if (*number < 0.0)
        *number = G_STRUCT_MEMBER (double, &self->known, numbers[i]);
    }
  if (row->model[0] == '\0')
    g_strlcpy (row->model, self->known.model, sizeof row->model);
  if (row->device[0] == '\0')
    g_strlcpy (row->device, self->known.device, sizeof row->device);
}
