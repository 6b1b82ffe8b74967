/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes on a GGUF file. */

#include "formats/gguf-notes.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/model.h"
#include "formats/gguf-private.h"
#include "formats/gguf-types.h"
#include "formats/model-file.h"

/* An inventory that misses less of the file says nothing. */
#define NOTABLE_SHARE 0.001
#define MOST_NAMED_SHARDS 5
/* The type a file names is believed as long as no other fits this much better, as a share of its bytes: mixes are varied. */
#define BELIEVED_DISTANCE 0.25
#define ALIKE_DISTANCE 1e-9

/* llama.cpp, src/llama-arch.cpp; and what has been announced for it. */
static const char *const known_architectures[] = {
  "afmoe", "apertus", "arcee", "arctic", "arwkv7", "baichuan", "bailingmoe", "bailingmoe2", "bitnet", "bloom", "chameleon",
  "chatglm", "codeshell", "cogvlm", "cohere2", "cohere2moe", "command-r", "dbrx", "deci", "deepseek", "deepseek2",
  "deepseek2-ocr", "deepseek32", "deepseek4", "dots1", "dream", "ernie4_5", "ernie4_5-moe", "exaone", "exaone-moe", "exaone4",
  "falcon", "falcon-h1", "gemma", "gemma2", "gemma3", "gemma3n", "gemma4", "glm-dsa", "glm4", "glm4moe", "gpt-oss", "gpt2",
  "gptj", "gptneox", "granite", "granitehybrid", "granitemoe", "grok", "grovemoe", "hunyuan-dense", "hunyuan-moe",
  "hunyuan_vl", "hy_v3", "internlm2", "jais", "jais2", "jamba", "kimi-k3", "kimi-linear", "laguna", "lfm2", "lfm2moe",
  "llada", "llada-moe", "llama", "llama4", "maincoder", "mamba", "mamba2", "mellum", "mimo2", "minicpm", "minicpm3",
  "minimax-m2", "mistral3", "mistral4", "mpt", "nemotron", "nemotron_h", "nemotron_h_moe", "olmo", "olmo2", "olmoe",
  "openelm", "orion", "paddleocr", "pangu-embedded", "phi2", "phi3", "phimoe", "plamo", "plamo2", "plamo3", "plm", "qwen",
  "qwen2", "qwen2moe", "qwen2vl", "qwen3", "qwen35", "qwen35moe", "qwen3moe", "qwen3next", "qwen3vl", "qwen3vlmoe", "refact",
  "rnd1", "rwkv6", "rwkv6qwen2", "rwkv7", "seed_oss", "smallthinker", "smollm3", "stablelm", "starcoder", "starcoder2",
  "step35", "talkie", "xverse", NULL,
};

static double
sum (const double bytes[TOK_N_TENSOR_TYPES])
{
  double total = 0.0;

  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    total += bytes[i];
  return total;
}

/* The share of bytes that are of other types than they would be. */
static double
share_elsewhere (const double bytes[TOK_N_TENSOR_TYPES], const double wanted_share[TOK_N_TENSOR_TYPES])
{
  double total = sum (bytes), elsewhere = 0.0;

  for (guint i = 0; i < TOK_N_TENSOR_TYPES && total > 0.0; i++)
    elsewhere += fabs (bytes[i] / total - wanted_share[i]) / 2.0;
  return elsewhere;
}

/* How far the file is from one of @type: of all weights that are read, the share in other types. */
static double
distance (const TokModelWeights *weights, TokFileType type, TokArchitecture *architecture, gboolean with_imatrix)
{
  g_autoptr (TokModel) model = tok_model_new (architecture, type, with_imatrix, 0.0);
  double dense = sum (weights->dense_type_bytes), expert = sum (weights->expert_type_bytes);

  return (dense * share_elsewhere (weights->dense_type_bytes, model->dense_type_share)
          + expert * share_elsewhere (weights->expert_type_bytes, model->expert_type_share)) / MAX (dense + expert, 1.0);
}

static TokTensorType
dominant_type (const TokModelWeights *weights)
{
  TokTensorType best = TOK_TENSOR_F32;
  double most = -1.0;

  for (TokTensorType type = 0; type < TOK_N_TENSOR_TYPES; type++)
    if (weights->dense_type_bytes[type] + weights->expert_type_bytes[type] > most)
      {
        most = weights->dense_type_bytes[type] + weights->expert_type_bytes[type];
        best = type;
      }
  return best;
}

/* Of types that fit alike, as those do that differ in what the model does not have, the last: they are sorted by size.  Where experts
 * stay as they were published, the type for that comes first. */
