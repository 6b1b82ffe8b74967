/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What configs say of how weights are stored.  Numbers are of the list of awkward files. */

#include <string.h>

#include "configs.h"
#include "formats/json-parse.h"

#define SMALL(members) CONFIG_SMALL (members)
#define SIZES CONFIG_SIZES

static void
assert_file_type (const char *config, TokFileType type)
{
  g_autoptr (TokModelFile) file = config_read (config);

  g_assert_cmpstr (tok_file_type_name (file->file_type), ==, tok_file_type_name (type));
  g_assert_null (file->weights);
}

#define QUANTIZED(members) SMALL (",'quantization_config':{" members "}")
#define WEIGHTS(members) "'config_groups':{'group_0':{'targets':['Linear'],'weights':{" members "}}},"

static void
test_quantization (void)
{
  assert_file_type (QUANTIZED ("'quant_method':'awq','bits':4,'group_size':128,'version':'gemm','zero_point':true"), TOK_FILE_AWQ);
  assert_file_type (QUANTIZED ("'quant_method':'awq','w_bit':4,'q_group_size':128"), TOK_FILE_AWQ);
  assert_file_type (QUANTIZED ("'quant_method':'gptq','bits':4,'group_size':128,'desc_act':true,'sym':true"), TOK_FILE_GPTQ);
  assert_file_type (QUANTIZED ("'quant_method':'gptq','bits':4,'group_size':32"), TOK_FILE_GPTQ_G32);
  assert_file_type (QUANTIZED ("'quant_method':'gptq','bits':8,'group_size':-1"), TOK_FILE_INT8);
  assert_file_type (QUANTIZED ("'quant_method':'fp8','fmt':'e4m3','weight_block_size':[128,128]"), TOK_FILE_FP8);
  assert_file_type (QUANTIZED ("'quant_method':'fbgemm_fp8'"), TOK_FILE_FP8);
  assert_file_type (QUANTIZED ("'quant_method':'modelopt','quant_algo':'NVFP4'"), TOK_FILE_NVFP4);
  assert_file_type (QUANTIZED ("'quant_method':'modelopt','quant_algo':'FP8'"), TOK_FILE_FP8);
  assert_file_type (QUANTIZED ("'quant_method':'bitsandbytes','load_in_8bit':true"), TOK_FILE_INT8);
  assert_file_type (QUANTIZED ("'quant_method':'exl2','bits':5.0,'head_bits':6"), TOK_FILE_EXL_5_0);
  assert_file_type (QUANTIZED ("'quant_method':'exl3','bits':3.0"), TOK_FILE_EXL_3_0);
  assert_file_type (QUANTIZED (WEIGHTS ("'num_bits':4,'type':'int','group_size':128,'symmetric':true") "'ignore':['lm_head'],"
                               "'quant_method':'compressed-tensors'"), TOK_FILE_GPTQ);
  assert_file_type (QUANTIZED (WEIGHTS ("'num_bits':8,'type':'int'") "'quant_method':'compressed-tensors'"), TOK_FILE_INT8);
  assert_file_type (QUANTIZED (WEIGHTS ("'num_bits':8,'type':'float'") "'quant_method':'compressed-tensors'"), TOK_FILE_FP8);
  assert_file_type (QUANTIZED (WEIGHTS ("'num_bits':4,'type':'float','group_size':16") "'quant_method':'modelopt'"), TOK_FILE_NVFP4);
  assert_file_type (QUANTIZED (WEIGHTS ("'num_bits':4,'type':'float','group_size':32") "'quant_method':'compressed-tensors'"),
                    TOK_FILE_MLX_MXFP4);
  assert_file_type ("{'text_config':{'model_type':'llama'," SIZES ",'quantization_config':{'quant_method':'awq','bits':4,"
                    "'group_size':128}}}", TOK_FILE_AWQ);
  assert_file_type (SMALL (",'quantization':{'qformat_weight':'fp8_e4m3'}"), TOK_FILE_FP8);
  assert_file_type (QUANTIZED ("'quant_method':'quark','exclude':['lm_head'],"
                               "'global_quant_config':{'weight':{'dtype':'fp8_e4m3','qscheme':'per_tensor'}}"), TOK_FILE_FP8);
  assert_file_type (QUANTIZED ("'quant_method':'quark','global_quant_config':{'weight':{'dtype':'fp4','group_size':32}}"),
                    TOK_FILE_MLX_MXFP4);
  assert_file_type (QUANTIZED ("'quant_method':'quanto','weights':'int8'"), TOK_FILE_INT8);
  assert_file_type (QUANTIZED ("'quant_method':'eetq'"), TOK_FILE_INT8);
  assert_file_type (QUANTIZED ("'quant_method':'torchao','quant_type':'float8_weight_only'"), TOK_FILE_FP8);
  assert_file_type (QUANTIZED ("'quant_method':'torchao','quant_type':{'default':{'_type':'Int4WeightOnlyConfig',"
                               "'_data':{'group_size':32}}}"), TOK_FILE_GPTQ_G32);
  assert_file_type (QUANTIZED ("'quant_method':'hqq','quant_config':{'weight_quant_params':{'nbits':4,'group_size':64}}"),
                    TOK_FILE_GPTQ);
  config_refuse (SMALL (",'quantization_config':true"), "“quantization_config” must be an object");
  config_refuse (QUANTIZED ("'quant_method':'gptq','bits':'four'"), "“bits” must be a number");
}

