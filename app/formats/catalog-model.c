/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models in files. */

#include "formats/catalog-model.h"

#include <glib/gi18n.h>

#include "formats/catalog-layers.h"
#include "formats/error.h"
#include "formats/field.h"
#include "formats/json-read.h"

#define LONGEST_NAME 200
#define LONGEST_TEXT 2000
#define MOST_EXTRAS 64

/* Widths are multiplied by each other in floating point; heads and head sizes also as whole numbers below 2^32. */
#define LARGEST_WIDTH 1e7
#define MOST_HEADS 65535
#define LARGEST_HEAD 65535
#define MOST_TOKENS 1e9
#define MOST_EXTRA_PARAMS 1e14
#define MOST_PARAMS 1e16

static const char *
gate_name (guint value)
{
  static const char *const names[] = { "none", "headwise", "full", "q_doubled" };

  return names[value];
}

static const char *
output_gate_name (guint value)
{
  static const char *const names[] = { "none", "full" };

  return names[value];
}

static const char *
qk_norm_name (guint value)
{
  static const char *const names[] = { "none", "head", "full" };

  return names[value];
}

static const char *
file_type_name (guint value)
{
  return tok_file_type_name ((TokFileType) value);
}

#define SHAPE(member) .offset = G_STRUCT_OFFSET (TokArchitecture, member)
#define EXTRA(member) .offset = G_STRUCT_OFFSET (TokExtra, member)
#define ENTRY(member) .offset = G_STRUCT_OFFSET (TokCatalogModel, member)

