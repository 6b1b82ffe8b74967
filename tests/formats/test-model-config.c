/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of configs one by one: their spellings, what is derived, and what is refused.  Tests that begin with a number are of the list
 * of awkward files. */

#include <string.h>

#include "configs.h"

#define SMALL(members) CONFIG_SMALL (members)
#define SIZES CONFIG_SIZES

static TokMixer
mixer_of (const TokModelFile *file, guint layer)
{
  return file->architecture->layers[layer].mixer;
}

/* F, S, …: the letters catalog files have. */
static char *
mixers_of (const TokModelFile *file)
{
  static const char letters[TOK_N_MIXERS + 1] = "-FSCXZDKMLVW";
  char *text = g_malloc0 (file->architecture->n_layers + 1);

  for (guint i = 0; i < file->architecture->n_layers; i++)
    text[i] = letters[mixer_of (file, i)];
  return text;
}

static void
assert_mixers (const char *config, const char *wanted)
{
  g_autoptr (TokModelFile) file = config_read (config);
  g_autofree char *found = mixers_of (file);

  g_assert_cmpstr (found, ==, wanted);
}

static void
assert_ffns (const char *config, const char *wanted)
{
  g_autoptr (TokModelFile) file = config_read (config);
  g_autofree char *found = g_malloc0 (file->architecture->n_layers + 1);

  for (guint i = 0; i < file->architecture->n_layers; i++)
    found[i] = ".dew"[file->architecture->layers[i].ffn];
  g_assert_cmpstr (found, ==, wanted);
}

static void
assert_context (const char *config, guint wanted)
{
  g_autoptr (TokModelFile) file = config_read (config);

  g_assert_cmpuint (file->architecture->context_max, ==, wanted);
}

static void
test_plain (void)
{
  g_autoptr (TokModelFile) file = config_read (SMALL (""));
  const TokArchitecture *a = file->architecture;

  g_assert_cmpuint (file->notes->len, ==, 0);
  g_assert_cmpstr (a->name, ==, "a-model");
  g_assert_cmpstr (a->id, ==, "");
  g_assert_cmpstr (a->family, ==, "llama");
  g_assert_cmpint (file->file_type, ==, TOK_FILE_BF16);
  g_assert_null (file->weights);
  g_assert_cmpfloat (file->file_bytes, ==, 0);
  g_assert_cmpuint (a->context_max, ==, 4096);
  g_assert_cmpfloat (tok_architecture_total_params (a), ==, CONFIG_PARAMS);
}

