/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A person's own catalog on top of the built-in one: it adds and replaces, or is refused as a whole in one sentence. */

#include <glib/gstdio.h>
#include <string.h>

#include "formats/catalog.h"
#include "formats/error.h"

#define DEVICE "\"name\": \"Mine\", \"memory_bandwidth_gbs\": 500, \"memory_gb\": 16"
#define MODEL "\"name\": \"Mine\", \"n_layers\": 4, \"hidden_size\": 64, \"vocab_size\": 100"
#define HEADS "\"n_heads\": 4, \"n_kv_heads\": 2, \"head_dim\": 16, \"ffn_size\": 128"

static GFile *
own_file (const char *text)
{
  g_autoptr (GFile) file = tok_catalog_own_file ();
  g_autoptr (GFile) folder = g_file_get_parent (file);

  g_file_make_directory_with_parents (folder, NULL, NULL);
  g_assert_true (g_file_replace_contents (file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, NULL));
  return g_steal_pointer (&file);
}

static TokCatalog *
load_with (const char *text, GError **error)
{
  g_autoptr (GFile) file = own_file (text);
  TokCatalog *catalog = tok_catalog_load (error);

  g_assert_true (g_file_delete (file, NULL, NULL));
  return catalog;
}

static void
test_without_a_file_it_is_the_built_in_one (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCatalog) catalog = tok_catalog_load (&error);

  g_assert_no_error (error);
  g_assert_cmpuint (tok_catalog_n_devices (catalog), ==, 412);
}

static void
test_own_entries_stand_first (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCatalog) catalog = load_with ("{ \"devices\": [ { \"id\": \"mine\", " DEVICE " } ],"
                                              "  \"models\": [ { \"id\": \"mine\", " MODEL ", " HEADS " } ] }", &error);
  const TokCatalogDevice *device;
  const TokCatalogModel *model;

  g_assert_no_error (error);
  device = tok_catalog_device (catalog, 0);
  model = tok_catalog_model (catalog, 0);
  g_assert_cmpuint (tok_catalog_n_devices (catalog), ==, 413);
  g_assert_cmpstr (device->device.id, ==, "mine");
  g_assert_true (device->is_own);
  g_assert_cmpfloat (device->device.bandwidth, ==, 500e9);
  g_assert_cmpuint (tok_catalog_n_models (catalog), ==, 236);
  g_assert_true (model->is_own);
  g_assert_cmpint (model->architecture->layers[3].mixer, ==, TOK_MIXER_FULL);
  g_assert_cmpuint (model->architecture->layers[3].value_head_size, ==, 16);
}

static void
test_the_example_of_the_readme_is_a_catalog (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "README.md", NULL);
  g_autofree char *readme = NULL;
  g_autofree char *example = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCatalog) catalog = NULL;
  const char *start;

  g_assert_true (g_file_get_contents (path, &readme, NULL, NULL));
  start = strstr (readme, "```json\n");
  g_assert_nonnull (start);
  start += strlen ("```json\n");
  example = g_strndup (start, (gsize) (strstr (start, "```") - start));
  catalog = load_with (example, &error);
  g_assert_no_error (error);
  g_assert_cmpint (tok_catalog_find_device (catalog, "my-card")->device.device_class, ==, TOK_CLASS_NV_ADA);
}

/* A member the built-in catalog has, a person may copy. */
static void
test_members_of_the_built_in_files_are_known (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCatalog) catalog = load_with (
    "{ \"about\": [ \"mine\" ], \"devices\": [ { \"id\": \"x\", " DEVICE ", \"confidence\": \"high\", \"interconnect\": \"NVLink\","
    " \"notes\": \"a\", \"release\": \"2025-01\", \"memory_type\": \"GDDR7\", \"gpu_budget_rule\": \"apple\" } ],"
    " \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"confidence\": \"high\", \"total_params\": 9, \"active_params\": 9,"
    " \"layer_pattern\": \"F\", \"kv_shared_layers\": 1, \"moe\": {}, \"attention\": { \"window\": 8 }, \"release\": \"2025-01\" } ] }", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (tok_catalog_n_devices (catalog), ==, 413);
}

