/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of tensors: "blk.LAYER.STEM.weight", of single experts "blk.LAYER.STEM.EXPERT.weight", outside the layers
 * "STEM.weight". */

#include "formats/gguf-parts.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_STEM 40

typedef struct
{
  const char *stem;
  TokGgufPart part;
  gboolean    is_vector;
} StemInfo;

/* Sorted, as it is searched by halves. */
static const StemInfo stems[] = {
  { "attn_compressor_ape", TOK_PART_COMPRESSOR_POSITION, TRUE },
  { "attn_compressor_gate", TOK_PART_COMPRESSOR, FALSE },
  { "attn_compressor_kv", TOK_PART_COMPRESSOR, FALSE },
  { "attn_gate", TOK_PART_ATTN_GATE, FALSE },
  { "attn_k", TOK_PART_K, FALSE },
  { "attn_k_b", TOK_PART_K_B, FALSE },
  { "attn_k_norm", TOK_PART_OTHER, TRUE },
  { "attn_kv", TOK_PART_KV_A, FALSE },
  { "attn_kv_a_mqa", TOK_PART_KV_A, FALSE },
  { "attn_kv_a_norm", TOK_PART_KV_A_NORM, TRUE },
  { "attn_kv_b", TOK_PART_KV_B, FALSE },
  { "attn_norm", TOK_PART_NORM, TRUE },
  { "attn_norm_2", TOK_PART_NORM, TRUE },
  { "attn_output", TOK_PART_ATTN_OUTPUT, FALSE },
  { "attn_output_a", TOK_PART_OUTPUT_A, FALSE },
  { "attn_output_b", TOK_PART_OUTPUT_B, FALSE },
  { "attn_output_norm", TOK_PART_NORM, TRUE },
  { "attn_q", TOK_PART_Q, FALSE },
  { "attn_q_a", TOK_PART_Q_A, FALSE },
  { "attn_q_b", TOK_PART_Q_B, FALSE },
  { "attn_q_norm", TOK_PART_Q_NORM, TRUE },
  { "attn_qkv", TOK_PART_QKV, FALSE },
  { "attn_sinks", TOK_PART_SINKS, TRUE },
  { "attn_v", TOK_PART_V, FALSE },
  { "attn_v_b", TOK_PART_V_B, FALSE },
  { "exp_probs_b", TOK_PART_ROUTER_BIAS, TRUE },
  { "ffn_down", TOK_PART_FFN_DOWN, FALSE },
  { "ffn_down_exps", TOK_PART_EXPERTS_DOWN, FALSE },
  { "ffn_down_shexp", TOK_PART_SHARED_DOWN, FALSE },
  { "ffn_gate", TOK_PART_FFN_GATE, FALSE },
  { "ffn_gate_exps", TOK_PART_EXPERTS_GATE, FALSE },
  { "ffn_gate_inp", TOK_PART_ROUTER, TRUE },
  { "ffn_gate_inp_shexp", TOK_PART_SHARED_ROUTER, TRUE },
  { "ffn_gate_shexp", TOK_PART_SHARED_GATE, FALSE },
  { "ffn_gate_tid2eid", TOK_PART_OTHER, TRUE },
  { "ffn_gate_up_exps", TOK_PART_EXPERTS_GATE_UP, FALSE },
  { "ffn_latent_down", TOK_PART_LATENT_DOWN, FALSE },
  { "ffn_latent_norm", TOK_PART_LATENT_NORM, TRUE },
  { "ffn_latent_up", TOK_PART_LATENT_UP, FALSE },
  { "ffn_norm", TOK_PART_NORM, TRUE },
  { "ffn_up", TOK_PART_FFN_UP, FALSE },
  { "ffn_up_exps", TOK_PART_EXPERTS_UP, FALSE },
  { "ffn_up_shexp", TOK_PART_SHARED_UP, FALSE },
  { "indexer.attn_k", TOK_PART_INDEXER_K, FALSE },
  { "indexer.proj", TOK_PART_INDEXER, FALSE },
  { "indexer_compressor_ape", TOK_PART_OTHER, TRUE },
  { "layer_output_norm", TOK_PART_NORM, TRUE },
  { "nextn.embed_tokens", TOK_PART_NEXTN_EMBD, FALSE },
  { "output", TOK_PART_OUTPUT, FALSE },
  { "output_norm", TOK_PART_OUTPUT_NORM, TRUE },
  { "per_layer_token_embd", TOK_PART_LOOKUP, FALSE },
  { "position_embd", TOK_PART_LOOKUP, FALSE },
  { "post_attention_norm", TOK_PART_NORM, TRUE },
  { "post_ffw_norm", TOK_PART_NORM, TRUE },
  { "post_ffw_norm_1", TOK_PART_EXTRA_NORM, TRUE },
  { "post_ffw_norm_2", TOK_PART_EXTRA_NORM, TRUE },
  { "pre_ffw_norm_2", TOK_PART_EXTRA_NORM, TRUE },
  { "shortconv.conv", TOK_PART_SHORT_CONV, TRUE },
  { "shortconv.in_proj", TOK_PART_SHORT_CONV_IN, FALSE },
  { "ssm_a", TOK_PART_SSM_A, TRUE },
  { "ssm_alpha", TOK_PART_SSM_BETA, FALSE },
  { "ssm_ba", TOK_PART_SSM_BETA, FALSE },
  { "ssm_beta", TOK_PART_SSM_BETA, FALSE },
  { "ssm_conv1d", TOK_PART_SSM_CONV, TRUE },
  { "ssm_conv1d_k", TOK_PART_SSM_CONV, TRUE },
  { "ssm_conv1d_q", TOK_PART_SSM_CONV, TRUE },
  { "ssm_conv1d_v", TOK_PART_SSM_CONV, TRUE },
  { "ssm_f_a", TOK_PART_SSM_DECAY, FALSE },
  { "ssm_g_a", TOK_PART_SSM_GATE, FALSE },
  { "ssm_in", TOK_PART_SSM_IN, FALSE },
  { "ssm_norm", TOK_PART_SSM_NORM, TRUE },
  { "ssm_out", TOK_PART_SSM_OUT, FALSE },
  { "ssm_x", TOK_PART_SSM_X, FALSE },
  { "token_embd", TOK_PART_TOKEN_EMBD, FALSE },
  { "token_types", TOK_PART_LOOKUP, FALSE },
};

