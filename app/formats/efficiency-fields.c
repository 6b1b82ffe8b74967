/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the efficiency constants' members, and the sets of factors by tensor type. */

#include "formats/efficiency-fields.h"

#include <glib/gi18n.h>

#include "core/units.h"
#include "formats/efficiency-bands.h"
#include "formats/error.h"
#include "formats/field.h"
#include "formats/json-read.h"

#define MICROSECOND 1e-6
#define LARGEST_MICROSECONDS 1e6
#define LARGEST_MIB 1e6
#define LARGEST_YEAR_FACTOR 3.0
#define LARGEST_UNION_FACTOR 10.0
#define LARGEST_CORE_GFLOPS 1e5
#define LEAST_SPREAD 0.001
#define LARGEST_SPREAD 3.0
#define LONGEST_SET_NAME 64
#define LONGEST_BASIS_NAME 64

#define CELL(member) .offset = G_STRUCT_OFFSET (TokEfficiency, member)
#define GENERAL(member) .offset = G_STRUCT_OFFSET (TokGeneralConstants, member)
#define SHARE_OF_PEAK(name, member) { name, TOK_FIELD_NUMBER, CELL (member), 0.01, 1.0 }
#define SHARE_OF_RATE(name, member) { name, TOK_FIELD_NUMBER, CELL (member), 0.001, 2.0 }
#define TIME(name, member) { name, TOK_FIELD_NUMBER, CELL (member), 0, LARGEST_MICROSECONDS, MICROSECOND }
/* There is nothing a missing one of these could stand for. */
#define GENERAL_TIME(name, member) { name, TOK_FIELD_NUMBER, GENERAL (member), 0, LARGEST_MICROSECONDS, MICROSECOND, .is_required = TRUE }
#define GENERAL_BYTES(name, member) { name, TOK_FIELD_NUMBER, GENERAL (member), 0, LARGEST_MIB, TOK_MIB, .is_required = TRUE }
#define SPREAD(name, member) \
  { "calibration." name, TOK_FIELD_NUMBER, GENERAL (calibration.member), LEAST_SPREAD, LARGEST_SPREAD, .is_required = TRUE }
#define SPREADS(kind, index) \
  SPREAD ("row_spread." kind, row_spread[index]), \
  SPREAD ("machine_spread." kind ".class", machine_spread[index][TOK_BASIS_CLASS]), \
  SPREAD ("machine_spread." kind ".family", machine_spread[index][TOK_BASIS_FAMILY]), \
  SPREAD ("machine_spread." kind ".specification", machine_spread[index][TOK_BASIS_SPECIFICATION])
#define RANGE(name, member, low, high) { name, TOK_FIELD_NUMBER, GENERAL (member), low, high, .is_required = TRUE }

static const TokField cell_fields[] = {
  SHARE_OF_PEAK ("weight_share", weight_share),
  SHARE_OF_PEAK ("cache_share", cache_share),
  SHARE_OF_PEAK ("cache_share_no_flash", cache_share_no_flash),
  TIME ("layer_us", layer_seconds),
  { "layer_year_factor", TOK_FIELD_NUMBER, CELL (layer_year_factor), 1.0, LARGEST_YEAR_FACTOR },
  TIME ("moe_layer_us", moe_layer_seconds),
  TIME ("linear_layer_us", linear_layer_seconds),
  TIME ("token_us", token_seconds),
  TIME ("thread_sync_us", thread_sync_seconds),
  SHARE_OF_RATE ("gemm_share", gemm_share),
  SHARE_OF_RATE ("small_batch_share", small_batch_share),
  SHARE_OF_RATE ("attention_share", attention_share),
  SHARE_OF_RATE ("attention_share_no_flash", attention_share_no_flash),
  SHARE_OF_RATE ("expert_gemm_share", expert_gemm_share),
  SHARE_OF_RATE ("expert_gemm_share_2048", expert_gemm_share_2048),
  { "expert_union_factor", TOK_FIELD_NUMBER, CELL (expert_union_factor), 0.0, LARGEST_UNION_FACTOR },
  { "matrix_tflops", TOK_FIELD_NUMBER, CELL (matrix_flops), 1e-3, 1e6, TOK_TERA },
  { "core_gflops", TOK_FIELD_NUMBER, CELL (core_flops), 0.0, LARGEST_CORE_GFLOPS, TOK_BILLION },
  { "base_mib", TOK_FIELD_NUMBER, CELL (base_bytes), 0, LARGEST_MIB, TOK_MIB },
};