static const TokField shape_fields[] = {
  { "id", TOK_FIELD_TEXT, SHAPE (id), .size = LONGEST_NAME },
  { "name", TOK_FIELD_TEXT, SHAPE (name), .size = LONGEST_NAME },
  { "family", TOK_FIELD_TEXT, SHAPE (family), .size = LONGEST_NAME },
  { "usual_file_type", TOK_FIELD_CHOICE, SHAPE (usual_file_type), .name = file_type_name, .n_names = TOK_N_FILE_TYPES },
  { "tokenizer_family", TOK_FIELD_TEXT, SHAPE (tokenizer_family), .size = LONGEST_NAME },
  { "hidden_size", TOK_FIELD_WHOLE, SHAPE (hidden_size), 1, LARGEST_WIDTH, .is_required = TRUE },
  { "vocab_size", TOK_FIELD_WHOLE, SHAPE (vocab_size), 1, 1e8, .is_required = TRUE },
  { "context_max", TOK_FIELD_WHOLE, SHAPE (context_max), 1, MOST_TOKENS },
  { "mtp_layers", TOK_FIELD_WHOLE, SHAPE (mtp_layers), 0, 64 },
  { "mtp_embeddings", TOK_FIELD_FLAG, SHAPE (mtp_embeddings) },
  { "norms_per_layer", TOK_FIELD_NUMBER, SHAPE (norms_per_layer), 0, 64 },
  { "tied_embeddings", TOK_FIELD_FLAG, SHAPE (tied_embeddings) },
  { "mlp_gated", TOK_FIELD_FLAG, SHAPE (mlp_gated) },
  { "mlp_bias", TOK_FIELD_FLAG, SHAPE (mlp_bias) },
  { "norm_bias", TOK_FIELD_FLAG, SHAPE (norm_bias) },
  { "qkv_bias", TOK_FIELD_FLAG, SHAPE (qkv_bias) },
  { "attn_out_bias", TOK_FIELD_FLAG, SHAPE (attention_output_bias) },
  { "attn_sinks", TOK_FIELD_FLAG, SHAPE (attention_sinks) },
  { "attn_gate", TOK_FIELD_CHOICE, SHAPE (attention_gate), .name = gate_name, .n_names = TOK_GATE_Q_DOUBLED + 1 },
  { "qk_norm", TOK_FIELD_CHOICE, SHAPE (qk_norm), .name = qk_norm_name, .n_names = TOK_QK_NORM_FULL + 1 },
  { "fused_qkv", TOK_FIELD_FLAG, SHAPE (fused_qkv) },
  { "attention.window", TOK_FIELD_WHOLE, SHAPE (window), 1, MOST_TOKENS },
  { "attention.mla.q_lora_rank", TOK_FIELD_WHOLE, SHAPE (mla.q_rank), 0, LARGEST_WIDTH },
  { "attention.mla.kv_lora_rank", TOK_FIELD_WHOLE, SHAPE (mla.kv_rank), 1, LARGEST_WIDTH },
  { "attention.mla.qk_rope_head_dim", TOK_FIELD_WHOLE, SHAPE (mla.rope_size), 0, LARGEST_HEAD },
  { "attention.mla.qk_nope_head_dim", TOK_FIELD_WHOLE, SHAPE (mla.nope_size), 0, LARGEST_HEAD },
  { "attention.mla.v_head_dim", TOK_FIELD_WHOLE, SHAPE (mla.value_size), 1, LARGEST_HEAD },
  { "attention.mla.output_gate", TOK_FIELD_CHOICE, SHAPE (mla.full_output_gate), .name = output_gate_name, .n_names = 2 },
  { "attention.indexer.n_heads", TOK_FIELD_WHOLE, SHAPE (indexer.n_heads), 1, MOST_HEADS },
  { "attention.indexer.head_dim", TOK_FIELD_WHOLE, SHAPE (indexer.head_size), 1, LARGEST_HEAD },
  { "attention.indexer.topk", TOK_FIELD_WHOLE, SHAPE (indexer.top_k), 1, MOST_TOKENS },
  { "attention.indexer.kpool", TOK_FIELD_WHOLE, SHAPE (indexer.pool), 1, 65536 },
  { "attention.csa.q_lora_rank", TOK_FIELD_WHOLE, SHAPE (compressed.q_rank), 1, LARGEST_WIDTH },
  { "attention.csa.o_groups", TOK_FIELD_WHOLE, SHAPE (compressed.output_groups), 1, MOST_HEADS },
  { "attention.csa.o_lora_rank", TOK_FIELD_WHOLE, SHAPE (compressed.output_rank), 1, LARGEST_HEAD },
  { "attention.csa.qk_rope_head_dim", TOK_FIELD_WHOLE, SHAPE (compressed.rope_size), 0, LARGEST_HEAD },
  { "attention.linear.n_heads", TOK_FIELD_WHOLE, SHAPE (linear.n_heads), 1, MOST_HEADS },
  { "attention.linear.head_dim", TOK_FIELD_WHOLE, SHAPE (linear.head_size), 1, LARGEST_HEAD },
  { "attention.linear.n_k_heads", TOK_FIELD_WHOLE, SHAPE (linear.n_key_heads), 1, MOST_HEADS },
  { "attention.linear.k_head_dim", TOK_FIELD_WHOLE, SHAPE (linear.key_head_size), 1, LARGEST_HEAD },
  { "attention.linear.n_v_heads", TOK_FIELD_WHOLE, SHAPE (linear.n_value_heads), 1, MOST_HEADS },
  { "attention.linear.v_head_dim", TOK_FIELD_WHOLE, SHAPE (linear.value_head_size), 1, LARGEST_HEAD },
  { "attention.linear.d_state", TOK_FIELD_WHOLE, SHAPE (linear.state_size), 1, LARGEST_HEAD },
  { "attention.linear.n_groups", TOK_FIELD_WHOLE, SHAPE (linear.n_groups), 1, MOST_HEADS },
  { "attention.linear.conv_kernel", TOK_FIELD_WHOLE, SHAPE (linear.conv_kernel), 1, 1024 },
  { "attention.linear.full_rank_gate", TOK_FIELD_FLAG, SHAPE (linear.full_rank_gate) },
  { "attention.linear.conv_bias", TOK_FIELD_FLAG, SHAPE (linear.conv_bias) },
  { "attention.linear.gated_norm", TOK_FIELD_FLAG, SHAPE (linear.gated_norm) },
  { "moe.n_experts", TOK_FIELD_WHOLE, SHAPE (experts.n_experts), 1, 65536 },
  { "moe.experts_per_token", TOK_FIELD_WHOLE, SHAPE (experts.experts_per_token), 1, 65536 },
  { "moe.moe_intermediate_size", TOK_FIELD_WHOLE, SHAPE (experts.expert_size), 1, LARGEST_WIDTH },
  { "moe.shared_intermediate_size", TOK_FIELD_WHOLE, SHAPE (experts.shared_size), 1, LARGEST_WIDTH },
  { "moe.latent_size", TOK_FIELD_WHOLE, SHAPE (experts.latent_size), 1, LARGEST_WIDTH },
  { "moe.dense_parallel_ffn", TOK_FIELD_WHOLE, SHAPE (experts.dense_parallel_size), 1, LARGEST_WIDTH },
  { "moe.extra_norms", TOK_FIELD_WHOLE, SHAPE (experts.extra_norms), 0, 64 },
  { "moe.router_bias", TOK_FIELD_FLAG, SHAPE (experts.router_bias) },
  { "moe.shared_gate", TOK_FIELD_FLAG, SHAPE (experts.shared_gate) },
  { "moe.latent_norm", TOK_FIELD_FLAG, SHAPE (experts.latent_norm) },
  { "moe.expert_bias", TOK_FIELD_FLAG, SHAPE (moe_bias) },
};

