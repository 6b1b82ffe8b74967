/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizations: AWQ, GPTQ, FP8, MXFP4, modelopt, compressed-tensors, bitsandbytes, ExLlama, MLX.
 *
 * Each says bits and groups, and which modules are not quantized or otherwise.  Bits of one weight include its share of what the
 * group has in common: a scale of 16 bits, 8 for the small floating point formats, and a zero point where it has one. */

#include "formats/model-config-quantization.h"

#include <glib/gi18n.h>
#include <string.h>

#include "formats/json-read.h"

#define LONGEST_MODULE 256
#define MOST_MODULES 16384
#define MOST_GROUPS 64
#define LARGEST_GROUP 65536

static const TokConfigFormat plain = { 16.0, TOK_TENSOR_BF16 };
static const TokConfigFormat fp8 = { 8.0, TOK_TENSOR_FP8 };
static const TokConfigFormat nvfp4 = { 4.5, TOK_TENSOR_NVFP4 };
static const TokConfigFormat mxfp4 = { 4.25, TOK_TENSOR_MXFP4 };

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

/* Whole numbers of other widths than 4 and 8 bits are nearest to ExLlama's. */
static TokTensorType
type_of_whole_bits (double bits, double group)
{
  if (bits >= 7.0)
    return TOK_TENSOR_FP8;
  if (bits >= 5.5)
    return TOK_TENSOR_EXL_6_0;
  if (bits > 4.0)
    return TOK_TENSOR_EXL_5_0;
  if (bits >= 3.5)
    return group > 0.0 && group <= 32.0 ? TOK_TENSOR_INT4_G32 : TOK_TENSOR_INT4_G128;
  return bits > 2.5 ? TOK_TENSOR_EXL_3_0 : TOK_TENSOR_EXL_2_5;
}

/* @group: 0 or less when a whole row shares its scale. */
static TokConfigFormat
whole_format (double bits, double group, gboolean has_zero)
{
  double shared = group > 0.0 ? (16.0 + (has_zero ? bits : 0.0)) / group : 0.0;

  bits = CLAMP (bits, 1.0, 16.0);
  return (TokConfigFormat) { MIN (bits + shared, 32.0), type_of_whole_bits (bits, group) };
}

static TokConfigFormat
float_format (double bits, double group)
{
  if (bits > 6.0)
    return fp8;
  return group > 0.0 && group <= 16.0 ? nvfp4 : mxfp4;
}

static TokConfigFormat
exllama_format (double bits)
{
  TokTensorType type = bits < 2.75 ? TOK_TENSOR_EXL_2_5 : bits < 3.5 ? TOK_TENSOR_EXL_3_0 : bits < 4.5 ? TOK_TENSOR_EXL_4_0
                       : bits < 5.5 ? TOK_TENSOR_EXL_5_0 : TOK_TENSOR_EXL_6_0;

  return (TokConfigFormat) { CLAMP (bits, 1.0, 16.0), type };
}

/* MLX has a scale and a bias of 16 bits for every group. */
static TokConfigFormat
mlx_format (TokConfigReading *reading, JsonObject *object)
{
  const char *mode = tok_config_object_text (object, "mode");
  double bits = CLAMP (number_of (reading, object, "bits", "bits", 4), 1.0, 16.0);
  double group = MAX (number_of (reading, object, "group_size", "group_size", 64), 16.0);
  TokTensorType type = bits < 2.5 ? TOK_TENSOR_EXL_2_5 : bits < 3.5 ? TOK_TENSOR_MLX3_G64 : bits < 4.5 ? TOK_TENSOR_MLX4_G64
                       : bits < 5.5 ? TOK_TENSOR_MLX5_G64 : bits < 7.0 ? TOK_TENSOR_MLX6_G64 : TOK_TENSOR_MLX8_G64;

  if (g_str_equal (mode, "mxfp4"))
    return mxfp4;
  if (g_str_equal (mode, "nvfp4"))
    return nvfp4;
  return (TokConfigFormat) { bits + 32.0 / group, type };
}

