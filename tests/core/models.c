/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixture: one row per model; what a row leaves out is 0. */

#include "models.h"

typedef struct
{
  const char *name;
  guint       hidden, layers, vocab, heads, kv_heads, head_size, ffn;
  gboolean    tied, fused, qkv_bias, output_bias, sinks, moe_bias, mxfp4;
  TokQkNorm   qk_norm;
  guint       norms;            /* per layer; 0 = 2 */
  TokMixer    windowed;         /* mixer of the layers between the full ones */
  guint       window, every;    /* every: period of the full layers, 0 = all are full */
  TokExperts  experts;
  guint       dense_first;      /* leading layers without experts */
  TokMla      mla;
  TokLinear   linear;
  guint       mtp;
} Row;

#define SHAPE(name_, hidden_, layers_, vocab_, heads_, kv_heads_, head_size_) \
  .name = (name_), .hidden = (hidden_), .layers = (layers_), .vocab = (vocab_), .heads = (heads_), .kv_heads = (kv_heads_), \
  .head_size = (head_size_)
#define EXPERTS(n, used, size) { .n_experts = (n), .experts_per_token = (used), .expert_size = (size) }
#define EXPERTS_SHARED(n, used, size, shared) \
  { .n_experts = (n), .experts_per_token = (used), .expert_size = (size), .shared_size = (shared) }

static const Row rows[] = {
  { SHAPE ("TinyLlama-1.1B", 2048, 22, 32000, 32, 4, 64), .ffn = 5632 },
  { SHAPE ("Llama-2-7B", 4096, 32, 32000, 32, 32, 128), .ffn = 11008 },
  { SHAPE ("Llama-2-13B", 5120, 40, 32000, 40, 40, 128), .ffn = 13824 },
  { SHAPE ("Mistral-7B", 4096, 32, 32768, 32, 8, 128), .ffn = 14336 },
  { SHAPE ("Mistral-Small-24B", 5120, 40, 131072, 32, 8, 128), .ffn = 32768 },
  { SHAPE ("Llama-3.2-1B", 2048, 16, 128256, 32, 8, 64), .ffn = 8192, .tied = TRUE },
  { SHAPE ("Llama-3.2-3B", 3072, 28, 128256, 24, 8, 128), .ffn = 8192, .tied = TRUE },
  { SHAPE ("Llama-3.1-8B", 4096, 32, 128256, 32, 8, 128), .ffn = 14336 },
  { SHAPE ("Llama-3-70B", 8192, 80, 128256, 64, 8, 128), .ffn = 28672 },
  { SHAPE ("Llama-3.1-405B", 16384, 126, 128256, 128, 8, 128), .ffn = 53248 },
  { SHAPE ("Qwen2.5-7B", 3584, 28, 152064, 28, 4, 128), .ffn = 18944, .qkv_bias = TRUE },
  { SHAPE ("Qwen2.5-14B", 5120, 48, 152064, 40, 8, 128), .ffn = 13824, .qkv_bias = TRUE },
  { SHAPE ("Qwen2.5-32B", 5120, 64, 152064, 40, 8, 128), .ffn = 27648, .qkv_bias = TRUE },
  { SHAPE ("Qwen3-8B", 4096, 36, 151936, 32, 8, 128), .ffn = 12288, .qk_norm = TOK_QK_NORM_HEAD },
  { SHAPE ("Qwen3-14B", 5120, 40, 151936, 40, 8, 128), .ffn = 17408, .qk_norm = TOK_QK_NORM_HEAD },
  { SHAPE ("Qwen3-32B", 5120, 64, 151936, 64, 8, 128), .ffn = 25600, .qk_norm = TOK_QK_NORM_HEAD },
  { SHAPE ("Phi-4-14B", 5120, 40, 100352, 40, 10, 128), .ffn = 17920, .fused = TRUE },
  { SHAPE ("Gemma-3-4B", 2560, 34, 262144, 8, 4, 256), .ffn = 10240, .tied = TRUE, .norms = 4, .qk_norm = TOK_QK_NORM_HEAD,
    .windowed = TOK_MIXER_SLIDING, .window = 1024, .every = 6 },
  { SHAPE ("Gemma-3-12B", 3840, 48, 262144, 16, 8, 256), .ffn = 15360, .tied = TRUE, .norms = 4, .qk_norm = TOK_QK_NORM_HEAD,
    .windowed = TOK_MIXER_SLIDING, .window = 1024, .every = 6 },
  { SHAPE ("Gemma-3-27B", 5376, 62, 262144, 32, 16, 128), .ffn = 21504, .tied = TRUE, .norms = 4, .qk_norm = TOK_QK_NORM_HEAD,
    .windowed = TOK_MIXER_SLIDING, .window = 1024, .every = 6 },
  { SHAPE ("Mixtral-8x7B", 4096, 32, 32000, 32, 8, 128), .experts = EXPERTS (8, 2, 14336) },
  { SHAPE ("Qwen3-30B-A3B", 2048, 48, 151936, 32, 4, 128), .qk_norm = TOK_QK_NORM_HEAD, .experts = EXPERTS (128, 8, 768) },
  { SHAPE ("Qwen3-235B-A22B", 4096, 94, 151936, 64, 4, 128), .qk_norm = TOK_QK_NORM_HEAD, .experts = EXPERTS (128, 8, 1536) },
  { SHAPE ("gpt-oss-20b", 2880, 24, 201088, 64, 8, 64), .qkv_bias = TRUE, .output_bias = TRUE, .sinks = TRUE, .moe_bias = TRUE,
    .windowed = TOK_MIXER_SLIDING, .window = 128, .every = 2, .experts = EXPERTS (32, 4, 2880), .mxfp4 = TRUE },
  { SHAPE ("gpt-oss-120b", 2880, 36, 201088, 64, 8, 64), .qkv_bias = TRUE, .output_bias = TRUE, .sinks = TRUE, .moe_bias = TRUE,
    .windowed = TOK_MIXER_SLIDING, .window = 128, .every = 2, .experts = EXPERTS (128, 4, 2880), .mxfp4 = TRUE },
  { SHAPE ("GLM-4.5-Air", 4096, 46, 151552, 96, 8, 128), .ffn = 10944, .qkv_bias = TRUE,
    .experts = EXPERTS_SHARED (128, 8, 1408, 1408), .dense_first = 1, .mtp = 1 },
  { SHAPE ("Llama-4-Scout", 5120, 48, 202048, 40, 8, 128), .windowed = TOK_MIXER_CHUNKED, .window = 8192, .every = 4,
    .experts = EXPERTS_SHARED (16, 1, 8192, 8192) },
  { SHAPE ("DeepSeek-V3", 7168, 61, 129280, 128, 128, 192), .ffn = 18432,
    .experts = EXPERTS_SHARED (256, 8, 2048, 2048), .dense_first = 3,
    .mla = { .q_rank = 1536, .kv_rank = 512, .rope_size = 64, .nope_size = 128, .value_size = 128 } },
  { SHAPE ("Qwen3-Next-80B", 2048, 48, 151936, 16, 2, 256), .qk_norm = TOK_QK_NORM_HEAD,
    .windowed = TOK_MIXER_DELTA_NET, .every = 4,
    .experts = { .n_experts = 512, .experts_per_token = 10, .expert_size = 512, .shared_size = 512, .shared_gate = TRUE },
    .linear = { .n_key_heads = 16, .key_head_size = 128, .n_value_heads = 32, .value_head_size = 128, .conv_kernel = 4 } },
};

