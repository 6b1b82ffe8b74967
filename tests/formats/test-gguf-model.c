/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models from GGUF headers: what keys and tensors say, one by one, and what is assumed when they do not.  Tests that begin with a
 * number are of the list of awkward files. */

#include <string.h>

#include "formats/gguf-model.h"
#include "gguf-small.h"

enum { F32 = 0, F16 = 1, Q4_0 = 2, Q8_0 = 8, Q4_K = 12, Q6_K = 14 };

static const GgufSmall plain = { "llama", 2, FALSE, FALSE, Q8_0 };

static TokModelFile *
read_model (const GgufWriter *writer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokGguf) gguf = gguf_writer_read (writer);
  TokModelFile *model = tok_gguf_model_new (gguf, &error);

  g_assert_no_error (error);
  return model;
}

static gboolean
has_note (const TokModelFile *model, const char *words)
{
  for (guint i = 0; i < model->notes->len; i++)
    if (strstr (g_ptr_array_index (model->notes, i), words) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_plain (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;
  const TokLayerWeights *layer;

  gguf_write_small (writer, &plain);
  model = read_model (writer);
  layer = &model->weights->layers[1];
  g_assert_cmpuint (model->notes->len, ==, 0);
  g_assert_cmpfloat (layer->mixer.bytes, ==, (64 * 64 * 2 + 64 * 32 * 2) / 32 * 34);
  g_assert_cmpfloat (layer->dense_ffn.bytes, ==, 3 * 64 * 128 / 32 * 34);
  g_assert_cmpfloat (layer->vectors.bytes, ==, 2 * 64 * 4);
  g_assert_cmpfloat (layer->vectors.matrix_elements, ==, 0);
  g_assert_cmpfloat (layer->routed_experts.bytes, ==, 0);
  g_assert_cmpfloat (model->weights->embedding.bytes, ==, 64 * 100 / 32 * 34);
  g_assert_cmpfloat (model->weights->head.bytes, ==, 64 * 100 / 32 * 34);
  g_assert_cmpfloat (model->weights->outside.bytes, ==, 64 * 4);
  g_assert_cmpfloat (model->weights->lookup.bytes, ==, 0);
  g_assert_false (model->architecture->tied_embeddings);
  g_assert_cmpuint (model->types->len, ==, 2);
  g_assert_cmpstr (g_array_index (model->types, TokTypeCount, 0).name, ==, "Q8_0");
  g_assert_cmpuint (g_array_index (model->types, TokTypeCount, 0).n_tensors, ==, 16);
  g_assert_cmpuint (g_array_index (model->types, TokTypeCount, 1).n_tensors, ==, 5);
}

static void
test_tied (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &(GgufSmall) { "llama", 2, FALSE, TRUE, Q8_0 });
  model = read_model (writer);
  g_assert_true (model->architecture->tied_embeddings);
  g_assert_cmpfloat (model->weights->head.bytes, ==, 0);
  g_assert_cmpfloat (model->weights->dense_type_bytes[TOK_TENSOR_Q8_0], ==,
                     (2 * (64 * 64 * 2 + 64 * 32 * 2 + 3 * 64 * 128) + 6400) / 32 * 34);
}

/* Lists go on past 64 layers, and every layer has its own number. */
static void
test_lists (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;
  guint heads[100], windows[100];
  const GgufSmall small = { "gemma3", 100, TRUE, FALSE, Q8_0 };

  for (guint i = 0; i < 100; i++)
    {
      heads[i] = i % 3 == 2 ? 4 : i % 3 == 1 ? 2 : 1;
      windows[i] = i % 7 != 6;
    }
  gguf_write_small (writer, &small);
  gguf_writer_u32s (writer, "gemma3.attention.head_count_kv", heads, 100);
  gguf_writer_flags (writer, "gemma3.attention.sliding_window_pattern", windows, 100);
  gguf_writer_u32 (writer, "gemma3.attention.sliding_window", 512);
  gguf_writer_u32 (writer, "gemma3.attention.key_length", 16);
  model = read_model (writer);
  for (guint i = 0; i < 100; i++)
    {
      g_assert_cmpuint (model->architecture->layers[i].n_kv_heads, ==, heads[i]);
      g_assert_cmpint (model->architecture->layers[i].mixer, ==, windows[i] ? TOK_MIXER_SLIDING : TOK_MIXER_FULL);
    }
  g_assert_cmpuint (model->architecture->window, ==, 512);
}

/* A number where others have a list, and a list where others have a number, in one file. */
static void
test_scalars (void)
{
  static const guint heads[] = { 4, 4, 4, 4, 4, 4 };
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &(GgufSmall) { "plamo3", 6, FALSE, FALSE, Q8_0 });
  gguf_writer_u32 (writer, "plamo3.attention.sliding_window", 1024);
  gguf_writer_u32 (writer, "plamo3.attention.sliding_window_pattern", 3);
  gguf_writer_u32s (writer, "plamo3.attention.key_length", (const guint[]) { 16, 16, 16, 16, 16, 16 }, 6);
  gguf_writer_u32s (writer, "plamo3.feed_forward_length", heads, 6);
  model = read_model (writer);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_cmpuint (model->architecture->layers[i].n_heads, ==, 4);
      g_assert_cmpuint (model->architecture->layers[i].n_kv_heads, ==, 2);
      g_assert_cmpint (model->architecture->layers[i].mixer, ==, i % 3 == 2 ? TOK_MIXER_FULL : TOK_MIXER_SLIDING);
    }
}

