/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizations: AWQ, GPTQ, FP8, MXFP4, modelopt, compressed-tensors, bitsandbytes, ExLlama, MLX, Quark, torchao, HQQ.
 * Each says bits and groups or a kind of number, and which modules are not quantized or otherwise. */

#include "formats/model-config-quantization.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/json-read.h"
#include "formats/model-config-format.h"

#define LONGEST_MODULE 256
#define MOST_MODULES 16384
#define MOST_GROUPS 64
#define LARGEST_GROUP 65536

static gboolean
is_set (JsonObject *object, const char *path)
{
  gboolean value;

  return tok_json_read_boolean (object, path, &value, NULL) && value;
}

/* The first number the object has of these; a member of another kind is a fault. */
static double
number_of (TokConfigReading *reading, JsonObject *object, const char *name, const char *other, double fallback)
{
  const char *path = tok_json_has (object, name) ? name : other;
  double value = fallback;

  if (reading->error != NULL || !tok_json_has (object, path))
    return fallback;
  return tok_json_read_double (object, path, -1, LARGEST_GROUP, &value, &reading->error) ? value : fallback;
}

void
tok_config_quantization_clear (TokConfigQuantization *self)
{
  g_clear_pointer (&self->storage, tok_config_storage_free);
}

static void
set_modules (TokConfigQuantization *quantization, JsonArray *modules, TokConfigFormat format)
{
  guint n = MIN (json_array_get_length (modules), MOST_MODULES);

  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (modules, i);
      const char *module = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

      if (module != NULL && strlen (module) <= LONGEST_MODULE)
        tok_config_storage_set_module (quantization->storage, module, format);
    }
}

/* Modules every tool has its own name for, which stay as they were. */
static void
set_ignored (TokConfigQuantization *quantization, JsonObject *object)
{
  static const char *const names[] = {
    "ignore", "modules_to_not_convert", "exclude_modules", "exclude", "llm_int8_skip_modules", "ignored_layers",
  };
  JsonArray *modules;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (tok_json_read_array (object, names[i], G_MAXUINT, &modules, NULL))
      set_modules (quantization, modules, TOK_CONFIG_PLAIN);
}

static void
set_all (TokConfigQuantization *quantization, TokConfigFormat format)
{
  quantization->format = format;
  tok_config_storage_set (quantization->storage, TOK_MATRICES_LAYERS, format);
}

/* Only modules that are named are quantized, each in its own way; what most of them have is what the file is called after. */
static void
read_layers (TokConfigQuantization *quantization, JsonObject *layers)
{
  g_autoptr (GList) names = json_object_get_members (layers);
  guint n = 0;

  for (GList *at = names; at != NULL && n < MOST_MODULES; at = at->next, n++)
    {
      JsonNode *node = json_object_get_member (layers, at->data);
      TokConfigFormat format;

      if (!JSON_NODE_HOLDS_OBJECT (node) || strlen (at->data) > LONGEST_MODULE)
        continue;
      format = tok_config_format_algorithm (tok_config_object_text (json_node_get_object (node), "quant_algo"));
      if (format.bits < quantization->format.bits)
        quantization->format = format;
      tok_config_storage_set_module (quantization->storage, at->data, format);
    }
}

static gboolean
targets_all (JsonObject *group, JsonArray **targets)
{
  *targets = NULL;
  if (!tok_json_read_array (group, "targets", G_MAXUINT, targets, NULL) || json_array_get_length (*targets) == 0)
    return TRUE;
  return JSON_NODE_HOLDS_VALUE (json_array_get_element (*targets, 0))
         && g_strcmp0 (json_array_get_string_element (*targets, 0), "Linear") == 0;
}

static TokConfigFormat
group_format (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *weights)
{
  double bits = number_of (reading, weights, "num_bits", "bits", 8);
  double group = number_of (reading, weights, "group_size", "group_size", 0);

  quantization->is_float = g_str_equal (tok_config_object_text (weights, "type"), "float");
  return quantization->is_float ? tok_config_format_float (bits, group) : tok_config_format_whole (bits, group, !is_set (weights, "symmetric"));
}

static void
read_group (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *group)
{
  JsonObject *weights;
  JsonArray *targets;
  TokConfigFormat format;

  if (!tok_json_read_object (group, "weights", &weights, NULL))
    return;
  format = group_format (reading, quantization, weights);
  if (targets_all (group, &targets))
    set_all (quantization, format);
  else
    {
      if (format.bits < quantization->format.bits)
        quantization->format = format;
      set_modules (quantization, targets, format);
    }
}

static void
read_groups (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *groups)
{
  g_autoptr (GList) values = json_object_get_values (groups);
  guint n = 0;

  for (GList *at = values; at != NULL && n < MOST_GROUPS; at = at->next, n++)
    if (JSON_NODE_HOLDS_OBJECT ((JsonNode *) at->data))
      read_group (reading, quantization, json_node_get_object (at->data));
}