static const TokField general_fields[] = {
  GENERAL_TIME ("crossing_us", crossing_seconds),
  GENERAL_TIME ("hop_us", hop_seconds),
  GENERAL_TIME ("allreduce_us.pcie", allreduce_seconds_pcie),
  GENERAL_TIME ("allreduce_us.pcie_4", allreduce_seconds_pcie_4),
  GENERAL_TIME ("allreduce_us.nvlink", allreduce_seconds_nvlink),
  GENERAL_TIME ("host_tokenize_us", host_tokenize_seconds),
  GENERAL_TIME ("row_layer_us", row_layer_seconds),
  RANGE ("pipeline_share", pipeline_share, 0.01, 1.0),
  RANGE ("link_share_pinned", link_share_pinned, 0.01, 1.0),
  RANGE ("link_share_pageable", link_share_pageable, 0.01, 1.0),
  RANGE ("numa_factor", numa_factor, 1.0, 2.0),
  RANGE ("expert_count_exponent", expert_count_exponent, 0.0, 2.0),
  RANGE ("expert_launch_share", expert_launch_share, 0.0, 1.0),
  RANGE ("four_norms_extra", four_norms_extra, 0.0, 10.0),
  RANGE ("gemm_tile_tokens", gemm_tile_tokens, 0.0, 1000.0),
  RANGE ("op_offload_min_tokens", op_offload_min_tokens, 1.0, 1e6),
  GENERAL_BYTES ("desktop_mib.linux", desktop_bytes[0]),
  GENERAL_BYTES ("desktop_mib.windows", desktop_bytes[1]),
  GENERAL_BYTES ("desktop_mib.macos", desktop_bytes[2]),
  GENERAL_BYTES ("draft_buffer_mib", draft_buffer_bytes),
  GENERAL_BYTES ("comfortable_free_mib", comfortable_free_bytes),
  { "disk_gbs", TOK_FIELD_NUMBER, GENERAL (disk_bytes_per_second), 0.01, 1e4, TOK_GB, .is_required = TRUE },
  { "assumed_host_gbs", TOK_FIELD_NUMBER, GENERAL (assumed_host_bandwidth), 0.1, 1e4, TOK_GB, .is_required = TRUE },
  { "assumed_host_memory_gib", TOK_FIELD_NUMBER, GENERAL (assumed_host_memory_bytes), 1, 1e5, TOK_GIB, .is_required = TRUE },
  SPREADS ("decode", 0),
  SPREADS ("prefill", 1),
  SPREAD ("cache_spread", cache_spread),
};

/* Numbers by tensor type: a cell names one of the sets, kept in the root under another name. */
typedef struct
{
  const char *member, *sets;
  gsize       offset;
  double      largest, unit;
} TypeSet;

static const TypeSet type_sets[] = {
  { "type_factor", "type_factors", G_STRUCT_OFFSET (TokEfficiency, type_factor), 1.0, 1.0 },
  { "cache_type_factor", "cache_type_factors", G_STRUCT_OFFSET (TokEfficiency, cache_type_factor), 2.0, 1.0 },
  { "gemm_type_factor", "gemm_type_factors", G_STRUCT_OFFSET (TokEfficiency, gemm_type_factor), 4.0, 1.0 },
  { "thread_weights", "thread_weights", G_STRUCT_OFFSET (TokEfficiency, thread_weights_per_second), 1e4, TOK_BILLION },
};

static gboolean
read_type_numbers (JsonObject *set, const TypeSet *type_set, double *numbers, GError **error)
{
  g_autoptr (GList) names = json_object_get_members (set);

  for (GList *name = names; name != NULL; name = name->next)
    {
      TokTensorType type;
      double number;

      if (g_str_equal (name->data, "source"))
        continue;
      if (!tok_tensor_type_from_name (name->data, &type))
        return tok_json_refuse (set, name->data, TOK_FORMAT_ERROR_VALUE, error, _("“%s” is no tensor type."), (const char *) name->data);
      if (!tok_json_read_double (set, name->data, 0.01, type_set->largest, &number, error))
        return FALSE;
      numbers[type] = number * type_set->unit;
    }
  return TRUE;
}

