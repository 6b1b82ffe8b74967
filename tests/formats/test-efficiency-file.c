/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of fitted constants: what it says arrives in the table, also by way of the compiled catalog, and what it must not say is
 * refused with its place. */

#include <string.h>

#include "core/units.h"
#include "formats/catalog-efficiency.h"
#include "formats/error.h"
#include "formats/json-parse.h"

/* The committed file with the members a test sets in it. */
typedef struct
{
  TokJson            *json;
  TokEfficiencyTable *table;
  TokEfficiency       specification;
} Fixture;

static char *
committed_text (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "catalog", "efficiency.json", NULL);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *text = committed_text ();
  g_autoptr (GError) error = NULL;

  self->json = tok_json_parse (text, strlen (text), NULL, &error);
  g_assert_no_error (error);
  self->table = tok_efficiency_table_new ();
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  tok_json_free (self->json);
  tok_efficiency_table_free (self->table);
}

static JsonObject *
root (Fixture *self)
{
  return json_node_get_object (tok_json_root (self->json));
}

/* Sets the member at @path, with dots between nested ones, to what the text @value says; NULL removes it. */
static void
set_member (Fixture *self, const char *path, const char *value)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);
  guint last = g_strv_length (names) - 1;
  JsonObject *object = root (self);

  for (guint i = 0; i < last; i++)
    object = json_object_get_object_member (object, names[i]);
  if (value != NULL)
    json_object_set_member (object, names[last], json_from_string (value, NULL));
  else
    json_object_remove_member (object, names[last]);
}

static void
add_cell (Fixture *self, const char *members)
{
  g_autofree char *text = g_strdup_printf ("{ \"classes\": [\"amd-gcn\"], \"engines\": [\"exllama\"], \"builds\": [2025], %s }", members);

  json_array_add_element (json_object_get_array_member (root (self), "cells"), json_from_string (text, NULL));
}

static gboolean
read_table (Fixture *self, GError **error)
{
  return tok_efficiency_read (root (self), self->table, &self->specification, error);
}

/* By way of the compiled catalog. */
static TokEfficiencyTable *
packed_and_unpacked (const Fixture *self)
{
  TokEfficiencyTable *table = tok_efficiency_table_new ();
  TokPacker *packer = tok_packer_new ();
  g_autoptr (GVariant) packed = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (TokUnpacker) unpacker = NULL;

  tok_efficiency_pack (self->table, &self->specification, packer);
  packed = g_variant_ref_sink (tok_packer_finish (packer));
  bytes = g_variant_get_data_as_bytes (packed);
  unpacker = tok_unpacker_new (bytes);
  tok_efficiency_unpack (unpacker, table);
  return table;
}

static void
set_rare_members (Fixture *self)
{
  set_member (self, "chips", "[ { \"chip\": \"Apple M3 Max\", \"engine\": \"llama.cpp-metal\", \"decode\": 1.02, \"prefill\": 0.97 },"
                             "  { \"chip\": \"NVIDIA Card\", \"engine\": \"vllm\", \"decode\": 0.9 },"
                             "  { \"chip\": \"Apple M3 Max\", \"engine\": \"mlx\", \"prefill\": 1.1 } ]");
  set_member (self, "general.bands.gpu.class", "[0.25, 4]");
  set_member (self, "general.row_layer_us", "61");
  set_member (self, "general.expert_count_exponent", "0.3");
  set_member (self, "type_factors.rare", "{ \"source\": \"none\", \"Q2_K\": 0.7 }");
  set_member (self, "thread_weights.rare", "{ \"Q4_0\": 26.7 }");
  add_cell (self, "\"type_factor\": \"rare\", \"thread_weights\": \"rare\","
                  "\"layer_us\": 40, \"layer_year_factor\": 1.5, \"expert_union_factor\": 0.73, \"core_gflops\": 30, \"basis\": \"family\"");
}

