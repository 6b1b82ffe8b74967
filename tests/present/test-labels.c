/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that has a name for people has one of its own. */

#include "present/labels.h"

static void
assert_new (GHashTable *seen,
            const char *label)
{
  g_assert_nonnull (label);
  g_assert_cmpstr (label, !=, "");
  g_assert_true (g_hash_table_add (seen, (gpointer) label));
}

static void
test_parameters_and_groups_have_names_of_their_own (void)
{
  g_autoptr (GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) groups = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint param = 0; param < TOK_N_PARAMS; param++)
    assert_new (params, tok_label_param (param));
  for (guint group = 0; group <= TOK_GROUP_ENGINE; group++)
    assert_new (groups, tok_label_group (group));
}

static void
test_choices_have_names_of_their_own (void)
{
  for (guint param = 0; param < TOK_N_PARAMS; param++)
    {
      const TokParamInfo *info = tok_plan_param_info (param);
      g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

      if (info->choice_name == NULL)
        continue;
      for (guint value = 0; value <= (guint) info->maximum; value++)
        assert_new (seen, tok_label_choice (param, value));
    }
}

static void
test_figures_have_names_of_their_own (void)
{
  g_autoptr (GHashTable) terms = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) fits = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) bases = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) origins = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) engines = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint term = 0; term < TOK_N_TERMS; term++)
    assert_new (terms, tok_label_term (term));
  for (guint fit = 0; fit <= TOK_FIT_NO; fit++)
    assert_new (fits, tok_label_fit (fit));
  for (guint basis = 0; basis <= TOK_BASIS_SPECIFICATION; basis++)
    assert_new (bases, tok_label_basis (basis));
  for (guint origin = 0; origin <= TOK_ORIGIN_TYPED; origin++)
    assert_new (origins, tok_label_origin (origin));
  for (guint engine = 0; engine < TOK_N_ENGINES; engine++)
    assert_new (engines, tok_label_engine (engine));
}

static void
test_words_are_those_of_the_product (void)
{
  g_assert_cmpstr (tok_label_choice (TOK_PARAM_OS, TOK_OS_LINUX), ==, "Linux");
  g_assert_cmpstr (tok_label_choice (TOK_PARAM_KV_K, TOK_KV_Q8_0), ==, "q8_0");
  g_assert_cmpstr (tok_label_choice (TOK_PARAM_FILE_TYPE, TOK_FILE_Q4_K_M), ==, "Q4_K_M");
  g_assert_cmpstr (tok_label_choice (TOK_PARAM_FLASH_ATTENTION, 1), ==, "on");
  g_assert_cmpstr (tok_label_group (TOK_GROUP_MACHINE), ==, "Machine");
  g_assert_cmpstr (tok_label_group (TOK_GROUP_SPLIT), ==, "Split");
  g_assert_cmpstr (tok_label_basis (TOK_BASIS_CLASS), ==, "calibrated class");
  g_assert_cmpstr (tok_label_fit (TOK_FIT_NO), ==, "Does not fit");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/labels/parameters-and-groups-have-names-of-their-own", test_parameters_and_groups_have_names_of_their_own);
  g_test_add_func ("/labels/choices-have-names-of-their-own", test_choices_have_names_of_their_own);
  g_test_add_func ("/labels/figures-have-names-of-their-own", test_figures_have_names_of_their_own);
  g_test_add_func ("/labels/words-are-those-of-the-product", test_words_are_those_of_the_product);
  return g_test_run ();
}
