/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fitted constants in files: cells that name what they hold for, and say only what differs from another. */

#include "formats/catalog-efficiency.h"

#include <glib/gi18n.h>

#include "formats/efficiency-chips.h"
#include "formats/efficiency-fields.h"
#include "formats/error.h"
#include "formats/json-parse.h"
#include "formats/json-read.h"

#define LONGEST_NAME 64
#define MOST_CELLS 1000

/* What one cell of the file holds for. */
typedef struct
{
  guint n_classes, n_engines, n_years;
  guint classes[TOK_N_CLASSES], engines[TOK_N_ENGINES], years[TOK_N_BUILD_YEARS];
} Scope;

typedef gboolean (*NameFunc) (const char *name, guint *value);

static gboolean
class_from_name (const char *name, guint *value)
{
  TokDeviceClass device_class;

  if (!tok_device_class_from_name (name, &device_class))
    return FALSE;
  *value = device_class;
  return TRUE;
}

static gboolean
engine_from_name (const char *name, guint *value)
{
  TokEngine engine;

  if (!tok_engine_from_name (name, &engine))
    return FALSE;
  *value = engine;
  return TRUE;
}

static gboolean
fail_value (JsonObject *object, const char *path, GError **error)
{
  return tok_json_refuse (object, path, TOK_FORMAT_ERROR_VALUE, error, _("“%s” holds a value that is not known."), path);
}

static gboolean
read_names (JsonObject *object, const char *path, NameFunc from_name, guint n_values, guint *values, guint *n, GError **error)
{
  JsonArray *names;

  if (!tok_json_read_array (object, path, n_values, &names, error))
    return FALSE;
  *n = json_array_get_length (names);
  for (guint i = 0; i < *n; i++)
    {
      JsonNode *name = json_array_get_element (names, i);

      if (!JSON_NODE_HOLDS_VALUE (name) || json_node_get_value_type (name) != G_TYPE_STRING
          || !from_name (json_node_get_string (name), &values[i]))
        return fail_value (object, path, error);
    }
  return TRUE;
}

static gboolean
read_years (JsonObject *object, Scope *scope, GError **error)
{
  JsonArray *years;

  if (!tok_json_read_array (object, "builds", TOK_N_BUILD_YEARS, &years, error))
    return FALSE;
  scope->n_years = json_array_get_length (years);
  for (guint i = 0; i < scope->n_years; i++)
    {
      gint64 year = JSON_NODE_HOLDS_VALUE (json_array_get_element (years, i)) ? json_array_get_int_element (years, i) : 0;

      if (year < TOK_FIRST_BUILD_YEAR || year > TOK_LAST_BUILD_YEAR)
        return fail_value (object, "builds", error);
      scope->years[i] = (guint) year;
    }
  return TRUE;
}

static gboolean
read_scope (JsonObject *object, Scope *scope, GError **error)
{
  return read_names (object, "classes", class_from_name, TOK_N_CLASSES, scope->classes, &scope->n_classes, error)
         && read_names (object, "engines", engine_from_name, TOK_N_ENGINES, scope->engines, &scope->n_engines, error)
         && read_years (object, scope, error);
}

static gboolean
read_engine (JsonObject *object, const char *path, guint *engine, GError **error)
{
  const char *name;

  if (!tok_json_read_string (object, path, LONGEST_NAME, &name, error))
    return FALSE;
  return engine_from_name (name, engine) || fail_value (object, path, error);
}

/* Where a cell of the file starts from before its own members are read. */
static gboolean
start_cell (JsonObject *object, const TokEfficiencyTable *table, const TokEfficiency *specification, guint device_class, guint year,
            TokEfficiency *cell, GError **error)
{
  guint engine;

  *cell = *specification;
  if (!tok_json_has (object, "like"))
    return TRUE;
  if (!read_engine (object, "like", &engine, error))
    return FALSE;
  *cell = *tok_efficiency_table_cell (table, (TokDeviceClass) device_class, (TokEngine) engine, year);
  /* Not every class has a cell of that engine and year before this one. */
  return cell->weight_share > 0.0 || fail_value (object, "like", error);
}

static gboolean
read_cell (JsonObject *root, JsonObject *object, TokEfficiencyTable *table, const TokEfficiency *specification, GError **error)
{
  Scope scope;

  if (!read_scope (object, &scope, error))
    return FALSE;
  for (guint i = 0; i < scope.n_classes; i++)
    for (guint j = 0; j < scope.n_engines; j++)
      for (guint k = 0; k < scope.n_years; k++)
        {
          TokEfficiency cell;

          if (!start_cell (object, table, specification, scope.classes[i], scope.years[k], &cell, error)
              || !tok_efficiency_fields_read (root, object, &cell, error))
            return FALSE;
          tok_efficiency_table_set (table, (TokDeviceClass) scope.classes[i], (TokEngine) scope.engines[j], scope.years[k], &cell);
        }
  return TRUE;
}