static void
test_new_members_arrive (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const TokGeneralConstants *general = &self->table->general;
  const TokEfficiency *cell;
  double decode, prefill;
  TokBasis basis;

  set_rare_members (self);
  read_table (self, &error);
  g_assert_no_error (error);
  tok_efficiency_table_resolve (self->table, &self->specification);

  cell = tok_efficiency_table_cell (self->table, TOK_CLASS_AMD_GCN, TOK_ENGINE_EXLLAMA, 2025);
  g_assert_cmpfloat_with_epsilon (cell->layer_seconds, 1.5 * 40e-6, 1e-12);
  g_assert_cmpfloat (cell->expert_union_factor, ==, 0.73);
  g_assert_cmpfloat (cell->core_flops, ==, 30e9);
  g_assert_cmpuint (cell->basis, ==, TOK_BASIS_FAMILY);
  g_assert_cmpfloat (cell->type_factor[TOK_TENSOR_Q2_K], ==, 0.7);
  g_assert_cmpfloat (cell->type_factor[TOK_TENSOR_F16], ==, 1.0);
  g_assert_cmpfloat_with_epsilon (cell->thread_weights_per_second[TOK_TENSOR_Q4_0], 26.7e9, 1.0);
  g_assert_cmpfloat (cell->thread_weights_per_second[TOK_TENSOR_F16], ==, 0.0);
  g_assert_cmpfloat_with_epsilon (general->row_layer_seconds, 61e-6, 1e-12);
  g_assert_cmpfloat (general->expert_count_exponent, ==, 0.3);
  /* A person's own measurement is at least as good as the class. */
  for (guint i = TOK_BASIS_MEASUREMENT; i <= TOK_BASIS_CLASS; i++)
    {
      g_assert_cmpfloat (general->bands[TOK_BAND_GPU][i].low, ==, 0.25);
      g_assert_cmpfloat (general->bands[TOK_BAND_GPU][i].high, ==, 4.0);
    }
  tok_efficiency_table_chip (self->table, tok_efficiency_table_find_chip (self->table, "Apple M3 Max"), TOK_ENGINE_MLX, &decode, &prefill, &basis);
  g_assert_cmpfloat (decode, ==, 1.02);
  g_assert_cmpfloat (prefill, ==, 1.1);
  g_assert_cmpuint (basis, ==, TOK_BASIS_FAMILY);
}