static void
test_missing_kv_heads (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE), silent = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL, assumed = NULL;

  gguf_write_small (writer, &(GgufSmall) { "llama", 2, TRUE, FALSE, Q8_0 });
  gguf_writer_u32 (writer, "llama.attention.key_length", 16);
  model = read_model (writer);
  g_assert_cmpuint (model->architecture->layers[0].n_kv_heads, ==, 2);
  g_assert_true (has_note (model, "its tensors have 2"));

  gguf_write_small_keys (silent, &(GgufSmall) { "llama", 1, TRUE, FALSE, Q8_0 });
  gguf_writer_tensor (silent, "token_embd.weight", Q8_0, 64, 100, 1);
  gguf_writer_tensor (silent, "blk.0.attn_q.weight", Q8_0, 64, 64, 1);
  assumed = read_model (silent);
  g_assert_cmpuint (assumed->architecture->layers[0].n_kv_heads, ==, 4);
  g_assert_cmpuint (assumed->architecture->layers[0].key_head_size, ==, 16);
  g_assert_true (has_note (assumed, "as many as queries are assumed"));
}

static void
test_file_type (void)
{
  static const struct { guint number; guint32 tensors; TokFileType type; } files[] = {
    { 15, Q4_K, TOK_FILE_Q4_K_M }, { 14, Q4_K, TOK_FILE_Q4_K_S }, { 15, Q6_K, TOK_FILE_Q6_K }, { 7, Q4_0, TOK_FILE_Q4_0 },
    { 1, F16, TOK_FILE_F16 }, { 1024, Q8_0, TOK_FILE_Q8_0 },
  };
  static const struct { const char *name; guint columns, rows; } tensors[] = {
    { "token_embd.weight", 256, 100 }, { "output.weight", 256, 100 }, { "blk.0.attn_q.weight", 256, 256 },
    { "blk.0.attn_k.weight", 256, 128 }, { "blk.0.attn_v.weight", 256, 128 }, { "blk.0.attn_output.weight", 256, 256 },
    { "blk.0.ffn_gate.weight", 256, 1024 }, { "blk.0.ffn_up.weight", 256, 1024 }, { "blk.0.ffn_down.weight", 1024, 256 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
      g_autoptr (TokModelFile) model = NULL;

      gguf_writer_text (writer, "general.architecture", "llama");
      gguf_writer_u32 (writer, "llama.attention.head_count", 4);
      gguf_writer_u32 (writer, "llama.attention.head_count_kv", 2);
      gguf_writer_u32 (writer, "general.file_type", files[i].number);
      for (guint j = 0; j < G_N_ELEMENTS (tensors); j++)
        gguf_writer_tensor (writer, tensors[j].name, files[i].tensors, tensors[j].columns, tensors[j].rows, 1);
      model = read_model (writer);
      g_assert_cmpstr (tok_file_type_name (model->file_type), ==, tok_file_type_name (files[i].type));
    }
}

/* Four experts of width 32, named in three ways, with no key that counts them. */
static void
test_expert_names (void)
{
  for (guint style = 0; style < 3; style++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
      g_autoptr (TokModelFile) model = NULL;

      gguf_write_small (writer, &(GgufSmall) { "qwen3moe", 1, FALSE, FALSE, Q8_0 });
      gguf_writer_u32 (writer, "qwen3moe.expert_used_count", 2);
      gguf_writer_tensor (writer, "blk.0.ffn_gate_inp.weight", F32, 64, 4, 1);
      for (guint i = 0; i < 4 && style == 0; i++)
        {
          g_autofree char *gate = g_strdup_printf ("blk.0.ffn_gate.%u.weight", i);
          g_autofree char *up = g_strdup_printf ("blk.0.ffn_up.%u.weight", i);
          g_autofree char *down = g_strdup_printf ("blk.0.ffn_down.%u.weight", i);

          gguf_writer_tensor (writer, gate, Q8_0, 64, 32, 1);
          gguf_writer_tensor (writer, up, Q8_0, 64, 32, 1);
          gguf_writer_tensor (writer, down, Q8_0, 32, 64, 1);
        }
      if (style > 0)
        gguf_writer_tensor (writer, "blk.0.ffn_down_exps.weight", Q8_0, 32, 64, 4);
      if (style == 1)
        {
          gguf_writer_tensor (writer, "blk.0.ffn_gate_exps.weight", Q8_0, 64, 32, 4);
          gguf_writer_tensor (writer, "blk.0.ffn_up_exps.weight", Q8_0, 64, 32, 4);
        }
      else if (style == 2)
        gguf_writer_tensor (writer, "blk.0.ffn_gate_up_exps.weight", Q8_0, 64, 64, 4);
      model = read_model (writer);
      g_assert_cmpuint (model->architecture->experts.n_experts, ==, 4);
      g_assert_cmpuint (model->architecture->experts.experts_per_token, ==, 2);
      g_assert_cmpuint (model->architecture->experts.expert_size, ==, 32);
      g_assert_cmpuint (model->architecture->experts.dense_parallel_size, ==, 128);
      g_assert_cmpfloat (model->weights->layers[0].routed_experts.bytes, ==, 4 * 3 * 64 * 32 / 32 * 34);
      g_assert_cmpfloat (model->weights->expert_type_bytes[TOK_TENSOR_Q8_0], ==, 4 * 3 * 64 * 32 / 32 * 34);
      g_assert_cmpfloat (tok_architecture_active_params (model->architecture), ==,
                         tok_architecture_total_params (model->architecture) - 2 * 3 * 64 * 32);
    }
}

static void
test_unknown_used_experts (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &plain);
  gguf_writer_tensor (writer, "blk.1.ffn_down_exps.weight", Q8_0, 32, 64, 64);
  model = read_model (writer);
  g_assert_cmpuint (model->architecture->experts.experts_per_token, ==, 8);
  g_assert_true (has_note (model, "8 of 64 are assumed"));
  g_assert_cmpint (model->architecture->layers[0].ffn, ==, TOK_FFN_DENSE);
  g_assert_cmpint (model->architecture->layers[1].ffn, ==, TOK_FFN_MOE);
}