static int
compare_stems (gconstpointer key, gconstpointer row)
{
  return strcmp (key, ((const StemInfo *) row)->stem);
}

static gboolean
strip_end (char *stem, const char *end)
{
  if (!g_str_has_suffix (stem, end))
    return FALSE;
  stem[strlen (stem) - strlen (end)] = '\0';
  return TRUE;
}

/* "ffn_up.3" is one expert of what others stack as "ffn_up_exps". */
static TokGgufPart
strip_expert (char *stem)
{
  static const char *const names[] = { "ffn_gate", "ffn_up", "ffn_down" };
  static const TokGgufPart parts[] = { TOK_PART_EXPERTS_GATE, TOK_PART_EXPERTS_UP, TOK_PART_EXPERTS_DOWN };
  char *dot = strrchr (stem, '.');

  if (dot == NULL || !g_ascii_isdigit (dot[1]))
    return TOK_PART_OTHER;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == (gsize) (dot - stem) && strncmp (stem, names[i], strlen (names[i])) == 0)
      return parts[i];
  return TOK_PART_OTHER;
}

/* Names that share a beginning or an end. */
static TokGgufPart
part_of_family (const char *stem, gboolean is_outside)
{
  if (g_str_has_prefix (stem, "nextn.") || g_str_has_prefix (stem, "mtp."))
    return TOK_PART_NEXTN;
  if (g_str_has_prefix (stem, "time_mix_"))
    return TOK_PART_TIME_MIX;
  if (g_str_has_prefix (stem, "ssm_"))
    return TOK_PART_SSM_OTHER;
  if (is_outside && (g_str_has_suffix (stem, "_embd") || g_str_has_suffix (stem, "_embedding")))
    return TOK_PART_LOOKUP;
  return TOK_PART_OTHER;
}