/* A card of one's own that says which chip it is shares what was measured of that chip. */
static void
test_an_own_device_finds_its_chip (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  g_autoptr (GFile) file = own_file ("{ \"devices\": [ { \"id\": \"a\", " DEVICE ", \"chip\": \"Measured\" }, { \"id\": \"b\", " DEVICE " } ] }");
  guint chip;

  tok_efficiency_table_add_chip (catalog->efficiency, "Measured", TOK_ENGINE_LLAMA_CUDA, 1.1, 0.9);
  chip = tok_efficiency_table_find_chip (catalog->efficiency, "Measured");
  g_assert_true (tok_catalog_add_file (catalog, file, NULL));
  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_cmpuint (chip, >, 0);
  g_assert_cmpuint (tok_catalog_find_device (catalog, "a")->device.chip, ==, chip);
  g_assert_cmpuint (tok_catalog_find_device (catalog, "b")->device.chip, ==, 0);
  g_assert_cmpstr (tok_catalog_find_device (catalog, "b")->chip, ==, "Mine");

  /* A chip the table learns later. */
  tok_efficiency_table_add_chip (catalog->efficiency, "Mine", TOK_ENGINE_LLAMA_CUDA, 1.1, 0.9);
  tok_catalog_find_chips (catalog);
  g_assert_cmpuint (tok_catalog_find_device (catalog, "b")->device.chip, >, 0);
  g_assert_cmpuint (tok_catalog_find_device (catalog, "b")->device.chip, !=, chip);
}

static void
test_an_entry_of_a_known_id_replaces_it (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCatalog) catalog = load_with ("{ \"devices\": [ { \"id\": \"geforce-rtx-4090\", " DEVICE " } ] }", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (tok_catalog_n_devices (catalog), ==, 412);
  g_assert_cmpfloat (tok_catalog_find_device (catalog, "geforce-rtx-4090")->device.bandwidth, ==, 500e9);
}

static void
test_patterns_repeat_and_runs_fill_the_layers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCatalog) catalog = load_with (
    "{ \"models\": ["
    "  { \"id\": \"a\", " MODEL ", " HEADS ", \"attention\": { \"window\": 8 }, \"layer_pattern\": \"SF\" },"
    "  { \"id\": \"b\", " MODEL ", " HEADS ", \"explicit_layers\": [ { \"repeat\": 3 }, { \"mixer\": \"-\", \"ffn_size\": 256 } ] } ] }", &error);
  const TokLayer *patterned, *explicit;

  g_assert_no_error (error);
  patterned = tok_catalog_find_model (catalog, "a")->architecture->layers;
  explicit = tok_catalog_find_model (catalog, "b")->architecture->layers;
  g_assert_cmpint (patterned[2].mixer, ==, TOK_MIXER_SLIDING);
  g_assert_cmpint (patterned[3].mixer, ==, TOK_MIXER_FULL);
  g_assert_cmpint (explicit[2].mixer, ==, TOK_MIXER_FULL);
  g_assert_cmpint (explicit[3].mixer, ==, TOK_MIXER_NONE);
  g_assert_cmpuint (explicit[3].ffn_size, ==, 256);
  g_assert_cmpuint (explicit[3].n_heads, ==, 0);
}

typedef struct
{
  const char *text;
  const char *said;     /* part of the message */
} Refusal;

