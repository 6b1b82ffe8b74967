/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices and models of the catalog as a list shows them. */

#include "shell/picker-entry.h"

#include <glib/gi18n.h>

#include "core/search.h"
#include "core/units.h"
#include "present/numbers.h"

gboolean
tok_picker_entry_matches (const TokCatalog *catalog, TokPickerKind kind, guint index, const char *words)
{
  TokSearchKind search = kind == TOK_PICKER_MODEL ? TOK_SEARCH_MODELS : TOK_SEARCH_DEVICES;

  if (kind == TOK_PICKER_HOST && tok_catalog_device (catalog, index)->device.kind != TOK_DEVICE_CPU)
    return FALSE;
  return tok_search_matches (catalog, search, index, words);
}

guint
tok_picker_entry_count (const TokCatalog *catalog, TokPickerKind kind)
{
  return kind == TOK_PICKER_MODEL ? tok_catalog_n_models (catalog) : tok_catalog_n_devices (catalog);
}

const char *
tok_picker_entry_id (const TokCatalog *catalog, TokPickerKind kind, guint index)
{
  return kind == TOK_PICKER_MODEL ? tok_catalog_model (catalog, index)->architecture->id
                                  : tok_catalog_device (catalog, index)->device.id;
}

const char *
tok_picker_entry_name (const TokCatalog *catalog, TokPickerKind kind, const char *id)
{
  return kind == TOK_PICKER_MODEL ? tok_catalog_find_model (catalog, id)->architecture->name
                                  : tok_catalog_find_device (catalog, id)->device.name;
}

static char *
device_facts (const TokDevice *device)
{
  g_autofree char *memory = device->memory_bytes > 0.0 ? tok_format_gib (device->memory_bytes) : NULL;
  g_autofree char *bandwidth = tok_format_bandwidth (device->bandwidth);

  /* Translators: memory and bandwidth of a device, "24 GiB · 1008 GB/s". */
  return memory != NULL ? g_strdup_printf (_("%s · %s"), memory, bandwidth) : g_steal_pointer (&bandwidth);
}

static char *
model_facts (const TokArchitecture *architecture)
{
  g_autofree char *total = tok_format_params (tok_architecture_total_params (architecture) / TOK_BILLION);
  g_autofree char *active = NULL;

  if (!tok_architecture_is_moe (architecture))
    return g_steal_pointer (&total);
  active = tok_format_params (tok_architecture_active_params (architecture) / TOK_BILLION);
  /* Translators: parameters of a mixture of experts, "30.5 B, 3.3 B active". */
  return g_strdup_printf (_("%s, %s active"), total, active);
}

char *
tok_picker_entry_facts (const TokCatalog *catalog, TokPickerKind kind, const char *id)
{
  return kind == TOK_PICKER_MODEL ? model_facts (tok_catalog_find_model (catalog, id)->architecture)
                                  : device_facts (&tok_catalog_find_device (catalog, id)->device);
}
