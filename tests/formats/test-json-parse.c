/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON from outside: what RFC 8259 allows is read, everything else is refused with the line of the fault. */

#include <string.h>

#include "formats/error.h"
#include "formats/json-parse.h"

static TokJson *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  TokJson *json = tok_json_parse (text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  return json;
}

static JsonObject *
root_object (TokJson *json)
{
  return json_node_get_object (tok_json_root (json));
}

static void
test_every_kind_of_value_is_read (void)
{
  g_autoptr (TokJson) json = parse (" { \"a\" : [ 1 , -2.5e3, true, false, null, \"x\", {} ] }\n");
  JsonArray *array = json_object_get_array_member (root_object (json), "a");

  g_assert_cmpuint (json_array_get_length (array), ==, 7);
  g_assert_cmpint (json_array_get_int_element (array, 0), ==, 1);
  g_assert_cmpfloat (json_array_get_double_element (array, 1), ==, -2500.0);
  g_assert_true (json_array_get_boolean_element (array, 2));
  g_assert_false (json_array_get_boolean_element (array, 3));
  g_assert_true (json_array_get_null_element (array, 4));
  g_assert_cmpstr (json_array_get_string_element (array, 5), ==, "x");
  g_assert_cmpuint (json_object_get_size (json_array_get_object_element (array, 6)), ==, 0);
}

static void
test_escapes_become_characters (void)
{
  g_autoptr (TokJson) json = parse ("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\uD83D\\ude00\"]");

  g_assert_cmpstr (json_array_get_string_element (json_node_get_array (tok_json_root (json)), 0), ==, "\"\\/\b\f\n\r\t\xc3\xa4\xf0\x9f\x98\x80");
}

/* json-glib's parser makes -1 of it. */
static void
test_a_large_integer_stays_large (void)
{
  g_autoptr (TokJson) json = parse ("[12345678901234567890]");
  JsonNode *node = json_array_get_element (json_node_get_array (tok_json_root (json)), 0);

  g_assert_cmpfloat (json_node_get_double (node), ==, 12345678901234567890.0);
}

static void
test_lines_of_objects_are_known (void)
{
  g_autoptr (TokJson) json = parse ("{\n \"devices\": [\n  { },\n\n  { \"x\": 1 }\n ]\n}");
  JsonArray *array = json_object_get_array_member (root_object (json), "devices");

  g_assert_cmpuint (tok_json_line (json, root_object (json)), ==, 1);
  g_assert_cmpuint (tok_json_line (json, json_array_get_object_element (array, 0)), ==, 3);
  g_assert_cmpuint (tok_json_line (json, json_array_get_object_element (array, 1)), ==, 5);
}

typedef struct
{
  const char    *text;
  guint          line;
  TokFormatError code;
} Refusal;

static const Refusal refusals[] = {
  { "", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "   \n", 2, TOK_FORMAT_ERROR_SYNTAX },
  { "{", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[1", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[1,]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[1 2]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "{\"a\" 1}", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "{\"a\":1,}", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "{a:1}", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "{'a':1}", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "{\"a\":1}\n}", 2, TOK_FORMAT_ERROR_SYNTAX },
  { "[1] // comment", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\n/* comment */ 1]", 2, TOK_FORMAT_ERROR_SYNTAX },
  { "[0x10]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[01]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[1.]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[.5]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[+1]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[1e]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[-]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[1,5.5.5]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[NaN]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[Infinity]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[nul]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[True]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\n\n1e400]", 3, TOK_FORMAT_ERROR_LIMIT },
  { "[-1e400]", 1, TOK_FORMAT_ERROR_LIMIT },
  { "{\"a\":1,\n\"a\":2}", 2, TOK_FORMAT_ERROR_SYNTAX },
  { "{\"a\":1,\"\\u0061\":2}", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"a\nb\"]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"a", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"\\x\"]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"\\", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"\\u12\"]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"\\u0000\"]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"\\ud800\"]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"\\ud800\\u0041\"]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"\\udc00\"]", 1, TOK_FORMAT_ERROR_SYNTAX },
  { "[\"\xff\"]", 1, TOK_FORMAT_ERROR_SYNTAX },
};

static void
assert_refused (const char *text, gsize length, guint line, TokFormatError code)
{
  g_autoptr (GError) error = NULL;
  guint fault;

  g_assert_null (tok_json_parse (text, length, &fault, &error));
  g_assert_error (error, TOK_FORMAT_ERROR, (int) code);
  g_assert_cmpuint (fault, ==, line);
}

/* Where they are numbers to Python; in texts and names they stay. */
static void
test_words_of_python (void)
{
  static const char text[] = "{\"a\":[Infinity,-Infinity,\nNaN,7],\"NaN\":\"Infinity\"}";
  g_autoptr (GError) error = NULL;
  g_autoptr (TokJson) json = tok_json_parse_python (text, strlen (text), NULL, &error);
  JsonObject *object;
  JsonArray *numbers;

  g_assert_no_error (error);
  object = json_node_get_object (tok_json_root (json));
  numbers = json_object_get_array_member (object, "a");
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (json_array_get_int_element (numbers, i), ==, 0);
  g_assert_cmpint (json_array_get_int_element (numbers, 3), ==, 7);
  g_assert_cmpstr (json_object_get_string_member (object, "NaN"), ==, "Infinity");
  g_assert_null (tok_json_parse_python ("[Infinite]", 10, NULL, &error));
  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX);
}

static void
test_what_is_not_json_is_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      /* Some are no text the test's report could hold. */
      g_autofree char *printable = g_strescape (refusals[i].text, NULL);

      g_test_message ("%s", printable);
      assert_refused (refusals[i].text, strlen (refusals[i].text), refusals[i].line, refusals[i].code);
    }
}