static const TokField extra_fields[] = {
  { "params", TOK_FIELD_NUMBER, EXTRA (elements), 0, MOST_EXTRA_PARAMS, .is_required = TRUE },
  { "lookup_table", TOK_FIELD_FLAG, EXTRA (is_lookup) },
  { "kept_at_16_bit", TOK_FIELD_FLAG, EXTRA (is_kept) },
};

static const TokField entry_fields[] = {
  { "source", TOK_FIELD_TEXT, ENTRY (source), .size = LONGEST_TEXT },
  { "org", TOK_FIELD_TEXT, ENTRY (organization), .size = LONGEST_NAME },
  { "hf_repo", TOK_FIELD_TEXT, ENTRY (repository), .size = LONGEST_NAME },
  { "aliases", TOK_FIELD_TEXTS, ENTRY (aliases), .size = LONGEST_TEXT },
  { "notes", TOK_FIELD_TEXT, ENTRY (notes), .size = LONGEST_TEXT },
  { "release_year", TOK_FIELD_WHOLE, ENTRY (release_year), 1900, 9999 },
};

static TokArchitecture *
new_with_defaults (guint n_layers)
{
  TokArchitecture *architecture = tok_architecture_new (n_layers);

  architecture->norms_per_layer = 2;
  architecture->mlp_gated = TRUE;
  architecture->linear.conv_bias = architecture->linear.gated_norm = TRUE;
  return architecture;
}

static gboolean
read_extras (JsonObject *object, TokArchitecture *architecture, GError **error)
{
  JsonArray *extras;

  if (!tok_json_has (object, "extra_params"))
    return TRUE;
  if (!tok_json_read_array (object, "extra_params", MOST_EXTRAS, &extras, error))
    return FALSE;
  architecture->n_extras = json_array_get_length (extras);
  architecture->extras = g_new0 (TokExtra, architecture->n_extras);
  for (guint i = 0; i < architecture->n_extras; i++)
    {
      JsonObject *extra;

      if (!tok_json_read_element (extras, "extra_params", i, &extra, error)
          || !tok_fields_read (extra_fields, G_N_ELEMENTS (extra_fields), extra, &architecture->extras[i], error))
        return FALSE;
    }
  return TRUE;
}

/* Files give the width of all shared experts, or how many there are of the routed experts' width. */
static gboolean
read_experts (JsonObject *object, TokArchitecture *architecture, GError **error)
{
  TokExperts *experts = &architecture->experts;
  double n_shared = 0;

  if (tok_json_has (object, "moe.n_shared_experts")
      && !tok_json_read_whole (object, "moe.n_shared_experts", 0, 100, &n_shared, error))
    return FALSE;
  if (experts->shared_size == 0)
    experts->shared_size = (guint) n_shared * experts->expert_size;
  if (experts->n_experts == 0
      || (experts->expert_size > 0 && experts->experts_per_token > 0 && experts->experts_per_token <= experts->n_experts))
    return TRUE;
  return tok_json_refuse (object, "moe", TOK_FORMAT_ERROR_VALUE, error,
                          _("“moe” must have a “moe_intermediate_size” and “experts_per_token”, at most as many as “n_experts”."));
}

TokArchitecture *
tok_architecture_read (JsonObject *object,
                       GError    **error)
{
  g_autoptr (TokArchitecture) architecture = NULL;
  double n_layers;

  if (!tok_json_read_whole (object, "n_layers", 1, TOK_MAX_LAYERS, &n_layers, error))
    return NULL;
  architecture = new_with_defaults ((guint) n_layers);
  if (!tok_fields_read (shape_fields, G_N_ELEMENTS (shape_fields), object, architecture, error)
      || !read_experts (object, architecture, error)
      || !read_extras (object, architecture, error)
      || !tok_layers_read (object, architecture, error))
    return NULL;
  return g_steal_pointer (&architecture);
}

static void
write_extras (const TokArchitecture *architecture, JsonObject *object)
{
  const TokExtra nothing = { .elements = -1 };
  JsonArray *extras = json_array_new ();

  for (guint i = 0; i < architecture->n_extras; i++)
    {
      JsonObject *extra = json_object_new ();

      tok_fields_write (extra_fields, G_N_ELEMENTS (extra_fields), &architecture->extras[i], &nothing, extra);
      json_array_add_object_element (extras, extra);
    }
  json_object_set_array_member (object, "extra_params", extras);
}

