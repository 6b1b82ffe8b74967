/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every model of the catalog goes into a GGUF header and comes back: the same shape, the same cache, the same bytes per layer. */

#include <math.h>
#include <string.h>

#include "core/model.h"
#include "formats/catalog-model.h"
#include "formats/catalog.h"
#include "formats/gguf-model.h"
#include "gguf-catalog.h"

static TokGguf *
read_back (const TokArchitecture *architecture, TokFileType file_type, GgufExpertStyle style, double *tensor_bytes)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  TokGguf *gguf;

  gguf_write_model (writer, architecture, file_type, style);
  gguf = gguf_writer_read (writer);
  g_assert_cmpuint (gguf->missing_bytes, ==, 0);
  g_assert_false (gguf->has_file_behind);
  *tensor_bytes = writer->tensor_bytes;
  return gguf;
}

static void
check_layers (const TokArchitecture *found, const TokArchitecture *wanted)
{
  g_assert_cmpuint (found->n_layers, ==, wanted->n_layers);
  for (guint i = 0; i < wanted->n_layers; i++)
    {
      const TokLayer *layer = &found->layers[i], *as = &wanted->layers[i];

      g_assert_cmpint (layer->mixer, ==, as->mixer);
      g_assert_cmpint (layer->ffn, ==, as->ffn);
      g_assert_cmpuint (layer->n_heads, ==, as->n_heads);
      g_assert_cmpuint (layer->n_kv_heads, ==, as->n_kv_heads);
      g_assert_cmpuint (layer->key_head_size, ==, as->key_head_size);
      g_assert_cmpuint (layer->value_head_size, ==, as->value_head_size);
      g_assert_cmpuint (layer->ffn_size, ==, as->ffn_size);
      g_assert_cmpuint (layer->compress_ratio, ==, as->compress_ratio);
      g_assert_cmpint (layer->k_eq_v, ==, as->k_eq_v);
      g_assert_cmpint (layer->has_indexer, ==, as->has_indexer);
      g_assert_cmpint (layer->shares_cache, ==, as->shares_cache);
    }
}

static void
check_shape (const TokArchitecture *found, const TokArchitecture *wanted)
{
  const TokExperts *experts = &found->experts, *as = &wanted->experts;

  g_assert_cmpstr (found->name, ==, wanted->name);
  g_assert_cmpuint (found->hidden_size, ==, wanted->hidden_size);
  g_assert_cmpuint (found->vocab_size, ==, wanted->vocab_size);
  g_assert_cmpuint (found->context_max, ==, wanted->context_max);
  g_assert_cmpuint (found->window, ==, wanted->window);
  g_assert_cmpint (found->tied_embeddings, ==, wanted->tied_embeddings);
  g_assert_cmpint (found->fused_qkv, ==, wanted->fused_qkv);
  g_assert_cmpint (found->mlp_gated, ==, wanted->mlp_gated);
  g_assert_cmpint (found->attention_gate, ==, wanted->attention_gate);
  g_assert_cmpint (found->qk_norm, ==, wanted->qk_norm);
  g_assert_cmpuint (found->mtp_layers, ==, wanted->mtp_embeddings ? wanted->mtp_layers : 0);
  g_assert_cmpuint (experts->n_experts, ==, as->n_experts);
  g_assert_cmpuint (experts->experts_per_token, ==, as->experts_per_token);
  g_assert_cmpuint (experts->expert_size, ==, as->expert_size);
  g_assert_cmpuint (experts->shared_size, ==, as->shared_size);
  g_assert_cmpuint (experts->latent_size, ==, as->latent_size);
  g_assert_cmpuint (experts->dense_parallel_size, ==, as->dense_parallel_size);
  g_assert_cmpint (memcmp (&found->mla, &wanted->mla, sizeof found->mla), ==, 0);
  g_assert_cmpuint (found->indexer.top_k, ==, wanted->indexer.top_k);
  g_assert_cmpuint (found->indexer.pool, ==, wanted->indexer.pool);
}

/* Cache, state and arithmetic of all layers, which follow from the shape alone. */
static void
check_sums (const TokModel *found, const TokModel *wanted)
{
  TokLayerSums sums, as;

  tok_model_sum (found, 0, found->architecture->n_layers, &sums);
  tok_model_sum (wanted, 0, wanted->architecture->n_layers, &as);
  sums.dense_bytes = as.dense_bytes;       /* compared layer by layer with what the file holds */
  sums.expert_bytes = as.expert_bytes;
  sums.dense_weights = as.dense_weights;
  sums.expert_weights = as.expert_weights;
  g_assert_cmpint (memcmp (&sums, &as, sizeof sums), ==, 0);
}

static double
dense_bytes (const TokLayerWeights *layer)
{
  return layer->mixer.bytes + layer->dense_ffn.bytes + layer->shared_experts.bytes + layer->vectors.bytes;
}