static void
fill_layers (TokArchitecture *architecture,
             const Row       *row)
{
  for (guint i = 0; i < row->layers; i++)
    {
      TokLayer *layer = &architecture->layers[i];

      layer->mixer = row->mla.kv_rank > 0 ? TOK_MIXER_MLA : TOK_MIXER_FULL;
      if (row->every > 0 && i % row->every != row->every - 1)
        layer->mixer = row->windowed;
      layer->ffn = row->experts.n_experts > 0 && i >= row->dense_first ? TOK_FFN_MOE : TOK_FFN_DENSE;
      layer->ffn_size = layer->ffn == TOK_FFN_DENSE ? row->ffn : 0;
      layer->n_heads = row->heads;
      layer->n_kv_heads = row->kv_heads;
      layer->key_head_size = layer->value_head_size = row->head_size;
    }
}

static TokArchitecture *
model_from_row (const Row *row)
{
  TokArchitecture *architecture = tok_architecture_new (row->layers);

  g_free (architecture->name);
  architecture->name = g_strdup (row->name);
  architecture->hidden_size = row->hidden;
  architecture->vocab_size = row->vocab;
  architecture->window = row->window;
  architecture->mtp_layers = row->mtp;
  architecture->mtp_embeddings = row->mtp > 0;
  architecture->norms_per_layer = row->norms > 0 ? row->norms : 2;
  architecture->tied_embeddings = row->tied;
  architecture->mlp_gated = TRUE;
  architecture->qkv_bias = row->qkv_bias;
  architecture->attention_output_bias = row->output_bias;
  architecture->attention_sinks = row->sinks;
  architecture->fused_qkv = row->fused;
  architecture->moe_bias = row->moe_bias;
  if (row->mxfp4)
    architecture->usual_file_type = TOK_FILE_MXFP4_MOE;
  architecture->attention_gate = row->linear.n_key_heads > 0 ? TOK_GATE_Q_DOUBLED : TOK_GATE_NONE;
  architecture->qk_norm = row->qk_norm;
  architecture->experts = row->experts;
  architecture->mla = row->mla;
  architecture->linear = row->linear;
  fill_layers (architecture, row);
  return architecture;
}

TokArchitecture *
tok_fixture_model (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, name))
      return model_from_row (&rows[i]);
  g_error ("no fixture model is called “%s”", name);
}

const char **
tok_fixture_model_names (void)
{
  static const char *names[G_N_ELEMENTS (rows) + 1];

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    names[i] = rows[i].name;
  return names;
}
