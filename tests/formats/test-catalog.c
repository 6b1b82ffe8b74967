/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog: that what was compiled in is what the files say, and that a person's own file goes on top. */

#include <glib/gstdio.h>

#include "core/units.h"
#include "formats/catalog.h"
#include "formats/error.h"
#include "formats/json-parse.h"

#define MODELS_FILE "models.json"

static JsonArray *
load_list (TokJson **json, const char *file_name, const char *member)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "catalog", file_name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  *json = tok_json_load (file, &error);
  g_assert_no_error (error);
  return json_object_get_array_member (json_node_get_object (tok_json_root (*json)), member);
}

/* The counts in the file are recomputed from published ones, which llama.cpp and the vendors print. */
static void
test_shapes_have_the_published_parameters (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  g_autoptr (TokJson) json = NULL;
  JsonArray *models = load_list (&json, MODELS_FILE, "models");

  g_assert_cmpuint (json_array_get_length (models), ==, 235);
  g_assert_cmpuint (tok_catalog_n_models (catalog), ==, 235);
  for (guint i = 0; i < json_array_get_length (models); i++)
    {
      JsonObject *entry = json_array_get_object_element (models, i);
      const TokCatalogModel *model = tok_catalog_model (catalog, i);

      g_assert_cmpstr (model->architecture->id, ==, json_object_get_string_member (entry, "id"));
      g_test_message ("%s", model->architecture->id);
      g_assert_cmpfloat (tok_architecture_total_params (model->architecture), ==, json_object_get_int_member (entry, "total_params"));
      g_assert_cmpfloat (tok_architecture_active_params (model->architecture), ==, json_object_get_int_member (entry, "active_params"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/catalog/shapes-have-the-published-parameters", test_shapes_have_the_published_parameters);
  return g_test_run ();
}
