/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Catalog files: every entry is read before the first is added. */

#include "formats/catalog-file.h"

#include <glib/gi18n.h>

#include "formats/catalog-device.h"
#include "formats/catalog-model.h"
#include "formats/error.h"
#include "formats/json-read.h"

#define MOST_ENTRIES 10000

typedef struct
{
  GArray  *devices;
  GArray  *models;
  TokJson *json;
  gboolean is_own;
  guint    line;
} Reading;

static void
reading_clear (Reading *self)
{
  g_array_unref (self->devices);
  g_array_unref (self->models);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

typedef gboolean (*ReadEntryFunc) (Reading *self, JsonObject *object, GError **error);

static gboolean
read_device (Reading *self, JsonObject *object, GError **error)
{
  TokCatalogDevice entry = { .is_own = self->is_own };
  gboolean done = tok_catalog_device_read (object, &entry, error);

  g_array_append_val (self->devices, entry);
  return done;
}

static gboolean
read_model (Reading *self, JsonObject *object, GError **error)
{
  TokCatalogModel entry = { .is_own = self->is_own };
  gboolean done = tok_catalog_model_read (object, &entry, error);

  g_array_append_val (self->models, entry);
  return done;
}

/* @ids is what the list has so far; the entry has an id, or it would not have been read. */
static gboolean
check_id (JsonObject *object, GHashTable *ids, GError **error)
{
  const char *id = json_object_get_string_member (object, "id");

  if (g_hash_table_add (ids, (gpointer) id))
    return TRUE;
  return tok_json_refuse (object, "id", TOK_FORMAT_ERROR_VALUE, error, _("There are two entries with the id “%s”."), id);
}

static gboolean
read_list (Reading *self, JsonObject *root, const char *path, ReadEntryFunc read_entry, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  JsonArray *entries;

  if (!tok_json_has (root, path))
    return TRUE;
  if (!tok_json_read_array (root, path, MOST_ENTRIES, &entries, error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (entries); i++)
    {
      JsonObject *entry;

      if (!tok_json_read_element (entries, path, i, &entry, error))
        return FALSE;
      self->line = tok_json_line (self->json, entry);
      if (!read_entry (self, entry, error) || !check_id (entry, ids, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_known (const char *name)
{
  static const char *const names[] = { "about", "devices", "models", NULL };

  return g_strv_contains (names, name);
}

static gboolean
read_root (Reading *self, GError **error)
{
  JsonNode *root = tok_json_root (self->json);
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;

  self->line = 1;
  if (object == NULL || (!tok_json_has (object, "devices") && !tok_json_has (object, "models")))
    {
      g_set_error_literal (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE,
                           _("A catalog must have the form { \"devices\": [ { … } ], \"models\": [ { … } ] }; one of the lists is enough."));
      return FALSE;
    }
  return tok_json_check_names (object, is_known, error)
         && read_list (self, object, "devices", read_device, error)
         && read_list (self, object, "models", read_model, error);
}

/* The catalog takes what the entries point to. */
static void
add_all (Reading *self, TokCatalog *catalog)
{
  for (guint i = 0; i < self->devices->len; i++)
    tok_catalog_add_device (catalog, &g_array_index (self->devices, TokCatalogDevice, i));
  for (guint i = 0; i < self->models->len; i++)
    tok_catalog_add_model (catalog, &g_array_index (self->models, TokCatalogModel, i));
  g_array_set_clear_func (self->devices, NULL);
  g_array_set_clear_func (self->models, NULL);
}

gboolean
tok_catalog_read (TokCatalog *catalog,
                  TokJson    *json,
                  gboolean    is_own,
                  guint      *line,
                  GError    **error)
{
  g_auto (Reading) reading = {
    .devices = g_array_new (FALSE, TRUE, sizeof (TokCatalogDevice)),
    .models = g_array_new (FALSE, TRUE, sizeof (TokCatalogModel)),
    .json = json,
    .is_own = is_own,
  };
  g_autoptr (GError) reason = NULL;
  guint member_line;

  g_array_set_clear_func (reading.devices, (GDestroyNotify) tok_catalog_device_clear);
  g_array_set_clear_func (reading.models, (GDestroyNotify) tok_catalog_model_clear);
  if (read_root (&reading, &reason))
    {
      add_all (&reading, catalog);
      tok_catalog_find_chips (catalog);
      return TRUE;
    }
  member_line = tok_json_error_line (json, reason);
  *line = member_line > 0 ? member_line : reading.line;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}
