/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fitted constants in files: cells that name what they hold for, and say only what differs from another. */

#include "formats/catalog-efficiency.h"

#include <glib/gi18n.h>

#include "formats/efficiency-fields.h"
#include "formats/error.h"
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
fail_value (const char *path, GError **error)
{
  g_set_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE, _("“%s” holds a value that is not known."), path);
  return FALSE;
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

      if (!JSON_NODE_HOLDS_VALUE (name) || json_node_get_value_type (name) != G_TYPE_STRING || !from_name (json_node_get_string (name), &values[i]))
        return fail_value (path, error);
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
        return fail_value ("builds", error);
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
  return engine_from_name (name, engine) || fail_value (path, error);
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
  return cell->weight_share > 0.0 || fail_value ("like", error);
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
  TokEfficiency cell = { .weight_share = 0.0 };

  for (guint i = 0; i < TOK_N_TENSOR_TYPES; i++)
    cell.type_factor[i] = cell.cache_type_factor[i] = 1.0;
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
         && tok_efficiency_fields_read (object, default_cell, specification, error)
         && read_cells (object, table, specification, error);
}

static GVariant *
pack_cells (const TokEfficiencyTable *table)
{
  GVariantBuilder cells;

  g_variant_builder_init (&cells, G_VARIANT_TYPE ("a(uuu((adas)aad))"));
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint year = TOK_FIRST_BUILD_YEAR; year <= TOK_LAST_BUILD_YEAR; year++)
        {
          const TokEfficiency *cell = tok_efficiency_table_cell (table, (TokDeviceClass) i, (TokEngine) j, year);

          if (cell->weight_share > 0.0)
            g_variant_builder_add (&cells, "(uuu@((adas)aad))", i, j, year, tok_efficiency_fields_pack (cell));
        }
  return g_variant_builder_end (&cells);
}

GVariant *
tok_efficiency_pack (const TokEfficiencyTable *table,
                     const TokEfficiency      *specification)
{
  GVariantBuilder engines;

  g_variant_builder_init (&engines, G_VARIANT_TYPE ("au"));
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    g_variant_builder_add (&engines, "u", (guint) table->default_engine[i]);
  return g_variant_new ("(@(adas)au@((adas)aad)@a(uuu((adas)aad)))",
                        tok_general_constants_pack (&table->general),
                        &engines,
                        tok_efficiency_fields_pack (specification),
                        pack_cells (table));
}

static void
unpack_cell (GVariant *packed, TokEfficiencyTable *table)
{
  g_autoptr (GVariant) fields = g_variant_get_child_value (packed, 3);
  TokEfficiency cell = nothing_measured ();
  guint device_class, engine, year;

  g_variant_get_child (packed, 0, "u", &device_class);
  g_variant_get_child (packed, 1, "u", &engine);
  g_variant_get_child (packed, 2, "u", &year);
  tok_efficiency_fields_unpack (fields, &cell);
  tok_efficiency_table_set (table, (TokDeviceClass) device_class, (TokEngine) engine, year, &cell);
}

void
tok_efficiency_unpack (GVariant           *packed,
                       TokEfficiencyTable *table)
{
  g_autoptr (GVariant) general = g_variant_get_child_value (packed, 0);
  g_autoptr (GVariant) engines = g_variant_get_child_value (packed, 1);
  g_autoptr (GVariant) default_cell = g_variant_get_child_value (packed, 2);
  g_autoptr (GVariant) cells = g_variant_get_child_value (packed, 3);
  TokEfficiency specification = nothing_measured ();
  gsize n_engines;
  const guint32 *default_engines = g_variant_get_fixed_array (engines, &n_engines, sizeof (guint32));

  tok_general_constants_unpack (general, &table->general);
  for (guint i = 0; i < MIN (n_engines, TOK_N_CLASSES); i++)
    table->default_engine[i] = (TokEngine) default_engines[i];
  for (guint i = 0; i < g_variant_n_children (cells); i++)
    {
      g_autoptr (GVariant) cell = g_variant_get_child_value (cells, i);

      unpack_cell (cell, table);
    }
  tok_efficiency_fields_unpack (default_cell, &specification);
  tok_efficiency_table_resolve (table, &specification);
}
