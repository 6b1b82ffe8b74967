/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights in plan files.  What is 0 is left out. */

#include "formats/plan-json-weights.h"

#include <glib/gi18n.h>

#include "formats/error.h"
#include "formats/json-read.h"
#include "formats/plan-json-params.h"

/* A layer of the largest models has 1e10 of either. */
#define MOST_BYTES 1e16
#define MOST_ELEMENTS 1e16

#define LONGEST_PATH 64

typedef struct
{
  const char *name;
  gsize       offset;
} Member;

static const Member layer_roles[] = {
  { "mixer", G_STRUCT_OFFSET (TokLayerWeights, mixer) },
  { "dense_ffn", G_STRUCT_OFFSET (TokLayerWeights, dense_ffn) },
  { "shared_experts", G_STRUCT_OFFSET (TokLayerWeights, shared_experts) },
  { "routed_experts", G_STRUCT_OFFSET (TokLayerWeights, routed_experts) },
  { "vectors", G_STRUCT_OFFSET (TokLayerWeights, vectors) },
};

static const Member other_roles[] = {
  { "embedding", G_STRUCT_OFFSET (TokModelWeights, embedding) },
  { "head", G_STRUCT_OFFSET (TokModelWeights, head) },
  { "outside", G_STRUCT_OFFSET (TokModelWeights, outside) },
  { "lookup", G_STRUCT_OFFSET (TokModelWeights, lookup) },
  { "prediction", G_STRUCT_OFFSET (TokModelWeights, prediction) },
};

static const struct { const char *name; gsize offset; double maximum; } quantities[] = {
  { "bytes", G_STRUCT_OFFSET (TokWeightSum, bytes), MOST_BYTES },
  { "elements", G_STRUCT_OFFSET (TokWeightSum, elements), MOST_ELEMENTS },
  { "matrix_elements", G_STRUCT_OFFSET (TokWeightSum, matrix_elements), MOST_ELEMENTS },
};

static TokWeightSum *
layer_sum (const TokModelWeights *weights, guint layer, const Member *role)
{
  return G_STRUCT_MEMBER_P (&weights->layers[layer], role->offset);
}

static JsonArray *
layer_numbers (const TokModelWeights *weights, const Member *role, gsize quantity)
{
  JsonArray *numbers = json_array_sized_new (weights->n_layers);
  gboolean is_empty = TRUE;

  for (guint i = 0; i < weights->n_layers; i++)
    {
      double number = G_STRUCT_MEMBER (double, layer_sum (weights, i, role), quantity);

      is_empty = is_empty && number == 0.0;
      json_array_add_double_element (numbers, number);
    }
  if (is_empty)
    g_clear_pointer (&numbers, json_array_unref);
  return numbers;
}

static void
write_layers (const TokModelWeights *weights, const Member *role, JsonObject *object)
{
  JsonObject *sums = json_object_new ();

  for (guint i = 0; i < G_N_ELEMENTS (quantities); i++)
    {
      JsonArray *numbers = layer_numbers (weights, role, quantities[i].offset);

      if (numbers != NULL)
        json_object_set_array_member (sums, quantities[i].name, numbers);
    }
  json_object_set_object_member (object, role->name, sums);
}

static void
write_other (const TokModelWeights *weights, const Member *role, JsonObject *object)
{
  const TokWeightSum *sum = G_STRUCT_MEMBER_P (weights, role->offset);
  JsonObject *sums = json_object_new ();

  for (guint i = 0; i < G_N_ELEMENTS (quantities); i++)
    {
      double number = G_STRUCT_MEMBER (double, sum, quantities[i].offset);

      if (number > 0.0)
        json_object_set_double_member (sums, quantities[i].name, number);
    }
  json_object_set_object_member (object, role->name, sums);
}

static JsonObject *
types_object (const double bytes[TOK_N_TENSOR_TYPES])
{
  JsonObject *types = json_object_new ();

  for (TokTensorType type = 0; type < TOK_N_TENSOR_TYPES; type++)
    if (bytes[type] > 0.0)
      json_object_set_double_member (types, tok_tensor_type_name (type), bytes[type]);
  return types;
}