static gboolean
has_name (JsonObject *cell, const char *member, const char *name)
{
  JsonArray *names = json_object_get_array_member (cell, member);

  for (guint i = 0; i < json_array_get_length (names); i++)
    if (strcmp (json_array_get_string_element (names, i), name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_year (JsonObject *cell, guint year)
{
  JsonArray *years = json_object_get_array_member (cell, "builds");

  for (guint i = 0; i < json_array_get_length (years); i++)
    if (json_array_get_int_element (years, i) == year)
      return TRUE;
  return FALSE;
}

/* The last cell of the file that holds for class, engine and year; NULL when there is none. */
static JsonObject *
cell_in_file (Fixture *self, TokDeviceClass device_class, TokEngine engine, guint year)
{
  JsonArray *cells = json_object_get_array_member (root (self), "cells");

  for (guint i = json_array_get_length (cells); i > 0; i--)
    {
      JsonObject *cell = json_array_get_object_element (cells, i - 1);

      if (has_name (cell, "classes", tok_device_class_name (device_class))
          && has_name (cell, "engines", tok_engine_name (engine)) && has_year (cell, year))
        return cell;
    }
  return NULL;
}

/* A member the cell leaves to another is not compared. */
static void
assert_is_in_file (double got, JsonObject *cell, const char *member, double unit)
{
  if (cell != NULL && json_object_has_member (cell, member))
    g_assert_cmpfloat_with_epsilon (got, json_object_get_double_member (cell, member) * unit, 1e-12);
}

static void
test_cells_say_what_the_file_says (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  guint n_cells = 0;

  read_table (self, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < TOK_N_CLASSES; i++)
    for (guint j = 0; j < TOK_N_ENGINES; j++)
      for (guint year = TOK_FIRST_BUILD_YEAR; year <= TOK_LAST_BUILD_YEAR; year++)
        {
          JsonObject *in_file = cell_in_file (self, (TokDeviceClass) i, (TokEngine) j, year);
          const TokEfficiency *cell = tok_efficiency_table_cell (self->table, (TokDeviceClass) i, (TokEngine) j, year);

          assert_is_in_file (cell->weight_share, in_file, "weight_share", 1.0);
          assert_is_in_file (cell->layer_seconds, in_file, "layer_us", 1e-6);
          g_assert_cmpint (in_file != NULL, ==, cell->weight_share > 0.0);
          n_cells += in_file != NULL;
        }
  g_assert_cmpuint (n_cells, >, 0);
}

static void
assert_equal (gconstpointer got, gconstpointer expected, gsize size)
{
  g_assert_cmpmem (got, size, expected, size);
}

static void
test_compiled_is_what_was_read (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokEfficiencyTable) unpacked = NULL;

  set_rare_members (self);
  read_table (self, &error);
  g_assert_no_error (error);
  unpacked = packed_and_unpacked (self);
  tok_efficiency_table_resolve (self->table, &self->specification);
  assert_equal (unpacked->cells, self->table->cells, sizeof unpacked->cells);
  assert_equal (&unpacked->general, &self->table->general, sizeof unpacked->general);
  assert_equal (unpacked->default_engine, self->table->default_engine, sizeof unpacked->default_engine);
  g_assert_cmpuint (unpacked->chips->len, ==, 2);
  assert_equal (unpacked->chips->data, self->table->chips->data, 2 * sizeof (TokChip));
}

/* What is set in the committed file, and the sentence that refuses it. */
typedef struct { const char *path, *value, *message; } Fault;

static const Fault faults[] = {
  { "general.bands", NULL, "“bands.gpu.class” is missing." },
  { "general.bands.gpu-deep", NULL, "“bands.gpu-deep.class” is missing." },
  { "general.bands.prefill.specification", NULL, "“bands.prefill.specification” is missing." },
  { "general.bands.gpu.class", "0.8", "“bands.gpu.class” must be a list in brackets." },
  { "general.bands.gpu.class", "[0.8]", "“bands.gpu.class[1]” must be a number." },
  { "general.bands.gpu.class", "[0.8, \"1.2\"]", "“bands.gpu.class[1]” must be a number." },
  { "general.bands.gpu.class", "[0.8, 1.2, 1.3]", "“bands.gpu.class” has more than 2 elements." },
  { "general.bands.gpu.class", "[1.1, 1.2]", "“bands.gpu.class[0]” is 1.1, but must lie between 0.05 and 1." },
  { "general.bands.gpu.class", "[0.8, 0.9]", "“bands.gpu.class[1]” is 0.9, but must lie between 1 and 20." },
  { "general.bands.gpu.class", "[0.01, 1.2]", "“bands.gpu.class[0]” is 0.01, but must lie between 0.05 and 1." },
  { "general.bands.gpu.class", "[0.8, 21]", "“bands.gpu.class[1]” is 21, but must lie between 1 and 20." },
  { "general.row_layer_us", NULL, "“row_layer_us” is missing." },
  { "general.expert_count_exponent", "3", "“expert_count_exponent” is 3, but must lie between 0 and 2." },
  { "specification.layer_year_factor", "0.9", "“layer_year_factor” is 0.9, but must lie between 1 and 3." },
  { "specification.weight_share", NULL, "“weight_share” is missing." },
  { "specification.matrix_tflops", NULL, "“matrix_tflops” is missing." },
  { "specification.basis", "\"guess\"", "“basis” holds a value that is not known." },
  { "chips", NULL, "“chips” is missing." },
  { "chips", "[ 1 ]", "chips[0]: Element 1 of “chips” must be an object with members in braces." },
  { "chips", "[ { \"engine\": \"vllm\" } ]", "chips[0]: “chip” is missing." },
  { "chips", "[ { \"chip\": \"A\" } ]", "chips[0]: “engine” is missing." },
  { "chips", "[ { \"chip\": \"A\", \"engine\": \"cuda\" } ]", "chips[0]: “engine” holds a value that is not known." },
  { "chips", "[ { \"chip\": \"A\", \"engine\": \"vllm\", \"decode\": 0 } ]", "chips[0]: “decode” is 0, but must lie between 0.05 and 20." },
  { "chips", "[ { \"chip\": \"A\", \"engine\": \"vllm\", \"prefill\": 30 } ]", "chips[0]: “prefill” is 30, but must lie between 0.05 and 20." },
  { "chips", "[ { \"chip\": \"A\", \"engine\": \"vllm\", \"decode\": 1 }, { \"chip\": \"A\", \"engine\": \"vllm\", \"prefill\": 1 } ]",
    "chips[1]: “A” is given twice." },
};

static void
test_faults_are_named (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;
      Fixture fixture;

      g_test_message ("%s: %s", faults[i].path, faults[i].value);
      set_up (&fixture, NULL);
      set_member (&fixture, faults[i].path, faults[i].value);
      g_assert_false (read_table (&fixture, &error));
      g_assert_cmpstr (error->message, ==, faults[i].message);
      tear_down (&fixture, NULL);
    }
}

static void
test_too_long_a_name_is_refused (Fixture *self, gconstpointer data)
{
  g_autofree char *name = g_strnfill (G_SIZEOF_MEMBER (TokChip, name), 'M');
  g_autofree char *chips = g_strdup_printf ("[ { \"chip\": \"%s\", \"engine\": \"vllm\" } ]", name);
  g_autoptr (GError) error = NULL;

  set_member (self, "chips", chips);
  g_assert_false (read_table (self, &error));
  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_LIMIT);
}