static gboolean
read_cells (JsonObject *root, TokEfficiencyTable *table, const TokEfficiency *specification, GError **error)
{
  JsonArray *cells;

  if (!tok_json_read_array (root, "cells", MOST_CELLS, &cells, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (cells); i++)
    {
      JsonObject *cell;

      if (!tok_json_read_element (cells, "cells", i, &cell, error) || !read_cell (root, cell, table, specification, error))
        {
          g_prefix_error (error, "cells[%u]: ", i);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_default_engine (JsonObject *object, TokEfficiencyTable *table, GError **error)
{
  guint engine, classes[TOK_N_CLASSES], n_classes;

  if (!read_engine (object, "engine", &engine, error)
      || !read_names (object, "classes", class_from_name, TOK_N_CLASSES, classes, &n_classes, error))
    return FALSE;
  for (guint i = 0; i < n_classes; i++)
    table->default_engine[classes[i]] = (TokEngine) engine;
  return TRUE;
}

static gboolean
read_default_engines (JsonObject *root, TokEfficiencyTable *table, GError **error)
{
  JsonArray *engines;

  if (!tok_json_read_array (root, "default_engines", TOK_N_ENGINES, &engines, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (engines); i++)
    {
      JsonObject *engine;

      if (!tok_json_read_element (engines, "default_engines", i, &engine, error) || !read_default_engine (engine, table, error))
        return FALSE;
    }
  return TRUE;
}

static TokEfficiency
nothing_measured (void)
{
  TokEfficiency cell = { .layer_year_factor = 1.0, .expert_union_factor = 1.0 };

  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    cell.type_factor[i] = cell.cache_type_factor[i] = cell.gemm_type_factor[i] = 1.0;
  return cell;
}

gboolean
tok_efficiency_read (JsonObject         *object,
                     TokEfficiencyTable *table,
                     TokEfficiency      *specification,
                     GError            **error)
{
  JsonObject *general, *default_cell;

  *specification = nothing_measured ();
  return tok_json_read_object (object, "general", &general, error)
         && tok_general_constants_read (general, &table->general, error)
         && read_default_engines (object, table, error)
         && tok_json_read_object (object, "specification", &default_cell, error)
         && tok_specification_read (object, default_cell, specification, error)
         && read_cells (object, table, specification, error)
         && tok_efficiency_chips_read (object, table, error);
}

gboolean
tok_efficiency_load (GFile              *file,
                     TokEfficiencyTable *table,
                     TokEfficiency      *specification,
                     GError            **error)
{
  g_autoptr (TokJson) json = tok_json_load (file, error);
  g_autoptr (GError) reason = NULL;
  JsonObject *object;

  if (json == NULL)
    return FALSE;
  object = tok_json_object (json, "constants", &reason);
  if (object != NULL && tok_efficiency_read (object, table, specification, &reason))
    return TRUE;
  tok_format_error_set_in_file (error, file, tok_json_error_line (json, reason), reason);
  return FALSE;
}

/* A 1 before every cell that was set, a 0 behind the last. */
static void
pack_cells (const TokEfficiencyTable *table, TokPacker *packer)
{
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint year = TOK_FIRST_BUILD_YEAR; year <= TOK_LAST_BUILD_YEAR; year++)
        {
          const TokEfficiency *cell = tok_efficiency_table_cell (table, (TokDeviceClass) i, (TokEngine) j, year);
          const double place[] = { 1, i, j, year };

          if (cell->weight_share <= 0.0)
            continue;
          tok_packer_numbers (packer, place, G_N_ELEMENTS (place));
          tok_efficiency_fields_pack (cell, packer);
        }
  tok_packer_number (packer, 0);
}

void
tok_efficiency_pack (const TokEfficiencyTable *table,
                     const TokEfficiency      *specification,
                     TokPacker                *packer)
{
  tok_general_constants_pack (&table->general, packer);
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    tok_packer_number (packer, table->default_engine[i]);
  tok_efficiency_fields_pack (specification, packer);
  pack_cells (table, packer);
  tok_efficiency_chips_pack (table, packer);
}

static void
unpack_cell (TokUnpacker *unpacker, TokEfficiencyTable *table)
{
  guint device_class = tok_unpacker_whole (unpacker), engine = tok_unpacker_whole (unpacker), year = tok_unpacker_whole (unpacker);
  TokEfficiency cell = nothing_measured ();

  tok_efficiency_fields_unpack (unpacker, &cell);
  tok_efficiency_table_set (table, (TokDeviceClass) device_class, (TokEngine) engine, year, &cell);
}

void
tok_efficiency_unpack (TokUnpacker        *unpacker,
                       TokEfficiencyTable *table)
{
  TokEfficiency specification = nothing_measured ();

  tok_general_constants_unpack (unpacker, &table->general);
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    table->default_engine[i] = (TokEngine) tok_unpacker_whole (unpacker);
  tok_efficiency_fields_unpack (unpacker, &specification);
  while (tok_unpacker_whole (unpacker) == 1)
    unpack_cell (unpacker, table);
  tok_efficiency_chips_unpack (unpacker, table);
  tok_efficiency_table_resolve (table, &specification);
}
