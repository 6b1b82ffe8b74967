/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Configs in tests. */

#include "configs.h"

#include <math.h>
#include <string.h>

#include "core/model.h"
#include "formats/json-parse.h"

static TokJson *
parse (const char *text, GError **error)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  return tok_json_parse_python (json, strlen (json), NULL, error);
}

TokModelFile *
config_try_beside (const char *text, const char *index, const char *quantization, GError **error)
{
  g_autoptr (TokJson) config = parse (text, error);
  g_autoptr (TokJson) map = index != NULL ? parse (index, error) : NULL;
  g_autoptr (TokJson) tool = quantization != NULL ? parse (quantization, error) : NULL;
  const TokModelConfigBeside beside = {
    map != NULL ? tok_json_object (map, "index", NULL) : NULL, tool != NULL ? tok_json_object (tool, "tool", NULL) : NULL,
  };

  g_assert_nonnull (config);
  g_assert_true ((index == NULL) == (map == NULL) && (quantization == NULL) == (tool == NULL));
  return tok_model_config_read (tok_json_object (config, "config.json", NULL), &beside, "a-model", error);
}

TokModelFile *
config_try (const char *text, const char *index, GError **error)
{
  return config_try_beside (text, index, NULL, error);
}

TokModelFile *
config_read (const char *text)
{
  g_autoptr (GError) error = NULL;
  TokModelFile *file = config_try (text, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (file);
  return file;
}

void
config_refuse (const char *text, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokModelFile) file = config_try (text, NULL, &error);

  g_assert_null (file);
  g_assert_nonnull (error);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” does not say “%s”", error->message, words);
}

gboolean
config_has_members (const char *text)
{
  g_autoptr (TokJson) json = parse (text, NULL);

  return tok_model_config_has_members (json_node_get_object (tok_json_root (json)));
}

gboolean
config_notes (const TokModelFile *file, const char *words)
{
  for (guint i = 0; i < file->notes->len; i++)
    if (strstr (g_ptr_array_index (file->notes, i), words) != NULL)
      return TRUE;
  return FALSE;
}

static void
compare_layer (const TokLayer *found, const TokLayer *wanted)
{
  g_assert_cmpint (found->mixer, ==, wanted->mixer);
  g_assert_cmpint (found->ffn, ==, wanted->ffn);
  g_assert_cmpuint (found->n_heads, ==, wanted->n_heads);
  g_assert_cmpuint (found->n_kv_heads, ==, wanted->n_kv_heads);
  g_assert_cmpuint (found->key_head_size, ==, wanted->key_head_size);
  g_assert_cmpuint (found->value_head_size, ==, wanted->value_head_size);
  g_assert_cmpuint (found->ffn_size, ==, wanted->ffn_size);
  g_assert_cmpuint (found->compress_ratio, ==, wanted->compress_ratio);
  g_assert_cmpint (found->k_eq_v, ==, wanted->k_eq_v);
  g_assert_cmpint (found->has_indexer, ==, wanted->has_indexer);
  g_assert_cmpint (found->shares_cache, ==, wanted->shares_cache);
}

static void
assert_near (double found, double wanted)
{
  g_assert_cmpfloat (fabs (found / wanted - 1.0), <, 2e-5);
}

/* Cache, state and arithmetic follow from the shape alone. */
static void
compare_sums (const TokArchitecture *found, const TokArchitecture *wanted)
{
  g_autoptr (TokModel) model = tok_model_new ((TokArchitecture *) found, TOK_FILE_BF16, FALSE, 0);
  g_autoptr (TokModel) other = tok_model_new ((TokArchitecture *) wanted, TOK_FILE_BF16, FALSE, 0);
  TokLayerSums sums, as;

  tok_model_sum (model, 0, found->n_layers, &sums);
  tok_model_sum (other, 0, wanted->n_layers, &as);
  g_assert_cmpfloat (sums.full_k, ==, as.full_k);
  g_assert_cmpfloat (sums.full_v, ==, as.full_v);
  g_assert_cmpfloat (sums.window_k, ==, as.window_k);
  g_assert_cmpfloat (sums.window_v, ==, as.window_v);
  g_assert_cmpfloat (sums.state_bytes, ==, as.state_bytes);
  g_assert_cmpfloat (sums.selected_flops, ==, as.selected_flops);
}

void
config_compare (const TokArchitecture *found, const TokArchitecture *wanted)
{
  g_assert_cmpuint (found->n_layers, ==, wanted->n_layers);
  g_assert_cmpuint (found->hidden_size, ==, wanted->hidden_size);
  g_assert_cmpuint (found->vocab_size, ==, wanted->vocab_size);
  g_assert_cmpuint (found->window, ==, wanted->window);
  g_assert_cmpint (found->tied_embeddings, ==, wanted->tied_embeddings);
  g_assert_cmpint (found->mlp_gated, ==, wanted->mlp_gated);
  g_assert_cmpint (found->fused_qkv, ==, wanted->fused_qkv);
  g_assert_cmpint (found->qkv_bias, ==, wanted->qkv_bias);
  g_assert_cmpint (found->qk_norm, ==, wanted->qk_norm);
  g_assert_cmpint (found->attention_gate, ==, wanted->attention_gate);
  g_assert_cmpint (found->mtp_embeddings, ==, wanted->mtp_embeddings);
  for (guint i = 0; i < wanted->n_layers; i++)
    compare_layer (&found->layers[i], &wanted->layers[i]);
  g_assert_cmpint (memcmp (&found->mla, &wanted->mla, sizeof found->mla), ==, 0);
  g_assert_cmpuint (found->experts.n_experts, ==, wanted->experts.n_experts);
  g_assert_cmpuint (found->experts.experts_per_token, ==, wanted->experts.experts_per_token);
  assert_near (tok_architecture_total_params (found), tok_architecture_total_params (wanted));
  assert_near (tok_architecture_active_params (found), tok_architecture_active_params (wanted));
  compare_sums (found, wanted);
}