void
tok_architecture_write (const TokArchitecture *architecture,
                        JsonObject            *object)
{
  g_autoptr (TokArchitecture) fallback = new_with_defaults (1);

  json_object_set_int_member (object, "n_layers", architecture->n_layers);
  tok_fields_write (shape_fields, G_N_ELEMENTS (shape_fields), architecture, fallback, object);
  if (architecture->n_extras > 0)
    write_extras (architecture, object);
  tok_layers_write (architecture, object);
}

/* Whatever an entry leaves out is "". */
static void
fill_texts (TokCatalogModel *entry)
{
  char **const texts[] = { &entry->source, &entry->organization, &entry->repository, &entry->aliases, &entry->notes };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (*texts[i] == NULL)
      *texts[i] = g_strdup ("");
}

/* The shape is what counts; what an entry says of its sums must not contradict itself. */
static gboolean
check_totals (JsonObject *object, GError **error)
{
  double total = MOST_PARAMS, active = 0.0;

  if ((tok_json_has (object, "total_params") && !tok_json_read_double (object, "total_params", 1, MOST_PARAMS, &total, error))
      || (tok_json_has (object, "active_params") && !tok_json_read_double (object, "active_params", 1, MOST_PARAMS, &active, error)))
    return FALSE;
  if (active <= total)
    return TRUE;
  return tok_json_refuse (object, "active_params", TOK_FORMAT_ERROR_VALUE, error,
                          _("“%s” is more than “%s”."), "active_params", "total_params");
}

static gboolean
is_known (const char *name)
{
  static const char *const others[] = { "release", "confidence", "n_layers", "total_params", "active_params", "extra_params", NULL };

  return tok_fields_have (shape_fields, G_N_ELEMENTS (shape_fields), name)
         || tok_fields_have (entry_fields, G_N_ELEMENTS (entry_fields), name)
         || tok_layers_have (name)
         || g_strv_contains (others, name);
}

gboolean
tok_catalog_model_read (JsonObject      *object,
                        TokCatalogModel *entry,
                        GError         **error)
{
  const char *word;

  if (!tok_json_check_names (object, is_known, error)
      || !tok_json_read_name (object, "id", LONGEST_NAME, &word, error)
      || !tok_json_read_name (object, "name", LONGEST_NAME, &word, error)
      || (tok_json_has (object, "release") && !tok_json_read_year (object, "release", &entry->release_year, error))
      || !check_totals (object, error)
      || !tok_fields_read (entry_fields, G_N_ELEMENTS (entry_fields), object, entry, error))
    return FALSE;
  fill_texts (entry);
  entry->architecture = tok_architecture_read (object, error);
  return entry->architecture != NULL;
}

void
tok_catalog_model_pack (const TokCatalogModel *entry,
                        TokPacker             *packer)
{
  const TokArchitecture *architecture = entry->architecture;

  tok_packer_number (packer, architecture->n_layers);
  tok_fields_pack (shape_fields, G_N_ELEMENTS (shape_fields), architecture, packer);
  tok_layers_pack (architecture, packer);
  tok_packer_number (packer, architecture->n_extras);
  for (guint i = 0; i < architecture->n_extras; i++)
    tok_fields_pack (extra_fields, G_N_ELEMENTS (extra_fields), &architecture->extras[i], packer);
  tok_fields_pack (entry_fields, G_N_ELEMENTS (entry_fields), entry, packer);
}

void
tok_catalog_model_unpack (TokUnpacker     *unpacker,
                          TokCatalogModel *entry)
{
  guint n_layers = tok_unpacker_whole (unpacker);
  TokArchitecture *architecture = tok_architecture_new (CLAMP (n_layers, 1, TOK_MAX_LAYERS));

  entry->architecture = architecture;
  tok_fields_unpack (shape_fields, G_N_ELEMENTS (shape_fields), unpacker, architecture);
  tok_layers_unpack (unpacker, architecture);
  architecture->n_extras = tok_unpacker_whole (unpacker);
  architecture->extras = g_new0 (TokExtra, architecture->n_extras);
  for (guint i = 0; i < architecture->n_extras; i++)
    tok_fields_unpack (extra_fields, G_N_ELEMENTS (extra_fields), unpacker, &architecture->extras[i]);
  tok_fields_unpack (entry_fields, G_N_ELEMENTS (entry_fields), unpacker, entry);
}
