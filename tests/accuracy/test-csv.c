/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of tables: RFC 4180 to the letter, and refusal of everything else. */

#include <string.h>

#include "csv.h"

static void
assert_field (const TokCsv *csv,
              guint         record,
              const char   *name,
              const char   *expected)
{
  guint column;

  g_assert_true (tok_csv_find (csv, name, &column));
  g_assert_cmpstr (tok_csv_field (csv, record, column), ==, expected);
}

static TokCsv *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  TokCsv *csv = tok_csv_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return csv;
}

static void
test_plain (void)
{
  g_autoptr (TokCsv) csv = parse ("id,model\r\na,Qwen3-8B\r\nb,\n");
  guint column;

  g_assert_cmpuint (tok_csv_n_records (csv), ==, 2);
  assert_field (csv, 0, "model", "Qwen3-8B");
  assert_field (csv, 1, "id", "b");
  assert_field (csv, 1, "model", "");
  g_assert_false (tok_csv_find (csv, "quant", &column));
}

static void
test_quoted (void)
{
  g_autoptr (TokCsv) csv = parse ("id,notes\na,\"one, \"\"two\"\"\nthree\"\nb,\"\"");

  g_assert_cmpuint (tok_csv_n_records (csv), ==, 2);
  assert_field (csv, 0, "notes", "one, \"two\"\nthree");
  assert_field (csv, 1, "notes", "");
}

static void
test_mark (void)
{
  g_autoptr (TokCsv) csv = parse ("\xef\xbb\xbfid\n1\n");

  assert_field (csv, 0, "id", "1");
}

static void
test_header_only (void)
{
  g_autoptr (TokCsv) csv = parse ("id,model\n");

  g_assert_cmpuint (tok_csv_n_records (csv), ==, 0);
}

static void
assert_refused (const char *text,
                gsize       length,
                const char *part)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TokCsv) csv = tok_csv_parse (text, length, &error);

  g_assert_null (csv);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_refused (void)
{
  static const struct { const char *text, *part; } cases[] = {
    { "a,b\n1\n", "Line 2" },                      /* too few fields */
    { "a,b\n1,2,3\n", "Line 2" },                  /* too many */
    { "a,b\n1,2\n\n", "Line 3" },                  /* a blank line is a record of one field */
    { "a\n\"1\n", "does not end" },
    { "a\n\"1\"2\n", "closing quote" },
    { "a\n1\"2\n", "not quoted" },
    { "a\n1\r2\n", "not quoted" },
    { "a,a\n1,2\n", "two columns" },
    { "a\n\xff\n", "UTF-8" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].text, strlen (cases[i].text), cases[i].part);
  assert_refused ("a\n1\0002\n", 6, "UTF-8");
}

static void
test_limits (void)
{
  g_autoptr (GString) wide = g_string_new ("a");
  g_autoptr (GString) tall = g_string_new ("a\n");
  g_autofree char *long_field = g_strnfill (TOK_CSV_MAX_FIELD_BYTES + 1, 'a');

  for (guint i = 0; i < TOK_CSV_MAX_COLUMNS; i++)
    g_string_append_printf (wide, ",a%u", i);
  assert_refused (wide->str, wide->len, "too many fields");
  for (guint i = 0; i <= TOK_CSV_MAX_RECORDS; i++)
    g_string_append (tall, "1\n");
  assert_refused (tall->str, tall->len, "too many records");
  assert_refused (long_field, strlen (long_field), "too long");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv/plain", test_plain);
  g_test_add_func ("/csv/quoted", test_quoted);
  g_test_add_func ("/csv/byte order mark", test_mark);
  g_test_add_func ("/csv/header only", test_header_only);
  g_test_add_func ("/csv/refused", test_refused);
  g_test_add_func ("/csv/limits", test_limits);
  return g_test_run ();
}