/* The names of NVIDIA's modelopt: "FP8", "NVFP4", "W4A16_AWQ". */
static TokConfigFormat
algorithm_format (const char *algorithm)
{
  if (strstr (algorithm, "NVFP4") != NULL)
    return nvfp4;
  if (strstr (algorithm, "MXFP4") != NULL)
    return mxfp4;
  if (strstr (algorithm, "W4") != NULL || strstr (algorithm, "INT4") != NULL)
    return whole_format (4, 128, FALSE);
  return strstr (algorithm, "8") != NULL ? fp8 : plain;
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
    "ignore", "modules_to_not_convert", "exclude_modules", "llm_int8_skip_modules", "ignored_layers",
  };
  JsonArray *modules;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (tok_json_read_array (object, names[i], G_MAXUINT, &modules, NULL))
      set_modules (quantization, modules, plain);
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
      format = algorithm_format (tok_config_object_text (json_node_get_object (node), "quant_algo"));
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
  return quantization->is_float ? float_format (bits, group) : whole_format (bits, group, !is_set (weights, "symmetric"));
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
        tok_config_storage_set_module (quantization->storage, at->data, plain);
    }
}

/* bitsandbytes: 4 bits with a scale of 32 bits for every 64 weights, or of 8 bits when the scales are quantized again. */
static TokConfigFormat
bitsandbytes_format (JsonObject *object)
{
  double shared = is_set (object, "bnb_4bit_use_double_quant") ? 8.0 : 32.0;

  if (is_set (object, "load_in_4bit") || is_set (object, "_load_in_4bit"))
    return (TokConfigFormat) { 4.0 + shared / 64.0, TOK_TENSOR_INT4_G128 };
  return whole_format (8, 0, FALSE);
}

static void
read_method (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *object)
{
  const char *method = tok_config_object_text (object, "quant_method");
  double bits = number_of (reading, object, "bits", "w_bit", 4);
  double group = number_of (reading, object, "group_size", "q_group_size", 128);

  quantization->is_awq = strstr (method, "awq") != NULL;
  quantization->is_float = strstr (method, "fp8") != NULL || strstr (tok_config_object_text (object, "quant_algo"), "FP8") != NULL
                           || g_str_has_prefix (tok_config_object_text (object, "qformat_weight"), "fp8");
  if (g_str_equal (method, "mxfp4"))
    {
      quantization->format = mxfp4;
      tok_config_storage_set (quantization->storage, TOK_MATRICES_EXPERTS, mxfp4);
    }
  else if (tok_config_object_text (object, "quant_algo")[0] != '\0')
    set_all (quantization, algorithm_format (tok_config_object_text (object, "quant_algo")));
  else if (quantization->is_float)
    set_all (quantization, fp8);
  else if (g_str_equal (method, "bitsandbytes"))
    set_all (quantization, bitsandbytes_format (object));
  else if (g_str_has_prefix (method, "exl"))
    {
      set_all (quantization, exllama_format (bits));
      tok_config_storage_set (quantization->storage, 1u << TOK_MATRIX_HEAD, (TokConfigFormat) { 6.0, TOK_TENSOR_EXL_6_0 });
    }
  else if (g_str_equal (method, "bitnet"))
    set_all (quantization, (TokConfigFormat) { 2.0, TOK_TENSOR_TQ2_0 });
  else
    set_all (quantization, whole_format (bits, group, TRUE));
}

/* The experts of some models are smaller than the rest, which the members of the model say, not those of the quantization. */
static void
read_experts (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *object)
{
  const char *algorithm = tok_config_object_text (object, "moe_quant_algo");
  TokConfigFormat format = algorithm[0] != '\0' ? algorithm_format (algorithm) : mxfp4;

  if (!tok_architecture_is_moe (reading->architecture)
      || (algorithm[0] == '\0' && !g_str_equal (tok_config_text (reading, "expert_dtype"), "fp4")))
    return;
  quantization->format = format;
  tok_config_storage_set (quantization->storage, TOK_MATRICES_EXPERTS, format);
}

static void
read_tool (TokConfigReading *reading, TokConfigQuantization *quantization, JsonObject *object)
{
  gboolean is_fp8 = g_str_equal (tok_config_object_text (object, "quant_method"), "fp8");
  JsonObject *inside;

  quantization->format = plain;
  if (is_fp8)
    {
      quantization->is_float = TRUE;
      set_all (quantization, fp8);
    }
  if (tok_json_read_object (object, "quantized_layers", &inside, NULL))
    read_layers (quantization, inside);
  else if (tok_json_read_object (object, "config_groups", &inside, NULL))
    read_groups (reading, quantization, inside);
  else
    read_method (reading, quantization, object);
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
  return NULL;
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
  if (is_mlx)
    read_mlx (reading, quantization, object);
  else
    {
      read_tool (reading, quantization, object);
      read_experts (reading, quantization, object);
      set_ignored (quantization, object);
    }
  return TRUE;
}
