/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON text: numbers look as a person would write them and still read back as themselves. */

#include <math.h>
#include <string.h>

#include "formats/json-parse.h"
#include "formats/json-write.h"

static char *
text_of (double number)
{
  g_autoptr (JsonNode) node = json_node_init_double (json_node_alloc (), number);

  return g_strchomp (tok_json_to_text (node));
}

static void
test_numbers_look_as_typed (void)
{
  static const struct { double number; const char *text; } cases[] = {
    { 0.1, "0.1" }, { 16384, "16384" }, { 0.75, "0.75" }, { 168.64, "168.64" }, { -2.5, "-2.5" }, { 1e12, "1000000000000" }, { 0, "0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = text_of (cases[i].number);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_every_number_reads_back_as_itself (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      double number = g_test_rand_double_range (-1.0, 1.0) * pow (10.0, g_test_rand_int_range (-30, 30));
      g_autofree char *text = text_of (number);

      g_assert_cmpfloat (g_ascii_strtod (text, NULL), ==, number);
    }
}

static void
test_texts_survive_the_way_through_a_file (void)
{
  const char *hard = "\"quotes\" \\ \n\t\x01 \xc3\xa4 \xf0\x9f\x98\x80";
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), hard);
  g_autofree char *text = tok_json_to_text (node);
  g_autoptr (TokJson) json = tok_json_parse (text, strlen (text), NULL, NULL);

  g_assert_nonnull (json);
  g_assert_cmpstr (json_node_get_string (tok_json_root (json)), ==, hard);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-write/numbers-look-as-typed", test_numbers_look_as_typed);
  g_test_add_func ("/json-write/every-number-reads-back-as-itself", test_every_number_reads_back_as_itself);
  g_test_add_func ("/json-write/texts-survive-the-way-through-a-file", test_texts_survive_the_way_through_a_file);
  return g_test_run ();
}