/* Two bits are nearest to two and a half: that is told. */
static void
test_near_quantization (void)
{
  g_autoptr (TokModelFile) file = config_read (QUANTIZED ("'quant_method':'gptq','bits':2,'group_size':64"));
  g_autoptr (TokModelFile) four = config_read (QUANTIZED ("'quant_method':'bitsandbytes','load_in_4bit':true"));

  g_assert_cmpint (file->file_type, ==, TOK_FILE_EXL_2_5);
  g_assert_true (config_notes (file, "A weight takes 2.28 bits; the nearest format known here is EXL_2_5."));
  g_assert_cmpint (four->file_type, ==, TOK_FILE_GPTQ);
  g_assert_true (config_notes (four, "A weight takes 4.50 bits"));
}

/* Not four bits because most have four: that is the person's to say. */
static void
test_unknown_quantization (void)
{
  g_autoptr (TokModelFile) file = config_read (QUANTIZED ("'quant_method':'vptq'"));
  g_autoptr (TokModelFile) cache = config_read (QUANTIZED ("'quant_method':'modelopt','quant_algo':null,'kv_cache_quant_algo':'FP8'"));

  g_assert_cmpint (file->file_type, ==, TOK_FILE_BF16);
  g_assert_true (config_notes (file, "a way to quantize that is not known here (“vptq”)"));
  g_assert_cmpint (cache->file_type, ==, TOK_FILE_BF16);
  g_assert_cmpuint (cache->notes->len, ==, 0);
}

/* The head of ExLlama's files has bits of its own: 6400 weights. */
static void
test_head_bits (void)
{
  g_autoptr (TokModelFile) file = config_read (SMALL (",'tie_word_embeddings':false,'quantization_config':{'quant_method':'exl2',"
                                                      "'bits':4.0,'head_bits':8,'ignore':['model.layers.0.self_attn.q_proj']}"));

  g_assert_cmpint (file->file_type, ==, TOK_FILE_EXL_4_0);
  g_assert_cmpfloat (file->weights->head.bytes, ==, 6400);
}

/* modelopt says it in a file of its own, which a config that says it itself needs not. */
static void
test_quantization_beside (void)
{
  static const char tool[] = "{'producer':{'name':'modelopt','version':'0.23.0'},'quantization':{'quant_algo':'NVFP4',"
                             "'kv_cache_quant_algo':'FP8','group_size':16,'exclude_modules':['lm_head'%s]}}";
  g_autofree char *all = g_strdup_printf (tool, ""), *some = g_strdup_printf (tool, ",'model.layers.0.self_attn*'");
  g_autoptr (GError) error = NULL;
  g_autoptr (TokModelFile) silent = config_try_beside (SMALL (""), NULL, all, &error);
  g_autoptr (TokModelFile) mixed = config_try_beside (SMALL (""), NULL, some, &error);
  g_autoptr (TokModelFile) own = config_try_beside (QUANTIZED ("'quant_method':'fp8'"), NULL, all, &error);
  g_autoptr (TokModelFile) other = config_try_beside (SMALL (""), NULL, "{'quantization':{'quant_algo':null}}", &error);
  const double attention = 2 * 64 * 64 + 2 * 64 * 32;

  g_assert_no_error (error);
  g_assert_cmpint (silent->file_type, ==, TOK_FILE_NVFP4);
  g_assert_null (silent->weights);
  g_assert_cmpfloat (mixed->weights->layers[0].mixer.bytes, ==, attention * 2);
  g_assert_cmpfloat (mixed->weights->layers[1].mixer.bytes, ==, attention * 4.5 / 8);
  g_assert_cmpint (own->file_type, ==, TOK_FILE_FP8);
  g_assert_cmpint (other->file_type, ==, TOK_FILE_BF16);
}