static TokConfigFormat
mlx_format (TokConfigReading *reading, JsonObject *object)
{
  return tok_config_format_mlx (tok_config_object_text (object, "mode"), number_of (reading, object, "bits", "bits", 4),
                                number_of (reading, object, "group_size", "group_size", 64));
}

/* Modules with bits of their own stand beside the bits of the rest; one that is false is not quantized. */
static void
read_mlx (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *object)
{
  g_autoptr (GList) names = json_object_get_members (object);
  guint n = 0;

  quantization->is_mlx = TRUE;
  quantization->format = mlx_format (reading, object);
  tok_config_storage_set (quantization->storage, TOK_MATRICES_ALL, quantization->format);
  for (GList *at = names; at != NULL && n < MOST_MODULES; at = at->next, n++)
    {
      JsonNode *node = json_object_get_member (object, at->data);

      if (strlen (at->data) > LONGEST_MODULE)
        continue;
      if (JSON_NODE_HOLDS_OBJECT (node))
        tok_config_storage_set_module (quantization->storage, at->data, mlx_format (reading, json_node_get_object (node)));
      else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN && strchr (at->data, '.') != NULL)
        tok_config_storage_set_module (quantization->storage, at->data, TOK_CONFIG_PLAIN);
    }
}

/* bitsandbytes: 4 bits with a scale of 32 bits for every 64 weights, or of 8 bits when the scales are quantized again. */
static TokConfigFormat
bitsandbytes_format (JsonObject *object)
{
  double shared = is_set (object, "bnb_4bit_use_double_quant") ? 8.0 : 32.0;

  if (is_set (object, "load_in_4bit") || is_set (object, "_load_in_4bit"))
    return (TokConfigFormat) { 4.0 + shared / 64.0, TOK_TENSOR_INT4_G128 };
  return tok_config_format_whole (8, 0, FALSE);
}