/* The layer in front of the stem; @name moves behind it. */
static int
take_layer (const char **name)
{
  const char *at = *name;
  gint64 layer;
  char *end;

  if (!g_str_has_prefix (at, "blk.") || !g_ascii_isdigit (at[4]))
    return -1;
  layer = g_ascii_strtoll (at + 4, &end, 10);
  if (*end != '.' || layer > TOK_MAX_LAYERS * 2)
    return -1;
  *name = end + 1;
  return (int) layer;
}

void
tok_gguf_parse_name (const char  *name,
                     TokGgufName *parsed)
{
  char stem[LONGEST_STEM];
  const StemInfo *info;

  *parsed = (TokGgufName) { .layer = take_layer (&name), .part = TOK_PART_OTHER };
  if (strlen (name) >= sizeof stem)
    return;
  g_strlcpy (stem, name, sizeof stem);
  parsed->is_bias = strip_end (stem, ".bias");
  parsed->is_scale = strip_end (stem, ".scale") || strip_end (stem, ".input_scale");
  strip_end (stem, ".weight");
  parsed->part = strip_expert (stem);
  if (parsed->part != TOK_PART_OTHER)
    return;
  info = bsearch (stem, stems, G_N_ELEMENTS (stems), sizeof stems[0], compare_stems);
  parsed->part = info != NULL ? info->part : part_of_family (stem, parsed->layer < 0);
  parsed->is_vector = parsed->is_bias || parsed->is_scale || (info != NULL && info->is_vector);
}

gboolean
tok_gguf_part_is_of_experts (TokGgufPart part)
{
  return part >= TOK_PART_EXPERTS_GATE && part <= TOK_PART_EXPERTS_DOWN;
}

static void
add_shape (TokGgufLayer *layer, const TokGgufName *name, const TokGgufTensor *tensor)
{
  TokGgufShape *shape = &layer->parts[name->part];

  layer->n_tensors++;
  if (name->is_scale)
    return;
  if (name->is_bias)
    {
      shape->has_bias = TRUE;
      return;
    }
  if (name->part == TOK_PART_NORM)
    {
      layer->n_norms++;
      layer->norm_elements += tok_gguf_tensor_elements (tensor);
    }
  layer->n_extra_norms += name->part == TOK_PART_EXTRA_NORM;
  if (!shape->has_weight)
    *shape = (TokGgufShape) {
      tensor->dimensions[0], tensor->dimensions[1], tensor->dimensions[2], tensor->type, TRUE, shape->has_bias
    };
  else if (tok_gguf_part_is_of_experts (name->part))
    shape->depth += tensor->dimensions[2];
  else
    shape->rows += tensor->dimensions[1];
}

TokGgufLayer *
tok_gguf_find_layers (const TokGguf *gguf,
                      guint          n_layers)
{
  TokGgufLayer *layers = g_new0 (TokGgufLayer, n_layers + 1);

  for (guint i = 0; i < gguf->tensors->len; i++)
    {
      const TokGgufTensor *tensor = &g_array_index (gguf->tensors, TokGgufTensor, i);
      TokGgufName name;

      tok_gguf_parse_name (tok_gguf_tensor_name (gguf, tensor), &name);
      if (name.layer < 0)
        add_shape (&layers[n_layers], &name, tensor);
      else if ((guint) name.layer < n_layers)
        add_shape (&layers[name.layer], &name, tensor);
    }
  return layers;
}
