/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurements a plan keeps: what counts as the same row, and what goes when there are too many. */

#include "core/measurement.h"

static TokMeasurement
make_row (double tok_s)
{
  TokMeasurement row = { .kind = TOK_MEASURED_DECODE, .tok_s = tok_s, .n_tokens = 128.0, .batch = 1.0, .line = 7 };

  g_strlcpy (row.model, "llama 8B Q4_K - Medium", sizeof row.model);
  return row;
}

static GArray *
make_rows (guint  n,
           double first)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TokMeasurement));

  for (guint i = 0; i < n; i++)
    {
      TokMeasurement row = make_row (first + i);

      g_array_append_val (rows, row);
    }
  return rows;
}

static GArray *
make_buffers (guint  n,
              double bytes)
{
  GArray *buffers = g_array_new (FALSE, FALSE, sizeof (TokLoggedBuffer));
  TokLoggedBuffer buffer = { .kind = TOK_LOGGED_KV, .place = "CUDA0", .bytes = bytes };

  for (guint i = 0; i < n; i++)
    g_array_append_val (buffers, buffer);
  return buffers;
}

static TokMeasurements *
added (const TokMeasurements *before,
       guint                  n_rows,
       double                 first,
       guint                  n_buffers,
       double                 bytes)
{
  g_autoptr (GArray) rows = make_rows (n_rows, first);
  g_autoptr (GArray) buffers = make_buffers (n_buffers, bytes);

  return tok_measurements_new_added (before, rows, buffers);
}

static double
row_tok_s (const TokMeasurements *measurements,
           guint                  index)
{
  return g_array_index (measurements->rows, TokMeasurement, index).tok_s;
}

static void
test_nothing_is_none (void)
{
  g_assert_null (added (NULL, 0, 0.0, 0, 0.0));
}

static void
test_rows_follow_those_before (void)
{
  g_autoptr (TokMeasurements) before = added (NULL, 2, 10.0, 0, 0.0);
  g_autoptr (TokMeasurements) after = added (before, 2, 20.0, 0, 0.0);

  g_assert_cmpuint (before->rows->len, ==, 2);
  g_assert_cmpuint (after->rows->len, ==, 4);
  g_assert_cmpfloat (row_tok_s (after, 1), ==, 11.0);
  g_assert_cmpfloat (row_tok_s (after, 2), ==, 20.0);
}

/* Pasted again, from another line, one of three is new. */
static void
test_the_same_row_is_not_added_again (void)
{
  g_autoptr (TokMeasurements) before = added (NULL, 2, 10.0, 0, 0.0);
  g_autoptr (GArray) rows = make_rows (3, 10.0);
  g_autoptr (GArray) buffers = make_buffers (0, 0.0);
  g_autoptr (TokMeasurements) after = NULL;

  g_array_index (rows, TokMeasurement, 0).line = 99;
  after = tok_measurements_new_added (before, rows, buffers);
  g_assert_cmpuint (after->rows->len, ==, 3);
  g_assert_cmpfloat (row_tok_s (after, 2), ==, 12.0);
}

static void
test_every_number_tells_rows_apart (void)
{
  for (gsize at = G_STRUCT_OFFSET (TokMeasurement, tok_s); at <= G_STRUCT_OFFSET (TokMeasurement, params); at += sizeof (double))
    {
      g_autoptr (TokMeasurements) before = added (NULL, 1, 10.0, 0, 0.0);
      g_autoptr (GArray) rows = make_rows (1, 10.0);
      g_autoptr (GArray) buffers = make_buffers (0, 0.0);
      g_autoptr (TokMeasurements) after = NULL;

      G_STRUCT_MEMBER (double, rows->data, at) += 1.0;
      after = tok_measurements_new_added (before, rows, buffers);
      g_assert_cmpuint (after->rows->len, ==, 2);
      g_assert_false (tok_measurements_equal (before, after));
    }
}

