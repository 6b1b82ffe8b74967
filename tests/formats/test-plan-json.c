/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plan files: what was saved is what is opened, and what is no plan is refused in one sentence. */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "core/units.h"
#include "formats/catalog.h"
#include "formats/error.h"
#include "formats/json-parse.h"
#include "formats/json-write.h"
#include "formats/plan-json.h"

#define N_RANDOM_PLANS 300

typedef struct
{
  TokCatalog *catalog;
  TokPlan     plan;
  char       *folder;
  GFile      *file;
} Fixture;

static TokArchitecture *
model (Fixture *fixture, const char *id)
{
  return tok_catalog_find_model (fixture->catalog, id)->architecture;
}

static const TokDevice *
device (Fixture *fixture, const char *id)
{
  return &tok_catalog_find_device (fixture->catalog, id)->device;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture->catalog = tok_catalog_load_builtin ();
  tok_plan_init (&fixture->plan, fixture->catalog->efficiency, device (fixture, "geforce-rtx-4090"), NULL, model (fixture, "llama-3.1-8b"));
  fixture->folder = g_dir_make_tmp ("plan-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "a.tokplan", NULL);
  fixture->file = g_file_new_for_path (path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_file_delete (fixture->file, NULL, NULL);
  g_object_unref (fixture->file);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  tok_plan_clear (&fixture->plan);
  tok_catalog_free (fixture->catalog);
}

static void
save_and_open (Fixture *fixture, const TokPlan *plan, TokPlan *opened)
{
  g_autoptr (GError) error = NULL;
  TokPlanExtra extra = { .name = NULL };

  tok_plan_save (plan, NULL, fixture->file, &error);
  g_assert_no_error (error);
  tok_plan_load (fixture->file, fixture->catalog, opened, &extra, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (extra.name, ==, "");
  g_assert_null (extra.unknown);
  tok_plan_extra_clear (&extra);
}

static char *
text_of (const TokPlan *plan)
{
  g_autoptr (JsonNode) node = tok_plan_to_json (plan, NULL);

  return tok_json_to_text (node);
}

static void
assert_survives (Fixture *fixture, const TokPlan *plan)
{
  g_auto (TokPlan) opened = { .n_devices = 0 };
  g_autofree char *before = text_of (plan);
  g_autofree char *after = NULL;

  save_and_open (fixture, plan, &opened);
  after = text_of (&opened);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (plan->base->id[0] == '\0' || tok_plan_equal (plan, &opened));
}

static double
random_value (const TokPlan *plan, TokParam param)
{
  const TokParamInfo *info = tok_plan_param_info (param);
  double minimum, maximum;

  if (info->has_auto && g_test_rand_bit ())
    return TOK_AUTO;
  tok_plan_range (plan, param, &minimum, &maximum);
  if (info->scale == TOK_SCALE_LOG)
    {
      double from = MAX (minimum, info->step);

      return from * pow (maximum / from, g_test_rand_double ());
    }
  return minimum + (maximum - minimum) * g_test_rand_double ();
}

static void
change_at_random (Fixture *fixture, TokPlan *plan)
{
  const TokCatalog *catalog = fixture->catalog;
  guint any_device = g_test_rand_int_range (0, tok_catalog_n_devices (catalog));
  guint any_model = g_test_rand_int_range (0, tok_catalog_n_models (catalog));
  TokParam param = g_test_rand_int_range (0, TOK_N_PARAMS);

  switch (g_test_rand_int_range (0, 12))
    {
    case 0:
      tok_plan_set_device (plan, 0, &tok_catalog_device (catalog, any_device)->device);
      break;
    case 1:
      if (plan->n_devices < TOK_MAX_DEVICES)
        tok_plan_set_device (plan, plan->n_devices, &tok_catalog_device (catalog, any_device)->device);
      break;
    case 2:
      if (plan->n_devices > 1)
        tok_plan_remove_device (plan, g_test_rand_int_range (0, plan->n_devices));
      break;
    case 3:
      tok_plan_set_host (plan, &tok_catalog_device (catalog, any_device)->device);
      break;
    case 4:
      tok_plan_set_model (plan, tok_catalog_model (catalog, any_model)->architecture);
      break;
    case 5:
      tok_plan_set_draft (plan, g_test_rand_bit () ? tok_catalog_model (catalog, any_model)->architecture : NULL);
      break;
    default:
      tok_plan_set (plan, param, random_value (plan, param));
    }
}

static void
test_random_plans_survive_a_file (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < N_RANDOM_PLANS; i++)
    {
      g_auto (TokPlan) plan = { .n_devices = 0 };
      guint n_changes = g_test_rand_int_range (0, 40);

      tok_plan_copy (&fixture->plan, &plan);
      for (guint j = 0; j < n_changes; j++)
        change_at_random (fixture, &plan);
      assert_survives (fixture, &plan);
    }
}

/* Every model of the catalog as one that has no id: the file holds its whole shape. */
static void
test_models_outside_the_catalog_keep_their_shape (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < tok_catalog_n_models (fixture->catalog); i++)
    {
      const TokArchitecture *known = tok_catalog_model (fixture->catalog, i)->architecture;
      g_autoptr (TokArchitecture) own = tok_architecture_copy (known);
      g_auto (TokPlan) plan = { .n_devices = 0 };
      g_auto (TokPlan) opened = { .n_devices = 0 };

      g_free (own->id);
      own->id = g_strdup ("");
      tok_plan_init (&plan, fixture->catalog->efficiency, device (fixture, "geforce-rtx-4090"), NULL, own);
      save_and_open (fixture, &plan, &opened);
      g_assert_cmpmem (opened.base->layers, own->n_layers * sizeof (TokLayer), own->layers, opened.base->n_layers * sizeof (TokLayer));
      g_assert_cmpfloat (tok_architecture_total_params (opened.base), ==, tok_architecture_total_params (known));
      g_assert_cmpfloat (tok_architecture_active_params (opened.base), ==, tok_architecture_active_params (known));
      assert_survives (fixture, &plan);
    }
}

static gboolean
read_text (Fixture *fixture, const char *text, TokPlan *plan, TokPlanExtra *extra, GError **error)
{
  g_autoptr (TokJson) json = tok_json_parse (text, strlen (text), NULL, error);

  return json != NULL && tok_plan_from_json (tok_json_root (json), fixture->catalog, plan, extra, error);
}

#define HEAD "{ \"format\": \"tokplan-plan\", \"version\": 1, "
#define DEVICES "\"devices\": [ { \"id\": \"geforce-rtx-4090\" } ]"
#define MODEL "\"model\": { \"id\": \"llama-3.1-8b\" }"

static void
test_a_person_may_write_a_short_plan (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (TokPlan) plan = { .n_devices = 0 };
  TokPlanExtra extra;

  g_assert_true (read_text (fixture, HEAD DEVICES ", " MODEL ", \"name\": \"Mine\", \"parameters\": { \"context\": 4096, \"quant\": \"q6_k\","
                                     " \"bandwidth\": 900, \"flash_attention\": false } }", &plan, &extra, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (extra.name, ==, "Mine");
  g_assert_cmpfloat (tok_plan_get (&plan, TOK_PARAM_CONTEXT), ==, 4096);
  g_assert_cmpfloat (tok_plan_get (&plan, TOK_PARAM_FILE_TYPE), ==, TOK_FILE_Q6_K);
  g_assert_cmpfloat (tok_plan_get (&plan, TOK_PARAM_BANDWIDTH), ==, 900);
  g_assert_false (tok_plan_flag (&plan, TOK_PARAM_FLASH_ATTENTION));
  g_assert_true (tok_plan_device_is_edited (&plan, 0));
  g_assert_cmpfloat (plan.devices[0].device.memory_bytes, ==, 24 * TOK_GIB);
  tok_plan_extra_clear (&extra);
}

/* What was measured of a chip is in the efficiency table, not in plan files. */
static void
test_a_device_keeps_its_chip (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (TokPlan) opened = { .n_devices = 0 }, typed = { .n_devices = 0 };
  TokPlanExtra extra;
  guint chip;

  tok_efficiency_table_add_chip (fixture->catalog->efficiency, "NVIDIA GeForce RTX 4090", TOK_ENGINE_LLAMA_CUDA, 1.1, 0.9);
  tok_catalog_find_chips (fixture->catalog);
  chip = device (fixture, "geforce-rtx-4090")->chip;
  g_assert_cmpuint (chip, >, 0);
  tok_plan_set_device (&fixture->plan, 0, device (fixture, "geforce-rtx-4090"));
  tok_plan_set_host (&fixture->plan, device (fixture, "geforce-rtx-4090-48gb"));
  tok_plan_set (&fixture->plan, TOK_PARAM_BANDWIDTH, 900);

  save_and_open (fixture, &fixture->plan, &opened);
  g_assert_cmpuint (opened.devices[0].device.chip, ==, chip);
  g_assert_cmpuint (opened.devices[0].picked.chip, ==, chip);
  g_assert_cmpuint (opened.host.device.chip, ==, chip);
  g_assert_true (read_text (fixture, HEAD "\"devices\": [ { \"name\": \"NVIDIA GeForce RTX 4090\", \"bandwidth_bytes_per_second\": 1e12 } ], "
                                     MODEL " }", &typed, &extra, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (typed.devices[0].device.chip, ==, 0);
  tok_plan_extra_clear (&extra);
}

static void
test_members_of_newer_versions_are_kept (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (TokPlan) plan = { .n_devices = 0 };
  TokPlanExtra extra;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;

  g_assert_true (read_text (fixture, "{ \"format\": \"tokplan-plan\", \"version\": 7, \"readable_from\": 1, " DEVICES ", " MODEL ","
                                     " \"weather\": { \"sun\": [1, 2.5] }, \"parameters\": { \"context\": 4096, \"flux\": 12.5 } }",
                            &plan, &extra, &error));
  g_assert_no_error (error);
  node = tok_plan_to_json (&plan, &extra);
  text = tok_json_to_text (node);
  g_assert_nonnull (strstr (text, "\"weather\""));
  g_assert_nonnull (strstr (text, "2.5"));
  g_assert_nonnull (strstr (text, "\"flux\": 12.5"));
  g_assert_nonnull (strstr (text, "\"context\": 4096"));
  tok_plan_extra_clear (&extra);
}

typedef struct
{
  const char *text;
  const char *said;
} Refusal;

static const Refusal refusals[] = {
  { "[]", "" },
  { "{}", "format" },
  { "{ \"format\": \"other\", \"version\": 1 }", "format" },
  { "{ \"format\": 1, \"version\": 1 }", "format" },
  { "{ \"format\": \"tokplan-plan\" }", "version" },
  { "{ \"format\": \"tokplan-plan\", \"version\": \"1\" }", "version" },
  { "{ \"format\": \"tokplan-plan\", \"version\": 9, \"readable_from\": 9 }", "Tokplan" },
  { HEAD MODEL " }", "devices" },
  { HEAD "\"devices\": [], " MODEL " }", "“devices” is empty: a plan needs a device." },
  { HEAD "\"devices\": {}, " MODEL " }", "devices" },
  { HEAD "\"devices\": [1,2,3,4,5,6,7,8,9], " MODEL " }", "devices" },
  { HEAD "\"devices\": [ { \"id\": \"no-such-device\" } ], " MODEL " }",
    "There is no device “no-such-device” in the catalog" },
  { HEAD "\"devices\": [ { \"name\": \"X\" } ], " MODEL " }", "bandwidth_bytes_per_second" },
  { HEAD "\"devices\": null, " MODEL " }", "“devices” is null" },
  { HEAD "\"devices\": [ { \"bandwidth_bytes_per_second\": 1e11, \"matrix_flops\": 1e-300 } ], " MODEL " }", "matrix_flops" },
  { HEAD "\"devices\": [ { \"bandwidth_bytes_per_second\": 1e11, \"memory_bytes\": 24 } ], " MODEL " }", "memory_bytes" },
  { HEAD "\"devices\": [ { \"bandwidth_bytes_per_second\": 1e11, \"name\": \"a\\u001b[2J\" } ], " MODEL " }", "“name” holds a line break" },
  { HEAD "\"devices\": [ { \"bandwidth_bytes_per_second\": 1e300 } ], " MODEL " }", "bandwidth_bytes_per_second" },
  { HEAD "\"devices\": [ { \"id\": \"geforce-rtx-4090\", \"picked\": 3 } ], " MODEL " }", "picked" },
  { HEAD DEVICES " }", "model" },
  { HEAD DEVICES ", \"model\": {} }", "n_layers" },
  { HEAD DEVICES ", \"model\": { \"id\": \"no-such-model\" } }", "no-such-model" },
  { HEAD DEVICES ", \"model\": { \"id\": 7 } }", "id" },
  { HEAD DEVICES ", " MODEL ", \"draft\": { \"id\": \"no-such-model\" } }", "no-such-model" },
  { HEAD DEVICES ", " MODEL ", \"host\": [] }", "host" },
  { HEAD DEVICES ", " MODEL ", \"name\": 5 }", "name" },
  { HEAD DEVICES ", " MODEL ", \"name\": \"two\\nlines\" }", "“name” holds a line break" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": [] }", "parameters" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"context\": 1e12 } }", "context" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"context\": -5 } }", "context" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"depth\": -1 } }", "“depth” is -1" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"context\": null } }", "“context” is null" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"context\": 1.5 } }", "context" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"context\": \"auto\" } }", "context" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"quant\": \"Q9_X\" } }", "Q9_X" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"quant\": 3 } }", "quant" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"flash_attention\": \"on\" } }", "flash_attention" },
  { HEAD DEVICES ", " MODEL ", \"parameters\": { \"engine\": \"steam\" } }", "steam" },
};

static void
test_what_is_no_plan_is_refused (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autoptr (GError) error = NULL;
      TokPlan plan;
      TokPlanExtra extra;

      g_assert_false (read_text (fixture, refusals[i].text, &plan, &extra, &error));
      g_test_message ("%s: %s", refusals[i].text, error->message);
      g_assert_true (error->domain == TOK_FORMAT_ERROR);
      g_assert_nonnull (strstr (error->message, refusals[i].said));
    }
}

static void
assert_load_fails (Fixture *fixture, GFile *file, const char *said)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_file_get_parse_name (file);
  TokPlan plan;
  TokPlanExtra extra;

  g_assert_false (tok_plan_load (file, fixture->catalog, &plan, &extra, &error));
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, said));
}

static void
test_a_broken_file_is_told_with_the_line_of_the_member (Fixture *fixture, gconstpointer data)
{
  const char *text = HEAD DEVICES ",\n" MODEL ",\n\"parameters\": {\n\"prompt\": 512,\n\"context\": -5 } }";

  g_assert_true (g_file_replace_contents (fixture->file, text, strlen (text), NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, NULL));
  assert_load_fails (fixture, fixture->file, "”, line 5: “context” is -5");
}

/* Opening a pipe nobody writes to would wait for ever. */
static void
test_only_regular_files_are_opened (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_file_get_path (fixture->file);
  g_autoptr (GFile) folder = g_file_new_for_path (fixture->folder);

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_load_fails (fixture, fixture->file, "is not a file that can be read");
  assert_load_fails (fixture, folder, "is not a file that can be read");
}

static void
test_opening_a_broken_file_names_it (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TokPlan plan;
  TokPlanExtra extra;

  g_assert_true (g_file_replace_contents (fixture->file, "{}", 2, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, NULL));
  g_assert_false (tok_plan_load (fixture->file, fixture->catalog, &plan, &extra, &error));
  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VERSION);
  g_assert_nonnull (strstr (error->message, "a.tokplan"));
}

