/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiled catalog. */

#include "formats/catalog-pack.h"

#include "formats/catalog-device.h"
#include "formats/catalog-efficiency.h"
#include "formats/catalog-model.h"

#define RECORD "(adas)"
#define DEVICES "a(" RECORD RECORD ")"
#define MODELS "a(u" RECORD "(a" RECORD "ay)a" RECORD RECORD ")"
#define CELL "(" RECORD "aad)"
#define EFFICIENCY "(" RECORD "au" CELL "a(uuu" CELL "))"
#define CATALOG "(" DEVICES MODELS EFFICIENCY ")"

static GVariant *
pack_devices (const TokCatalog *catalog)
{
  GVariantBuilder devices;

  g_variant_builder_init (&devices, G_VARIANT_TYPE (DEVICES));
  for (guint i = 0; i < tok_catalog_n_devices (catalog); i++)
    g_variant_builder_add_value (&devices, tok_catalog_device_pack (tok_catalog_device (catalog, i)));
  return g_variant_builder_end (&devices);
}

static GVariant *
pack_models (const TokCatalog *catalog)
{
  GVariantBuilder models;

  g_variant_builder_init (&models, G_VARIANT_TYPE (MODELS));
  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    g_variant_builder_add_value (&models, tok_catalog_model_pack (tok_catalog_model (catalog, i)));
  return g_variant_builder_end (&models);
}

GVariant *
tok_catalog_pack (const TokCatalog    *catalog,
                  const TokEfficiency *specification)
{
  GVariant *const parts[] = { pack_devices (catalog), pack_models (catalog), tok_efficiency_pack (catalog->efficiency, specification) };

  return g_variant_new_tuple (parts, G_N_ELEMENTS (parts));
}

static void
unpack_devices (GVariant *packed, TokCatalog *catalog)
{
  for (guint i = 0; i < g_variant_n_children (packed); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (packed, i);
      TokCatalogDevice entry = { .is_own = FALSE };

      tok_catalog_device_unpack (child, &entry);
      tok_catalog_add_device (catalog, &entry);
    }
}

static void
unpack_models (GVariant *packed, TokCatalog *catalog)
{
  for (guint i = 0; i < g_variant_n_children (packed); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (packed, i);
      TokCatalogModel entry = { .is_own = FALSE };

      tok_catalog_model_unpack (child, &entry);
      tok_catalog_add_model (catalog, &entry);
    }
}

void
tok_catalog_unpack (GBytes     *bytes,
                    TokCatalog *catalog)
{
  g_autoptr (GVariant) packed = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (CATALOG), bytes, TRUE));
  g_autoptr (GVariant) devices = g_variant_get_child_value (packed, 0);
  g_autoptr (GVariant) models = g_variant_get_child_value (packed, 1);
  g_autoptr (GVariant) efficiency = g_variant_get_child_value (packed, 2);

  unpack_devices (devices, catalog);
  unpack_models (models, catalog);
  tok_efficiency_unpack (efficiency, catalog->efficiency);
}