static void
test_an_embedded_zero_byte_is_refused (void)
{
  assert_refused ("[\"a\0b\"]", 7, 1, TOK_FORMAT_ERROR_SYNTAX);
}

static char *
nested (guint depth)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* 100 000 brackets overflow the stack of json-glib's parser. */
static void
test_depth_is_limited (void)
{
  g_autofree char *deepest = nested (TOK_JSON_MAX_DEPTH);
  g_autofree char *deeper = nested (TOK_JSON_MAX_DEPTH + 1);
  g_autofree char *hostile = nested (100000);
  g_autoptr (TokJson) json = parse (deepest);

  g_assert_nonnull (json);
  assert_refused (deeper, strlen (deeper), 1, TOK_FORMAT_ERROR_LIMIT);
  assert_refused (hostile, strlen (hostile), 1, TOK_FORMAT_ERROR_LIMIT);
}

static void
test_size_is_limited (void)
{
  gsize length = (gsize) TOK_JSON_MAX_BYTES + 1;
  g_autofree char *text = g_malloc (length);

  memset (text, ' ', length);
  assert_refused (text, length, 1, TOK_FORMAT_ERROR_LIMIT);
}

static void
test_the_number_of_values_is_limited (void)
{
  g_autoptr (GString) text = g_string_new ("[0");

  for (guint i = 0; i < TOK_JSON_MAX_VALUES; i++)
    g_string_append (text, ",0");
  g_string_append_c (text, ']');
  assert_refused (text->str, text->len, 1, TOK_FORMAT_ERROR_LIMIT);
}

/* An object takes more memory than a number. */
static void
test_the_number_of_objects_is_limited (void)
{
  g_autoptr (GString) text = g_string_new ("[0");

  for (guint i = 0; i <= TOK_JSON_MAX_VALUES / 4; i++)
    g_string_append (text, ",{}");
  g_string_append_c (text, ']');
  assert_refused (text->str, text->len, 1, TOK_FORMAT_ERROR_LIMIT);
}

static void
test_the_length_of_texts_is_limited (void)
{
  g_autofree char *most = g_strnfill (1024 * 1024, 'a');
  g_autofree char *text = g_strdup_printf ("\"%s\"", most);
  g_autofree char *longer = g_strdup_printf ("\"%sa\"", most);
  g_autoptr (TokJson) json = parse (text);

  g_assert_nonnull (json);
  assert_refused (longer, strlen (longer), 1, TOK_FORMAT_ERROR_LIMIT);
}

static void
test_a_file_error_names_file_and_line (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GFile) file = g_file_new_tmp ("XXXXXX.json", &stream, NULL);
  g_autofree char *name = g_file_get_basename (file);

  g_assert_true (g_file_replace_contents (file, "{\n\n \"a\": }", 10, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL, NULL));
  g_assert_null (tok_json_load (file, &error));
  g_assert_error (error, TOK_FORMAT_ERROR, TOK_FORMAT_ERROR_SYNTAX);
  g_assert_nonnull (strstr (error->message, name));
  g_assert_nonnull (strstr (error->message, "3"));
  g_assert_true (g_file_delete (file, NULL, NULL));
}

static void
test_a_missing_file_is_an_error (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent/plan.json");

  g_assert_null (tok_json_load (file, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-parse/every-kind-of-value-is-read", test_every_kind_of_value_is_read);
  g_test_add_func ("/json-parse/escapes-become-characters", test_escapes_become_characters);
  g_test_add_func ("/json-parse/a-large-integer-stays-large", test_a_large_integer_stays_large);
  g_test_add_func ("/json-parse/lines-of-objects-are-known", test_lines_of_objects_are_known);
  g_test_add_func ("/json-parse/words-of-python-are-read-where-it-may-have-written", test_words_of_python);
  g_test_add_func ("/json-parse/what-is-not-json-is-refused", test_what_is_not_json_is_refused);
  g_test_add_func ("/json-parse/an-embedded-zero-byte-is-refused", test_an_embedded_zero_byte_is_refused);
  g_test_add_func ("/json-parse/depth-is-limited", test_depth_is_limited);
  g_test_add_func ("/json-parse/size-is-limited", test_size_is_limited);
  g_test_add_func ("/json-parse/the-number-of-values-is-limited", test_the_number_of_values_is_limited);
  g_test_add_func ("/json-parse/the-number-of-objects-is-limited", test_the_number_of_objects_is_limited);
  g_test_add_func ("/json-parse/the-length-of-texts-is-limited", test_the_length_of_texts_is_limited);
  g_test_add_func ("/json-parse/a-file-error-names-file-and-line", test_a_file_error_names_file_and_line);
  g_test_add_func ("/json-parse/a-missing-file-is-an-error", test_a_missing_file_is_an_error);
  return g_test_run ();
}
