/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feed-forward networks and experts in a config. */

#include <glib/gi18n.h>
#include <math.h>

#include "formats/json-read.h"
#include "formats/model-config-private.h"

#define WIDEST 1e7

static guint
round_up (double width, guint multiple)
{
  return (guint) MIN (ceil (width / multiple) * multiple, WIDEST);
}

/* Two thirds of four times the width, as the first Llama had it; the widths of gate and up then cost what a plain network does. */
static guint
two_thirds_width (TokConfigReading *reading, const char *factor_name, double fourfold)
{
  double factor = tok_config_number (reading, factor_name, 0, 64, 1);

  return round_up (floor (floor (2.0 * fourfold / 3.0) * factor), tok_config_whole (reading, TOK_CONFIG_MULTIPLE_OF, 256));
}

static guint
derive_width (TokConfigReading *reading)
{
  double hidden = reading->architecture->hidden_size;

  if (tok_config_has (reading, TOK_CONFIG_MULTIPLE_OF))
    return two_thirds_width (reading, "ffn_dim_multiplier", 4.0 * hidden);
  if (tok_config_has_trait (reading, TOK_TRAIT_FOURFOLD))
    return (guint) MIN (hidden * tok_config_whole (reading, TOK_CONFIG_EXPANSION, 4), WIDEST);
  return 0;
}

/* Models made by architecture search give a factor: two thirds of it times the width, rounded to 256. */
static guint
width_of_block (TokConfigReading *reading, JsonObject *block)
{
  double factor, width;

  if (tok_json_read_whole (block, "intermediate_size", 0, WIDEST, &width, NULL))
    return (guint) width;
  if (!tok_json_read_double (block, "ffn_mult", 0, 64, &factor, NULL))
    return 0;
  return round_up (floor (2.0 * factor * reading->architecture->hidden_size / 3.0), 256);
}

static guint
dense_width (TokConfigReading *reading, guint index)
{
  guint width = tok_config_whole_at (reading, TOK_CONFIG_FFN, index, 0);
  guint shared = tok_config_whole (reading, TOK_CONFIG_SHARED_CACHE_LAYERS, 0);
  JsonNode *adjusted = tok_config_node (reading, "block_ff_dim");
  JsonObject *block = tok_config_block (reading, index, "ffn");

  if (block != NULL)
    return width_of_block (reading, block);
  if (tok_config_has_trait (reading, TOK_TRAIT_SHARED_IS_FFN) && reading->architecture->experts.n_experts == 0)
    width = tok_config_whole (reading, TOK_CONFIG_SHARED_SIZE, width);
  if (adjusted != NULL)
    width = (guint) tok_config_number (reading, "block_ff_dim", 1, WIDEST, width);
  if (tok_config_flag (reading, TOK_CONFIG_ADJUST_FFN, FALSE))
    return two_thirds_width (reading, "block_ffn_dim_multiplier", width);
  if (tok_config_flag (reading, TOK_CONFIG_WIDE_FFN, FALSE) && index + shared >= reading->architecture->n_layers)
    return MIN (2 * width, (guint) WIDEST);
  if (tok_config_has_trait (reading, TOK_TRAIT_HALF_FFN))
    return width / 2;
  return width > 0 ? width : derive_width (reading);
}

/* Lists that name or number what each layer has: "sparse", 1. */
static gboolean
is_sparse_in_list (TokConfigReading *reading, guint index, gboolean *is_sparse)
{
  const char *name = tok_config_name_in_list (reading, "mlp_layer_types", index);
  JsonArray *flags = tok_config_list (reading, TOK_CONFIG_SPARSE_FREQUENCY);

  if (name != NULL)
    {
      *is_sparse = g_str_equal (name, "sparse");
      return TRUE;
    }
  if (flags == NULL || index >= json_array_get_length (flags))
    return FALSE;
  *is_sparse = tok_config_whole_at (reading, TOK_CONFIG_SPARSE_FREQUENCY, index, 1) != 0;
  return TRUE;
}

/* "4,5,6": the layers with experts. */
static gboolean
is_in_text (const char *text, guint index)
{
  g_auto (GStrv) numbers = g_strsplit (text, ",", TOK_MAX_LAYERS);

  for (guint i = 0; numbers[i] != NULL; i++)
    if (g_ascii_isdigit (g_strstrip (numbers[i])[0]) && g_ascii_strtoull (numbers[i], NULL, 10) == index)
      return TRUE;
  return FALSE;
}

/* A step of 0 is that of a model without experts; steps count from one, periods and frequencies from zero. */
static gboolean
is_sparse_by_step (TokConfigReading *reading, guint index)
{
  guint step = tok_config_whole (reading, TOK_CONFIG_SPARSE_STEP, 1);
  guint frequency = tok_config_list (reading, TOK_CONFIG_SPARSE_FREQUENCY) != NULL
                      ? 1 : tok_config_whole (reading, TOK_CONFIG_SPARSE_FREQUENCY, 1);
  guint period = tok_config_whole (reading, TOK_CONFIG_SPARSE_PERIOD, 1);
  guint last = tok_config_whole (reading, TOK_CONFIG_SPARSE_LAST, 0);

  if (step == 0 || frequency == 0 || (last > 0 && index > last))
    return FALSE;
  return index >= tok_config_whole (reading, TOK_CONFIG_DENSE_FIRST, 0)
         && index >= tok_config_whole (reading, TOK_CONFIG_SPARSE_FIRST, 0)
         && (index + 1) % step == 0 && index % frequency == 0
         && index % period == tok_config_whole (reading, TOK_CONFIG_SPARSE_OFFSET, 0) % period;
}