JsonObject *
tok_model_weights_write (const TokModelWeights *weights)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "quant", tok_plan_param_node (TOK_PARAM_FILE_TYPE, weights->file_type));
  json_object_set_member (object, "imatrix", tok_plan_param_node (TOK_PARAM_IMATRIX, weights->with_imatrix));
  for (guint i = 0; i < G_N_ELEMENTS (layer_roles); i++)
    write_layers (weights, &layer_roles[i], object);
  for (guint i = 0; i < G_N_ELEMENTS (other_roles); i++)
    write_other (weights, &other_roles[i], object);
  json_object_set_object_member (object, "dense_type_bytes", types_object (weights->dense_type_bytes));
  json_object_set_object_member (object, "expert_type_bytes", types_object (weights->expert_type_bytes));
  return object;
}

static gboolean
read_layers (JsonObject *object, const Member *role, guint quantity, TokModelWeights *weights, GError **error)
{
  g_autofree double *numbers = g_new0 (double, weights->n_layers);
  char path[LONGEST_PATH];

  g_snprintf (path, sizeof path, "%s.%s", role->name, quantities[quantity].name);
  if (!tok_json_has (object, path))
    return TRUE;
  if (!tok_json_read_numbers (object, path, weights->n_layers, 0.0, quantities[quantity].maximum, numbers, error))
    return FALSE;
  for (guint i = 0; i < weights->n_layers; i++)
    G_STRUCT_MEMBER (double, layer_sum (weights, i, role), quantities[quantity].offset) = numbers[i];
  return TRUE;
}

static gboolean
read_other (JsonObject *object, const Member *role, guint quantity, TokModelWeights *weights, GError **error)
{
  TokWeightSum *sum = G_STRUCT_MEMBER_P (weights, role->offset);
  char path[LONGEST_PATH];

  g_snprintf (path, sizeof path, "%s.%s", role->name, quantities[quantity].name);
  return !tok_json_has (object, path)
         || tok_json_read_double (object, path, 0.0, quantities[quantity].maximum,
                                  G_STRUCT_MEMBER_P (sum, quantities[quantity].offset), error);
}

static gboolean
read_sums (JsonObject *object, TokModelWeights *weights, GError **error)
{
  for (guint quantity = 0; quantity < G_N_ELEMENTS (quantities); quantity++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (layer_roles); i++)
        if (!read_layers (object, &layer_roles[i], quantity, weights, error))
          return FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (other_roles); i++)
        if (!read_other (object, &other_roles[i], quantity, weights, error))
          return FALSE;
    }
  return TRUE;
}

static gboolean
read_types (JsonObject *object, const char *name, double bytes[TOK_N_TENSOR_TYPES], GError **error)
{
  for (TokTensorType type = 0; type < TOK_N_TENSOR_TYPES; type++)
    {
      char path[LONGEST_PATH];

      g_snprintf (path, sizeof path, "%s.%s", name, tok_tensor_type_name (type));
      if (tok_json_has (object, path) && !tok_json_read_double (object, path, 0.0, MOST_BYTES, &bytes[type], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_kind (JsonObject *object, TokModelWeights *weights, GError **error)
{
  double file_type;

  if (!tok_plan_param_read (object, TOK_PARAM_FILE_TYPE, &file_type, error)
      || !tok_json_read_boolean (object, "imatrix", &weights->with_imatrix, error))
    return FALSE;
  weights->file_type = (TokFileType) file_type;
  return TRUE;
}

/* A model without a weight that is read has no speed. */
static gboolean
check_sums (JsonObject *object, const TokModelWeights *weights, GError **error)
{
  TokWeightSum total = tok_model_weights_total (weights, TRUE);

  if (total.bytes >= 1.0 && total.elements >= 1.0 && total.matrix_elements <= total.elements)
    return TRUE;
  return tok_json_refuse (object, "quant", TOK_FORMAT_ERROR_VALUE, error,
                          _("“weights” must hold bytes and elements, and at most as many in matrices as in all."));
}

TokModelWeights *
tok_model_weights_read (JsonObject *object,
                        guint       n_layers,
                        GError    **error)
{
  g_autoptr (TokModelWeights) weights = tok_model_weights_new (n_layers);

  if (!read_kind (object, weights, error)
      || !read_sums (object, weights, error)
      || !read_types (object, "dense_type_bytes", weights->dense_type_bytes, error)
      || !read_types (object, "expert_type_bytes", weights->expert_type_bytes, error)
      || !check_sums (object, weights, error))
    return NULL;
  return g_steal_pointer (&weights);
}
