/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models: prefix sums, what lies where, cache elements, states and what a step reads. */

#include "core/model.h"
#include "core/units.h"

#include "models.h"

static TokModel *
fixture (const char  *name,
         TokFileType  file_type,
         gboolean     with_imatrix)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model (name);

  return tok_model_new (architecture, file_type, with_imatrix, 0.0);
}

static TokLayerSums
sum_all (const TokModel *model)
{
  return model->prefix[model->architecture->n_layers];
}

/* llama.cpp's log of Llama-3.1-8B Q4_K_M: "CPU buffer size = 281.81 MiB", "CUDA0 buffer size = 4403.49 MiB". */
static void
test_buffers_are_those_the_log_prints (void)
{
  g_autoptr (TokModel) model = fixture ("Llama-3.1-8B", TOK_FILE_Q4_K_M, FALSE);
  TokLayerSums all = sum_all (model);

  g_assert_cmpfloat_with_epsilon (model->embedding_bytes / TOK_MIB, 281.81, 0.005);
  g_assert_cmpfloat_with_epsilon ((all.dense_bytes + model->head_bytes) / TOK_MIB, 4403.49, 0.005);
}

static void
test_a_run_is_the_sum_of_its_layers (void)
{
  g_autoptr (TokModel) model = fixture ("GLM-4.5-Air", TOK_FILE_Q4_K_M, FALSE);
  double dense = 0.0, experts = 0.0;
  TokLayerSums run, layer;

  for (guint i = 5; i < 21; i++)
    {
      tok_model_sum (model, i, i + 1, &layer);
      g_assert_cmpfloat (layer.layers, ==, 1.0);
      dense += layer.dense_bytes;
      experts += layer.expert_bytes;
    }
  tok_model_sum (model, 5, 21, &run);
  g_assert_cmpfloat (run.dense_bytes, ==, dense);
  g_assert_cmpfloat (run.expert_bytes, ==, experts);
  g_assert_cmpfloat (run.layers, ==, 16.0);
  tok_model_sum (model, 7, 7, &run);
  g_assert_cmpfloat (run.dense_bytes + run.layers + run.full_k, ==, 0.0);
}

static void
test_parts_add_up_to_the_file (void)
{
  for (const char **name = tok_fixture_model_names (); *name != NULL; name++)
    {
      g_autoptr (TokModel) model = fixture (*name, TOK_FILE_Q4_K_M, FALSE);
      TokLayerSums all = sum_all (model);
      double tied = model->architecture->tied_embeddings ? model->embedding_bytes : 0.0;
      double parts = all.dense_bytes + all.expert_bytes + model->embedding_bytes + model->head_bytes - tied + model->idle_bytes;

      g_test_message ("%s", *name);
      g_assert_cmpfloat_with_epsilon (parts, model->file_bytes, 1.0);
    }
}

/* Physics notes 3: KV elements per token and layer, and the layers that keep a window only. */
static void
test_cache_elements_are_those_of_the_shapes (void)
{
  static const struct { const char *model; double full, window; } cases[] = {
    { "Llama-2-7B", 32 * 8192, 0 },        { "Llama-3.1-8B", 32 * 2048, 0 },         { "Qwen3-30B-A3B", 48 * 1024, 0 },
    { "Gemma-3-27B", 10 * 4096, 52 * 4096 }, { "gpt-oss-120b", 18 * 1024, 18 * 1024 }, { "Llama-4-Scout", 12 * 2048, 36 * 2048 },
    { "DeepSeek-V3", 61 * 576, 0 },        { "Qwen3-Next-80B", 12 * 1024, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TokModel) model = fixture (cases[i].model, TOK_FILE_Q4_K_M, FALSE);
      TokLayerSums all = sum_all (model);

      g_test_message ("%s", cases[i].model);
      g_assert_cmpfloat (all.full_k + all.full_v, ==, cases[i].full);
      g_assert_cmpfloat (all.window_k + all.window_v, ==, cases[i].window);
      g_assert_cmpfloat (all.read_full_k, ==, all.full_k);
      g_assert_cmpfloat (all.read_window_v, ==, all.window_v);
    }
}