static gboolean
is_sparse (TokConfigReading *reading, guint index)
{
  const char *text = tok_config_text (reading, "moe_layers_enum");
  JsonArray *at = tok_config_list (reading, TOK_CONFIG_SPARSE_AT);
  gboolean is_listed;

  if (tok_config_list_has (reading, TOK_CONFIG_DENSE_AT, index))
    return FALSE;
  if (is_sparse_in_list (reading, index, &is_listed))
    return is_listed;
  if (at != NULL && json_array_get_length (at) > 0)
    return tok_config_list_has (reading, TOK_CONFIG_SPARSE_AT, index);
  if (text[0] != '\0')
    return is_in_text (text, index);
  return is_sparse_by_step (reading, index);
}

static TokFfn
ffn_of_block (JsonObject *block)
{
  gboolean is_set = FALSE;

  if (tok_json_read_boolean (block, "no_op", &is_set, NULL) && is_set)
    return TOK_FFN_NONE;
  return tok_json_read_boolean (block, "replace_with_linear", &is_set, NULL) && is_set ? TOK_FFN_LINEAR : TOK_FFN_DENSE;
}

static TokFfn
find_ffn (TokConfigReading *reading, guint index)
{
  JsonObject *block = tok_config_block (reading, index, "ffn");
  const char *name = tok_config_layer_name (reading, index);

  if (block != NULL)
    return ffn_of_block (block);
  if (tok_config_has_trait (reading, TOK_TRAIT_SINGLE_BLOCKS))
    return g_strcmp0 (name, "moe") == 0 ? TOK_FFN_MOE : g_strcmp0 (name, "mlp") == 0 ? TOK_FFN_DENSE : TOK_FFN_NONE;
  return reading->architecture->experts.n_experts > 0 && is_sparse (reading, index) ? TOK_FFN_MOE : TOK_FFN_DENSE;
}

/* Shared experts: their width together, or how many there are of the routed experts' width. */
static guint
shared_width (TokConfigReading *reading)
{
  guint n = tok_config_whole (reading, TOK_CONFIG_SHARED_EXPERTS, tok_config_has_trait (reading, TOK_TRAIT_SHARED_ONE) ? 1 : 0);
  guint width = tok_config_whole (reading, TOK_CONFIG_SHARED_SIZE, 0);

  if (width == 0)
    width = (guint) MIN ((double) n * reading->architecture->experts.expert_size, WIDEST);
  return width;
}

static gboolean
has_router_bias (TokConfigReading *reading)
{
  gboolean is_usual = tok_config_has_trait (reading, TOK_TRAIT_EXPERT_BIAS | TOK_TRAIT_ROUTER_BIAS)
                      || g_str_equal (tok_config_text (reading, "topk_method"), "noaux_tc");

  return tok_config_flag (reading, TOK_CONFIG_ROUTER_BIAS, is_usual);
}

/* The widths of experts are the only one given where all layers have them: Mixtral and others after it.  In Llama 4 the name of the
 * dense width is the experts', and dense layers have one of their own. */
static guint
expert_width (TokConfigReading *reading)
{
  g_autofree char *dense = g_strconcat (reading->prefix, "intermediate_size", NULL);
  double width;

  if (tok_config_whole (reading, TOK_CONFIG_EXPERT_SIZE, 0) > 0)
    return tok_config_whole (reading, TOK_CONFIG_EXPERT_SIZE, 0);
  if (tok_json_read_whole (reading->root, dense, 1, WIDEST, &width, NULL))
    return (guint) width;
  return tok_config_whole (reading, TOK_CONFIG_FFN, 0);
}

static void
read_experts (TokConfigReading *reading)
{
  TokExperts *experts = &reading->architecture->experts;
  gboolean is_beside = tok_config_flag (reading, TOK_CONFIG_MOE_BLOCK, FALSE);
  const guint norms_beside = 3;   /* Gemma 4 */

  experts->n_experts = tok_config_whole (reading, TOK_CONFIG_EXPERTS, 0);
  experts->experts_per_token = MIN (tok_config_whole (reading, TOK_CONFIG_EXPERTS_PER_TOKEN, 0), experts->n_experts);
  if (experts->n_experts <= 1)
    {
      experts->n_experts = experts->experts_per_token = 0;
      return;
    }
  experts->expert_size = expert_width (reading);
  experts->shared_size = shared_width (reading);
  experts->shared_gate = tok_config_has_trait (reading, TOK_TRAIT_SHARED_GATE) && experts->shared_size > 0;
  experts->router_bias = has_router_bias (reading);
  experts->latent_size = tok_config_whole (reading, TOK_CONFIG_LATENT_SIZE, 0);
  experts->latent_norm = experts->latent_size > 0 && tok_config_flag (reading, TOK_CONFIG_LATENT_NORM, FALSE);
  experts->dense_parallel_size = is_beside ? tok_config_whole (reading, TOK_CONFIG_FFN, 0) : 0;
  experts->extra_norms = is_beside ? norms_beside : 0;
  reading->architecture->moe_bias = tok_config_has_trait (reading, TOK_TRAIT_EXPERT_BIAS);
}

void
tok_config_read_ffns (TokConfigReading *reading)
{
  TokArchitecture *architecture = reading->architecture;

  read_experts (reading);
  for (guint i = 0; i < architecture->n_layers; i++)
    {
      TokLayer *layer = &architecture->layers[i];

      layer->ffn = find_ffn (reading, i);
      if (layer->ffn == TOK_FFN_DENSE)
        layer->ffn_size = dense_width (reading, i);
    }
}
