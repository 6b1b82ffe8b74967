/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Typed readers: what is missing, of the wrong type or out of range is an error that names the member. */

#include <string.h>

#include "formats/error.h"
#include "formats/json-parse.h"
#include "formats/json-read.h"

static const char text[] =
  "{ \"number\": 2.5, \"whole\": 3, \"text\": \"abc\", \"flag\": true, \"nothing\": null,"
  "  \"object\": { \"inner\": { \"number\": 7 } }, \"list\": [ { \"a\": 1 }, 2 ] }";

typedef struct
{
  TokJson    *json;
  JsonObject *object;
  GError     *error;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->json = tok_json_parse (text, strlen (text), NULL, NULL);
  fixture->object = json_node_get_object (tok_json_root (fixture->json));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_error (&fixture->error);
  tok_json_free (fixture->json);
}

static void
assert_error (Fixture *fixture, TokFormatError code, const char *member)
{
  g_assert_error (fixture->error, TOK_FORMAT_ERROR, (int) code);
  g_assert_nonnull (strstr (fixture->error->message, member));
  g_clear_error (&fixture->error);
}

static void
test_numbers_are_checked (Fixture *fixture, gconstpointer data)
{
  double value = 0.0;

  g_assert_true (tok_json_read_double (fixture->object, "number", 0, 10, &value, &fixture->error));
  g_assert_cmpfloat (value, ==, 2.5);
  g_assert_true (tok_json_read_whole (fixture->object, "whole", 3, 3, &value, &fixture->error));
  g_assert_cmpfloat (value, ==, 3);

  g_assert_false (tok_json_read_double (fixture->object, "number", 3, 10, &value, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "number");
  g_assert_false (tok_json_read_double (fixture->object, "number", 0, 2, &value, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "number");
  g_assert_false (tok_json_read_double (fixture->object, "text", 0, 2, &value, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "text");
  g_assert_false (tok_json_read_double (fixture->object, "flag", 0, 2, &value, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "flag");
  g_assert_false (tok_json_read_whole (fixture->object, "number", 0, 10, &value, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "number");
  g_assert_cmpfloat (value, ==, 3);
}

static void
test_absent_members_are_missing (Fixture *fixture, gconstpointer data)
{
  double value;

  g_assert_false (tok_json_has (fixture->object, "absent"));
  g_assert_false (tok_json_has (fixture->object, "nothing"));
  g_assert_false (tok_json_has (fixture->object, "object.absent.deeper"));
  g_assert_false (tok_json_read_double (fixture->object, "absent", 0, 10, &value, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "absent");
  g_assert_false (tok_json_read_double (fixture->object, "nothing", 0, 10, &value, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "nothing");
}

static void
test_paths_lead_into_objects_only (Fixture *fixture, gconstpointer data)
{
  double value;

  g_assert_true (tok_json_read_double (fixture->object, "object.inner.number", 0, 10, &value, &fixture->error));
  g_assert_cmpfloat (value, ==, 7);
  g_assert_true (tok_json_has (fixture->object, "text.inner"));
  g_assert_false (tok_json_read_double (fixture->object, "text.inner", 0, 10, &value, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "text");
}

static void
test_texts_and_flags_are_checked (Fixture *fixture, gconstpointer data)
{
  const char *string = NULL;
  gboolean flag = FALSE;

  g_assert_true (tok_json_read_string (fixture->object, "text", 3, &string, &fixture->error));
  g_assert_cmpstr (string, ==, "abc");
  g_assert_true (tok_json_read_boolean (fixture->object, "flag", &flag, &fixture->error));
  g_assert_true (flag);

  g_assert_false (tok_json_read_string (fixture->object, "text", 2, &string, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_LIMIT, "text");
  g_assert_false (tok_json_read_string (fixture->object, "number", 9, &string, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "number");
  g_assert_false (tok_json_read_boolean (fixture->object, "whole", &flag, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "whole");
}

static void
test_lists_and_objects_are_checked (Fixture *fixture, gconstpointer data)
{
  JsonArray *list = NULL;
  JsonObject *object = NULL;

  g_assert_false (tok_json_read_array (fixture->object, "object", 9, &list, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "object");
  g_assert_false (tok_json_read_array (fixture->object, "list", 1, &list, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_LIMIT, "list");
  g_assert_false (tok_json_read_object (fixture->object, "list", &object, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "list");

  g_assert_true (tok_json_read_array (fixture->object, "list", 2, &list, &fixture->error));
  g_assert_true (tok_json_read_element (list, "list", 0, &object, &fixture->error));
  g_assert_false (tok_json_read_element (list, "list", 1, &object, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "2");
  g_assert_false (tok_json_read_element (list, "list", 2, &object, &fixture->error));
  assert_error (fixture, TOK_FORMAT_ERROR_VALUE, "3");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/json-read/numbers-are-checked", Fixture, NULL, set_up, test_numbers_are_checked, tear_down);
  g_test_add ("/json-read/absent-members-are-missing", Fixture, NULL, set_up, test_absent_members_are_missing, tear_down);
  g_test_add ("/json-read/paths-lead-into-objects-only", Fixture, NULL, set_up, test_paths_lead_into_objects_only, tear_down);
  g_test_add ("/json-read/texts-and-flags-are-checked", Fixture, NULL, set_up, test_texts_and_flags_are_checked, tear_down);
  g_test_add ("/json-read/lists-and-objects-are-checked", Fixture, NULL, set_up, test_lists_and_objects_are_checked, tear_down);
  return g_test_run ();
}