static const Refusal refusals[] = {
  { "", "1" },
  { "[]", "must have the form { \"devices\": [" },
  { "{ \"id\": \"x\", " DEVICE " }", "must have the form" },
  { "{ \"device\": [ { \"id\": \"x\", " DEVICE " } ] }", "must have the form" },
  { "{ \"devices\": [],\n \"model\": [] }", "line 2: “model” is not known here" },
  { "{ \"devices\": [ { \"id\": \"x\", " DEVICE ",\n \"fp16_tflop\": 9 } ] }", "line 2: “fp16_tflop” is not known here" },
  { "{ \"devices\": [ { \"id\": \"x\", " DEVICE ",\n \"a\\u001b[2J\": 9 } ] }", "“…” is not known here" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ",\n \"ffn_sise\": 9 } ] }", "line 2: “ffn_sise” is not known here" },
  { "{ \"devices\": [ { \"id\": \"x\", \"class\": \"nv-ad\", " DEVICE " } ] }", "“class” cannot be “nv-ad”, but for example “nv-ada”." },
  { "{ \"devices\": {} }", "devices" },
  { "{ \"devices\": [ 1 ] }", "devices" },
  { "{ \"devices\": [\n { " DEVICE " } ] }", "2" },
  { "{ \"devices\": [ { " DEVICE " } ] }", "id" },
  { "{ \"devices\": [ { \"id\": \"x\" } ] }", "name" },
  { "{ \"devices\": [ { \"id\": \"x\", \"name\": \"X\", \"memory_gb\": 1 } ] }", "memory_bandwidth_gbs" },
  { "{ \"devices\": [ { \"id\": \"x\", \"name\": \"X\", \"memory_gb\": 1, \"memory_bandwidth_gbs\": \"9\" } ] }", "memory_bandwidth_gbs" },
  { "{ \"devices\": [ { \"id\": \"x\", \"name\": \"X\", \"memory_gb\": 1, \"memory_bandwidth_gbs\": -1 } ] }", "memory_bandwidth_gbs" },
  { "{ \"devices\": [ { \"id\": \"x\", \"name\": \"X\", \"memory_gb\": 1e9, \"memory_bandwidth_gbs\": 9 } ] }", "memory_gb" },
  { "{ \"devices\": [ { \"id\": \"x\", \"class\": \"warp\", " DEVICE " } ] }", "warp" },
  { "{ \"devices\": [ { \"id\": \"x\", \"cores\": 1.5, " DEVICE " } ] }", "cores" },
  { "{ \"devices\": [ { \"id\": \"x\", \"unified_memory\": 1, " DEVICE " } ] }", "unified_memory" },
  { "{ \"devices\": [ { \"id\": \"x\", \"example_cpus\": [1], " DEVICE " } ] }", "example_cpus" },
  { "{ \"models\": [ { \"id\": \"m\", \"name\": \"M\", \"hidden_size\": 1, \"vocab_size\": 1 } ] }", "n_layers" },
  { "{ \"models\": [ { \"id\": \"m\", \"name\": \"M\", \"n_layers\": 1e6, \"hidden_size\": 1, \"vocab_size\": 1 } ] }", "n_layers" },
  { "{ \"models\": [ { \"id\": \"m\", \"name\": \"M\", \"n_layers\": 1, \"vocab_size\": 1 } ] }", "hidden_size" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL " } ] }", "n_heads" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"layer_pattern\": \"FQ\" } ] }", "Q" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"layer_pattern\": \"\" } ] }", "layer_pattern" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"layer_pattern\": \"FFFFF\" } ] }", "layer_pattern" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"layer_pattern\": \"S\" } ] }", "attention.window" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"layer_pattern\": \"X\" } ] }", "attention.mla" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"layer_pattern\": \"D\" } ] }", "attention.linear" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"ffn_pattern\": \"e\" } ] }", "moe" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"moe\": { \"n_experts\": 4, \"experts_per_token\": 5,"
    " \"moe_intermediate_size\": 8 } } ] }", "experts_per_token" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"moe\": 7 } ] }", "moe" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"explicit_layers\": [ {} ] } ] }", "explicit_layers" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"explicit_layers\": [ { \"repeat\": 9 } ] } ] }", "explicit_layers" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"extra_params\": [ {} ] } ] }", "params" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", \"n_heads\": 70000 } ] }", "n_heads" },
  { "{ \"devices\": [ { \"id\": \"\", " DEVICE " } ] }", "“id” is empty" },
  { "{ \"devices\": [ { \"id\": \"x\", \"name\": \" \", \"memory_bandwidth_gbs\": 9, \"memory_gb\": 1 } ] }", "“name” is empty" },
  { "{ \"devices\": [ { \"id\": \"x\", " DEVICE " }, { \"id\": \"x\", " DEVICE " } ] }", "two entries with the id “x”" },
  { "{ \"devices\": [ { \"id\": \"x\", \"usable_mib\": 16385, " DEVICE " } ] }", "“usable_mib” is more than" },
  { "{ \"devices\": [ { \"id\": \"x\", \"notes\": \"a\\nb\", " DEVICE " } ] }", "“notes” holds a line break" },
  { "{ \"devices\": [ { \"id\": \"x\", \"example_cpus\": [\"a\\u001b[2J\"], " DEVICE " } ] }", "“example_cpus” must be" },
  { "{ \"devices\": [ { \"id\": \"x\", \"release\": \"2025-13\", " DEVICE " } ] }", "“release” must be a year and a month" },
  { "{ \"devices\": [ { \"id\": \"x\", \"release\": \"March 2025\", " DEVICE " } ] }", "“release” must be a year and a month" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", \"n_heads\": 4, \"n_kv_heads\": 3, \"head_dim\": 16, \"ffn_size\": 128 } ] }",
    "“n_kv_heads” must divide" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", \"n_heads\": 4, \"n_kv_heads\": 8, \"head_dim\": 16, \"ffn_size\": 128 } ] }",
    "“n_kv_heads” must divide" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"total_params\": 5, \"active_params\": 6 } ] }",
    "“active_params” is more than “total_params”" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"total_params\": -5 } ] }", "“total_params” is -5" },
  { "{ \"models\": [ { \"id\": \"m\", " MODEL ", " HEADS ", \"release\": \"25-03\" } ] }", "“release” must be" },
};

