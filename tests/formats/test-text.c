/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of every encoding becomes the same lines, and numbers the same whatever the locale that printed them. */

#include <string.h>

#include "formats/text-number.h"
#include "formats/text-privacy.h"
#include "measured.h"

static const char table[] =
  "| model | size | params | backend | ngl | test | t/s |\n"
  "| --- | ---: | ---: | --- | --: | --- | ---: |\n"
  "| net 7B Q4_0 | 3.56 GiB | 6.74 B | CUDA | 99 | tg128 | 90.50 \xc2\xb1 0.25 |\n";

static TokText *
new_text (const char *bytes, gsize length)
{
  g_autoptr (GBytes) data = g_bytes_new (bytes, length);
  g_autoptr (GError) error = NULL;
  TokText *text = tok_text_new (data, &error);

  g_assert_no_error (error);
  return text;
}

static void
assert_table (const char *bytes, gsize length)
{
  g_autoptr (GBytes) data = g_bytes_new (bytes, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (TokMeasurementsRead) read = tok_measurements_read (data, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (read->rows->len, ==, 1);
  g_assert_cmpfloat (measured_row (read, 0)->tok_s, ==, 90.5);
  g_assert_cmpfloat (measured_row (read, 0)->deviation, ==, 0.25);
  g_assert_cmpuint (measured_row (read, 0)->line, ==, 3);
}

static void
assert_converted (const char *to, const char *mark, gsize mark_length)
{
  g_autoptr (GString) bytes = g_string_new_len (mark, (gssize) mark_length);
  g_autofree char *converted = NULL;
  gsize length;

  converted = g_convert (table, -1, to, "UTF-8", NULL, &length, NULL);
  g_assert_nonnull (converted);
  g_string_append_len (bytes, converted, (gssize) length);
  assert_table (bytes->str, bytes->len);
}

static void
test_every_encoding (void)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  g_autofree char *crlf = g_strjoinv ("\r\n", lines);
  g_autofree char *cr = g_strjoinv ("\r", lines);

  assert_table (table, strlen (table));
  assert_table (crlf, strlen (crlf));
  assert_table (cr, strlen (cr));
  assert_converted ("UTF-8", "\xef\xbb\xbf", 3);
  assert_converted ("UTF-16LE", "\xff\xfe", 2);
  assert_converted ("UTF-16BE", "\xfe\xff", 2);
  assert_converted ("UTF-16LE", "", 0);
  assert_converted ("UTF-16BE", "", 0);
  assert_converted ("ISO-8859-1", "", 0);
}

static void
test_decimal_commas (void)
{
  g_autoptr (TokMeasurementsRead) read = measured_read (
    "load_tensors:        CUDA0 model buffer size =  2713,50 MiB\n"
    "slot print_timing: id  0 | task 0 | \n"
    "prompt eval time =    1147,49 ms / 10715 tokens (    0,11 ms per token,  9337,77 tokens per second)\n"
    "       eval time =      17,73 ms /    10 tokens (    1,77 ms per token,   564,02 tokens per second)\n");
  const Expected rows[] = { { PREFILL, 9337.77, 10715, 0, 1, 0 }, { DECODE, 564.02, 10, 10715, 1, 0 } };
  g_autoptr (TokText) points = new_text ("1,234 MiB\n23,264 MiB 4.25 ms\n", 29);
  double value;
  const char *at = "23,264 MiB";

  measured_assert_rows (read, rows, G_N_ELEMENTS (rows));
  measured_assert_buffer (read, "CUDA0", TOK_LOGGED_WEIGHTS, FALSE, 2713.5);
  g_assert_false (tok_number_has_comma (points));
  g_assert_true (tok_number_read (&at, FALSE, &value));
  g_assert_cmpfloat (value, ==, 23264);
  at = "1.234,50 ms";
  g_assert_true (tok_number_read (&at, TRUE, &value));
  g_assert_cmpfloat (value, ==, 1234.5);
  g_assert_cmpstr (at, ==, " ms");
}

static void
test_numbers_that_are_none (void)
{
  static const char *const texts[] = { "", "-", "inf", "nan", ".5", "1e400", "99999999999999999999999999999999999999999999", "x1" };
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *at = texts[i];

      g_assert_false (tok_number_read (&at, FALSE, &value));
    }
  g_assert_false (tok_number_read_whole ("12 34", FALSE, &value));
  g_assert_true (tok_number_read_whole (" -12.5e1 ", FALSE, &value));
  g_assert_cmpfloat (value, ==, -125);
}

