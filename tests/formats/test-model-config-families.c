/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One config of every family, with the members it is told by: the model is the catalog's, layer by layer.
 *
 * The catalog's entries name the repositories; spellings are those of the configs there. */

#include "configs.h"
#include "formats/catalog.h"

typedef struct
{
  const char *model;     /* id in the catalog */
  const char *config;
} Family;

/* Layers, width, heads, heads of keys and values, width inside, words. */
#define SIZES(layers, hidden, heads, kv_heads, ffn, vocab) \
  "'num_hidden_layers':" #layers ",'hidden_size':" #hidden ",'num_attention_heads':" #heads ",'num_key_value_heads':" #kv_heads \
  ",'intermediate_size':" #ffn ",'vocab_size':" #vocab ",'dtype':'bfloat16'"

static const Family dense[] = {
  { "llama-2-7b", "{'model_type':'llama'," SIZES (32, 4096, 32, 32, 11008, 32000) ",'rope_scaling':null,'tie_word_embeddings':false}" },
  { "llama-3.2-3b", "{'model_type':'llama'," SIZES (28, 3072, 24, 8, 8192, 128256) ",'head_dim':128,'tie_word_embeddings':true}" },
  { "qwen2.5-7b", "{'model_type':'qwen2'," SIZES (28, 3584, 28, 4, 18944, 152064) ",'max_position_embeddings':32768,"
                  "'sliding_window':131072,'use_sliding_window':false,'max_window_layers':28}" },
  { "qwen1.5-1.8b", "{'model_type':'qwen2'," SIZES (24, 2048, 16, 16, 5504, 151936) ",'tie_word_embeddings':false}" },
  { "qwen3-8b", "{'model_type':'qwen3'," SIZES (36, 4096, 32, 8, 12288, 151936) ",'head_dim':128,'tie_word_embeddings':false}" },
  { "mistral-7b-v0.1", "{'model_type':'mistral'," SIZES (32, 4096, 32, 8, 14336, 32000) ",'max_position_embeddings':32768,"
                       "'sliding_window':4096}" },
  { "ministral-3-3b", "{'model_type':'mistral3','text_config':{'model_type':'ministral3'," SIZES (26, 3072, 32, 8, 9216, 131072)
                      ",'head_dim':128,'tie_word_embeddings':true,'sliding_window':null}}" },
  { "codestral-22b", "{'dim':6144,'n_layers':56,'head_dim':128,'hidden_dim':16384,'n_heads':48,'n_kv_heads':8,'vocab_size':32768}" },
  { "gemma-2b", "{'model_type':'gemma'," SIZES (18, 2048, 8, 1, 16384, 256000) ",'head_dim':256}" },
  { "gemma-2-9b", "{'model_type':'gemma2'," SIZES (42, 3584, 16, 8, 14336, 256000) ",'head_dim':256,'sliding_window':4096,"
                  "'sliding_window_size':4096,'max_position_embeddings':8192}" },
  { "gemma-3-270m", "{'model_type':'gemma3_text'," SIZES (18, 640, 4, 1, 2048, 262144) ",'head_dim':256,'sliding_window':512,"
                    "'_sliding_window_pattern':6,'max_position_embeddings':32768}" },
  { "gemma-3n-e2b", "{'model_type':'gemma3n','text_config':{'model_type':'gemma3n_text'," SIZES (30, 2048, 8, 2, 8192, 262400)
                    ",'head_dim':256,'sliding_window':512,'num_kv_shared_layers':10,'hidden_size_per_layer_input':256,"
                    "'vocab_size_per_layer_input':262144,'altup_num_inputs':4,'laurel_rank':64,'max_position_embeddings':32768}}" },
  { "gemma-4-e2b", "{'model_type':'gemma4','text_config':{'model_type':'gemma4_text'," SIZES (35, 1536, 8, 1, 6144, 262144)
                   ",'head_dim':256,'global_head_dim':512,'num_global_key_value_heads':null,'attention_k_eq_v':false,"
                   "'sliding_window':512,'sliding_window_pattern':5,'num_kv_shared_layers':20,'use_double_wide_mlp':true,"
                   "'hidden_size_per_layer_input':256,'vocab_size_per_layer_input':262144,'enable_moe_block':false}}" },
  { "gemma-4-12b", "{'model_type':'gemma4','text_config':{'model_type':'gemma4_text'," SIZES (48, 3840, 16, 8, 15360, 262144)
                   ",'head_dim':256,'global_head_dim':512,'num_global_key_value_heads':1,'attention_k_eq_v':true,"
                   "'sliding_window':1024,'num_kv_shared_layers':0,'hidden_size_per_layer_input':0}}" },
  { "phi-2", "{'model_type':'phi'," SIZES (32, 2560, 32, 32, 10240, 51200) ",'tie_word_embeddings':false,'qk_layernorm':false}" },
  { "phi-3-mini-4k", "{'model_type':'phi3'," SIZES (32, 3072, 32, 32, 8192, 32064) ",'sliding_window':2047,"
                     "'max_position_embeddings':4096,'tie_word_embeddings':false,'attention_bias':false}" },
  { "phi-4-mini", "{'model_type':'phi3'," SIZES (32, 3072, 24, 8, 8192, 200064) ",'tie_word_embeddings':true,'lm_head_bias':false}" },
  { "glm-4-9b", "{'model_type':'glm'," SIZES (40, 4096, 32, 2, 13696, 151552) ",'head_dim':128,'attention_bias':true}" },
  { "glm-4-9b", "{'model_type':'chatglm','num_layers':40,'hidden_size':4096,'num_attention_heads':32,'multi_query_attention':true,"
                "'multi_query_group_num':2,'kv_channels':128,'ffn_hidden_size':13696,'padded_vocab_size':151552,'add_qkv_bias':true,"
                "'seq_length':131072,'tie_word_embeddings':false}" },
  { "glm-4-9b-0414", "{'model_type':'glm4'," SIZES (40, 4096, 32, 2, 13696, 151552) ",'head_dim':128,'attention_bias':false}" },
  { "command-r-35b", "{'model_type':'cohere'," SIZES (40, 8192, 64, 64, 22528, 256000) ",'use_qk_norm':false}" },
  { "command-r-plus-104b", "{'model_type':'cohere'," SIZES (64, 12288, 96, 8, 33792, 256000) ",'use_qk_norm':true}" },
  { "command-r7b", "{'model_type':'cohere2'," SIZES (32, 4096, 32, 8, 14336, 256000) ",'sliding_window':4096,"
                   "'sliding_window_pattern':4,'max_position_embeddings':131072}" },
  { "granite-3.3-2b", "{'model_type':'granite'," SIZES (40, 2048, 32, 8, 8192, 49159) ",'tie_word_embeddings':true}" },
  { "granite-4.0-micro", "{'model_type':'granitemoehybrid'," SIZES (40, 2560, 40, 8, 512, 100352) ",'shared_intermediate_size':8192,"
                         "'num_local_experts':0,'num_experts_per_tok':0,'tie_word_embeddings':true}" },
  { "smollm3-3b", "{'model_type':'smollm3'," SIZES (36, 2048, 16, 4, 11008, 128256) ",'no_rope_layers':[1,1,1,0],'sliding_window':null,"
                  "'use_sliding_window':false,'attention_bias':false}" },
  { "stablelm-3b-4e1t", "{'model_type':'stablelm'," SIZES (32, 2560, 32, 32, 6912, 50304) ",'use_qkv_bias':false,"
                        "'tie_word_embeddings':false}" },
  { "stablelm-2-1.6b", "{'model_type':'stablelm'," SIZES (24, 2048, 32, 32, 5632, 100352) ",'use_qkv_bias':true}" },
  { "stablelm-2-12b", "{'model_type':'stablelm'," SIZES (40, 5120, 32, 8, 13824, 100352) ",'use_parallel_residual':true,"
                      "'qk_layernorm':true,'use_qkv_bias':false}" },
  { "olmo-2-1b", "{'model_type':'olmo2'," SIZES (16, 2048, 16, 16, 8192, 100352) ",'tie_word_embeddings':false}" },
  { "olmo-3-7b", "{'model_type':'olmo3'," SIZES (32, 4096, 32, 32, 11008, 100278) ",'sliding_window':4096,"
                 "'max_position_embeddings':65536}" },
  { "falcon-40b", "{'model_type':'falcon','num_hidden_layers':60,'hidden_size':8192,'num_attention_heads':128,'num_kv_heads':8,"
                  "'new_decoder_architecture':true,'parallel_attn':true,'multi_query':true,'bias':false,'vocab_size':65024,"
                  "'tie_word_embeddings':false}" },
  { "falcon-7b", "{'model_type':'falcon','num_hidden_layers':32,'hidden_size':4544,'num_attention_heads':71,'num_kv_heads':71,"
                 "'new_decoder_architecture':false,'parallel_attn':true,'multi_query':true,'bias':false,'vocab_size':65024}" },
  { "exaone-3.5-2.4b", "{'model_type':'exaone','num_layers':30,'hidden_size':2560,'num_attention_heads':32,'num_key_value_heads':8,"
                       "'intermediate_size':7168,'vocab_size':102400,'head_dim':80,'tie_word_embeddings':true}" },
  { "exaone-4.0-32b", "{'model_type':'exaone4'," SIZES (64, 5120, 40, 8, 27392, 102400) ",'head_dim':128,'sliding_window':4096,"
                      "'sliding_window_pattern':'LLLG','max_position_embeddings':131072,'tie_word_embeddings':false}" },
  { "ernie-4.5-0.3b", "{'model_type':'ernie4_5'," SIZES (18, 1024, 16, 2, 3072, 103424) ",'head_dim':128,'use_bias':false,"
                      "'tie_word_embeddings':true}" },
  { "hunyuan-7b", "{'model_type':'hunyuan_v1_dense'," SIZES (32, 4096, 32, 8, 14336, 128167) ",'head_dim':128,'use_qk_norm':true,"
                  "'tie_word_embeddings':true,'num_experts':1,'moe_topk':1,'num_shared_expert':1}" },
  { "seed-oss-36b", "{'model_type':'seed_oss'," SIZES (64, 5120, 80, 8, 27648, 155136) ",'head_dim':128,'attention_bias':true,"
                    "'attention_out_bias':false,'mlp_bias':false}" },
  { "lfm2-350m", "{'model_type':'lfm2','num_hidden_layers':16,'hidden_size':1024,'num_attention_heads':16,'num_key_value_heads':8,"
                 "'vocab_size':65536,'block_ff_dim':6656,'block_auto_adjust_ff_dim':true,'block_ffn_dim_multiplier':1.0,"
                 "'block_multiple_of':256,'conv_L_cache':3,'full_attn_idxs':[2,5,8,10,12,14],'tie_embedding':true}" },
  { "apertus-8b", "{'model_type':'apertus'," SIZES (32, 4096, 32, 8, 21504, 131072) ",'qk_norm':true,'hidden_act':'xielu'}" },
  { "internlm2.5-7b", "{'model_type':'internlm2'," SIZES (32, 4096, 32, 8, 14336, 92544) ",'bias':false}" },
  { "starcoder2-3b", "{'model_type':'starcoder2'," SIZES (30, 3072, 24, 2, 12288, 49152) ",'use_bias':true,'sliding_window':4096,"
                     "'max_position_embeddings':16384}" },
  { "starcoder2-15b", "{'model_type':'starcoder2'," SIZES (40, 6144, 48, 4, 24576, 49152) ",'use_bias':true,'sliding_window':4096,"
                      "'max_position_embeddings':16384,'tie_word_embeddings':false}" },
  { "bitnet-b1.58-2b-4t", "{'model_type':'bitnet'," SIZES (30, 2560, 20, 5, 6912, 128256) ",'quantization_config':"
                          "{'quant_method':'bitnet'}}" },
  { "afm-4.5b", "{'model_type':'arcee'," SIZES (36, 2560, 20, 4, 18432, 128004) ",'head_dim':128,'tie_word_embeddings':false}" },
  { "mpt-7b", "{'model_type':'mpt','d_model':4096,'n_layers':32,'n_heads':32,'expansion_ratio':4,'vocab_size':50432,'no_bias':true,"
              "'max_seq_len':2048}" },
  { "mimo-7b", "{'model_type':'mimo'," SIZES (36, 4096, 32, 8, 11008, 151680) ",'head_dim':128,'attention_bias':true,"
               "'sliding_window':32768,'use_sliding_window':false,'num_nextn_predict_layers':1}" },
  { "qwen3.5-0.8b", "{'model_type':'qwen3_5','text_config':{'model_type':'qwen3_5_text'," SIZES (24, 1024, 8, 2, 3584, 248320)
                    ",'head_dim':256,'attn_output_gate':true,'full_attention_interval':4,'linear_num_key_heads':16,"
                    "'linear_num_value_heads':16,'linear_key_head_dim':128,'linear_value_head_dim':128,'linear_conv_kernel_dim':4},"
                    "'tie_word_embeddings':true}" },
  { "granite-4.0-h-micro", "{'model_type':'granitemoehybrid'," SIZES (40, 2048, 32, 8, 8192, 100352) ",'shared_intermediate_size':8192,"
                           "'num_local_experts':0,'layer_types':['mamba','mamba','mamba','mamba','mamba','attention','mamba','mamba',"
                           "'mamba','mamba','mamba','mamba','mamba','mamba','mamba','attention','mamba','mamba','mamba','mamba',"
                           "'mamba','mamba','mamba','mamba','mamba','attention','mamba','mamba','mamba','mamba','mamba','mamba',"
                           "'mamba','mamba','mamba','attention','mamba','mamba','mamba','mamba'],'mamba_n_heads':64,'mamba_d_head':64,"
                           "'mamba_d_state':128,'mamba_n_groups':1,'mamba_d_conv':4,'mamba_expand':2,'mamba_conv_bias':true,"
                           "'tie_word_embeddings':true}" },
  { "nemotron-nano-9b-v2", "{'model_type':'nemotron_h'," SIZES (56, 4480, 40, 8, 15680, 131072) ",'head_dim':128,'mamba_num_heads':128,"
                           "'mamba_head_dim':80,'ssm_state_size':128,'n_groups':8,'conv_kernel':4,'use_conv_bias':true,"
                           "'hybrid_override_pattern':'M-M-M-MM-M-M-M*-M-M-M*-M-M-M-M*-M-M-M-M*-M-MM-M-M-M-M-M-'}" },
  { "llama-3.2-90b-vision", "{'model_type':'mllama','text_config':{'model_type':'mllama_text_model',"
                            SIZES (100, 8192, 64, 8, 28672, 128256) ",'cross_attention_layers':[3,8,13,18,23,28,33,38,43,48,53,58,63,"
                            "68,73,78,83,88,93,98],'tie_word_embeddings':false}}" },
};

