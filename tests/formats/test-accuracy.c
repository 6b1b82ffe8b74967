/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Published errors: percents become shares, what is wrong is named with its place, and the program carries what the file says. */

#include <string.h>

#include "formats/catalog-accuracy.h"
#include "formats/catalog.h"
#include "formats/error.h"
#include "formats/json-parse.h"

#define FIGURES "{ \"rows\": 359, \"median_error_percent\": 5, \"p90_error_percent\": 21.5, \"bias_percent\": -2," \
  " \"inside_band_percent\": 82 }"
#define HEAD "\"rows\": 2000, \"chips\": 94, \"sources\": 120, \"noise_floor_percent\": { \"decode\": 4, \"prefill\": 6 }, "

static gboolean
read_text (const char *text, TokAccuracy *accuracy, GError **error)
{
  g_autoptr (TokJson) json = tok_json_parse (text, strlen (text), NULL, NULL);

  g_assert_nonnull (json);
  return tok_accuracy_read (json_node_get_object (tok_json_root (json)), accuracy, error);
}

static void
test_percents_become_shares (void)
{
  TokAccuracy accuracy;
  g_autoptr (GError) error = NULL;

  g_assert_true (read_text ("{" HEAD "\"kinds\": [ { \"kind\": \"multi-gpu\", \"known\": " FIGURES " } ] }", &accuracy, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (accuracy.rows, ==, 2000);
  g_assert_cmpuint (accuracy.chips, ==, 94);
  g_assert_cmpuint (accuracy.sources, ==, 120);
  g_assert_cmpfloat (accuracy.decode_noise, ==, 0.04);
  g_assert_cmpfloat (accuracy.prefill_noise, ==, 0.06);
  g_assert_cmpuint (accuracy.known[TOK_ACCURACY_SEVERAL_GPUS].rows, ==, 359);
  g_assert_cmpfloat (accuracy.known[TOK_ACCURACY_SEVERAL_GPUS].median_error, ==, 0.05);
  g_assert_cmpfloat_with_epsilon (accuracy.known[TOK_ACCURACY_SEVERAL_GPUS].p90_error, 0.215, 1e-12);
  g_assert_cmpfloat (accuracy.known[TOK_ACCURACY_SEVERAL_GPUS].bias, ==, -0.02);
  g_assert_cmpfloat_with_epsilon (accuracy.known[TOK_ACCURACY_SEVERAL_GPUS].inside_band, 0.82, 1e-12);
}

static void
test_what_is_not_named_was_never_measured (void)
{
  TokAccuracy accuracy;

  memset (&accuracy, 0xff, sizeof accuracy);
  g_assert_true (read_text ("{" HEAD "\"kinds\": [ { \"kind\": \"moe\", \"known\": " FIGURES ", \"unseen\": null } ] }", &accuracy, NULL));
  g_assert_cmpuint (accuracy.unseen[TOK_ACCURACY_MOE].rows, ==, 0);
  g_assert_cmpuint (accuracy.known[TOK_ACCURACY_CPU].rows, ==, 0);
}

static void
test_errors_say_where (void)
{
  static const struct { const char *text, *words; } cases[] = {
    { "{}", "“rows” is missing" },
    { "{ \"rows\": -1 }", "“rows”" },
    { "{" HEAD "\"kinds\": {} }", "“kinds”" },
    { "{" HEAD "\"kinds\": [ 1 ] }", "kinds" },
    { "{" HEAD "\"kinds\": [ { \"kind\": \"mo\" } ] }", "kinds[0]: “kind” cannot be “mo”" },
    { "{" HEAD "\"kinds\": [ { \"kind\": \"moe\" }, { \"kind\": \"moe\" } ] }", "kinds[1]: There are two entries for “moe”." },
    { "{" HEAD "\"kinds\": [ { \"kind\": \"moe\", \"unseen\": 7 } ] }", "kinds[0]: “unseen”" },
    { "{" HEAD "\"kinds\": [ { \"kind\": \"moe\", \"unseen\": { \"rows\": 3 } } ] }",
      "kinds[0]: unseen: “median_error_percent” is missing" },
    { "{" HEAD "\"kinds\": [ { \"kind\": \"moe\", \"known\": { \"rows\": 3, \"median_error_percent\": 1, \"p90_error_percent\": 2,"
      " \"bias_percent\": -101, \"inside_band_percent\": 80 } } ] }", "kinds[0]: known: “bias_percent”" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TokAccuracy accuracy;
      g_autoptr (GError) error = NULL;

      g_assert_false (read_text (cases[i].text, &accuracy, &error));
      g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_VALUE);
      if (strstr (error->message, cases[i].words) == NULL)
        g_error ("“%s” does not say “%s”", error->message, cases[i].words);
    }
}

/* What the build compiled in is what its file says, kind by kind. */
static void
test_the_program_carries_the_file (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "catalog", "accuracy.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (TokJson) json = tok_json_load (file, &error);
  TokAccuracy accuracy;

  g_assert_no_error (error);
  g_assert_true (tok_accuracy_read (json_node_get_object (tok_json_root (json)), &accuracy, &error));
  g_assert_no_error (error);
  g_assert_cmpmem (&accuracy, sizeof accuracy, &catalog->accuracy, sizeof catalog->accuracy);
}

/* A page of empty rows says nothing: every kind a person can plan and many have measured is there, with sane figures. */
static void
test_published_figures_are_sane (void)
{
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();
  const TokAccuracy *accuracy = &catalog->accuracy;

  g_assert_cmpuint (accuracy->rows, >, 1000);
  g_assert_cmpuint (accuracy->chips, >, 50);
  g_assert_true (accuracy->decode_noise > 0.0 && accuracy->decode_noise < 0.2);
  g_assert_true (accuracy->prefill_noise > 0.0 && accuracy->prefill_noise < 0.2);
  for (guint i = 0; i < TOK_N_ACCURACY_KINDS; i++)
    {
      const TokAccuracyFigures *figures[] = { &accuracy->known[i], &accuracy->unseen[i] };

      for (guint j = 0; j < G_N_ELEMENTS (figures); j++)
        {
          g_assert_cmpuint (figures[j]->rows, <=, accuracy->rows);
          g_assert_cmpfloat (figures[j]->median_error, <=, figures[j]->p90_error);
          g_assert_cmpfloat (figures[j]->inside_band, <=, 1.0);
        }
    }
  g_assert_cmpuint (accuracy->known[TOK_ACCURACY_DENSE].rows, >, 100);
  g_assert_cmpuint (accuracy->unseen[TOK_ACCURACY_PREFILL].rows, >, 100);
}

/* A band that says four of five holds three quarters to nine tenths of what was left out, wherever enough was measured. */
static void
test_published_bands_hold_what_they_promise (void)
{
  const guint enough_rows = 30;
  g_autoptr (TokCatalog) catalog = tok_catalog_load_builtin ();

  for (guint i = 0; i < TOK_N_ACCURACY_KINDS; i++)
    {
      const TokAccuracyFigures *figures[] = { &catalog->accuracy.known[i], &catalog->accuracy.unseen[i] };

      for (guint j = 0; j < G_N_ELEMENTS (figures); j++)
        if (figures[j]->rows >= enough_rows)
          {
            g_test_message ("kind %u, %s: %.3f", i, j == 0 ? "known" : "unseen", figures[j]->inside_band);
            g_assert_cmpfloat (figures[j]->inside_band, >=, 0.75);
            g_assert_cmpfloat (figures[j]->inside_band, <=, 0.90);
          }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/accuracy/percents-become-shares", test_percents_become_shares);
  g_test_add_func ("/accuracy/what-is-not-named-was-never-measured", test_what_is_not_named_was_never_measured);
  g_test_add_func ("/accuracy/errors-say-where", test_errors_say_where);
  g_test_add_func ("/accuracy/the-program-carries-the-file", test_the_program_carries_the_file);
  g_test_add_func ("/accuracy/published-figures-are-sane", test_published_figures_are_sane);
  g_test_add_func ("/accuracy/published-bands-hold-what-they-promise", test_published_bands_hold_what_they_promise);
  return g_test_run ();
}
