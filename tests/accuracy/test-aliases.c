/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every name the committed tables know has something in the catalog, or says why not. */

#include "formats/catalog.h"
#include "mapping-private.h"
#include "row-table.h"

/* Of train.csv, the share that must have a plan. */
#define LEAST_MAPPED_SHARE 0.95

static char *
path_of (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "accuracy", name, NULL);
}

static gboolean
is_found (const TokMapper *mapper,
          const char      *kind,
          const char      *name,
          const char      *id)
{
  TokRow row = { .hardware = name, .quant = name, .n_gpus = 1.0, .weights_bytes = TOK_ROW_NOT_STATED };
  g_auto (GStrv) ids = g_strsplit (id, " + ", -1);
  TokQuant quant;

  if (g_str_equal (kind, "model"))
    return tok_catalog_find_model (mapper->catalog, id) != NULL;
  if (g_str_equal (kind, "quant"))
    return tok_mapping_quant (mapper, &row, tok_catalog_find_model (mapper->catalog, "llama-3.1-8b")->architecture, &quant);
  for (guint i = 0; ids[i] != NULL; i++)
    if (tok_catalog_find_device (mapper->catalog, ids[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
test_all_ids (void)
{
  g_autofree char *path = path_of ("aliases.csv");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  g_autoptr (TokAliases) aliases = tok_aliases_load (file, NULL);
  g_autoptr (TokCsv) csv = tok_csv_load (file, NULL);
  TokMapper mapper = { catalog, aliases };

  g_assert_cmpuint (tok_csv_n_records (csv), ==, 533);
  for (guint i = 0; i < tok_csv_n_records (csv); i++)
    {
      const char *kind = tok_csv_field (csv, i, 0), *name = tok_csv_field (csv, i, 1), *id = tok_csv_field (csv, i, 2);

      if (id[0] == '\0')
        g_assert_true (g_str_has_prefix (tok_csv_field (csv, i, 3), "none"));
      else if (!is_found (&mapper, kind, name, id))
        g_error ("%s %s has nothing in the catalog: %s", kind, name, id);
    }
}

static void
test_share (void)
{
  g_autofree char *path = path_of ("train.csv");
  g_autofree char *aliases = path_of ("aliases.csv");
  g_autoptr (GError) error = NULL;
  g_autoptr (TokRowTable) measurements = tok_row_table_load (path, aliases, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (measurements->rows->len, ==, 4230);
  g_assert_cmpfloat (measurements->n_mapped, >=, LEAST_MAPPED_SHARE * measurements->rows->len);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aliases/all ids", test_all_ids);
  g_test_add_func ("/aliases/share of rows", test_share);
  return g_test_run ();
}