/* What the file holds in every layer is what core computes for it: the one can stand for the other. */
static void
check_weights (const TokModelWeights *weights, const TokModel *wanted, double slack)
{
  for (guint i = 0; i < weights->n_layers; i++)
    {
      const TokLayerWeights *layer = &weights->layers[i];
      TokLayerSums sums;

      tok_model_sum (wanted, i, i + 1, &sums);
      if (!wanted->architecture->layers[i].has_indexer || wanted->architecture->layers[i].mixer != TOK_MIXER_FULL)
        {
          g_assert_cmpfloat_with_epsilon (dense_bytes (layer), sums.dense_bytes, 1.0);
          g_assert_cmpfloat_with_epsilon (layer->mixer.matrix_elements + layer->dense_ffn.matrix_elements
                                          + layer->shared_experts.matrix_elements, sums.dense_weights, 1.0);
        }
      g_assert_cmpfloat_with_epsilon (layer->routed_experts.bytes, sums.expert_bytes, 1.0);
      g_assert_cmpfloat_with_epsilon (layer->routed_experts.matrix_elements, sums.expert_weights, 1.0);
    }
  g_assert_cmpfloat (weights->embedding.bytes, ==, wanted->embedding_bytes);
  g_assert_cmpfloat_with_epsilon (weights->lookup.bytes, wanted->lookup_bytes, slack);
  g_assert_cmpfloat_with_epsilon (weights->prediction.bytes, wanted->idle_bytes, 1.0);
  g_assert_cmpfloat_with_epsilon (weights->head.bytes + weights->outside.bytes
                                  + (wanted->architecture->tied_embeddings ? weights->embedding.bytes : 0.0),
                                  wanted->head_bytes, slack);
}

/* Rows of what the catalog lists as extra that the file has as vectors. */
static double
rest_bytes (const TokArchitecture *a)
{
  return 1.0 + 4.0 * a->n_extras * a->hidden_size;
}

/* Four bytes each at most of what the catalog lists as extra and the file has in its layers. */
static double
borrowed_bytes (const TokArchitecture *a)
{
  double n = 0.0;

  for (guint i = 0; i < a->n_layers; i++)
    if (a->layers[i].has_indexer && a->layers[i].mixer == TOK_MIXER_FULL)
      n += 1.0;
  return 4.0 * n * a->hidden_size * ((double) a->indexer.head_size + a->indexer.n_heads);
}

static void
check_type_shares (const TokModelWeights *weights, const TokModel *wanted)
{
  double dense = 0.0, expert = 0.0;

  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    {
      dense += weights->dense_type_bytes[i];
      expert += weights->expert_type_bytes[i];
    }
  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    {
      g_assert_cmpfloat_with_epsilon (weights->dense_type_bytes[i] / dense, wanted->dense_type_share[i], 1e-4);
      if (expert > 0.0)
        g_assert_cmpfloat_with_epsilon (weights->expert_type_bytes[i] / expert, wanted->expert_type_share[i], 1e-9);
    }
}

/* What was imported is saved in plan files, and read from them. */
static void
check_saved (const TokArchitecture *architecture)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (TokArchitecture) copy = NULL;

  tok_architecture_write (architecture, object);
  copy = tok_architecture_read (object, &error);
  g_assert_no_error (error);
  check_layers (copy, architecture);
  g_assert_cmpfloat (tok_architecture_total_params (copy), ==, tok_architecture_total_params (architecture));
}

/* Mixes differ in what rows of an odd length cannot have: then they are one. */
static void
check_file_type (TokArchitecture *architecture, TokFileType found, TokFileType wanted)
{
  g_autoptr (TokModel) as_found = tok_model_new (architecture, found, FALSE, 0.0);
  g_autoptr (TokModel) as_wanted = tok_model_new (architecture, wanted, FALSE, 0.0);

  if (architecture->hidden_size % 256 == 0 && architecture->usual_file_type != TOK_FILE_MXFP4_MOE)
    g_assert_cmpstr (tok_file_type_name (found), ==, tok_file_type_name (wanted));
  g_assert_cmpfloat_with_epsilon (as_found->file_bytes, as_wanted->file_bytes, 0.01 * as_wanted->file_bytes);
}

static gboolean
is_gated_moe (const TokArchitecture *architecture)
{
  return tok_architecture_is_moe (architecture) && architecture->mlp_gated && !architecture->moe_bias;
}