static void
test_nested (void)
{
  static const char *const wholes[] = {
    "{'model_type':'qwen3_vl','vision_config':{'hidden_size':9,'num_hidden_layers':9},'text_config':{" SIZES "}}",
    "{'model_type':'internvl_chat','hidden_size':99,'llm_config':{'model_type':'llama'," SIZES "}}",
    "{'model_type':'deepseek_vl','language_config':{'model_type':'llama'," SIZES "}}",
    "{'model_type':'qwen2_5_omni','thinker_config':{'audio_config':{},'text_config':{'model_type':'llama'," SIZES "}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wholes); i++)
    {
      g_autoptr (TokModelFile) file = config_read (wholes[i]);

      g_assert_cmpuint (file->architecture->n_layers, ==, 2);
      g_assert_cmpuint (file->architecture->hidden_size, ==, 64);
      g_assert_cmpuint (file->architecture->vocab_size, ==, 100);
      g_assert_cmpint (file->file_type, ==, TOK_FILE_BF16);
    }
  config_refuse ("{'text_config':{'text_config':{'text_config':{" SIZES "}}}}", "“text_config.num_hidden_layers” is missing");
}

/* What the text part leaves out is what its class takes: heads, words and context of Gemma 3. */
static void
test_nested_usual (void)
{
  g_autoptr (TokModelFile) file = config_read (
    "{'model_type':'gemma3','torch_dtype':'bfloat16','text_config':{'model_type':'gemma3_text','hidden_size':2560,"
    "'intermediate_size':10240,'num_hidden_layers':34,'sliding_window':1024,'rope_scaling':{'factor':8.0,'rope_type':'linear'}}}");

  g_assert_cmpuint (file->architecture->layers[0].n_heads, ==, 8);
  g_assert_cmpuint (file->architecture->layers[0].n_kv_heads, ==, 4);
  g_assert_cmpuint (file->architecture->vocab_size, ==, 262208);
  g_assert_cmpuint (file->architecture->context_max, ==, 131072);
  g_assert_cmpfloat_with_epsilon (tok_architecture_total_params (file->architecture), 3.88e9, 0.01e9);
  g_assert_true (config_notes (file, "“text_config.vocab_size” is left out; the usual 262208"));
}

/* PaliGemma 2 leaves out heads and their size, which the width over the heads is not: 288. */
static void
test_nested_gemma2 (void)
{
  g_autoptr (TokModelFile) file = config_read (
    "{'model_type':'paligemma','torch_dtype':'bfloat16','text_config':{'model_type':'gemma2','hidden_size':2304,'intermediate_size':9216,"
    "'num_hidden_layers':26,'num_key_value_heads':4,'sliding_window':4096,'vocab_size':257216}}");

  g_assert_cmpuint (file->architecture->layers[0].n_heads, ==, 8);
  g_assert_cmpuint (file->architecture->layers[0].key_head_size, ==, 256);
  g_assert_cmpint (file->architecture->layers[0].mixer, ==, TOK_MIXER_SLIDING);
  g_assert_cmpfloat_with_epsilon (tok_architecture_total_params (file->architecture), 2.617e9, 0.005e9);
}

/* DeepSeek-OCR says that it has no latent attention by zeros and null: heads are of the usual kind. */
static void
test_nested_zeros (void)
{
  g_autoptr (TokModelFile) file = config_read (
    "{'model_type':'deepseek_vl_v2','language_config':{'model_type':'deepseek_v2','hidden_size':1280,'intermediate_size':6848,"
    "'kv_lora_rank':null,'q_lora_rank':null,'qk_nope_head_dim':0,'qk_rope_head_dim':0,'v_head_dim':0,'use_mla':false,"
    "'num_hidden_layers':12,'num_attention_heads':10,'num_key_value_heads':10,'first_k_dense_replace':1,'n_routed_experts':64,"
    "'n_shared_experts':2,'num_experts_per_tok':6,'moe_intermediate_size':896,'vocab_size':129280,'torch_dtype':'bfloat16'}}");

  g_assert_cmpint (file->architecture->layers[0].mixer, ==, TOK_MIXER_FULL);
  g_assert_cmpuint (file->architecture->layers[0].key_head_size, ==, 128);
  g_assert_cmpuint (file->architecture->layers[0].value_head_size, ==, 128);
  g_assert_cmpint (file->architecture->layers[0].ffn, ==, TOK_FFN_DENSE);
  g_assert_cmpuint (file->architecture->experts.shared_size, ==, 1792);
  g_assert_cmpfloat_with_epsilon (tok_architecture_total_params (file->architecture), 2.93e9, 0.02e9);
}

/* GPT-2 itself: 124 million weights without the table of positions, which is looked up. */
static void
test_gpt2 (void)
{
  g_autoptr (TokModelFile) file = config_read ("{'model_type':'gpt2','n_layer':12,'n_embd':768,'n_head':12,'n_positions':1024,"
                                               "'n_ctx':1024,'vocab_size':50257,'n_inner':null}");

  g_assert_cmpuint (file->architecture->n_layers, ==, 12);
  g_assert_cmpuint (file->architecture->layers[0].ffn_size, ==, 3072);
  g_assert_cmpuint (file->architecture->layers[0].n_kv_heads, ==, 12);
  g_assert_cmpuint (file->architecture->context_max, ==, 1024);
  g_assert_true (file->architecture->tied_embeddings);
  g_assert_cmpfloat (tok_architecture_total_params (file->architecture), ==, 124439808);
}

/* The same shape in the words of MPT, of Mistral's own files and of the first Llama's. */
static void
test_spellings (void)
{
  g_autoptr (TokModelFile) mpt = config_read ("{'model_type':'mpt','d_model':64,'n_layers':2,'n_heads':4,'expansion_ratio':4,"
                                              "'max_seq_len':2048,'vocab_size':100,'attn_config':{'alibi':true}}");
  g_autoptr (TokModelFile) mistral = config_read ("{'dim':64,'n_layers':2,'head_dim':16,'hidden_dim':128,'n_heads':4,'n_kv_heads':2,"
                                                  "'norm_eps':1e-5,'vocab_size':100,'moe':{'num_experts':4,'num_experts_per_tok':2}}");
  g_autoptr (TokModelFile) llama = config_read ("{'dim':4096,'multiple_of':256,'n_heads':32,'n_layers':32,'norm_eps':1e-6,"
                                                "'vocab_size':32000}");

  g_assert_cmpuint (mpt->architecture->layers[1].ffn_size, ==, 256);
  g_assert_cmpuint (mpt->architecture->context_max, ==, 2048);
  g_assert_false (mpt->architecture->mlp_gated);
  g_assert_cmpuint (mistral->architecture->experts.expert_size, ==, 128);
  g_assert_cmpint (mistral->architecture->layers[0].ffn, ==, TOK_FFN_MOE);
  g_assert_cmpuint (llama->architecture->layers[0].ffn_size, ==, 11008);
  g_assert_cmpfloat (tok_architecture_total_params (llama->architecture), ==, 6738415616);
}

static void
test_missing_heads (void)
{
  g_autoptr (TokModelFile) derived = config_read ("{'model_type':'llama','hidden_size':64,'num_hidden_layers':2,'head_dim':null,"
                                                  "'num_attention_heads':4,'num_key_value_heads':null,'intermediate_size':128,"
                                                  "'vocab_size':100}");
  g_autoptr (TokModelFile) uneven = config_read ("{'model_type':'llama','hidden_size':64,'num_hidden_layers':2,"
                                                 "'num_attention_heads':6,'num_key_value_heads':4,'intermediate_size':128,"
                                                 "'vocab_size':100}");

  g_assert_cmpuint (derived->architecture->layers[0].key_head_size, ==, 16);
  g_assert_cmpuint (derived->architecture->layers[0].n_kv_heads, ==, 4);
  g_assert_true (config_notes (derived, "the width divided by the heads, 16, is assumed"));
  g_assert_true (config_notes (derived, "as many as queries, 4, are assumed"));
  g_assert_cmpuint (uneven->architecture->layers[0].key_head_size, ==, 10);
  g_assert_cmpuint (uneven->architecture->layers[0].n_kv_heads, ==, 6);
  g_assert_true (config_notes (uneven, "6 heads do not divide the width 64"));
  g_assert_true (config_notes (uneven, "do not fit those of queries"));
}

static void
test_dtype (void)
{
  static const struct { const char *config; TokFileType type; } configs[] = {
    { "{'model_type':'llama','hidden_size':64,'num_hidden_layers':2,'num_attention_heads':4,'intermediate_size':128,'vocab_size':100,"
      "'dtype':'float16'}", TOK_FILE_F16 },
    { "{'model_type':'llama','hidden_size':64,'num_hidden_layers':2,'num_attention_heads':4,'intermediate_size':128,'vocab_size':100,"
      "'torch_dtype':'float32'}", TOK_FILE_F32 },
    { "{'text_config':{'model_type':'llama','hidden_size':64,'num_hidden_layers':2,'num_attention_heads':4,'intermediate_size':128,"
      "'vocab_size':100,'dtype':'float16'},'dtype':'bfloat16'}", TOK_FILE_F16 },
    { "{'text_config':{'model_type':'llama','hidden_size':64,'num_hidden_layers':2,'num_attention_heads':4,'intermediate_size':128,"
      "'vocab_size':100},'torch_dtype':'float16'}", TOK_FILE_F16 },
  };
  g_autoptr (TokModelFile) silent = config_read ("{'model_type':'llama','hidden_size':64,'num_hidden_layers':2,'num_attention_heads':4,"
                                                 "'intermediate_size':128,'vocab_size':100}");

  for (guint i = 0; i < G_N_ELEMENTS (configs); i++)
    {
      g_autoptr (TokModelFile) file = config_read (configs[i].config);

      g_assert_cmpint (file->file_type, ==, configs[i].type);
    }
  g_assert_cmpint (silent->file_type, ==, TOK_FILE_BF16);
  g_assert_true (config_notes (silent, "16 bits each are assumed"));
}

static void
test_rope (void)
{
  assert_context (SMALL (",'rope_scaling':null"), 4096);
  assert_context (SMALL (",'rope_scaling':{'type':'linear','factor':4.0}"), 16384);
  assert_context (SMALL (",'rope_scaling':{'rope_type':'dynamic','factor':2.0}"), 8192);
  assert_context (SMALL (",'rope_scaling':{'rope_type':'llama3','factor':8.0,'original_max_position_embeddings':2048}"), 4096);
  assert_context (SMALL (",'rope_scaling':{'type':'yarn','factor':4,'original_max_position_embeddings':4096}"), 16384);
  assert_context (SMALL (",'rope_scaling':{'type':'yarn','factor':4,'original_max_position_embeddings':1024}"), 4096);
  assert_context (SMALL (",'rope_scaling':{'type':'longrope','short_factor':[1.0],'long_factor':[2.0]}"), 4096);
  assert_context (SMALL (",'rope_parameters':{'rope_type':'default','rope_theta':10000}"), 4096);
  assert_context (SMALL (",'rope_parameters':{'full_attention':{'rope_type':'yarn','factor':8,"
                         "'original_max_position_embeddings':4096},'sliding_attention':{'rope_type':'default'}}"), 32768);
  assert_context (SMALL (",'rope_scaling':{'type':'yarn','factor':1e300}"), 4096);
  assert_context (SMALL (",'rope_scaling':[1,2]"), 4096);
  assert_context (SMALL (",'yarn':{'original_max_position_embeddings':2048,'factor':16}"), 32768);
}

static void
test_window (void)
{
  assert_mixers (SMALL (",'sliding_window':null"), "FF");
  assert_mixers (SMALL (",'sliding_window':-1"), "FF");
  assert_mixers (SMALL (",'sliding_window':0"), "FF");
  assert_mixers (SMALL (",'sliding_window':4096"), "FF");
  assert_mixers (SMALL (",'sliding_window':1024"), "SS");
  assert_mixers (SMALL (",'sliding_window':1024,'use_sliding_window':false"), "FF");
  assert_mixers (SMALL (",'sliding_window':1024,'use_sliding_window':false,'max_window_layers':0"), "FF");
  assert_mixers (SMALL (",'sliding_window':1024,'use_sliding_window':true,'max_window_layers':1"), "FS");
  assert_mixers (SMALL (",'sliding_window':1024,'use_sliding_window':true,'max_window_layers':2"), "FF");
  config_refuse (SMALL (",'sliding_window':-2"), "“sliding_window” is -2");
}

#define EIGHT(type, members) "{'model_type':'" type "','hidden_size':64,'num_hidden_layers':8,'num_attention_heads':4," \
                             "'num_key_value_heads':2,'head_dim':16,'intermediate_size':128,'vocab_size':100," \
                             "'max_position_embeddings':4096,'dtype':'bfloat16'" members "}"
#define DELTA ",'linear_num_key_heads':2,'linear_num_value_heads':4,'linear_key_head_dim':16,'linear_value_head_dim':16," \
              "'linear_conv_kernel_dim':4"
#define STATE ",'mamba_n_heads':8,'mamba_d_head':16,'mamba_d_state':16,'mamba_d_conv':4,'mamba_n_groups':1"

static void
test_layer_kinds (void)
{
  assert_mixers (EIGHT ("gpt_oss", ",'sliding_window':128,'layer_types':['sliding_attention','full_attention','full_attention',"
                        "'full_attention','sliding_attention','sliding_attention','sliding_attention','full_attention']"), "SFFFSSSF");
  assert_mixers (EIGHT ("qwen3_next", DELTA ",'full_attention_interval':4"), "DDDFDDDF");
  assert_mixers (EIGHT ("gemma3", ",'sliding_window':512,'sliding_window_pattern':4"), "SSSFSSSF");
  assert_mixers (EIGHT ("gemma3", ",'sliding_window':512"), "SSSSSFSS");
  assert_mixers (EIGHT ("exaone4", ",'sliding_window':512,'sliding_window_pattern':'LLG'"), "SSFSSFSS");
  assert_mixers (EIGHT ("afmoe", ",'sliding_window':512,'sliding_window_pattern':[true,false,1,0,true,true,false,true]"), "SFSFSSFS");
  assert_mixers (EIGHT ("mimo_v2_flash", ",'sliding_window':128,'hybrid_layer_pattern':[0,1,1,1,0,1,1,1]"), "FSSSFSSS");
  assert_mixers (EIGHT ("llama4", ",'attention_chunk_size':1024,'no_rope_layers':[1,1,1,0,1,1,1,0]"), "CCCFCCCF");
  assert_mixers (EIGHT ("llama4", ",'attention_chunk_size':1024,'no_rope_layers':[]"), "CCCFCCCF");
  assert_mixers (EIGHT ("minimax_text_01", ",'attn_type_list':[0,0,0,1,0,0,0,1]"), "LLLFLLLF");
  assert_mixers (EIGHT ("bailing_moe_linear", ",'layer_group_size':3"), "LLFLLFFF");
  assert_mixers (EIGHT ("kimi_linear", ",'kv_lora_rank':32,'qk_nope_head_dim':16,'qk_rope_head_dim':8,'v_head_dim':16,"
                        "'linear_attn_config':{'full_attn_layers':[4,8],'kda_layers':[1,2,3,5,6,7],'num_heads':4,'head_dim':16,"
                        "'short_conv_kernel_size':4}"), "KKKXKKKX");
  assert_mixers (EIGHT ("jamba", ",'attn_layer_period':4,'attn_layer_offset':2,'mamba_d_state':16,'mamba_d_conv':4,'mamba_expand':2"),
                 "MMFMMMFM");
  assert_mixers (EIGHT ("bamba", STATE ",'attn_layer_indices':[3,7]"), "MMMFMMMF");
  assert_mixers (EIGHT ("granitemoehybrid", STATE ",'layer_types':['mamba','mamba','attention','mamba','mamba','mamba','mamba','mamba']"),
                 "MMFMMMMM");
  assert_mixers (EIGHT ("lfm2", ",'conv_L_cache':3,'full_attn_idxs':[2,5]"), "VVFVVFVV");
  assert_mixers (EIGHT ("nemotron_h", STATE ",'hybrid_override_pattern':'M-M*-MM-'"), "M-MF-MM-");
  assert_ffns (EIGHT ("nemotron_h", STATE ",'hybrid_override_pattern':'M-M*-MM-'"), ".d..d..d");
  assert_mixers ("{'model_type':'mamba2','hidden_size':64,'num_hidden_layers':3,'num_heads':8,'head_dim':16,'state_size':16,'expand':2,"
                 "'n_groups':1,'conv_kernel':4,'vocab_size':100}", "MMM");
}

/* Every layer has attention and beside it a state space: 8 heads of 16, so 128 channels, 16 states, one group, kernels of 4. */
static void
test_side_by_side (void)
{
  g_autoptr (TokModelFile) file = config_read (EIGHT ("falcon_h1", STATE ",'mamba_d_ssm':128"));
  const double convolved = 128 + 2 * 16, beside = 64 * (128 + convolved + 8) + 128 * 64 + convolved * 5 + 3 * 8;

  g_assert_cmpint (mixer_of (file, 7), ==, TOK_MIXER_FULL);
  g_assert_cmpuint (file->architecture->n_extras, ==, 1);
  g_assert_cmpfloat (file->architecture->extras[0].elements, ==, 8 * beside);
  g_assert_true (config_notes (file, "only the attention's cache is counted"));
}

/* Falcon Mamba's factor of 16 is not that of its layers: the width it gives is.  7.27 billion as published. */
static void
test_width_of_state_spaces (void)
{
  g_autoptr (TokModelFile) file = config_read (
    "{'model_type':'falcon_mamba','hidden_size':4096,'num_hidden_layers':64,'state_size':16,'expand':16,'intermediate_size':8192,"
    "'conv_kernel':4,'time_step_rank':256,'use_conv_bias':true,'vocab_size':65024,'tie_word_embeddings':false,'torch_dtype':'bfloat16'}");

  g_assert_cmpint (file->architecture->layers[0].mixer, ==, TOK_MIXER_MAMBA2);
  g_assert_cmpfloat_with_epsilon (tok_architecture_total_params (file->architecture), 7.27e9, 0.01e9);
}

static void
test_unknown_kind (void)
{
  g_autoptr (TokModelFile) file = config_read (SMALL (",'layer_types':['full_attention','telepathy']"));

  g_assert_cmpint (mixer_of (file, 1), ==, TOK_MIXER_FULL);
  g_assert_true (config_notes (file, "of a kind not known here"));
}

#define EXPERTS ",'num_experts':4,'num_experts_per_tok':2,'moe_intermediate_size':32"

static void
test_sparse_layers (void)
{
  assert_ffns (EIGHT ("qwen3_moe", EXPERTS ",'decoder_sparse_step':2,'mlp_only_layers':[1]"), "dddedede");
  assert_ffns (EIGHT ("deepseek_v3", EXPERTS ",'first_k_dense_replace':3,'moe_layer_freq':1"), "dddeeeee");
  assert_ffns (EIGHT ("minimax_m3", EXPERTS ",'moe_layer_freq':[0,0,1,1,0,1,1,1]"), "ddeedeee");
  assert_ffns (EIGHT ("glm_moe_dsa", EXPERTS ",'mlp_layer_types':['dense','sparse','sparse','dense','sparse','sparse','sparse','sparse']"),
               "deedeeee");
  assert_ffns (EIGHT ("llama4", EXPERTS ",'interleave_moe_layer_step':2"), "dededede");
  assert_ffns (EIGHT ("llama4", EXPERTS ",'moe_layers':[0,7]"), "edddddde");
  assert_ffns (EIGHT ("jamba", EXPERTS ",'expert_layer_period':2,'expert_layer_offset':1,'mamba_d_state':16"), "dededede");
  assert_ffns (EIGHT ("ernie4_5_moe", ",'moe_num_experts':4,'moe_k':2,'moe_intermediate_size':32,'moe_layer_start_index':1,"
                      "'moe_layer_end_index':6,'moe_layer_interval':1"), "deeeeeed");
  assert_ffns (EIGHT ("lfm2_moe", EXPERTS ",'num_dense_layers':2"), "ddeeeeee");
  assert_ffns (EIGHT ("llama", EXPERTS ",'moe_layers_enum':'2,3,6'"), "ddeedded");
  assert_ffns (EIGHT ("qwen3", ",'num_experts':0,'num_experts_per_tok':0"), "dddddddd");
  assert_ffns (EIGHT ("gemma4", ",'num_experts':null,'top_k_experts':null,'enable_moe_block':false"), "dddddddd");
  config_refuse (EIGHT ("qwen3_moe", ",'num_experts':4,'moe_intermediate_size':32"), "“num_experts_per_tok” is missing");
}

/* One number for every layer, or the same one in a list. */
static void
test_lists_of_sizes (void)
{
  g_autoptr (TokModelFile) widths = config_read ("{'model_type':'llama','hidden_size':64,'num_hidden_layers':3,'num_attention_heads':4,"
                                                 "'intermediate_size':[128,256,384],'vocab_size':100}");
  g_autoptr (TokModelFile) hunyuan = config_read (EIGHT ("hunyuan", ",'num_experts':4,'moe_topk':[2,2],'num_shared_expert':[1,1],"
                                                         "'moe_intermediate_size':[32,32],'use_qk_norm':true,'use_cla':true,"
                                                         "'cla_share_factor':2"));

  g_assert_cmpuint (widths->architecture->layers[2].ffn_size, ==, 384);
  g_assert_cmpuint (hunyuan->architecture->experts.expert_size, ==, 32);
  g_assert_cmpuint (hunyuan->architecture->experts.shared_size, ==, 32);
  g_assert_cmpuint (hunyuan->architecture->experts.experts_per_token, ==, 2);
  g_assert_false (hunyuan->architecture->layers[0].shares_cache);
  g_assert_true (hunyuan->architecture->layers[1].shares_cache);
}

static void
test_other_files (void)
{
  static const struct { const char *text, *words; } files[] = {
    { "{'peft_type':'LORA','r':16,'base_model_name_or_path':'a/b'}", "adapter (LoRA)" },
    { "{'_class_name':'UNet2DConditionModel','_diffusers_version':'0.21','sample_size':64}", "diffusion model" },
    { "{'tokenizer_class':'LlamaTokenizer','model_max_length':4096}", "config of a tokenizer" },
    { "{'version':'1.0','added_tokens':[],'model':{'type':'BPE'}}", "This is a tokenizer" },
    { "{'image_processor_type':'Qwen2VLImageProcessor','patch_size':14}", "pictures or sounds are prepared" },
    { "{'bos_token_id':1,'eos_token_id':2,'transformers_version':'4.31'}", "how text is generated" },
    { "{'do_sample':true,'temperature':0.6,'transformers_version':'4.31'}", "how text is generated" },
    { "{'producer':{'name':'modelopt'},'quantization':{'quant_algo':'FP8'}}", "only how a model was quantized" },
    { "{'metadata':{'total_size':1},'weight_map':{}}", "index of a model's weights" },
    { "{'model_type':'bert','hidden_size':768,'num_hidden_layers':12,'num_attention_heads':12,'vocab_size':30522}", "an encoder" },
    { "{'architectures':['Qwen3ForSequenceClassification'],'model_type':'qwen3'," SIZES "}", "an encoder" },
    { "{'model_type':'t5','d_model':512,'num_layers':6,'num_heads':8,'vocab_size':32128}", "an encoder and a decoder" },
    { "{'is_encoder_decoder':true,'model_type':'new'," SIZES "}", "an encoder and a decoder" },
    { "{'model_type':'vit','hidden_size':768,'num_hidden_layers':12,'image_size':224,'patch_size':16}", "pictures or sounds" },
    { "{'model_type':'zamba2','layers_block_type':['mamba','hybrid']," SIZES "}", "The layers of “zamba2” are of a kind" },
    { "{'model_type':'recurrent_gemma','block_types':['recurrent','attention']," SIZES "}", "open a GGUF file of the model" },
    { "{'model_type':'rwkv','hidden_size':768,'attention_hidden_size':768,'num_hidden_layers':12,'vocab_size':50277}", "“rwkv”" },
    { "{'model_type':'a_vlm','text_config':{'model_type':'rwkv6'," SIZES "}}", "“rwkv6”" },
    { "{'model_type':'clip','text_config':{'hidden_size':512,'num_hidden_layers':12},'vision_config':{}}", "pictures or sounds" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    config_refuse (files[i].text, files[i].words);
}

static void
test_has_members (void)
{
  static const struct { const char *text; gboolean is_config; } objects[] = {
    { SMALL (""), TRUE },
    { "{'n_layer':2,'n_embd':64}", TRUE },
    { "{'thinker_config':{'text_config':{}}}", TRUE },
    { "{'peft_type':'LORA'}", TRUE },
    { "{}", FALSE },
    { "{'model_type':'llama 1B Q4_K','n_gpu_layers':99,'avg_ts':1.0}", FALSE },
    { "{'format':'tokplan-plan','base':{'n_layers':2,'hidden':64}}", FALSE },
    { "{'model':'llama3','created_at':'2024','eval_count':1}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    g_assert_cmpint (config_has_members (objects[i].text), ==, objects[i].is_config);
}

/* The sentence names the member with its path. */
static void
test_wrong_kinds (void)
{
  config_refuse ("{'hidden_size':'wide','num_hidden_layers':2,'vocab_size':100}", "“hidden_size” must be a number");
  config_refuse ("{'hidden_size':64.5,'num_hidden_layers':2,'vocab_size':100}", "“hidden_size” must be a whole number");
  config_refuse ("{'hidden_size':64,'num_hidden_layers':1000000,'vocab_size':100}", "“num_hidden_layers” is 1e+06");
  config_refuse ("{'hidden_size':-1,'num_hidden_layers':2,'vocab_size':100}", "“hidden_size” is -1");
  config_refuse ("{'hidden_size':64,'num_hidden_layers':2}", "“vocab_size” is missing");
  config_refuse ("{'hidden_size':64,'num_hidden_layers':2,'vocab_size':100}", "“num_attention_heads” is missing");
  config_refuse ("{'hidden_size':64,'num_hidden_layers':2,'vocab_size':100,'num_attention_heads':4}", "“intermediate_size” is missing");
  config_refuse ("{'text_config':{'hidden_size':[],'num_hidden_layers':2}}", "“text_config.hidden_size” is missing");
  config_refuse ("{'text_config':{'hidden_size':{},'num_hidden_layers':2}}", "“text_config.hidden_size” must be a number");
  config_refuse (SMALL (",'moe_layer_freq':[0,'x'],'num_experts':4,'num_experts_per_tok':2"), "“moe_layer_freq[1]” must be a number");
  config_refuse (SMALL (",'tie_word_embeddings':'yes'"), "“tie_word_embeddings” must be true or false");
  config_refuse (SMALL (",'linear_attn_config':7"), "“linear_attn_config” must be an object");
  config_refuse (SMALL (",'kv_lora_rank':32"), "“v_head_dim” is missing");
}

static void
test_unknown_family (void)
{
  g_autoptr (TokModelFile) file = config_read ("{'model_type':'brandnew'," SIZES "}");

  g_assert_true (config_notes (file, "“brandnew” is a kind of model not known here"));
  g_assert_cmpfloat (tok_architecture_total_params (file->architecture), ==, CONFIG_PARAMS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/config/plain", test_plain);
  g_test_add_func ("/config/23-nested-text-config", test_nested);
  g_test_add_func ("/config/23-nested-text-config-left-out", test_nested_usual);
  g_test_add_func ("/config/23-nested-gemma2", test_nested_gemma2);
  g_test_add_func ("/config/23-nested-zeros", test_nested_zeros);
  g_test_add_func ("/config/24-gpt-2-spelling", test_gpt2);
  g_test_add_func ("/config/24-other-spellings", test_spellings);
  g_test_add_func ("/config/25-missing-heads", test_missing_heads);
  g_test_add_func ("/config/26-dtype", test_dtype);
  g_test_add_func ("/config/27-rope-scaling", test_rope);
  g_test_add_func ("/config/28-sliding-window", test_window);
  g_test_add_func ("/config/29-layer-kinds", test_layer_kinds);
  g_test_add_func ("/config/29-side-by-side", test_side_by_side);
  g_test_add_func ("/config/29-width-of-state-spaces", test_width_of_state_spaces);
  g_test_add_func ("/config/29-unknown-kind", test_unknown_kind);
  g_test_add_func ("/config/sparse-layers", test_sparse_layers);
  g_test_add_func ("/config/lists-of-sizes", test_lists_of_sizes);
  g_test_add_func ("/config/other-files", test_other_files);
  g_test_add_func ("/config/has-members", test_has_members);
  g_test_add_func ("/config/wrong-kinds", test_wrong_kinds);
  g_test_add_func ("/config/unknown-family", test_unknown_family);
  return g_test_run ();
}