/* Attention stays at 16 bit in the first layer, the feed-forward network in all. */
static void
test_ignored (void)
{
  g_autoptr (TokModelFile) one = config_read (QUANTIZED ("'quant_method':'fp8','modules_to_not_convert':['lm_head',"
                                                         "'model.layers.0.self_attn.o_proj','model.layers.1.input_layernorm']"));
  g_autoptr (TokModelFile) all = config_read (QUANTIZED (WEIGHTS ("'num_bits':4,'type':'float','group_size':16")
                                                         "'ignore':['re:.*mlp\\\\.(gate|up|down)_proj.*','vision_tower.layers.0*']"));
  const double attention = 2 * 64 * 64 + 2 * 64 * 32, ffn = 3 * 64 * 128;

  g_assert_cmpfloat (one->weights->layers[0].mixer.bytes, ==, attention + 64 * 64);
  g_assert_cmpfloat (one->weights->layers[1].mixer.bytes, ==, attention);
  g_assert_cmpfloat (one->weights->layers[0].dense_ffn.bytes, ==, ffn);
  g_assert_cmpfloat (one->weights->layers[0].vectors.bytes, ==, 2 * 64 * 2);
  g_assert_cmpfloat (one->weights->head.bytes, ==, 6400 * 2);
  g_assert_cmpfloat (one->file_bytes, ==, 2 * (attention + ffn + 256) + 4096 + 2 * 12800 + 128);
  g_assert_true (config_notes (one, "Not all parts are quantized alike"));
  g_assert_cmpfloat (all->weights->layers[0].mixer.bytes, ==, attention * 4.5 / 8);
  g_assert_cmpfloat (all->weights->layers[0].dense_ffn.bytes, ==, ffn * 2);
}

/* Formats by layer, in the two ways modelopt and compressed-tensors have. */
static void
test_mixed_precision (void)
{
  g_autoptr (TokModelFile) layers = config_read (QUANTIZED (
    "'quant_method':'modelopt','quant_algo':'MIXED_PRECISION','quantized_layers':{'model.layers.0.mlp.down_proj':{'quant_algo':'NVFP4'},"
    "'model.layers.1.self_attn.q_proj':{'quant_algo':'FP8'}}"));
  g_autoptr (TokModelFile) groups = config_read (QUANTIZED (
    "'config_groups':{'a':{'targets':['model.layers.0.mlp.down_proj'],'weights':{'num_bits':4,'type':'float','group_size':16}},"
    "'b':{'targets':['model.layers.1.self_attn.q_proj'],'weights':{'num_bits':8,'type':'float'}}}"));

  g_assert_cmpint (layers->file_type, ==, TOK_FILE_NVFP4);
  g_assert_cmpfloat (layers->weights->layers[0].dense_ffn.bytes, ==, 2 * 64 * 128 * 2 + 64 * 128 * 4.5 / 8);
  g_assert_cmpfloat (layers->weights->layers[1].mixer.bytes, ==, 64 * 64 + 64 * 64 * 2 + 2 * 64 * 32 * 2);
  g_assert_true (tok_model_weights_equal (layers->weights, groups->weights));
}

/* Experts that the model's own files have in MXFP4, and this one anew in NVFP4. */
static void
test_experts_anew (void)
{
  static const char config[] =
    "{'model_type':'qwen3_moe'," SIZES ",'num_experts':4,'num_experts_per_tok':2,'moe_intermediate_size':32,'expert_dtype':'fp4'}";
  static const char tool[] = "{'quantization':{'quant_algo':'MIXED_PRECISION','quantized_layers':{"
                             "'layers.0.mlp.experts':{'quant_algo':'NVFP4'},'layers.1.mlp.experts':{'quant_algo':'NVFP4'}}}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (TokModelFile) file = config_try_beside (config, NULL, tool, &error);

  g_assert_no_error (error);
  g_assert_cmpint (file->file_type, ==, TOK_FILE_NVFP4);
  g_assert_cmpfloat (file->weights->layers[1].routed_experts.bytes, ==, 4 * 3 * 64 * 32 * 4.5 / 8);
}