static void
check_model (TokArchitecture *architecture, TokFileType file_type, GgufExpertStyle style)
{
  double tensor_bytes;
  g_autoptr (GError) error = NULL;
  g_autoptr (TokGguf) gguf = read_back (architecture, file_type, style, &tensor_bytes);
  g_autoptr (TokModelFile) model = tok_gguf_model_new (gguf, &error);
  g_autoptr (TokModel) wanted = tok_model_new (architecture, file_type, FALSE, 0.0);
  g_autoptr (TokModel) found = NULL;

  g_assert_no_error (error);
  g_test_message ("%s (%s)", architecture->id, gguf->architecture);
  found = tok_model_new (model->architecture, file_type, FALSE, 0.0);
  check_layers (model->architecture, architecture);
  check_shape (model->architecture, architecture);
  g_assert_cmpfloat (tok_architecture_total_params (model->architecture), ==, tok_architecture_total_params (architecture));
  g_assert_cmpfloat (tok_architecture_active_params (model->architecture), ==, tok_architecture_active_params (architecture));
  check_sums (found, wanted);
  g_assert_cmpfloat (model->file_bytes, ==, tensor_bytes);
  g_assert_cmpfloat_with_epsilon (model->file_bytes, wanted->file_bytes, rest_bytes (architecture));
  g_assert_cmpfloat (tok_model_weights_total (model->weights, TRUE).bytes, ==, tensor_bytes);
  check_weights (model->weights, wanted, rest_bytes (architecture) + borrowed_bytes (architecture));
  check_type_shares (model->weights, wanted);
  check_file_type (architecture, model->file_type, file_type);
  check_saved (model->architecture);
}

static void
test_round_trip (gconstpointer data)
{
  TokFileType file_type = GPOINTER_TO_UINT (data);
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  g_assert_cmpuint (tok_catalog_n_models (catalog), ==, 235);
  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    check_model (tok_catalog_model (catalog, i)->architecture, file_type, GGUF_EXPERTS_STACKED);
}

/* Files where every expert is a tensor, and where gate and up are one; the latter only in types that do not tell them apart. */
static void
test_expert_styles (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  guint n = 0;

  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    {
      TokArchitecture *architecture = tok_catalog_model (catalog, i)->architecture;

      if (!is_gated_moe (architecture))
        continue;
      check_model (architecture, TOK_FILE_Q8_0, GGUF_EXPERTS_GATE_UP);
      check_model (architecture, TOK_FILE_Q8_0, GGUF_EXPERTS_SINGLE);
      n++;
    }
  g_assert_cmpuint (n, >=, 60);
}

/* The file type comes from the tensors, whatever the file says or does not say. */
static void
test_file_types (void)
{
  static const TokFileType types[] = {
    TOK_FILE_Q2_K, TOK_FILE_Q3_K_M, TOK_FILE_Q4_0, TOK_FILE_Q4_K_S, TOK_FILE_Q4_K_M, TOK_FILE_Q5_K_M, TOK_FILE_Q6_K,
    TOK_FILE_Q8_0, TOK_FILE_IQ4_XS, TOK_FILE_F16, TOK_FILE_BF16,
  };
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  TokArchitecture *architecture = tok_catalog_find_model (catalog, "qwen3-8b")->architecture;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      double tensor_bytes;
      g_autoptr (TokGguf) gguf = read_back (architecture, types[i], GGUF_EXPERTS_STACKED, &tensor_bytes);
      g_autoptr (TokModelFile) model = tok_gguf_model_new (gguf, NULL);

      g_assert_cmpstr (tok_file_type_name (model->file_type), ==, tok_file_type_name (types[i]));
    }
}

/* Experts in MXFP4 beside matrices in Q8_0 are how gpt-oss was published, not a file in Q8_0; others keep their names. */
static void
test_published_experts (void)
{
  static const TokFileType types[] = { TOK_FILE_MXFP4_MOE, TOK_FILE_Q4_K_M, TOK_FILE_F16 };
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  TokArchitecture *architecture = tok_catalog_find_model (catalog, "gpt-oss-20b")->architecture;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      double tensor_bytes;
      g_autoptr (TokGguf) gguf = read_back (architecture, types[i], GGUF_EXPERTS_STACKED, &tensor_bytes);
      g_autoptr (TokModelFile) model = tok_gguf_model_new (gguf, NULL);

      g_assert_null (tok_gguf_value (gguf, "general.file_type"));
      g_assert_cmpstr (tok_file_type_name (model->file_type), ==, tok_file_type_name (types[i]));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/gguf-catalog/round-trip-q4-k-m", GUINT_TO_POINTER (TOK_FILE_Q4_K_M), test_round_trip);
  g_test_add_data_func ("/gguf-catalog/round-trip-q2-k", GUINT_TO_POINTER (TOK_FILE_Q2_K), test_round_trip);
  g_test_add_data_func ("/gguf-catalog/round-trip-f16", GUINT_TO_POINTER (TOK_FILE_F16), test_round_trip);
  g_test_add_func ("/gguf-catalog/expert-styles", test_expert_styles);
  g_test_add_func ("/gguf-catalog/file-types", test_file_types);
  g_test_add_func ("/gguf-catalog/15-published-experts", test_published_experts);
  return g_test_run ();
}