/* What tools call the kind of number. */
static const char *
kind_of_number (JsonObject *object)
{
  static const char *const paths[] = {
    "global_quant_config.weight.dtype", "weights", "quant_type", "quant_type.default._type", "quant_type.default", "qformat_weight",
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    if (tok_config_object_text (object, paths[i])[0] != '\0')
      return tok_config_object_text (object, paths[i]);
  return "";
}

static double
group_of_number (JsonObject *object)
{
  double group;

  if (tok_json_read_double (object, "global_quant_config.weight.group_size", 1, LARGEST_GROUP, &group, NULL)
      || tok_json_read_double (object, "quant_type.default._data.group_size", 1, LARGEST_GROUP, &group, NULL))
    return group;
  return 128.0;
}

/* Tools that tell bits and groups; AWQ's have usual ones. */
static gboolean
format_of_bits (TokConfigReading *reading, JsonObject *object, const char *method, TokConfigFormat *format)
{
  JsonObject *inside = object;
  gboolean is_hqq = tok_json_read_object (object, "quant_config.weight_quant_params", &inside, NULL);
  const char *name = is_hqq ? "nbits" : "bits";
  double bits = number_of (reading, inside, name, "w_bit", g_str_equal (method, "awq") ? 4 : 0);
  double group = number_of (reading, inside, "group_size", "q_group_size", 128);

  *format = tok_config_format_whole (bits, group, TRUE);
  return bits > 0.0;
}

static TokConfigFormat
head_format (TokConfigReading *reading, JsonObject *object)
{
  return tok_config_format_exllama (number_of (reading, object, "head_bits", "head_bits", 6));
}

/* FALSE when it is not known how the method stores weights. */
static gboolean
format_of_method (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *object, TokConfigFormat *format)
{
  const char *method = tok_config_object_text (object, "quant_method");
  const char *algorithm = tok_config_object_text (object, "quant_algo");

  quantization->is_awq = strstr (method, "awq") != NULL;
  quantization->is_float = strstr (method, "fp8") != NULL || strstr (algorithm, "FP8") != NULL;
  if (algorithm[0] != '\0')
    *format = tok_config_format_algorithm (algorithm);
  else if (quantization->is_float)
    *format = TOK_CONFIG_FP8;
  else if (g_str_equal (method, "mxfp4"))
    *format = TOK_CONFIG_MXFP4;
  else if (g_str_equal (method, "bitsandbytes"))
    *format = bitsandbytes_format (object);
  else if (g_str_has_prefix (method, "exl"))
    *format = tok_config_format_exllama (number_of (reading, object, "bits", "bits", 4));
  else if (g_str_equal (method, "bitnet"))
    *format = (TokConfigFormat) { 2.0, TOK_TENSOR_TQ2_0 };
  else if (g_str_equal (method, "eetq"))
    *format = tok_config_format_whole (8, 0, FALSE);
  else
    return tok_config_format_number (kind_of_number (object), group_of_number (object), format, &quantization->is_float)
           || format_of_bits (reading, object, method, format);
  return TRUE;
}

/* Weights as they were, when only the cache of keys and values is quantized. */
static gboolean
is_of_cache (JsonObject *object)
{
  return tok_json_has (object, "kv_cache_quant_algo") || tok_json_has (object, "kv_cache_scheme");
}

static gboolean
read_method (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *object)
{
  const char *method = tok_config_object_text (object, "quant_method");
  TokConfigFormat format;

  if (!format_of_method (reading, quantization, object, &format))
    {
      if (method[0] != '\0' && !is_of_cache (object))
        tok_config_note (reading, _("The file names a way to quantize that is not known here (“%s”); "
                                    "choose the file type that comes nearest."), method);
      return FALSE;
    }
  quantization->format = format;
  tok_config_storage_set (quantization->storage, g_str_equal (method, "mxfp4") ? TOK_MATRICES_EXPERTS : TOK_MATRICES_LAYERS, format);
  if (g_str_has_prefix (method, "exl"))
    tok_config_storage_set (quantization->storage, 1u << TOK_MATRIX_HEAD, head_format (reading, object));
  return TRUE;
}

/* The experts of some models are smaller than the rest, which the members of the model say, not those of the quantization, unless that
 * names layers. */
static void
read_experts (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *object)
{
  const char *algorithm = tok_config_object_text (object, "moe_quant_algo");
  TokConfigFormat format = algorithm[0] != '\0' ? tok_config_format_algorithm (algorithm) : TOK_CONFIG_MXFP4;

  if (!tok_architecture_is_moe (reading->architecture)
      || (algorithm[0] == '\0' && tok_json_has (object, "quantized_layers"))
      || (algorithm[0] == '\0' && !g_str_equal (tok_config_text (reading, "expert_dtype"), "fp4")))
    return;
  quantization->format = format;
  tok_config_storage_set (quantization->storage, TOK_MATRICES_EXPERTS, format);
}

static gboolean
read_tool (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *object)
{
  gboolean is_fp8 = g_str_equal (tok_config_object_text (object, "quant_method"), "fp8");
  JsonObject *inside;

  quantization->format = TOK_CONFIG_PLAIN;
  if (is_fp8)
    {
      quantization->is_float = TRUE;
      set_all (quantization, TOK_CONFIG_FP8);
    }
  if (tok_json_read_object (object, "quantized_layers", &inside, NULL))
    read_layers (quantization, inside);
  else if (tok_json_read_object (object, "config_groups", &inside, NULL))
    read_groups (reading, quantization, inside);
  else if (!read_method (reading, quantization, object))
    return FALSE;
  read_experts (reading, quantization, object);
  set_ignored (quantization, object);
  return TRUE;
}

/* modelopt's file says it for configs that do not. */
static JsonObject *
find_beside (TokConfigReading *reading)
{
  JsonObject *object;

  if (reading->beside->quantization == NULL || !tok_json_has (reading->beside->quantization, "quantization.quant_algo"))
    return NULL;
  return tok_json_read_object (reading->beside->quantization, "quantization", &object, &reading->error) ? object : NULL;
}

static JsonObject *
find_quantization (TokConfigReading *reading, gboolean *is_mlx)
{
  static const char *const names[] = { "quantization_config", "compression_config", "quantization" };
  const char *const prefixes[] = { "", reading->prefix };
  JsonObject *object;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < G_N_ELEMENTS (prefixes); j++)
      {
        g_autofree char *path = g_strconcat (prefixes[j], names[i], NULL);

        if (!tok_json_has (reading->root, path) || reading->error != NULL)
          continue;
        if (!tok_json_read_object (reading->root, path, &object, &reading->error))
          return NULL;
        *is_mlx = tok_config_object_text (object, "quant_method")[0] == '\0' && tok_json_has (object, "bits")
                  && tok_json_has (object, "group_size") && !tok_json_has (object, "quant_algo");
        return object;
      }
  return reading->error == NULL ? find_beside (reading) : NULL;
}

gboolean
tok_config_read_quantization (TokConfigReading      *reading,
                              TokConfigQuantization *quantization)
{
  gboolean is_mlx = FALSE;
  JsonObject *object = find_quantization (reading, &is_mlx);

  if (object == NULL)
    return FALSE;
  quantization->storage = tok_config_storage_new (reading->architecture);
  if (!is_mlx)
    return read_tool (reading, quantization, object);
  read_mlx (reading, quantization, object);
  return TRUE;
}