TokFileType
tok_gguf_pick_file_type (const TokGguf         *gguf,
                         const TokModelWeights *weights,
                         TokArchitecture       *architecture,
                         gboolean               with_imatrix)
{
  TokFileType named, best = TOK_FILE_Q4_K_M;
  double least = INFINITY;

  for (TokFileType type = 0; type < TOK_N_FILE_TYPES; type++)
    {
      double far = tok_file_type_is_gguf (type) ? distance (weights, type, architecture, with_imatrix) : INFINITY;
      gboolean is_as_published = best == TOK_FILE_MXFP4_MOE && best == architecture->usual_file_type;

      if (far > least + ALIKE_DISTANCE || (is_as_published && far >= least - ALIKE_DISTANCE))
        continue;
      least = far;
      best = type;
    }
  if (tok_gguf_file_type (tok_gguf_number (gguf, "general.file_type", -1.0), &named)
      && (tok_file_type_base (named) == dominant_type (weights)
          || distance (weights, named, architecture, with_imatrix) <= least + BELIEVED_DISTANCE))
    return named;
  return best;
}

static char *
digits (double number)
{
  return g_strdup_printf ("%.0f", number);
}

static void
note_missing (TokGgufReading *reading)
{
  const TokGguf *gguf = reading->gguf;
  g_autoptr (GString) names = g_string_new (NULL);

  if (gguf->missing_bytes > 0)
    {
      g_autofree char *got = digits ((double) gguf->file_bytes);
      g_autofree char *all = digits ((double) gguf->file_bytes + (double) gguf->missing_bytes);

      tok_gguf_reading_note (reading, _("The file is incomplete: %s of %s bytes; "
                                        "continue the download, or join the parts it was cut into."), got, all);
    }
  if (gguf->has_file_behind)
    tok_gguf_reading_note (reading, _("Another GGUF file follows in the same file: parts of a model were put together "
                                      "the wrong way; join them with “llama-gguf-split --merge”."));
  if (gguf->missing_shards->len == 0)
    return;
  for (guint i = 0; i < MIN (gguf->missing_shards->len, MOST_NAMED_SHARDS); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", (const char *) g_ptr_array_index (gguf->missing_shards, i));
  if (gguf->missing_shards->len > MOST_NAMED_SHARDS)
    g_string_append (names, ", …");
  tok_gguf_reading_note (reading,
                         ngettext ("%u of %u parts of the model is missing (%s); its size is computed instead of counted.",
                                   "%u of %u parts of the model are missing (%s); its size is computed instead of counted.",
                                   gguf->missing_shards->len),
                         gguf->missing_shards->len, gguf->split_count, names->str);
}

static void
note_unknown (TokGgufReading *reading, const GArray *types)
{
  const TokGguf *gguf = reading->gguf;

  if (!g_strv_contains (known_architectures, gguf->architecture))
    {
      g_autofree char *shown = tok_gguf_shown_name (gguf->architecture, TOK_GGUF_SHOWN_BYTES);

      tok_gguf_reading_note (reading, _("The architecture “%s” is not known; its shape was read from its tensors."), shown);
    }
  for (guint i = 0; i < types->len; i++)
    {
      const TokTypeCount *count = &g_array_index (types, TokTypeCount, i);

      if (tok_gguf_type_is_known (count->name))
        continue;
      tok_gguf_reading_note (reading,
                             ngettext ("%u tensor is of an unknown type (%s); its size was taken from the room it has.",
                                       "%u tensors are of an unknown type (%s); their size was taken from the room they have.",
                                       count->n_tensors), count->n_tensors, count->name);
    }
}

static void
note_unusual (TokGgufReading *reading)
{
  const TokGguf *gguf = reading->gguf;

  if (gguf->big_endian)
    tok_gguf_reading_note (reading, _("The file is for big-endian machines; others cannot run it."));
  if (tok_gguf_is_diffusion (gguf))
    tok_gguf_reading_note (reading, _("The model fills in whole texts in several passes (diffusion); "
                                      "the estimate is for writing token by token."));
  if (gguf->version == 1)
    tok_gguf_reading_note (reading, _("The file is of GGUF version 1, which current engines do not read; fetch a newer one."));
  if (reading->n_prediction > 0)
    tok_gguf_reading_note (reading,
                           ngettext ("The file holds %u block for multi-token prediction, which plain decoding does not read.",
                                     "The file holds %u blocks for multi-token prediction, which plain decoding does not read.",
                                     reading->n_prediction), reading->n_prediction);
  for (guint i = 0; i < reading->architecture->n_extras; i++)
    if (reading->architecture->extras[i].is_lookup)
      tok_gguf_reading_note (reading, _("The file has further embedding tables, which stay in host memory "
                                        "and are read one row at a time."));
}

static void
note_difference (TokGgufReading *reading)
{
  const TokGguf *gguf = reading->gguf;
  double total = 0.0, inventory = tok_architecture_total_params (reading->architecture);

  for (guint i = 0; i < gguf->tensors->len; i++)
    total += tok_gguf_tensor_elements (&g_array_index (gguf->tensors, TokGgufTensor, i));
  if (gguf->missing_shards->len == 0 && inventory > total * (1.0 + NOTABLE_SHARE))
    tok_gguf_reading_note (reading, _("The file holds fewer weights than its metadata asks for; "
                                      "parts of the model may be missing."));
}

void
tok_gguf_note_file (TokGgufReading *reading,
                    const GArray   *types)
{
  note_missing (reading);
  note_unknown (reading, types);
  note_unusual (reading);
  note_difference (reading);
}