static void
test_durations (void)
{
  static const struct { const char *text; double seconds; } durations[] = {
    { "2m27.5s", 147.5 }, { "204.5ms", 0.2045 }, { "1h2m3s", 3723 }, { "15\xc2\xb5s", 15e-6 }, { "15us", 15e-6 }, { "9ns", 9e-9 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    {
      const char *at = durations[i].text;
      double seconds;

      g_assert_true (tok_number_read_duration (&at, FALSE, &seconds));
      g_assert_cmpfloat_with_epsilon (seconds, durations[i].seconds, 1e-12);
      g_assert_cmpstr (at, ==, "");
    }
}

static void
test_escapes_and_carriage_returns (void)
{
  static const char bytes[] =
    "\x1b[2m\x1b[38;5;12mslot\x1b[0m\tone\n10 %\r50 %\r100 %\n\x1b]0;title\a\x1b(Blast\x07 \x1b";
  g_autoptr (TokText) text = new_text (bytes, sizeof bytes - 1);

  g_assert_cmpuint (tok_text_length (text), ==, 5);
  g_assert_cmpstr (tok_text_line (text, 0), ==, "slot one");
  g_assert_cmpstr (tok_text_line (text, 1), ==, "10 %");
  g_assert_cmpstr (tok_text_line (text, 3), ==, "100 %");
  g_assert_cmpuint (tok_text_number (text, 3), ==, 2);
  g_assert_cmpuint (tok_text_number (text, 4), ==, 3);
  g_assert_true (g_str_has_suffix (tok_text_line (text, 4), "last"));
}

static void
test_invalid_bytes_are_replaced (void)
{
  static const char bytes[] = "gr\xc3\xbc\xc3\x9f" "e \xff\xfe path\nn\0xt\n";
  g_autoptr (TokText) text = new_text (bytes, sizeof bytes - 1);

  g_assert_cmpstr (tok_text_line (text, 0), ==, "gr\xc3\xbc\xc3\x9f" "e \xef\xbf\xbd\xef\xbf\xbd path");
  g_assert_cmpstr (tok_text_line (text, 1), ==, "n\xef\xbf\xbdxt");
}

static void
assert_refused (GBytes *bytes, TokFormatError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (tok_text_new (bytes, &error));
  g_assert_true (g_error_matches (error, TOK_FORMAT_ERROR, (int) code));
}

static void
test_limits (void)
{
  g_autofree char *large = g_strnfill (TOK_TEXT_MAX_BYTES + 1, 'x');
  g_autofree char *long_list = g_strnfill (TOK_TEXT_MAX_LINES + 1, '\n');
  g_autoptr (GBytes) too_large = g_bytes_new_static (large, TOK_TEXT_MAX_BYTES + 1);
  g_autoptr (GBytes) as_large = g_bytes_new_static (large, TOK_TEXT_MAX_BYTES - 8);
  g_autoptr (GBytes) too_long = g_bytes_new_static (long_list, TOK_TEXT_MAX_LINES + 1);
  g_autoptr (GBytes) binary = g_bytes_new_static ("\x7f" "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3e\0\1\0\0\0", 24);
  g_autoptr (TokText) text = tok_text_new (as_large, NULL);

  g_assert_nonnull (text);
  assert_refused (too_large, TOK_FORMAT_ERROR_LIMIT);
  assert_refused (too_long, TOK_FORMAT_ERROR_LIMIT);
  assert_refused (binary, TOK_FORMAT_ERROR_SYNTAX);
}

static void
test_paths_are_left_out (void)
{
  static const struct { const char *text; const char *clean; } texts[] = {
    { "load /home/ann/net.gguf now", "load net.gguf now" },
    { "see \"C:\\Users\\Bob Smith\\x.txt\"", "see \"\xe2\x80\xa6\"" },
    { "ann@box: 5 t/s, tok/s, 1/1, Org/Net-7B, pp512@d4096", "\xe2\x80\xa6 5 t/s, tok/s, 1/1, Org/Net-7B, pp512@d4096" },
    { "at http://10.0.0.1:8080/v1", "at \xe2\x80\xa6" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *clean = tok_text_without_paths (texts[i].text, 200);

      g_assert_cmpstr (clean, ==, texts[i].clean);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/39-every-encoding", test_every_encoding);
  g_test_add_func ("/text/40-decimal-commas", test_decimal_commas);
  g_test_add_func ("/text/40-numbers-that-are-none", test_numbers_that_are_none);
  g_test_add_func ("/text/49-durations", test_durations);
  g_test_add_func ("/text/47-escapes-and-carriage-returns", test_escapes_and_carriage_returns);
  g_test_add_func ("/text/48-invalid-bytes-are-replaced", test_invalid_bytes_are_replaced);
  g_test_add_func ("/text/54-paths-are-left-out", test_paths_are_left_out);
  g_test_add_func ("/text/limits", test_limits);
  return g_test_run ();
}