/* The block for multi-token prediction is counted with the layers, but is none. */
static void
test_prediction (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &(GgufSmall) { "glm4moe", 3, FALSE, FALSE, Q8_0 });
  gguf_writer_u32 (writer, "glm4moe.nextn_predict_layers", 1);
  gguf_writer_tensor (writer, "blk.2.nextn.eh_proj.weight", Q8_0, 128, 64, 1);
  gguf_writer_tensor (writer, "blk.2.nextn.enorm.weight", F32, 64, 1, 1);
  model = read_model (writer);
  g_assert_cmpuint (model->architecture->n_layers, ==, 2);
  g_assert_cmpuint (model->architecture->mtp_layers, ==, 1);
  g_assert_false (model->architecture->mtp_embeddings);
  g_assert_cmpfloat (model->weights->prediction.elements, ==, GGUF_SMALL_LAYER_ELEMENTS + 128 * 64 + 64);
  g_assert_cmpfloat (tok_architecture_total_params (model->architecture), ==, 2 * GGUF_SMALL_LAYER_ELEMENTS + 2 * 6400 + 64);
  g_assert_true (has_note (model, "multi-token prediction"));
}

/* Left out of the file, but still counted in its metadata. */
static void
test_prediction_left_out (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small_keys (writer, &(GgufSmall) { "glm4moe", 3, FALSE, FALSE, Q8_0 });
  gguf_writer_u32 (writer, "glm4moe.nextn_predict_layers", 1);
  gguf_writer_tensor (writer, "token_embd.weight", Q8_0, 64, 100, 1);
  gguf_write_small_layer (writer, &plain, 0);
  gguf_write_small_layer (writer, &plain, 1);
  model = read_model (writer);
  g_assert_cmpuint (model->architecture->n_layers, ==, 2);
  g_assert_cmpuint (model->architecture->mtp_layers, ==, 0);
}