static gboolean
read_type_set (JsonObject *root, JsonObject *object, const TypeSet *type_set, TokEfficiency *cell, GError **error)
{
  JsonObject *sets, *set;
  const char *name;

  if (!tok_json_has (object, type_set->member))
    return TRUE;
  return tok_json_read_string (object, type_set->member, LONGEST_SET_NAME, &name, error)
         && tok_json_read_object (root, type_set->sets, &sets, error)
         && tok_json_read_object (sets, name, &set, error)
         && read_type_numbers (set, type_set, G_STRUCT_MEMBER_P (cell, type_set->offset), error);
}

/* A cell that was pooled from sisters, or is what the vendor's devices are taken for, says so. */
static gboolean
read_basis (JsonObject *object, TokBasis *basis, GError **error)
{
  const char *name;

  *basis = TOK_BASIS_CLASS;
  if (!tok_json_has (object, "basis"))
    return TRUE;
  if (!tok_json_read_string (object, "basis", LONGEST_BASIS_NAME, &name, error))
    return FALSE;
  if (g_str_equal (name, "family"))
    *basis = TOK_BASIS_FAMILY;
  else if (g_str_equal (name, "specification"))
    *basis = TOK_BASIS_SPECIFICATION;
  else if (!g_str_equal (name, "class"))
    return tok_json_refuse (object, "basis", TOK_FORMAT_ERROR_VALUE, error, _("“%s” holds a value that is not known."), "basis");
  return TRUE;
}

gboolean
tok_efficiency_fields_read (JsonObject    *root,
                            JsonObject    *object,
                            TokEfficiency *cell,
                            GError       **error)
{
  if (!tok_fields_read (cell_fields, G_N_ELEMENTS (cell_fields), object, cell, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (type_sets); i++)
    if (!read_type_set (root, object, &type_sets[i], cell, error))
      return FALSE;
  return read_basis (object, &cell->basis, error);
}

gboolean
tok_specification_read (JsonObject    *root,
                        JsonObject    *object,
                        TokEfficiency *specification,
                        GError       **error)
{
  JsonNode *node;

  for (guint i = 0; i < G_N_ELEMENTS (cell_fields); i++)
    if (cell_fields[i].minimum > 0.0 && !tok_json_find_present (object, cell_fields[i].path, &node, error))
      return FALSE;
  return tok_efficiency_fields_read (root, object, specification, error);
}

void
tok_efficiency_fields_pack (const TokEfficiency *cell,
                            TokPacker           *packer)
{
  tok_fields_pack (cell_fields, G_N_ELEMENTS (cell_fields), cell, packer);
  tok_packer_number (packer, cell->basis);
  for (guint i = 0; i < G_N_ELEMENTS (type_sets); i++)
    tok_packer_numbers (packer, (const double *) (const void *) ((const char *) cell + type_sets[i].offset), TOK_N_TENSOR_TYPES);
}

void
tok_efficiency_fields_unpack (TokUnpacker   *unpacker,
                              TokEfficiency *cell)
{
  tok_fields_unpack (cell_fields, G_N_ELEMENTS (cell_fields), unpacker, cell);
  cell->basis = (TokBasis) tok_unpacker_whole (unpacker);
  for (guint i = 0; i < G_N_ELEMENTS (type_sets); i++)
    {
      double *numbers = G_STRUCT_MEMBER_P (cell, type_sets[i].offset);

      for (guint j = 0; j < TOK_N_TENSOR_TYPES; j++)
        numbers[j] = tok_unpacker_number (unpacker);
    }
}

gboolean
tok_general_constants_read (JsonObject          *object,
                            TokGeneralConstants *general,
                            GError             **error)
{
  return tok_fields_read (general_fields, G_N_ELEMENTS (general_fields), object, general, error)
         && tok_efficiency_bands_read (object, general, error);
}

void
tok_general_constants_pack (const TokGeneralConstants *general,
                            TokPacker                 *packer)
{
  tok_fields_pack (general_fields, G_N_ELEMENTS (general_fields), general, packer);
  tok_efficiency_bands_pack (general, packer);
}

void
tok_general_constants_unpack (TokUnpacker         *unpacker,
                              TokGeneralConstants *general)
{
  tok_fields_unpack (general_fields, G_N_ELEMENTS (general_fields), unpacker, general);
  tok_efficiency_bands_unpack (unpacker, general);
}