/* DeepSeek-V2, arXiv:2405.04434: one latent of 512 and a rope part of 64 serve as keys and values of all heads. */
static void
test_latent_attention_keeps_no_values (void)
{
  g_autoptr (TokModel) model = fixture ("DeepSeek-V3", TOK_FILE_Q4_K_M, FALSE);
  TokLayerSums all = sum_all (model);

  g_assert_cmpfloat (all.full_k, ==, 61 * 576);
  g_assert_cmpfloat (all.full_v, ==, 0.0);
  /* Absorbed in decode: 2 x 128 heads x (2 x 512 + 64); unpacked in prefill: 4 x 128 heads x (128 + 64). */
  g_assert_cmpfloat (all.full_flops, ==, 61 * 278528.0);
  g_assert_cmpfloat (all.prefill_full_flops, ==, 61 * 98304.0);
}

/* 36 gated delta net layers of 32 heads of 128 x 128, and three steps of a convolution over 8192 channels, in F32. */
static void
test_recurrent_state_is_that_of_its_heads (void)
{
  g_autoptr (TokModel) model = fixture ("Qwen3-Next-80B", TOK_FILE_Q4_K_M, FALSE);
  TokLayerSums all = sum_all (model);

  g_assert_cmpfloat (all.state_bytes, ==, 36.0 * 4 * (32 * 128 * 128 + 3 * 8192));
  g_assert_cmpfloat (all.linear_layers, ==, 36.0);
}

/* One layer of @mixer after Granite-4.0-H-Small, Kimi-Linear, MiniMax-Text-01 and LFM2-1.2B: state matrices and the tail of the
 * convolution, F32. */
static void
test_every_linear_layer_keeps_its_state (void)
{
  static const struct { TokMixer mixer; guint hidden; TokLinear linear; double elements; } cases[] = {
    { TOK_MIXER_MAMBA2, 4096, { .n_heads = 128, .head_size = 64, .state_size = 128, .n_groups = 1, .conv_kernel = 4 },
      128 * 64 * 128 + 3 * (128 * 64 + 2 * 128) },
    { TOK_MIXER_KIMI_DELTA, 2304, { .n_heads = 32, .head_size = 128, .conv_kernel = 4 }, 32 * 128 * 128 + 3 * 3 * 32 * 128 },
    { TOK_MIXER_LIGHTNING, 6144, { .n_heads = 64, .head_size = 128 }, 64 * 128 * 128 },
    { TOK_MIXER_SHORT_CONV, 2048, { .conv_kernel = 3 }, 2 * 2048 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TokArchitecture) architecture = tok_architecture_new (1);
      g_autoptr (TokModel) model = NULL;
      TokLayerSums all;

      architecture->hidden_size = cases[i].hidden;
      architecture->linear = cases[i].linear;
      architecture->layers[0].mixer = cases[i].mixer;
      model = tok_model_new (architecture, TOK_FILE_Q4_K_M, FALSE, 0.0);
      all = sum_all (model);
      g_assert_cmpfloat (all.state_bytes, ==, 4.0 * cases[i].elements);
      g_assert_cmpfloat (all.linear_layers, ==, 1.0);
      g_assert_cmpfloat (all.full_k + all.full_v + all.window_k + all.full_flops, ==, 0.0);
    }
}

/* DeepSeek-V4-Flash: a head of 512 that is key and value, a window of 128 in every layer, further back one cell for every 4
 * tokens, of which the indexer picks 512, or one for every 128. */