static void
test_lookup_tables (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &(GgufSmall) { "gemma3n", 2, FALSE, TRUE, Q8_0 });
  gguf_writer_tensor (writer, "per_layer_token_embd.weight", Q8_0, 512, 100, 1);
  gguf_writer_tensor (writer, "per_layer_model_proj.weight", F16, 64, 512, 1);
  model = read_model (writer);
  g_assert_cmpfloat (model->weights->lookup.bytes, ==, 512 * 100 / 32 * 34);
  g_assert_cmpfloat (model->weights->outside.bytes, ==, 64 * 512 * 2 + 64 * 4);
  g_assert_cmpuint (model->architecture->n_extras, ==, 2);
  g_assert_true (model->architecture->extras[0].is_lookup);
  g_assert_cmpfloat (model->architecture->extras[0].elements, ==, 51200);
  g_assert_false (model->architecture->extras[1].is_lookup);
  g_assert_true (model->architecture->extras[1].is_kept);
  g_assert_cmpfloat (model->architecture->extras[1].elements, ==, 64 * 512);
}

static void
write_latent_layer (GgufWriter *writer, gboolean is_split)
{
  gguf_writer_tensor (writer, "token_embd.weight", Q8_0, 64, 100, 1);
  gguf_writer_tensor (writer, "blk.0.attn_q.weight", Q8_0, 64, 4 * (32 + 16), 1);
  gguf_writer_tensor (writer, "blk.0.attn_kv_a_mqa.weight", Q8_0, 64, 128 + 16, 1);
  gguf_writer_tensor (writer, "blk.0.attn_kv_a_norm.weight", F32, 128, 1, 1);
  if (is_split)
    {
      gguf_writer_tensor (writer, "blk.0.attn_k_b.weight", Q8_0, 32, 128, 4);
      gguf_writer_tensor (writer, "blk.0.attn_v_b.weight", Q8_0, 128, 64, 4);
    }
  else
    gguf_writer_tensor (writer, "blk.0.attn_kv_b.weight", Q8_0, 128, 4 * (32 + 64), 1);
  gguf_writer_tensor (writer, "blk.0.attn_output.weight", Q8_0, 4 * 64, 64, 1);
}