/* Loads @text as a file; the name of the file is "constants.json". */
static void
load_text (Fixture *self, const char *text, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("constants-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "constants.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) parent = g_file_get_parent (file);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_false (tok_efficiency_load (file, self->table, &self->specification, error));
  g_assert_true (g_file_delete (file, NULL, NULL) && g_file_delete (parent, NULL, NULL));
}

static void
test_errors_name_the_line (Fixture *self, gconstpointer data)
{
  g_autofree char *text = committed_text ();
  g_autoptr (GError) error = NULL;
  g_autofree char *start = NULL;
  char *crossing = strstr (text, "\"crossing_us\": ");
  guint line = 1;

  g_assert_nonnull (crossing);
  for (const char *at = text; at < crossing; at++)
    line += *at == '\n';
  crossing[strlen ("\"crossing_us\":")] = '-';
  load_text (self, text, &error);
  start = g_strdup_printf ("constants.json”, line %u: “crossing_us” is -", line);
  g_assert_nonnull (strstr (error->message, start));
}

/* Else the fuzzer would try nothing behind the first fault. */
static void
test_the_fuzzer_starts_from_a_whole_file (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "efficiency", "whole.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  tok_efficiency_load (file, self->table, &self->specification, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self->table->chips->len, >, 0);
}

static void
test_another_kind_of_file_is_refused (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  load_text (self, "[]", &error);
  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "must be an object"));
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/efficiency-file/new-members-arrive", test_new_members_arrive);
  ADD ("/efficiency-file/cells-say-what-the-file-says", test_cells_say_what_the_file_says);
  ADD ("/efficiency-file/compiled-is-what-was-read", test_compiled_is_what_was_read);
  g_test_add_func ("/efficiency-file/faults-are-named", test_faults_are_named);
  ADD ("/efficiency-file/too-long-a-name-is-refused", test_too_long_a_name_is_refused);
  ADD ("/efficiency-file/errors-name-the-line", test_errors_name_the_line);
  ADD ("/efficiency-file/the-fuzzer-starts-from-a-whole-file", test_the_fuzzer_starts_from_a_whole_file);
  ADD ("/efficiency-file/another-kind-of-file-is-refused", test_another_kind_of_file_is_refused);
  return g_test_run ();
}
