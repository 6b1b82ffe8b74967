/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Build tool: compiles the catalog's JSON into the GVariant the program carries.
 *
 *   compile-catalog OUTPUT DEVICES MODELS EFFICIENCY ACCURACY */

#include <stdlib.h>

#include "formats/catalog-accuracy.h"
#include "formats/catalog-efficiency.h"
#include "formats/catalog-file.h"
#include "formats/catalog-pack.h"
#include "formats/error.h"

static gboolean
read_entries (TokCatalog *catalog, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (TokJson) json = tok_json_load (file, error);
  g_autoptr (GError) reason = NULL;
  guint line;

  if (json == NULL || tok_catalog_read (catalog, json, FALSE, &line, &reason))
    return json != NULL;
  tok_format_error_set_in_file (error, file, line, reason);
  return FALSE;
}

static gboolean
compile (char **paths, GError **error)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_new ();
  g_autoptr (GFile) constants = g_file_new_for_commandline_arg (paths[3]);
  g_autoptr (GFile) accuracy = g_file_new_for_commandline_arg (paths[4]);
  g_autoptr (GVariant) packed = NULL;
  TokEfficiency specification;

  if (!read_entries (catalog, paths[1], error)
      || !read_entries (catalog, paths[2], error)
      || !tok_efficiency_load (constants, catalog->efficiency, &specification, error)
      || !tok_accuracy_load (accuracy, &catalog->accuracy, error))
    return FALSE;
  packed = g_variant_ref_sink (tok_catalog_pack (catalog, &specification));
  return g_file_set_contents (paths[0], g_variant_get_data (packed), (gssize) g_variant_get_size (packed), error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc != 6)
    {
      g_printerr ("usage: %s OUTPUT DEVICES MODELS EFFICIENCY ACCURACY\n", argv[0]);
      return EXIT_FAILURE;
    }
  if (!compile (argv + 1, &error))
    {
      g_printerr ("%s\n", error->message);
      return EXIT_FAILURE;
    }
  return EXIT_SUCCESS;
}
