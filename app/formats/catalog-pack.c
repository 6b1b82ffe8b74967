/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiled catalog. */

#include "formats/catalog-pack.h"

#include "formats/catalog-accuracy.h"
#include "formats/catalog-device.h"
#include "formats/catalog-efficiency.h"
#include "formats/catalog-model.h"

GVariant *
tok_catalog_pack (const TokCatalog    *catalog,
                  const TokEfficiency *specification)
{
  TokPacker *packer = tok_packer_new ();

  tok_packer_number (packer, tok_catalog_n_devices (catalog));
  for (guint i = 0; i < tok_catalog_n_devices (catalog); i++)
    tok_catalog_device_pack (tok_catalog_device (catalog, i), packer);
  tok_packer_number (packer, tok_catalog_n_models (catalog));
  for (guint i = 0; i < tok_catalog_n_models (catalog); i++)
    tok_catalog_model_pack (tok_catalog_model (catalog, i), packer);
  tok_efficiency_pack (catalog->efficiency, specification, packer);
  tok_accuracy_pack (&catalog->accuracy, packer);
  return tok_packer_finish (packer);
}

static void
unpack_devices (TokUnpacker *unpacker, TokCatalog *catalog)
{
  guint n = tok_unpacker_whole (unpacker);

  for (guint i = 0; i < n; i++)
    {
      TokCatalogDevice entry = { .is_own = FALSE };

      tok_catalog_device_unpack (unpacker, &entry);
      tok_catalog_add_device (catalog, &entry);
    }
}

static void
unpack_models (TokUnpacker *unpacker, TokCatalog *catalog)
{
  guint n = tok_unpacker_whole (unpacker);

  for (guint i = 0; i < n; i++)
    {
      TokCatalogModel entry = { .is_own = FALSE };

      tok_catalog_model_unpack (unpacker, &entry);
      tok_catalog_add_model (catalog, &entry);
    }
}

void
tok_catalog_unpack (GBytes     *bytes,
                    TokCatalog *catalog)
{
  g_autoptr (TokUnpacker) unpacker = tok_unpacker_new (bytes);

  unpack_devices (unpacker, catalog);
  unpack_models (unpacker, catalog);
  tok_efficiency_unpack (unpacker, catalog->efficiency);
  tok_accuracy_unpack (unpacker, &catalog->accuracy);
  tok_catalog_find_chips (catalog);
}