/* Only experts are quantized; the size is that of OpenAI's own files. */
static void
test_mxfp4 (void)
{
  g_autoptr (TokModelFile) file = config_read (
    "{'model_type':'gpt_oss','attention_bias':true,'head_dim':64,'hidden_size':2880,'intermediate_size':2880,'num_attention_heads':64,"
    "'num_hidden_layers':24,'num_key_value_heads':8,'num_local_experts':32,'num_experts_per_tok':4,'sliding_window':128,"
    "'vocab_size':201088,'max_position_embeddings':131072,'quantization_config':{'quant_method':'mxfp4','modules_to_not_convert':"
    "['model.layers.*.self_attn','model.layers.*.mlp.router','model.embed_tokens','lm_head']}}");

  g_assert_cmpint (file->file_type, ==, TOK_FILE_MXFP4_MOE);
  g_assert_cmpint (file->architecture->usual_file_type, ==, TOK_FILE_MXFP4_MOE);
  g_assert_cmpfloat_with_epsilon (file->file_bytes, 13.76e9, 0.01e9);
  g_assert_cmpfloat (file->weights->expert_type_bytes[TOK_TENSOR_MXFP4], ==, 24.0 * 32 * 3 * 2880 * 2880 * 4.25 / 8);
}

/* Four bits and the scale and bias of 64 weights; the head and one matrix have eight. */
static void
test_mlx (void)
{
  g_autoptr (TokModelFile) plain = config_read (SMALL (",'quantization':{'group_size':64,'bits':4}"));
  g_autoptr (TokModelFile) mixed = config_read (SMALL (",'quantization':{'group_size':64,'bits':4,'mode':'affine',"
                                                       "'lm_head':{'group_size':64,'bits':8},'model.embed_tokens':false,"
                                                       "'model.layers.1.mlp.down_proj':{'group_size':64,'bits':8}},"
                                                       "'quantization_config':{'group_size':64,'bits':4,"
                                                       "'lm_head':{'group_size':64,'bits':8},'model.embed_tokens':false,"
                                                       "'model.layers.1.mlp.down_proj':{'group_size':64,'bits':8}}"));

  g_autoptr (TokModelFile) eight = config_read (SMALL (",'quantization':{'group_size':32,'bits':8,'mode':'mxfp8'}"));

  g_assert_cmpint (plain->file_type, ==, TOK_FILE_MLX_4BIT);
  g_assert_null (plain->weights);
  g_assert_cmpfloat (mixed->weights->head.bytes, ==, 6400 * 8.5 / 8);
  g_assert_cmpfloat (mixed->weights->embedding.bytes, ==, 6400 * 2);
  g_assert_cmpfloat (mixed->weights->layers[1].dense_ffn.bytes, ==, 64 * 128 * (2 * 4.5 + 8.5) / 8);
  g_assert_cmpfloat (mixed->weights->layers[0].dense_ffn.bytes, ==, 64 * 128 * 3 * 4.5 / 8);
  assert_file_type (SMALL (",'quantization':{'group_size':64,'bits':3}"), TOK_FILE_MLX_3BIT);
  assert_file_type (SMALL (",'quantization':{'group_size':64,'bits':8}"), TOK_FILE_MLX_8BIT);
  assert_file_type (SMALL (",'quantization':{'group_size':32,'bits':4,'mode':'mxfp4'}"), TOK_FILE_MLX_MXFP4);
  g_assert_true (config_notes (eight, "A weight takes 8.25 bits"));
}

/* Many overrides make another file of it: bits are summed, not taken from the top. */
static void
test_mlx_sum (void)
{
  g_autoptr (TokModelFile) file = config_read (SMALL (
    ",'quantization':{'group_size':64,'bits':4,'lm_head':{'bits':8,'group_size':64},'model.embed_tokens':{'bits':8,'group_size':64},"
    "'model.layers.0.mlp':{'bits':8,'group_size':64},'model.layers.1.mlp':{'bits':8,'group_size':64}}"));

  g_assert_cmpint (file->file_type, ==, TOK_FILE_MLX_6BIT);
  g_assert_cmpint (file->weights->file_type, ==, TOK_FILE_MLX_6BIT);
  g_assert_true (config_notes (file, "7.40 bits a weight on average"));
}

/* Weights that a plan file could not hold are refused where they are read. */
static void
test_too_many_weights (void)
{
  config_refuse ("{'model_type':'qwen3_moe','hidden_size':10000000,'num_hidden_layers':500,'num_attention_heads':4,'num_key_value_heads':2,"
                 "'head_dim':16,'moe_intermediate_size':10000000,'num_experts':65536,'num_experts_per_tok':1,'vocab_size':100,"
                 "'quantization_config':{'quant_method':'fp8','modules_to_not_convert':['model.layers.0.self_attn.q_proj']}}",
                 "one no model has");
}