static const Family sparse[] = {
  { "mixtral-8x7b", "{'model_type':'mixtral'," SIZES (32, 4096, 32, 8, 14336, 32000) ",'num_local_experts':8,'num_experts_per_tok':2}" },
  { "qwen1.5-moe-a2.7b", "{'model_type':'qwen2_moe'," SIZES (24, 2048, 16, 16, 5632, 151936) ",'num_experts':60,'num_experts_per_tok':4,"
                         "'moe_intermediate_size':1408,'shared_expert_intermediate_size':5632,'decoder_sparse_step':1,"
                         "'tie_word_embeddings':false}" },
  { "qwen3-30b-a3b", "{'model_type':'qwen3_moe'," SIZES (48, 2048, 32, 4, 6144, 151936) ",'head_dim':128,'num_experts':128,"
                     "'num_experts_per_tok':8,'moe_intermediate_size':768,'decoder_sparse_step':1,'mlp_only_layers':[]}" },
  { "qwen3-next-80b-a3b", "{'model_type':'qwen3_next'," SIZES (48, 2048, 16, 2, 5120, 151936) ",'head_dim':256,'num_experts':512,"
                          "'num_experts_per_tok':10,'moe_intermediate_size':512,'shared_expert_intermediate_size':512,"
                          "'full_attention_interval':4,'linear_num_key_heads':16,'linear_num_value_heads':32,"
                          "'linear_key_head_dim':128,'linear_value_head_dim':128,'linear_conv_kernel_dim':4,'decoder_sparse_step':1}" },
  { "deepseek-v2-lite", "{'model_type':'deepseek_v2'," SIZES (27, 2048, 16, 16, 10944, 102400) ",'q_lora_rank':null,'kv_lora_rank':512,"
                        "'qk_rope_head_dim':64,'qk_nope_head_dim':128,'v_head_dim':128,'n_routed_experts':64,'n_shared_experts':2,"
                        "'num_experts_per_tok':6,'moe_intermediate_size':1408,'first_k_dense_replace':1,'moe_layer_freq':1,"
                        "'topk_method':'greedy'}" },
  { "deepseek-v3.2", "{'model_type':'deepseek_v32'," SIZES (61, 7168, 128, 128, 18432, 129280) ",'q_lora_rank':1536,'kv_lora_rank':512,"
                     "'qk_rope_head_dim':64,'qk_nope_head_dim':128,'v_head_dim':128,'n_routed_experts':256,'n_shared_experts':1,"
                     "'num_experts_per_tok':8,'moe_intermediate_size':2048,'first_k_dense_replace':3,'topk_method':'noaux_tc',"
                     "'index_n_heads':64,'index_head_dim':128,'index_topk':2048}" },
  { "glm-4.7-flash", "{'model_type':'glm4_moe_lite'," SIZES (47, 2048, 20, 20, 10240, 154880) ",'q_lora_rank':768,'kv_lora_rank':512,"
                     "'qk_rope_head_dim':64,'qk_nope_head_dim':192,'v_head_dim':256,'n_routed_experts':64,'n_shared_experts':1,"
                     "'num_experts_per_tok':4,'moe_intermediate_size':1536,'first_k_dense_replace':1}" },
  { "mistral-large-3-675b", "{'text_config':{'model_type':'mistral4'," SIZES (61, 7168, 128, 128, 16384, 131072) ",'q_lora_rank':1536,"
                            "'kv_lora_rank':512,'qk_rope_head_dim':64,'qk_nope_head_dim':128,'v_head_dim':128,'n_routed_experts':128,"
                            "'n_shared_experts':1,'num_experts_per_tok':4,'moe_intermediate_size':4096,'first_k_dense_replace':3}}" },
  { "glm-4.5-air", "{'model_type':'glm4_moe'," SIZES (46, 4096, 96, 8, 10944, 151552) ",'head_dim':128,'attention_bias':true,"
                   "'use_qk_norm':false,'n_routed_experts':128,'n_shared_experts':1,'num_experts_per_tok':8,"
                   "'moe_intermediate_size':1408,'first_k_dense_replace':1,'num_nextn_predict_layers':1}" },
  { "kimi-linear-48b-a3b", "{'model_type':'kimi_linear'," SIZES (27, 2304, 32, 32, 9216, 163840) ",'q_lora_rank':null,"
                           "'kv_lora_rank':512,'qk_rope_head_dim':64,'qk_nope_head_dim':128,'v_head_dim':128,'num_experts':256,"
                           "'num_shared_experts':1,'num_experts_per_token':8,'moe_intermediate_size':1024,'first_k_dense_replace':1,"
                           "'linear_attn_config':{'full_attn_layers':[4,8,12,16,20,24,27],'head_dim':128,'num_heads':32,"
                           "'short_conv_kernel_size':4}}" },
  { "minimax-text-01", "{'model_type':'minimax_text_01'," SIZES (80, 6144, 64, 8, 9216, 200064) ",'head_dim':128,'layer_group_size':8,"
                       "'num_local_experts':32,'num_experts_per_tok':2,'shared_intermediate_size':0}" },
  { "minimax-m2", "{'model_type':'minimax_m2'," SIZES (62, 3072, 48, 8, 1536, 200064) ",'head_dim':128,'num_local_experts':256,"
                  "'num_experts_per_tok':8,'use_qk_norm':true,'qk_norm_type':'per_layer','use_routing_bias':true,'num_mtp_modules':3,"
                  "'shared_intermediate_size':0}" },
  { "granite-3.1-3b-a800m", "{'model_type':'granitemoe'," SIZES (32, 1536, 24, 8, 512, 49155) ",'num_local_experts':40,"
                            "'num_experts_per_tok':8,'tie_word_embeddings':true}" },
  { "olmoe-1b-7b", "{'model_type':'olmoe'," SIZES (16, 2048, 16, 16, 1024, 50304) ",'num_experts':64,'num_experts_per_tok':8}" },
  { "phi-3.5-moe", "{'model_type':'phimoe'," SIZES (32, 4096, 32, 8, 6400, 32064) ",'num_local_experts':16,'num_experts_per_tok':2,"
                   "'attention_bias':true,'lm_head_bias':true,'sliding_window':131072,'max_position_embeddings':131072}" },
  { "ernie-4.5-300b-a47b", "{'model_type':'ernie4_5_moe'," SIZES (54, 8192, 64, 8, 28672, 103424) ",'moe_num_experts':64,'moe_k':8,"
                           "'moe_intermediate_size':3584,'moe_layer_start_index':3,'moe_layer_end_index':53,'moe_layer_interval':1,"
                           "'moe_num_shared_experts':0,'tie_word_embeddings':false}" },
  { "ernie-4.5-21b-a3b", "{'model_type':'ernie4_5_moe'," SIZES (28, 2560, 20, 4, 12288, 103424) ",'moe_num_experts':64,'moe_k':6,"
                         "'moe_intermediate_size':1536,'moe_layer_start_index':1,'moe_layer_end_index':-1,'moe_layer_interval':1,"
                         "'moe_num_shared_experts':2,'tie_word_embeddings':true}" },
  { "hunyuan-a13b", "{'model_type':'hunyuan_v1_moe'," SIZES (32, 4096, 32, 8, 3072, 128167) ",'attention_head_dim':128,'num_experts':64,"
                    "'moe_topk':[8,8,8,8],'num_shared_expert':[1,1,1,1],'moe_intermediate_size':[3072,3072],'use_qk_norm':true,"
                    "'use_cla':false,'cla_share_factor':2,'tie_word_embeddings':true}" },
  { "hy3-295b-a21b", "{'model_type':'hy_v3'," SIZES (80, 4096, 64, 8, 13312, 120832) ",'head_dim':128,'num_experts':192,"
                     "'num_experts_per_tok':8,'num_shared_experts':1,'moe_intermediate_size':1536,'first_k_dense_replace':1}" },
  { "dots.llm1", "{'model_type':'dots1'," SIZES (62, 4096, 32, 32, 10944, 152064) ",'head_dim':128,'n_routed_experts':128,"
                 "'n_shared_experts':2,'num_experts_per_tok':6,'moe_intermediate_size':1408,'first_k_dense_replace':1,"
                 "'topk_method':'noaux_tc'}" },
  { "ling-mini-2.0", "{'model_type':'bailing_moe_v2'," SIZES (20, 2048, 16, 4, 5120, 157184) ",'head_dim':128,'num_experts':256,"
                     "'num_experts_per_tok':8,'num_shared_experts':1,'moe_intermediate_size':512,'first_k_dense_replace':1,"
                     "'use_qk_norm':true,'moe_router_enable_expert_bias':true}" },
  { "dbrx-132b", "{'model_type':'dbrx','d_model':6144,'n_layers':40,'n_heads':48,'vocab_size':100352,'max_seq_len':32768,"
                 "'attn_config':{'kv_n_heads':8,'clip_qkv':8},'ffn_config':{'ffn_hidden_size':10752,'moe_num_experts':16,'moe_top_k':4},"
                 "'tie_word_embeddings':false}" },
  { "grok-1", "{'model_type':'grok-1'," SIZES (64, 6144, 48, 8, 32768, 131072) ",'num_experts':8,'num_experts_per_tok':2,"
              "'tie_word_embeddings':true}" },
  { "lfm2-24b-a2b", "{'model_type':'lfm2_moe'," SIZES (40, 2048, 32, 8, 11776, 65536) ",'conv_L_cache':3,'full_attn_idxs':[2,6,10,14,18,"
                    "22,26,30,34,38],'num_dense_layers':2,'num_experts':64,'num_experts_per_tok':4,'moe_intermediate_size':1536,"
                    "'use_expert_bias':true}" },
  { "step-3.5-flash", "{'model_type':'step3p5','num_hidden_layers':45,'hidden_size':4096,'num_attention_heads':64,"
                      "'num_attention_groups':8,'head_dim':128,'intermediate_size':11264,'vocab_size':128896,'sliding_window':512,"
                      "'sliding_window_pattern':'GLLL','attention_other_setting':{'num_attention_heads':96,'num_attention_groups':8,"
                      "'head_dim':128},'moe_num_experts':288,'moe_top_k':8,'moe_intermediate_size':1280,'share_expert_dim':1280,"
                      "'moe_layers_enum':'3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,"
                      "36,37,38,39,40,41,42,43,44','use_head_wise_attn_gate':true,'num_nextn_predict_layers':3}" },
  { "laguna-s-2.1", "{'model_type':'laguna'," SIZES (48, 3072, 48, 8, 12288, 100352) ",'head_dim':128,'sliding_window':512,"
                    "'sliding_window_pattern':'GLLL','swa_num_attention_heads':72,'num_experts':256,'num_experts_per_tok':10,"
                    "'moe_intermediate_size':1024,'shared_expert_intermediate_size':1024,'first_k_dense_replace':1}" },
  { "mimo-v2-flash", "{'model_type':'mimo_v2_flash'," SIZES (48, 4096, 64, 4, 16384, 152576) ",'head_dim':192,'v_head_dim':128,"
                     "'swa_num_key_value_heads':8,'swa_head_dim':192,'swa_v_head_dim':128,'sliding_window':128,'hybrid_layer_pattern':"
                     "[0,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0],"
                     "'first_k_dense_replace':1,'n_routed_experts':256,'n_shared_experts':null,'num_experts_per_tok':8,"
                     "'moe_intermediate_size':2048,'topk_method':'noaux_tc','max_position_embeddings':262144}" },
};

