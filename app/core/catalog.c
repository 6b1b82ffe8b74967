/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog's entries: kept in arrays, found by id. */

#include "core/catalog.h"

#include <string.h>

#define NOT_FOUND G_MAXUINT

static const TokCatalogDevice *
device_at (const GArray *devices, guint index)
{
  return &g_array_index (devices, TokCatalogDevice, index);
}

static const TokCatalogModel *
model_at (const GArray *models, guint index)
{
  return &g_array_index (models, TokCatalogModel, index);
}

static guint
find_device (const GArray *devices, const char *id)
{
  for (guint i = 0; i < devices->len; i++)
    if (strcmp (device_at (devices, i)->device.id, id) == 0)
      return i;
  return NOT_FOUND;
}

static guint
find_model (const GArray *models, const char *id)
{
  for (guint i = 0; i < models->len; i++)
    if (strcmp (model_at (models, i)->architecture->id, id) == 0)
      return i;
  return NOT_FOUND;
}

static guint
count_own_devices (const GArray *devices)
{
  guint n = 0;

  while (n < devices->len && device_at (devices, n)->is_own)
    n++;
  return n;
}

static guint
count_own_models (const GArray *models)
{
  guint n = 0;

  while (n < models->len && model_at (models, n)->is_own)
    n++;
  return n;
}

TokCatalog *
tok_catalog_new (void)
{
  TokCatalog *catalog = g_new0 (TokCatalog, 1);

  catalog->devices = g_array_new (FALSE, TRUE, sizeof (TokCatalogDevice));
  g_array_set_clear_func (catalog->devices, (GDestroyNotify) tok_catalog_device_clear);
  catalog->models = g_array_new (FALSE, TRUE, sizeof (TokCatalogModel));
  g_array_set_clear_func (catalog->models, (GDestroyNotify) tok_catalog_model_clear);
  catalog->efficiency = tok_efficiency_table_new ();
  return catalog;
}

void
tok_catalog_free (TokCatalog *catalog)
{
  g_array_unref (catalog->devices);
  g_array_unref (catalog->models);
  tok_efficiency_table_free (catalog->efficiency);
  g_free (catalog);
}

void
tok_catalog_find_chips (TokCatalog *catalog)
{
  for (guint i = 0; i < catalog->devices->len; i++)
    {
      TokCatalogDevice *entry = &g_array_index (catalog->devices, TokCatalogDevice, i);

      entry->device.chip = tok_efficiency_table_find_chip (catalog->efficiency, entry->chip);
    }
}

void
tok_catalog_device_clear (TokCatalogDevice *entry)
{
  g_clear_pointer (&entry->chip, g_free);
  g_clear_pointer (&entry->source, g_free);
  g_clear_pointer (&entry->details, g_free);
  g_clear_pointer (&entry->examples, g_free);
}

void
tok_catalog_model_clear (TokCatalogModel *entry)
{
  g_clear_pointer (&entry->architecture, tok_architecture_unref);
  g_clear_pointer (&entry->source, g_free);
  g_clear_pointer (&entry->organization, g_free);
  g_clear_pointer (&entry->repository, g_free);
  g_clear_pointer (&entry->aliases, g_free);
  g_clear_pointer (&entry->notes, g_free);
}

void
tok_catalog_add_device (TokCatalog             *catalog,
                        const TokCatalogDevice *entry)
{
  guint same = entry->is_own ? find_device (catalog->devices, entry->device.id) : NOT_FOUND;

  if (same != NOT_FOUND)
    g_array_remove_index (catalog->devices, same);
  g_array_insert_val (catalog->devices, entry->is_own ? count_own_devices (catalog->devices) : catalog->devices->len, *entry);
}

void
tok_catalog_add_model (TokCatalog            *catalog,
                       const TokCatalogModel *entry)
{
  guint same = entry->is_own ? find_model (catalog->models, entry->architecture->id) : NOT_FOUND;

  if (same != NOT_FOUND)
    g_array_remove_index (catalog->models, same);
  g_array_insert_val (catalog->models, entry->is_own ? count_own_models (catalog->models) : catalog->models->len, *entry);
}

guint
tok_catalog_n_devices (const TokCatalog *catalog)
{
  return catalog->devices->len;
}

guint
tok_catalog_n_models (const TokCatalog *catalog)
{
  return catalog->models->len;
}

const TokCatalogDevice *
tok_catalog_device (const TokCatalog *catalog,
                    guint             index)
{
  g_return_val_if_fail (index < catalog->devices->len, NULL);

  return device_at (catalog->devices, index);
}

const TokCatalogModel *
tok_catalog_model (const TokCatalog *catalog,
                   guint             index)
{
  g_return_val_if_fail (index < catalog->models->len, NULL);

  return model_at (catalog->models, index);
}

const TokCatalogDevice *
tok_catalog_find_device (const TokCatalog *catalog,
                         const char       *id)
{
  guint index = find_device (catalog->devices, id);

  return index == NOT_FOUND ? NULL : device_at (catalog->devices, index);
}

const TokCatalogModel *
tok_catalog_find_model (const TokCatalog *catalog,
                        const char       *id)
{
  guint index = find_model (catalog->models, id);

  return index == NOT_FOUND ? NULL : model_at (catalog->models, index);
}