static void
test_the_oldest_go (void)
{
  g_autoptr (TokMeasurements) before = added (NULL, TOK_MOST_MEASUREMENTS, 1.0, 0, 0.0);
  g_autoptr (TokMeasurements) after = added (before, 3, 1e6, 0, 0.0);
  g_autoptr (TokMeasurements) many = added (NULL, TOK_MOST_MEASUREMENTS + 5, 1.0, 0, 0.0);

  g_assert_cmpuint (after->rows->len, ==, TOK_MOST_MEASUREMENTS);
  g_assert_cmpfloat (row_tok_s (after, 0), ==, 4.0);
  g_assert_cmpfloat (row_tok_s (after, TOK_MOST_MEASUREMENTS - 1), ==, 1e6 + 2.0);
  g_assert_cmpuint (many->rows->len, ==, TOK_MOST_MEASUREMENTS);
  g_assert_cmpfloat (row_tok_s (many, 0), ==, 6.0);
}

/* Those of another load would be counted twice. */
static void
test_buffers_replace_those_before (void)
{
  g_autoptr (TokMeasurements) before = added (NULL, 0, 0.0, 2, 100.0);
  g_autoptr (TokMeasurements) kept = added (before, 1, 10.0, 0, 0.0);
  g_autoptr (TokMeasurements) replaced = added (kept, 0, 0.0, TOK_MOST_BUFFERS + 1, 200.0);

  g_assert_cmpuint (kept->buffers->len, ==, 2);
  g_assert_cmpuint (replaced->buffers->len, ==, TOK_MOST_BUFFERS);
  g_assert_cmpfloat (g_array_index (replaced->buffers, TokLoggedBuffer, 0).bytes, ==, 200.0);
  g_assert_cmpuint (replaced->rows->len, ==, 1);
  g_assert_false (tok_measurements_equal (kept, replaced));
}

static void
test_a_row_is_taken_away (void)
{
  g_autoptr (TokMeasurements) before = added (NULL, 3, 10.0, 0, 0.0);
  g_autoptr (TokMeasurements) after = tok_measurements_new_without (before, 1);
  g_autoptr (TokMeasurements) last = added (NULL, 1, 10.0, 0, 0.0);

  g_assert_cmpuint (after->rows->len, ==, 2);
  g_assert_cmpfloat (row_tok_s (after, 0), ==, 10.0);
  g_assert_cmpfloat (row_tok_s (after, 1), ==, 12.0);
  g_assert_cmpuint (before->rows->len, ==, 3);
  g_assert_null (tok_measurements_new_without (last, 0));
}

static void
test_equal_ones (void)
{
  g_autoptr (TokMeasurements) one = added (NULL, 3, 10.0, 1, 100.0);
  g_autoptr (TokMeasurements) other = added (NULL, 3, 10.0, 1, 100.0);
  g_autoptr (TokMeasurements) reference = tok_measurements_ref (one);

  g_array_index (other->rows, TokMeasurement, 2).line = 99;
  g_assert_true (tok_measurements_equal (one, other));
  g_assert_true (tok_measurements_equal (one, reference));
  g_assert_true (tok_measurements_equal (NULL, NULL));
  g_assert_false (tok_measurements_equal (one, NULL));
  g_assert_false (tok_measurements_equal (NULL, one));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/measurement/nothing is none", test_nothing_is_none);
  g_test_add_func ("/measurement/rows follow those before", test_rows_follow_those_before);
  g_test_add_func ("/measurement/the same row is not added again", test_the_same_row_is_not_added_again);
  g_test_add_func ("/measurement/every number tells rows apart", test_every_number_tells_rows_apart);
  g_test_add_func ("/measurement/the oldest go", test_the_oldest_go);
  g_test_add_func ("/measurement/buffers replace those before", test_buffers_replace_those_before);
  g_test_add_func ("/measurement/a row is taken away", test_a_row_is_taken_away);
  g_test_add_func ("/measurement/equal ones", test_equal_ones);
  return g_test_run ();
}
