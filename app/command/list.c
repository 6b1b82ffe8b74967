/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tokplan devices, tokplan models: what the catalog knows, all of it or what has the words. */

#include <glib/gi18n.h>
#include <string.h>

#include "command/command-private.h"
#include "command/error.h"
#include "command/json-members.h"
#include "command/output.h"
#include "command/table.h"
#include "core/search.h"
#include "core/units.h"
#include "formats/json-write.h"
#include "present/numbers.h"

/* How one kind of entry is listed. */
typedef struct
{
  TokSearchKind kind;
  guint         n_columns;
  guint       (*count)    (const TokCatalog *catalog);
  void        (*add_row)  (TokTable *table, const TokCatalog *catalog, guint index);
  void        (*add_json) (JsonBuilder *builder, const TokCatalog *catalog, guint index);
} Listing;

/* Figures are whole: bytes, parameters, counts.  Zero stands for not known. */
static void
add_number (JsonBuilder *builder,
            const char  *name,
            double       value)
{
  if (value > 0.0)
    tok_json_add_count (builder, name, value);
  else
    tok_json_add_null (builder, name);
}

static void
add_device_row (TokTable         *table,
                const TokCatalog *catalog,
                guint             index)
{
  const TokDevice *device = &tok_catalog_device (catalog, index)->device;

  tok_table_add (table, g_strdup (device->name));
  tok_table_add (table, tok_format_bandwidth (device->bandwidth));
  tok_table_add (table, tok_format_gib (device->memory_bytes));
  tok_table_add (table, g_strdup (device->id));
}

static void
add_device_json (JsonBuilder      *builder,
                 const TokCatalog *catalog,
                 guint             index)
{
  const TokCatalogDevice *entry = tok_catalog_device (catalog, index);

  tok_json_add_string (builder, "id", entry->device.id);
  tok_json_add_string (builder, "name", entry->device.name);
  tok_json_add_string (builder, "class", tok_device_class_name (entry->device.device_class));
  add_number (builder, "bandwidth_bytes_per_second", entry->device.bandwidth);
  add_number (builder, "memory_bytes", entry->device.memory_bytes);
  add_number (builder, "usable_bytes", tok_device_usable_bytes (&entry->device));
  add_number (builder, "matrix_flops", entry->device.matrix_flops);
  add_number (builder, "release_year", entry->release_year);
  tok_json_add_string (builder, "source", entry->source);
}

static char *
params_text (const TokArchitecture *architecture)
{
  double total = tok_architecture_total_params (architecture);
  g_autofree char *total_text = tok_format_params (total / TOK_BILLION);
  g_autofree char *active_text = tok_format_params (tok_architecture_active_params (architecture) / TOK_BILLION);

  if (tok_architecture_is_moe (architecture))
    return g_strdup_printf (C_("parameters", "%s, %s active"), total_text, active_text);
  return g_steal_pointer (&total_text);
}

static void
add_model_row (TokTable         *table,
               const TokCatalog *catalog,
               guint             index)
{
  const TokArchitecture *architecture = tok_catalog_model (catalog, index)->architecture;

  tok_table_add (table, g_strdup (architecture->name));
  tok_table_add (table, params_text (architecture));
  tok_table_add (table, architecture->context_max > 0 ? tok_format_tokens (architecture->context_max) : g_strdup (""));
  tok_table_add (table, g_strdup (architecture->id));
}

static void
add_model_json (JsonBuilder      *builder,
                const TokCatalog *catalog,
                guint             index)
{
  const TokCatalogModel *entry = tok_catalog_model (catalog, index);
  const TokArchitecture *architecture = entry->architecture;

  tok_json_add_string (builder, "id", architecture->id);
  tok_json_add_string (builder, "name", architecture->name);
  tok_json_add_string (builder, "organization", entry->organization);
  add_number (builder, "parameters", tok_architecture_total_params (architecture));
  add_number (builder, "active_parameters", tok_architecture_active_params (architecture));
  add_number (builder, "layers", architecture->n_layers);
  add_number (builder, "context_max", architecture->context_max);
  add_number (builder, "release_year", entry->release_year);
  tok_json_add_string (builder, "source", entry->source);
}

static const Listing devices = { TOK_SEARCH_DEVICES, 4, tok_catalog_n_devices, add_device_row, add_device_json };
static const Listing models = { TOK_SEARCH_MODELS, 4, tok_catalog_n_models, add_model_row, add_model_json };

static GArray *
find_entries (const Listing    *listing,
              const char       *words,
              const TokCatalog *catalog)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < listing->count (catalog); i++)
    if (tok_search_matches (catalog, listing->kind, i, words))
      g_array_append_val (found, i);
  return found;
}

static char *
listing_json (const Listing    *listing,
              const TokCatalog *catalog,
              const GArray     *found)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_array (builder);
  for (guint i = 0; i < found->len; i++)
    {
      json_builder_begin_object (builder);
      listing->add_json (builder, catalog, g_array_index (found, guint, i));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  root = json_builder_get_root (builder);
  return tok_json_to_text (root);
}

static gboolean
print_entries (const Listing    *listing,
               const TokOptions *options,
               const TokCatalog *catalog,
               const GArray     *found,
               GError          **error)
{
  g_autoptr (TokTable) table = tok_table_new (listing->n_columns);
  g_autofree char *text = NULL;

  if (options->json)
    {
      text = listing_json (listing, catalog, found);
      return tok_command_write (text, strlen (text), error);
    }
  for (guint i = 0; i < found->len; i++)
    listing->add_row (table, catalog, g_array_index (found, guint, i));
  text = tok_table_to_text (table);
  g_print ("%s", text);
  return TRUE;
}

static gboolean
print_listing (const Listing    *listing,
               const TokOptions *options,
               const TokCatalog *catalog,
               GError          **error)
{
  g_autoptr (GArray) found = NULL;
  g_autofree char *words = NULL;
  g_autofree char *shown = NULL;

  g_ptr_array_add (options->words, NULL);
  words = g_strjoinv (" ", (char **) options->words->pdata);
  found = find_entries (listing, words, catalog);
  if (!print_entries (listing, options, catalog, found, error))
    return FALSE;
  if (found->len > 0)
    return TRUE;
  shown = tok_output_word (words);
  g_set_error (error, TOK_COMMAND_ERROR, TOK_COMMAND_ERROR_FAILED, _("Nothing in the catalog matches “%s”."), shown);
  return FALSE;
}

gboolean
tok_command_devices (const TokOptions *options,
                     const TokCatalog *catalog,
                     GError          **error)
{
  return print_listing (&devices, options, catalog, error);
}

gboolean
tok_command_models (const TokOptions *options,
                    const TokCatalog *catalog,
                    GError          **error)
{
  return print_listing (&models, options, catalog, error);
}