/* The index counts one element of 32 bits for eight packed weights: the number of weights is that of the shape. */
static void
test_index (void)
{
  static const char packed[] = "{'metadata':{'total_size':53000,'total_parameters':12345},"
                              "'weight_map':{'model.layers.0.self_attn.q_proj.qweight':'model-00001-of-00001.safetensors'}}";
  static const char seeing[] = "{'metadata':{'total_size':174000.0},'weight_map':{'visual.blocks.0.attn.qkv.weight':'a.safetensors'}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (TokModelFile) file = config_try (QUANTIZED ("'quant_method':'awq','bits':4,'group_size':128"), packed, &error);
  g_autoptr (TokModelFile) with_eyes = config_try (SMALL (""), seeing, &error);
  g_autoptr (TokModelFile) silent = config_try (SMALL (""), "{'weight_map':{}}", &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (file->file_bytes, ==, 53000);
  g_assert_cmpfloat (tok_architecture_total_params (file->architecture), ==, CONFIG_PARAMS);
  g_assert_cmpint (file->file_type, ==, TOK_FILE_AWQ);
  g_assert_true (config_notes (with_eyes, "includes the parts that see or hear"));
  g_assert_cmpfloat (silent->file_bytes, ==, 0);
  g_assert_null (config_try (SMALL (""), "{'metadata':{'total_size':'big'}}", &error));
  g_assert_nonnull (strstr (error->message, "“metadata.total_size” must be a number"));
}

/* What quantizes a model can stand in a file of its own; the bytes give it away.  The small model has 86848 weights. */
static void
test_unexplained_bits (void)
{
  static const struct { const char *index; TokFileType type; } indices[] = {
    { "{'metadata':{'total_size':174000}}", TOK_FILE_BF16 },
    { "{'metadata':{'total_size':92000}}", TOK_FILE_FP8 },
    { "{'metadata':{'total_size':52000}}", TOK_FILE_NVFP4 },
    { "{'metadata':{'total_size':348000}}", TOK_FILE_F32 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (indices); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TokModelFile) file = config_try (SMALL (""), indices[i].index, &error);

      g_assert_no_error (error);
      g_assert_cmpint (file->file_type, ==, indices[i].type);
      g_assert_cmpint (config_notes (file, "which the config does not explain"), ==, i > 0);
    }
}

static TokFileType
type_named (const char *name)
{
  g_autofree char *text = g_strdelimit (g_strdup (SMALL ("")), "'", '"');
  g_autoptr (TokJson) json = tok_json_parse (text, strlen (text), NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TokModelFile) file = tok_model_config_read (tok_json_object (json, "", NULL), NULL, name, &error);

  g_assert_no_error (error);
  g_assert_cmpint (config_notes (file, "The model's name says"), ==, file->file_type != TOK_FILE_BF16);
  return file->file_type;
}

static void
test_names (void)
{
  g_assert_cmpint (type_named ("Llama-3.1-70B-Instruct-FP8"), ==, TOK_FILE_FP8);
  g_assert_cmpint (type_named ("Qwen3-235B-A22B-NVFP4"), ==, TOK_FILE_NVFP4);
  g_assert_cmpint (type_named ("Qwen3-8B-mlx_4bit"), ==, TOK_FILE_MLX_4BIT);
  g_assert_cmpint (type_named ("Llama-3.1-8B"), ==, TOK_FILE_BF16);
  g_assert_cmpint (type_named ("Model-Q4_0-BF16"), ==, TOK_FILE_BF16);
  g_assert_cmpint (type_named (""), ==, TOK_FILE_BF16);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/config/30-quantization", test_quantization);
  g_test_add_func ("/config/30-near-quantization", test_near_quantization);
  g_test_add_func ("/config/30-unknown-quantization", test_unknown_quantization);
  g_test_add_func ("/config/30-head-bits", test_head_bits);
  g_test_add_func ("/config/30-quantization-beside", test_quantization_beside);
  g_test_add_func ("/config/30-ignored-modules", test_ignored);
  g_test_add_func ("/config/30-mixed-precision", test_mixed_precision);
  g_test_add_func ("/config/30-experts-anew", test_experts_anew);
  g_test_add_func ("/config/30-mxfp4", test_mxfp4);
  g_test_add_func ("/config/31-mlx-overrides", test_mlx);
  g_test_add_func ("/config/31-mlx-overrides-summed", test_mlx_sum);
  g_test_add_func ("/config/32-too-many-weights", test_too_many_weights);
  g_test_add_func ("/config/32-index-of-packed-weights", test_index);
  g_test_add_func ("/config/30-named-after-it", test_names);
  g_test_add_func ("/config/32-unexplained-bits", test_unexplained_bits);
  return g_test_run ();
}