static void
test_compressed_attention_keeps_a_window_and_packed_cells (void)
{
  static const guint ratios[] = { 0, 4, 128 };
  g_autoptr (TokArchitecture) architecture = tok_architecture_new (G_N_ELEMENTS (ratios));
  g_autoptr (TokModel) model = NULL;
  TokLayerSums sums;

  architecture->window = 128;
  architecture->indexer = (TokIndexer) { .n_heads = 64, .head_size = 128, .top_k = 512 };
  for (guint i = 0; i < G_N_ELEMENTS (ratios); i++)
    architecture->layers[i] = (TokLayer) {
      .mixer = TOK_MIXER_COMPRESSED, .n_heads = 64, .n_kv_heads = 1, .key_head_size = 512, .compress_ratio = ratios[i],
    };
  model = tok_model_new (architecture, TOK_FILE_Q8_0, FALSE, 0.0);
  /* In tokens: 512 picks of four each. */
  g_assert_cmpfloat (model->selected_cells, ==, 2048.0);
  tok_model_sum (model, 0, 1, &sums);
  g_assert_cmpfloat (sums.window_k, ==, 512.0);
  g_assert_cmpfloat (sums.full_k + sums.window_v, ==, 0.0);
  tok_model_sum (model, 1, 2, &sums);
  g_assert_cmpfloat (sums.full_k, ==, 512.0 / 4 + 128.0 / 4);
  g_assert_cmpfloat (sums.read_selected_k, ==, 512.0 / 4);
  g_assert_cmpfloat (sums.read_full_k, ==, 128.0 / 4);
  tok_model_sum (model, 2, 3, &sums);
  g_assert_cmpfloat (sums.full_k, ==, 512.0 / 128);
  g_assert_cmpfloat (sums.read_full_k, ==, 512.0 / 128);
  g_assert_cmpfloat (sums.read_window_k, ==, 512.0);
}

/* Layers that reuse a cache read it without owning one. */
static void
test_shared_caches_are_read_but_not_allocated (void)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model ("Llama-3.1-8B");
  g_autoptr (TokModel) model = NULL;
  TokLayerSums all;

  for (guint i = 20; i < 32; i++)
    architecture->layers[i].shares_cache = TRUE;
  model = tok_model_new (architecture, TOK_FILE_Q4_K_M, FALSE, 0.0);
  all = sum_all (model);
  g_assert_cmpfloat (all.full_k, ==, 20 * 1024);
  g_assert_cmpfloat (all.read_full_k, ==, 32 * 1024);
}

/* DeepSeek-V3.2: every cell is allocated and scored by the indexer's keys of 128, and 2048 cells are read. */
static void
test_sparse_attention_reads_selected_cells_and_all_index_keys (void)
{
  g_autoptr (TokArchitecture) architecture = tok_fixture_model ("DeepSeek-V3");
  g_autoptr (TokModel) model = NULL;
  TokLayerSums all;

  architecture->indexer = (TokIndexer) { .n_heads = 64, .head_size = 128, .top_k = 2048 };
  for (guint i = 0; i < 61; i++)
    architecture->layers[i].has_indexer = TRUE;
  model = tok_model_new (architecture, TOK_FILE_Q4_K_M, FALSE, 0.0);
  all = sum_all (model);
  g_assert_cmpfloat (model->selected_cells, ==, 2048.0);
  g_assert_cmpfloat (all.full_k, ==, 61 * (576 + 128));
  g_assert_cmpfloat (all.read_full_k, ==, 61 * 128);
  g_assert_cmpfloat (all.read_selected_k, ==, 61 * 576);
  g_assert_cmpfloat (all.full_flops, ==, 61 * 2.0 * 64 * 128);
}