/* Families the catalog does not have: all weights, as the repositories count them. */
static const struct { const char *name, *config; double params; } published[] = {
  { "bloom-560m", "{'model_type':'bloom','n_layer':24,'hidden_size':1024,'n_head':16,'vocab_size':250880}", 559214592 },
  { "gpt-j-6b", "{'model_type':'gptj','n_layer':28,'n_embd':4096,'n_head':16,'n_positions':2048,'vocab_size':50400,"
                "'tie_word_embeddings':false}", 6050882784 },
  { "gpt-neox-20b", "{'model_type':'gpt_neox'," SIZES (44, 6144, 64, null, 24576, 50432) ",'tie_word_embeddings':false}", 20554567680 },
  { "opt-125m", "{'model_type':'opt','num_hidden_layers':12,'hidden_size':768,'num_attention_heads':12,'ffn_dim':3072,"
                "'vocab_size':50272,'max_position_embeddings':2048}", 125239296 },
  { "starcoder", "{'model_type':'gpt_bigcode','n_layer':40,'n_embd':6144,'n_head':48,'n_inner':24576,'n_positions':8192,"
                 "'multi_query':true,'vocab_size':49152}", 15517456384 },
  { "qwen-7b", "{'model_type':'qwen'," SIZES (32, 4096, 32, null, 22016, 151936) ",'no_bias':true,'tie_word_embeddings':false}",
    7721324544 },
  { "mamba-130m", "{'model_type':'mamba','num_hidden_layers':24,'hidden_size':768,'state_size':16,'expand':2,'conv_kernel':4,"
                  "'time_step_rank':48,'vocab_size':50280,'intermediate_size':1536}", 129135360 },
  { "mamba2-130m", "{'model_type':'mamba2','num_hidden_layers':24,'hidden_size':768,'num_heads':24,'head_dim':64,'state_size':128,"
                   "'expand':2,'n_groups':1,'conv_kernel':4,'vocab_size':50288,'tie_word_embeddings':true}", 128989632 },
  { "jamba-v0.1", "{'model_type':'jamba'," SIZES (32, 4096, 32, 8, 14336, 65536) ",'attn_layer_period':8,'attn_layer_offset':4,"
                  "'expert_layer_period':2,'expert_layer_offset':1,'num_experts':16,'num_experts_per_tok':2,'mamba_d_state':16,"
                  "'mamba_d_conv':4,'mamba_expand':2,'mamba_dt_rank':256,'tie_word_embeddings':false}", 51570323328 },
};

static void
test_published (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (published); i++)
    {
      g_autoptr (TokModelFile) file = config_read (published[i].config);
      double params = tok_architecture_total_params (file->architecture);

      g_test_message ("%s: %.0f of %.0f", published[i].name, params, published[i].params);
      g_assert_cmpfloat_with_epsilon (params, published[i].params, 0.001 * published[i].params);
    }
}

static void
test_family (gconstpointer data)
{
  const Family *family = data;
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  const TokCatalogModel *wanted = tok_catalog_find_model (catalog, family->model);
  g_autoptr (TokModelFile) file = config_read (family->config);

  g_assert_nonnull (wanted);
  config_compare (file->architecture, wanted->architecture);
  g_assert_false (config_notes (file, "not known here; it is taken for"));
}

static void
add_all (const Family *families, guint n_families)
{
  for (guint i = 0; i < n_families; i++)
    {
      g_autofree char *path = g_strdup_printf ("/config/families/%s/%u", families[i].model, i);

      g_test_add_data_func (path, &families[i], test_family);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/config/families/published-totals", test_published);
  add_all (dense, G_N_ELEMENTS (dense));
  add_all (sparse, G_N_ELEMENTS (sparse));
  return g_test_run ();
}