/* Files from before the latent cache say the heads' lengths, later ones the latent's. */
static void
test_latent (void)
{
  for (guint is_new = 0; is_new < 2; is_new++)
    {
      g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
      g_autoptr (TokModelFile) model = NULL;
      const TokMla *mla;

      gguf_write_small_keys (writer, &(GgufSmall) { "deepseek2", 1, TRUE, FALSE, Q8_0 });
      gguf_writer_u32 (writer, "deepseek2.attention.head_count_kv", is_new ? 1 : 4);
      gguf_writer_u32 (writer, "deepseek2.attention.kv_lora_rank", 128);
      gguf_writer_u32 (writer, "deepseek2.attention.key_length", is_new ? 128 + 16 : 32 + 16);
      gguf_writer_u32 (writer, "deepseek2.attention.value_length", is_new ? 128 : 64);
      if (is_new)
        {
          gguf_writer_u32 (writer, "deepseek2.attention.key_length_mla", 32 + 16);
          gguf_writer_u32 (writer, "deepseek2.attention.value_length_mla", 64);
        }
      gguf_writer_u32 (writer, "deepseek2.rope.dimension_count", 16);
      write_latent_layer (writer, is_new);
      model = read_model (writer);
      mla = &model->architecture->mla;
      g_assert_cmpint (model->architecture->layers[0].mixer, ==, TOK_MIXER_MLA);
      g_assert_cmpuint (model->architecture->layers[0].n_kv_heads, ==, 4);
      g_assert_cmpuint (mla->kv_rank, ==, 128);
      g_assert_cmpuint (mla->q_rank, ==, 0);
      g_assert_cmpuint (mla->rope_size, ==, 16);
      g_assert_cmpuint (mla->nope_size, ==, 32);
      g_assert_cmpuint (mla->value_size, ==, 64);
      g_assert_cmpuint (model->architecture->n_extras, ==, 0);
    }
}

/* An explicit length counts more than the one the tensors or the width give. */
static void
test_explicit_lengths (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small_keys (writer, &(GgufSmall) { "qwen3", 1, FALSE, FALSE, Q8_0 });
  gguf_writer_u32 (writer, "qwen3.attention.key_length", 32);
  gguf_writer_u32 (writer, "qwen3.attention.value_length", 24);
  gguf_writer_tensor (writer, "token_embd.weight", Q8_0, 64, 100, 1);
  gguf_writer_tensor (writer, "blk.0.attn_q.weight", Q8_0, 64, 128, 1);
  model = read_model (writer);
  g_assert_cmpuint (model->architecture->layers[0].key_head_size, ==, 32);
  g_assert_cmpuint (model->architecture->layers[0].value_head_size, ==, 24);
}

static void
test_unknown_architecture (void)
{
  g_autoptr (GgufWriter) named = gguf_writer_new (3, FALSE), bare = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL, from_tensors = NULL;

  gguf_write_small (named, &(GgufSmall) { "llama9\x01", 2, FALSE, FALSE, Q8_0 });
  model = read_model (named);
  g_assert_true (has_note (model, "“llama9?” is not known"));
  g_assert_cmpuint (model->architecture->layers[1].n_kv_heads, ==, 2);

  gguf_write_small (bare, &(GgufSmall) { NULL, 2, FALSE, FALSE, Q8_0 });
  gguf_writer_tensor (bare, "blk.0.attn_q_norm.weight", F32, 16, 1, 1);
  gguf_writer_tensor (bare, "blk.1.attn_q_norm.weight", F32, 16, 1, 1);
  from_tensors = read_model (bare);
  g_assert_cmpuint (from_tensors->architecture->hidden_size, ==, 64);
  g_assert_cmpuint (from_tensors->architecture->n_layers, ==, 2);
  g_assert_cmpuint (from_tensors->architecture->layers[0].n_heads, ==, 4);
  g_assert_cmpuint (from_tensors->architecture->layers[0].n_kv_heads, ==, 2);
  g_assert_cmpuint (from_tensors->architecture->layers[0].ffn_size, ==, 128);
  g_assert_true (has_note (from_tensors, "attention heads"));
}

/* A name plan files would not take costs no model: what breaks lines is told as "?". */
static void
test_controls_in_names (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &(GgufSmall) { NULL, 2, FALSE, FALSE, Q8_0 });
  gguf_writer_text (writer, "general.name", "A\xc2\x85" "B\xe2\x80\xa8" "C\x1b[1m\xe2\x80\xaeü");
  model = read_model (writer);
  g_assert_cmpstr (model->architecture->name, ==, "A?B?C?[1m?ü");
}

/* Scales of matrices in four bits are no biases. */
static void
test_scales (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &plain);
  gguf_writer_tensor (writer, "blk.0.attn_q.scale", F32, 1, 1, 1);
  gguf_writer_tensor (writer, "blk.0.attn_output.input_scale", F32, 1, 1, 1);
  model = read_model (writer);
  g_assert_false (model->architecture->qkv_bias);
  g_assert_false (model->architecture->attention_output_bias);
  g_assert_cmpfloat (model->weights->layers[0].vectors.bytes, ==, 2 * 64 * 4 + 2 * 4);
}