/* Physics notes 2: experts 1, 2, 4, … tokens of Qwen3-30B-A3B visit, of 128. */
static void
test_more_tokens_visit_more_experts (void)
{
  static const struct { double tokens, experts; } cases[] = { { 1, 8.0 },  { 2, 15.5 },  { 4, 29.1 },  { 8, 51.6 },
                                                              { 16, 82.4 }, { 32, 111.8 }, { 64, 125.9 } };
  g_autoptr (TokModel) model = fixture ("Qwen3-30B-A3B", TOK_FILE_Q4_0, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (128.0 * tok_model_distinct_experts_share (model, cases[i].tokens), cases[i].experts, 0.051);
}

static void
test_a_real_file_size_scales_every_part (void)
{
  g_autoptr (TokModel) computed = fixture ("Qwen3-30B-A3B", TOK_FILE_Q4_K_M, FALSE);
  g_autoptr (TokModel) scaled = tok_model_new (computed->architecture, TOK_FILE_Q4_K_M, FALSE, 2.0 * computed->file_bytes);

  g_assert_cmpfloat_with_epsilon (scaled->file_bytes, 2.0 * computed->file_bytes, 1.0);
  g_assert_cmpfloat_with_epsilon (sum_all (scaled).expert_bytes, 2.0 * sum_all (computed).expert_bytes, 1.0);
  g_assert_cmpfloat_with_epsilon (scaled->head_bytes, 2.0 * computed->head_bytes, 1.0);
  g_assert_cmpfloat (sum_all (scaled).full_k, ==, sum_all (computed).full_k);
}

static void
test_type_shares_sum_to_one (void)
{
  for (const char **name = tok_fixture_model_names (); *name != NULL; name++)
    {
      g_autoptr (TokModel) model = fixture (*name, TOK_FILE_Q4_K_M, FALSE);
      double dense = 0.0, experts = 0.0;

      for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
        {
          dense += model->dense_type_share[i];
          experts += model->expert_type_share[i];
        }
      g_assert_cmpfloat_with_epsilon (dense, 1.0, 1e-9);
      g_assert_cmpfloat_with_epsilon (experts, model->experts_share > 0.0 ? 1.0 : 0.0, 1e-9);
    }
}

/* Files of gpt-oss: experts in MXFP4 with their biases, 3 x 2880 of F32 for 3 x 2880 x 2880 weights; all else in eight bits and F32. */
static void
test_experts_have_types_of_their_own (void)
{
  const double weights = 2880 * 0.53125;
  g_autoptr (TokModel) model = fixture ("gpt-oss-20b", TOK_FILE_MXFP4_MOE, FALSE);

  g_assert_cmpfloat_with_epsilon (model->expert_type_share[TOK_TENSOR_MXFP4], weights / (weights + 4), 1e-9);
  g_assert_cmpfloat (model->expert_type_share[TOK_TENSOR_Q8_0], ==, 0.0);
  g_assert_cmpfloat (model->dense_type_share[TOK_TENSOR_MXFP4], ==, 0.0);
  g_assert_cmpfloat (model->dense_type_share[TOK_TENSOR_Q8_0], >, 0.98);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/buffers-are-those-the-log-prints", test_buffers_are_those_the_log_prints);
  g_test_add_func ("/model/a-run-is-the-sum-of-its-layers", test_a_run_is_the_sum_of_its_layers);
  g_test_add_func ("/model/parts-add-up-to-the-file", test_parts_add_up_to_the_file);
  g_test_add_func ("/model/cache-elements-are-those-of-the-shapes", test_cache_elements_are_those_of_the_shapes);
  g_test_add_func ("/model/latent-attention-keeps-no-values", test_latent_attention_keeps_no_values);
  g_test_add_func ("/model/recurrent-state-is-that-of-its-heads", test_recurrent_state_is_that_of_its_heads);
  g_test_add_func ("/model/every-linear-layer-keeps-its-state", test_every_linear_layer_keeps_its_state);
  g_test_add_func ("/model/compressed-attention-keeps-a-window-and-packed-cells",
                   test_compressed_attention_keeps_a_window_and_packed_cells);
  g_test_add_func ("/model/shared-caches-are-read-but-not-allocated", test_shared_caches_are_read_but_not_allocated);
  g_test_add_func ("/model/sparse-attention-reads-selected-cells-and-all-index-keys",
                   test_sparse_attention_reads_selected_cells_and_all_index_keys);
  g_test_add_func ("/model/more-tokens-visit-more-experts", test_more_tokens_visit_more_experts);
  g_test_add_func ("/model/a-real-file-size-scales-every-part", test_a_real_file_size_scales_every_part);
  g_test_add_func ("/model/type-shares-sum-to-one", test_type_shares_sum_to_one);
  g_test_add_func ("/model/experts-have-types-of-their-own", test_experts_have_types_of_their_own);
  return g_test_run ();
}
