/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine of a plan file. */

#include "formats/plan-json-machine.h"

#include <glib/gi18n.h>

#include "formats/catalog-device.h"
#include "formats/json-read.h"

/* Of a host that nobody chose. */
#define ASSUMED "assumed"

static JsonObject *
device_facts (const TokDevice *device)
{
  JsonObject *facts = json_object_new ();

  tok_device_write (device, facts);
  return facts;
}

static JsonObject *
plan_device_object (const TokPlanDevice *device)
{
  JsonObject *object = device_facts (&device->device);
  g_autoptr (JsonObject) picked = device_facts (&device->picked);

  if (!json_object_equal (object, picked))
    json_object_set_object_member (object, "picked", g_steal_pointer (&picked));
  return object;
}

/* TRUE when a plan for the same device would have the same host by itself. */
static gboolean
host_follows_device (const TokPlan *plan)
{
  g_auto (TokPlan) fresh = { .n_devices = 0 };
  g_autoptr (JsonObject) own = plan_device_object (&plan->host);
  g_autoptr (JsonObject) following = NULL;

  tok_plan_init (&fresh, plan->efficiency, &plan->devices[0].picked, NULL, plan->base);
  following = plan_device_object (&fresh.host);
  return plan->host_known == fresh.host_known && json_object_equal (own, following);
}

static JsonObject *
host_object (const TokPlan *plan)
{
  JsonObject *object = plan_device_object (&plan->host);

  if (!plan->host_known)
    json_object_set_boolean_member (object, ASSUMED, TRUE);
  return object;
}

void
tok_plan_machine_write (const TokPlan *plan,
                        JsonObject    *object)
{
  JsonArray *devices = json_array_new ();

  for (guint i = 0; i < plan->n_devices; i++)
    json_array_add_object_element (devices, plan_device_object (&plan->devices[i]));
  json_object_set_array_member (object, "devices", devices);
  if (!host_follows_device (plan))
    json_object_set_object_member (object, "host", host_object (plan));
}

/* A file that names a device without its facts means the catalog's; with them it means what it says.  What was measured of a
 * chip is the table's, not the file's. */
static gboolean
read_facts (JsonObject *object, const TokCatalog *catalog, TokDevice *device, GError **error)
{
  gboolean has_facts = tok_json_has (object, "bandwidth_bytes_per_second");
  const TokCatalogDevice *entry = NULL;
  const char *id;

  if (tok_json_has (object, "id"))
    {
      if (!tok_json_read_string (object, "id", sizeof device->id - 1, &id, error))
        return FALSE;
      entry = tok_catalog_find_device (catalog, id);
      if (entry == NULL && !has_facts)
        return tok_json_refuse (object, "id", TOK_FORMAT_ERROR_VALUE, error,
                                _("There is no device “%s” in the catalog, and the plan does not describe it."), id);
    }
  if (!tok_device_read (object, entry != NULL && !has_facts ? &entry->device : NULL, device, error))
    return FALSE;
  device->chip = entry != NULL ? entry->device.chip : 0;
  return TRUE;
}

static gboolean
read_plan_device (JsonObject *object, const TokCatalog *catalog, TokPlanDevice *device, GError **error)
{
  JsonObject *picked;

  if (!read_facts (object, catalog, &device->device, error))
    return FALSE;
  device->picked = device->device;
  if (!tok_json_has (object, "picked"))
    return TRUE;
  return tok_json_read_object (object, "picked", &picked, error) && read_facts (picked, catalog, &device->picked, error);
}

gboolean
tok_plan_devices_read (JsonObject       *object,
                       const TokCatalog *catalog,
                       TokPlanDevice     devices[TOK_MAX_DEVICES],
                       guint            *n_devices,
                       GError          **error)
{
  JsonArray *array;

  if (!tok_json_read_array (object, "devices", TOK_MAX_DEVICES, &array, error))
    return FALSE;
  *n_devices = json_array_get_length (array);
  if (*n_devices == 0)
    return tok_json_refuse (object, "devices", TOK_FORMAT_ERROR_VALUE, error, _("“%s” is empty: a plan needs a device."), "devices");
  for (guint i = 0; i < *n_devices; i++)
    {
      JsonObject *device;

      if (!tok_json_read_element (array, "devices", i, &device, error) || !read_plan_device (device, catalog, &devices[i], error))
        return FALSE;
    }
  return TRUE;
}

gboolean
tok_plan_host_read (JsonObject       *object,
                    const TokCatalog *catalog,
                    TokPlan          *plan,
                    GError          **error)
{
  JsonObject *host;
  gboolean is_assumed = FALSE;

  if (!tok_json_has (object, "host"))
    return TRUE;
  if (!tok_json_read_object (object, "host", &host, error)
      || !read_plan_device (host, catalog, &plan->host, error)
      || (tok_json_has (host, ASSUMED) && !tok_json_read_boolean (host, ASSUMED, &is_assumed, error)))
    return FALSE;
  plan->host_known = !is_assumed;
  return TRUE;
}