static void
test_a_name_is_kept (Fixture *fixture, gconstpointer data)
{
  TokPlanExtra extra = { .name = g_strdup ("Zwölf Karten „günstig“") }, opened_extra = { .name = NULL };
  g_auto (TokPlan) opened = { .n_devices = 0 };

  g_assert_true (tok_plan_save (&fixture->plan, &extra, fixture->file, NULL));
  g_assert_true (tok_plan_load (fixture->file, fixture->catalog, &opened, &opened_extra, NULL));
  g_assert_cmpstr (opened_extra.name, ==, extra.name);
  tok_plan_extra_clear (&extra);
  tok_plan_extra_clear (&opened_extra);
}

/* Saving over a plan leaves it, or the new one, and no other file. */
static void
test_saving_replaces_the_file_whole (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) folder = NULL;
  g_autoptr (GFile) nowhere = g_file_new_for_path ("/nonexistent/a.tokplan");
  g_autoptr (GError) error = NULL;
  g_auto (TokPlan) opened = { .n_devices = 0 };
  guint n_files = 0;

  g_assert_true (tok_plan_save (&fixture->plan, NULL, fixture->file, NULL));
  tok_plan_set (&fixture->plan, TOK_PARAM_CONTEXT, 2048);
  g_assert_false (tok_plan_save (&fixture->plan, NULL, nowhere, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpstr (error->message, ==,
                   "“/nonexistent/a.tokplan” cannot be written: there is no such folder; create it or name another.");
  save_and_open (fixture, &fixture->plan, &opened);
  g_assert_cmpfloat (tok_plan_get (&opened, TOK_PARAM_CONTEXT), ==, 2048);

  folder = g_dir_open (fixture->folder, 0, NULL);
  while (g_dir_read_name (folder) != NULL)
    n_files++;
  g_assert_cmpuint (n_files, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/plan-json/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("random-plans-survive-a-file", test_random_plans_survive_a_file);
  ADD ("models-outside-the-catalog-keep-their-shape", test_models_outside_the_catalog_keep_their_shape);
  ADD ("a-person-may-write-a-short-plan", test_a_person_may_write_a_short_plan);
  ADD ("a-device-keeps-its-chip", test_a_device_keeps_its_chip);
  ADD ("members-of-newer-versions-are-kept", test_members_of_newer_versions_are_kept);
  ADD ("what-is-no-plan-is-refused", test_what_is_no_plan_is_refused);
  ADD ("a-broken-file-is-told-with-the-line-of-the-member", test_a_broken_file_is_told_with_the_line_of_the_member);
  ADD ("only-regular-files-are-opened", test_only_regular_files_are_opened);
  ADD ("opening-a-broken-file-names-it", test_opening_a_broken_file_names_it);
  ADD ("a-name-is-kept", test_a_name_is_kept);
  ADD ("saving-replaces-the-file-whole", test_saving_replaces_the_file_whole);
  return g_test_run ();
}