static void
test_biases (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &plain);
  gguf_writer_tensor (writer, "blk.0.attn_q.bias", F32, 64, 1, 1);
  gguf_writer_tensor (writer, "blk.0.attn_output.bias", F32, 64, 1, 1);
  gguf_writer_tensor (writer, "blk.0.ffn_up.bias", F32, 128, 1, 1);
  gguf_writer_tensor (writer, "blk.0.attn_norm.bias", F32, 64, 1, 1);
  model = read_model (writer);
  g_assert_true (model->architecture->qkv_bias);
  g_assert_true (model->architecture->attention_output_bias);
  g_assert_true (model->architecture->mlp_bias);
  g_assert_true (model->architecture->norm_bias);
}

static void
test_diffusion (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_write_small (writer, &(GgufSmall) { "llada", 2, FALSE, FALSE, Q8_0 });
  gguf_writer_flag (writer, "llada.attention.causal", FALSE);
  model = read_model (writer);
  g_assert_true (has_note (model, "diffusion"));
}

/* The first Mamba: a state of 16 numbers for each of 128 channels, and a convolution over four. */
static void
test_mamba (void)
{
  g_autoptr (GgufWriter) writer = gguf_writer_new (3, FALSE);
  g_autoptr (TokModelFile) model = NULL;

  gguf_writer_text (writer, "general.architecture", "mamba");
  gguf_writer_u32 (writer, "mamba.ssm.conv_kernel", 4);
  gguf_writer_u32 (writer, "mamba.ssm.inner_size", 128);
  gguf_writer_u32 (writer, "mamba.ssm.state_size", 16);
  gguf_writer_tensor (writer, "token_embd.weight", Q8_0, 64, 100, 1);
  gguf_writer_tensor (writer, "blk.0.ssm_in.weight", Q8_0, 64, 256, 1);
  gguf_writer_tensor (writer, "blk.0.ssm_x.weight", Q8_0, 128, 36, 1);
  gguf_writer_tensor (writer, "blk.0.ssm_out.weight", Q8_0, 128, 64, 1);
  gguf_writer_tensor (writer, "blk.0.ssm_conv1d.weight", F32, 4, 128, 1);
  model = read_model (writer);
  g_assert_cmpint (model->architecture->layers[0].mixer, ==, TOK_MIXER_MAMBA2);
  g_assert_cmpuint (model->architecture->linear.n_heads * model->architecture->linear.head_size, ==, 128);
  g_assert_cmpuint (model->architecture->linear.state_size, ==, 16);
  g_assert_cmpuint (model->architecture->linear.n_groups, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gguf-model/plain", test_plain);
  g_test_add_func ("/gguf-model/tied", test_tied);
  g_test_add_func ("/gguf-model/11-lists", test_lists);
  g_test_add_func ("/gguf-model/12-scalars", test_scalars);
  g_test_add_func ("/gguf-model/13-missing-kv-heads", test_missing_kv_heads);
  g_test_add_func ("/gguf-model/15-file-type", test_file_type);
  g_test_add_func ("/gguf-model/20-expert-names", test_expert_names);
  g_test_add_func ("/gguf-model/20-unknown-used-experts", test_unknown_used_experts);
  g_test_add_func ("/gguf-model/22-prediction", test_prediction);
  g_test_add_func ("/gguf-model/22-prediction-left-out", test_prediction_left_out);
  g_test_add_func ("/gguf-model/22-lookup-tables", test_lookup_tables);
  g_test_add_func ("/gguf-model/latent", test_latent);
  g_test_add_func ("/gguf-model/explicit-lengths", test_explicit_lengths);
  g_test_add_func ("/gguf-model/unknown-architecture", test_unknown_architecture);
  g_test_add_func ("/gguf-model/controls-in-names", test_controls_in_names);
  g_test_add_func ("/gguf-model/scales", test_scales);
  g_test_add_func ("/gguf-model/biases", test_biases);
  g_test_add_func ("/gguf-model/diffusion", test_diffusion);
  g_test_add_func ("/gguf-model/mamba", test_mamba);
  return g_test_run ();
}
