/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File sizes: every published size of the collection against what the rules of the mixes give.
 *
 * gguf_sizes.csv holds sizes printed by llama-bench, loaders, file listings and model cards; size-exceptions.csv names the rows
 * that lie apart, each with its reason: what is in those files is not what their label says. */

#include <math.h>
#include <string.h>

#include "formats/catalog.h"
#include "size-row.h"
#include "statistics.h"

#define MOST_MEDIAN_ERROR 0.005
#define LEAST_SHARE_NEAR 0.95

typedef struct
{
  TokCatalog *catalog;
  TokCsv     *sizes, *exceptions;
  TokSizeRow *rows;
  guint       n_rows;
  guint       model, label, size, reason;   /* columns of the exceptions */
} Fixture;

static TokCsv *
load (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "accuracy", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TokCsv *csv = tok_csv_load (file, &error);

  g_assert_no_error (error);
  return csv;
}

static void
read_rows (Fixture *fixture)
{
  fixture->n_rows = tok_csv_n_records (fixture->sizes);
  fixture->rows = g_new0 (TokSizeRow, fixture->n_rows);
  for (guint i = 0; i < fixture->n_rows; i++)
    {
      g_autoptr (GError) error = NULL;

      tok_size_row_read (&fixture->rows[i], fixture->sizes, i, fixture->catalog, &error);
      g_assert_no_error (error);
    }
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->catalog = tok_catalog_load_builtin ();
  fixture->sizes = load ("gguf_sizes.csv");
  fixture->exceptions = load ("size-exceptions.csv");
  g_assert_true (tok_csv_find (fixture->exceptions, "model_id", &fixture->model));
  g_assert_true (tok_csv_find (fixture->exceptions, "quant", &fixture->label));
  g_assert_true (tok_csv_find (fixture->exceptions, "size", &fixture->size));
  g_assert_true (tok_csv_find (fixture->exceptions, "reason", &fixture->reason));
  read_rows (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_free (fixture->rows);
  tok_csv_free (fixture->exceptions);
  tok_csv_free (fixture->sizes);
  tok_catalog_free (fixture->catalog);
}

static gboolean
is_exception (const Fixture    *fixture,
              guint             record,
              const TokSizeRow *row)
{
  const TokCsv *csv = fixture->exceptions;

  return strcmp (tok_csv_field (csv, record, fixture->model), row->model) == 0
         && strcmp (tok_csv_field (csv, record, fixture->label), row->label) == 0
         && strcmp (tok_csv_field (csv, record, fixture->size), row->size) == 0;
}

/* NULL when the row is no exception. */
static const char *
exception_reason (const Fixture    *fixture,
                  const TokSizeRow *row)
{
  for (guint i = 0; i < tok_csv_n_records (fixture->exceptions); i++)
    if (is_exception (fixture, i, row))
      return tok_csv_field (fixture->exceptions, i, fixture->reason);
  return NULL;
}

static void
test_every_row_is_mapped_or_has_a_reason (Fixture       *fixture,
                                          gconstpointer  data)
{
  guint n[TOK_N_SIZE_REASONS] = { 0 };

  for (guint i = 0; i < fixture->n_rows; i++)
    n[fixture->rows[i].reason]++;
  for (guint i = 0; i < TOK_N_SIZE_REASONS; i++)
    g_test_message ("%u rows: %s", n[i], tok_size_reason_name (i));
  g_assert_cmpuint (n[TOK_SIZE_NOT_IN_CATALOG], ==, 0);
  g_assert_cmpuint (n[TOK_SIZE_MAPPED], >=, 640);
}

/* The exceptions count as rows that are off. */
static void
test_sizes_are_those_printed (Fixture       *fixture,
                              gconstpointer  data)
{
  g_autofree double *errors = g_new0 (double, fixture->n_rows);
  guint n = 0, n_near = 0;
  double median;

  for (guint i = 0; i < fixture->n_rows; i++)
    if (fixture->rows[i].reason == TOK_SIZE_MAPPED)
      {
        n_near += tok_size_row_is_near (&fixture->rows[i]);
        errors[n++] = fabs (tok_size_row_error (&fixture->rows[i]));
      }
  median = tok_statistics_quantile (errors, n, 0.5);
  g_test_message ("%u rows, median error %.2f %%, %.1f %% within tolerance", n, 100.0 * median, 100.0 * n_near / n);
  g_assert_cmpfloat (median, <=, MOST_MEDIAN_ERROR);
  g_assert_cmpfloat ((double) n_near / n, >=, LEAST_SHARE_NEAR);
}

static void
test_every_row_that_is_off_is_a_named_exception (Fixture       *fixture,
                                                 gconstpointer  data)
{
  for (guint i = 0; i < fixture->n_rows; i++)
    {
      const TokSizeRow *row = &fixture->rows[i];
      const char *reason = exception_reason (fixture, row);

      if (row->reason != TOK_SIZE_MAPPED || tok_size_row_is_near (row))
        continue;
      g_test_message ("%s %s, %s %s: %+.1f %%; %s", row->model, row->label, row->size, row->unit,
                      100.0 * tok_size_row_error (row), reason != NULL ? reason : "not named");
      g_assert_nonnull (reason);
    }
}

/* An exception that has come within tolerance is to be taken from the list. */
static void
test_every_exception_is_a_row_that_is_off (Fixture       *fixture,
                                           gconstpointer  data)
{
  for (guint i = 0; i < tok_csv_n_records (fixture->exceptions); i++)
    {
      gboolean is_off = FALSE;

      for (guint j = 0; j < fixture->n_rows && !is_off; j++)
        {
          const TokSizeRow *row = &fixture->rows[j];

          is_off = row->reason == TOK_SIZE_MAPPED && !tok_size_row_is_near (row) && is_exception (fixture, i, row);
        }
      g_test_message ("exception %u, %s", i + 1, tok_csv_field (fixture->exceptions, i, fixture->model));
      g_assert_true (is_off);
      g_assert_cmpstr (tok_csv_field (fixture->exceptions, i, fixture->reason), !=, "");
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/sizes/every-row-is-mapped-or-has-a-reason", Fixture, NULL, set_up, test_every_row_is_mapped_or_has_a_reason,
              tear_down);
  g_test_add ("/sizes/sizes-are-those-printed", Fixture, NULL, set_up, test_sizes_are_those_printed, tear_down);
  g_test_add ("/sizes/every-row-that-is-off-is-a-named-exception", Fixture, NULL, set_up,
              test_every_row_that_is_off_is_a_named_exception, tear_down);
  g_test_add ("/sizes/every-exception-is-a-row-that-is-off", Fixture, NULL, set_up, test_every_exception_is_a_row_that_is_off,
              tear_down);
  return g_test_run ();
}
