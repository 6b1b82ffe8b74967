/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog the program carries, and the person's own file on top. */

#include "formats/catalog.h"

#include <glib/gi18n.h>

#include "catalog-resource.h"
#include "formats/catalog-file.h"
#include "formats/catalog-pack.h"
#include "formats/error.h"

#define BUILTIN_PATH "/io/github/tokplan/Tokplan/catalog/catalog.gvariant"

TokCatalog *
tok_catalog_load_builtin (void)
{
  /* Calling the getter keeps the linker from dropping the resource out of the static library. */
  GResource *resource = tok_catalog_get_resource ();
  g_autoptr (GBytes) bytes = g_resource_lookup_data (resource, BUILTIN_PATH, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  TokCatalog *catalog = tok_catalog_new ();

  g_assert (bytes != NULL);
  tok_catalog_unpack (bytes, catalog);
  return catalog;
}

gboolean
tok_catalog_add_file (TokCatalog *catalog,
                      GFile      *file,
                      GError    **error)
{
  g_autoptr (TokJson) json = tok_json_load (file, error);
  g_autoptr (GError) reason = NULL;
  guint line;

  if (json == NULL)
    return FALSE;
  if (tok_catalog_read (catalog, json, TRUE, &line, &reason))
    return TRUE;
  tok_format_error_set_in_file (error, file, line, reason);
  return FALSE;
}

GFile *
tok_catalog_own_file (void)
{
  return g_file_new_build_filename (g_get_user_config_dir (), "tokplan", "catalog.json", NULL);
}

TokCatalog *
tok_catalog_load (GError **error)
{
  g_autoptr (GFile) file = tok_catalog_own_file ();
  g_autoptr (GError) reason = NULL;
  TokCatalog *catalog = tok_catalog_load_builtin ();

  if (g_file_query_exists (file, NULL) && !tok_catalog_add_file (catalog, file, &reason))
    g_set_error (error, reason->domain, reason->code, _("%s  Only the built-in catalog is used."), reason->message);
  return catalog;
}