static void
test_a_broken_file_is_refused_as_a_whole (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TokCatalog) catalog = load_with (refusals[i].text, &error);

      g_test_message ("%s: %s", refusals[i].text, error != NULL ? error->message : "accepted");
      g_assert_nonnull (error);
      g_assert_true (error->domain == TOK_FORMAT_ERROR);
      g_assert_nonnull (strstr (error->message, "/tokplan/catalog.json”"));
      g_assert_true (g_str_has_suffix (error->message, "Only the built-in catalog is used."));
      g_assert_nonnull (strstr (error->message, refusals[i].said));
      g_assert_cmpuint (tok_catalog_n_devices (catalog), ==, 412);
      g_assert_cmpuint (tok_catalog_n_models (catalog), ==, 235);
    }
}

static void
test_good_entries_of_a_broken_file_are_not_added (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCatalog) catalog = load_with ("{ \"devices\": [ { \"id\": \"good\", " DEVICE " },\n { \"id\": \"bad\" } ] }", &error);

  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "2"));
  g_assert_null (tok_catalog_find_device (catalog, "good"));
}

static void
test_the_line_of_a_bad_member_is_told (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCatalog) catalog = load_with ("{ \"devices\": [\n{ \"id\": \"x\",\n" DEVICE ",\n\"cores\": 1.5 } ] }", &error);

  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "”, line 4: “cores”"));
  g_assert_cmpuint (tok_catalog_n_devices (catalog), ==, 412);
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("own-catalog-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (home, "tokplan", NULL);
  int failed;

  /* Not the folder other tests share: they would read the catalogs written here. */
  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/own-catalog/without-a-file-it-is-the-built-in-one", test_without_a_file_it_is_the_built_in_one);
  g_test_add_func ("/own-catalog/own-entries-stand-first", test_own_entries_stand_first);
  g_test_add_func ("/own-catalog/the-example-of-the-readme-is-a-catalog", test_the_example_of_the_readme_is_a_catalog);
  g_test_add_func ("/own-catalog/members-of-the-built-in-files-are-known", test_members_of_the_built_in_files_are_known);
  g_test_add_func ("/own-catalog/an-own-device-finds-its-chip", test_an_own_device_finds_its_chip);
  g_test_add_func ("/own-catalog/an-entry-of-a-known-id-replaces-it", test_an_entry_of_a_known_id_replaces_it);
  g_test_add_func ("/own-catalog/patterns-repeat-and-runs-fill-the-layers", test_patterns_repeat_and_runs_fill_the_layers);
  g_test_add_func ("/own-catalog/a-broken-file-is-refused-as-a-whole", test_a_broken_file_is_refused_as_a_whole);
  g_test_add_func ("/own-catalog/good-entries-of-a-broken-file-are-not-added", test_good_entries_of_a_broken_file_are_not_added);
  g_test_add_func ("/own-catalog/the-line-of-a-bad-member-is-told", test_the_line_of_a_bad_member_is_told);
  failed = g_test_run ();
  g_rmdir (folder);
  g_rmdir (home);
  return failed;
}
